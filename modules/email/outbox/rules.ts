// Decisions of the outbox, without I/O.
import { hours, minutes, seconds } from "#kernel/clock/index.ts";
import { m } from "#messages";
import type { Outcome } from "../providers/provider.ts";
import type { DeliveryState } from "../delivery.ts";

// Fifteen hours in all: a provider's bad day passes, and a key for repetitions is known for 24.
const WAITS = [seconds(30), minutes(2), minutes(10), minutes(30), hours(1), hours(2), hours(4), hours(7)];
/** No provider's own wish makes a mail wait longer. */
const LONGEST = hours(7);

export interface Next {
  readonly state: DeliveryState;
  readonly error: string | null;
  readonly providerId?: string | null;
  /** When to try again; only of a mail that is queued again. */
  readonly in?: number;
  /** The address takes no mail: nothing more is sent there. */
  readonly suppress?: true;
}
/** What follows an attempt; `tried` = attempts since a person last asked for it, with this one. */
export function afterAttempt(outcome: Outcome, tried: number): Next {
  const wait = WAITS[tried - 1];
  switch (outcome.kind) {
    case "sent":
      return { state: "sent", error: null, providerId: outcome.providerId };
    case "bounced":
      return { state: "bounced", error: outcome.reason, suppress: true };
    case "refused":
      return { state: "failed", error: outcome.reason };
    case "retry":
      if (wait === undefined) return { state: "failed", error: m.email_tried_times({ reason: outcome.reason, tried }) };
      return {
        state: "queued",
        error: m.email_will_retry({ reason: outcome.reason }),
        in: Math.min(LONGEST, Math.max(wait, seconds(outcome.after ?? 0))),
      };
    case "ambiguous":
      if (outcome.again && wait !== undefined) return { state: "queued", error: m.email_will_retry({ reason: outcome.reason }), in: wait };
      return {
        state: "needs_review",
        error: m.email_may_have_been_sent({ reason: outcome.reason }),
      };
  }
}

/** The sentence that stands beside an answer that could not go out for want of configuration. */
export const notConfiguredSentence = (missing: readonly string[]): string => m.email_not_sent_missing({ missing: missing.join(", ") });
