import type { Ctx } from "#kernel/module/index.ts";
import { writeExpiredDeleted } from "./visitor-address/queries.ts";

const PER_TICK = 200;

/** Deletes expired codes and return links. */
export async function deleteExpiredCodesAndLinks(ctx: Ctx): Promise<void> {
  await ctx.db.commit(writeExpiredDeleted(ctx.clock.now(), PER_TICK));
}
