// What the audit log says about monitoring rules.
import { m } from "#messages";
import type { AuditSentences } from "#modules/projects/views";

const said =
  (sentence: (input: { name: string }) => string): AuditSentences[string] =>
  ({ detail }) => [sentence({ name: detail["name"] ?? "" })];
const sentences: AuditSentences = {
  "monitoring.rule_created": said(m.monitoring_audit_created),
  "monitoring.rule_changed": said(m.monitoring_audit_changed),
  "monitoring.rule_switched_on": said(m.monitoring_audit_on),
  "monitoring.rule_switched_off": said(m.monitoring_audit_off),
  "monitoring.rule_deleted": said(m.monitoring_audit_deleted),
};
export default sentences;
