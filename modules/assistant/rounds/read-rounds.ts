// Reads rounds for the team: those of a conversation, and one with its trace.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, RoundId } from "#kernel/ids/index.ts";
import { readSummary } from "#modules/conversations";
import type { Round, Trace } from "../contract/rounds.ts";
import { readRoundOf, readRoundsOf, readTrace } from "../store/rounds.ts";

export async function listRounds(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId): Promise<{ items: Round[] }> {
  const { projectId } = ctx.caller;
  const [conversation, items] = await ctx.db.read(
    readSummary([], projectId, conversationId, null),
    readRoundsOf({ projectId, conversationId }),
  );
  if (!conversation) throw notFound();
  return { items };
}
export async function readRound(
  ctx: RequestCtx<MemberPrincipal>,
  id: RoundId,
): Promise<{ round: Round; question: string | null; trace: Trace | null }> {
  const { projectId } = ctx.caller;
  const [round, found] = await ctx.db.read(readRoundOf(projectId, id), readTrace(projectId, id));
  if (!round) throw notFound();
  return { round, question: found?.question ?? null, trace: found?.trace ?? null };
}
