// Which policy a conversation has, and when a clock is due. Pure: everything follows from what happened, the policy, and the hours.
import { afterWorking, type Schedule, workedBetween } from "#modules/business-hours/contract";
import type { Policy } from "./policy.ts";

const MINUTE = 60_000;

/** What policies ask of a conversation. */
export interface Facts {
  readonly priority: string;
  readonly teamId: string | null;
  readonly tagIds: readonly string[];
  readonly channel: string;
}
type Conditions = Pick<Policy, "priorities" | "teamId" | "tagId" | "channel">;
export const matches = (policy: Conditions, facts: Facts): boolean =>
  (policy.priorities.length === 0 || policy.priorities.some((one) => one === facts.priority)) &&
  (policy.teamId === null || policy.teamId === facts.teamId) &&
  (policy.tagId === null || facts.tagIds.includes(policy.tagId)) &&
  (policy.channel === null || policy.channel === facts.channel);
/** The first policy that applies. */
export const policyFor = <P extends Conditions>(policies: readonly P[], facts: Facts): P | undefined =>
  policies.find((policy) => matches(policy, facts));

/** What happened to a clock, in milliseconds since 1970. */
export interface ClockState {
  readonly startedAt: number;
  /** Pairs of times between which it did not count, in order. */
  readonly pauses: readonly (readonly [from: number, to: number])[];
  readonly pausedAt: number | null;
}
/** A schedule under which all time counts. */
const ALWAYS: Schedule = { on: false, timeZone: "UTC", week: [], exceptions: [] };
const scheduleOf = (counts: Policy["counts"], hours: Schedule): Schedule => (counts === "always" ? ALWAYS : hours);

/** The stretches in which a clock counts; the last one has no end while it is not paused. */
function stretchesOf({ startedAt, pauses, pausedAt }: ClockState): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = startedAt;
  for (const [begins, ends] of pauses) {
    found.push({ from, to: begins });
    from = ends;
  }
  found.push({ from, to: pausedAt ?? Infinity });
  return found;
}
/** Counted time (ms) of a clock until a moment (ms). */
export function countedTime(clock: ClockState, counts: Policy["counts"], hours: Schedule, until: number): number {
  const schedule = scheduleOf(counts, hours);
  return stretchesOf(clock).reduce(
    (sum, { from, to }) => (from >= until ? sum : sum + workedBetween(schedule, from, Math.min(to, until))),
    0,
  );
}
/** The moment (ms) at which so much time (ms) has been counted; null if that is not within a pause or the schedule's horizon. */
function momentAfter(clock: ClockState, schedule: Schedule, duration: number): number | null {
  let left = duration;
  for (const { from, to } of stretchesOf(clock)) {
    const end = afterWorking(schedule, from, left);
    if (end !== null && end <= to) return end;
    if (to === Infinity) return null;
    left -= workedBetween(schedule, from, to);
  }
  return null;
}
/**
 * When a clock is due (ms), and when its warning is: when `warn` counted minutes are left. Null: while it is paused, if it has no warning,
 * or if the team does not work that much within a year.
 */
export function momentsOf(
  clock: ClockState,
  { minutes, warn, counts }: { readonly minutes: number; readonly warn: number | null; readonly counts: Policy["counts"] },
  hours: Schedule,
): { readonly dueAt: number | null; readonly warnAt: number | null } {
  const schedule = scheduleOf(counts, hours);
  const dueAt = momentAfter(clock, schedule, minutes * MINUTE);
  const warnAt = warn === null || warn >= minutes ? null : momentAfter(clock, schedule, (minutes - warn) * MINUTE);
  return { dueAt, warnAt };
}
