// Formats dates and times in words of the browser's locale.
import { locale } from "../locale.ts";
import { formatter } from "./formatter.ts";

const clock = formatter({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const clockYear = formatter({ weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" });
const time = formatter({ hour: "numeric", minute: "2-digit" });
const weekday = formatter({ weekday: "long" });
const dayMonth = formatter({ day: "numeric", month: "long" });
const dayMonthYear = formatter({ day: "numeric", month: "long", year: "numeric" });
let relative: Intl.RelativeTimeFormat | undefined;

/** "Mon 24 Nov, 09:00", with the year if it is another one. */
export function clockText(at: string | Date, now = new Date()): string {
  const day = new Date(at);
  return (day.getFullYear() === now.getFullYear() ? clock : clockYear)(day);
}

/** "09:00", below a heading with the day. */
export const timeText = (at: string): string => time(new Date(at));

/** "Today", "Yesterday", "Friday", else the date, with the year if it is another one. */
export function dayText(at: string, now = new Date()): string {
  const day = new Date(at);
  const days = Math.round((new Date(now.toDateString()).getTime() - new Date(day.toDateString()).getTime()) / 86_400_000);
  if (days < 2) return capital((relative ??= new Intl.RelativeTimeFormat(locale, { numeric: "auto" })).format(-days, "day"));
  if (days < 7) return weekday(day);
  return day.getFullYear() === now.getFullYear() ? dayMonth(day) : dayMonthYear(day);
}

/** The value of a `datetime-local` input, in local time. */
export const localInput = (at: Date): string => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
