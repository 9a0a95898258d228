// What the audit log says about the business hours.
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff } from "#modules/projects/views";

const DAYS: Readonly<Record<string, () => string>> = {
  ...{ Mo: m.business_hours_monday, Tu: m.business_hours_tuesday, We: m.business_hours_wednesday, Th: m.business_hours_thursday },
  ...{ Fr: m.business_hours_friday, Sa: m.business_hours_saturday, Su: m.business_hours_sunday },
};
const weekInWords = (text: string): string => text.replaceAll(/^[A-Z][a-z]/gm, (day) => DAYS[day]?.() ?? day);
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  business_hours: {
    screen: "settings-hours",
    fields: {
      on: onOff(m.business_hours_on),
      timeZone: m.business_hours_zone,
      week: { label: m.business_hours_week, value: weekInWords },
      exceptions: m.business_hours_exceptions,
    },
  },
};
const sentences: AuditSentences = { "business_hours.changed": () => [m.business_hours_audit_changed()] };
export default sentences;
