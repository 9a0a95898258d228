// Formats times and days in the visitor's locale.

// Formats are cached: every drawing needs the time of every message, and creating a format takes longer than drawing one.
let clock: readonly [locale: string, format: Intl.DateTimeFormat] | undefined;

export function clockOf(locale: string, at: number | string): string {
  if (clock?.[0] !== locale) clock = [locale, new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" })];
  return clock[1].format(new Date(at));
}

const dayNumber = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / 86_400_000);

/** How many days ago `at` is, by the visitor's calendar. */
export const daysBack = (at: number | string, now = Date.now()): number => dayNumber(new Date(now)) - dayNumber(new Date(at));

/** A day as people name it: its weekday within a week, else its date, with the year if it is another one. */
export function dayOf(locale: string, at: number | string, now = Date.now()): string {
  const date = new Date(at);
  if (Math.abs(daysBack(at, now)) < 7) return new Intl.DateTimeFormat(locale, { weekday: "long" }).format(date);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...year }).format(date);
}
