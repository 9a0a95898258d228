// The hours as text, as they are stored and as the audit log shows them before and after a change.
import type { Exception, Interval, Schedule } from "./business-time.ts";

/** As `schema.org/dayOfWeek` and OpenStreetMap's `opening_hours` abbreviate them. */
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;

/** `540` is `09:00`, `1440` is `24:00`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
/** Minutes of the day that `09:00` names. */
export function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 60 + minute;
}
const hoursText = (hours: readonly Interval[]): string => hours.map(({ from, to }) => `${clockOf(from)}-${clockOf(to)}`).join(",");
const hoursOf = (text: string): Interval[] =>
  text.split(",").map((part) => {
    const [from = "", to = ""] = part.split("-");
    return { from: minuteOf(from), to: minuteOf(to) };
  });

/** A line for each day with hours: `Mo 09:00-12:00,13:00-17:00`. */
export const weekText = (week: Schedule["week"]): string =>
  week.flatMap((hours, day) => (hours.length === 0 ? [] : [`${DAYS[day]} ${hoursText(hours)}`])).join("\n");
export function weekOf(text: string): Interval[][] {
  const byDay = new Map(text.split("\n").map((line) => [line.slice(0, 2), line.slice(3)]));
  return DAYS.map((day) => {
    const hours = byDay.get(day);
    return hours === undefined ? [] : hoursOf(hours);
  });
}
/** A line for each day: `2026-12-25 closed Christmas`. */
export const exceptionsText = (exceptions: readonly Exception[]): string =>
  exceptions.map(({ date, hours, name }) => `${date} ${hours.length === 0 ? "closed" : hoursText(hours)} ${name}`.trimEnd()).join("\n");
export const exceptionsOf = (text: string): (Exception & { hours: Interval[] })[] =>
  text === ""
    ? []
    : text.split("\n").map((line) => {
        const [date = "", hours = "", ...name] = line.split(" ");
        return { date, name: name.join(" "), hours: hours === "closed" ? [] : hoursOf(hours) };
      });
