// Rate limits of anonymous readers: counted by address, of which only a keyed hash is kept until its window ends.
import { keyedHash } from "#kernel/auth/index.ts";
import { as, type Query, queryOne, type QueryResults, sql } from "#kernel/db/index.ts";
import { belowLimits, type Counter, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";

/** What a door has of a request. */
export type ReaderCtx = Pick<RequestCtx, "env" | "db" | "config" | "clock" | "address" | "fetch" | "log" | "after" | "registry">;

/** A counter of the reader's address; none where the platform tells no address. */
export const addressCounter = async (ctx: ReaderCtx, name: string, period: number, max: number): Promise<Counter[]> =>
  ctx.address === undefined ? [] : [customCounter(name, await keyedHash(ctx.env, ctx.db, ctx.address), ctx.clock.now(), period, max)];

/** Counts a request and reads, in one trip. Throws `rate_limited`, and then nothing was counted. */
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
