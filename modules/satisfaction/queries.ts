// All SQL of the questions and their answers.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, DeliveryId, ProjectId, SatisfactionRequestId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { BRIEF_COLUMNS, hasVerifiedAddress, isActive, joinContact, parseBrief } from "#modules/contacts";
import { quotesCustomer } from "#modules/conversations";
import { hasJoined, projectIsLive } from "#modules/projects";
import { teamOfConversation } from "#modules/teams";
import type { SatisfactionRequest, Score } from "./contract.ts";
import { CHANGEABLE_FOR, COUNTED_DAYS, KEPT_FOR, LOOKED_AT, MOST_COUNTED, OPEN_FOR } from "./rules.ts";

export interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}
const DAY = 86_400_000;
const MINUTE = 60_000;

// --- whether to ask ---------------------------------------------------------------

/** A message that a person wrote or had sent here: no automatic mail, no import, nothing of somebody else. */
const isReal = sql`r.origin ->> '$.automatic' IS NULL AND r.origin ->> '$.door' <> 'import' AND r.origin ->> '$.differentSender' IS NOT 1`;
/** What the newest messages show: 1 the customer wrote, 2 a person answered, 4 the assistant did; their sum. */
const facts = (projectId: SQL, conversationId: SQL): SQL => sql`(
  SELECT (max(r.author_role = 'visitor' AND ${isReal}) OR ${quotesCustomer(projectId, conversationId)}) + 2 * max(r.author_role = 'operator' AND ${isReal}) + 4 * max(r.author_role = 'assistant' AND ${isReal})
  FROM (SELECT author_role, origin, kind FROM messages WHERE project_id = ${projectId} AND conversation_id = ${conversationId} ORDER BY revision DESC LIMIT ${LOOKED_AT}) r WHERE r.kind = 'message')`;
export const lastAnswerer = (projectId: SQL, conversationId: SQL): SQL => sql`(
  SELECT r.author_id FROM (SELECT author_role, author_id, kind, revision FROM messages WHERE project_id = ${projectId} AND conversation_id = ${conversationId} ORDER BY revision DESC LIMIT ${LOOKED_AT}) r
  WHERE r.kind = 'message' AND r.author_role = 'operator' ORDER BY r.revision DESC LIMIT 1)`;
/** Condition: the contact was not asked within the days before, except by `own`. */
const wasNotAsked = (projectId: SQL, contactId: SQL, since: SQL, own: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM satisfaction_requests a WHERE a.project_id = ${projectId} AND a.contact_id = ${contactId} AND a.asked_at > ${since} AND a.id <> ${own})`;

/**
 * The one place that decides whether a closing is followed by a question: stores it, due in the widget, by mail, or both. To run in the batch
 * of the closing, after its event. At most one for a closing, and none for a contact that another question waits for or was put to lately.
 */
export const writeDue = ({ projectId, conversationId }: Place, id: SatisfactionRequestId, now: number, done: SQL): SQL => sql`
  INSERT INTO satisfaction_requests (id, project_id, conversation_id, contact_id, close_id, state, widget_at, mail_at, expires_at, closed_at, closed_by, assignee_id, answered_by, team_id, channel)
  SELECT ${id}, x.project_id, x.id, x.contact_id, x.close_id, 'due', x.widget_at, x.mail_at, max(coalesce(x.widget_at, 0), coalesce(x.mail_at, 0)) + ${OPEN_FOR}, ${now},
    x.closed_by, x.assignee_id, ${lastAnswerer(sql`x.project_id`, sql`x.id`)}, ${teamOfConversation(sql`x.project_id`, sql`x.id`)}, x.door
  FROM (
    SELECT c.project_id, c.id, c.contact_id, c.assignee_id, c.door, e.id AS close_id, s.ask_assistant,
      CASE WHEN e.actor_role = 'operator' THEN e.actor_id END AS closed_by,
      CASE WHEN s.in_widget = 1 AND c.door = 'widget' THEN ${now} + s.widget_delay * ${MINUTE} END AS widget_at,
      CASE WHEN s.by_mail = 1 AND ${hasVerifiedAddress(projectId, sql`c.contact_id`)} THEN ${now} + s.mail_delay * ${MINUTE} END AS mail_at
    FROM satisfaction_settings s
      CROSS JOIN conversations c ON c.project_id = s.project_id AND c.id = ${conversationId}
      CROSS JOIN conversation_events e ON e.id = (SELECT n.id FROM conversation_events n WHERE n.project_id = c.project_id AND n.conversation_id = c.id AND n.kind = 'status' ORDER BY n.revision DESC LIMIT 1)
    WHERE s.project_id = ${projectId} AND s.is_on = 1 AND ${done} AND c.status = 'closed' AND c.silenced = 0
      AND (e.actor_role = 'operator' OR (e.actor_role = 'assistant' AND s.ask_assistant = 1))
      AND (s.ask_bulk = 1 OR substr(e.client_id, 1, 4) <> 'blk_')
      AND ${isActive(projectId, sql`c.contact_id`)}
      AND NOT EXISTS (SELECT 1 FROM satisfaction_requests q WHERE q.project_id = c.project_id AND q.contact_id = c.contact_id AND q.state = 'due')
      AND ${wasNotAsked(sql`c.project_id`, sql`c.contact_id`, sql`${now} - s.quiet_days * ${DAY}`, sql`''`)}
  ) x
  WHERE (x.widget_at IS NOT NULL OR x.mail_at IS NOT NULL)
    AND (${facts(sql`x.project_id`, sql`x.id`)} & CASE WHEN x.ask_assistant = 1 THEN 7 ELSE 3 END) IN (3, 5, 7)
  ON CONFLICT DO NOTHING`;
/** Takes back what was not answered yet: the conversation goes on. */
export const writeCancelled = ({ projectId, conversationId }: Place, done: SQL): SQL => sql`
  UPDATE satisfaction_requests SET state = 'cancelled' WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND state IN ('due', 'asked') AND ${done}`;

/** Condition: a question about the conversation waits to be mailed. */
export const waitsForMail = ({ projectId, conversationId }: Place): SQL =>
  sql`EXISTS (SELECT 1 FROM satisfaction_requests WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND state IN ('due', 'asked') AND state = 'due' AND mail_at IS NOT NULL)`;

/** Condition: the question waits, and nobody asked its contact lately. */
const mayBeAsked = (projectId: ProjectId, id: SatisfactionRequestId, now: number): SQL => sql`EXISTS (
  SELECT 1 FROM satisfaction_requests q JOIN satisfaction_settings s ON s.project_id = q.project_id
  WHERE q.id = ${id} AND q.project_id = ${projectId} AND q.state = 'due' AND q.expires_at > ${now} AND s.is_on = 1 AND ${isActive(projectId, sql`q.contact_id`)}
    AND ${wasNotAsked(sql`q.project_id`, sql`q.contact_id`, sql`${now} - s.quiet_days * ${DAY}`, sql`q.id`)})`;
/** The widget shows it. */
export const writeShown = (projectId: ProjectId, id: SatisfactionRequestId, contactId: ContactId, now: number): SQL => sql`
  UPDATE satisfaction_requests SET state = 'asked', asked_in = 'widget', asked_at = ${now}
  WHERE id = ${id} AND project_id = ${projectId} AND contact_id = ${contactId} AND state = 'due' AND widget_at <= ${now} AND ${mayBeAsked(projectId, id, now)}`;
/** It is about to be mailed, by this delivery alone. */
export const writeMailed = (projectId: ProjectId, id: SatisfactionRequestId, deliveryId: DeliveryId, now: number): SQL => sql`
  UPDATE satisfaction_requests SET state = 'asked', asked_in = 'mail', asked_at = ${now}, delivery_id = ${deliveryId}
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'due' AND mail_at <= ${now} AND ${mayBeAsked(projectId, id, now)}`;
/** Not by mail after all; without the widget not at all. */
export const writeNotMailed = (projectId: ProjectId, id: SatisfactionRequestId): SQL => sql`
  UPDATE satisfaction_requests SET mail_at = NULL, state = CASE WHEN widget_at IS NULL THEN 'cancelled' ELSE state END WHERE id = ${id} AND project_id = ${projectId} AND state = 'due'`;
/** Condition: this delivery puts the question, which is still open. */
export const isAskedBy = ({ projectId, conversationId }: Place, deliveryId: DeliveryId): SQL =>
  sql`EXISTS (SELECT 1 FROM satisfaction_requests q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.state IN ('due', 'asked') AND q.state = 'asked' AND q.delivery_id = ${deliveryId})`;

// --- one question -----------------------------------------------------------------

/** A question as it is stored. */
export interface StoredRequest {
  readonly id: SatisfactionRequestId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly state: SatisfactionRequest["state"];
  readonly askedIn: SatisfactionRequest["askedIn"];
  readonly widgetAt: number | null;
  readonly mailAt: number | null;
  readonly expiresAt: number;
  readonly score: Score | null;
  readonly comment: string;
  readonly ratedAt: number | null;
  readonly version: number;
  /** Whom a bad rating concerns: who was assigned, else who answered last, if they are still members. */
  readonly operatorId: AccountId | null;
}
const member = (column: SQL): SQL => sql`CASE WHEN ${hasJoined(sql`q.project_id`, column)} THEN ${column} END`;
const REQUEST = columnList`${columns(
  { q: "satisfaction_requests" },
  "q.id, q.project_id, q.conversation_id, q.contact_id, q.state, q.asked_in, q.widget_at, q.mail_at, q.expires_at, q.score, q.comment, q.rated_at, q.version",
)}, coalesce(${member(sql`q.assignee_id`)}, ${member(sql`q.answered_by`)}) ${as.of<{ operator_id: AccountId | null }>("operator_id")}`;
const requestOf = (row: RowIn<typeof REQUEST>): StoredRequest => ({
  ...{ id: row.id, projectId: row.project_id, conversationId: row.conversation_id, contactId: row.contact_id },
  ...{ state: row.state, askedIn: row.asked_in, widgetAt: row.widget_at, mailAt: row.mail_at, expiresAt: row.expires_at },
  ...{ score: row.score as Score | null, comment: row.comment, ratedAt: row.rated_at, version: row.version },
  operatorId: row.operator_id,
});
export const readRequest = (projectId: ProjectId, id: SatisfactionRequestId): Query<StoredRequest | undefined> =>
  queryOne(sql`SELECT ${REQUEST} FROM satisfaction_requests q WHERE q.id = ${id} AND q.project_id = ${projectId}`, requestOf);
/** The newest question about a conversation of this contact; what an import brought was never asked. */
export const readNewest = ({ projectId, conversationId }: Place, contactId: ContactId): Query<StoredRequest | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST} FROM satisfaction_requests q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.contact_id = ${contactId} AND q.imported = 0 ORDER BY q.closed_at DESC, q.id DESC LIMIT 1`,
    requestOf,
  );
/** The one that waits to be mailed. */
export const readWaiting = ({ projectId, conversationId }: Place): Query<StoredRequest | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST} FROM satisfaction_requests q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.state IN ('due', 'asked') AND q.state = 'due' AND q.mail_at IS NOT NULL`,
    requestOf,
  );
/** The open question that the delivery puts. */
export const readAskedBy = ({ projectId, conversationId }: Place, deliveryId: DeliveryId): Query<StoredRequest | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST} FROM satisfaction_requests q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.state IN ('due', 'asked') AND q.state = 'asked' AND q.delivery_id = ${deliveryId}`,
    requestOf,
  );
/** Condition: it can be answered, or its answer changed, and is as it was read. */
export const mayRate = ({ projectId, id, version }: StoredRequest, now: number): SQL => sql`EXISTS (
  SELECT 1 FROM satisfaction_requests q WHERE q.id = ${id} AND q.project_id = ${projectId} AND q.version = ${version} AND ${projectIsLive(projectId)}
    AND ((q.state = 'asked' AND q.expires_at > ${now}) OR (q.state = 'answered' AND q.rated_at > ${now - CHANGEABLE_FOR})))`;
export const writeRating = (
  { projectId, id, version }: StoredRequest,
  rating: { score: Score; comment: string },
  now: number,
  done: SQL,
): SQL => sql`
  UPDATE satisfaction_requests SET state = 'answered', score = ${rating.score}, comment = ${rating.comment}, rated_at = coalesce(rated_at, ${now}), version = version + 1
  WHERE id = ${id} AND project_id = ${projectId} AND version = ${version} AND ${done}`;

// --- lists ------------------------------------------------------------------------

const LISTED = columnList`${columns(
  { q: "satisfaction_requests" },
  "q.id, q.conversation_id, q.state, q.asked_in, q.score, q.comment, q.closed_at, q.rated_at, q.version, q.channel, q.team_id, q.assignee_id, q.answered_by, q.imported",
)}, ${BRIEF_COLUMNS}, ${nameOf(sql`coalesce(q.assignee_id, q.answered_by)`)} ${as.textOrNull("operator_name")}`;
const SOURCE = sql`satisfaction_requests q ${joinContact(sql`q.project_id`, sql`q.contact_id`)}`;
function listedOf(row: RowIn<typeof LISTED>): SatisfactionRequest & { ratedAtMs: number } {
  const { id, name, state } = parseBrief(row);
  const isGone = state === "erasing" || state === "erased";
  const operatorId = row.assignee_id ?? row.answered_by;
  return {
    ...{ id: row.id, conversationId: row.conversation_id, contact: { id, name: isGone ? null : name, state } },
    ...{
      state: row.state,
      askedIn: row.asked_in,
      score: row.score as Score | null,
      comment: isGone ? "" : row.comment,
      version: row.version,
    },
    ...{
      closedAt: iso(row.closed_at),
      ratedAt: isoOrNull(row.rated_at),
      channel: row.channel,
      teamId: row.team_id,
      imported: row.imported === 1,
    },
    operator: operatorId === null ? null : { id: operatorId, name: row.operator_name },
    ratedAtMs: row.rated_at ?? 0,
  };
}
/** Ratings, newest first, along one index. */
export const readRatings = (
  projectId: ProjectId,
  score: Score | undefined,
  after: { at: number; id: string } | undefined,
  limit: number,
): Query<(SatisfactionRequest & { ratedAtMs: number })[]> =>
  query(
    sql`SELECT ${LISTED} FROM ${SOURCE} WHERE q.project_id = ${projectId} AND q.score IS NOT NULL${score === undefined ? sql`` : sql` AND q.score = ${score}`}${after === undefined ? sql`` : sql` AND (q.rated_at, q.id) < (${after.at}, ${after.id})`}
      ORDER BY q.rated_at DESC, q.id DESC LIMIT ${limit}`,
    (rows) => rows.map(listedOf),
  );
const MOST_SHOWN = 20;
export const readOfConversation = ({ projectId, conversationId }: Place): Query<SatisfactionRequest[]> =>
  query(
    sql`SELECT ${LISTED} FROM ${SOURCE} WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} ORDER BY q.closed_at DESC, q.id DESC LIMIT ${MOST_SHOWN}`,
    (rows) => rows.map(listedOf).map(({ ratedAtMs: _, ...one }) => one),
  );
/** The contact's answers, among its newest hundred questions. */
export const readOfContact = (projectId: ProjectId, contactId: ContactId): Query<SatisfactionRequest[]> =>
  query(
    sql`SELECT ${LISTED} FROM (SELECT * FROM satisfaction_requests WHERE project_id = ${projectId} AND contact_id = ${contactId} ORDER BY id DESC LIMIT 100) q
      ${joinContact(sql`q.project_id`, sql`q.contact_id`)} WHERE q.score IS NOT NULL ORDER BY q.rated_at DESC LIMIT ${MOST_SHOWN}`,
    (rows) => rows.map(listedOf).map(({ ratedAtMs: _, ...one }) => one),
  );
/** How many ratings of each score, among the newest of the last days. */
export const readCounts = (projectId: ProjectId, now: number): Query<{ counts: number[]; isCut: boolean }> =>
  query(
    sql`SELECT r.score ${as.number("of_score")}, count(*) ${as.number("n")} FROM (
      SELECT score FROM satisfaction_requests WHERE project_id = ${projectId} AND score IS NOT NULL AND rated_at > ${now - COUNTED_DAYS * DAY} ORDER BY rated_at DESC LIMIT ${MOST_COUNTED + 1}) r GROUP BY r.score`,
    (rows) => {
      const counts = [1, 2, 3, 4, 5].map((score) => rows.find((row) => row.of_score === score)?.n ?? 0);
      return { counts, isCut: counts.reduce((a, b) => a + b, 0) > MOST_COUNTED };
    },
  );
/** The newest score of a conversation `c`, as text; NULL without one. */
export const scoreOf = sql`(SELECT CAST(q.score AS TEXT) FROM satisfaction_requests q WHERE q.project_id = c.project_id AND q.conversation_id = c.id AND q.score IS NOT NULL ORDER BY q.rated_at DESC LIMIT 1)`;

// --- what ends --------------------------------------------------------------------

export const writeExpired = (now: number, limit: number): SQL => sql`
  UPDATE satisfaction_requests SET state = 'expired' WHERE id IN (
    SELECT id FROM satisfaction_requests WHERE state IN ('due', 'asked') AND expires_at <= ${now} ORDER BY expires_at LIMIT ${limit})`;
export const writeOldDeleted = (now: number, limit: number): SQL => sql`
  DELETE FROM satisfaction_requests WHERE id IN (SELECT id FROM satisfaction_requests WHERE closed_at < ${now - KEPT_FOR} ORDER BY closed_at LIMIT ${limit})`;
export const readIdsOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: SatisfactionRequestId | undefined,
  limit: number,
): Query<SatisfactionRequestId[]> =>
  query(
    sql`SELECT ${columns("satisfaction_requests", "id")} FROM satisfaction_requests WHERE project_id = ${projectId} AND contact_id = ${contactId} AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
const among = (ids: readonly SatisfactionRequestId[]): SQL => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** Comments go, and nothing is asked any more; scores stay counted. */
export const writeErased = (projectId: ProjectId, ids: readonly SatisfactionRequestId[]): SQL => sql`
  UPDATE satisfaction_requests SET comment = '', state = CASE WHEN state IN ('due', 'asked') THEN 'cancelled' ELSE state END
  WHERE project_id = ${projectId} AND ${among(ids)} AND (comment <> '' OR state IN ('due', 'asked'))`;
/** SELECT of the contact's comments, for the preview of an erasure. */
export const commentsOf = (projectId: ProjectId, contactId: ContactId): SQL =>
  sql`SELECT 1 FROM satisfaction_requests WHERE project_id = ${projectId} AND contact_id = ${contactId} AND comment <> ''`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM satisfaction_requests WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM satisfaction_settings WHERE project_id = ${projectId} AND ${when}`,
];
