// Quiet hours: hours of the local day, and whole days, without notifications. Pure, and correct across clock changes.
import { days, minutes } from "#kernel/clock/index.ts";
import { offsetAt, shownAt } from "#kernel/clock/local-time.ts";
import { m } from "#messages";

export interface Quiet {
  /** Minutes of the local day, null without quiet hours. 22:00 to 7:00 spans midnight; two equal times mean no hours. */
  readonly from: number | null;
  readonly to: number | null;
  /** IANA name, such as `Europe/Berlin`. */
  readonly zone: string;
  /** Days with notifications, one bit each, Monday first. */
  readonly days: number;
}

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Minute of the day. */
  readonly minute: number;
  /** 0 = Monday. */
  readonly weekday: number;
}

function wallAt(zone: string, at: number): Wall {
  const shown = new Date(shownAt(zone, at));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth(),
    day: shown.getUTCDate(),
    minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
    weekday: (shown.getUTCDay() + 6) % 7,
  };
}

/**
 * The moments at which the clock shows this time: two when it was set back over it; the moment of the change when it was set forward past
 * it.
 */
function momentsOf(zone: string, shown: number): number[] {
  const [before, after] = [shown - days(1), shown + days(1)];
  const [first, second] = [offsetAt(zone, before), offsetAt(zone, after)];
  const found = [...new Set([shown - first, shown - second])].filter((at) => at + offsetAt(zone, at) === shown);
  if (found.length > 0) return found;
  // The clock skips this time: bisect until the change is found.
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(zone, middle) === first) low = middle;
    else high = middle;
  }
  return [high];
}

function isQuietAt({ from, to, zone, days: comes }: Quiet, at: number): boolean {
  const { minute, weekday } = wallAt(zone, at);
  if ((comes & (1 << weekday)) === 0) return true;
  if (from === null || to === null || from === to) return false;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** When the current quiet time ends; null if it is not quiet now. */
export function quietUntil(quiet: Quiet, now: number): number | null {
  if (!isQuietAt(quiet, now)) return null;
  const today = wallAt(quiet.zone, now);
  // It can only end at the end of the hours or at the beginning of a day.
  const ends = [0, ...(quiet.to === null ? [] : [quiet.to])];
  const candidates = Array.from({ length: 9 }, (_, ahead) => Date.UTC(today.year, today.month, today.day + ahead))
    .flatMap((day) => ends.flatMap((minute) => momentsOf(quiet.zone, day + minutes(minute))))
    .filter((at) => at > now)
    .sort((a, b) => a - b);
  return candidates.find((at) => !isQuietAt(quiet, at)) ?? now + days(7);
}

/** Local time: `22:00`, with the day if it is another one than now. */
export function clockText(zone: string, at: number, now: number): string {
  const [wall, today] = [wallAt(zone, at), wallAt(zone, now)];
  const time = `${String(Math.floor(wall.minute / 60)).padStart(2, "0")}:${String(wall.minute % 60).padStart(2, "0")}`;
  const sameDay = wall.day === today.day && wall.month === today.month && wall.year === today.year;
  return sameDay ? time : (DAYS[wall.weekday]?.({ time }) ?? time);
}
const DAYS = [
  m.notifications_monday,
  m.notifications_tuesday,
  m.notifications_wednesday,
  m.notifications_thursday,
  m.notifications_friday,
  m.notifications_saturday,
  m.notifications_sunday,
];
