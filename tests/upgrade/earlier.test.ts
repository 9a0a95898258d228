// A database at every earlier migration, with data, is upgraded in place on the platform's own local D1 and then serves.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applyTo } from "../../scripts/lib/apply-migrations.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";
import { COOKIE, CONTENTS, CONVERSATION, PROJECT } from "../support/old-rows.ts";
import { contentsOf, makeStage, schemaOf, tablesOf, withDatabase, withDatabases } from "./stages.ts";

const home = mkdtempSync(join(tmpdir(), "seed-desk-upgrade-"));
after(() => rmSync(home, { recursive: true, force: true }));

const MIGRATIONS = readMigrations();
/** The first release that somebody can have is the one after the sixth file: before it there are no conversations. */
const SERVED_FROM = MIGRATIONS.findIndex(({ owner }) => owner === "conversations") + 1;

test("every earlier state with data reaches the newest schema with every row as it was, and a second run does nothing", async (t) => {
  await withDatabases(MIGRATIONS.length + 1, async (newest, ...stages) => {
    await applyTo(newest, MIGRATIONS);
    const schema = await schemaOf(newest);
    for (const [i, db] of stages.entries()) {
      const { file } = MIGRATIONS[i] ?? assert.fail();
      await makeStage(db, i + 1);
      const shape = await tablesOf(db);
      const before = await contentsOf(db, shape);
      const due = MIGRATIONS.slice(i + 1).map((one) => one.file);
      assert.deepEqual(await applyTo(db, MIGRATIONS), due, `after ${file}`);
      assert.deepEqual(await contentsOf(db, shape), before, `rows written after ${file}`);
      assert.equal(await schemaOf(db), schema, `schema from ${file}`);
      assert.deepEqual((await db.prepare("PRAGMA foreign_key_check").all()).results, []);
      assert.deepEqual(await applyTo(db, MIGRATIONS), []);
      t.diagnostic(`${file}: ${Object.values(before).flat().length} rows`);
    }
  });
});

for (const count of [SERVED_FROM, MIGRATIONS.length - 1]) {
  test(`the product starts on the state after ${MIGRATIONS[count - 1]?.file}: the session of before reads its conversation and answers`, async () => {
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
