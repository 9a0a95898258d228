// What the audit log says about companies.
import { m } from "#messages";
import type { AuditAreas, AuditSentences } from "#modules/projects/views";

const about =
  (said: (words: { name: string }) => string): AuditSentences[string] =>
  ({ detail }) => [said({ name: detail["name"] ?? m.companies_one() })];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  companies: {
    screen: "company-list",
    title: m.companies_title,
    fields: {
      name: m.companies_name,
      domains: m.companies_domains,
      website: m.companies_website_label,
      notes: m.companies_notes,
    },
  },
};
const sentences: AuditSentences = {
  "companies.created": about(m.companies_audit_created),
  "companies.changed": about(m.companies_audit_changed),
  "companies.deleted": about(m.companies_audit_deleted),
};
export default sentences;
