// Applies the collected migrations to a local D1, in the table and order that `wrangler d1 migrations` uses.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isStamped, sha256, writeStamp } from "./content-hash.ts";
import { withDatabases } from "./databases.ts";
import { type D1, splitSql } from "./miniflare.ts";
import { COLLECTED_MIGRATIONS, inRoot } from "./paths.ts";
import { readWorkerConfig } from "./worker-config.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** The state of a new installation, made with the build: a new desk starts with a copy instead of every migration. */
const PREPARED = inRoot(".generated/new-state");

export interface Collected {
  readonly file: string;
  readonly sql: string;
}

const collected = (): Collected[] =>
  existsSync(COLLECTED_MIGRATIONS)
    ? readdirSync(COLLECTED_MIGRATIONS)
        .filter((file) => file.endsWith(".sql"))
        .sort()
        .map((file) => ({ file, sql: readFileSync(join(COLLECTED_MIGRATIONS, file), "utf8") }))
    : [];

/** A file and its record are one batch, so a file that is there without its record was put there by something else. */
function explained(error: unknown): string {
  const says = error instanceof Error ? error.message : String(error);
  if (!/already exists|duplicate column name/.test(says)) return says;
  return `${says}. Its changes are there but its record in d1_migrations is not, and nothing was changed now. See docs/guides/upgrade.md.`;
}

/** Each file and its record in one batch, so that a file is applied whole or not at all. */
export async function applyTo(db: D1, migrations: readonly Collected[]): Promise<string[]> {
  await db.prepare(TABLE).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all();
  const done = new Set(results.map((row) => row["name"]));
  const due = migrations.filter(({ file }) => !done.has(file));
  for (const { file, sql } of due) {
    const record = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(file);
    try {
      await db.batch([...splitSql(sql).map((statement) => db.prepare(statement)), record]);
    } catch (error) {
      throw new Error(`migration ${file} failed: ${explained(error)}`);
    }
  }
  return due.map(({ file }) => file);
}

/** Makes that state, unless it is there and current. */
export async function prepareState(): Promise<void> {
  if (isStamped(join(PREPARED, "migrated"), wantedStamp(collected()))) return;
  // Whole or not at all: another start may be copying it.
  const draft = `${PREPARED}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  await applyLocalMigrations(draft);
  rmSync(PREPARED, { recursive: true, force: true });
  renameSync(draft, PREPARED);
}

/** Gives a new state the prepared database. An interrupted copy leaves nothing that a later start would take for a database. */
function copyPrepared(state: string): void {
  const draft = join(state, "d1.new");
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(PREPARED, "d1"), draft, { recursive: true });
  renameSync(draft, join(state, "d1"));
}

const wantedStamp = (migrations: readonly Collected[]): string => sha256(JSON.stringify([readWorkerConfig().d1.id, migrations]));

/**
 * Brings the D1 under `state` up to date and answers the files that were applied. Runs in a Miniflare of its own,
 * before any port opens; a stamp skips it when the collected migrations are those applied last.
 */
export async function applyLocalMigrations(state: string): Promise<string[]> {
  const migrations = collected();
  const { d1 } = readWorkerConfig();
  const stamp = join(state, "migrated");
  const wanted = wantedStamp(migrations);
  if (isStamped(stamp, wanted)) return [];
  if (isStamped(join(PREPARED, "migrated"), wanted) && !existsSync(join(state, "d1"))) {
    copyPrepared(state);
    writeStamp(stamp, wanted);
    return migrations.map(({ file }) => file);
  }
  return await withDatabases(state, { [d1.binding]: d1.id }, async ([db]) => {
    if (db === undefined) throw new Error("no database");
    const applied = await applyTo(db, migrations);
    writeStamp(stamp, wanted);
    return applied;
  });
}
