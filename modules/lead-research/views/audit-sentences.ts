// What the audit log says about criteria of leads.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  leads: {
    screen: "settings-lead-criteria",
    fields: {
      criteria: m.lead_research_criteria_title,
    },
  },
};
const sentences: AuditSentences = {
  "leads.criteria_changed": () => [m.lead_research_audit_criteria()],
};
export default sentences;
