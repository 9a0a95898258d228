// Ends calls whose worker died, and forgets old ones.
import { days, minutes } from "#kernel/clock/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readLost, writeForgetCalls, writeForgetUsage } from "../queries.ts";
import { dayOf } from "../rules.ts";
import { endStatements } from "./run-model.ts";

/** After a call's deadline its worker has this long to store the end. */
const GRACE = minutes(2);
const MOST = 50;
const KEEP_CALLS = days(40);
const KEEP_USAGE = days(400);

/** A lost call counts as its estimate: the provider may have answered, and nobody knows how much. */
export async function endLostCalls(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [lost] = await ctx.db.read(readLost(now - GRACE, MOST));
  const ended = { state: "lost", input: 0, cached: 0, output: 0, source: "estimate", providerRequest: null, error: null } as const;
  if (lost.length > 0)
    await ctx.db.commit(lost.flatMap((call) => endStatements(call, call.counted, { ...ended, cost: call.estimate }, now)));
}

/** Removes calls after 40 days and sums after 400. */
export async function forgetOldUsage(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  // Once an hour is enough, and the first minutes of an hour are as good as any.
  if (Math.floor(now / minutes(1)) % 60 !== 0) return;
  await ctx.db.commit([writeForgetCalls(newId("modelCall", now - KEEP_CALLS), 500), writeForgetUsage(dayOf(now - KEEP_USAGE), 500)]);
}
