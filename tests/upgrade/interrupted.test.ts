// Interrupted upgrades: between files, inside one, before its record, or with the whole process killed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { applyTo, type Collected } from "../../scripts/lib/apply-migrations.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { type D1, splitSql } from "../../scripts/lib/miniflare.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { contentsOf, makeStage, schemaOf, tablesOf, withDatabase, withDatabases } from "./stages.ts";

const home = mkdtempSync(join(tmpdir(), "seed-desk-interrupted-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const MIGRATIONS: readonly Collected[] = readMigrations();
const recorded = async (db: D1): Promise<string[]> =>
  (await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all()).results.map((row) => String(row["name"]));

/** A database whose connection breaks before the batch with this number. */
function breakingAt(db: D1, batch: number): D1 {
  let batches = 0;
  return {
    prepare: (sql) => db.prepare(sql),
    batch: async (statements) => {
      if (batches === batch) throw new Error("the connection broke");
      batches += 1;
      return await db.batch(statements);
    },
  };
}

test("an upgrade interrupted between any two files resumes with the next file, and every row is unchanged", async () => {
  const first = MIGRATIONS.findIndex(({ file }) => file.startsWith("0102"));
  const names = MIGRATIONS.map(({ file }) => file);
  await withDatabases(2, async (once, each) => {
    for (const db of [once, each]) await makeStage(db, first);
    const shape = await tablesOf(once);
    const [before, inEach] = [await contentsOf(once, shape), await contentsOf(each, shape)];
    await assert.rejects(applyTo(breakingAt(once, 0), MIGRATIONS), /the connection broke/);
    assert.deepEqual(await recorded(once), names.slice(0, first));
    assert.deepEqual(await applyTo(once, MIGRATIONS), names.slice(first));
    assert.deepEqual(await contentsOf(once, shape), before);
    // Every run breaks off one file later than the one before, so each resumes after an interruption of its own.
    for (let cut = first + 1; cut < MIGRATIONS.length; cut += 1) {
      await assert.rejects(applyTo(breakingAt(each, 1), MIGRATIONS), /the connection broke/);
      assert.deepEqual(await recorded(each), names.slice(0, cut));
      assert.deepEqual(await contentsOf(each, shape), inEach);
    }
    assert.deepEqual(await applyTo(each, MIGRATIONS), names.slice(-1));
    assert.deepEqual(await contentsOf(each, shape), inEach);
    assert.equal(await schemaOf(each), await schemaOf(once));
  });
});

test("a file whose last statement fails leaves nothing behind: no table, no row, no record", async () => {
  await withDatabases(1, async (db) => {
    await makeStage(db, MIGRATIONS.length);
    const shape = await tablesOf(db);
    const [schema, before, names] = [await schemaOf(db), await contentsOf(db, shape), await recorded(db)];
    const sql = `CREATE TABLE half (id TEXT);
      ALTER TABLE messages ADD COLUMN mood TEXT;
      UPDATE messages SET content = 'overwritten';
      INSERT INTO half SELECT content FROM no_such_table;`;
    await assert.rejects(applyTo(db, [...MIGRATIONS, { file: "9001_bad.sql", sql }]), /migration 9001_bad\.sql failed: .*no_such_table/);
    assert.equal(await schemaOf(db), schema);
    assert.deepEqual(await contentsOf(db, shape), before);
    assert.deepEqual(await recorded(db), names);
  });
});

test("a file that was applied without its record is detected and reported, and nothing is changed", async () => {
  await withDatabases(1, async (db) => {
    // The newest file that cannot be applied twice; one that replaces an index can.
    const at = MIGRATIONS.findLastIndex(({ sql }) => /\b(CREATE TABLE|ADD COLUMN)\b/.test(sql));
    const last = MIGRATIONS[at] ?? assert.fail();
    await makeStage(db, at);
    await db.batch(splitSql(last.sql).map((statement) => db.prepare(statement)));
    const schema = await schemaOf(db);
    await assert.rejects(
      applyTo(db, MIGRATIONS),
      /its record in d1_migrations is not, and nothing was changed now\. See docs\/guides\/upgrade\.md/,
    );
    assert.equal(await schemaOf(db), schema);
    // The guide's remedy, after checking the schema.
    await db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(last.file).run();
    assert.deepEqual(
      await applyTo(db, MIGRATIONS),
      MIGRATIONS.slice(at + 1).map(({ file }) => file),
    );
  });
});

test("when the whole process is killed at any moment of an upgrade, each file is applied with its record or not at all", async (t) => {
  const state = join(home, "killed");
  await withDatabase(state, (db) => makeStage(db, 7));
  // Milliseconds after the start: while the runtime starts, and while files are applied.
  const moments = [150, 250, 300, 350, 450];
  let running = 0;
  for (const ms of moments) {
    const child = spawn(process.execPath, [inRoot("tests/upgrade/migrate-child.ts"), state], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = new Promise((done) => child.once("exit", done));
    await new Promise((begun) => child.stdout.once("data", begun));
    const timer = setTimeout(() => (running += Number(child.kill("SIGKILL"))), ms);
    await ended;
    clearTimeout(timer);
  }
  void t.annotate(`killed ${running} of ${moments.length} runs`);
  await new Promise((done) => setTimeout(done, 400)); // the guard ends a runtime whose Node process died
  await withDatabase(state, async (db) => {
    const names = await recorded(db);
    const has = async (table: string): Promise<boolean> => (await tablesOf(db)).has(table);
    assert.equal(await has("abuse_counters"), names.includes("0102_public_abuse_limits.sql"));
    assert.equal(await has("contact_erasures"), names.includes("0103_contact_erasure.sql"));
    await applyTo(db, MIGRATIONS);
    assert.deepEqual(
      await recorded(db),
      MIGRATIONS.map(({ file }) => file),
    );
    assert.equal(((await db.prepare("SELECT count(*) AS n FROM messages").all()).results[0] ?? {})["n"], 3);
  });
});
