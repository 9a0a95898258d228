// Counts a call of a token against its limit.
import type { TokenPrincipal } from "#kernel/auth/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { belowLimits, type Counter, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";

/** A person who works with an assistant stays far below; a program in a loop does not get far. */
const CALLS_PER_MINUTE = 120;

/** The counter of a token's calls, by what identifies it. */
export const callCounter = (token: string, now: number): Counter =>
  customCounter("apiTokenCallsPerMinute", token, now, minutes(1), CALLS_PER_MINUTE);

/** Counts one call. Throws `rate_limited` when the token has made too many this minute. */
export async function countCall({ caller, clock, db }: RequestCtx<TokenPrincipal>): Promise<void> {
  const now = clock.now();
  const counted = callCounter(caller.tokenId, now);
  const [written] = await db.commit([writeCounters([counted], belowLimits([counted]))]);
  if (written === 0) throw limitRefusal(counted, now);
}
