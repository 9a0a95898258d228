// What the audit log says about monitoring rules.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, choice, onOff } from "#modules/projects/views";

const said =
  (named: (input: { name: string }) => string, one: () => string): AuditSentences[string] =>
  ({ detail }) => [detail["name"] ? named({ name: detail["name"] }) : one()];
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  monitoring: {
    screen: "settings-monitoring",
    fields: {
      name: m.monitoring_name,
      enabled: onOff(m.projects_audit_switched_on),
      looksFor: m.monitoring_looks_for,
      minutes: m.monitoring_minutes,
      channels: choice(m.monitoring_channels, { widget: m.monitoring_channel_widget, email: m.monitoring_channel_email }),
      languages: m.monitoring_languages,
      notify: choice(m.monitoring_notify, {
        everybody: m.monitoring_notify_everybody,
        chosen: m.monitoring_notify_chosen,
        nobody: m.monitoring_notify_nobody,
      }),
      members: m.monitoring_members,
      handOver: onOff(m.monitoring_hand_over),
      perHour: m.monitoring_per_hour,
      kind: choice(m.projects_audit_kind, {
        safety: m.monitoring_kind_safety,
        legal: m.monitoring_kind_legal,
        churn: m.monitoring_kind_churn,
        frustration: m.monitoring_kind_frustration,
        waiting: m.monitoring_kind_waiting,
        topic: m.monitoring_kind_topic,
      }),
    },
  },
};
const sentences: AuditSentences = {
  "monitoring.rule_created": said(m.monitoring_audit_created, m.monitoring_audit_created_one),
  "monitoring.rule_changed": said(m.monitoring_audit_changed, m.monitoring_audit_changed_one),
  "monitoring.rule_switched_on": said(m.monitoring_audit_on, m.monitoring_audit_on_one),
  "monitoring.rule_switched_off": said(m.monitoring_audit_off, m.monitoring_audit_off_one),
  "monitoring.rule_deleted": said(m.monitoring_audit_deleted, m.monitoring_audit_deleted_one),
};
export default sentences;
