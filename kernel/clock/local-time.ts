// Local time in a time zone, by IANA's names. Pure, and correct across clock changes.

const formats = new Map<string, Intl.DateTimeFormat>();
/** Throws for a zone that the runtime does not know. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
    ...{ second: "2-digit" },
  } as Intl.DateTimeFormatOptions);
  if (formats.size >= 500) formats.clear();
  formats.set(zone, made);
  return made;
}

/** Whether the runtime can show local time there. */
export function isKnownZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}
/** Local time as if it were UTC: milliseconds, in whole seconds. Throws for a zone that the runtime does not know. */
export function shownAt(zone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
/** Milliseconds by which local time is ahead of UTC. Throws for a zone that the runtime does not know. */
export const offsetAt = (zone: string, at: number): number => shownAt(zone, at) - Math.floor(at / 1000) * 1000;
/**
 * The moment (ms) at which the clock there shows this local time (given as if it were UTC, ms): the first one where the clock shows it twice,
 * and just after the change where the clock skips it. Throws for a zone that the runtime does not know.
 */
export function momentOf(zone: string, shown: number): number {
  const guess = shown - offsetAt(zone, shown - 12 * 3_600_000);
  const at = shown - offsetAt(zone, guess);
  if (shownAt(zone, at) === shown) return at;
  // The change lies between the two, in whole seconds.
  let [before, after] = [Math.min(guess, at), Math.max(guess, at)];
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000;
    if (shownAt(zone, middle) < shown) before = middle;
    else after = middle;
  }
  return after;
}
