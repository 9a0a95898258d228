// What the audit log says about monitoring rules.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
const sentences: AuditSentences = {
  "monitoring.rule_created": said(m.monitoring_audit_created, m.monitoring_audit_created_one),
  "monitoring.rule_changed": said(m.monitoring_audit_changed, m.monitoring_audit_changed_one),
  "monitoring.rule_switched_on": said(m.monitoring_audit_on, m.monitoring_audit_on_one),
  "monitoring.rule_switched_off": said(m.monitoring_audit_off, m.monitoring_audit_off_one),
  "monitoring.rule_deleted": said(m.monitoring_audit_deleted, m.monitoring_audit_deleted_one),
};
export default sentences;
