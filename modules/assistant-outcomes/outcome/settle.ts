// Looks at a conversation, and stores how it ended with its counts. Repeating it changes nothing; whoever is slower looks again.
import { days, minutes } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { fanOut, listen } from "#kernel/events/index.ts";
import { type ConversationId, idOf, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { smallTalkOf } from "#modules/assistant";
import { contactOf, conversationClosed, messagePosted } from "#modules/conversations";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";
import { answerFoundBad, leftUnanswered } from "../events.ts";
import {
  beganAt,
  canChange,
  type Change,
  type EventFact,
  type FeedbackFact,
  type Look,
  type Place,
  readCited,
  readDue,
  readEvents,
  readFeedbackFacts,
  readLook,
  readRounds,
  type RoundFact,
  type Stored,
  unchanged,
  writeOldDeleted,
  writeOutcome,
  writeRemoved,
} from "../queries.ts";
import { type Happening, isUnanswered, outcomeOf } from "./outcome-of.ts";

const MOST_SOURCES = 10;
const MOST_LOOKS = 5;
const dayOf = (now: number): number => Math.floor(now / days(1));

type SettleCtx = Pick<Ctx, "db" | "clock" | "registry">;
/** Whether it is stored. If not, others were faster each time, and what they touched is looked at by the schedule. */
export async function settle(ctx: SettleCtx, place: Place): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) if (await look(ctx, place)) return true;
  return false;
}

/** Whether it stored what it saw, or nothing is to be stored. */
async function look(ctx: SettleCtx, place: Place): Promise<boolean> {
  const { db, clock } = ctx;
  const [known, events, rounds, cited, feedback] = await db.read(
    readLook(place),
    readEvents(place, beganAt(place)),
    readRounds(place),
    readCited(place, MOST_SOURCES),
    readFeedbackFacts(place),
  );
  if (!known) return true;
  if (!known.kept) return await end(db, place, known);
  const now = clock.now();
  const { outcome, reason, dueAt } = outcomeOf(happeningsOf(events, rounds, feedback), known.beganAt, now, earlierOf(known));
  const worked = rounds.filter(({ state }) => state !== "skipped");
  const stored: Stored = {
    outcome,
    reason,
    beganAt: known.beganAt,
    locale: known.locale || (worked.find(({ locale }) => locale !== null)?.locale ?? ""),
    // Once it is known it stays: traces are forgotten.
    topic: known.topic || (cited.first ?? ""),
    sources: cited.documents,
    roundId: decidingRound(outcome, worked, feedback) ?? null,
    cost: rounds.reduce((sum, { cost }) => sum + cost, 0),
  };
  const turnedBad = outcome === "negative" && known.outcome !== "negative";
  return await wrote(db, [
    // Their jobs come first: they are stored where the outcome is still as it was read.
    ...(turnedBad ? listenersTo(ctx, answerFoundBad, place, known) : []),
    ...(isUnanswered(stored) && !isUnanswered(known) ? listenersTo(ctx, leftUnanswered, place, known) : []),
    ...writeOutcome(place, known, stored, dueAt, changesOf(known.version === 0 ? undefined : known, stored)),
  ]);
}

function listenersTo(ctx: SettleCtx, what: typeof answerFoundBad, place: Place, known: Look): SQL[] {
  const { projectId, conversationId } = place;
  const when = unchanged(place, known);
  const cause = `${conversationId}:${known.version}`;
  return fanOut(ctx, what, place, { projectId, cause, when, about: contactOf(projectId, conversationId) }).statements;
}

const wrote = async (db: Ctx["db"], statements: Parameters<Ctx["db"]["commit"]>[0]): Promise<boolean> =>
  (await db.commit(statements)).at(-1) === 1;
const earlierOf = ({ outcome, reason }: Look): string | undefined => (outcome === "escalated" ? (reason ?? undefined) : undefined);

/** Of an erased contact nothing more is known: what had ended stays as it was, and what had not is not counted. */
const end = (db: Ctx["db"], place: Place, known: Look): Promise<boolean> =>
  known.version === 0 || known.outcome === "open"
    ? wrote(db, writeRemoved(place, known, known.version === 0 ? [] : changesOf(known, undefined)))
    : wrote(db, writeOutcome(place, known, known, null, []));

/** Reasons of a skipped message for which people have to answer it. */
const LEFT_TO_PEOPLE: Readonly<Record<string, string>> = {
  ceiling: "ceiling",
  not_configured: "not_configured",
  channel: "channel",
  askers: "askers",
  language: "language",
  share: "share",
  team: "taken",
};
/** What happened, in its order. */
export function happeningsOf(events: readonly EventFact[], rounds: readonly RoundFact[], feedback: readonly FeedbackFact[]): Happening[] {
  const stateOf = new Map<string, string>(rounds.map(({ id, state }) => [id, state]));
  return [
    ...events.flatMap((event) => happeningOf(event, stateOf)),
    ...rounds.flatMap(({ state, reason, at }): Happening[] => {
      const why = state === "skipped" ? LEFT_TO_PEOPLE[reason ?? ""] : state === "stopped" && reason === "member" ? "taken" : undefined;
      return why === undefined ? [] : [{ at, kind: "people", reason: why }];
    }),
    ...feedback.map(({ what, messageId, at }): Happening =>
      what === "flag" ? { at, kind: "flagged" } : { at, kind: "rated", up: what === "up", messageId },
    ),
  ].sort((a, b) => a.at - b.at);
}
/** Nothing but thanks, or that it is solved. */
const CONFIRMS: ReadonlySet<string> = new Set(["thanks", "solved"]);
function happeningOf({ kind, role, actorId, messageId, at, data, text }: EventFact, stateOf: ReadonlyMap<string, string>): Happening[] {
  if (kind === "status") return data["status"] === "closed" ? [{ at, kind: "closed" }] : [];
  if (kind === "answers") return data["to"] === "team" ? [{ at, kind: "people", reason: String(data["reason"]) }] : [];
  if (role === "visitor") return [{ at, kind: "customer", confirms: CONFIRMS.has(smallTalkOf(text) ?? "") }];
  if (role === "operator") return [{ at, kind: "people", reason: "answered" }];
  if (role !== "assistant") return [];
  return [{ at, kind: "assistant", said: stateOf.get(actorId ?? "") === "sent" ? "answer" : "other", messageId: messageId ?? "" }];
}

/** The round with whose trace a reader understands the outcome. */
function decidingRound(
  outcome: Stored["outcome"],
  rounds: readonly RoundFact[],
  feedback: readonly FeedbackFact[],
): RoundFact["id"] | undefined {
  if (outcome === "negative") return feedback.findLast(({ what }) => what !== "up")?.roundId;
  if (outcome === "escalated") {
    const failed = rounds.findLast(({ state }) => state === "handed_over" || state === "failed");
    if (failed) return failed.id;
  }
  return (rounds.findLast(({ state }) => state === "sent") ?? rounds.at(-1))?.id;
}

/** How the counts change when one outcome takes the place of the other. */
export function changesOf(before: Stored | undefined, after: Stored | undefined): Change[] {
  const changes = new Map<string, Change & { counts: Record<string, number> }>();
  const count = (stored: Stored, sign: 1 | -1): void => {
    const { outcome, reason, locale, topic, sources, cost } = stored;
    const keys: [string, string][] = [
      ["all", ""],
      ["language", locale],
      ["topic", topic],
      ...sources.map((id): [string, string] => ["source", id]),
      ...(reason === null ? [] : [["reason", reason] satisfies [string, string]]),
    ];
    for (const [kind, value] of keys) {
      const change = changes.get(`${kind} ${value}`) ?? { kind, value, day: dayOf(stored.beganAt), counts: {} };
      for (const [name, by] of [
        ["conversations", 1],
        [outcome, 1],
        ["cost", cost],
      ] as const)
        change.counts[name] = (change.counts[name] ?? 0) + sign * by;
      changes.set(`${kind} ${value}`, change);
    }
  };
  if (before) count(before, -1);
  if (after) count(after, 1);
  return [...changes.values()].filter(({ counts }) => Object.values(counts).some((by) => by !== 0));
}

const Ids = v.object({ projectId: idOf("project"), conversationId: ConversationIdField });
export const settleJob = job("assistant_outcomes.settle", Ids);
export const settleHandler = handle(settleJob, async (ctx, place) => ((await settle(ctx, place)) ? undefined : "again"));
const placeOf = ({ projectId, conversationId }: { projectId: string; conversationId: string }): Place => ({
  projectId: projectId as ProjectId,
  conversationId: conversationId as ConversationId,
});
/** Answers of the assistant touch the outcome in their own batch. */
export const messageListener = listen(messagePosted, {
  name: "assistant_outcomes.message",
  wants: ({ role, automatic }) => (role === "visitor" || role === "operator") && !automatic,
  where: (message) => canChange(placeOf(message)),
  job: settleJob,
  payloadOf: placeOf,
});
export const closedListener = listen(conversationClosed, {
  name: "assistant_outcomes.closed",
  wants: () => true,
  where: (closed) => canChange(placeOf(closed)),
  job: settleJob,
  payloadOf: placeOf,
});

/** Conversations that are looked at in a minute; the others wait for the next. */
const MOST_A_MINUTE = 50;
/** Looks at what is due: a new answer, a day without a word, the end of the time in which it can change. */
export async function settleDue(ctx: Ctx): Promise<void> {
  const [due] = await ctx.db.read(readDue(ctx.clock.now(), MOST_A_MINUTE));
  for (const place of due) {
    try {
      await settle(ctx, place);
    } catch (error) {
      ctx.log.error("an outcome could not be stored", error, { conversationId: place.conversationId });
    }
  }
}

const KEEP = days(400);
const AT_ONCE = 500;
export async function forgetOld(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  // Once an hour is enough.
  if (Math.floor(now / minutes(1)) % 60 !== 23) return;
  await ctx.db.commit(writeOldDeleted(now - KEEP, dayOf(now - KEEP), AT_ONCE));
}
