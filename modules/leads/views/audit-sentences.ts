// What the audit log says about imports of leads.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  leads: {
    screen: "leads",
  },
};
const sentences: AuditSentences = {
  "leads.imported": ({ detail: { count } }) => [m.leads_audit_imported({ count: Number(count ?? 0) })],
};
export default sentences;
