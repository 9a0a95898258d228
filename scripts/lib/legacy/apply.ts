// Plans and applies a checked export to a local installation.
import type { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { KINDS, type Kind, type LegacyRecord } from "./format.ts";
import { readLines } from "./lines.ts";
import type { Objects } from "./objects.ts";
import { isOfErased, objectKeyOf, type Row, type RowContext, rowsOf, withAccounts } from "./rows.ts";
import { type Checked, keyOf, objectsOf } from "./validate.ts";
import { Writer } from "./writer.ts";
import * as v from "valibot";

/** Records of a transaction. Large ones are faster; a stop in the middle loses at most these, and they are written again. */
const BATCH = 2000;

export interface Task {
  readonly file: string;
  readonly checked: Checked;
  readonly db: DatabaseSync;
  readonly objects: Objects;
  /** Accounts of this installation, by the id of the account in the export that they stand for. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly now: number;
  readonly progress?: (records: number) => void;
}
/** A row or object that another one is in the place of. */
export interface Clash {
  readonly line: number;
  readonly message: string;
}
export interface Plan {
  /** Records with a receipt of an earlier start. */
  readonly done: number;
  /** Records whose rows are here already, exactly as in the export. */
  readonly same: number;
  readonly fresh: number;
  /** Left out because their contact was erased here. */
  readonly erased: number;
  /** At most 20. */
  readonly conflicts: readonly Clash[];
  readonly finishedAt: number | undefined;
}

/** The run of the artifact; undefined before the first start. */
function runOf(db: DatabaseSync, artifact: string): { readonly id: number; readonly finishedAt: number | undefined } | undefined {
  const found = db.prepare("SELECT id, finished_at FROM legacy_import_runs WHERE artifact = ?").get(artifact);
  return found && { id: Number(found["id"]), finishedAt: found["finished_at"] === null ? undefined : Number(found["finished_at"]) };
}

/** Remembers the last answer: the events of a conversation follow each other. */
function cached<T>(find: (id: string) => T): (id: string) => T {
  let last: { readonly id: string; readonly found: T } | undefined;
  return (id) => (last?.id === id ? last : (last = { id, found: find(id) })).found;
}

function contextOf({ checked, db }: Task, runId: number): RowContext {
  const { artifact, header, known } = checked;
  const erased = db.prepare("SELECT 1 FROM contacts WHERE id = ? AND state IN ('erasing', 'erased')");
  const inExport = db.prepare("SELECT count(*) AS n FROM contacts WHERE state IN ('erasing', 'erased')").get()?.["n"] === 0;
  return {
    ...{ runId, artifact, exportedAt: header.exportedAt, thread: (id) => known.thread(id), find: cached((id) => known.find(id)) },
    isErased: (id) => !inExport && id !== "" && erased.get(id) !== undefined,
  };
}

/** What fields have that a record leaves out, by kind. */
const DEFAULTS = new Map(
  Object.entries(KINDS).map(([kind, { entries }]) => {
    const optional = Object.entries(entries as Record<string, v.GenericSchema>).filter(([, schema]) => schema.type === "optional");
    return [kind as Kind, () => Object.fromEntries(optional.map(([name, schema]) => [name, v.getDefault(schema)]))];
  }),
);
/** The records of a checked export, in order. The checks were made, so lines that are not imported are skipped without a word. */
function* recordsOf(lines: Iterable<{ readonly number: number; readonly text: string | undefined }>, accounts: Task["accounts"]) {
  for (const { number, text } of lines) {
    const value = JSON.parse(text ?? "null") as { readonly kind?: string } | null;
    if (!value || !Object.hasOwn(KINDS, value.kind ?? "")) continue;
    // Checked before, so only what is left out has to be filled in: parsing again would take as long as writing.
    const parsed = { ...DEFAULTS.get(value.kind as Kind)?.(), ...value } as LegacyRecord;
    // An account that another one stands for is that one, and stays as it is here.
    if (parsed.kind === "account" && accounts.has(parsed.id)) continue;
    yield { line: number, record: withAccounts(parsed, accounts) };
  }
}
const projectOf = (record: LegacyRecord): string =>
  record.kind === "account" ? "" : record.kind === "project" ? record.id : record.projectId;

/** Compares an export with the installation. Writes nothing. */
export async function planImport(task: Task): Promise<Plan> {
  const { file, checked, db, objects, accounts } = task;
  const run = runOf(db, checked.artifact);
  const writer = new Writer(db);
  const context = contextOf(task, run?.id ?? 0);
  const found = { done: 0, same: 0, fresh: 0, erased: 0 };
  const conflicts: Clash[] = [];
  for (const [from, to] of accounts)
    if (db.prepare("SELECT 1 FROM accounts WHERE id = ?").get(to) === undefined)
      conflicts.push({ line: 0, message: `--account ${from}=${to}: there is no account ${to} here` });
  for (const { line, record } of recordsOf(readLines(file).lines, accounts)) {
    if (run && writer.hasReceipt(projectOf(record), run.id, record.kind, keyOf(record))) {
      found.done += 1;
      continue;
    }
    const rows = rowsOf(record, context);
    const looks = rows.map((row) => writer.look(row));
    const clash = looks.find((look) => look.found === "other");
    if (rows.length === 0 || (clash && isOfErased(record, context))) found.erased += 1;
    else if (clash) conflicts.push({ line, message: `${record.kind} ${keyOf(record)} of the export meets ${clash.other}` });
    else if (looks.every((look) => look.found === "same")) found.same += 1;
    else found.fresh += 1;
    // Before the first start there is an object only where the file is here.
    const isSame = looks.every((look) => look.found === "same");
    if (record.kind === "file" && rows.length > 0 && clash === undefined && (run !== undefined || isSame)) {
      const key = keyFor(task, record, rows, writer);
      const hash = await objects.hashOf(key);
      if (hash !== undefined && hash !== record.sha256) conflicts.push({ line, message: meetsObject(record, key, hash) });
    }
    if (conflicts.length >= 20) break;
  }
  return { ...found, conflicts, finishedAt: run?.finishedAt };
}

/** Begins the run, or goes on with it. */
function startRun({ checked, db, now }: Task): { readonly id: number; readonly isResumed: boolean } {
  const { artifact, header, records } = checked;
  db.prepare(
    `INSERT INTO legacy_import_runs (artifact, exported_at, records, starts, started_at) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT (artifact) DO UPDATE SET starts = starts + 1`,
  ).run(artifact, Date.parse(header.exportedAt), records, now);
  const run = db.prepare("SELECT id, starts FROM legacy_import_runs WHERE artifact = ?").get(artifact);
  return { id: Number(run?.["id"]), isResumed: Number(run?.["starts"]) > 1 };
}

type FileRecord = LegacyRecord & { readonly kind: "file" };

/** Where the object of a file is, or will be: a file that is here already has a key of its own. */
function keyFor({ checked }: Task, { id }: FileRecord, [row]: readonly Row[], writer: Writer): string {
  const there = row && writer.look(row).found === "same" ? writer.objectKeyOf(id) : undefined;
  return there ?? objectKeyOf(checked.artifact, id);
}
const meetsObject = ({ id, sha256 }: FileRecord, key: string, there: string): string =>
  `the object of file ${id} of the export, with SHA-256 ${sha256}, meets the object ${key} here, with SHA-256 ${there}`;

/** Stores the object of a file, unless it is there. Answers which other one is in its place. */
async function putObject(task: Task, record: FileRecord, rows: readonly Row[], writer: Writer): Promise<string | undefined> {
  const { file, checked, objects } = task;
  // The customer was erased after a start that stored the object, and died before it stored the file.
  if (rows.length === 0) {
    await objects.remove(objectKeyOf(checked.artifact, record.id));
    return undefined;
  }
  // Another file is in its place: the row is the conflict, and an object without a row would be reached by no erasure.
  if (rows.some((row) => writer.look(row).found === "other")) return undefined;
  const key = keyFor(task, record, rows, writer);
  const there = await objects.hashOf(key);
  if (there !== undefined) return there === record.sha256 ? undefined : meetsObject(record, key, there);
  await objects.put(key, join(objectsOf(file), record.object), record.size, record.sha256);
  return undefined;
}

export interface Applied {
  readonly written: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly conflict: Clash | undefined;
}

/**
 * Imports what has no receipt yet, in transactions of some thousand records. Stops at the first conflict: what was written before it stays,
 * with its receipts, and nothing is overwritten. Throws if the file changed since it was checked.
 */
export async function applyImport(task: Task): Promise<Applied> {
  const { file, checked, db, accounts, now, progress } = task;
  const began = performance.now();
  const { id: runId, isResumed } = startRun(task);
  const writer = new Writer(db);
  const context = contextOf(task, runId);
  const reading = readLines(file);
  let [written, skipped, open] = [0, 0, 0];
  let conflict: Clash | undefined;
  db.exec("BEGIN");
  try {
    for (const { line, record } of recordsOf(reading.lines, accounts)) {
      const [project, key] = [projectOf(record), keyOf(record)];
      if (isResumed && writer.hasReceipt(project, runId, record.kind, key)) {
        skipped += 1;
        continue;
      }
      const rows = rowsOf(record, context);
      const faulty = record.kind === "file" ? await putObject(task, record, rows, writer) : undefined;
      const other = faulty === undefined ? writer.write(rows) : undefined;
      if (faulty !== undefined) conflict = { line, message: faulty };
      else if (other !== undefined && !isOfErased(record, context))
        conflict = { line, message: `${record.kind} ${key} of the export meets ${other}` };
      if (conflict) break;
      writer.writeReceipt(project, runId, record.kind, key);
      written += 1;
      open += 1;
      if (open === BATCH) {
        db.exec("COMMIT; BEGIN");
        open = 0;
        progress?.(written + skipped);
      }
    }
    if (conflict === undefined) {
      if (reading.sha256() !== checked.artifact) throw new Error("the export changed while it was imported");
      finish(task, runId, now);
    }
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
  return { written, skipped, seconds: (performance.now() - began) / 1000, conflict };
}

/** What other parts of the product make of the new rows in their own time: the search index, for each project that was imported. */
function finish({ db }: Task, runId: number, now: number): void {
  db.prepare(
    `INSERT INTO conversation_search_indexes (project_id, due_since) SELECT id, ? FROM projects p
     WHERE EXISTS (SELECT 1 FROM legacy_import_rows r WHERE r.project_id = p.id AND r.run_id = ? AND r.kind = 'project' AND r.record_id = p.id)
     ON CONFLICT (project_id) DO UPDATE SET due_since = excluded.due_since WHERE due_since IS NULL AND removed_at IS NULL`,
  ).run(now, runId);
  db.prepare("UPDATE legacy_import_runs SET finished_at = coalesce(finished_at, ?) WHERE id = ?").run(now, runId);
}
