// E2: jobs do not depend on the queue. Without its consumer everything still finishes; delivered three times, shuffled, and concurrently,
// nothing happens twice. Rows of a kind without a handler stand for work that fails; kernel/jobs is tested in workerd with a handler of its
// own.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, PNG, Visitor } from "../support/desk.ts";
import { check } from "./check.ts";
import { count, objects, readFinal, rows, run } from "./final.ts";
import { seededRandom, HIGH_LIMITS, SITE, sleep, vars } from "./load.ts";

const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
let served: Served;
let owner: Operator;
let project: { id: string; key: string };
beforeAll(async () => {
  served = await serveBuild({ tick: false, queue: false, vars: vars() });
  owner = new Operator(served.url);
  await owner.setup();
  project = await owner.project("Acme", SITE);
});
afterAll(() => served.stop());

const addJob = (id: string, dueAt = 0): Promise<void> =>
  run(
    served,
    "INSERT INTO jobs (id, project_id, kind, key, payload, due_at, created_at) VALUES (?, NULL, 'nobody.does_this', ?, '{}', ?, 0)",
    id,
    `key:${id}`,
    dueAt,
  );
const job = async (id: string): Promise<Record<string, unknown>> =>
  (await rows(served, "SELECT state, attempts, due_at, lease, error, finished_at FROM jobs WHERE id = ?", id))[0] ?? {};
/** Delivers each id three times in random order, ten per batch, all batches at once. */
async function deliver(ids: readonly string[], random = seededRandom(SEED)): Promise<void> {
  const messages = [...ids, ...ids, ...ids]
    .map((jobId) => ({ at: random.next(), body: { jobId } }))
    .sort((a, b) => a.at - b.at)
    .map(({ body }) => ({ id: randomUUID(), timestamp: new Date(), attempts: 1, body }));
  const batches = Array.from({ length: Math.ceil(messages.length / 10) }, (_, i) => messages.slice(i * 10, i * 10 + 10));
  const answers = (await Promise.all(batches.map(async (batch) => (await served.worker()).queue("seed-desk-jobs", batch)))) as {
    outcome: string;
    explicitAcks: string[];
    retryMessages: unknown[];
  }[];
  for (const [i, answer] of answers.entries()) {
    assert.equal(answer.outcome, "ok");
    assert.deepEqual([answer.explicitAcks.length, answer.retryMessages.length], [batches[i]?.length, 0]);
  }
}

test("without a queue consumer the schedule finishes every job within three ticks", async () => {
  const visitor = new Visitor(served.url, project.key, SITE);
  await visitor.start();
  const snoozed: string[] = [];
  for (let i = 0; i < 60; i++) {
    const opened = await visitor.open(`conversation ${i}`);
    assert.equal(opened.status, 201);
    const id = opened.body.conversation.id;
    const until = new Date(Date.now() + 400).toISOString();
    const answer = await owner.post(`/api/dashboard/projects/${project.id}/conversations/${id}/status`, {
      clientId: randomUUID(),
      frontier: 1,
      status: "snoozed",
      until,
    });
    // On a slow machine the time may have passed already.
    if (answer.status === 201) snoozed.push(id);
  }
  for (let i = 0; i < 20; i++) assert.equal((await visitor.upload(`${i}.png`, PNG)).status, 201);
  const kept = await visitor.upload("kept.png", PNG);
  assert.equal((await visitor.open("with a file", { attachments: [kept.body.file.id] })).status, 201);
  await run(served, "UPDATE files SET created_at = 0 WHERE state = 'stored'");
  const jobs = Array.from({ length: 70 }, (_, i) => `job_${i}`);
  for (const id of jobs) await addJob(id);
  await sleep(450);

  for (let tick = 0; tick < 3; tick++) await served.tick();

  assert.ok(snoozed.length > 40);
  assert.equal(await count(served, "SELECT count(*) FROM conversations WHERE status = 'snoozed'"), 0);
  assert.equal(await count(served, "SELECT count(*) FROM conversation_events WHERE client_id LIKE 'snooze:%'"), snoozed.length);
  assert.equal(await count(served, "SELECT count(*) FROM files"), 1);
  assert.equal((await objects(served)).length, 1);
  // Each was attempted once and waits for its next time, with its error stored.
  assert.equal(
    await count(served, "SELECT count(*) FROM jobs WHERE state = 'queued' AND attempts = 1 AND error = 'no handler for nobody.does_this'"),
    jobs.length,
  );
  // An overlapping schedule changes nothing more.
  await Promise.all([1, 2, 3].map(async () => (await served.worker()).scheduled({ scheduledTime: new Date(), cron: "* * * * *" })));
  assert.equal(await count(served, "SELECT count(*) FROM conversation_events WHERE client_id LIKE 'snooze:%'"), snoozed.length);
  // Uploads that nobody attached stay counted for their day, so only failed uploads are compared.
  assert.deepEqual(check([], await readFinal(served, { limits: HIGH_LIMITS, countersWhole: false })), []);
  await run(served, "DELETE FROM jobs");
});

test("three deliveries of each message, shuffled and concurrent, cause one attempt", async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `job_thrice_${i}`);
  for (const id of ids) await addJob(id);
  await deliver(ids);
  assert.equal(await count(served, "SELECT count(*) FROM jobs WHERE attempts = 1 AND state = 'queued' AND lease IS NULL"), ids.length);
  // A further delivery before the next attempt is due changes nothing.
  await deliver(ids);
  assert.equal(await count(served, "SELECT count(*) FROM jobs WHERE attempts = 1"), ids.length);
  await run(served, "DELETE FROM jobs");
});

test("the delay doubles with each attempt, and a job is dead after the tenth", async () => {
  await addJob("job_fails");
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    const before = Date.now();
    await deliver(["job_fails"]);
    const row = await job("job_fails");
    assert.equal(row["attempts"], attempt);
    if (attempt < 10) {
      assert.equal(row["state"], "queued");
      waits.push(Math.round((Number(row["due_at"]) - before) / 1000));
      await run(served, "UPDATE jobs SET due_at = 0 WHERE id = 'job_fails'");
    }
  }
  for (const [i, seconds] of waits.entries())
    assert.ok(Math.abs(seconds - Math.min(3600, 10 * 2 ** (i + 1))) <= 2, `attempt ${i + 1} waits ${seconds} s`);
  const dead = await job("job_fails");
  assert.deepEqual([dead["state"], dead["error"], dead["lease"]], ["dead", "no handler for nobody.does_this", null]);
  assert.ok(Number(dead["finished_at"]) > 0);
  await deliver(["job_fails"]);
  await served.tick();
  assert.equal((await job("job_fails"))["attempts"], 10);
});

test("messages that name no job are acknowledged and harm nothing", async () => {
  const bodies = [null, "text", 7, [], {}, { jobId: 7 }, { jobId: "job_unknown" }, { jobId: "' OR 1=1 --" }];
  const answer = (await (
    await served.worker()
  ).queue(
    "seed-desk-jobs",
    bodies.map((body) => ({ id: randomUUID(), timestamp: new Date(), attempts: 1, body })),
  )) as { outcome: string; explicitAcks: string[] };
  assert.deepEqual([answer.outcome, answer.explicitAcks.length], ["ok", bodies.length]);
});

test("a job whose runner died is taken over when its lease has expired, not before", async () => {
  await addJob("job_held");
  await run(
    served,
    "UPDATE jobs SET state = 'running', attempts = 1, lease = 'somebody', lease_until = ? WHERE id = 'job_held'",
    Date.now() + 60_000,
  );
  await deliver(["job_held"]);
  await served.tick();
  assert.deepEqual([(await job("job_held"))["lease"], (await job("job_held"))["attempts"]], ["somebody", 1]);
  await run(served, "UPDATE jobs SET lease_until = 1 WHERE id = 'job_held'");
  await served.tick();
  assert.deepEqual(
    [(await job("job_held"))["state"], (await job("job_held"))["attempts"], (await job("job_held"))["lease"]],
    ["queued", 2, null],
  );
});
