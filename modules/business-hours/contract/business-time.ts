// Time in which a team works: whether it does, when it does again, and how much of it passed. Pure, and correct across clock changes.
import { isKnownZone, momentOf, shownAt } from "#kernel/clock/local-time.ts";

/** Minutes of a day, from 0 to 1440: `from` belongs to it, `to` does not. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}
/** A day with other hours than its weekday: none, for a holiday. */
export interface Exception {
  /** `2026-12-24` */
  readonly date: string;
  readonly name: string;
  readonly hours: readonly Interval[];
}
export interface Schedule {
  /** Off: the team is there around the clock. */
  readonly on: boolean;
  /** IANA's name. */
  readonly timeZone: string;
  /** Seven days, Monday first. Intervals of a day are in order and do not touch. */
  readonly week: readonly (readonly Interval[])[];
  readonly exceptions: readonly Exception[];
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** How far ahead is looked. A schedule that opens within it opens within a year of any moment, unless exceptions close a year. */
const HORIZON_DAYS = 400;

const startOfDay = (shown: number): number => Math.floor(shown / DAY) * DAY;
// 1 January 1970 was a Thursday.
const weekdayOf = (day: number): number => (Math.floor(day / DAY) + 3) % 7;
const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

interface Span {
  readonly from: number;
  readonly to: number;
}
/** The spans of working time that end after `at`, in order, for `HORIZON_DAYS`. */
function* spansAfter({ timeZone, week, exceptions }: Schedule, at: number): Generator<Span> {
  // The runtime may have lost a zone that it knew when the schedule was saved.
  const zone = isKnownZone(timeZone) ? timeZone : "UTC";
  const other = new Map(exceptions.map(({ date, hours }) => [date, hours]));
  const today = startOfDay(shownAt(zone, at));
  for (let ahead = 0; ahead <= HORIZON_DAYS; ahead += 1) {
    const day = today + ahead * DAY;
    for (const { from, to } of other.get(dateOf(day)) ?? week[weekdayOf(day)] ?? []) {
      const span = { from: momentOf(zone, day + from * MINUTE), to: momentOf(zone, day + to * MINUTE) };
      // The change of the clock may have swallowed it.
      if (span.to > Math.max(at, span.from)) yield span;
    }
  }
}

/** Whether the team works at this moment (ms). */
export function isOpenAt(schedule: Schedule, at: number): boolean {
  return !schedule.on || (spansAfter(schedule, at).next().value?.from ?? Infinity) <= at;
}
/** The moment (ms) at which the team begins to work again; null if it works at `at`, or does not for more than a year. */
export function nextOpening(schedule: Schedule, at: number): number | null {
  if (!schedule.on) return null;
  const first = spansAfter(schedule, at).next().value;
  return first === undefined || first.from <= at ? null : first.from;
}
/** The moment (ms) until which the team works from `at` on without a break; null if it does not work then, or does not stop for a year. */
export function closingAfter(schedule: Schedule, at: number): number | null {
  if (!schedule.on) return null;
  let end: number | undefined;
  for (const { from, to } of spansAfter(schedule, at)) {
    if (from > (end ?? at)) return end ?? null;
    end = to;
  }
  return null;
}
/** Working time (ms) between two moments (ms). All of the time while the schedule is off; at most `HORIZON_DAYS` are looked at. */
export function workedBetween(schedule: Schedule, from: number, to: number): number {
  if (!schedule.on) return Math.max(0, to - from);
  let sum = 0;
  for (const span of spansAfter(schedule, from)) {
    if (span.from >= to) break;
    sum += Math.min(span.to, to) - Math.max(span.from, from);
  }
  return sum;
}
/** The moment (ms) at which so much working time (ms) has passed since `from` (ms); null if that is not within `HORIZON_DAYS`. */
export function afterWorking(schedule: Schedule, from: number, duration: number): number | null {
  if (!schedule.on) return from + duration;
  let left = duration;
  for (const span of spansAfter(schedule, from)) {
    const begins = Math.max(span.from, from);
    if (span.to - begins >= left) return begins + left;
    left -= span.to - begins;
  }
  return null;
}
