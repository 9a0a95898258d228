// What ends a canned reply for good: a day after it was deleted, when its project is deleted, or when its member leaves.
import { days } from "#kernel/clock/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { writeRemoveKeptAmong } from "#modules/files";
import { isMember, projectCleanup, teamChange } from "#modules/projects";
import { filesOfReply, isDue, readDue, writeDeletedOfFormer, writeDeletedOfProject, writeGone } from "./queries.ts";

/** For so long a deletion can be undone. */
const KEEP_DELETED = days(1);
/** The minute of each hour that looks, so that the others cost nothing. */
const LOOKS_AT = 38;
const PER_TICK = 200;

export const cleanup: Provided[] = [
  provide(projectCleanup, {
    name: "canned-replies",
    statements: (projectId, when, now) => [writeDeletedOfProject(projectId, now, when)],
  }),
  provide(teamChange, {
    name: "canned-replies",
    statements: (projectId, when, now) => [writeDeletedOfFormer(projectId, (account) => isMember(projectId, account), now, when)],
  }),
];

export async function removeDeleted(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  if (new Date(now).getUTCMinutes() !== LOOKS_AT) return;
  const before = now - KEEP_DELETED;
  const [due] = await ctx.db.read(readDue(before, PER_TICK));
  if (due.length === 0) return;
  await ctx.db.commit(
    due.flatMap(({ id, projectId }) => [
      writeRemoveKeptAmong(projectId, filesOfReply(projectId, id), isDue(projectId, id, before)),
      writeGone(projectId, id, before),
    ]),
  );
}
