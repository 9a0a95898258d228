// Undoes a run: removes the conversations, contacts and canned replies that it created, and leaves what somebody has worked on since.
import { sql } from "#kernel/db/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { writeDeletedReplies } from "#modules/canned-replies";
import { writeRemoveUnused } from "#modules/contacts";
import { conversationExists, readLastBefore, writeRemoveAdded, writeRemoveImported } from "#modules/conversations";
import { writeDetach } from "#modules/files";
import { writeConversationsChanged, writeLeavesViews } from "#modules/saved-views";
import { writeNoTagsOf, writeRemoveUnusedTags, writeTagsBack } from "#modules/tags";
import { IMPORT_UNDONE } from "./contract.ts";
import {
  isNotUndone,
  isUntouched,
  isUnused,
  madeReplies,
  madeTags,
  mayTakeBack,
  mayWork,
  readAddition,
  readMadeContacts,
  readUndoable,
  type Run,
  type Undoable,
  writeCounted,
  writeEnded,
  writeForgetAddition,
  writeForgetItem,
  writeForgetPeople,
  writeForgetTags,
  writeProgress,
  writeTakenBack,
  writeUndone,
  writeUndoneReplies,
} from "./queries.ts";

const CONTACTS = 40;

/** Undoes the next ticket, or the next contacts. Returns true when nothing is left for this slice. */
export async function undoNext(ctx: Ctx, run: Run): Promise<boolean> {
  if (run.phase === "contacts") return await undoContacts(ctx, run);
  const [next] = await ctx.db.read(readUndoable(run));
  if (next === undefined) {
    await ctx.db.commit([writeProgress(run, { phase: "contacts", at: null }, ctx.clock.now())]);
    return await undoContacts(ctx, { ...run, phase: "contacts", at: null });
  }
  if (next.outcome === "created") await removeConversation(ctx, run, next);
  else await takeBack(ctx, run, next);
  return false;
}

/** Leaves a conversation that was worked on since. */
async function leave(ctx: Ctx, run: Run, { sourceId }: Undoable): Promise<void> {
  const open = isNotUndone(run, sourceId);
  await ctx.db.commit([writeCounted(run, "spared", open), writeUndone(run, sourceId, "left", open), writeForgetAddition(run, sourceId)]);
}

async function removeConversation(ctx: Ctx, run: Run, row: Undoable): Promise<void> {
  const { projectId } = run;
  const { sourceId, conversationId } = row;
  const when = sql`${isNotUndone(run, sourceId)} AND ${isUntouched(run, sourceId)}`;
  const gone = sql`${isNotUndone(run, sourceId)} AND NOT ${conversationExists(projectId, conversationId)}`;
  await ctx.db.commit([
    writeDetach(sql`SELECT id FROM messages WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`, when),
    writeNoTagsOf(projectId, conversationId, when),
    writeLeavesViews(projectId, conversationId, when),
    ...writeRemoveImported({ projectId, conversationId }, ctx.clock.now(), when),
    writeCounted(run, "removed", gone),
    writeForgetItem(run, sourceId, gone),
    writeUndone(run, sourceId, "removed", gone),
  ]);
  // What it did not apply to was worked on since.
  await leave(ctx, run, row);
}

/** Takes back what the run added to an earlier run's conversation, unless somebody, or a later run, has written there since. */
async function takeBack(ctx: Ctx, run: Run, row: Undoable): Promise<void> {
  const { projectId } = run;
  const { sourceId } = row;
  const [addition] = await ctx.db.read(readAddition(run, sourceId));
  if (addition === undefined) return await leave(ctx, run, row);
  const { conversationId, before, tags, state } = addition;
  const added = { projectId, conversationId, before };
  const [last] = await ctx.db.read(readLastBefore(added));
  const now = ctx.clock.now();
  const open = isNotUndone(run, sourceId);
  const when = sql`${open} AND ${mayTakeBack(run, addition)}`;
  const gone = sql`${open} AND NOT ${conversationExists(projectId, conversationId)}`;
  await ctx.db.commit([
    writeDetach(
      sql`SELECT id FROM messages WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND revision > ${before}`,
      when,
    ),
    ...(state === null ? [] : writeTagsBack(projectId, conversationId, tags, when)),
    writeConversationsChanged(projectId, sql`SELECT ${conversationId} AS id WHERE ${when}`),
    ...writeRemoveAdded(added, { last, state, lastActivityAt: addition.lastActivityAt }, IMPORT_UNDONE, now, when),
    writeCounted(run, "removed", when),
    ...writeTakenBack(run, addition, when),
    writeUndone(run, sourceId, "removed", when),
    // It went with the conversation, which an earlier run made.
    writeCounted(run, "removed", gone),
    writeUndone(run, sourceId, "removed", gone),
  ]);
  await leave(ctx, run, row);
}

/** Removes contacts, canned replies and tags that the run made and that nothing else belongs to. */
async function undoContacts(ctx: Ctx, run: Run): Promise<boolean> {
  const now = ctx.clock.now();
  let at: ContactId | null = run.at as ContactId | null;
  const [made] = await ctx.db.read(readMadeContacts({ ...run, at }, CONTACTS));
  at = made.at(-1) ?? at;
  await ctx.db.commit([
    ...made.map((id) => writeRemoveUnused(run.projectId, id, isUnused(run, id))),
    writeForgetPeople(run, made),
    ...(made.length < CONTACTS
      ? [
          writeDeletedReplies(run.projectId, madeReplies(run), now, mayWork(run, "undoing")),
          ...writeUndoneReplies(run),
          writeRemoveUnusedTags(run.projectId, madeTags(run), mayWork(run, "undoing")),
          writeForgetTags(run),
        ]
      : []),
    ...(made.length < CONTACTS ? [writeEnded(run, "undone", now)] : [writeProgress(run, { phase: "contacts", at }, now)]),
  ]);
  return true;
}
