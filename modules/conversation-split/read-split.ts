// Reads what splitting a message off would do, and where a conversation was split off from.
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { readSummary, registeredRowFields } from "#modules/conversations";
import { MAX_QUOTED } from "#modules/conversations/contract";
import { type SplitPreview, UNDO_FOR } from "./contract.ts";
import { readStanding } from "./queries.ts";
import { stillWaitsSince, waitsIn } from "./rules.ts";
import { findSplit, type MemberCtx, refusalOf, type Wanted } from "./split-conversation.ts";

export async function previewSplit(ctx: MemberCtx, id: ConversationId, wanted: Wanted): Promise<SplitPreview> {
  const found = await findSplit(ctx, id, wanted);
  const messages = found.messages.slice(0, MAX_QUOTED);
  const theirs = messages.filter(({ role }) => role === "visitor").length;
  const ids = new Set(messages.map((message) => message.id));
  return {
    messages: theirs,
    replies: messages.length - theirs,
    files: messages.reduce((sum, { files }) => sum + files, 0),
    waits: waitsIn(messages) !== null,
    stillWaits: stillWaitsSince(found.source.waitingSince, found.unanswered, ids) !== null,
    refusal: refusalOf(found, wanted)?.message ?? null,
  };
}

export async function readSplit(ctx: MemberCtx, id: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const [here, split] = await ctx.db.read(readSummary([], projectId, id, null), readStanding(projectId, id));
  if (!here) throw notFound();
  if (!split) return { split: null };
  const [from] = await ctx.db.read(readSummary(registeredRowFields(ctx), projectId, split.from, accountId));
  if (!from) return { split: null };
  const until = split.splitAt + UNDO_FOR;
  const canUndo = until > ctx.clock.now() && !split.isWritten && here.mergedInto === undefined;
  return { split: { from, splitAt: iso(split.splitAt), undoUntil: canUndo ? iso(until) : null } };
}
