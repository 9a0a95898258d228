// What the audit log says about delegated work.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  delegation: {
    screen: "waiting-work",
    title: m.delegated_work_audit_title,
  },
};
const sentences: AuditSentences = {
  "delegation.cancelled": ({ member }) => [m.delegated_work_audit_cancelled({ name: member ?? m.delegated_work_team() })],
};
export default sentences;
