// What the audit log says about the attributes of contacts.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
const sentences: AuditSentences = {
  "contact_attributes.created": said(m.contact_attributes_audit_created, m.contact_attributes_audit_created_one),
  "contact_attributes.changed": said(m.contact_attributes_audit_changed, m.contact_attributes_audit_changed_one),
  "contact_attributes.archived": said(m.contact_attributes_audit_archived, m.contact_attributes_audit_archived_one),
  "contact_attributes.unarchived": said(m.contact_attributes_audit_unarchived, m.contact_attributes_audit_unarchived_one),
};
export default sentences;
