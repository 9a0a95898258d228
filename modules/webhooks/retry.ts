// When what was not accepted is tried again. Decisions without I/O.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import { GIVE_UP_DAYS } from "./contract.ts";

/** Milliseconds after which a delivery is given up. */
export const GIVE_UP = days(GIVE_UP_DAYS);
/** Failures in a row after which only one attempt is made at a time. */
export const HELD_AFTER = 3;
const LONGEST = hours(6);
/** A share of the wait by which it differs, so that what failed together is not tried together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt: a minute, then twice as long each time, at most six hours. `random` from 0 to 1. `retryAfter`: the
 * seconds that the other system asked for.
 */
export function waitAfter(attempts: number, random: number, retryAfter = 0): number {
  const wait = Math.min(LONGEST, minutes(1) * 2 ** Math.max(0, attempts - 1));
  return Math.max(Math.round(wait * (1 + JITTER * (2 * random - 1))), retryAfter * 1000);
}

/** Milliseconds for which nothing is sent to a webhook after so many failures in a row: a minute, at most an hour. */
export const holdAfter = (failures: number): number =>
  failures < HELD_AFTER ? 0 : Math.min(hours(1), minutes(1) * 2 ** (failures - HELD_AFTER));
