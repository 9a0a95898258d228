// What the audit log says about suppressed addresses and the sender's identity.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "suppression.removed": () => [m.suppression_audit_removed()],
  "outreach_identity.changed": () => [m.suppression_audit_identity()],
};
export default sentences;
