import type { Ctx } from "#kernel/module/index.ts";
import { writeSweptProofs } from "./visitor-address/queries.ts";

const PER_TICK = 200;

/** Codes and links whose time is over go. */
export async function sweepProofs(ctx: Ctx): Promise<void> {
  await ctx.db.commit(writeSweptProofs(ctx.clock.now(), PER_TICK));
}
