// Statements on outcomes, their counts, and what people think of answers.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, notNull, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId, RoundId } from "#kernel/ids/index.ts";
import { BRIEF_COLUMNS, type ContactBrief, joinContact, notErased, parseBrief } from "#modules/contacts";
import { nameOf } from "#modules/accounts";
import type { Feedback, Flag, Outcome, OutcomeItem, Rating } from "./contract.ts";

export interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}
const MOST_FLAGS = 20;
const at = ({ projectId, conversationId }: Place): SQL => sql`project_id = ${projectId} AND conversation_id = ${conversationId}`;

// --- outcomes -------------------------------------------------------------------

/** Has the conversation looked at, and adds it if the assistant did more there than skip its messages. A final outcome stays. */
export const writeTouched = ({ projectId, conversationId }: Place, now: number, when: SQL): SQL => sql`
  INSERT INTO assistant_outcomes (project_id, conversation_id, outcome, began_at, due_at, version, touched, locale, topic, sources, cost)
  SELECT ${projectId}, ${conversationId}, 'open', r.began, ${now}, 0, 0, '', '', '[]', 0
  FROM (SELECT min(created_at) AS began FROM assistant_rounds WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND state <> 'skipped') r
  WHERE r.began IS NOT NULL AND ${when}
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET touched = touched + 1, due_at = min(due_at, excluded.due_at) WHERE due_at IS NOT NULL`;
/** Condition: the conversation has an outcome that can still change. */
export const canChange = (place: Place): SQL => sql`EXISTS (SELECT 1 FROM assistant_outcomes WHERE ${at(place)} AND due_at IS NOT NULL)`;

/** Condition: the assistant did something in the conversation. */
export const isTouched = (place: Place): SQL => sql`EXISTS (SELECT 1 FROM assistant_outcomes WHERE ${at(place)})`;
/** What is known of an outcome, for modules that learn from it. */
export interface KnownOutcome extends Pick<Stored, "outcome" | "reason" | "beganAt" | "locale" | "topic" | "roundId"> {
  /** What members wrote with their flags. */
  readonly words: readonly string[];
}
export const readOutcome = (place: Place): Query<KnownOutcome | undefined> =>
  queryOne(
    sql`SELECT ${columns({ o: "assistant_outcomes" }, "o.outcome, o.reason, o.began_at, o.locale, o.topic, o.round_id")},
        (SELECT json_group_array(f.words) FROM (SELECT words FROM assistant_flags WHERE ${at(place)} ORDER BY flagged_at LIMIT ${MOST_FLAGS}) f) ${as.text("words")}
      FROM assistant_outcomes o WHERE o.project_id = ${place.projectId} AND o.conversation_id = ${place.conversationId}`,
    (row) => ({
      outcome: row.outcome,
      reason: row.reason,
      beganAt: row.began_at,
      locale: row.locale,
      topic: row.topic,
      roundId: row.round_id,
      words: JSON.parse(row.words) as string[],
    }),
  );

/** What is stored of an outcome. */
export interface Stored {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly beganAt: number;
  readonly locale: string;
  readonly topic: string;
  readonly sources: readonly string[];
  readonly roundId: RoundId | null;
  readonly cost: number;
}
export interface Look extends Stored {
  readonly version: number;
  readonly touched: number;
  /** Whether the contact is there and not erased. */
  readonly kept: boolean;
}
/** The outcome of a conversation if it can still change. */
export const readLook = (place: Place): Query<Look | undefined> =>
  queryOne(
    sql`SELECT ${columns({ o: "assistant_outcomes" }, "o.outcome, o.reason, o.began_at, o.locale, o.topic, o.sources, o.round_id, o.cost, o.version, o.touched")},
        EXISTS (SELECT 1 FROM conversations c WHERE c.project_id = o.project_id AND c.id = o.conversation_id AND ${notErased(sql`c.project_id`, sql`c.contact_id`)}) ${as.number("kept")}
      FROM assistant_outcomes o WHERE o.project_id = ${place.projectId} AND o.conversation_id = ${place.conversationId} AND o.due_at IS NOT NULL`,
    (row) => ({
      outcome: row.outcome,
      reason: row.reason,
      beganAt: row.began_at,
      locale: row.locale,
      topic: row.topic,
      sources: parseJson<string[]>(row.sources),
      roundId: row.round_id,
      cost: row.cost,
      version: row.version,
      touched: row.touched,
      kept: row.kept === 1,
    }),
  );
export const readDue = (now: number, limit: number): Query<Place[]> =>
  query(
    sql`SELECT ${columns("assistant_outcomes", "project_id, conversation_id")} FROM assistant_outcomes WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, conversationId: row.conversation_id })),
  );

/** A change of counts: by what (`kind`, `value`), which columns, by how much. */
export interface Change {
  readonly kind: string;
  readonly value: string;
  readonly day: number;
  readonly counts: Readonly<Record<string, number>>;
}
const COUNTED = ["conversations", "open", "confirmed", "assumed", "escalated", "abandoned", "reopened", "negative", "cost"] as const;
/** Condition: nobody stored anything, or touched it, since it was read. */
export const unchanged = (place: Place, { version, touched }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_outcomes WHERE ${at(place)} AND version = ${version} AND touched = ${touched} AND due_at IS NOT NULL)`;
const writeCounts = (place: Place, look: Look, changes: readonly Change[]): SQL[] => {
  if (changes.length === 0) return [];
  const names = sql.raw(COUNTED.join(", "));
  const values = sql.raw(COUNTED.map((name) => `coalesce(value ->> '$.counts.${name}', 0)`).join(", "));
  const sums = sql.raw(COUNTED.map((name) => `${name} = ${name} + excluded.${name}`).join(", "));
  return [
    sql`INSERT INTO assistant_outcome_days (project_id, kind, day, value, ${names})
      SELECT ${place.projectId}, value ->> 'kind', value ->> 'day', value ->> 'value', ${values} FROM json_each(${JSON.stringify(changes)}) WHERE ${unchanged(place, look)}
      ON CONFLICT (project_id, kind, day, value) DO UPDATE SET ${sums}`,
  ];
};
/** Stores the outcome with its counts, if nobody was faster. The row comes last: the others need it as it was. */
export const writeOutcome = (place: Place, look: Look, stored: Stored, dueAt: number | null, changes: readonly Change[]): SQL[] => [
  ...writeCounts(place, look, changes),
  sql`INSERT INTO assistant_outcome_sources (project_id, document_id, began_at, conversation_id)
    SELECT ${place.projectId}, value, ${stored.beganAt}, ${place.conversationId} FROM json_each(${JSON.stringify(stored.sources)}) WHERE ${unchanged(place, look)} ON CONFLICT DO NOTHING`,
  sql`UPDATE assistant_outcomes SET outcome = ${stored.outcome}, reason = ${stored.reason}, locale = ${stored.locale}, topic = ${stored.topic}, sources = ${JSON.stringify(stored.sources)},
      round_id = ${stored.roundId}, cost = ${stored.cost}, due_at = ${dueAt}, version = version + 1
    WHERE ${at(place)} AND version = ${look.version} AND touched = ${look.touched} AND due_at IS NOT NULL`,
];
/** Removes an outcome with its counts, if nobody was faster. */
export const writeRemoved = (place: Place, look: Look, changes: readonly Change[]): SQL[] => [
  ...writeCounts(place, look, changes),
  sql`DELETE FROM assistant_outcome_sources WHERE project_id = ${place.projectId} AND document_id IN (SELECT value FROM json_each(${JSON.stringify(look.sources)}))
    AND began_at = ${look.beganAt} AND conversation_id = ${place.conversationId} AND ${unchanged(place, look)}`,
  sql`DELETE FROM assistant_outcomes WHERE ${at(place)} AND version = ${look.version} AND touched = ${look.touched} AND due_at IS NOT NULL`,
];

// --- what happened in a conversation ----------------------------------------------

/** Events that are read, the newest: a look must not cost more in a long conversation. */
const MOST_EVENTS = 300;
/** Characters of a customer's message that tell whether it is only thanks. */
const LENGTH = 100;
export interface EventFact {
  readonly kind: "message" | "status" | "answers";
  readonly role: string;
  readonly actorId: string | null;
  readonly messageId: MessageId | null;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}
/** Messages of people and of the assistant, changes of hands, and changes of status, since the assistant first touched it; oldest first. */
export const readEvents = ({ projectId, conversationId }: Place, look: SQL): Query<EventFact[]> =>
  query(
    sql`SELECT ${columns({ e: "conversation_events" }, "e.kind, e.actor_role, e.actor_id, e.message_id, e.created_at, e.data")},
        CASE WHEN e.actor_role = 'visitor' THEN coalesce(substr(m.content, 1, ${LENGTH}), '') ELSE '' END ${as.text("content")}
      FROM (SELECT * FROM conversation_events WHERE project_id = ${projectId} AND conversation_id = ${conversationId} ORDER BY revision DESC LIMIT ${MOST_EVENTS}) e
        LEFT JOIN messages m ON m.id = e.message_id
      WHERE e.kind IN ('message', 'status', 'answers') AND e.created_at >= ${look}
        AND (e.kind <> 'message' OR (m.origin ->> '$.automatic' IS NULL AND m.origin ->> '$.door' <> 'import' AND m.origin ->> '$.differentSender' IS NOT 1))
      ORDER BY e.revision`,
    (rows) =>
      rows.map((row) => ({
        kind: row.kind as EventFact["kind"],
        role: row.actor_role,
        actorId: row.actor_id,
        messageId: row.message_id,
        at: row.created_at,
        data: parseJson<Record<string, unknown>>(row.data),
        text: row.content,
      })),
  );
export const beganAt = (place: Place): SQL => sql`(SELECT began_at FROM assistant_outcomes WHERE ${at(place)})`;

const MOST_ROUNDS = 100;
export interface RoundFact {
  readonly id: RoundId;
  readonly state: string;
  readonly reason: string | null;
  readonly at: number;
  readonly locale: string | null;
  readonly cost: number;
}
/** The newest rounds, oldest first. */
export const readRounds = (place: Place): Query<RoundFact[]> =>
  query(
    sql`SELECT ${columns("assistant_rounds", "id, state, reason, created_at, locale, cost")} FROM assistant_rounds WHERE ${at(place)} ORDER BY created_at DESC, id DESC LIMIT ${MOST_ROUNDS}`,
    (rows) =>
      rows
        .map((row) => ({ id: row.id, state: row.state, reason: row.reason, at: row.created_at, locale: row.locale, cost: row.cost }))
        .toReversed(),
  );
/** What its answers cite, and of that what the first answer cites first: its trace tells, as long as it is kept. */
export const readCited = ({ projectId, conversationId }: Place, most: number): Query<{ documents: string[]; first: string | undefined }> =>
  query(
    sql`SELECT d.document_id ${as.text("document_id")}, d.first ${as.textOrNull("first")} FROM (
        SELECT c.document_id, min(r.created_at) AS at, (SELECT s.value ->> 'documentId' FROM assistant_traces t, json_each(t.trace, '$.sources') s WHERE t.round_id = r.id AND t.project_id = r.project_id
          AND s.value ->> 'id' = (SELECT q.value ->> 'source' FROM json_each(t.trace, '$.sentences') p, json_each(p.value, '$.citations') q ORDER BY p.key, q.key LIMIT 1)) AS first
        FROM assistant_rounds r CROSS JOIN assistant_cited c ON c.project_id = r.project_id AND c.round_id = r.id
        WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} GROUP BY c.document_id) d ORDER BY d.at, d.document_id LIMIT ${most}`,
    (rows) => ({ documents: rows.map((row) => row.document_id), first: rows[0]?.first ?? rows[0]?.document_id }),
  );
export interface FeedbackFact {
  readonly messageId: MessageId;
  readonly roundId: RoundId;
  readonly what: "up" | "down" | "flag";
  readonly at: number;
}
const MOST_FEEDBACK = 100;
export const readFeedbackFacts = (place: Place): Query<FeedbackFact[]> =>
  query(
    sql`SELECT message_id ${as.of<{ message_id: MessageId }>("message_id")}, round_id ${as.of<{ round_id: RoundId }>("round_id")}, what ${as.of<{ what: FeedbackFact["what"] }>("what")}, at ${as.number("at")} FROM (
        SELECT message_id, round_id, rating AS what, rated_at AS at FROM assistant_ratings WHERE ${at(place)}
        UNION ALL SELECT message_id, round_id, 'flag', flagged_at FROM assistant_flags WHERE ${at(place)}) ORDER BY at DESC LIMIT ${MOST_FEEDBACK}`,
    (rows) => rows.map((row) => ({ messageId: row.message_id, roundId: row.round_id, what: row.what, at: row.at })).toReversed(),
  );

// --- thumbs and flags -------------------------------------------------------------

interface OfMessage extends Place {
  readonly messageId: MessageId;
}
/** Condition: the message is an answer of the assistant in this conversation, proved by sources, with its text. */
export const isAnswer = ({ projectId, conversationId, messageId }: OfMessage): SQL =>
  sql`EXISTS (SELECT 1 FROM messages m WHERE m.id = ${messageId} AND m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.kind = 'message'
    AND m.author_role = 'assistant' AND m.origin ->> '$.answer' IS NOT NULL AND m.erased_at IS NULL)`;
export const readIsAnswer = (of: OfMessage): Query<boolean> =>
  query(sql`SELECT ${isAnswer(of)} ${as.number("proved")}`, ([row]) => row?.proved === 1);
export const writeRating = (of: OfMessage, rating: Rating, now: number, when: SQL): SQL[] => {
  const { projectId, conversationId, messageId } = of;
  if (rating === null)
    return [sql`DELETE FROM assistant_ratings WHERE project_id = ${projectId} AND message_id = ${messageId} AND ${when}`];
  return [
    sql`INSERT INTO assistant_ratings (project_id, message_id, conversation_id, round_id, rating, rated_at)
      SELECT ${projectId}, m.id, ${conversationId}, coalesce(m.author_id, ''), ${rating}, ${now} FROM messages m WHERE m.id = ${messageId} AND ${when}
      ON CONFLICT (project_id, message_id) DO UPDATE SET rating = excluded.rating, rated_at = excluded.rated_at WHERE rating <> excluded.rating`,
  ];
};
export const readRating = ({ projectId, messageId }: OfMessage): Query<Rating> =>
  query(
    sql`SELECT ${columns("assistant_ratings", "rating")} FROM assistant_ratings WHERE project_id = ${projectId} AND message_id = ${messageId}`,
    ([row]) => row?.rating ?? null,
  );
export const writeFlag = (of: OfMessage, flag: Flag | null, by: AccountId, now: number): SQL => {
  const { projectId, conversationId, messageId } = of;
  if (flag === null) return sql`DELETE FROM assistant_flags WHERE ${at(of)} AND message_id = ${messageId}`;
  return sql`
    INSERT INTO assistant_flags (project_id, message_id, conversation_id, contact_id, round_id, reason, words, flagged_by, flagged_at)
    SELECT ${projectId}, m.id, ${conversationId}, c.contact_id, coalesce(m.author_id, ''), ${flag.reason}, ${flag.words}, ${by}, ${now}
    FROM messages m JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id
    WHERE m.id = ${messageId} AND ${isAnswer(of)} AND ${notErased(projectId, sql`c.contact_id`)}
    ON CONFLICT (project_id, message_id) DO UPDATE SET reason = excluded.reason, words = excluded.words, flagged_by = excluded.flagged_by,
      flagged_at = CASE WHEN reason = excluded.reason AND words = excluded.words THEN flagged_at ELSE excluded.flagged_at END`;
};
/** What people think of the answers of a conversation; of one answer, also if they think nothing. */
export const readFeedback = (place: Place): Query<Feedback[]> =>
  query(
    sql`SELECT k.message_id ${as.of<{ message_id: MessageId }>("message_id")}, r.rating ${as.of<{ rating: Rating }>("rating")}, f.reason ${as.of<{ reason: Flag["reason"] | null }>("reason")}, f.words ${as.textOrNull("words")},
        f.flagged_at ${as.numberOrNull("flagged_at")}, ${nameOf(sql`f.flagged_by`)} ${as.textOrNull("by_name")}
      FROM (SELECT message_id FROM assistant_ratings WHERE ${at(place)} UNION SELECT message_id FROM assistant_flags WHERE ${at(place)} LIMIT ${MOST_FEEDBACK}) k
      LEFT JOIN assistant_ratings r ON r.project_id = ${place.projectId} AND r.message_id = k.message_id
      LEFT JOIN assistant_flags f ON f.project_id = ${place.projectId} AND f.message_id = k.message_id`,
    (rows) =>
      rows.map((row) => ({
        messageId: row.message_id,
        rating: row.rating,
        flag:
          row.reason === null
            ? null
            : { reason: row.reason, words: row.words ?? "", byName: row.by_name, at: iso(notNull(row.flagged_at)) },
      })),
  );

// --- the report -------------------------------------------------------------------

export interface DayCounts {
  readonly day: number;
  readonly value: string;
  readonly counts: Readonly<Record<(typeof COUNTED)[number], number>>;
  readonly title: string | null;
  readonly url: string | null;
}
const SUMS = columnList`sum(t.conversations) ${as.number("conversations")}, sum(t.open) ${as.number("open")}, sum(t.confirmed) ${as.number("confirmed")}, sum(t.assumed) ${as.number("assumed")}, sum(t.escalated) ${as.number("escalated")},
  sum(t.abandoned) ${as.number("abandoned")}, sum(t.reopened) ${as.number("reopened")}, sum(t.negative) ${as.number("negative")}, sum(t.cost) ${as.number("cost")}`;
const countsIn = (row: RowIn<typeof SUMS>): DayCounts["counts"] => ({
  conversations: row.conversations,
  open: row.open,
  confirmed: row.confirmed,
  assumed: row.assumed,
  escalated: row.escalated,
  abandoned: row.abandoned,
  reopened: row.reopened,
  negative: row.negative,
  cost: row.cost,
});
/** Counts by day or by value; those of languages, reasons and days are few. */
export const readCounts = (
  projectId: ProjectId,
  kind: "all" | "language" | "reason",
  from: number,
): Query<Pick<DayCounts, "day" | "value" | "counts">[]> => {
  const by = kind === "all" ? sql`t.day` : sql`t.value`;
  return query(
    sql`SELECT t.day ${as.number("day")}, t.value ${as.text("value")}, ${SUMS} FROM assistant_outcome_days t WHERE t.project_id = ${projectId} AND t.kind = ${kind} AND t.day >= ${from}
      GROUP BY ${by} HAVING sum(t.conversations) > 0 ORDER BY sum(t.conversations) DESC, ${by} LIMIT 100`,
    (rows) => rows.map((row) => ({ day: row.day, value: row.value, counts: countsIn(row) })),
  );
};
/** Documents that are shown; of each day those with the most conversations are read. */
const SHOWN = 50;
const OF_A_DAY = 100;
export const readDocumentCounts = (
  projectId: ProjectId,
  kind: "topic" | "source",
  days: readonly number[],
): Query<Pick<DayCounts, "value" | "counts" | "title" | "url">[]> =>
  query(
    sql`SELECT t.value ${as.text("value")}, ${SUMS}, (SELECT d.title FROM knowledge_documents d WHERE d.id = t.value AND d.project_id = ${projectId}) ${as.textOrNull("title")},
        (SELECT d.url FROM knowledge_documents d WHERE d.id = t.value AND d.project_id = ${projectId}) ${as.textOrNull("url")}
      FROM json_each(${JSON.stringify(days)}) k CROSS JOIN assistant_outcome_days t ON t.project_id = ${projectId} AND t.kind = ${kind} AND t.day = k.value
        AND t.value IN (SELECT x.value FROM assistant_outcome_days x WHERE x.project_id = ${projectId} AND x.kind = ${kind} AND x.day = k.value AND x.conversations > 0 ORDER BY x.conversations DESC LIMIT ${OF_A_DAY})
      GROUP BY t.value ORDER BY sum(t.conversations) DESC, t.value LIMIT ${SHOWN}`,
    (rows) => rows.map((row) => ({ value: row.value, counts: countsIn(row), title: row.title, url: row.url })),
  );

export interface Filter {
  readonly from: number;
  readonly until: number;
  readonly outcome?: Outcome | "resolved" | undefined;
  readonly locale?: string | undefined;
  readonly topic?: string | undefined;
  readonly source?: string | undefined;
  readonly reason?: string | undefined;
}
/** A contact as lists call it: empty if it has neither name nor address, null if it is erased. */
const calledOf = ({ name, email, state }: ContactBrief): string | null =>
  state === "erased" || state === "erasing" ? null : (name ?? email ?? "");
const ITEM = columnList`${columns({ o: "assistant_outcomes" }, "o.conversation_id, o.outcome, o.reason, o.began_at, o.due_at, o.locale, o.cost, o.round_id")}, ${BRIEF_COLUMNS}`;
/** By time, newest first. */
export const readOutcomes = (
  projectId: ProjectId,
  filter: Filter,
  before: { at: number; id: string } | undefined,
  limit: number,
): Query<OutcomeItem[]> => {
  const { from, until, outcome, locale, topic, source, reason } = filter;
  const is = (column: string, value: string | undefined): SQL => (value === undefined ? sql`` : sql` AND o.${sql.raw(column)} = ${value}`);
  // A document has a table of its own, in the order of time.
  const [first, key] =
    source === undefined
      ? [sql`assistant_outcomes o`, sql`o`]
      : [
          sql`assistant_outcome_sources s CROSS JOIN assistant_outcomes o ON o.project_id = s.project_id AND o.conversation_id = s.conversation_id`,
          sql`s`,
        ];
  return query(
    sql`SELECT ${ITEM} FROM ${first} CROSS JOIN conversations c ON c.project_id = o.project_id AND c.id = o.conversation_id ${joinContact(sql`c.project_id`, sql`c.contact_id`)}
      WHERE ${key}.project_id = ${projectId}${source === undefined ? sql`` : sql` AND s.document_id = ${source}`} AND ${key}.began_at >= ${from} AND ${key}.began_at < ${until} AND o.version > 0
        ${outcome === "resolved" ? sql` AND o.outcome IN ('confirmed', 'assumed')` : is("outcome", outcome)}${is("locale", locale)}${is("topic", topic)}${is("reason", reason)}
        ${before === undefined ? sql`` : sql` AND (${key}.began_at, ${key}.conversation_id) < (${before.at}, ${before.id})`} ORDER BY ${key}.began_at DESC, ${key}.conversation_id DESC LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        conversationId: row.conversation_id,
        contactId: parseBrief(row).id,
        contactName: calledOf(parseBrief(row)),
        outcome: row.outcome,
        reason: row.reason,
        final: row.due_at === null,
        beganAt: iso(row.began_at),
        locale: row.locale,
        costUsd: row.cost / 1e6,
        roundId: row.round_id,
      })),
  );
};

// --- erasure, cleanup --------------------------------------------------------------

export const readFlagsOf = (projectId: ProjectId, contactId: ContactId, after: MessageId | undefined, limit: number): Query<MessageId[]> =>
  query(
    sql`SELECT ${columns("assistant_flags", "message_id")} FROM assistant_flags WHERE project_id = ${projectId} AND contact_id = ${contactId} AND message_id > ${after ?? ""} ORDER BY message_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.message_id),
  );
export const writeFlagsErased = (projectId: ProjectId, ids: readonly MessageId[]): SQL =>
  sql`UPDATE assistant_flags SET words = '' WHERE project_id = ${projectId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export const writeOldDeleted = (before: number, beforeDay: number, limit: number): SQL[] => [
  sql`DELETE FROM assistant_outcomes WHERE (project_id, conversation_id) IN (SELECT project_id, conversation_id FROM assistant_outcomes WHERE began_at < ${before} ORDER BY began_at LIMIT ${limit})`,
  sql`DELETE FROM assistant_outcome_sources WHERE (project_id, document_id, began_at, conversation_id) IN (SELECT project_id, document_id, began_at, conversation_id FROM assistant_outcome_sources WHERE began_at < ${before} ORDER BY began_at LIMIT ${limit})`,
  sql`DELETE FROM assistant_outcome_days WHERE (project_id, kind, day, value) IN (SELECT project_id, kind, day, value FROM assistant_outcome_days WHERE day < ${beforeDay} ORDER BY day LIMIT ${limit})`,
];
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [sql`assistant_outcomes`, sql`assistant_outcome_sources`, sql`assistant_outcome_days`, sql`assistant_ratings`, sql`assistant_flags`].map(
    (table) => sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when}`,
  );
