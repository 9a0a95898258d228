// E12 on the emitted build: the service is killed repeatedly while it erases a contact with many messages and files. The schedule finishes
// what was accepted, and nothing of the person is left in tables, objects, or the service's output.
import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, test } from "vitest";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, PNG, Visitor } from "../support/desk.ts";
import { freePort } from "../support/start.ts";
import { type Child, serveChild } from "./child.ts";
import { fill } from "./erasure-fill.ts";
import { readEverything, occurrences } from "./erasure-store.ts";
import { count, rows } from "./final.ts";
import { SITE, sleep, vars } from "./load.ts";

const LONG = process.env["LONG"] === "1";
const KILLS = LONG ? 12 : 4;
const MESSAGES = LONG ? 10_000 : 4000;
const CANARY = "canary-of-the-killed";

const state = mkdtempSync(join(tmpdir(), "seed-desk-erasure-"));
let child: Child | undefined;
afterAll(async () => {
  await child?.kill("runtime").catch(() => undefined);
  rmSync(state, { recursive: true, force: true });
});

/** The database file; only while nobody serves it. */
function database(): DatabaseSync {
  for (const file of globSync("**/*.sqlite", { cwd: state })) {
    const db = new DatabaseSync(join(state, file));
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'contact_erasures'").get()) return db;
    db.close();
  }
  throw new Error("no database");
}
/** Expires the lease of the job, as five minutes would. Answers how much is left to clear: undefined before the first batch. */
function restUntilFree(): { files: number; messages: number; finished: boolean } | undefined {
  const db = database();
  db.exec("UPDATE jobs SET lease_until = 1 WHERE state = 'running'");
  const left = db
    .prepare(
      `SELECT finished_at IS NOT NULL AS finished, (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM messages WHERE content <> '') AS messages FROM contact_erasures`,
    )
    .get() as { files: number; messages: number; finished: number } | undefined;
  db.close();
  return left && { ...left, finished: left.finished === 1 };
}

test(
  `${KILLS} kills during an erasure of ${MESSAGES} messages leave nothing of the person`,
  { timeout: LONG ? 600_000 : 240_000 },
  async () => {
    // Prepared by another service process with the same state.
    let served = await serveBuild({ state, tick: false, queue: false, vars: vars() });
    const owner = new Operator(served.url);
    assert.equal((await owner.setup()).status, 201);
    const project = await owner.project("Acme", SITE);
    const visitor = new Visitor(served.url, project.key, SITE);
    assert.equal((await visitor.start()).status, 201);
    const file = await visitor.upload(`${CANARY}.png`, PNG);
    const { body } = await visitor.open(CANARY, { attachments: [file.body.file.id] });
    await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: CANARY, email: `${CANARY}@example.test` }] } });
    await fill(served, { projectId: project.id, visitor, conversationId: body.conversation.id }, MESSAGES, CANARY, {
      objects: LONG ? 3000 : 300,
    });
    await served.stop();

    const port = await freePort();
    let printed = "";
    let middles = 0;
    const path = `/api/management/projects/${project.id}/contacts/${visitor.contactId}/erase`;
    for (let round = 0; round < KILLS; round += 1) {
      child = await serveChild({ state, port, vars: { ...vars(), LOG_REQUESTS: "1" } });
      const person = new Operator(child.url, owner.cookie);
      // If the answer is lost, the request is repeated: it continues the earlier job once its lease has expired.
      const asked = person
        .post(path, {})
        .then(({ status }) => assert.equal(status, 202))
        .catch((error: unknown) => {
          if (error instanceof assert.AssertionError) throw error;
        });
      // Kills both before the erasure is accepted and in the middle of it.
      if (round > 0) await asked;
      await sleep(30 + Math.random() * 250);
      printed += child.output();
      await child.kill(round % 2 === 0 ? "runtime" : "parent");
      await asked;
      child = undefined;
      const left = restUntilFree();
      if (left && !left.finished) middles += 1;
      process.stdout.write(`erasure killed: round ${round}: ${JSON.stringify(left)}\n`);
    }

    assert.ok(middles > 0, "every kill came too early or too late");
    const onLog = (line: string): void => void (printed += line);
    served = await serveBuild({ state, tick: false, queue: false, vars: vars(), onLog });
    try {
      // Nobody repeats the request: the schedule finishes what was accepted.
      let ticks = 0;
      for (; (await count(served, "SELECT count(*) FROM contact_erasures WHERE finished_at IS NULL")) > 0 && ticks < 10; ticks += 1)
        await served.tick();
      process.stdout.write(`erasure killed: finished after ${ticks} ticks\n`);
      // One tick clears over a thousand messages with their files.
      assert.ok(ticks <= MESSAGES / 1000, `${ticks} ticks`);
      assert.deepEqual(occurrences(await readEverything(served), CANARY), []);
      assert.equal(printed.includes(CANARY), false, "printed");
      const [tombstone] = await rows(served, "SELECT removed FROM contact_erasures");
      assert.deepEqual(JSON.parse(String(tombstone?.["removed"])), {
        facts: 2,
        sessions: 1,
        conversations: 1,
        attachments: MESSAGES + 1,
        messages: MESSAGES + 1,
      });
    } finally {
      await served.stop();
    }
  },
);
