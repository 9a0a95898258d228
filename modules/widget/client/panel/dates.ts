// Times, days and sizes in the visitor's language.

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

export function sizeOf(locale: string, bytes: number): string {
  const [value, unit] = bytes < 1000 ? [bytes, "byte"] : bytes < 1_000_000 ? [bytes / 1000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
