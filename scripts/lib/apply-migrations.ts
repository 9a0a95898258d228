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

/** A prepared state with all migrations, made with the build: a new installation copies it instead of applying each migration. */
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

/** Explains an error: a migration and its record are one batch, so changes without a record were made by something else. */
function explained(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!/already exists|duplicate column name/.test(message)) return message;
  return `${message}. Its changes are there but its record in d1_migrations is not, and nothing was changed now. See docs/guides/upgrade.md.`;
}

/** Applies the migrations that have no record yet, each with its record in one batch: completely or not at all. */
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

/** Makes the prepared state, unless it is up to date. */
export async function prepareState(): Promise<void> {
  if (isStamped(join(PREPARED, "migrated"), wantedStamp(collected()))) return;
  // Renamed into place when complete, because another start may be copying it.
  const draft = `${PREPARED}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  await applyLocalMigrations(draft);
  rmSync(PREPARED, { recursive: true, force: true });
  renameSync(draft, PREPARED);
}

/** Copies the prepared database into a new state, by a rename at the end, so that an interrupted copy is not taken for a database. */
function copyPrepared(state: string): void {
  const draft = join(state, "d1.new");
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(PREPARED, "d1"), draft, { recursive: true });
  renameSync(draft, join(state, "d1"));
}

const wantedStamp = (migrations: readonly Collected[]): string => sha256(JSON.stringify([readWorkerConfig().d1.id, migrations]));

/**
 * Brings the D1 under `state` up to date and returns the files that were applied. Runs in its own Miniflare before any port opens. A
 * stamp file skips the work if the same migrations were applied last.
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
