// Makes databases of earlier schemas, with data, on the platform's own local D1.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyTo } from "../../scripts/lib/apply-migrations.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { withDatabases as open } from "../../scripts/lib/databases.ts";
import type { D1 } from "../../scripts/lib/miniflare.ts";
import { readWorkerConfig } from "../../scripts/lib/worker-config.ts";
import { oldRows } from "../support/old-rows.ts";

type Rows = Record<string, unknown>[];

/** Opens the product's database in a state folder, without the product. */
export async function withDatabase<T>(state: string, work: (db: D1) => Promise<T>): Promise<T> {
  const { d1 } = readWorkerConfig();
  return await open(state, { [d1.binding]: d1.id }, async ([db]) => {
    if (db === undefined) throw new Error("no database");
    return await work(db);
  });
}

/** Opens `count` empty databases at once, and removes them afterwards. */
export async function withDatabases(count: number, work: (...dbs: D1[]) => Promise<void>): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-stages-"));
  const bindings = Object.fromEntries(Array.from({ length: count }, (_, i) => [`DB${i}`, `stage-${i}`]));
  try {
    await open(state, bindings, (dbs) => work(...dbs));
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

const all = async (db: D1, sql: string): Promise<Rows> => [...(await db.prepare(sql).all()).results];

/** Each table with its columns. */
export async function tablesOf(db: D1): Promise<Map<string, string[]>> {
  const hidden = "m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND m.name <> 'd1_migrations'";
  const columns = await all(
    db,
    `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND ${hidden} ORDER BY m.name, c.cid`,
  );
  const byTable = Map.groupBy(columns, (row) => String(row["table"]));
  return new Map([...byTable].map(([table, rows]) => [table, rows.map((row) => String(row["column"]))]));
}

/** Every row, in the columns of `shape`, read in one round trip. */
export async function contentsOf(db: D1, shape: ReadonlyMap<string, string[]>): Promise<Record<string, Rows>> {
  const tables = [...shape];
  const statements = tables.map(([table, columns]) => db.prepare(`SELECT ${columns.join()} FROM ${table} ORDER BY 1, 2`));
  const found = (await db.batch(statements)) as readonly { readonly results: Rows }[];
  return Object.fromEntries(tables.map(([table], i) => [table, found[i]?.results ?? []]));
}

/** The schema as text, to compare two databases. */
export const schemaOf = async (db: D1): Promise<string> =>
  JSON.stringify(
    await all(db, "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY type, name"),
  );

/** Applies the first `count` migrations and inserts every old row whose table exists. */
export async function makeStage(db: D1, count: number): Promise<void> {
  await applyTo(db, readMigrations().slice(0, count));
  const shape = await tablesOf(db);
  const rows = oldRows().filter(({ table }) => shape.has(table));
  await db.batch(rows.map(({ sql }) => db.prepare(sql)));
}
