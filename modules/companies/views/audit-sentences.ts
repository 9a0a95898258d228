// What the audit log says about companies.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const about =
  (said: (words: { name: string }) => string): AuditSentences[string] =>
  ({ detail }) => [said({ name: detail["name"] ?? m.companies_one() })];
const sentences: AuditSentences = {
  "companies.created": about(m.companies_audit_created),
  "companies.changed": about(m.companies_audit_changed),
  "companies.deleted": about(m.companies_audit_deleted),
};
export default sentences;
