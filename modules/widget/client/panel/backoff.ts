// Delays before reconnecting.

const FIRST = 500;
const LONGEST = 30_000;
/** A connection that lasted this long was a good one: the next loss starts from the shortest wait again. */
export const STABLE = 10_000;

/**
 * Milliseconds before try number `attempt` (0 = the first after a loss). Full jitter: anywhere between nothing and the
 * bound, so that browsers that lost the same server do not come back in one wave.
 */
export const waitBefore = (attempt: number, random: number = Math.random()): number =>
  Math.round(random * Math.min(LONGEST, FIRST * 2 ** attempt));
