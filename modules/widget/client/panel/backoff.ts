// Delays before reconnecting.

const FIRST = 500;
const LONGEST = 30_000;
/** A connection of this duration counts as stable: the next loss starts with the shortest delay again. */
export const STABLE = 10_000;

/**
 * Milliseconds before attempt number `attempt` (0 = the first after a loss). Full jitter between zero and the maximum, so that browsers
 * that lost the same server do not all return at once.
 */
export const waitBefore = (attempt: number, random: number = Math.random()): number =>
  Math.round(random * Math.min(LONGEST, FIRST * 2 ** attempt));
