// Applies the collected migrations to a local D1, in the table and order that `wrangler d1 migrations` uses.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isStamped, sha256, writeStamp } from "./content-hash.ts";
import { type D1, splitSql, startRuntime } from "./miniflare.ts";
import { COLLECTED_MIGRATIONS } from "./paths.ts";
import { readWorkerConfig } from "./worker-config.ts";

const TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

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

/**
 * Brings the D1 under `state` up to date and answers the files that were applied. Runs in a Miniflare of its own,
 * before any port opens; a stamp skips it when the collected migrations are those applied last.
 */
export async function applyLocalMigrations(state: string): Promise<string[]> {
  const migrations = collected();
  const { name, d1, compatibilityDate } = readWorkerConfig();
  const stamp = join(state, "migrated");
  const wanted = sha256(JSON.stringify([d1.id, migrations]));
  if (isStamped(stamp, wanted)) return [];
  const runtime = startRuntime({
    host: "127.0.0.1",
    port: 0,
    state,
    worker: {
      name,
      modules: true,
      script: "export default {}",
      compatibilityDate,
      d1Databases: { [d1.binding]: d1.id },
    },
  });
  try {
    const applied = await applyTo(await runtime.getD1Database(d1.binding), migrations);
    writeStamp(stamp, wanted);
    return applied;
  } finally {
    await runtime.dispose();
  }
}
