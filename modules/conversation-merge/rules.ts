// Decides what a merge makes of the one that stays. Pure.
import type { Status } from "#modules/conversations/contract";

export interface State {
  readonly status: Status;
  /** Milliseconds since 1970; null for a snooze until the customer's next message, and for any other status. */
  readonly snoozedUntil: number | null;
  /** Since when the customer waits, in milliseconds since 1970; null if they do not. */
  readonly waitingSince: number | null;
}
const RANK: Readonly<Record<Status, number>> = { closed: 0, snoozed: 1, open: 2 };

/**
 * The state of the one that stays: that of the more open one of both, and the longer wait. Nobody who waited is forgotten because the other
 * conversation was closed.
 */
export function stateAfter(from: State, into: State): State {
  const more = RANK[from.status] > RANK[into.status] ? from : into;
  const waits = [from.waitingSince, into.waitingSince].filter((since) => since !== null);
  return { status: more.status, snoozedUntil: more.snoozedUntil, waitingSince: waits.length === 0 ? null : Math.min(...waits) };
}
