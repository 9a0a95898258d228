// Decides what follows an attempt at sending mail. Pure.
import { hours, minutes, seconds } from "#kernel/clock/index.ts";
import { m } from "#messages";
import type { Outcome } from "../providers/provider.ts";
import type { DeliveryState } from "../delivery.ts";

// Fifteen hours in all: outlasts most outages of a provider, and stays within the 24 hours for which idempotency keys are remembered.
const RETRY_DELAYS = [seconds(30), minutes(2), minutes(10), minutes(30), hours(1), hours(2), hours(4), hours(7)];
/** Longest wait that a provider's Retry-After can cause. */
const LONGEST_DELAY = hours(7);

export interface Next {
  readonly state: DeliveryState;
  readonly error: string | null;
  readonly providerId?: string | null;
  /** Milliseconds until the next attempt, for a mail that is queued again. */
  readonly in?: number;
  /** Suppress the address. */
  readonly suppress?: true;
}
/** What follows an attempt; `tried`: attempts since a person last requested it, including this one. */
export function afterAttempt(outcome: Outcome, tried: number): Next {
  const wait = RETRY_DELAYS[tried - 1];
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
        in: Math.min(LONGEST_DELAY, Math.max(wait, seconds(outcome.after ?? 0))),
      };
    case "ambiguous":
      if (outcome.again && wait !== undefined) return { state: "queued", error: m.email_will_retry({ reason: outcome.reason }), in: wait };
      return {
        state: "needs_review",
        error: m.email_may_have_been_sent({ reason: outcome.reason }),
      };
  }
}

/** The sentence shown for a mail that could not be sent because variables are missing. */
export const notConfiguredSentence = (missing: readonly string[]): string => m.email_not_sent_missing({ missing: missing.join(", ") });
