// Statements on contact requests.
import { minutes } from "#kernel/clock/index.ts";
import { columns, notNull, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, ContactId, DeliveryId, ContactRequestId, ProjectId } from "#kernel/ids/index.ts";
import { projectIsLive } from "#modules/projects";
import { hasContactForm } from "#modules/help-center";
import { isReadable } from "#modules/articles";

export interface NewRequest {
  readonly id: ContactRequestId;
  readonly projectId: ProjectId;
  readonly deliveryId: DeliveryId;
  readonly locale: string;
  readonly name: string | null;
  readonly email: string;
  readonly message: string;
  readonly article: ArticleId | undefined;
  readonly query: string | undefined;
  readonly visit: string | undefined;
  readonly feedback: string | undefined;
  readonly now: number;
  readonly expiresAt: number;
}
/** Holds while the contact form of the project is on. */
export const isContactFormOn = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1 AND ${hasContactForm})`;
// Long enough for the mail to arrive, and longer than the pause of an accidental second click.
const AGAIN_AFTER = minutes(10);
/** Holds for a request that is sent again from the same page: its mail may not have arrived, or its link has expired. */
const isRepeated = (now: number): SQL => sql`state = 'pending' AND contact_id IS NULL AND created_at <= ${now - AGAIN_AFTER}`;
/**
 * The insert that decides the batch. An article that is not public is left out. A repeated request gets another mail with the same
 * link, so that it stays one.
 */
export const writeRequest = (request: NewRequest, when: SQL): SQL => sql`
  INSERT INTO help_letters (id, project_id, delivery_id, locale, name, email, message, article_id, query, visit, feedback, created_at, expires_at)
  SELECT ${request.id}, ${request.projectId}, ${request.deliveryId}, ${request.locale}, ${request.name}, ${request.email}, ${request.message},
    ${request.article === undefined ? sql`NULL` : sql`CASE WHEN ${isReadable(request.projectId, request.article)} THEN ${request.article} END`}, ${request.query ?? null}, ${request.visit ?? null}, ${request.feedback ?? null}, ${request.now}, ${request.expiresAt}
  WHERE ${isContactFormOn(request.projectId)} AND ${projectIsLive(request.projectId)} AND ${when}
  ON CONFLICT (id) DO UPDATE SET delivery_id = excluded.delivery_id, created_at = excluded.created_at, expires_at = excluded.expires_at WHERE ${isRepeated(request.now)}`;
/** Holds when the request was stored with this mail. */
export const isStoredWith = (id: ContactRequestId, deliveryId: DeliveryId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_letters WHERE id = ${id} AND delivery_id = ${deliveryId})`;
/** Holds when the request exists and needs no other mail. */
export const requestIsHandled = (projectId: ProjectId, id: ContactRequestId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND NOT (${isRepeated(now)}))`;

export interface ContactRequest {
  readonly id: ContactRequestId;
  readonly locale: string;
  readonly name: string | null;
  readonly email: string;
  readonly message: string;
  readonly article: ArticleId | null;
  readonly query: string | null;
  readonly visit: string | null;
  readonly feedback: string | null;
}
const COLUMNS = columns("help_letters", "id, locale, name, email, message, article_id, query, visit, feedback");
const parseRequest = (row: RowIn<typeof COLUMNS>): ContactRequest => ({
  id: row.id,
  locale: row.locale,
  name: row.name,
  email: notNull(row.email),
  message: notNull(row.message),
  article: row.article_id,
  query: row.query,
  visit: row.visit,
  feedback: row.feedback,
});
// A pending request has a contact only while an erasure is taking it.
const isPending = (now: number): SQL => sql`state = 'pending' AND contact_id IS NULL AND expires_at > ${now}`;
/** Holds while the request can be confirmed. */
export const requestIsPending = (projectId: ProjectId, id: ContactRequestId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND ${isPending(now)})`;
export const readPending = (projectId: ProjectId, id: ContactRequestId, now: number): Query<ContactRequest | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND ${isPending(now)}`, parseRequest);
export const readIsSent = (projectId: ProjectId, id: ContactRequestId): Query<boolean> =>
  query(sql`SELECT 1 FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND state = 'sent'`, (rows) => rows.length > 0);
/** The request of a mail; undefined when there is nothing left to confirm. */
export const readOfDelivery = (
  projectId: ProjectId,
  deliveryId: DeliveryId,
  now: number,
): Query<{ id: ContactRequestId; locale: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_letters", "id, locale")} FROM help_letters WHERE delivery_id = ${deliveryId} AND project_id = ${projectId} AND ${isPending(now)} AND ${isContactFormOn(projectId)}`,
    (row) => ({ id: row.id, locale: row.locale }),
  );
/** After confirmation only the fact remains, not the content. */
export const writeSent = (projectId: ProjectId, id: ContactRequestId, contactId: ContactId, when: SQL): SQL => sql`
  UPDATE help_letters SET state = 'sent', contact_id = ${contactId}, name = NULL, email = NULL, message = NULL, article_id = NULL, query = NULL, visit = NULL, feedback = NULL
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'pending' AND ${when}`;

// --- removal ------------------------------------------------------------------

/** Assigns pending requests with the address to the contact that is being erased. */
export const writeClaimedForErasure = (projectId: ProjectId, contactId: ContactId, email: string): SQL =>
  sql`UPDATE help_letters SET contact_id = ${contactId} WHERE project_id = ${projectId} AND email = ${email} AND contact_id IS NULL`;
export const readRequestsOf = (projectId: ProjectId, contactId: ContactId, limit: number): Query<ContactRequestId[]> =>
  query(
    sql`SELECT ${columns("help_letters", "id")} FROM help_letters WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const writeRemovedRequests = (projectId: ProjectId, ids: readonly ContactRequestId[]): SQL =>
  sql`DELETE FROM help_letters WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +project_id = ${projectId}`;
export const writeRemoveRequestsOfProject = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM help_letters WHERE project_id = ${projectId} AND ${when}`;
export const writeRemoveOldRequests = (before: number, limit: number): SQL =>
  sql`DELETE FROM help_letters WHERE id IN (SELECT id FROM help_letters WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
