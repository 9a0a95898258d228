// What the audit log says about outreach.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const sentences: AuditSentences = { "outreach.settings": () => [m.outreach_audit_settings()] };
export default sentences;
