// Imports canned replies, among those that the project shares. Each is one batch with its row of the report.
import { sha256 } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isStoredReply, readReplyObstacles, readSharedReplies, writeChangedReply, writeNewReply } from "#modules/canned-replies";
import { MAX_SHORTCUT, MAX_TEXT, MAX_TITLE } from "#modules/canned-replies/contract";
import { HelpDeskError } from "#modules/help-import";
import type { Outcome } from "./contract.ts";
import type { DeskReader, DeskReply } from "#modules/help-desks";
import {
  isAttempt,
  isUnreported,
  type Note,
  readReplyItems,
  readReported,
  type ReplyItem,
  type Run,
  writeCounted,
  writeReplyItem,
  writeRow,
} from "./queries.ts";
import { rowIdOf } from "./row-kinds.ts";
import { uuidOf } from "./rules.ts";

/** Imports a page. Returns the cursor of the next one; null after the last. A token that may not read them costs the replies alone. */
export async function importReplies(ctx: Ctx, run: Run, reader: DeskReader, at: string | null): Promise<string | null> {
  if (reader.replies === undefined) return null;
  let page: Awaited<ReturnType<typeof reader.replies>>;
  try {
    page = await reader.replies(at, true);
  } catch (error) {
    if (!(error instanceof HelpDeskError) || (error.reason !== "refused" && error.reason !== "missing")) throw error;
    await report(ctx, run, { id: "", title: "" }, "skipped", "replies_refused");
    return null;
  }
  const ids = page.replies.map(({ id }) => id);
  const [reported, items, shared] = await ctx.db.read(
    readReported(
      run,
      ids.map((id) => rowIdOf("reply", id)),
    ),
    readReplyItems(run, ids),
    readSharedReplies(run.projectId),
  );
  for (const reply of page.replies) {
    if (reported.has(rowIdOf("reply", reply.id))) continue;
    const item = items.find(({ sourceId }) => sourceId === reply.id);
    if (item === undefined) await create(ctx, run, reply);
    else
      await update(
        ctx,
        run,
        reply,
        item,
        shared.find(({ id }) => id === item.replyId),
      );
  }
  return page.next;
}

const hashOf = ({ title, shortcut, text }: DeskReply): string => sha256(JSON.stringify([title, shortcut, text])).slice(0, 32);
const titleOf = (reply: Pick<DeskReply, "title">): string => reply.title.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TITLE) || "…";
const notesOf = ({ more }: DeskReply): Note[] => (more ? [["reply_more", ""]] : []);
/** The source's word, if it may be one of ours. */
const wordOf = ({ shortcut }: DeskReply): string => {
  const word = shortcut.trim().toLowerCase().slice(0, MAX_SHORTCUT);
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(word) ? word : "";
};

async function create(ctx: Ctx, run: Run, reply: DeskReply): Promise<void> {
  const now = ctx.clock.now();
  const id = newId("cannedReply", now);
  const { projectId } = run;
  if (reply.text.length > MAX_TEXT) return await report(ctx, run, reply, "skipped", "reply_long");
  const [obstacles] = await ctx.db.read(readReplyObstacles(projectId, null, wordOf(reply), id));
  if (obstacles?.room === false) return await report(ctx, run, reply, "skipped", "reply_room");
  const shortcut = obstacles?.free === false ? "" : wordOf(reply);
  const notes = shortcut === reply.shortcut ? notesOf(reply) : [...notesOf(reply), ["reply_word", reply.shortcut] as const];
  if (run.dry) return await report(ctx, run, reply, "created", null, notes);
  const open = isUnreported(run, rowIdOf("reply", reply.id));
  const isThere = isStoredReply(projectId, id, 1);
  const attempt = newId("event", now);
  const [stored] = await ctx.db.commit([
    writeNewReply(
      {
        ...{ id, projectId, owner: null, by: run.by, now, shortcut, files: [], title: titleOf(reply), text: reply.text },
        // Of this run: what an earlier one made may have been removed.
        clientId: uuidOf(`${run.id} ${rowIdOf("reply", reply.id)}`),
      },
      open,
    ),
    writeReplyItem(run, { sourceId: reply.id, replyId: id, changed: hashOf(reply), version: 1 }, sql`${isThere} AND ${open}`),
    writeRow(run, rowOf(reply, "created", null, attempt, notes), isThere),
    writeCounted(run, "replies", isAttempt(run, rowIdOf("reply", reply.id), attempt)),
  ]);
  // Somebody took the last place or the word in this moment.
  if (stored === 0) await report(ctx, run, reply, "skipped", "reply_room");
}

async function update(
  ctx: Ctx,
  run: Run,
  reply: DeskReply,
  item: ReplyItem,
  here: { readonly version: number; readonly shortcut: string } | undefined,
): Promise<void> {
  const { projectId } = run;
  if (here === undefined) return await report(ctx, run, reply, "skipped", "removed_here");
  if (item.changed === hashOf(reply)) return await report(ctx, run, reply, "unchanged", null);
  if (here.version !== item.version) return await report(ctx, run, reply, "kept", "worked_on_here");
  if (reply.text.length > MAX_TEXT) return await report(ctx, run, reply, "skipped", "reply_long");
  if (run.dry) return await report(ctx, run, reply, "updated", null, notesOf(reply));
  const now = ctx.clock.now();
  const version = item.version + 1;
  const open = isUnreported(run, rowIdOf("reply", reply.id));
  const isThere = isStoredReply(projectId, item.replyId, version);
  const attempt = newId("event", now);
  const [stored] = await ctx.db.commit([
    writeChangedReply(
      {
        ...{ id: item.replyId, projectId, me: run.by, version: item.version, now },
        ...{ title: titleOf(reply), shortcut: here.shortcut, text: reply.text, files: [] },
      },
      sql`1`,
      open,
    ),
    writeReplyItem(run, { ...item, changed: hashOf(reply), version }, sql`${isThere} AND ${open}`),
    writeRow(run, rowOf(reply, "updated", null, attempt, notesOf(reply)), isThere),
    writeCounted(run, "replies", isAttempt(run, rowIdOf("reply", reply.id), attempt)),
  ]);
  if (stored === 0) await report(ctx, run, reply, "kept", "worked_on_here");
}

const rowOf = (
  reply: Pick<DeskReply, "id" | "title">,
  outcome: Outcome,
  reason: string | null,
  attempt: string,
  notes: readonly Note[],
) => ({
  ...{ sourceId: rowIdOf("reply", reply.id), title: reply.title.slice(0, 300), outcome, reason, attempt, notes },
  ...{ conversationId: null, contactId: null },
});
/** Reports a reply of which nothing is stored. */
async function report(
  ctx: Ctx,
  run: Run,
  reply: Pick<DeskReply, "id" | "title">,
  outcome: Outcome,
  reason: string | null,
  notes: readonly Note[] = [],
): Promise<void> {
  await ctx.db.commit([writeRow(run, rowOf(reply, outcome, reason, newId("event", ctx.clock.now()), notes), sql`1`)]);
}
