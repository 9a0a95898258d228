// What the audit log says about the business hours.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = { "business_hours.changed": () => [m.business_hours_audit_changed()] };
export default sentences;
