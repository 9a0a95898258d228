// Restoring from a dump, which has no search tables: a minute later search works as before.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "vitest";
import type { Ctx } from "../../../kernel/module/index.ts";
import { pagesOf, type Read, schemaOf, tablesToDump } from "../../../scripts/lib/backup/dump.ts";
import { openIndex } from "./desk.ts";
import { type Article, articles, fill, type Filled, ourSearch } from "./evaluate.ts";

const rowsOf =
  (db: DatabaseSync): Read =>
  (statement) =>
    Promise.resolve(db.prepare(statement).all() as Awaited<ReturnType<Read>>);

/** A database restored from what a remote backup holds. */
async function restored(from: DatabaseSync): Promise<DatabaseSync> {
  const read = rowsOf(from);
  const tables = await tablesToDump(read);
  const db = new DatabaseSync(":memory:");
  const schema = await schemaOf(read, tables);
  db.exec(schema.tables);
  for (const table of tables)
    for await (const page of pagesOf(read, table))
      for (const row of page) {
        const names = Object.keys(row);
        db.prepare(`INSERT INTO ${table.name} (${names.join()}) VALUES (${names.map(() => "?").join()})`).run(
          ...(Object.values(row) as (string | number | null)[]),
        );
      }
  db.exec(schema.triggers);
  return db;
}

test("after a restore from a dump the schedule rebuilds the index, and search finds the same", async () => {
  const { fillIndex } = await import("../../../modules/retrieval/indexing/fill-index.ts");
  const some: Article[] = articles().slice(0, 40);
  const filled = await fill(some);
  const searches = async (index: Filled): Promise<string[][]> => {
    const found: string[][] = [];
    for (const { title } of some) found.push(await ourSearch(index, title));
    return found;
  };
  const before = await searches(filled);
  assert.ok(before.every((found) => found.length > 0));
  filled.db.exec("DROP TABLE plain");

  const { db, database } = openIndex(await restored(filled.db));
  const again: Filled = { db, database, projectId: filled.projectId };
  // Until then a search does not fail: it recreates its missing tables and finds nothing in them.
  assert.throws(() => db.prepare("SELECT 1 FROM knowledge_words"), /no such table/);
  assert.deepEqual(await ourSearch(again, "pattern"), []);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await fillIndex({ db: database(), log } as unknown as Ctx);
  assert.deepEqual(await searches(again), before);
});
