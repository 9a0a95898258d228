// Takes a conversation from the assistant, or stops what it is writing.
import type { MemberPrincipal, VisitorPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId, ConversationId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import {
  newEvent,
  publishToMembers,
  publishToVisitor,
  readOwnOne,
  readSummary,
  record,
  type RecordCtx,
  type Recorded,
} from "#modules/conversations";
import type { AssistantState } from "#modules/conversations/contract";
import type { Ctx } from "#kernel/module/index.ts";
import { touchWrites } from "../extension.ts";
import { type Place, readAnswering, readOpenRound, teamAnswers, writeStopped } from "../store/rounds.ts";
import { isEnabled } from "../store/settings.ts";
import { answersKind } from "./kinds.ts";

/** Tells whoever is connected what became of the round. */
function tell(ctx: Pick<Ctx, "env" | "after">, { projectId, conversationId }: Place, contactId: ContactId, state: AssistantState): void {
  ctx.after(publishToVisitor(ctx.env, projectId, contactId, { type: "assistant", conversationId, state, text: "" }));
  ctx.after(publishToMembers(ctx.env, projectId, { type: "assistant", conversationId, roundId: "", state: "stopped", text: "" }));
}

/** Refused where people answer already. The event also stops the round that is going on. */
export async function takeOver(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId, clientId: string): Promise<Recorded> {
  const place = { projectId: ctx.caller.projectId, conversationId };
  const recorded = await record(ctx, {
    conversationId,
    clientId,
    event: newEvent(answersKind, { to: "team", reason: "taken", roundId: null }),
    requires: { when: sql`NOT ${teamAnswers(place)}`, otherwise: m.assistant_people_answer() },
    writes: (done) => touchWrites(ctx, place, done),
  });
  tell(ctx, place, recorded.conversation.contact.id, "team");
  return recorded;
}

export interface HandOver {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  /** A further condition. */
  readonly when: SQL;
}
/**
 * Leaves a conversation to the team because a rule says so, and stops the round that is going on. Whether it did, now or by an earlier call; not
 * where people answer already, or the assistant is off.
 */
export async function handOver(ctx: RecordCtx, { conversationId, clientId, when }: HandOver): Promise<boolean> {
  const place = { projectId: ctx.caller.projectId, conversationId };
  try {
    const { conversation } = await record(ctx, {
      conversationId,
      clientId,
      event: newEvent(answersKind, { to: "team", reason: "monitoring", roundId: null }),
      requires: { when: sql`${isEnabled(place.projectId)} AND NOT ${teamAnswers(place)} AND c.assignee_id IS NULL AND ${when}` },
      writes: (done) => touchWrites(ctx, place, done),
    });
    tell(ctx, place, conversation.contact.id, "team");
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
    return false;
  }
}

/** Does nothing where no round is going on. */
export async function stopRound(ctx: RequestCtx<MemberPrincipal>, conversationId: ConversationId): Promise<{ ok: true }> {
  const place = { projectId: ctx.caller.projectId, conversationId };
  const [summary] = await ctx.db.read(readSummary([], place.projectId, conversationId, null));
  if (!summary) throw notFound();
  await ctx.db.commit([...writeStopped(place, "member", ctx.clock.now(), sql`1`), ...touchWrites(ctx, place, sql`1`)]);
  tell(ctx, place, summary.contact.id, "idle");
  return { ok: true };
}

export async function stopOwnRound(ctx: RequestCtx<VisitorPrincipal>, conversationId: ConversationId): Promise<{ ok: true }> {
  const { projectId, contactId } = ctx.caller;
  const [own] = await ctx.db.read(readOwnOne(projectId, contactId, conversationId));
  if (!own) throw notFound();
  const place = { projectId, conversationId };
  await ctx.db.commit([...writeStopped(place, "visitor", ctx.clock.now(), sql`1`), ...touchWrites(ctx, place, sql`1`)]);
  tell(ctx, place, contactId, "idle");
  return { ok: true };
}

/** A visitor's wish for a person is obeyed at once; where people answer already it changes nothing. */
export async function askForPerson(
  ctx: RequestCtx<VisitorPrincipal>,
  conversationId: ConversationId,
  clientId: string,
): Promise<{ ok: true }> {
  const { projectId, contactId } = ctx.caller;
  const place = { projectId, conversationId };
  try {
    await record(ctx, {
      conversationId,
      clientId,
      event: newEvent(answersKind, { to: "team", reason: "asked", roundId: null }),
      requires: { when: sql`NOT ${teamAnswers(place)}` },
      writes: (done) => touchWrites(ctx, place, done),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
  }
  tell(ctx, place, contactId, "team");
  return { ok: true };
}

const SHOWN = { requested: "looking", retrieving: "looking" } as const;
export async function readOwnAssistant(
  ctx: RequestCtx<VisitorPrincipal>,
  conversationId: ConversationId,
): Promise<{ state: AssistantState }> {
  const { projectId, contactId } = ctx.caller;
  const place = { projectId, conversationId };
  const [own, answering, open] = await ctx.db.read(
    readOwnOne(projectId, contactId, conversationId),
    readAnswering(place),
    readOpenRound(place),
  );
  if (!own) throw notFound();
  if (answering?.answers === "team") return { state: "team" };
  if (open === undefined) return { state: "idle" };
  return { state: open === "requested" || open === "retrieving" ? SHOWN[open] : "writing" };
}
