// Days and hours of a plan in the browser's language.
import { locale } from "#dashboard/locale.ts";

/** Names of Monday to Sunday. */
export function dayNames(): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // 5 January 2026 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2026, 0, 5 + i)));
}
/** An hour of the day as a time. */
export const hourText = (hour: number): string =>
  new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(Date.UTC(2026, 0, 5, hour));
