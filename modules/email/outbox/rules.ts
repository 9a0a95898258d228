// Decisions of the outbox, without I/O.
import { hours, minutes, seconds } from "#kernel/clock/index.ts";
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
      if (wait === undefined) return { state: "failed", error: `${outcome.reason} Tried ${tried} times.` };
      return {
        state: "queued",
        error: `${outcome.reason} We’ll try again.`,
        in: Math.min(LONGEST, Math.max(wait, seconds(outcome.after ?? 0))),
      };
    case "ambiguous":
      if (outcome.again && wait !== undefined) return { state: "queued", error: `${outcome.reason} We’ll try again.`, in: wait };
      return {
        state: "needs_review",
        error: `${outcome.reason} It may have been sent. Check with the provider or the customer before you resend.`,
      };
  }
}

/** The sentence that stands beside an answer that could not go out for want of configuration. */
export const notConfiguredSentence = (missing: readonly string[]): string =>
  `Email isn’t set up, so this wasn’t sent. Missing: ${missing.join(", ")}.`;
