// All SQL of notes on contacts.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ContactNoteId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { contactExists, contactStillThere, notErased } from "#modules/contacts";
import { MAX_NOTES, type Note } from "./contract.ts";

export interface Who {
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
}
const ofContact = ({ projectId, contactId }: Who): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
const isThere = ({ projectId, contactId }: Who): SQL => sql`${contactStillThere(projectId, sql`${contactId}`)} IS NOT NULL`;

const COLUMNS = columnList`${columns({ n: "contact_notes" }, "n.id, n.content, n.author_id, n.created_at, n.edited_at")}, ${nameOf(sql`n.author_id`)} ${as.textOrNull("author")}`;
const noteOf = (row: RowIn<typeof COLUMNS>): Note => ({
  id: row.id,
  content: row.content,
  authorId: row.author_id,
  authorName: row.author,
  createdAt: iso(row.created_at),
  editedAt: isoOrNull(row.edited_at),
});
/** A page of the notes of a contact that is not erased, newest first. */
export const readNotes = ({ projectId, contactId }: Who, before: string | undefined, limit: number): Query<Note[]> =>
  query(
    sql`SELECT ${COLUMNS} FROM contact_notes n WHERE n.project_id = ${projectId} AND n.contact_id = ${contactId} AND n.deleted_at IS NULL${before === undefined ? sql`` : sql` AND n.id < ${before}`} AND ${notErased(projectId, sql`n.contact_id`)} ORDER BY n.id DESC LIMIT ${limit}`,
    (rows) => rows.map(noteOf),
  );
/** Also a deleted one. */
export const readNote = ({ projectId, contactId }: Who, id: ContactNoteId): Query<Note | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM contact_notes n WHERE n.id = ${id} AND n.project_id = ${projectId} AND n.contact_id = ${contactId} AND ${notErased(projectId, sql`n.contact_id`)}`,
    noteOf,
  );
export const readNoteBy = ({ projectId, contactId }: Who, clientId: string): Query<Note | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM contact_notes n WHERE n.project_id = ${projectId} AND n.client_id = ${clientId} AND n.contact_id = ${contactId} AND ${notErased(projectId, sql`n.contact_id`)}`,
    noteOf,
  );
/** Whether the contact exists, and whether notes can be added to it: it is neither erased nor being erased. */
export const readStanding = (who: Who): Query<{ exists: boolean; there: boolean }> =>
  query(
    sql`SELECT ${contactExists(who.projectId, who.contactId)} ${as.number("found")}, ${isThere(who)} ${as.number("there")}`,
    ([row]) => ({ exists: row?.found === 1, there: row?.there === 1 }),
  );

export const writeNote = (
  who: Who,
  n: { id: ContactNoteId; content: string; authorId: AccountId; clientId: string; now: number },
): SQL => sql`
  INSERT INTO contact_notes (id, project_id, contact_id, content, author_id, client_id, created_at)
  SELECT ${n.id}, ${who.projectId}, ${who.contactId}, ${n.content}, ${n.authorId}, ${n.clientId}, ${n.now}
  WHERE ${isThere(who)} AND (SELECT count(*) FROM (SELECT 1 FROM contact_notes WHERE ${ofContact(who)} LIMIT ${MAX_NOTES})) < ${MAX_NOTES}
  ON CONFLICT (project_id, client_id) DO NOTHING`;
export const writeContent = (who: Who, id: ContactNoteId, content: string, authorId: AccountId, now: number): SQL => sql`
  UPDATE contact_notes SET content = ${content}, edited_at = ${now} WHERE id = ${id} AND ${ofContact(who)} AND deleted_at IS NULL AND author_id = ${authorId} AND content <> ${content} AND ${isThere(who)}`;
/** `may`: a condition on `author_id`. */
export const writeDeleted = (who: Who, id: ContactNoteId, at: number | null, may: SQL): SQL => sql`
  UPDATE contact_notes SET deleted_at = ${at} WHERE id = ${id} AND ${ofContact(who)} AND (deleted_at IS NULL) = ${at === null ? 0 : 1} AND ${may} AND ${isThere(who)}`;
export const writePurged = (before: number, limit: number): SQL =>
  sql`DELETE FROM contact_notes WHERE id IN (SELECT id FROM contact_notes WHERE deleted_at < ${before} ORDER BY deleted_at LIMIT ${limit})`;

/** Erasure: the next notes of the contact, deleted ones too. */
export const readNoteIds = (who: Who, limit: number): Query<ContactNoteId[]> =>
  query(
    sql`SELECT ${columns("contact_notes", "id")} FROM contact_notes INDEXED BY contact_notes_all WHERE ${ofContact(who)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
export const notesOf = (who: Who): SQL => sql`SELECT 1 FROM contact_notes WHERE ${ofContact(who)}`;
export const writeErasedNotes = (who: Who, ids: readonly ContactNoteId[]): SQL =>
  sql`DELETE FROM contact_notes WHERE ${ofContact(who)} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Project deletion: one page of its notes. */
export const writeGoneWithProject = (projectId: ProjectId, limit: number): SQL =>
  sql`DELETE FROM contact_notes WHERE id IN (SELECT id FROM contact_notes INDEXED BY contact_notes_all WHERE project_id = ${projectId} LIMIT ${limit})`;
export const hasNotes = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM contact_notes WHERE project_id = ${projectId})`;
