// Rate limits of anonymous readers. They count by IP address, of which only a keyed hash is kept until the window ends.
import { keyedHash } from "#kernel/auth/index.ts";
import { as, type Query, queryOne, type QueryResults, sql } from "#kernel/db/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";

/** The part of a request context that routes for readers need. */
export type ReaderCtx = Pick<RequestCtx, "env" | "db" | "config" | "clock" | "address" | "fetch" | "log" | "after" | "registry">;

/** The counter of the reader's IP address; none if the platform does not provide the address. */
export const addressCounter = async (ctx: ReaderCtx, name: string, period: number, max: number): Promise<Counter[]> =>
  ctx.address === undefined ? [] : [customCounter(name, await keyedHash(ctx.env, ctx.db, ctx.address), ctx.clock.now(), period, max)];

/** Counts a request and reads, in one round trip. Throws `rate_limited`; then nothing was counted. */
export async function countedRead<const P extends readonly Query<unknown>[]>(
  ctx: ReaderCtx,
  counters: readonly Counter[],
  ...parts: P
): Promise<QueryResults<P>> {
  const [counted, ...rows] = await ctx.db.commitAndRead(
    [writeCounters(counters, belowLimits(counters))],
    queryOne(sql`SELECT changes() ${as.number("n")}`, (row) => row.n),
    ...parts,
  );
  if (counted !== 0) return rows as unknown as QueryResults<P>;
  const [full] = await ctx.db.read(queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}`, (row) => row.full));
  throw limitRefusal(counters[full ?? 0] as Counter, ctx.clock.now());
}
