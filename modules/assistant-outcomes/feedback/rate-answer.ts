// What a visitor thinks of an answer of the assistant.
import type { VisitorPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import { belowLimits, customCounter, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { publishToMembers, readOwnOne, writeAnswerRating } from "#modules/conversations";
import type { Rating } from "../contract.ts";
import { settle } from "../outcome/settle.ts";
import { isAnswer, readIsAnswer, readRating, writeRating, writeTouched } from "../queries.ts";

/** Far more than there are answers to rate. */
const PER_HOUR = 60;

export async function rateAnswer(
  ctx: RequestCtx<VisitorPrincipal>,
  conversationId: ConversationId,
  messageId: MessageId,
  rating: Rating,
): Promise<{ rating: Rating }> {
  const { projectId, contactId } = ctx.caller;
  const of = { projectId, conversationId, messageId };
  const now = ctx.clock.now();
  const limit = customCounter("ratingsPerContactHour", `${projectId}:${contactId}`, now, hours(1), PER_HOUR);
  const isOwn = sql`EXISTS (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND id = ${conversationId} AND contact_id = ${contactId})`;
  const may = sql`${isOwn} AND ${isAnswer(of)} AND ${belowLimits([limit])}`;
  const [own, answer, stored] = await ctx.db.commitAndRead(
    [
      ...writeRating(of, rating, now, may),
      writeAnswerRating(of, rating, may),
      writeTouched(of, now, may),
      // Last: the others would see the limit as reached by themselves.
      writeCounters([limit], may),
    ],
    readOwnOne(projectId, contactId, conversationId),
    readIsAnswer(of),
    readRating(of),
  );
  if (!own || !answer) throw notFound();
  if (stored !== rating) throw limitRefusal(limit, now);
  ctx.after(publishToMembers(ctx.env, projectId, { type: "rated", conversationId, messageId, rating }));
  ctx.after(settle(ctx, of).then(() => undefined));
  return { rating };
}
