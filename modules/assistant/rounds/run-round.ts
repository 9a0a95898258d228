// Carries out a round: begins it, asks, checks, and stores what came of it in the batch that also checks that it may still be said.
import type { AssistantPrincipal } from "#kernel/auth/index.ts";
import { conflict, Refusal } from "#kernel/errors/index.ts";
import type { RoundId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { isActive } from "#modules/contacts";
import { asAuthor, contactOf, newEvent, newMessage, newStatus, record, type RecordCtx } from "#modules/conversations";
import { m } from "#messages";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { contextOf, missingVariables, seesImages } from "#modules/ai";
import { DEFAULT_GUIDANCE, type Guidance } from "../contract/guidance.ts";
import { guidanceText } from "../contract/guidance-text.ts";
import type { HandoverReason, RoundState, SkipReason, Trace } from "../contract/rounds.ts";
import { touchWrites } from "../extension.ts";
import { RoundFrames } from "../live/publish.ts";
import { say, sayBack } from "../words/said.ts";
import {
  isOwn,
  type NewRound,
  type OwnRound,
  type Place,
  teamAnswers,
  writeAnswering,
  writeCited,
  writeCost,
  writeEnd,
  writeSent,
  writeSkipped,
  writeTrace,
} from "../store/rounds.ts";
import { answerRound, type Outcome } from "./answer-round.ts";
import { type Beginning, beginRound, newRound } from "./begin-round.ts";
import { answersKind, skippedKind } from "./kinds.ts";
import { summaryJobFor } from "../history/summarise.ts";
import { type Room, roomIn, summaryDue } from "../history/context-window.ts";
import { isRead } from "../history/turns.ts";
import { isBeingAnswered } from "#modules/undo-send";
import { type Asked, decide, MAIL, type State } from "./rules.ts";
import { isSafeQuestion } from "./safe-question.ts";
import { textOf } from "./shown.ts";

/** Attempts of workers that died, after which people answer. */
const MOST_ATTEMPTS = 3;
/** Far more than the customer can cause: after some, people answer. */
const MOST_RESTARTS = 10;

/** Does what a message, a member or a visitor asked for, once. Never throws what another attempt could not mend. */
export async function runRound(ctx: Ctx, place: Place, commands: NewRound["commands"], explicit: boolean): Promise<void> {
  const round = newRound(ctx, place, commands, explicit);
  let again: { readonly own: OwnRound; readonly frames: RoundFrames } | undefined;
  for (let restarts = 0; restarts < MOST_RESTARTS; restarts += 1) {
    const begun = await beginRound(
      ctx,
      again === undefined ? round : { ...round, leaseUntil: ctx.clock.now() + (round.leaseUntil - round.now) },
      again?.own,
    );
    const { own, conversation } = begun;
    if (conversation === undefined) return;
    if (own === undefined) {
      // It was ended while the model wrote.
      again?.frames.show("stopped", begun.answering?.answers === "team" ? "team" : "idle");
      return await notBegun(ctx, begun);
    }
    const frames =
      again?.frames ??
      new RoundFrames(ctx, { ...place, contactId: conversation.contactId, roundId: own.id, isWhole: conversation.channel === MAIL });
    again = { own, frames };
    const end = await attempt(ctx, begun, own, restarts, frames);
    if (end === "ended") return;
  }
  // Another attempt, after the lease, begins with what is true then.
  throw new Error("the conversation changed faster than it could be answered");
}

/** What became of a message that got no round: a ceiling is noted in the thread, everything else is nobody's loss. */
async function notBegun(ctx: Ctx, begun: Beginning): Promise<void> {
  const { known, open, full, withinSpending, round, settings } = begun;
  if (known || open || !settings.enabled || (withinSpending && !full)) return;
  // Only what the assistant would have answered was skipped.
  const decision = decide(stateOf(begun, false, 0));
  if (decision.kind === "skip" || decision.kind === "close") return;
  await skip(ctx, begun, "ceiling", (done) => [writeSkipped(round, "ceiling", done)]);
}

const guidanceOf = ({ settings }: Beginning): Guidance => settings.current?.guidance ?? DEFAULT_GUIDANCE;
/** What the chosen model has room for. */
const roomOf = (begun: Beginning): Room =>
  roomIn(begun.model instanceof Refusal ? null : contextOf(begun.model), guidanceText(guidanceOf(begun)).length);
function stateOf(begun: Beginning, explicit: boolean, restarts: number): State {
  const { round, settings, conversation, answering, turns, earlier } = begun;
  return {
    ...{ conversationId: round.conversationId, enabled: settings.enabled, guidance: guidanceOf(begun), explicit },
    status: conversation?.status ?? "closed",
    assigned: (conversation?.assigned ?? false) || begun.isBeingAnswered,
    channel: conversation?.channel ?? "",
    contact: {
      active: conversation?.active ?? false,
      verified: conversation?.verified ?? false,
      language: conversation?.language ?? null,
    },
    ...{ answering, turns, summarised: earlier.upTo, mostBefore: roomOf(begun).before, restarts },
  };
}

async function attempt(ctx: Ctx, begun: Beginning, own: OwnRound, restarts: number, frames: RoundFrames): Promise<"ended" | "again"> {
  const state = stateOf(begun, own.explicit, restarts);
  const decision = decide(state);
  if (decision.kind === "skip") {
    await endQuietly(ctx, begun, own, decision.reason);
    if (restarts > 0) frames.show("skipped", decision.reason === "team" ? "team" : "idle");
    return "ended";
  }
  if (decision.kind === "close") return await close(ctx, begun, own);
  const { asked } = decision;
  const words = (what: Parameters<typeof say>[0]): string =>
    LEAVES_TO_TEAM.has(what) ? withBack(begun, say(what, asked.locale), asked) : say(what, asked.locale);
  if (decision.kind === "hand_over")
    return await finish(ctx, begun, own, frames, {
      asked,
      ...handOver(decision.reason, words(decision.reason === "asked" ? "asked" : isUnseen(begun, asked) ? "unseen" : "handedOver")),
    });
  if (decision.kind === "greet")
    return await finish(ctx, begun, own, frames, { asked, state: "asked_back", reason: null, text: words("greeting"), outcome: undefined });
  if (decision.kind === "decline")
    return await finish(ctx, begun, own, frames, { asked, state: "declined", reason: null, text: words("declined"), outcome: undefined });
  if (own.attempts > MOST_ATTEMPTS) return await finish(ctx, begun, own, frames, { asked, ...handOver("provider", words("handedOver")) });
  if (begun.model instanceof Refusal) {
    await skip(ctx, begun, begun.model, (done) =>
      writeEnd(begun.round.projectId, own, begun.round.lease, ended("skipped", "not_configured"), ctx.clock.now(), done),
    );
    return "ended";
  }
  frames.show("retrieving", "looking");
  let outcome: Outcome;
  try {
    outcome = await answerRound(ctx, begun, own, asked, begun.model, { guidance: state.guidance, room: roomOf(begun) }, frames);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The day's spending was reached by other calls meanwhile, or the configuration is wrong.
    const reason = error.code === "ai_unavailable" ? "ceiling" : "not_configured";
    frames.show("skipped", "idle");
    await skip(ctx, begun, reason === "ceiling" ? reason : error, (done) =>
      writeEnd(begun.round.projectId, own, begun.round.lease, ended("skipped", reason), ctx.clock.now(), done),
    );
    return "ended";
  }
  return await finish(ctx, begun, own, frames, { asked, outcome, ...conclude(outcome, words) });
}

/** What the assistant says when a person answers from now on. */
const LEAVES_TO_TEAM: ReadonlySet<string> = new Set(["handedOver", "asked", "unseen", "rest"] satisfies Parameters<typeof say>[0][]);
/** Adds when the team is back, while it is away, in the customer's zone if that is known. */
function withBack({ back, conversation, round }: Beginning, text: string, { locale }: Asked): string {
  if (back === null) return text;
  const own = conversation?.timeZone ?? null;
  return `${text} ${sayBack(back.at, round.now, locale, own ?? back.timeZone, own === null)}`;
}

/** The customer sent only images, and the model reads none. */
const isUnseen = ({ model }: Beginning, { question }: Asked): boolean =>
  question === "" && !(model instanceof Refusal) && !seesImages(model);

interface Finish {
  readonly asked: Asked;
  readonly state: RoundState;
  readonly reason: HandoverReason | null;
  readonly text: string;
  readonly outcome: Outcome | undefined;
}
const handOver = (reason: HandoverReason, text: string): Omit<Finish, "asked"> => ({
  state: "handed_over",
  reason,
  text,
  outcome: undefined,
});
const ended = (state: RoundState, reason: HandoverReason | SkipReason | null) => ({ state, reason, messageId: null, cost: 0 });

/** What is said after the model was asked. What the visitor has seen is part of the message, whatever happened later. */
function conclude(outcome: Outcome, words: (what: Parameters<typeof say>[0]) => string): Omit<Finish, "asked" | "outcome"> {
  const { asksBack } = outcome.trace;
  if (outcome.says !== null) return { state: "asked_back", reason: null, text: outcome.says };
  if (outcome.outcome === "answered") return { state: "sent", reason: null, text: textOf(outcome.proved) };
  if (outcome.outcome === "asked_back" && asksBack !== null && isSafeQuestion(asksBack))
    return { state: "asked_back", reason: null, text: asksBack };
  const reason = outcome.outcome === "failed" ? "provider" : outcome.outcome === "asked_back" ? "check" : (outcome.reason ?? "check");
  const text = outcome.wasShown ? `${textOf(outcome.proved)}\n\n${words("rest")}` : words(outcome.unseen ? "unseen" : "handedOver");
  return { state: outcome.outcome === "failed" && !outcome.wasShown ? "failed" : "handed_over", reason, text };
}

const assistantCtx = (ctx: Ctx, projectId: NewRound["projectId"], roundId: RoundId): RecordCtx => {
  const caller: AssistantPrincipal = { kind: "assistant", projectId, roundId };
  return asAuthor(ctx, caller);
};

/**
 * Stores the message, the change of hands, the end of the round, its trace and the cost of its call in one batch. Refused if a person wrote
 * or took the conversation, it was closed, the contact may not write any more, or the round was stopped; if only the customer wrote more,
 * the round begins again with all of it.
 */
async function finish(ctx: Ctx, begun: Beginning, own: OwnRound, frames: RoundFrames, end: Finish): Promise<"ended" | "again"> {
  const { round, conversation } = begun;
  const { projectId, conversationId, lease } = round;
  const now = ctx.clock.now();
  const { outcome, state, reason, text, asked } = end;
  const toTeam = state === "handed_over" || state === "failed";
  const change = newEvent(answersKind, { to: "team", reason: reason ?? "check", roundId: own.id });
  // Mail is answered by people: telling a customer by mail that somebody will answer helps nobody.
  const isSilent = toTeam && conversation?.channel === MAIL;
  const trace: Trace = outcome?.trace ?? {
    instructions: "",
    sources: [],
    sentences: [],
    asksBack: null,
    explanation: null,
    retrieval: null,
    call: null,
    tools: [],
  };
  const cost = outcome?.cost ?? 0;
  const proved = outcome?.proved ?? [];
  const citedIds = new Set(proved.flatMap(({ citations }) => citations.map(({ source }) => source)));
  const cited = (outcome?.sources ?? []).filter(({ id }) => citedIds.has(id));
  const due = begun.model instanceof Refusal ? undefined : summaryDue(begun.turns.filter(isRead), begun.earlier.upTo, roomOf(begun).before);
  const summary = due === undefined ? [] : [summaryJobFor(round, due, now)];
  const writes = (done: SQL): readonly SQL[] => [
    ...(summary.length === 0 ? [] : [writeJobs(summary, now, done)]),
    ...(outcome?.ending ?? []),
    writeTrace(round, own.id, asked.question, trace, done),
    ...(state === "sent" || (outcome?.wasShown ?? false)
      ? [
          writeCited(
            projectId,
            own.id,
            cited.flatMap(({ documentId }) => (documentId === "" ? [] : [documentId])),
            done,
          ),
          writeSent(round, done),
        ]
      : []),
    ...(state === "asked_back" ? [writeSent(round, done)] : []),
    ...(toTeam ? [writeAnswering(round, { to: "team", reason: reason ?? "check" }, sql`0`, now, done)] : []),
    ...writeEnd(projectId, own, lease, { state, reason, messageId: null, cost }, now, done),
    ...touchWrites(ctx, round, done),
  ];
  const shared = { conversationId, clientId: "answer", frontier: conversation?.revision ?? 0, requires: mayAct(round, own), writes };
  try {
    const sources = [
      ...new Map(cited.map(({ title, url, audience }) => [title, { title, url: audience === "public" ? url : null }])).values(),
    ];
    await record(
      assistantCtx(ctx, projectId, own.id),
      isSilent
        ? { ...shared, event: change }
        : {
            ...shared,
            event: newMessage({
              content: text,
              attachments: [],
              origin: {
                door: "assistant",
                automatic: null,
                ...(proved.length > 0 && { answer: { sources, translated: proved.some(({ translated }) => translated) } }),
              },
            }),
            followers: toTeam ? [{ event: change, when: sql`1` }] : [],
          },
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unavailable") throw error;
    return await refused(ctx, begun, own, outcome);
  }
  frames.show(state, toTeam ? "team" : "idle");
  wakeJobs(
    ctx,
    summary.map(({ id }) => id),
  );
  return "ended";
}

/** The round is still this worker's, and the assistant may act in the conversation. */
const mayAct = (round: NewRound, own: OwnRound): NonNullable<Parameters<typeof record>[1]["requires"]> => ({
  when: sql`${isOwn(round.projectId, own.id, round.lease)} AND ${isActive(round.projectId, contactOf(round.projectId, round.conversationId))} AND NOT ${teamAnswers(round)} AND c.status <> 'closed' AND c.assignee_id IS NULL AND NOT ${isBeingAnswered(round)}`,
  explain: () => Promise.reject(conflict(m.assistant_too_late())),
});

/** Closes the conversation, because the customer said that it is solved, under the conditions of an answer. */
async function close(ctx: Ctx, begun: Beginning, own: OwnRound): Promise<"ended" | "again"> {
  const { round, conversation } = begun;
  const { projectId, conversationId, lease } = round;
  try {
    await record(assistantCtx(ctx, projectId, own.id), {
      ...{ conversationId, clientId: "close", frontier: conversation?.revision ?? 0, requires: mayAct(round, own) },
      event: newStatus({ status: "closed", until: null }),
      writes: (done) => [
        ...writeEnd(projectId, own, lease, ended("skipped", "confirmed"), ctx.clock.now(), done),
        ...touchWrites(ctx, round, done),
      ],
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unavailable") throw error;
    return await refused(ctx, begun, own, undefined);
  }
  return "ended";
}

/** Nothing was stored, but the call was made. If the round is still ours, either the customer wrote more, or a person was faster. */
async function refused(ctx: Ctx, { round, conversation }: Beginning, own: OwnRound, outcome: Outcome | undefined): Promise<"again"> {
  if (outcome !== undefined && outcome.ending.length > 0)
    await ctx.db.commit([...outcome.ending, ...(outcome.cost > 0 ? [writeCost(round.projectId, own.id, outcome.cost)] : [])]);
  ctx.log.info("an answer came too late", { roundId: own.id, revision: conversation?.revision ?? 0 });
  return "again";
}

/** Ends a round without a word in the thread. */
async function endQuietly(ctx: Ctx, { round, answering }: Beginning, own: OwnRound, reason: SkipReason): Promise<void> {
  const now = ctx.clock.now();
  // A person wrote or is assigned: from now on the row says so too.
  const isTaken = reason === "team" && answering?.answers !== "team";
  await ctx.db.commit([
    ...(isTaken
      ? [writeAnswering(round, { to: "team", reason: "answered" }, sql`0`, now, isOwn(round.projectId, own.id, round.lease))]
      : []),
    ...writeEnd(round.projectId, own, round.lease, ended("skipped", reason), now, sql`1`),
  ]);
}

/** Notes in the thread that no answer was written, and ends the round in the same batch. A refusal says what is not configured. */
async function skip(ctx: Ctx, { round }: Beginning, why: "ceiling" | Refusal, writes: (done: SQL) => readonly SQL[]): Promise<void> {
  await record(assistantCtx(ctx, round.projectId, round.id), {
    conversationId: round.conversationId,
    clientId: "skipped",
    event: newEvent(skippedKind, why === "ceiling" ? { reason: why } : { reason: "not_configured", missing: missingVariables(why) }),
    writes,
  });
}
