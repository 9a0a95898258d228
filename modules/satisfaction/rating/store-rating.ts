// Stores an answer: the event of the thread, the request and what the assignee is told are one batch, whichever way the answer came.
import { sha256, type VisitorPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { conflict, Refusal } from "#kernel/errors/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { m } from "#messages";
import { asAuthor, newEvent, record } from "#modules/conversations";
import { notifyMembers } from "#modules/notifications";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Score } from "../contract.ts";
import { mayRate, readRequest, type StoredRequest, writeRating } from "../queries.ts";
import { isBadNews, PER_HOUR } from "../rules.ts";
import { ratingKind } from "./kind.ts";

export interface Rating {
  readonly clientId: string;
  readonly score: Score;
  readonly comment: string;
}
const isStored = (request: StoredRequest | undefined, { score, comment }: Rating): boolean =>
  request?.state === "answered" && request.score === score && request.comment === comment;

/**
 * Stores the answer to a question of the contact's, and answers the request as it is then. The same answer again changes nothing. Throws
 * `conflict` when it can't be answered any more, `rate_limited`, `not_found`.
 */
export async function storeRating(ctx: RequestCtx, request: StoredRequest, rating: Rating): Promise<StoredRequest> {
  const { projectId, id, conversationId, contactId, operatorId } = request;
  if (isStored(request, rating)) return request;
  const now = ctx.clock.now();
  const caller: VisitorPrincipal = { kind: "visitor", projectId, contactId, sessionId: "" as never, verified: false };
  const author = asAuthor(ctx, caller);
  const tells = isBadNews(rating.score, request.score) && operatorId !== null;
  const notifying = await notifyMembers(ctx, {
    ...{ projectId, conversationId, contactId, event: "badRating", cause: `${id}:${request.version}` },
    members: tells ? [operatorId] : [],
  });
  try {
    await record(author, {
      conversationId,
      clientId: `rating:${rating.clientId}`,
      event: newEvent(ratingKind, {
        requestId: id,
        score: rating.score,
        changed: request.state === "answered",
        version: request.version + 1,
      }),
      // The comment is not in the event.
      fingerprint: { only: [id, rating.score, sha256(rating.comment)] },
      counters: [customCounter("ratingsPerContactHour", `${projectId}:${contactId}`, now, hours(1), PER_HOUR)],
      requires: { when: mayRate(request, now), otherwise: m.satisfaction_closed() },
      writes: (done) => [writeRating(request, rating, now, done), ...notifying.statements(done)],
    });
    notifying.announce();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
    // The same answer may have arrived twice at once.
    const [now] = await ctx.db.read(readRequest(projectId, id));
    if (now && isStored(now, rating)) return now;
    throw conflict(m.satisfaction_closed());
  }
  const [stored] = await ctx.db.read(readRequest(projectId, id));
  if (!stored) throw conflict(m.satisfaction_closed());
  return stored;
}
