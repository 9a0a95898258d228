// Rate limits, counted in the batch of the effect itself: exact at the limit, and a refusal leaves no trace.
import { days, hours, minutes } from "#kernel/clock/index.ts";
import type { Limit } from "#kernel/config/index.ts";
import { rateLimited, type Refusal } from "#kernel/errors/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { m } from "#messages";

export interface Counter {
  /** The name shown in a refusal. */
  readonly limit: string;
  readonly key: string;
  readonly window: number;
  readonly expiresAt: number;
  readonly add: number;
  readonly max: number;
  /** The sentence shown when the limit is reached; a general one by default. */
  readonly refusal?: () => string;
}

const periodOf = (limit: string): number => (limit.endsWith("Minute") ? minutes(1) : limit.endsWith("Hour") ? hours(1) : days(1));

/** A counter of one of the `RATE_LIMITS`. Windows are UTC minutes, hours and days. */
export function counter<N extends string>(limits: Readonly<Record<N, Limit>>, limit: N, subject: string, now: number, add = 1): Counter {
  const { max, refusal } = limits[limit];
  return { ...customCounter(limit, subject, now, periodOf(limit), max, add), ...(refusal === undefined ? {} : { refusal }) };
}
/** A counter with its own name and period in milliseconds, for example for sign-in attempts. */
export function customCounter(limit: string, subject: string, now: number, period: number, max: number, add = 1): Counter {
  const window = Math.floor(now / period) * period;
  return { limit, key: `${limit}:${subject}`, window, expiresAt: window + period, add, max };
}

const STORED = ["limit", "key", "window", "expiresAt", "add", "max"] satisfies (keyof Counter)[];
const list = (counters: readonly Counter[]): SQL => sql`json_each(${JSON.stringify(counters, STORED)})`;

/** Condition: no counter would exceed its limit. */
export const belowLimits = (counters: readonly Counter[]): SQL => sql`NOT EXISTS (
  SELECT 1 FROM ${list(counters)} j LEFT JOIN abuse_counters a ON a.key = j.value ->> 'key' AND a.window = j.value ->> 'window'
  WHERE coalesce(a.n, 0) + (j.value ->> 'add') > (j.value ->> 'max'))`;
/** Increments the counters if `when` holds, that is, if the effect was written. */
export const writeCounters = (counters: readonly Counter[], when: SQL): SQL => sql`
  INSERT INTO abuse_counters (key, window, n, expires_at)
  SELECT value ->> 'key', value ->> 'window', value ->> 'add', value ->> 'expiresAt' FROM ${list(counters)} WHERE ${when}
  ON CONFLICT (key, window) DO UPDATE SET n = n + excluded.n`;
/** Expression: the index of the first counter that is full, or null. */
export const firstFull = (counters: readonly Counter[]): SQL => sql`(
  SELECT j.key FROM ${list(counters)} j LEFT JOIN abuse_counters a ON a.key = j.value ->> 'key' AND a.window = j.value ->> 'window'
  WHERE coalesce(a.n, 0) + (j.value ->> 'add') > (j.value ->> 'max') ORDER BY j.key LIMIT 1)`;
/** Reverts counts of something that did not happen after all. */
export const writeRefund = (counters: readonly Pick<Counter, "key" | "window" | "add">[], when: SQL): SQL => sql`
  UPDATE abuse_counters SET n = max(0, n - (SELECT j.value ->> 'add' FROM json_each(${JSON.stringify(counters)}) j WHERE j.value ->> 'key' = abuse_counters.key AND j.value ->> 'window' = abuse_counters.window))
  WHERE (key, window) IN (SELECT value ->> 'key', value ->> 'window' FROM json_each(${JSON.stringify(counters)})) AND ${when}`;
/** Deletes the counters of these limits (`Config.limitsKeyedByPerson`) for these contacts or conversations, if `when` holds. */
export const writeDeleteCounters = (limits: readonly string[], subjects: readonly string[], when: SQL = sql`1`): SQL =>
  sql`DELETE FROM abuse_counters WHERE key IN (SELECT l.value || ':' || s.value FROM json_each(${JSON.stringify(limits)}) l JOIN json_each(${JSON.stringify(subjects)}) s) AND ${when}`;

/** Deletes up to `limit` counters whose window has expired. */
export const writeDeleteExpiredCounters = (now: number, limit: number): SQL =>
  sql`DELETE FROM abuse_counters WHERE (key, window) IN (SELECT key, window FROM abuse_counters WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit})`;

/** The refusal for a full counter. Its `retryAfter` is in whole seconds until the window ends. */
export function limitRefusal(full: Counter, now: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((full.expiresAt - now) / 1000));
  return rateLimited(full.limit, retryAfter, full.refusal?.() ?? m.kernel_too_many_requests());
}
