// What ends a macro for good: a day after it was deleted, when its project is deleted, or when its member leaves.
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { isMember, projectCleanup, teamChange } from "#modules/projects";
import { KEPT, writeDeletedOfFormer, writeDeletedOfProject, writeOldGone } from "./queries.ts";

/** The minute of each hour that looks, so that the others cost nothing. */
const LOOKS_AT = 37;
const ROWS_AT_ONCE = 500;
/** Of each hour at most. */
const PAGES = 40;

export const cleanup: Provided[] = [
  provide(projectCleanup, { name: "macros", statements: (projectId, when, now) => [writeDeletedOfProject(projectId, now, when)] }),
  provide(teamChange, {
    name: "macros",
    statements: (projectId, when, now) => [writeDeletedOfFormer(projectId, (account) => isMember(projectId, account), now, when)],
  }),
];

export async function removeOld(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (new Date(now).getUTCMinutes() !== LOOKS_AT) return;
  for (let page = 0; page < PAGES; page += 1) {
    const gone = await ctx.db.commit(writeOldGone(now - KEPT, ROWS_AT_ONCE));
    if (gone.every((rows) => rows < ROWS_AT_ONCE)) return;
  }
}
