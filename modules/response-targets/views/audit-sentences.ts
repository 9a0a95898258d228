// What the audit log says about response-time targets.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = { "response_targets.changed": () => [m.response_targets_audit_changed()] };
export default sentences;
