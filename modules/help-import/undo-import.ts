// Undoes a run: removes what it created, restores what it replaced, and leaves and reports what somebody has changed since.
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import {
  buildPublication,
  readPublishable,
  renderAfterRemoval,
  startRendering,
  writeDraft,
  writeRemovedCollection,
  writesForHiddenTexts,
} from "#modules/articles";
import {
  isNotUndone,
  isOurs,
  mayWork,
  readEmptyCollections,
  readUndoable,
  type Run,
  type Undoable,
  writeCounted,
  writeEnded,
  writeForgetItem,
  writeItemRevision,
  writeProgress,
  writeRemovedText,
  writeUndone,
} from "./queries.ts";

const COLLECTIONS = 50;

/** Undoes the next article. Returns true when nothing is left. */
export async function undoNext(ctx: Ctx, run: Run): Promise<boolean> {
  const [next] = await ctx.db.read(readUndoable(run));
  if (next === undefined) return await endUndo(ctx, run);
  const { projectId } = run;
  const { articleId, locale } = next;
  const [text] = await ctx.db.read(readPublishable(projectId, articleId, locale));
  if (text === undefined) await leaveText(ctx, run, next);
  else if (next.outcome === "created") await removeText(ctx, run, next, text.revision);
  else if (next.before !== null) await restoreText(ctx, run, next, text);
  else await leaveText(ctx, run, next);
  return false;
}

/** Leaves a text that somebody changed since, or that is gone. */
async function leaveText(ctx: Ctx, run: Run, row: Undoable): Promise<void> {
  const open = isNotUndone(run, row);
  await ctx.db.commit([writeCounted(run, "spared", open), writeUndone(run, row, "left", open)]);
}

async function removeText(ctx: Ctx, run: Run, row: Undoable, revision: number): Promise<void> {
  const { projectId } = run;
  const { articleId, locale } = row;
  const now = ctx.clock.now();
  const when = sql`${isOurs(run, row, articleId, revision)} AND ${isNotUndone(run, row)}`;
  const { job, decides, done } = startRendering(projectId, await renderAfterRemoval(ctx, projectId, articleId), now, when);
  const [stored] = await ctx.db.commit([
    decides,
    writeCounted(run, "removed", done),
    ...writeRemovedText(projectId, articleId, locale, done),
    ...(await writesForHiddenTexts(projectId, articleId, locale, now, done)),
    writeForgetItem(run, row, done),
    writeUndone(run, row, "removed", done),
  ]);
  if (stored === 1) wakeJobs(ctx, [job]);
  else await leaveText(ctx, run, row);
}

async function restoreText(ctx: Ctx, run: Run, row: Undoable, text: Parameters<typeof buildPublication>[1]): Promise<void> {
  const { projectId } = run;
  const { articleId, locale, before } = row;
  if (before === null) return;
  const now = ctx.clock.now();
  const { title, summary, content } = before;
  const ours = sql`${isOurs(run, row, articleId, text.revision)} AND ${isNotUndone(run, row)}`;
  const after = { ...text, title, summary, content, revision: text.revision + 1 };
  // Condition: the text is restored but the row not yet marked; true between the first statement and the last.
  const done = sql`${isOurs(run, row, articleId, after.revision)} AND ${isNotUndone(run, row)}`;
  // Readers see what the run published, so the text they saw before is published again.
  const wants = before.live === 1 && text.liveRevision === text.revision;
  const published = wants ? await buildPublication({ projectId, articleId, locale }, after, run.by, now, done) : undefined;
  const [stored] = await ctx.db.commit([
    writeDraft({ projectId, articleId, locale, title, summary, content, slug: undefined, by: run.by, now }, text.revision, ours),
    writeItemRevision(run, row, sql`changes() > 0`, before.hash),
    ...(published?.statements ?? []),
    writeCounted(run, "restored", done),
    writeUndone(run, row, "restored", done),
  ]);
  if (stored === 0) await leaveText(ctx, run, row);
  else if (published) wakeJobs(ctx, [published.job]);
}

/** Removes collections that the run created and that are empty now. */
async function endUndo(ctx: Ctx, run: Run): Promise<boolean> {
  const now = ctx.clock.now();
  const [empty] = await ctx.db.read(readEmptyCollections(run, COLLECTIONS));
  const is = mayWork(run, "undoing");
  const { job, decides } = startRendering(run.projectId, { all: true }, now, is);
  const last = empty.length < COLLECTIONS;
  await ctx.db.commit([
    ...empty.flatMap((id) => writeRemovedCollection(run.projectId, id, now, is)),
    ...(last ? [decides, writeEnded(run, "undone", now)] : [writeProgress(run, { phase: "undo", at: run.at }, now)]),
  ]);
  if (last) wakeJobs(ctx, [job]);
  return last;
}
