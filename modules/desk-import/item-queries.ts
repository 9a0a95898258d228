// Statements on what became of tickets and people, and on the report of a run.
import { as, columns, notNull, parseJson, type Query, query, queryOne, type Selected, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, DeskImportId, ProjectId } from "#kernel/ids/index.ts";
import { contactIdOfVerifiedAddress, type Erased, keptId } from "#modules/contacts";
import { revisionNow, storedAmong } from "#modules/conversations";
import type { DeskImportRow, Outcome, RowKind } from "./contract.ts";
import { isTicketRow, kindOfRow, rangesOf, rowIdOf } from "./row-kinds.ts";
import { type DeskSource, mayWork, type Run } from "./run-queries.ts";

const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
const ofSource = (source: DeskSource, sourceId: string): SQL =>
  sql`project_id = ${source.projectId} AND platform = ${source.platform} AND place = ${source.site} AND source_id = ${sourceId}`;

/** What an earlier run, or an earlier slice of this one, made of a ticket. */
export interface Item {
  readonly sourceId: string;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly changed: string;
  readonly revision: number;
  /** The conversation's revision now; null: it was removed. */
  readonly revisionNow: number | null;
  readonly isErased: boolean;
}
export const readItems = (source: DeskSource, sourceIds: readonly string[]): Query<Item[]> =>
  query(
    sql`SELECT ${columns({ i: "desk_import_items", c: "conversations?" }, "i.source_id, i.conversation_id, i.contact_id, i.changed, i.revision, c.revision AS revision_now")},
        EXISTS (SELECT 1 FROM contacts k WHERE k.id = i.contact_id AND k.project_id = i.project_id AND k.state IN ('erasing', 'erased')) ${as.number("gone")}
      FROM desk_import_items i LEFT JOIN conversations c ON c.project_id = i.project_id AND c.id = i.conversation_id
      WHERE i.project_id = ${source.projectId} AND i.platform = ${source.platform} AND i.place = ${source.site} AND i.source_id IN ${among(sourceIds)}`,
    (rows) =>
      rows.map((row) => ({
        sourceId: row.source_id,
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        changed: row.changed,
        revision: row.revision,
        revisionNow: row.revision_now,
        isErased: row.gone !== 0,
      })),
  );
/** Stores the item before the first message. The messages of another try add to the same conversation. */
export const writeItem = (run: Run, sourceId: string, conversationId: ConversationId, contactId: ContactId, guard: SQL): SQL => sql`
  INSERT INTO desk_import_items (project_id, platform, place, source_id, conversation_id, contact_id, run_id, changed, revision)
  SELECT ${run.projectId}, ${run.platform}, ${run.site}, ${sourceId}, ${conversationId}, ${contactId}, ${run.id}, '', 0 WHERE ${guard}
  ON CONFLICT (project_id, platform, place, source_id) DO NOTHING`;
/** Moves the item's revision along with the events that the import has just stored, unless somebody else wrote as well. */
export const writeItemRevision = (
  run: Run,
  sourceId: string,
  conversationId: ConversationId,
  eventIds: readonly string[],
  guard: SQL,
): SQL => {
  const now = revisionNow({ projectId: run.projectId, conversationId });
  return sql`UPDATE desk_import_items SET revision = ${now} WHERE ${ofSource(run, sourceId)} AND revision + ${storedAmong(eventIds)} = ${now} AND ${guard}`;
};
/** The ticket is complete as of this change at the source. */
export const writeItemChanged = (run: Run, sourceId: string, changed: string, guard: SQL): SQL =>
  sql`UPDATE desk_import_items SET changed = ${changed} WHERE ${ofSource(run, sourceId)} AND ${guard}`;
/** Condition: nobody has worked on the conversation since the import wrote it. */
export const isUntouched = (run: Run, sourceId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_items i JOIN conversations c ON c.project_id = i.project_id AND c.id = i.conversation_id
    WHERE i.project_id = ${run.projectId} AND i.platform = ${run.platform} AND i.place = ${run.site} AND i.source_id = ${sourceId} AND i.revision = c.revision)`;
export const writeForgetItem = (run: Run, sourceId: string, guard: SQL): SQL =>
  sql`DELETE FROM desk_import_items WHERE ${ofSource(run, sourceId)} AND ${guard}`;

/** Who a customer of the source is here: from an earlier ticket, else by an address that was confirmed here. */
export interface KnownPerson {
  readonly contactId: ContactId | null;
  readonly isErased: boolean;
}
export const readPerson = (source: DeskSource, sourceId: string, email: string | null): Query<KnownPerson> => {
  const known = sql`(SELECT contact_id FROM desk_import_people WHERE ${ofSource(source, sourceId)})`;
  const id = email === null ? known : sql`coalesce(${known}, ${contactIdOfVerifiedAddress(source.projectId, email)})`;
  return query(
    sql`SELECT k.id ${as.of<{ id: ContactId | null }>("id")}, k.state IN ('erasing', 'erased') ${as.number("gone")} FROM (SELECT ${keptId(source.projectId, id)} AS found) f JOIN contacts k ON k.id = f.found AND k.project_id = ${source.projectId}`,
    ([row]) => ({ contactId: row?.id ?? null, isErased: row?.gone === 1 }),
  );
};
export const writePerson = (run: Run, sourceId: string, contactId: ContactId, created: boolean, guard: SQL): SQL => sql`
  INSERT INTO desk_import_people (project_id, platform, place, source_id, contact_id, run_id, created)
  SELECT ${run.projectId}, ${run.platform}, ${run.site}, ${sourceId}, ${contactId}, ${run.id}, ${created ? 1 : 0} WHERE ${guard}
  ON CONFLICT (project_id, platform, place, source_id) DO NOTHING`;

// --- the report ----------------------------------------------------------------

export type Note = readonly [code: string, detail: string];
export interface NewRow {
  readonly sourceId: string;
  readonly title: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly conversationId: ConversationId | null;
  readonly contactId: ContactId | null;
  readonly notes: readonly Note[];
  readonly attempt: string;
}
/** The row whose insert decides its batch. */
export const writeRow = (run: Run, r: NewRow, guard: SQL): SQL => sql`
  INSERT INTO desk_import_rows (project_id, run_id, source_id, title, outcome, reason, conversation_id, contact_id, attempt, notes)
  SELECT ${run.projectId}, ${run.id}, ${r.sourceId}, ${r.title}, ${r.outcome}, ${r.reason}, ${r.conversationId}, ${r.contactId}, ${r.attempt}, ${JSON.stringify(r.notes)}
  WHERE ${mayWork(run)} AND ${guard} ON CONFLICT (project_id, run_id, source_id) DO NOTHING`;
/** Rows of things that are as they were, in one statement. */
export const writeUnchangedRows = (
  run: Run,
  rows: readonly { readonly sourceId: string; readonly title: string }[],
  attempt: string,
): SQL => sql`
  INSERT INTO desk_import_rows (project_id, run_id, source_id, title, outcome, attempt, notes)
  SELECT ${run.projectId}, ${run.id}, k.value ->> 'sourceId', k.value ->> 'title', 'unchanged', ${attempt}, '[]' FROM json_each(${JSON.stringify(rows)}) k
  WHERE ${mayWork(run)} ON CONFLICT (project_id, run_id, source_id) DO NOTHING`;
const ofRow = (run: Run, sourceId: string): SQL => sql`project_id = ${run.projectId} AND run_id = ${run.id} AND source_id = ${sourceId}`;
export const isAttempt = (run: Run, sourceId: string, attempt: string): SQL =>
  sql`EXISTS (SELECT 1 FROM desk_import_rows WHERE ${ofRow(run, sourceId)} AND attempt = ${attempt})`;
/** Condition: the run has not reported the ticket yet, and may work. */
export const isUnreported = (run: Run, sourceId: string): SQL =>
  sql`(NOT EXISTS (SELECT 1 FROM desk_import_rows WHERE ${ofRow(run, sourceId)}) AND ${mayWork(run)})`;
export const readReported = (run: Run, sourceIds: readonly string[]): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns("desk_import_rows", "source_id")} FROM desk_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND source_id IN ${among(sourceIds)}`,
    (rows) => new Set(rows.map((row) => row.source_id)),
  );

const rowOf = (row: Selected<"desk_import_rows", "source_id, title, outcome, reason, conversation_id, notes, undone">): DeskImportRow => ({
  ...kindOfRow(row.source_id),
  title: row.title,
  outcome: row.outcome,
  reason: row.reason,
  conversationId: row.conversation_id,
  notes: parseJson<Note[]>(row.notes).map(([code, detail]) => ({ code, detail })),
  undone: row.undone as NonNullable<DeskImportRow["undone"]> | null,
});
/** By what rows are ordered: where a list goes on after this one. */
export const rowKey = ({ kind, sourceId }: Pick<DeskImportRow, "kind" | "sourceId">): string =>
  kind === "conversation" ? sourceId : rowIdOf(kind, sourceId);
export const readRows = (
  projectId: ProjectId,
  id: DeskImportId,
  only: { readonly outcome?: Outcome | undefined; readonly kind?: RowKind | undefined },
  after: string,
  limit: number,
): Query<DeskImportRow[]> => {
  const shown = columns({ r: "desk_import_rows" }, "r.source_id, r.title, r.outcome, r.reason, r.conversation_id, r.notes, r.undone");
  // Each range is read up to a page, in the order of an index.
  const ranges = rangesOf(only.kind ?? (only.outcome === undefined ? undefined : "conversation"), after).map(
    ({ from, to }) =>
      sql`SELECT * FROM (SELECT source_id, title, outcome, reason, conversation_id, notes, undone FROM desk_import_rows WHERE project_id = ${projectId} AND run_id = ${id}${only.outcome === undefined ? sql`` : sql` AND outcome = ${only.outcome}`}
        AND source_id > ${from}${to === null ? sql`` : sql` AND source_id < ${to}`} ORDER BY source_id LIMIT ${limit})`,
  );
  return query(sql`SELECT ${shown} FROM (${sql.join(ranges, sql` UNION ALL `)}) r ORDER BY r.source_id LIMIT ${limit}`, (rows) =>
    rows.map(rowOf),
  );
};

// --- undoing -------------------------------------------------------------------

export interface Undoable {
  readonly sourceId: string;
  readonly conversationId: ConversationId;
  readonly outcome: Outcome;
}
/** The next row that the undo has not reached. */
export const readUndoable = (run: Run): Query<Undoable | undefined> =>
  queryOne(
    sql`SELECT ${columns("desk_import_rows", "source_id, conversation_id, outcome")} FROM desk_import_rows WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND source_id > ${run.at ?? ""}
      AND outcome IN ('created', 'updated') AND undone IS NULL AND conversation_id IS NOT NULL AND ${isTicketRow} ORDER BY source_id LIMIT 1`,
    (row) => ({ sourceId: row.source_id, conversationId: notNull(row.conversation_id), outcome: row.outcome }),
  );
export const isNotUndone = (run: Run, sourceId: string): SQL =>
  sql`(EXISTS (SELECT 1 FROM desk_import_rows WHERE ${ofRow(run, sourceId)} AND undone IS NULL) AND ${mayWork(run, "undoing")})`;
export const writeUndone = (run: Run, sourceId: string, undone: "removed" | "left", guard: SQL): SQL =>
  sql`UPDATE desk_import_rows SET undone = ${undone}, title = iif(${undone} = 'removed' AND outcome = 'created', '', title) WHERE ${ofRow(run, sourceId)} AND undone IS NULL AND ${guard}`;
/** Contacts that the run made, after one. */
export const readMadeContacts = (run: Run, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("desk_import_people", "contact_id")} FROM desk_import_people WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND created = 1 AND contact_id > ${run.at ?? ""} ORDER BY contact_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.contact_id),
  );
export const writeForgetPeople = (run: Run, contactIds: readonly ContactId[]): SQL =>
  sql`DELETE FROM desk_import_people WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND contact_id IN ${among(contactIds)}
    AND NOT EXISTS (SELECT 1 FROM contacts k WHERE k.id = desk_import_people.contact_id AND k.project_id = desk_import_people.project_id)`;

/** Contacts that conversations of another run still have are that run's from now on, so that its undo removes them. */
export const writePassOnPeople = (run: Run, contactIds: readonly ContactId[]): SQL => {
  const heir = sql`SELECT i.run_id FROM desk_import_items i WHERE i.project_id = desk_import_people.project_id AND i.contact_id = desk_import_people.contact_id AND i.run_id <> ${run.id}`;
  return sql`UPDATE desk_import_people SET run_id = (${heir} ORDER BY i.run_id DESC LIMIT 1)
    WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND contact_id IN ${among(contactIds)} AND EXISTS (${heir}) AND ${mayWork(run, "undoing")}`;
};

// --- erasure -------------------------------------------------------------------

const ofContact = ({ projectId, contactId }: Erased): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
/** Rows of reports that still say something of the contact. */
export const readTitledRows = (who: Erased, limit: number): Query<[string, string][]> =>
  query(
    sql`SELECT ${columns("desk_import_rows", "run_id, source_id")} FROM desk_import_rows WHERE ${ofContact(who)} AND (title <> '' OR notes <> '[]') LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.run_id, row.source_id]),
  );
export const writeErasedRows = (who: Erased, keys: readonly (readonly [string, string])[]): SQL =>
  sql`UPDATE desk_import_rows SET title = '', notes = '[]' WHERE ${ofContact(who)} AND (run_id, source_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(keys)}))`;

/** What ties a contact to something that an undo must not leave behind. */
const USES = ["conversations", "contact_notes", "leads", "profile_statements", "mail_deliveries", "contact_erasures", "files"] as const;
/** Condition: nothing that an undo must not leave behind belongs to the contact of the expression. */
export const hasNoUses = (projectId: ProjectId, contactId: SQL): SQL =>
  sql.join(
    ["desk_import_items", ...USES].map(
      (table) => sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND contact_id = ${contactId})`,
    ),
    sql` AND `,
  );
/** Condition: the undo may go on, and nothing belongs to the contact but what the import stored. */
export const isUnused = (run: Run, contactId: ContactId): SQL =>
  sql`${mayWork(run, "undoing")} AND ${hasNoUses(run.projectId, sql`${contactId}`)}`;
