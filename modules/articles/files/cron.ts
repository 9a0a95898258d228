// Removes images that no draft or version has used for some days, and those of deleted projects.
import type { Ctx } from "#kernel/module/index.ts";
import { writeRemoveKept } from "#modules/files";
import { noArticleHolds, readLoose, writeDrop, writePutOff } from "./queries.ts";

const PER_TICK = 20;

export async function removeUnusedFiles(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [loose] = await ctx.db.commitAndRead([writePutOff(now, PER_TICK)], readLoose(now, PER_TICK));
  if (loose.length === 0) return;
  await ctx.db.commit(loose.flatMap((row) => [writeDrop(row), writeRemoveKept(row.projectId, row.fileId, noArticleHolds(row))]));
}
