// What the audit log says about the settings of customer satisfaction.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff } from "#modules/projects/views";

/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  satisfaction: {
    screen: "settings-satisfaction",
    fields: {
      on: onOff(m.satisfaction_on),
      question: m.satisfaction_question_text,
      scale: m.satisfaction_scale,
      inWidget: onOff(m.satisfaction_in_widget),
      byMail: onOff(m.satisfaction_by_mail),
      widgetDelay: m.satisfaction_widget_delay,
      mailDelay: m.satisfaction_mail_delay,
      quietDays: m.satisfaction_quiet_days,
      afterBulk: onOff(m.satisfaction_after_bulk),
      afterAssistant: onOff(m.satisfaction_after_assistant),
    },
  },
};
const sentences: AuditSentences = { "satisfaction.changed": () => [m.satisfaction_audit_changed()] };
export default sentences;
