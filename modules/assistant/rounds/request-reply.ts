// Asks the assistant for an answer, for a member or a visitor.
import { actorOf, type MemberPrincipal, type VisitorPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { conflict, notConfigured, notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, writeCounters } from "#kernel/limits/index.ts";
import { m } from "#messages";
import { aiUnavailable, isBelowSpending, modelAmong, readChosen } from "#modules/ai";
import { frontierAhead, newAssignment, newEvent, readNewer, readOwnOne, readSummary, record, staleFrontier } from "#modules/conversations";
import { readAnswering, readBegun, roundExists, teamAnswers, writeRound, writeTouched, type NewRound } from "../store/rounds.ts";
import { isEnabled, readEnabled } from "../store/settings.ts";
import { configuringOf } from "../extension.ts";
import { newRound, versionFor } from "./begin-round.ts";
import { commandsOf } from "./commands.ts";
import { roundJob } from "./job.ts";
import { answersKind } from "./kinds.ts";

/** The statements that request a round where `when` holds: the round, what it reserves, and its job. */
function writeRequest(ctx: Pick<RequestCtx, "registry">, jobId: string, round: NewRound, when: SQL): SQL[] {
  const { projectId, conversationId, now } = round;
  const started = roundExists(projectId, round.id);
  const job = {
    id: jobId,
    kind: roundJob.kind,
    key: `assistant.round:${round.commands[0]}`,
    payload: { projectId, conversationId, cause: round.id, author: "system" },
    projectId,
    dueAt: now,
  };
  return [
    ...(configuringOf(ctx)?.writes(round, now) ?? []),
    writeRound(round, "requested", 0, versionFor(ctx, round), when),
    writeCounters(round.counters, started),
    writeTouched(round, now, started),
    writeJobs([job], now, started),
  ];
}

/** Stale frontiers are refused first, so that the person sees what is new; then what is missing, then ceilings. */
export async function requestAiReply(
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, frontier }: { readonly clientId: string; readonly frontier: number },
): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [newer, summary, chosen] = await ctx.db.read(
    readNewer(projectId, conversationId, frontier, 200, false),
    readSummary([], projectId, conversationId, null),
    readChosen(projectId),
  );
  if (!summary) throw notFound();
  if (frontier > summary.revision) throw frontierAhead();
  const own = actorOf(ctx.caller);
  const missed = newer.filter(
    ({ event }) =>
      (event.kind === "message" && event.actor.id !== ctx.caller.accountId) || event.kind === "status" || event.kind === "assigned",
  );
  if (missed.length > 0) throw staleFrontier({ revision: summary.revision, events: newer.map((row) => row.event) });
  const model = modelAmong(ctx, chosen, "reply");
  if (model instanceof Refusal) throw model;
  const round = newRound(ctx, { projectId, conversationId }, commandsOf(clientId, own), true);
  const within = isBelowSpending(projectId, ctx.config, round.now);
  const change = newEvent(answersKind, { to: "assistant", reason: "given", roundId: null });
  const jobId = newId("job", round.now);
  await record(ctx, {
    conversationId,
    clientId,
    frontier,
    event: change,
    followers: [{ event: newAssignment(null), when: sql`c.assignee_id IS NOT NULL`, implied: true }],
    requires: {
      when: sql`${within} AND ${belowLimits(round.counters)} AND c.status <> 'closed'`,
      explain: async () => {
        throw summary.status === "closed" ? conflict(m.assistant_conversation_closed()) : aiUnavailable(ctx.clock.now());
      },
    },
    writes: (done) => writeRequest(ctx, jobId, round, done),
  });
  wakeJobs(ctx, [jobId]);
  return { ok: true };
}

/** Asks for an answer to the visitor's own conversation. */
export async function requestOwnAiReply(
  ctx: RequestCtx<VisitorPrincipal>,
  conversationId: ConversationId,
  clientId: string,
): Promise<{ ok: true }> {
  const { projectId, contactId } = ctx.caller;
  const place = { projectId, conversationId };
  const [own, chosen, enabled, answering] = await ctx.db.read(
    readOwnOne(projectId, contactId, conversationId),
    readChosen(projectId),
    readEnabled(projectId),
    readAnswering(place),
  );
  if (!own) throw notFound();
  const model = modelAmong(ctx, chosen, "reply");
  if (model instanceof Refusal) throw model;
  if (!enabled) throw notConfigured("AI reply", [], m.assistant_is_off());
  if (answering?.answers === "team") throw conflict(m.assistant_people_answer());
  const actor = actorOf(ctx.caller);
  const round = newRound(ctx, place, commandsOf(clientId, actor), true);
  const within = isBelowSpending(projectId, ctx.config, round.now);
  const jobId = newId("job", round.now);
  const [begun] = await ctx.db.commitAndRead(
    writeRequest(ctx, jobId, round, sql`${isEnabled(projectId)} AND ${within} AND NOT ${teamAnswers(place)}`),
    readBegun(round, within),
  );
  if (!begun.known && !begun.open)
    throw begun.full || !begun.withinSpending ? aiUnavailable(ctx.clock.now()) : conflict(m.assistant_people_answer());
  wakeJobs(ctx, [jobId]);
  return { ok: true };
}
