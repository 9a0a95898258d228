// Removes uploads that were never attached: pending ones after an hour, stored ones after a week, because drafts keep them that long, or later if they are kept for a reply that is sent later.
import { days, hours } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readRemoving, writeExpire, writeRelease } from "./queries.ts";

const PER_TICK = 50;

export async function removeUnattachedFiles(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const over = now - hours(1);
  const [removing] = await ctx.db.commitAndRead([writeExpire(now, over, now - days(7), PER_TICK)], readRemoving(over, PER_TICK));
  if (removing.length === 0) return;
  await ctx.env.FILES.delete(removing.map((f) => f.objectKey));
  for (const { id } of removing) await ctx.db.commit(writeRelease(id));
}
