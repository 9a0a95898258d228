// What the audit log says about delegated work.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = {
  "delegation.cancelled": ({ member }) => [m.delegated_work_audit_cancelled({ name: member ?? m.delegated_work_team() })],
};
export default sentences;
