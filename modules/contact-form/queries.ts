// Every statement on letters.
import { minutes } from "#kernel/clock/index.ts";
import { columns, notNull, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, ContactId, DeliveryId, ContactRequestId, ProjectId } from "#kernel/ids/index.ts";
import { projectIsLive } from "#modules/projects";
import { withLetters } from "#modules/help-center";
import { isReadable } from "#modules/articles";

export interface NewLetter {
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
  readonly until: number;
}
/** Holds while readers may write to the project. */
export const takesLetters = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1 AND ${withLetters})`;
// Long enough for a mail to come: nobody presses the button twice so long after.
const AGAIN_AFTER = minutes(10);
/** Holds for a letter that is sent again from the same page: its mail may not have come, or its link has ended. */
const isAskedAgain = (now: number): SQL => sql`state = 'pending' AND contact_id IS NULL AND created_at <= ${now - AGAIN_AFTER}`;
/**
 * The insert that decides. An article that not everybody may read is left out. A letter that is asked for again gets another mail with
 * the same link, so that it stays one.
 */
export const writeLetter = (l: NewLetter, when: SQL): SQL => sql`
  INSERT INTO help_letters (id, project_id, delivery_id, locale, name, email, message, article_id, query, visit, feedback, created_at, expires_at)
  SELECT ${l.id}, ${l.projectId}, ${l.deliveryId}, ${l.locale}, ${l.name}, ${l.email}, ${l.message},
    ${l.article === undefined ? sql`NULL` : sql`CASE WHEN ${isReadable(l.projectId, l.article)} THEN ${l.article} END`}, ${l.query ?? null}, ${l.visit ?? null}, ${l.feedback ?? null}, ${l.now}, ${l.until}
  WHERE ${takesLetters(l.projectId)} AND ${projectIsLive(l.projectId)} AND ${when}
  ON CONFLICT (id) DO UPDATE SET delivery_id = excluded.delivery_id, created_at = excluded.created_at, expires_at = excluded.expires_at WHERE ${isAskedAgain(l.now)}`;
/** Holds when the letter was stored with this mail. */
export const isStoredWith = (id: ContactRequestId, deliveryId: DeliveryId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_letters WHERE id = ${id} AND delivery_id = ${deliveryId})`;
/** Holds when there is nothing more to do for the letter. */
export const letterStands = (projectId: ProjectId, id: ContactRequestId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND NOT (${isAskedAgain(now)}))`;

export interface Letter {
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
const letter = (row: RowIn<typeof COLUMNS>): Letter => ({
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
// One that an erasure takes has its contact while it waits.
const waits = (now: number): SQL => sql`state = 'pending' AND contact_id IS NULL AND expires_at > ${now}`;
/** Holds while the letter can be sent. */
export const letterWaits = (projectId: ProjectId, id: ContactRequestId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND ${waits(now)})`;
export const readWaiting = (projectId: ProjectId, id: ContactRequestId, now: number): Query<Letter | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND ${waits(now)}`, letter);
export const readIsSent = (projectId: ProjectId, id: ContactRequestId): Query<boolean> =>
  query(sql`SELECT 1 FROM help_letters WHERE id = ${id} AND project_id = ${projectId} AND state = 'sent'`, (rows) => rows.length > 0);
/** The letter of a mail, with where its help center is; undefined when there is nothing to confirm any more. */
export const readOfDelivery = (
  projectId: ProjectId,
  deliveryId: DeliveryId,
  now: number,
): Query<{ id: ContactRequestId; locale: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_letters", "id, locale")} FROM help_letters WHERE delivery_id = ${deliveryId} AND project_id = ${projectId} AND ${waits(now)} AND ${takesLetters(projectId)}`,
    (row) => ({ id: row.id, locale: row.locale }),
  );
/** Of a letter that is sent only that it is remains. */
export const writeSent = (projectId: ProjectId, id: ContactRequestId, contactId: ContactId, when: SQL): SQL => sql`
  UPDATE help_letters SET state = 'sent', contact_id = ${contactId}, name = NULL, email = NULL, message = NULL, article_id = NULL, query = NULL, visit = NULL, feedback = NULL
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'pending' AND ${when}`;

// --- what ends ----------------------------------------------------------------

/** Letters that wait and name the address are the contact's that is erased: whoever has it claimed or proved it. */
export const writeTaken = (projectId: ProjectId, contactId: ContactId, email: string): SQL =>
  sql`UPDATE help_letters SET contact_id = ${contactId} WHERE project_id = ${projectId} AND email = ${email} AND contact_id IS NULL`;
export const readLettersOf = (projectId: ProjectId, contactId: ContactId, limit: number): Query<ContactRequestId[]> =>
  query(
    sql`SELECT ${columns("help_letters", "id")} FROM help_letters WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const writeNoLetters = (projectId: ProjectId, ids: readonly ContactRequestId[]): SQL =>
  sql`DELETE FROM help_letters WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +project_id = ${projectId}`;
export const writeEndLetters = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM help_letters WHERE project_id = ${projectId} AND ${when}`;
export const writeSweptLetters = (before: number, limit: number): SQL =>
  sql`DELETE FROM help_letters WHERE id IN (SELECT id FROM help_letters WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
