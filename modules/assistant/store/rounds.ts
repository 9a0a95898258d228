// Statements on rounds, their traces, and who answers in a conversation.
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, MessageId, ProjectId, RoundId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, firstFull, writeRefund } from "#kernel/limits/index.ts";
import { isoOrNull, iso } from "#kernel/clock/index.ts";
import { isBeingAnswered } from "#modules/undo-send";
import type { AnswersChange, HandoverReason, Round, RoundState, SkipReason, Trace } from "../contract/rounds.ts";
import { isEnabled } from "./settings.ts";

export type Counted = Pick<Counter, "key" | "window" | "add">;
export interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}

// --- who answers -----------------------------------------------------------

export interface Answering {
  readonly answers: "assistant" | "team";
  readonly reason: HandoverReason;
  readonly sent: number;
  /** The revision at which a member left it to the assistant; 0 if nobody did. */
  readonly given: number;
}
export const readAnswering = ({ projectId, conversationId }: Place): Query<Answering | undefined> =>
  queryOne(
    sql`SELECT ${columns("assistant_conversations", "answers, reason, sent, given")} FROM assistant_conversations WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`,
    (row) => ({ answers: row.answers, reason: row.reason as HandoverReason, sent: row.sent, given: row.given }),
  );
/** Who answers in the conversation `c`, as the inbox shows it: whoever is assigned or wrote last took it, whatever the row says. */
export const ANSWERS_EXPRESSION = sql`(SELECT CASE WHEN c.assignee_id IS NULL AND c.preview_role <> 'operator' THEN a.answers ELSE 'team' END FROM assistant_conversations a WHERE a.project_id = c.project_id AND a.conversation_id = c.id)`;
export const teamAnswers = ({ projectId, conversationId }: Place): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_conversations WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND answers = 'team')`;
/** What the newest round of the conversation `c` came to. */
const newestRound = (value: SQL): SQL =>
  sql`(SELECT ${value} FROM assistant_rounds r WHERE r.project_id = c.project_id AND r.conversation_id = c.id ORDER BY r.created_at DESC LIMIT 1)`;
/**
 * For whom the customer of the conversation `c` waits, as `person`, `assistant` or `no` for nobody. A message that the assistant has not looked
 * at counts as its own until `patient`, a time before which what has waited (`since`) is left to people.
 */
export const waitsFor = (projectId: ProjectId, since: SQL, patient: number): SQL => sql`CASE
  WHEN NOT ${isEnabled(projectId)} OR c.preview_role = 'operator' THEN 'person'
  WHEN EXISTS (SELECT 1 FROM assistant_conversations a WHERE a.project_id = c.project_id AND a.conversation_id = c.id AND a.answers = 'team') THEN 'person'
  WHEN c.waiting_since IS NULL THEN 'no'
  WHEN ${newestRound(sql`r.ended_at IS NULL`)} = 1 THEN 'assistant'
  WHEN coalesce(${newestRound(sql`r.ended_at`)}, 0) >= c.waiting_since THEN CASE WHEN ${newestRound(sql`r.state`)} IN ('skipped', 'failed', 'stopped') THEN 'person' ELSE 'no' END
  WHEN ${since} < ${patient} THEN 'person'
  ELSE 'assistant' END`;
/** `revision`: an expression, that of the event. */
export const writeAnswering = (
  { projectId, conversationId }: Place,
  { to, reason }: Pick<AnswersChange, "to" | "reason">,
  revision: SQL,
  now: number,
  when: SQL,
): SQL => sql`
  INSERT INTO assistant_conversations (project_id, conversation_id, answers, reason, since, sent, given)
  SELECT ${projectId}, ${conversationId}, ${to}, ${reason}, ${now}, 0, ${reason === "given" ? revision : 0} WHERE ${when}
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET answers = excluded.answers, reason = excluded.reason, since = excluded.since,
    given = CASE WHEN excluded.answers = 'team' THEN 0 ELSE max(given, excluded.given) END`;
/** The assistant takes a conversation that nobody gave to anybody yet. */
export const writeTouched = ({ projectId, conversationId }: Place, now: number, when: SQL): SQL => sql`
  INSERT INTO assistant_conversations (project_id, conversation_id, answers, reason, since, sent, given)
  SELECT ${projectId}, ${conversationId}, 'assistant', 'rules', ${now}, 0, 0 WHERE ${when} ON CONFLICT DO NOTHING`;
export const writeSent = ({ projectId, conversationId }: Place, when: SQL): SQL =>
  sql`UPDATE assistant_conversations SET sent = sent + 1 WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${when}`;

// --- rounds ----------------------------------------------------------------

export interface NewRound extends Place {
  readonly id: RoundId;
  /** The canonical form first; earlier forms are recognised. */
  readonly commands: readonly [string, ...string[]];
  readonly explicit: boolean;
  readonly lease: string;
  readonly leaseUntil: number;
  readonly counters: readonly Counter[];
  readonly now: number;
}
/** A round that has begun and is this worker's. */
export interface OwnRound {
  readonly id: RoundId;
  readonly state: RoundState;
  readonly explicit: boolean;
  readonly attempts: number;
  readonly counted: readonly Counted[];
  readonly createdAt: number;
}
/** Also where a round itself is the cause: a job may continue a round, but once that has ended, it must not begin another. */
const isKnown = ({ projectId, commands }: Pick<NewRound, "projectId" | "commands">): SQL => {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(commands)}))`;
  return sql`(EXISTS (SELECT 1 FROM assistant_rounds k WHERE k.project_id = ${projectId} AND k.command IN ${list}) OR EXISTS (SELECT 1 FROM assistant_rounds k WHERE k.id IN ${list} AND k.project_id = ${projectId}))`;
};
const countedOf = (counters: readonly Counter[]): string => JSON.stringify(counters.map(({ key, window, add }) => ({ key, window, add })));

/** Takes over the conversation's open round if its worker died, or if it was only requested. */
export const writeClaimed = ({ projectId, conversationId, lease, leaseUntil, now }: NewRound): SQL => sql`
  UPDATE assistant_rounds SET lease = ${lease}, lease_until = ${leaseUntil}, attempts = attempts + 1, state = 'retrieving'
  WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ended_at IS NULL AND lease_until <= ${now}`;
/** Begins again, in the same worker. */
export const writeAgain = ({ projectId, lease, leaseUntil }: NewRound, id: RoundId): SQL => sql`
  UPDATE assistant_rounds SET lease_until = ${leaseUntil}, state = 'retrieving' WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL AND lease = ${lease}`;
/**
 * Begins a round, unless the command is known, another round of the conversation is open, or a ceiling is reached. `state` with a lease
 * that is over: it was only requested, and a job does it.
 */
export const writeRound = (round: NewRound, state: "requested" | "retrieving", frontier: number, version: SQL, when: SQL): SQL => sql`
  INSERT INTO assistant_rounds (id, project_id, conversation_id, command, state, explicit, frontier, attempts, lease, lease_until, guidance_version, counted, cost, created_at)
  SELECT ${round.id}, ${round.projectId}, ${round.conversationId}, ${round.commands[0]}, ${state}, ${round.explicit ? 1 : 0}, ${frontier}, ${state === "requested" ? 0 : 1},
    ${round.lease}, ${state === "requested" ? round.now : round.leaseUntil}, ${version}, ${countedOf(round.counters)}, 0, ${round.now}
  WHERE ${when} AND NOT ${isKnown(round)} AND ${belowLimits(round.counters)} ON CONFLICT DO NOTHING`;
/** SQL of the language that a round answers in; null for an unknown round. */
export const localeOfRound = (projectId: ProjectId, id: SQL): SQL =>
  sql`(SELECT k.locale FROM assistant_rounds k WHERE k.id = ${id} AND k.project_id = ${projectId})`;
export const roundExists = (projectId: ProjectId, id: RoundId): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_rounds WHERE id = ${id} AND project_id = ${projectId})`;
/** The version in force. */
export const versionInForce = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT version FROM assistant_settings WHERE project_id = ${projectId}), 0)`;

export interface Begun {
  readonly own: OwnRound | undefined;
  /** The command was carried out before, or is being carried out. */
  readonly known: boolean;
  /** Another worker answers in the conversation. */
  readonly open: boolean;
  /** A counter of the day is full. */
  readonly full: boolean;
  readonly withinSpending: boolean;
  /** A member's reply waits to be sent. */
  readonly isBeingAnswered: boolean;
}
const OWN = columns({ r: "assistant_rounds" }, "r.id, r.state, r.explicit, r.attempts, r.counted, r.created_at");
export const readBegun = (round: NewRound, withinSpending: SQL): Query<Begun> =>
  query(
    sql`SELECT ${isKnown(round)} ${as.number("known")}, EXISTS (SELECT 1 FROM assistant_rounds o WHERE o.project_id = ${round.projectId} AND o.conversation_id = ${round.conversationId} AND o.ended_at IS NULL) ${as.number("open")},
      ${firstFull(round.counters)} IS NOT NULL ${as.number("full")}, ${withinSpending} ${as.number("within")}, ${isBeingAnswered(round)} ${as.number("answered")}`,
    ([row]) => ({
      own: undefined,
      known: row?.known === 1,
      open: row?.open === 1,
      full: row?.full === 1,
      withinSpending: row?.within === 1,
      isBeingAnswered: row?.answered === 1,
    }),
  );
export const readOwnRound = ({ projectId, conversationId, lease }: NewRound): Query<OwnRound | undefined> =>
  queryOne(
    sql`SELECT ${OWN} FROM assistant_rounds r WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND r.ended_at IS NULL AND r.lease = ${lease}`,
    (row) => ({
      id: row.id as RoundId,
      state: row.state,
      explicit: row.explicit === 1,
      attempts: row.attempts,
      counted: JSON.parse(row.counted) as Counted[],
      createdAt: row.created_at,
    }),
  );
/** The states of rounds by their ids; without those that are not there. */
export const readRoundStates = (projectId: ProjectId, ids: readonly string[]): Query<ReadonlyMap<string, RoundState>> =>
  query(
    sql`SELECT ${columns({ r: "assistant_rounds" }, "r.id, r.state")} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN assistant_rounds r ON r.id = k.value AND r.project_id = ${projectId}`,
    (rows) => new Map(rows.map((row) => [row.id as string, row.state])),
  );
/** The state of the conversation's open round. */
export const readOpenRound = ({ projectId, conversationId }: Place): Query<RoundState | undefined> =>
  queryOne(
    sql`SELECT ${columns({ r: "assistant_rounds" }, "r.state")} FROM assistant_rounds r WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND r.ended_at IS NULL`,
    (row) => row.state,
  );
/** Condition: the round is open and this worker's. */
export const isOwn = (projectId: ProjectId, id: RoundId, lease: string): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_rounds WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL AND lease = ${lease})`;
/** Whether the round is open and this worker's. */
export const readIsOwn = (...of: Parameters<typeof isOwn>): Query<boolean> =>
  query(sql`SELECT ${isOwn(...of)} ${as.number("own")}`, ([row]) => row?.own === 1);
export const writeState = (
  projectId: ProjectId,
  id: RoundId,
  lease: string,
  set: {
    state: RoundState;
    callId: string;
    provider: string;
    model: string;
    version: number;
    locale: string;
    frontier: number;
    until: number;
  },
  when: SQL,
): SQL => sql`
  UPDATE assistant_rounds SET state = ${set.state}, call_id = ${set.callId}, provider = ${set.provider}, model = ${set.model}, guidance_version = ${set.version}, locale = ${set.locale}, frontier = ${set.frontier}, lease_until = ${set.until}
  WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL AND lease = ${lease} AND ${when}`;

export interface RoundEnd {
  readonly state: RoundState;
  readonly reason: HandoverReason | SkipReason | null;
  readonly messageId: MessageId | null;
  readonly cost: number;
}
/** Ends the open round of this lease where `when` holds; without a sent answer its reserved counts are given back. */
export const writeEnd = (
  projectId: ProjectId,
  own: Pick<OwnRound, "id" | "counted">,
  lease: string,
  end: RoundEnd,
  now: number,
  when: SQL,
): SQL[] => [
  ...(isAnswer(end.state) || own.counted.length === 0
    ? []
    : [writeRefund(own.counted, sql`${isOwn(projectId, own.id, lease)} AND ${when}`)]),
  sql`UPDATE assistant_rounds SET state = ${end.state}, reason = ${end.reason}, message_id = ${end.messageId}, cost = cost + ${end.cost}, ended_at = ${now}, lease = NULL
    WHERE id = ${own.id} AND project_id = ${projectId} AND ended_at IS NULL AND lease = ${lease} AND ${when}`,
];
const isAnswer = (state: RoundState): boolean => state === "sent" || state === "asked_back" || state === "declined";
/** Adds what an attempt cost that sent nothing. */
export const writeCost = (projectId: ProjectId, id: RoundId, cost: number): SQL =>
  sql`UPDATE assistant_rounds SET cost = cost + ${cost} WHERE id = ${id} AND project_id = ${projectId}`;
/** Stores a round that ended as it began, so that its command is never carried out again. */
export const writeSkipped = (round: NewRound, reason: SkipReason, when: SQL): SQL => sql`
  INSERT INTO assistant_rounds (id, project_id, conversation_id, command, state, reason, explicit, frontier, attempts, lease_until, guidance_version, counted, cost, created_at, ended_at)
  SELECT ${round.id}, ${round.projectId}, ${round.conversationId}, ${round.commands[0]}, 'skipped', ${reason}, ${round.explicit ? 1 : 0}, 0, 0, ${round.now}, ${versionInForce(round.projectId)}, '[]', 0, ${round.now}, ${round.now}
  WHERE ${when} ON CONFLICT DO NOTHING`;
/** Stops the open round of a conversation where `when` holds, whoever works on it, and gives back what it reserved. */
export const writeStopped = ({ projectId, conversationId }: Place, reason: string, now: number, when: SQL): SQL[] => [
  sql`UPDATE abuse_counters SET n = max(0, n - 1) WHERE (key, window) IN (SELECT j.value ->> 'key', j.value ->> 'window' FROM assistant_rounds r, json_each(r.counted) j
    WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND r.ended_at IS NULL) AND ${when}`,
  sql`UPDATE assistant_rounds SET state = 'stopped', reason = ${reason}, ended_at = ${now}, lease = NULL WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ended_at IS NULL AND ${when}`,
];
/** Rounds whose worker died, with the conversation. */
export const readLeft = (now: number, limit: number): Query<(Place & { readonly id: RoundId; readonly attempts: number })[]> =>
  query(
    sql`SELECT ${columns("assistant_rounds", "id, project_id, conversation_id, attempts")} FROM assistant_rounds WHERE ended_at IS NULL AND lease_until <= ${now} ORDER BY lease_until LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id as RoundId,
        projectId: row.project_id,
        conversationId: row.conversation_id,
        attempts: row.attempts,
      })),
  );

// --- traces ----------------------------------------------------------------

export const writeTrace = ({ projectId, conversationId }: Place, id: RoundId, question: string, trace: Trace, when: SQL): SQL => sql`
  INSERT INTO assistant_traces (round_id, project_id, conversation_id, question, trace) SELECT ${id}, ${projectId}, ${conversationId}, ${question}, ${JSON.stringify(trace)} WHERE ${when}
  ON CONFLICT (round_id) DO UPDATE SET question = excluded.question, trace = excluded.trace`;
export const writeCited = (projectId: ProjectId, id: RoundId, documentIds: readonly string[], when: SQL): SQL => sql`
  INSERT INTO assistant_cited (project_id, document_id, round_id) SELECT ${projectId}, value, ${id} FROM json_each(${JSON.stringify([...new Set(documentIds)])}) WHERE ${when} ON CONFLICT DO NOTHING`;
/** The contact's conversations that have traces or a summary, in the order of their clientIds, which activity does not change. */
export const readTraced = (
  projectId: ProjectId,
  contactId: ContactId,
  after: string,
  limit: number,
): Query<{ client: string; id: ConversationId }[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.client_id, c.id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.client_id > ${after}
      AND (EXISTS (SELECT 1 FROM assistant_traces t WHERE t.project_id = c.project_id AND t.conversation_id = c.id)
        OR EXISTS (SELECT 1 FROM assistant_summaries s WHERE s.project_id = c.project_id AND s.conversation_id = c.id)) ORDER BY c.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ client: row.client_id, id: row.id })),
  );
export const writeForgetTraces = (projectId: ProjectId, conversationIds: readonly string[]): SQL =>
  sql`DELETE FROM assistant_traces WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify([...new Set(conversationIds)])}))`;
/** Ids begin with their time, so the oldest come first. */
export const writeForgetOldTraces = (before: RoundId, limit: number): SQL =>
  sql`DELETE FROM assistant_traces WHERE round_id IN (SELECT round_id FROM assistant_traces WHERE round_id < ${before} ORDER BY round_id LIMIT ${limit})`;

const ROUND = columnList`${columns({ r: "assistant_rounds" }, "r.id, r.conversation_id, r.state, r.reason, r.explicit, r.attempts, r.guidance_version, r.locale, r.provider, r.model, r.cost, r.created_at, r.ended_at, r.message_id")}`;
const roundOf = (row: RowIn<typeof ROUND>): Round => ({
  id: row.id as RoundId,
  conversationId: row.conversation_id,
  state: row.state,
  reason: row.reason,
  explicit: row.explicit === 1,
  attempts: row.attempts,
  guidanceVersion: row.guidance_version,
  locale: row.locale,
  model: row.provider === null ? null : `${row.provider}/${row.model ?? ""}`,
  costUsd: row.cost / 1e6,
  createdAt: iso(row.created_at),
  endedAt: isoOrNull(row.ended_at),
  messageId: row.message_id,
});
export const readRoundOf = (projectId: ProjectId, id: RoundId): Query<Round | undefined> =>
  queryOne(sql`SELECT ${ROUND} FROM assistant_rounds r WHERE r.id = ${id} AND r.project_id = ${projectId}`, roundOf);
export const readTrace = (projectId: ProjectId, id: RoundId): Query<{ question: string; trace: Trace } | undefined> =>
  queryOne(
    sql`SELECT ${columns("assistant_traces", "question, trace")} FROM assistant_traces WHERE round_id = ${id} AND project_id = ${projectId}`,
    (row) => ({ question: row.question, trace: JSON.parse(row.trace) as Trace }),
  );
/** Rounds of a conversation that are listed. */
const MOST = 50;
export const readRoundsOf = ({ projectId, conversationId }: Place): Query<Round[]> =>
  query(
    sql`SELECT ${ROUND} FROM assistant_rounds r WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} ORDER BY r.created_at DESC LIMIT ${MOST}`,
    (rows) => rows.map(roundOf),
  );
