// Counts a call of a token against its limit.
import type { TokenPrincipal } from "#kernel/auth/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { belowLimits, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";

/** A person who works with an assistant stays far below; a program in a loop does not get far. */
const CALLS_PER_MINUTE = 120;

/** Counts one call. Throws `rate_limited` when the token has made too many this minute. */
export async function countCall({ caller, clock, db }: RequestCtx<TokenPrincipal>): Promise<void> {
  const now = clock.now();
  const counted = customCounter("apiTokenCallsPerMinute", caller.tokenId, now, minutes(1), CALLS_PER_MINUTE);
  const [written] = await db.commit([writeCounters([counted], belowLimits([counted]))]);
  if (written === 0) throw limitRefusal(counted, now);
}
