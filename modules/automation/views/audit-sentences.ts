// What the audit log says about automation rules.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
const sentences: AuditSentences = {
  "automation.created": said(m.automation_audit_created, m.automation_audit_created_one),
  "automation.changed": said(m.automation_audit_changed, m.automation_audit_changed_one),
  "automation.deleted": said(m.automation_audit_deleted, m.automation_audit_deleted_one),
  "automation.ordered": () => [m.automation_audit_ordered()],
};
export default sentences;
