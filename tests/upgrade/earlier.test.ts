// Upgrades a database with data from every earlier migration in place, on the platform's own local D1, and serves it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { applyTo } from "../../scripts/lib/apply-migrations.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import type { D1 } from "../../scripts/lib/miniflare.ts";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";
import { COOKIE, CONTENTS, CONVERSATION, oldRows, PROJECT } from "../support/old-rows.ts";
import { contentsOf, makeStage, schemaOf, tablesOf, withDatabase, withDatabases } from "./stages.ts";

const home = mkdtempSync(join(tmpdir(), "seed-desk-upgrade-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const MIGRATIONS = readMigrations();
/** The first release came after the sixth file; before it there are no conversations. */
const SERVED_FROM = MIGRATIONS.findIndex(({ owner }) => owner === "conversations") + 1;

/**
 * Migrations at which an upgrade starts: each that introduces kinds of rows which no earlier schema could hold. The later ones hold the same
 * rows and are passed on the way, one file at a time; LONG=1 starts at each of them.
 */
const LONG = process.env["LONG"] === "1";
const BEGINNINGS = [...MIGRATIONS.keys()].filter(
  (i) => LONG || oldRows().some(({ table }) => MIGRATIONS[i]?.sql.includes(`CREATE TABLE ${table} `)),
);

/** Upgrades one file at a time; the rows of each schema are unchanged in the next one. */
async function passEach(db: D1, from: number): Promise<void> {
  for (const [i, { file }] of MIGRATIONS.entries()) {
    if (i < from) continue;
    const shape = await tablesOf(db);
    const before = await contentsOf(db, shape);
    assert.deepEqual(await applyTo(db, MIGRATIONS.slice(0, i + 1)), [file]);
    assert.deepEqual(await contentsOf(db, shape), before, `rows written before ${file}`);
  }
}

test("every earlier schema with data upgrades to the newest with every row unchanged, and a second run does nothing", async (t) => {
  await withDatabases(BEGINNINGS.length + 1, async (newest, ...stages) => {
    await applyTo(newest, MIGRATIONS);
    const schema = await schemaOf(newest);
    for (const [n, db] of stages.entries()) {
      const count = (BEGINNINGS[n] ?? 0) + 1;
      const { file } = MIGRATIONS[count - 1] ?? assert.fail();
      await makeStage(db, count);
      const shape = await tablesOf(db);
      const before = await contentsOf(db, shape);
      const due = MIGRATIONS.slice(count).map((one) => one.file);
      if (!LONG && n === stages.length - 1) await passEach(db, count);
      else assert.deepEqual(await applyTo(db, MIGRATIONS), due, `after ${file}`);
      assert.deepEqual(await contentsOf(db, shape), before, `rows written after ${file}`);
      assert.equal(await schemaOf(db), schema, `schema from ${file}`);
      assert.deepEqual((await db.prepare("PRAGMA foreign_key_check").all()).results, []);
      assert.deepEqual(await applyTo(db, MIGRATIONS), []);
      void t.annotate(`${file}: ${Object.values(before).flat().length} rows, ${due.length} files`);
    }
  });
});

for (const count of [SERVED_FROM, MIGRATIONS.length - 1]) {
  test(`the product starts on the schema after ${MIGRATIONS[count - 1]?.file}: an existing session reads its conversation and replies`, async () => {
    const state = join(home, `served-${count}`);
    await withDatabase(state, (db) => makeStage(db, count));
    const served = await serveBuild({ state, tick: false });
    try {
      const owner = new Operator(served.url, COOKIE);
      const at = `/api/dashboard/projects/${PROJECT}/conversations/${CONVERSATION}`;
      const read = await owner.call(`${at}/events`);
      assert.equal(read.status, 200, JSON.stringify(read.body));
      for (const content of CONTENTS) assert.ok(JSON.stringify(read.body).includes(JSON.stringify(content).slice(1, -1)), content);
      const reply = await owner.post(`${at}/messages`, { clientId: crypto.randomUUID(), frontier: CONTENTS.length, content: "Still here" });
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
    } finally {
      await served.stop();
    }
  });
}
