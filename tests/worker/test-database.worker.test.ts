// The database of the worker tests answers as Miniflare's D1 does: the same rows, values, counts and errors.
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, ownDatabase } from "../../kernel/testing/worker-database.ts";

const { DB } = env as unknown as { readonly DB: D1Database };
type Asked = readonly (readonly [sql: string, ...values: unknown[]])[];

/** What a batch answers but for times and sizes, or how it fails. */
async function answerOf(asked: Asked): Promise<unknown> {
  try {
    const results = await DB.batch(asked.map(([sql, ...values]) => DB.prepare(sql).bind(...values)));
    return results.map(({ results: rows, success, meta: { changes, last_row_id: last, changed_db, rows_read, rows_written } }) => ({
      ...{ rows, success, changes, changed_db, rows_read, rows_written },
      // Where nothing was changed it is what the connection did before.
      last: changes > 0 ? last : null,
    }));
  } catch (error) {
    return String(error);
  }
}
/** Runs all batches, one after the other. */
async function answersOf(all: readonly Asked[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const asked of all) answers.push(await answerOf(asked));
  return answers;
}

const BATCHES: readonly Asked[] = [
  [
    [
      "CREATE TABLE parity (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, n REAL, bytes BLOB, CHECK (n IS NULL OR n < 100))",
    ],
  ],
  [["CREATE TABLE parity_children (parent INTEGER NOT NULL REFERENCES parity (id))"]],
  [["CREATE INDEX parity_n ON parity (n)"]],
  [["INSERT INTO parity (name, n, bytes) VALUES (?1, ?2, ?3)", "ä€😀\u0000\n", 1.5, new Uint8Array([0, 1, 255])]],
  [["INSERT INTO parity (name, n) VALUES (?, ?) RETURNING id, name", "two", true]],
  [["INSERT INTO parity (name, n) VALUES (?, ?), (?, NULL)", "three", 9_007_199_254_740_991 % 100, "four"]],
  [["SELECT * FROM parity ORDER BY id"], ["SELECT count(*) AS n, max(n) AS n FROM parity"]],
  [["SELECT 1 WHERE 0"], ["SELECT name FROM parity WHERE n > ? ORDER BY n", 1]],
  [["UPDATE parity SET n = 3 WHERE n IS NULL"], ["DELETE FROM parity WHERE name = ?", "two"], ["SELECT name, n FROM parity ORDER BY id"]],
  // All or nothing.
  [["INSERT INTO parity (name) VALUES ('five')"], ["INSERT INTO parity (name) VALUES ('four')"]],
  [["INSERT INTO parity (name, n) VALUES ('six', 100)"]],
  [["INSERT INTO parity (name) VALUES (NULL)"]],
  [["INSERT INTO parity_children VALUES (77)"]],
  [["PRAGMA defer_foreign_keys = ON"], ["INSERT INTO parity_children VALUES (77)"], ["DELETE FROM parity_children WHERE parent = 77"]],
  [["SELECT name FROM parity ORDER BY id"]],
  [["SELECT * FROM nothing"]],
  [["SELEC 1"]],
  [["SELECT json_extract(?, '$.a') AS a, zeroblob(2) AS z, 1e300 * 1e300 AS i, -0.0 AS m", '{"a":[1,"x"]}']],
  [["SELECT ? AS a", "x".repeat(100_000)]],
  [["SELECT json_extract('{', '$')"]],
  [["SELECT 1 AS a", 2]],
  [["SELECT ? AS a"]],
  [[`SELECT ${Array.from({ length: 101 }, () => "?").join(", ")}`, ...Array.from({ length: 101 }, (_, i) => i)]],
  [["SELECT 1 AS a LIMIT 'x'"]],
  [["-- nothing"]],
  [["BEGIN"]],
  [["ATTACH ':memory:' AS other"]],
];

let theirs: unknown[];
beforeAll(async () => {
  connectDatabase("Miniflare's");
  theirs = await answersOf(BATCHES);
});
afterAll(async () => {
  connectDatabase("Miniflare's");
  await answerOf([["DROP TABLE parity_children"], ["DROP TABLE parity"]]);
  connectDatabase("own");
});

test("the same rows, values, counts and errors", async () => {
  connectDatabase("own");
  await ownDatabase().recreate([]);
  const own = await answersOf(BATCHES);
  for (const [i, asked] of BATCHES.entries()) expect([asked, own[i]]).toEqual([asked, theirs[i]]);
  expect(theirs.filter((one) => typeof one === "string").length).toBeGreaterThan(8);
});
