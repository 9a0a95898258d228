// Statements of an import: notes on many contacts at once. Silent: whoever calls them decides in one batch.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ContactNoteId, ProjectId } from "#kernel/ids/index.ts";
import { contactStillThere } from "#modules/contacts";
import { MAX_NOTES } from "./contract.ts";

export interface ImportedNote {
  readonly id: ContactNoteId;
  readonly contactId: ContactId;
  readonly content: string;
  readonly clientId: string;
}
/** Those of the contacts who have a note with exactly this text. */
export const readSameNotes = (
  projectId: ProjectId,
  notes: readonly { readonly contactId: ContactId; readonly content: string }[],
): Query<ReadonlySet<ContactId>> =>
  query(
    sql`SELECT DISTINCT ${columns({ n: "contact_notes" }, "n.contact_id")} FROM json_each(${JSON.stringify(notes)}) k CROSS JOIN contact_notes n ON n.project_id = ${projectId} AND n.contact_id = k.value ->> 'contactId' AND n.deleted_at IS NULL AND n.content = k.value ->> 'content'`,
    (rows) => new Set(rows.map((row) => row.contact_id)),
  );
/** Adds the notes to contacts that are there and have room. `when` may name one: `k.value`. */
export const writeImportedNotes = (
  projectId: ProjectId,
  notes: readonly ImportedNote[],
  { by, now }: { readonly by: AccountId; readonly now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO contact_notes (id, project_id, contact_id, content, author_id, client_id, created_at)
  SELECT k.value ->> 'id', ${projectId}, k.value ->> 'contactId', k.value ->> 'content', ${by}, k.value ->> 'clientId', ${now} FROM json_each(${JSON.stringify(notes)}) k
  WHERE ${when} AND ${contactStillThere(projectId, sql`k.value ->> 'contactId'`)} IS NOT NULL
    AND (SELECT count(*) FROM (SELECT 1 FROM contact_notes o WHERE o.project_id = ${projectId} AND o.contact_id = k.value ->> 'contactId' LIMIT ${MAX_NOTES})) < ${MAX_NOTES}
  ON CONFLICT DO NOTHING`;
/** Removes those of the notes that nobody has edited. */
export const writeRemoveImportedNotes = (projectId: ProjectId, ids: readonly ContactNoteId[], when: SQL): SQL =>
  sql`DELETE FROM contact_notes WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND edited_at IS NULL AND ${when}`;
