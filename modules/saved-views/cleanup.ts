// What ends: drafts that nobody saved, deleted views, and their indexes. Also keeps the views of projects up to date that nobody looks at.
import { hours, minutes } from "#kernel/clock/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { projectCleanup, teamChange } from "#modules/projects";
import { catchUp } from "./catch-up.ts";
import { isBehind, readDropped, readDueWalks, readWalk, writeDropped, writeEmptied, writeWalk } from "./index-queries.ts";
import { readEnded, writeAllDeleted, writeGone, writeOrphansDeleted } from "./queries.ts";

/** A filter that was not saved is forgotten after a day. */
const DRAFTS_LAST = hours(24);
/** As long as a deleted view can be restored. */
const RESTORABLE = minutes(10);
const ENDED_AT_ONCE = 20;
const INDEXES_AT_ONCE = 10;
const ROWS_AT_ONCE = 300;
const WALK_AFTER = minutes(5);
const WALKS_AT_ONCE = 5;

export async function cleanUp(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [ended, dropped, due] = await ctx.db.read(
    readEnded(now - DRAFTS_LAST, now - RESTORABLE, ENDED_AT_ONCE),
    readDropped(INDEXES_AT_ONCE),
    readDueWalks(now - WALK_AFTER, WALKS_AT_ONCE),
  );
  const statements = [
    ...ended.flatMap(({ projectId, id, indexId }) => [writeGone(projectId, id), writeDropped(projectId, indexId, now)]),
    ...dropped.flatMap(({ projectId, id }) => writeEmptied(projectId, id, ROWS_AT_ONCE)),
  ];
  if (statements.length > 0) await ctx.db.commit(statements);
  for (const projectId of due) {
    const [walk] = await ctx.db.read(readWalk(projectId));
    // With nothing to enter, it only notes that it looked.
    const last = walk && !isBehind(walk) ? writeWalk(projectId, walk, [], now) : await catchUp(ctx, projectId, walk);
    if (last.length > 0) await ctx.db.commit(last);
  }
}

export const cleanups: Provided[] = [
  provide(projectCleanup, { name: "saved views", statements: (projectId, when, now) => [writeAllDeleted(projectId, when, now)] }),
  provide(teamChange, { name: "saved views", statements: (projectId, when, now) => [writeOrphansDeleted(projectId, when, now)] }),
];
