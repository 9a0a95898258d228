// Reads what moving a conversation to a contact would do, and where a conversation was moved from.
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { ContactId, ConversationId } from "#kernel/ids/index.ts";
import { readSummary, registeredRowFields } from "#modules/conversations";
import { type MovePreview, UNDO_FOR } from "./contract.ts";
import { findMove, type MemberCtx, refusalOf } from "./move-conversation.ts";
import { readStanding } from "./queries.ts";

export async function previewMove(ctx: MemberCtx, id: ConversationId, contactId: ContactId): Promise<MovePreview> {
  const found = await findMove(ctx, id, contactId);
  const { source, contact, messages } = found;
  return {
    messages: messages.length,
    files: messages.reduce((sum, { files }) => sum + files, 0),
    merged: source.hasMerged,
    repliesTo: contact.email === null ? null : { email: contact.email, verified: contact.emailVerified },
    waits: source.waitingSince !== null,
    refusal: refusalOf(found)?.message ?? null,
  };
}

export async function readMove(ctx: MemberCtx, id: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const [here, move] = await ctx.db.read(readSummary([], projectId, id, null), readStanding(projectId, id));
  if (!here) throw notFound();
  if (!move) return { move: null };
  const [from] = await ctx.db.read(readSummary(registeredRowFields(ctx), projectId, move.from, accountId));
  if (!from) return { move: null };
  const until = move.movedAt + UNDO_FOR;
  const canUndo = until > ctx.clock.now() && !move.isWritten && here.mergedInto === undefined;
  return { move: { from, movedAt: iso(move.movedAt), undoUntil: canUndo ? iso(until) : null } };
}
