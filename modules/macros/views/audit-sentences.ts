// What the audit log says about shared macros.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (named: (input: { title: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["title"] ? named({ title: detail["title"] }) : one()];
const sentences: AuditSentences = {
  "macros.created": said(m.macros_audit_created, m.macros_audit_created_one),
  "macros.changed": said(m.macros_audit_changed, m.macros_audit_changed_one),
  "macros.deleted": said(m.macros_audit_deleted, m.macros_audit_deleted_one),
  "macros.restored": said(m.macros_audit_restored, m.macros_audit_restored_one),
};
export default sentences;
