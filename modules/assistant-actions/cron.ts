// Cron tasks of actions, in bounded portions: ends runs whose process died, and removes old rows.
import type { Ctx } from "#kernel/module/index.ts";
import { writeLostRuns, writeOldGone } from "./run-queries.ts";

const PER_TICK = 200;

export async function endLostRuns(ctx: Ctx): Promise<void> {
  await ctx.db.commit([writeLostRuns(ctx.clock.now(), PER_TICK)]);
}
export async function removeOldRuns(ctx: Ctx): Promise<void> {
  await ctx.db.commit(writeOldGone(ctx.clock.now(), PER_TICK));
}
