// What the audit log says about outreach.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { type AuditAreas, type AuditSentences, onOff } from "#modules/projects/views";

const named =
  (said: (input: { name: string }) => string): AuditSentences[string] =>
  ({ detail: { name = "" } }) => [said({ name })];
const clock = (minute: number): string => [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
/** A bit for each day, Monday first. */
const daysOf = (bits: number): string =>
  new Intl.ListFormat(locale).format(
    [1, 2, 3, 4, 5, 6, 7]
      .filter((day) => bits & (1 << (day - 1)))
      .map((day) => new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, day))),
  );
/** How the settings screens call what entries name. */
export const areas: AuditAreas = {
  outreach: {
    screen: "settings-outreach",
    fields: {
      anotherReviewer: onOff(m.outreach_another_label),
      timeZone: m.outreach_zone,
      days: { label: m.outreach_days, value: (bits) => daysOf(Number(bits)) },
      fromMinute: { label: m.outreach_from_time, value: (minute) => clock(Number(minute)) },
      toMinute: { label: m.outreach_to_time, value: (minute) => clock(Number(minute)) },
      dailyMost: m.outreach_daily,
      name: m.outreach_template_name,
      subject: m.outreach_subject,
      text: m.outreach_text,
    },
  },
};
const sentences: AuditSentences = {
  "outreach.settings": () => [m.outreach_audit_settings()],
  "outreach.template_created": named(m.outreach_audit_template_created),
  "outreach.template_changed": named(m.outreach_audit_template_changed),
  "outreach.template_deleted": named(m.outreach_audit_template_deleted),
};
export default sentences;
