// The question in the widget, for the visitor whose conversation it is about.
import type { VisitorPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, SatisfactionRequestId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { readOwnOne } from "#modules/conversations";
import type { OwnQuestion } from "../contract.ts";
import { readNewest, type StoredRequest, writeShown } from "../queries.ts";
import { CHANGEABLE_FOR } from "../rules.ts";
import { readWording, type Wording } from "../settings-queries.ts";
import { type Rating, storeRating } from "./store-rating.ts";

type Ctx = RequestCtx<VisitorPrincipal>;
interface Own {
  question: OwnQuestion | null;
}

/** What the visitor sees of it; null if it is asked elsewhere, or not any more. */
function ownOf(request: StoredRequest | undefined, { on, question, scale }: Wording, now: number): OwnQuestion | null {
  if (!request || request.widgetAt === null || request.askedIn === "mail") return null;
  const { id, state, score, comment, widgetAt, ratedAt, expiresAt } = request;
  const opens = { requestId: id, question: question === "" ? null : question, scale, opensAt: iso(widgetAt), score, comment };
  if (state === "answered") return (ratedAt ?? 0) > now - CHANGEABLE_FOR ? { ...opens, state } : null;
  return (state === "due" || state === "asked") && expiresAt > now && on ? { ...opens, state } : null;
}

async function find(ctx: Ctx, conversationId: ConversationId): Promise<{ request: StoredRequest | undefined; wording: Wording }> {
  const { projectId, contactId } = ctx.caller;
  const [own, request, wording] = await ctx.db.read(
    readOwnOne(projectId, contactId, conversationId),
    readNewest({ projectId, conversationId }, contactId),
    readWording(projectId),
  );
  if (!own) throw notFound();
  return { request, wording };
}

export async function ownQuestion(ctx: Ctx, conversationId: ConversationId): Promise<Own> {
  const { request, wording } = await find(ctx, conversationId);
  return { question: ownOf(request, wording, ctx.clock.now()) };
}

export async function noteShown(ctx: Ctx, conversationId: ConversationId, requestId: SatisfactionRequestId): Promise<Own> {
  const { projectId, contactId } = ctx.caller;
  const { request, wording } = await find(ctx, conversationId);
  if (request?.id !== requestId) throw notFound();
  const now = ctx.clock.now();
  const [after] = await ctx.db.commitAndRead(
    [writeShown(projectId, requestId, contactId, now)],
    readNewest({ projectId, conversationId }, contactId),
  );
  return { question: ownOf(after, wording, now) };
}

export async function rateOwn(
  ctx: Ctx,
  conversationId: ConversationId,
  { requestId, ...rating }: Rating & { readonly requestId: SatisfactionRequestId },
): Promise<Own> {
  const { request, wording } = await find(ctx, conversationId);
  if (request?.id !== requestId) throw notFound();
  if (request.askedIn !== "widget") throw conflict(m.satisfaction_closed());
  const stored = await storeRating(ctx, request, rating);
  return { question: ownOf(stored, wording, ctx.clock.now()) };
}
