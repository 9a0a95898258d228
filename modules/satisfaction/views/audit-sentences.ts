// What the audit log says about the settings of customer satisfaction.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = { "satisfaction.changed": () => [m.satisfaction_audit_changed()] };
export default sentences;
