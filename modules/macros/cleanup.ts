// What ends a macro for good: a day after it was deleted, when its project is deleted, or when its member leaves.
import { days } from "#kernel/clock/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { isMember, projectCleanup, teamChange } from "#modules/projects";
import { writeDeletedOfFormer, writeDeletedOfProject, writeOldGone } from "./queries.ts";

/** For so long a deletion, and a macro that was applied, can be undone. */
const KEPT = days(1);
/** The minute of each hour that looks, so that the others cost nothing. */
const LOOKS_AT = 37;
const ROWS_AT_ONCE = 500;

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
  await ctx.db.commit(writeOldGone(now - KEPT, ROWS_AT_ONCE));
}
