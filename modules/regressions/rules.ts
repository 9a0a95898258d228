// Decisions of regression runs without I/O.
import { days, hours } from "#kernel/clock/index.ts";
import { isKnownZone, momentOf, shownAt } from "#kernel/clock/local-time.ts";
import type { SetQuestionId } from "#kernel/ids/index.ts";
import { pairedDifference } from "#modules/evaluation/contract";
import type { SetQuestion } from "#modules/question-sets/contract";
import type { GivenPlan } from "./contract.ts";

// The runtime may have lost a zone that it knew when the plan was saved.
const zoneOf = (timeZone: string): string => (isKnownZone(timeZone) ? timeZone : "UTC");

/**
 * The next moment (ms) after `now` at which the schedule is due; null if it is off. An hour that the clock skips is due just after the change, one
 * that it shows twice is due the first time.
 */
export function nextDue(
  { schedule, weekday, hour, timeZone }: Pick<GivenPlan, "schedule" | "weekday" | "hour" | "timeZone">,
  now: number,
): number | null {
  if (schedule === "off") return null;
  const zone = zoneOf(timeZone);
  const today = Math.floor(shownAt(zone, now) / days(1)) * days(1);
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = today + days(ahead);
    // 1 January 1970 was a Thursday.
    if (schedule === "weekly" && ((day / days(1) + 3) % 7) + 1 !== weekday) continue;
    const at = momentOf(zone, day + hours(hour));
    if (at > now) return at;
  }
  return null;
}
/** The local month of a moment: `2026-11`. */
export const monthOf = (timeZone: string, now: number): string => new Date(shownAt(zoneOf(timeZone), now)).toISOString().slice(0, 7);

/** Whether its failure weighs so much that it alone is a worsening: it has forbidden statements, or people should have answered. */
export const isGuarded = ({ forbidden, outcome }: Pick<SetQuestion, "forbidden" | "outcome">): boolean =>
  forbidden.length > 0 || outcome === "hand_over";

export interface Found {
  /** Questions with a result in both runs. */
  readonly compared: number;
  readonly worse: readonly SetQuestionId[];
  readonly better: number;
  /** Undefined without a question in common. */
  readonly shares: { readonly difference: number; readonly low: number; readonly high: number } | undefined;
}
/** Compares two runs by the questions that have a result in both. */
export function compare(before: ReadonlyMap<SetQuestionId, boolean>, after: ReadonlyMap<SetQuestionId, boolean>): Found {
  const common = [...after].flatMap(([id, passed]) => {
    const was = before.get(id);
    return was === undefined ? [] : [{ id, before: was, after: passed }];
  });
  return {
    compared: common.length,
    worse: common.filter((one) => one.before && !one.after).map(({ id }) => id),
    better: common.filter((one) => !one.before && one.after).length,
    shares: pairedDifference(common),
  };
}
/** Whether the run is worse: the whole interval of the difference lies below zero, or a guarded question failed that had passed. */
export const isWorse = ({ shares, worse }: Found, guarded: ReadonlySet<string>): boolean =>
  (shares !== undefined && shares.high < 0) || worse.some((id) => guarded.has(id));
