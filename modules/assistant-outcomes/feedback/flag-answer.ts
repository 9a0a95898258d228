// Flags of members: an answer of the assistant that was not good, and what customers think of answers, for the thread.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import { readSummary } from "#modules/conversations";
import type { Feedback, Flag } from "../contract.ts";
import { settle } from "../outcome/settle.ts";
import { isAnswer, readFeedback, readIsAnswer, writeFlag, writeTouched } from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** The last flag counts. The outcome is up to date when this answers. */
export async function flagAnswer(
  ctx: Ctx,
  conversationId: ConversationId,
  messageId: MessageId,
  flag: Flag | null,
): Promise<{ feedback: Feedback }> {
  const { projectId, accountId } = ctx.caller;
  const of = { projectId, conversationId, messageId };
  const now = ctx.clock.now();
  const [answer, feedback] = await ctx.db.commitAndRead(
    [writeFlag(of, flag, accountId, now), writeTouched(of, now, sql`${isAnswer(of)}`)],
    readIsAnswer(of),
    readFeedback(of),
  );
  if (!answer) throw notFound();
  await settle(ctx, of);
  return { feedback: feedback.find((one) => one.messageId === messageId) ?? { messageId, rating: null, flag: null } };
}

export async function listFeedback(ctx: Ctx, conversationId: ConversationId): Promise<{ items: Feedback[]; next: null }> {
  const { projectId } = ctx.caller;
  const [conversation, items] = await ctx.db.read(
    readSummary([], projectId, conversationId, null),
    readFeedback({ projectId, conversationId }),
  );
  if (!conversation) throw notFound();
  return { items, next: null };
}
