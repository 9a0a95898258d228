// Statements on what became of rows, and on the ids that other systems have for contacts.
import { columns, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { CompanyId, ContactId, ContactImportId, ContactNoteId, ProjectId } from "#kernel/ids/index.ts";
import { contactHas, type Erased } from "#modules/contacts";
import type { ContactImportRow, Outcome, Reason } from "./contract.ts";
import type { Run } from "./queries.ts";

/** The contact's own fields; attributes as JSON. */
export interface Fields {
  readonly name: string | null;
  readonly email: string | null;
  readonly attributes: string;
}
/** What a row changed. */
export interface Change {
  readonly before?: Fields;
  readonly after?: Fields;
  readonly externalId?: string;
  readonly noteId?: ContactNoteId;
  readonly company?: { readonly id: CompanyId; readonly at: number };
}
export interface NewRow {
  readonly n: number;
  readonly line: number;
  readonly outcome: Outcome;
  readonly reason: Reason | null;
  readonly place: number | null;
  readonly contactId: ContactId | null;
  readonly change: Change | null;
}
const ofPass = (run: Pick<Run, "projectId" | "id" | "pass">): SQL =>
  sql`project_id = ${run.projectId} AND import_id = ${run.id} AND pass = ${run.pass}`;
/**
 * The receipts of a batch. Of the import itself, a contact that is not as the row says was changed by somebody else meanwhile, and the row
 * counts as skipped.
 */
export const writeRows = (run: Run, rows: readonly NewRow[], when: SQL): SQL => {
  const given = JSON.stringify(
    rows.map(({ change, ...row }) => ({ ...row, after: change?.after ?? null, change: change === null ? null : JSON.stringify(change) })),
  );
  const value = (path: string): SQL => sql`k.value ->> ${path}`;
  const after = { name: value("$.after.name"), email: value("$.after.email"), attributes: value("$.after.attributes") };
  const isDone = run.dry
    ? sql`1`
    : sql`(${value("$.after.attributes")} IS NULL OR ${contactHas(run.projectId, value("$.contactId"), after)})`;
  return sql`INSERT INTO contact_import_rows (project_id, import_id, pass, n, line, outcome, reason, place, contact_id, change)
    SELECT ${run.projectId}, ${run.id}, ${run.pass}, ${value("$.n")}, ${value("$.line")}, iif(${isDone}, ${value("$.outcome")}, 'skipped'), iif(${isDone}, ${value("$.reason")}, 'changed_meanwhile'), ${value("$.place")},
      ${run.dry ? sql`iif(${value("$.outcome")} = 'created', NULL, ${value("$.contactId")})` : sql`(SELECT id FROM contacts c WHERE c.id = ${value("$.contactId")} AND c.project_id = ${run.projectId})`}, ${run.dry ? sql`NULL` : sql`iif(${isDone}, ${value("$.change")}, NULL)`}
    FROM json_each(${given}) k WHERE ${when} ON CONFLICT DO NOTHING`;
};
/**
 * SQL of what rows of a batch changed, by their receipts: a contact, or the company that they gave it. Those that are skipped, because
 * somebody changed their contact meanwhile, have none.
 */
const changedBy = (run: Run, until: number, value: SQL): SQL =>
  sql`(SELECT ${value} FROM contact_import_rows WHERE ${ofPass(run)} AND n >= ${run.at} AND n < ${until} AND change IS NOT NULL)`;
export const changedContacts = (run: Run, until: number): SQL => changedBy(run, until, sql`contact_id`);
export const givenCompanies = (run: Run, until: number): SQL => changedBy(run, until, sql`change ->> '$.company.id'`);
/** Adds the receipts from `from` to the counts. */
export const writeCounts = (run: Run, from: number, until: number, when: SQL): SQL => {
  const of = (outcome: Outcome): SQL =>
    sql`(SELECT count(*) FROM contact_import_rows WHERE ${ofPass(run)} AND n >= ${from} AND n < ${until} AND outcome = ${outcome})`;
  return sql`UPDATE contact_imports SET created = created + ${of("created")}, updated = updated + ${of("updated")}, unchanged = unchanged + ${of("unchanged")}, skipped = skipped + ${of("skipped")} WHERE project_id = ${run.projectId} AND id = ${run.id} AND ${when}`;
};
/** Receipts and keys of earlier passes, a page of each. Fewer changes than the limit: there are no more. */
export const writeForgetPasses = (run: Run, limit: number): SQL[] => [
  sql`DELETE FROM contact_import_rows WHERE project_id = ${run.projectId} AND import_id = ${run.id} AND (pass, n) IN (SELECT pass, n FROM contact_import_rows WHERE project_id = ${run.projectId} AND import_id = ${run.id} AND pass < ${run.pass} LIMIT ${limit})`,
  sql`DELETE FROM contact_import_keys WHERE project_id = ${run.projectId} AND import_id = ${run.id} AND (pass, key) IN (SELECT pass, key FROM contact_import_keys WHERE project_id = ${run.projectId} AND import_id = ${run.id} AND pass < ${run.pass} LIMIT ${limit})`,
];
export const writeForgetKeys = (run: Run, limit: number): SQL =>
  sql`DELETE FROM contact_import_keys WHERE project_id = ${run.projectId} AND import_id = ${run.id} AND (pass, key) IN (SELECT pass, key FROM contact_import_keys WHERE project_id = ${run.projectId} AND import_id = ${run.id} AND pass <= ${run.pass} LIMIT ${limit})`;
/** Which of the keys an earlier row had. */
export const readKeys = (run: Run, keys: readonly string[]): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns("contact_import_keys", "key")} FROM contact_import_keys WHERE ${ofPass(run)} AND n < ${run.at} AND key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
    (rows) => new Set(rows.map((row) => row.key)),
  );
export const writeKeys = (run: Run, keys: readonly { readonly key: string; readonly n: number }[], when: SQL): SQL =>
  sql`INSERT INTO contact_import_keys (project_id, import_id, pass, key, n) SELECT ${run.projectId}, ${run.id}, ${run.pass}, k.value ->> 'key', k.value ->> 'n' FROM json_each(${JSON.stringify(keys)}) k WHERE ${when} ON CONFLICT DO NOTHING`;

// --- the report --------------------------------------------------------------------
const ROW = columns(
  { w: "contact_import_rows", c: "contacts?" },
  "w.n, w.line, w.outcome, w.reason, w.place, w.undone, c.id, c.name, c.email",
);
const rowOf = (row: RowIn<typeof ROW>): ContactImportRow => ({
  ...{ n: row.n, line: row.line, outcome: row.outcome, place: row.place, undone: row.undone },
  reason: row.reason as Reason | null,
  contact: row.id === null ? null : { id: row.id, name: row.name, email: row.email },
});
/** Rows of the latest pass after `after`. The contact of a row is shown as it is now, unless it was erased. */
export const readRows = (run: Run, outcome: Outcome | undefined, after: number, limit: number): Query<ContactImportRow[]> =>
  query(
    sql`SELECT ${ROW} FROM contact_import_rows w${outcome === undefined ? sql`` : sql` INDEXED BY contact_import_rows_outcome`} LEFT JOIN contacts c ON c.id = w.contact_id AND c.project_id = w.project_id AND c.state IN ('active', 'hidden')
      WHERE w.project_id = ${run.projectId} AND w.import_id = ${run.id} AND w.pass = ${run.pass} AND w.n > ${after}${outcome === undefined ? sql`` : sql` AND w.outcome = ${outcome}`} ORDER BY w.n LIMIT ${limit}`,
    (rows) => rows.map(rowOf),
  );

// --- undoing -----------------------------------------------------------------------
export interface Undoable {
  readonly n: number;
  readonly outcome: Outcome;
  readonly contactId: ContactId | null;
  readonly change: Change | null;
}
/** The next rows that changed something and were not undone yet, by the primary key: the index by outcome would sort all of them for each page. */
export const readUndoable = (run: Run, limit: number): Query<Undoable[]> =>
  query(
    sql`SELECT ${columns("contact_import_rows", "n, outcome, contact_id, change")} FROM contact_import_rows WHERE ${ofPass(run)} AND n >= ${run.at} AND +outcome IN ('created', 'updated') AND undone IS NULL ORDER BY n LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ n: row.n, outcome: row.outcome, contactId: row.contact_id },
        change: row.change === null ? null : (JSON.parse(row.change) as Change),
      })),
  );
export type Undone = "removed" | "restored" | "kept";
export const writeUndone = (run: Run, undone: "restored" | "kept", rows: readonly number[], when: SQL): SQL[] => [
  sql`UPDATE contact_import_rows SET undone = ${undone} WHERE ${ofPass(run)} AND n IN (SELECT value FROM json_each(${JSON.stringify(rows)})) AND ${when}`,
  sql`UPDATE contact_imports SET ${sql.raw(`${undone} = ${undone}`)} + ${rows.length} WHERE project_id = ${run.projectId} AND id = ${run.id} AND ${when}`,
];

/** Of contacts that the import made: removed are those that are gone. */
export const writeUndoneMade = (run: Run, rows: readonly number[], when: SQL): SQL[] => {
  const isThere = sql`EXISTS (SELECT 1 FROM contacts c WHERE c.id = contact_import_rows.contact_id AND c.project_id = ${run.projectId})`;
  const among = sql`${ofPass(run)} AND n IN (SELECT value FROM json_each(${JSON.stringify(rows)}))`;
  const count = (undone: Undone): SQL => sql`(SELECT count(*) FROM contact_import_rows WHERE ${among} AND undone = ${undone})`;
  return [
    sql`UPDATE contact_import_rows SET undone = iif(${isThere}, 'kept', 'removed'), change = iif(${isThere}, change, NULL) WHERE ${among} AND ${when}`,
    sql`UPDATE contact_imports SET removed = removed + ${count("removed")}, kept = kept + ${count("kept")} WHERE project_id = ${run.projectId} AND id = ${run.id} AND ${when}`,
  ];
};

// --- ids of other systems ------------------------------------------------------------
export const readExternalIds = (
  projectId: ProjectId,
  ids: readonly string[],
): Query<{ readonly externalId: string; readonly contactId: ContactId }[]> =>
  query(
    sql`SELECT ${columns("contact_external_ids", "external_id, contact_id")} FROM contact_external_ids WHERE project_id = ${projectId} AND external_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    (rows) => rows.map((row) => ({ externalId: row.external_id, contactId: row.contact_id })),
  );
export const readExternalIdsOf = (
  projectId: ProjectId,
  contacts: readonly ContactId[],
): Query<{ readonly externalId: string; readonly contactId: ContactId }[]> =>
  query(
    sql`SELECT ${columns("contact_external_ids", "external_id, contact_id")} FROM contact_external_ids WHERE project_id = ${projectId} AND contact_id IN (SELECT value FROM json_each(${JSON.stringify(contacts)})) ORDER BY external_id`,
    (rows) => rows.map((row) => ({ externalId: row.external_id, contactId: row.contact_id })),
  );
export const writeExternalIds = (
  projectId: ProjectId,
  ids: readonly { readonly externalId: string; readonly contactId: ContactId }[],
  when: SQL,
): SQL => sql`
  INSERT INTO contact_external_ids (project_id, external_id, contact_id) SELECT ${projectId}, k.value ->> 'externalId', k.value ->> 'contactId' FROM json_each(${JSON.stringify(ids)}) k
  WHERE ${when} AND EXISTS (SELECT 1 FROM contacts c WHERE c.id = k.value ->> 'contactId' AND c.project_id = ${projectId} AND c.state IN ('active', 'hidden')) ON CONFLICT DO NOTHING`;
export const writeNoExternalIds = (
  projectId: ProjectId,
  ids: readonly { readonly externalId: string; readonly contactId: ContactId }[],
  when: SQL,
): SQL =>
  sql`DELETE FROM contact_external_ids WHERE project_id = ${projectId} AND (external_id, contact_id) IN (SELECT value ->> 'externalId', value ->> 'contactId' FROM json_each(${JSON.stringify(ids)})) AND ${when}`;

// --- erasure -----------------------------------------------------------------------
const ofContact = ({ projectId, contactId }: Erased): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
/** Receipts that still say something of the contact. */
export const readSpeakingRows = (who: Erased, limit: number): Query<[string, number, number][]> =>
  query(
    sql`SELECT ${columns("contact_import_rows", "import_id, pass, n")} FROM contact_import_rows INDEXED BY contact_import_rows_contact WHERE ${ofContact(who)} AND change IS NOT NULL LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.import_id, row.pass, row.n]),
  );
export const writeErasedRows = (who: Erased, keys: readonly (readonly [string, number, number])[]): SQL =>
  sql`UPDATE contact_import_rows SET change = NULL WHERE ${ofContact(who)} AND (import_id, pass, n) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(keys)}))`;
export const readIdsOf = (who: Erased, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("contact_external_ids", "external_id")} FROM contact_external_ids WHERE ${ofContact(who)} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.external_id),
  );
export const writeErasedIds = (who: Erased, ids: readonly string[]): SQL =>
  sql`DELETE FROM contact_external_ids WHERE ${ofContact(who)} AND external_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** Files of the project's imports: they hold everybody's data. */
export const readFileKeys = (projectId: ProjectId, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("contact_import_files", "object_key")} FROM contact_import_files INDEXED BY contact_import_files_import WHERE project_id = ${projectId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.object_key),
  );
/** Marks all files of the project, so that no import takes rows from them any more. Once the contact is erased nothing changes. */
export const writeFilesErasing = ({ projectId, contactId }: Erased, now: number): SQL =>
  sql`UPDATE contact_import_files SET state = 'removing', changed_at = ${now} WHERE project_id = ${projectId} AND state <> 'removing' AND EXISTS (SELECT 1 FROM contacts c WHERE c.id = ${contactId} AND c.project_id = ${projectId} AND c.state <> 'erased')`;
const filesOf = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`project_id = ${projectId} AND object_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
export const objectsOf = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`SELECT object_key FROM contact_import_files WHERE ${filesOf(projectId, keys)}`;
/** Headings first: they are those of the files. Of receipts of others nothing changes. */
export const writeNoHeadings = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`UPDATE contact_imports SET headings = '[]' WHERE project_id = ${projectId} AND id IN (SELECT import_id FROM contact_import_files WHERE ${filesOf(projectId, keys)})`;
export const writeFilesErased = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`DELETE FROM contact_import_files WHERE ${filesOf(projectId, keys)}`;
/** Condition: another import changed or made the contact of the expression, too. */
export const usedByOthers = (projectId: ProjectId, id: ContactImportId, contactId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM contact_import_rows o WHERE o.project_id = ${projectId} AND o.contact_id = ${contactId} AND o.import_id <> ${id} AND o.outcome = 'updated' AND o.undone IS NULL AND o.change IS NOT NULL)`;
