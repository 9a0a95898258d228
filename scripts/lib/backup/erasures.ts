// Finds people who were erased after a backup was made, and keeps a journal of erasures. Both hold only ids and times.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import * as v from "valibot";
import { filesBelow, sha256 } from "../content-hash.ts";
import type { D1 } from "../miniflare.ts";
import { parsedJson } from "../json.ts";

/** The columns of `contact_erasures` that are needed to repeat an erasure. `startedAt`: milliseconds since 1970. */
const Erasure = v.pipe(
  v.object({
    id: v.string(),
    projectId: v.string(),
    contactId: v.string(),
    erasedBy: v.string(),
    startedAt: v.number(),
    finished: v.boolean(),
  }),
  v.readonly(),
);
export type Erasure = v.InferOutput<typeof Erasure>;

export interface StateRecord {
  /** Identifies the installation without revealing its key; "none" before the first owner exists. */
  readonly installation: string;
  readonly erasures: readonly Erasure[];
  readonly migrations: readonly string[];
}

type Row = Record<string, unknown>;

const ALL = "SELECT id, project_id, contact_id, erased_by, started_at, finished_at FROM contact_erasures ORDER BY started_at, id";

const erasureOf = (row: Row): Erasure => ({
  id: String(row["id"]),
  projectId: String(row["project_id"]),
  contactId: String(row["contact_id"]),
  erasedBy: String(row["erased_by"]),
  startedAt: Number(row["started_at"]),
  finished: row["finished_at"] !== null,
});

const nameOf = (key: unknown): string => (typeof key === "string" ? sha256(`erasure journal\0${key}`).slice(0, 16) : "none");

/** Reads installation, erasures and migrations from the checkpointed database in a state folder; undefined if none can be read. */
export function readStateRecord(state: string): StateRecord | undefined {
  for (const file of filesBelow(join(state, "d1"), (name) => name.endsWith(".sqlite"))) {
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file, { readOnly: true });
      const rows = (sql: string): Row[] => db?.prepare(sql).all() ?? [];
      const has = (table: string): boolean => rows(`SELECT 1 FROM sqlite_master WHERE name = '${table}'`).length > 0;
      if (!has("d1_migrations") || !has("installation")) continue;
      return {
        installation: nameOf(rows("SELECT key FROM installation")[0]?.["key"]),
        erasures: has("contact_erasures") ? rows(ALL).map(erasureOf) : [],
        migrations: rows("SELECT name FROM d1_migrations ORDER BY name").map((row) => String(row["name"])),
      };
    } catch {
      // Not readable: the caller needs another source.
    } finally {
      db?.close();
    }
  }
  return undefined;
}

/** The erasures of a journal, without a line that was only partly written. Throws if the file is not a journal. */
export function readJournal(file: string): Erasure[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, i) => {
      const value = parsedJson(line);
      if (value === undefined && (line === "" || line.startsWith("{"))) return [];
      const read = v.safeParse(Erasure, value);
      if (read.success) return [read.output];
      throw new Error(`${file} is no journal of erasures: line ${i + 1} is not what a desk writes`);
    });
}

type Erased = Pick<StateRecord, "installation" | "erasures">;

/** Reads installation and erasures from a running database. */
export async function readErasures(db: D1): Promise<Erased> {
  const rows = async (sql: string): Promise<readonly Row[]> => (await db.prepare(sql).all()).results;
  const [installation] = await rows("SELECT key FROM installation");
  return { installation: nameOf(installation?.["key"]), erasures: (await rows(ALL)).map((row) => erasureOf(row)) };
}

/** Adds erasures to the journal that are not in it yet. */
export function keepJournal({ installation, erasures }: Erased, fileOf: (installation: string) => string): void {
  if (installation === "none") return;
  const file = fileOf(installation);
  const written = new Set(readJournal(file).map(({ id }) => id));
  const fresh = erasures.filter(({ id }) => !written.has(id));
  // Created even if empty: an empty journal proves that nobody was erased, a missing one proves nothing.
  if (fresh.length === 0 && existsSync(file)) return;
  const cutOff = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, "utf8"));
  appendFileSync(file, `${cutOff ? "\n" : ""}${fresh.map((one) => `${JSON.stringify(one)}\n`).join("")}`, { mode: 0o600 });
}

/** Erasures that the copy has not finished. */
export function unfinishedIn(copy: StateRecord, known: readonly Erasure[]): Erasure[] {
  const key = ({ projectId, contactId }: Erasure): string => `${projectId} ${contactId}`;
  const finished = new Set(copy.erasures.filter((one) => one.finished).map(key));
  const later = new Map(known.filter((one) => !finished.has(key(one))).map((one) => [key(one), one]));
  return [...later.values()];
}
