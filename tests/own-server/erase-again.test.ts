// The journal of erasures and the check at start (decision 0005) on the platform's local D1, with a stand-in for the verb that erases.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { type Erasure, keepJournal, readErasures, unfinishedIn, readJournal } from "../../scripts/lib/backup/erasures.ts";
import { eraseAgain, PENDING } from "../../scripts/lib/backup/gate.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import type { D1 } from "../../scripts/lib/miniflare.ts";
import { makeStage, withDatabases } from "../upgrade/stages.ts";

const home = mkdtempSync(join(tmpdir(), "seed-desk-again-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const erasure = (n: number): Erasure => ({
  id: `ers_${n}`,
  projectId: "prj_1",
  contactId: `con_${n}`,
  erasedBy: "acc_1",
  startedAt: 1000 + n,
  finished: true,
});
const five = [1, 2, 3, 4, 5].map(erasure);
/** What the verb's cron task will do: finish the oldest unfinished one. */
const finishOne = (db: D1) => async (): Promise<void> => {
  const oldest = "SELECT id FROM contact_erasures WHERE finished_at IS NULL ORDER BY started_at LIMIT 1";
  await db.prepare(`UPDATE contact_erasures SET finished_at = 9000 WHERE id = (${oldest})`).run();
};

test("the start runs the schedule until every erasure is done again, and refuses when none progresses", async () => {
  await withDatabases(2, async (working, idle) => {
    for (const db of [working, idle]) await makeStage(db, readMigrations().length);
    const pending = join(home, PENDING);
    writeFileSync(pending, JSON.stringify(five));
    let ticks = 0;
    const tick = async (): Promise<void> => void (ticks += 1);
    await assert.rejects(eraseAgain(home, { db: idle, tick }), /^Error: 5 erasures are later than the restored backup/);
    assert.deepEqual([ticks, existsSync(pending)], [3, true]);
    // On a retry the rows exist already; nothing is doubled.
    await assert.rejects(eraseAgain(home, { db: idle, tick }));
    assert.equal(await eraseAgain(home, { db: working, tick: finishOne(working) }), 5);
    assert.ok(!existsSync(pending));
    for (const db of [working, idle]) {
      const { results } = await db.prepare("SELECT id, started_at FROM contact_erasures ORDER BY id").all();
      assert.deepEqual(
        results.map((row) => [row["id"], row["started_at"]]),
        five.map(({ id, startedAt }) => [id, startedAt]),
      );
    }
  });
});

test("the journal has each erasure of its own installation once, one per line, and tolerates a truncated last line", async () => {
  await withDatabases(1, async (db) => {
    await makeStage(db, readMigrations().length);
    const names: string[] = [];
    const file = join(home, "journal.jsonl");
    const fileOf = (installation: string): string => {
      names.push(installation);
      return file;
    };
    keepJournal(await readErasures(db), fileOf);
    assert.equal(readFileSync(file, "utf8"), "", "an empty journal says that nobody was erased");
    for (const { id, projectId, contactId, erasedBy, startedAt } of five) {
      const insert = "INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at) VALUES (?, ?, ?, ?, ?)";
      await db.prepare(insert).bind(id, projectId, contactId, erasedBy, startedAt).run();
      for (let times = 0; times < 2; times += 1) keepJournal(await readErasures(db), fileOf);
    }
    assert.deepEqual(
      readJournal(file),
      five.map((one) => ({ ...one, finished: false })),
    );
    assert.equal(new Set(names).size, 1);
    assert.match(names[0] ?? "", /^[0-9a-f]{16}$/);
    assert.ok(!readFileSync(file, "utf8").includes("zoe"), "ids only");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
    assert.equal(readJournal(file).length, 4);
    keepJournal(await readErasures(db), fileOf);
    assert.equal(readJournal(file).length, 5, "and is written again");
    for (const other of ["APP_ORIGIN=https://desk.example", '{"a":1}', "null"]) {
      writeFileSync(join(home, "other.txt"), `${other}\n`);
      assert.throws(() => readJournal(join(home, "other.txt")), /is no journal of erasures: line 1/);
    }
  });
});

test("an erasure is newer than a copy when the copy has not finished it, once for each contact", () => {
  const copy = { installation: "x", migrations: [], erasures: [erasure(1), { ...erasure(2), finished: false }] };
  const later = unfinishedIn(copy, [...five, ...five]);
  assert.deepEqual(
    later.map(({ contactId }) => contactId),
    ["con_2", "con_3", "con_4", "con_5"],
  );
});
