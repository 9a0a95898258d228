// Statements on held mail. A mail waits for its release while its state is `held` and it has a `due_at`.
import { minutes } from "#kernel/clock/index.ts";
import { type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import { hasVerifiedAddress, isActive } from "#modules/contacts";
import { addressIsFull, COLUMNS, copyIsFull, delivery, REASONS } from "./queries.ts";
import { nextHour, roomAt } from "./estimate-release.ts";
import type { DeliveryRow } from "../delivery.ts";

/** Time until a due mail that is still over a limit is checked again. */
const RECHECK_AFTER = minutes(2);
const WAITS = sql`state = 'held' AND due_at IS NOT NULL`;

/** Projects with held mail that one run handles separately; each costs two lookups. */
const PROJECTS = 1000;
/**
 * Due mails, oldest first, taking one of each project before a second of any: otherwise a project with thousands of held mails would delay
 * all others.
 */
export const readDueMails = (now: number, limit: number): Query<DeliveryRow[]> =>
  query(
    sql`WITH RECURSIVE p(id) AS (
        SELECT min(project_id) FROM mail_deliveries WHERE ${WAITS}
        UNION ALL SELECT (SELECT min(project_id) FROM mail_deliveries WHERE ${WAITS} AND project_id > p.id) FROM p WHERE p.id IS NOT NULL LIMIT ${PROJECTS}),
      f AS (SELECT p.id, (SELECT min(due_at) FROM mail_deliveries WHERE project_id = p.id AND ${WAITS}) AS due FROM p WHERE p.id IS NOT NULL ORDER BY due LIMIT ${limit})
      SELECT ${COLUMNS} FROM f JOIN mail_deliveries d ON d.id IN (SELECT id FROM mail_deliveries WHERE project_id = f.id AND ${WAITS} AND due_at <= ${now} ORDER BY due_at, id LIMIT ${limit})
      ORDER BY row_number() OVER (PARTITION BY d.project_id ORDER BY d.due_at, d.id), d.due_at, d.id LIMIT ${limit}`,
    (rows) => rows.map(delivery),
  );
/**
 * Holds while an earlier mail of the conversation waits or is being sent, because they are sent in order. The unary plus keeps the planner
 * from scanning all earlier mails of the project.
 */
const isBehind = ({ messageId, projectId, conversationId }: DeliveryRow): SQL =>
  conversationId === null
    ? sql`0`
    : sql`(EXISTS (SELECT 1 FROM mail_deliveries e INDEXED BY mail_deliveries_waiting_in WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.state = 'held' AND e.due_at IS NOT NULL AND e.kind = 'reply' AND +e.message_id < ${messageId})
      OR EXISTS (SELECT 1 FROM mail_deliveries e WHERE e.project_id = ${projectId} AND e.state IN ('queued', 'sending') AND e.state <> 'sent' AND e.conversation_id = ${conversationId} AND e.kind = 'reply' AND +e.message_id < ${messageId}))`;
/**
 * Releases a mail once, if the limits allow it. An address that was verified since has no limit. A mail about a contact that was blocked
 * or erased since ends.
 */
export function writeReleased(d: DeliveryRow, room: SQL, now: number): SQL {
  const proved = d.kind === "reply" && d.contactId !== null && d.to !== null ? hasVerifiedAddress(d.projectId, d.contactId, d.to) : sql`0`;
  const gone = d.contactId === null ? sql`0` : sql`NOT ${isActive(d.projectId, d.contactId)}`;
  return sql`
  UPDATE mail_deliveries AS d SET state = CASE WHEN ${gone} THEN 'failed' ELSE 'queued' END, error = CASE WHEN ${gone} AND d.to_address IS NOT NULL THEN ${REASONS.contactGone} END, due_at = NULL, strangers = 0, strangers_by = NULL, proved = max(d.proved, ${proved}), updated_at = ${now}
  WHERE d.id = ${d.id} AND d.project_id = ${d.projectId} AND d.attempts = ${d.attempts} AND d.state = 'held' AND d.due_at IS NOT NULL
    AND (${gone} OR ((d.proved = 1 OR ${proved} OR NOT ${addressIsFull(d.toHash, now, d.id)}) AND NOT ${copyIsFull(d.projectId, d.id, now)} AND NOT ${isBehind(d)} AND (${room})))`;
}
/** Holds for a mail that was released at this moment. */
export const isReleased = (id: DeliveryId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM mail_deliveries WHERE id = ${id} AND state = 'queued' AND updated_at = ${now})`;
/** Postpones a mail that is still over a limit. */
export const writePutOff = (d: DeliveryRow, room: SQL, now: number): SQL => sql`
  UPDATE mail_deliveries SET due_at = CASE WHEN ${room} THEN ${now + RECHECK_AFTER} ELSE ${nextHour(now)} END WHERE id = ${d.id} AND project_id = ${d.projectId} AND ${WAITS} AND due_at <= ${now}`;
/** Holds a mail whose attempt found its address over the limit. */
export const writeWaiting = ({ id, projectId, toHash }: DeliveryRow, attempts: number, now: number): SQL => sql`
  UPDATE mail_deliveries SET state = 'held', error = ${REASONS.addressFull}, due_at = ${roomAt(toHash, now)}, updated_at = ${now}
  WHERE id = ${id} AND project_id = ${projectId} AND attempts = ${attempts} AND state = 'queued'`;
/** Makes mail held for a contact's newly verified address due at once. Recipients of its copies may still be unverified and count. */
export const writeDueNow = (projectId: ProjectId, contactId: string, now: number): SQL => sql`
  UPDATE mail_deliveries AS d SET due_at = ${now}, strangers = 0, strangers_by = NULL
  WHERE project_id = ${projectId} AND contact_id = ${contactId} AND ${WAITS} AND (due_at > ${now} OR strangers > 0)
    AND (strangers = 0 OR NOT EXISTS (SELECT 1 FROM mail_copies k WHERE k.project_id = ${projectId} AND k.delivery_id = d.id AND k.proved = 0))`;
