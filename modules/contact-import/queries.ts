// Statements on imports of contacts: who may start one, how far it is, its files.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import type { Delimiter } from "#kernel/csv/read-csv.ts";
import type { Encoding } from "#kernel/csv/text-of-file.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactImportId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { stillMay } from "#modules/projects";
import type { ContactImport, Existing, Target } from "./contract.ts";

/** [first row, byte] of each block of the stored file; the last one is its end. */
export type Blocks = readonly (readonly [row: number, byte: number])[];
export interface Run {
  readonly id: ContactImportId;
  readonly projectId: ProjectId;
  readonly state: ContactImport["state"];
  readonly dry: boolean;
  readonly pass: number;
  readonly existing: Existing;
  readonly mapping: readonly (Target | null)[];
  readonly headings: readonly string[];
  readonly blocks: Blocks;
  readonly total: number;
  readonly at: number;
  /** For whom it works. */
  readonly by: AccountId;
  /** Of its file; null if there is none. */
  readonly objectKey: string | null;
  readonly shown: ContactImport;
}
const fileOf = sql`(SELECT f.object_key FROM contact_import_files f WHERE f.project_id = r.project_id AND f.import_id = r.id AND f.state = 'stored')`;
const RUN = columnList`${columns({ r: "contact_imports" }, "r.id, r.project_id, r.name, r.state, r.dry, r.pass, r.existing, r.mapping, r.headings, r.blocks, r.encoding, r.delimiter, r.total, r.at, r.created, r.updated, r.unchanged, r.skipped, r.removed, r.restored, r.kept, r.error, r.given_by, r.created_at, r.finished_at")}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("creator")}, ${fileOf} ${as.textOrNull("file")}`;
const runOf = (row: RowIn<typeof RUN>): Run => {
  const id = row.id as ContactImportId;
  const mapping = JSON.parse(row.mapping) as (Target | null)[];
  const headings = JSON.parse(row.headings) as string[];
  const { created, updated, unchanged, skipped, removed, restored, kept } = row;
  const common = { id, state: row.state, existing: row.existing, total: row.total, at: row.at, dry: row.dry !== 0 };
  return {
    ...common,
    ...{ projectId: row.project_id, pass: row.pass, mapping, headings, by: row.given_by as AccountId, objectKey: row.file },
    blocks: JSON.parse(row.blocks) as Blocks,
    shown: {
      ...common,
      ...{ name: row.name, mapping, headings, hasFile: row.file !== null },
      encoding: row.encoding as Encoding | null,
      delimiter: row.delimiter as Delimiter | null,
      counts: { created, updated, unchanged, skipped, removed, restored, kept },
      error: row.error as ContactImport["error"],
      createdAt: iso(row.created_at),
      createdBy: row.creator,
      finishedAt: isoOrNull(row.finished_at),
    },
  };
};
/** How clientIds of companies begin that the import makes. */
export const companyKey = (run: Pick<Run, "id">): string => `csv:${run.id}:`;
const ofImport = (projectId: ProjectId, id: ContactImportId): SQL => sql`project_id = ${projectId} AND id = ${id}`;
export const readRun = (projectId: ProjectId, id: ContactImportId): Query<Run | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM contact_imports r WHERE r.project_id = ${projectId} AND r.id = ${id}`, runOf);
export const readRunBy = (projectId: ProjectId, clientId: string): Query<Run | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM contact_imports r WHERE r.project_id = ${projectId} AND r.client_id = ${clientId}`, runOf);
export const readRuns = (projectId: ProjectId, before: string | undefined, limit: number): Query<Run[]> =>
  query(
    sql`SELECT ${RUN} FROM contact_imports r WHERE r.project_id = ${projectId}${before === undefined ? sql`` : sql` AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(runOf),
  );
/** Imports that wait for a file or hold one, of a project, at most. */
const MOST = 10;
export const writeImport = (
  i: { id: ContactImportId; projectId: ProjectId; clientId: string; name: string; by: AccountId; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO contact_imports (id, project_id, client_id, name, state, created_by, given_by, created_at, updated_at)
  SELECT ${i.id}, ${i.projectId}, ${i.clientId}, ${i.name}, 'waiting', ${i.by}, ${i.by}, ${i.now}, ${i.now}
  WHERE ${when} AND (SELECT count(*) FROM contact_import_files WHERE project_id = ${i.projectId} AND state <> 'removing') < ${MOST} ON CONFLICT DO NOTHING`;
const among = (states: readonly string[]): SQL => sql`state IN (SELECT value FROM json_each(${JSON.stringify(states)}))`;
/** Condition: the import is in one of these states. */
export const isState = (projectId: ProjectId, id: ContactImportId, ...states: ContactImport["state"][]): SQL =>
  sql`EXISTS (SELECT 1 FROM contact_imports WHERE ${ofImport(projectId, id)} AND ${among(states)})`;
/** The states in which a file can be sent, and a check or the import begin. */
export const OPEN = ["waiting", "ready", "checked"] as const;
const BUSY = ["checking", "running", "undoing"] as const;
/** Condition: nothing of the import was imported yet, and nothing is under way. */
export const isOpen = (projectId: ProjectId, id: ContactImportId): SQL =>
  sql`EXISTS (SELECT 1 FROM contact_imports WHERE ${ofImport(projectId, id)} AND (${among(OPEN)} OR (${among(["stopped", "failed"])} AND dry = 1)))`;
const noneBusy = (projectId: ProjectId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM contact_imports b WHERE b.project_id = ${projectId} AND b.state IN ('checking', 'running', 'undoing'))`;

// --- files -----------------------------------------------------------------------
export const writeFile = (projectId: ProjectId, id: ContactImportId, key: string, now: number, when: SQL): SQL => sql`
  INSERT INTO contact_import_files (object_key, project_id, import_id, state, changed_at)
  SELECT ${key}, ${projectId}, ${id}, 'pending', ${now} WHERE ${when} AND (SELECT count(*) FROM contact_import_files WHERE project_id = ${projectId}) < ${2 * MOST}`;
export interface StoredFile {
  readonly headings: readonly string[];
  readonly blocks: Blocks;
  readonly total: number;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
}
/** The object becomes the import's file; the one before is to be removed. */
export const writeStored = (projectId: ProjectId, id: ContactImportId, key: string, file: StoredFile, now: number): SQL[] => {
  const isNamed = sql`EXISTS (SELECT 1 FROM contact_import_files WHERE object_key = ${key} AND project_id = ${projectId} AND state = 'pending')`;
  return [
    sql`UPDATE contact_imports SET state = 'ready', dry = 1, mapping = '[]', at = 0, created = 0, updated = 0, unchanged = 0, skipped = 0, error = NULL, finished_at = NULL,
      headings = ${JSON.stringify(file.headings)}, blocks = ${JSON.stringify(file.blocks)}, total = ${file.total}, encoding = ${file.encoding}, delimiter = ${file.delimiter}, updated_at = ${now}
      WHERE ${ofImport(projectId, id)} AND ${isOpen(projectId, id)} AND ${isNamed}`,
    sql`UPDATE contact_import_files SET state = 'removing', changed_at = ${now} WHERE project_id = ${projectId} AND import_id = ${id} AND state = 'stored' AND ${isOpen(projectId, id)} AND ${isNamed}`,
    sql`UPDATE contact_import_files SET state = 'stored', changed_at = ${now} WHERE object_key = ${key} AND project_id = ${projectId} AND state = 'pending' AND ${isOpen(projectId, id)}`,
  ];
};
export const writeRemoving = (projectId: ProjectId, id: ContactImportId, now: number, when: SQL): SQL =>
  sql`UPDATE contact_import_files SET state = 'removing', changed_at = ${now} WHERE project_id = ${projectId} AND import_id = ${id} AND ${when}`;
/** Headings go with the file: without a first row of names they might be somebody's. */
export const writeForgotten = (projectId: ProjectId, id: ContactImportId, when: SQL): SQL =>
  sql`UPDATE contact_imports SET headings = '[]' WHERE ${ofImport(projectId, id)} AND ${when}`;
export const writeFileGone = (projectId: ProjectId, keys: readonly string[]): SQL =>
  sql`DELETE FROM contact_import_files WHERE project_id = ${projectId} AND object_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
export const readRemoving = (projectId: ProjectId, limit: number): Query<string[]> =>
  query(
    sql`SELECT ${columns("contact_import_files", "object_key")} FROM contact_import_files INDEXED BY contact_import_files_import WHERE project_id = ${projectId} AND state = 'removing' LIMIT ${limit}`,
    (rows) => rows.map((row) => row.object_key),
  );
export interface OldFile {
  readonly projectId: ProjectId;
  readonly importId: ContactImportId;
}
/** Files that were not touched since, of imports that do nothing. */
export const readOld = (before: number, limit: number): Query<OldFile[]> =>
  query(
    sql`SELECT ${columns("contact_import_files", "project_id, import_id")} FROM contact_import_files INDEXED BY contact_import_files_old WHERE changed_at < ${before} LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, importId: row.import_id as ContactImportId })),
  );
export const isIdle = (projectId: ProjectId, id: ContactImportId): SQL => sql`NOT ${isState(projectId, id, ...BUSY)}`;

// --- passes ----------------------------------------------------------------------
/** Begins a check or the import: a new pass over the file. */
export const writeBegun = (
  projectId: ProjectId,
  id: ContactImportId,
  to: {
    readonly dry: boolean;
    readonly mapping: readonly (Target | null)[];
    readonly existing: Existing;
    readonly by: AccountId;
    readonly now: number;
  },
  when: SQL,
): SQL => sql`
  UPDATE contact_imports SET state = ${to.dry ? "checking" : "running"}, dry = ${to.dry ? 1 : 0}, pass = pass + 1, mapping = ${JSON.stringify(to.mapping)}, existing = ${to.existing}, at = 0, attempt = NULL,
    created = 0, updated = 0, unchanged = 0, skipped = 0, error = NULL, finished_at = NULL, given_by = ${to.by}, updated_at = ${to.now}
  WHERE ${ofImport(projectId, id)} AND ${isOpen(projectId, id)} AND json_array_length(headings) = ${to.mapping.length} AND total > 0 AND ${noneBusy(projectId)} AND ${when}
    AND EXISTS (SELECT 1 FROM contact_import_files f WHERE f.project_id = ${projectId} AND f.import_id = ${id} AND f.state = 'stored')`;
export const writeStopped = (projectId: ProjectId, id: ContactImportId, now: number, when: SQL): SQL =>
  sql`UPDATE contact_imports SET state = 'stopped', finished_at = ${now}, updated_at = ${now} WHERE ${ofImport(projectId, id)} AND ${among(["checking", "running"])} AND ${when}`;
export const writeResumed = (projectId: ProjectId, id: ContactImportId, by: AccountId, now: number, when: SQL): SQL => sql`
  UPDATE contact_imports SET state = CASE WHEN dry = 1 THEN 'checking' ELSE 'running' END, error = NULL, finished_at = NULL, given_by = ${by}, updated_at = ${now}
  WHERE ${ofImport(projectId, id)} AND ${among(["stopped", "failed"])} AND ${noneBusy(projectId)} AND ${when}
    AND EXISTS (SELECT 1 FROM contact_import_files f WHERE f.project_id = ${projectId} AND f.import_id = ${id} AND f.state = 'stored')`;
export const writeUndoing = (projectId: ProjectId, id: ContactImportId, by: AccountId, now: number, when: SQL): SQL => sql`
  UPDATE contact_imports SET state = 'undoing', at = 0, error = NULL, finished_at = NULL, given_by = ${by}, updated_at = ${now}
  WHERE ${ofImport(projectId, id)} AND ${among(["done", "stopped", "failed"])} AND dry = 0 AND ${noneBusy(projectId)} AND ${when}`;
const starterMay = (run: Run): SQL =>
  stillMay(run.projectId, sql`(SELECT given_by FROM contact_imports WHERE ${ofImport(run.projectId, run.id)})`, "admin");
/** Whether the member for whom it works may still import. */
export const readMay = (run: Run): Query<boolean> => query(sql`SELECT ${starterMay(run)} ${as.number("may")}`, ([row]) => row?.may === 1);
/** Condition: the file that the run was read with is still the import's. An undo reads none. */
const hasItsFile = (run: Run): SQL =>
  run.state === "undoing"
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM contact_import_files f WHERE f.object_key = ${run.objectKey} AND f.project_id = ${run.projectId} AND f.import_id = ${run.id} AND f.state = 'stored')`;
/**
 * Takes the next rows for this attempt, if the run is where the caller saw it and may go on: rows of a file that an erasure has marked are
 * not taken, because they may be the erased person's. The rest of the batch asks `isMine`.
 */
export const writeTaken = (run: Run, at: number, attempt: string, now: number): SQL =>
  sql`UPDATE contact_imports SET at = ${at}, attempt = ${attempt}, updated_at = ${now} WHERE ${ofImport(run.projectId, run.id)} AND state = ${run.state} AND pass = ${run.pass} AND at = ${run.at} AND ${hasItsFile(run)} AND ${starterMay(run)}`;
export const isMine = (run: Run, attempt: string): SQL =>
  sql`EXISTS (SELECT 1 FROM contact_imports WHERE ${ofImport(run.projectId, run.id)} AND attempt = ${attempt})`;
export const writeEnded = (run: Run, state: "checked" | "done" | "undone", now: number): SQL =>
  sql`UPDATE contact_imports SET state = ${state}, finished_at = ${now}, updated_at = ${now} WHERE ${ofImport(run.projectId, run.id)} AND state = ${run.state} AND pass = ${run.pass}`;
export const writeFailed = (run: Run, error: "file_gone" | "member_gone", now: number): SQL =>
  sql`UPDATE contact_imports SET state = CASE WHEN state = 'undoing' THEN 'done' ELSE 'failed' END, error = ${error}, finished_at = ${now}, updated_at = ${now} WHERE ${ofImport(run.projectId, run.id)} AND state = ${run.state}`;
/** Imports whose job was lost. */
export const readLost = (before: number, limit: number): Query<{ id: ContactImportId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns("contact_imports", "id, project_id")} FROM contact_imports INDEXED BY contact_imports_active WHERE state IN ('checking', 'running', 'undoing') AND updated_at < ${before} LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id as ContactImportId, projectId: row.project_id })),
  );

// --- project deletion --------------------------------------------------------------
export const hasImports = (projectId: ProjectId): SQL =>
  sql`(EXISTS (SELECT 1 FROM contact_imports WHERE project_id = ${projectId}) OR EXISTS (SELECT 1 FROM contact_external_ids WHERE project_id = ${projectId}))`;
export const writeStopWithProject = (projectId: ProjectId, now: number, when: SQL): SQL[] => [
  sql`UPDATE contact_imports SET state = 'stopped', finished_at = ${now} WHERE project_id = ${projectId} AND state IN ('checking', 'running', 'undoing') AND ${when}`,
  sql`UPDATE contact_import_files SET state = 'removing', changed_at = ${now} WHERE project_id = ${projectId} AND ${when}`,
];
/** A page of each table. */
export const writeGoneWithProject = (projectId: ProjectId, limit: number): SQL[] =>
  (
    [
      ["contact_import_rows", "import_id, pass, n"],
      ["contact_import_keys", "import_id, pass, key"],
      ["contact_external_ids", "external_id"],
      ["contact_imports", "id"],
    ] as const
  ).map(
    ([table, key]) =>
      sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND (${sql.raw(key)}) IN (SELECT ${sql.raw(key)} FROM ${sql.raw(table)} WHERE project_id = ${projectId} LIMIT ${limit})`,
  );
