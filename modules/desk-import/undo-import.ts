// Undoes a run: removes the conversations, contacts and canned replies that it created, and leaves what somebody has worked on since.
import { sql } from "#kernel/db/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { writeDeletedReplies } from "#modules/canned-replies";
import { writeRemoveUnused } from "#modules/contacts";
import { conversationExists, writeRemoveImported } from "#modules/conversations";
import { writeDetach } from "#modules/files";
import { writeLeavesViews } from "#modules/saved-views";
import { writeNoTagsOf } from "#modules/tags";
import {
  isNotUndone,
  isUntouched,
  isUnused,
  madeReplies,
  mayWork,
  readMadeContacts,
  readUndoable,
  type Run,
  type Undoable,
  writeCounted,
  writeEnded,
  writeForgetItem,
  writeForgetPeople,
  writeProgress,
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
  else await leave(ctx, run, next);
  return false;
}

/** Leaves a conversation that was worked on since, or that the run only added to. */
async function leave(ctx: Ctx, run: Run, { sourceId }: Undoable): Promise<void> {
  const open = isNotUndone(run, sourceId);
  await ctx.db.commit([writeCounted(run, "spared", open), writeUndone(run, sourceId, "left", open)]);
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

/** Removes contacts that the run made and that nothing else belongs to. */
async function undoContacts(ctx: Ctx, run: Run): Promise<boolean> {
  const now = ctx.clock.now();
  let at: ContactId | null = run.at as ContactId | null;
  const [made] = await ctx.db.read(readMadeContacts({ ...run, at }, CONTACTS));
  at = made.at(-1) ?? at;
  await ctx.db.commit([
    ...made.map((id) => writeRemoveUnused(run.projectId, id, isUnused(run, id))),
    writeForgetPeople(run, made),
    ...(made.length < CONTACTS
      ? [writeDeletedReplies(run.projectId, madeReplies(run), now, mayWork(run, "undoing")), ...writeUndoneReplies(run)]
      : []),
    ...(made.length < CONTACTS ? [writeEnded(run, "undone", now)] : [writeProgress(run, { phase: "contacts", at }, now)]),
  ]);
  return true;
}
