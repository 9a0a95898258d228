// Reads what a merge would do, and where a merged conversation goes on.
import { iso } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { keptConversation, readSummaries, readSummary, registeredRowFields } from "#modules/conversations";
import { as, query, sql } from "#kernel/db/index.ts";
import { type MergePreview, UNDO_FOR } from "./contract.ts";
import { type MemberCtx, refusalOf } from "./merge-conversation.ts";
import { readNumbers, readRoom, readSides, readStanding } from "./queries.ts";
import { stateAfter } from "./rules.ts";

export async function previewMerge(ctx: MemberCtx, from: ConversationId, into: ConversationId): Promise<MergePreview> {
  const { projectId, accountId } = ctx.caller;
  const pair = { projectId, from, into };
  const [sides, room, numbers, summaries] = await ctx.db.read(
    readSides(pair, accountId),
    readRoom(pair),
    readNumbers(pair),
    readSummaries(registeredRowFields(ctx), projectId, [from, into], accountId),
  );
  const goes = summaries.find(({ id }) => id === from);
  const stays = summaries.find(({ id }) => id === into);
  if (!sides.from || !sides.into || !goes || !stays) throw notFound();
  const both = { from: sides.from, into: sides.into };
  return {
    ...{ from: goes, into: stays, ...numbers },
    status: stateAfter(both.from, both.into).status,
    waits: both.from.waitingSince !== null,
    refusal: refusalOf(both, room)?.message ?? null,
  };
}

export async function readMerge(ctx: MemberCtx, conversationId: ConversationId) {
  const { projectId, accountId } = ctx.caller;
  const fields = registeredRowFields(ctx);
  const [here, standing, [kept]] = await ctx.db.read(
    readSummary([], projectId, conversationId, null),
    readStanding(projectId, conversationId),
    query(sql`SELECT ${keptConversation(projectId, conversationId)} ${as.of<{ id: ConversationId }>("id")}`, (rows) =>
      rows.map(({ id }) => id),
    ),
  );
  if (!here) throw notFound();
  if (!standing || kept === undefined) return { merge: null };
  const [into] = await ctx.db.read(readSummary(fields, projectId, kept, accountId));
  if (!into) return { merge: null };
  const until = standing.mergedAt + UNDO_FOR;
  return { merge: { into, mergedAt: iso(standing.mergedAt), undoUntil: until > ctx.clock.now() ? iso(until) : null } };
}
