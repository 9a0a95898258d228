// Times and days in the visitor's language.

export const clockOf = (locale: string, at: number | string): string =>
  new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(new Date(at));

const dayNumber = (at: Date): number => Math.floor((at.getTime() - at.getTimezoneOffset() * 60_000) / 86_400_000);

/** How many days `at` lies back, counted by the calendar of the visitor. */
export const daysBack = (at: number | string, now = Date.now()): number => dayNumber(new Date(now)) - dayNumber(new Date(at));

/** A day as people call it: its weekday within the last week, else its date, with the year when it is another one. */
export function dayOf(locale: string, at: number | string, now = Date.now()): string {
  const date = new Date(at);
  if (daysBack(at, now) < 7) return new Intl.DateTimeFormat(locale, { weekday: "long" }).format(date);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...year }).format(date);
}
