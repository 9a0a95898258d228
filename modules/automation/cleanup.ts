// What ends: runs after 30 days, what says when rules replied after one, and everything of a deleted project.
import { days } from "#kernel/clock/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeOldRunsGone, writeProjectGone } from "./queries.ts";
import { writeOldRepliesGone } from "./reply-queries.ts";

const KEPT = days(30);
/** The minute of each hour that looks, so that the others cost nothing. */
const LOOKS_AT = 41;
const ROWS_AT_ONCE = 1000;
/** Of each hour at most. */
const PAGES = 40;

export const deleteWithProject: Provided = provide(projectCleanup, {
  name: "automation",
  statements: (projectId, when) => writeProjectGone(projectId, when),
});

export async function forgetRuns(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (new Date(now).getUTCMinutes() !== LOOKS_AT) return;
  for (let page = 0; page < PAGES; page += 1) {
    const [gone = 0] = await ctx.db.commit([writeOldRunsGone(now - KEPT, ROWS_AT_ONCE)]);
    if (gone < ROWS_AT_ONCE) break;
  }
  for (let page = 0; page < PAGES; page += 1) {
    const [gone = 0] = await ctx.db.commit([writeOldRepliesGone(now - days(1), ROWS_AT_ONCE)]);
    if (gone < ROWS_AT_ONCE) return;
  }
}
