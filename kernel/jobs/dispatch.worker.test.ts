// Jobs in the real runtime and D1, with a test handler: claimed once, taken over, retried, ended, never run twice.
import { anonymous } from "#kernel/auth/index.ts";
import { minutes, seconds } from "#kernel/clock/index.ts";
import { configOf } from "#kernel/config/of-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { buildRegistry, type Ctx, defineModule, type Env } from "#kernel/module/index.ts";
import { env as given } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { handle, wakeJobs, job, recoverJobs, runJob, writeEndProjectJobs, writeForgetContact, writeJobs, writeRequeue } from "./index.ts";

const env = given as unknown as Env;
const work = job("test.work", v.strictObject({ n: v.number() }));
/** What the handler did, by job; and what it shall do. */
let effects: string[];
let behave: (n: number) => Promise<void | "again">;
const registry = buildRegistry([
  defineModule({
    name: "test",
    jobs: [
      handle(work, async (_ctx, { n }, { jobId }) => {
        const end = await behave(n);
        effects.push(jobId);
        return end;
      }),
    ],
  }),
]);
let now: number;
let afterwards: Promise<unknown>[];
const ctx = (bindings: Env = env): Ctx => ({
  env: bindings,
  db: new Database(bindings.DB),
  config: configOf(bindings),
  clock: { now: () => now },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  requestId: "test",
  registry,
  caller: anonymous,
  fetch: () => Promise.reject(new Error("nothing is fetched here")),
  after: (promise) => void afterwards.push(promise),
});
async function enqueue(
  n: number,
  key = `key:${crypto.randomUUID()}`,
  more: { kind?: string; projectId?: ProjectId; payload?: unknown; dueAt?: number } = {},
): Promise<string> {
  const id = newId("job", now);
  await ctx().db.commit([
    writeJobs(
      [
        {
          id,
          kind: more.kind ?? work.kind,
          key,
          payload: more.payload ?? { n },
          projectId: more.projectId ?? null,
          dueAt: more.dueAt ?? now,
        },
      ],
      now,
    ),
  ]);
  return id;
}
interface Row {
  state: string;
  attempts: number;
  due_at: number;
  lease: string | null;
  lease_until: number | null;
  finished_at: number | null;
  error: string | null;
}
const row = async (id: string): Promise<Row | null> =>
  await env.DB.prepare("SELECT state, attempts, due_at, lease, lease_until, finished_at, error FROM jobs WHERE id = ?")
    .bind(id)
    .first<Row>();
const states = async (): Promise<Record<string, number>> => {
  const { results } = await env.DB.prepare("SELECT state, count(*) AS n FROM jobs GROUP BY state").all<{ state: string; n: number }>();
  return Object.fromEntries(results.map((r) => [r.state, r.n]));
};

beforeEach(async () => {
  now = Date.UTC(2030, 0, 1);
  effects = [];
  afterwards = [];
  behave = async () => undefined;
  await env.DB.exec("DELETE FROM jobs");
});

test("of twenty who run one job at once one does", async () => {
  const id = await enqueue(1);
  await Promise.all(Array.from({ length: 20 }, () => runJob(ctx(), id)));
  expect(effects).toEqual([id]);
  expect(await row(id)).toMatchObject({ state: "done", attempts: 1, lease: null, error: null, finished_at: now });
  await runJob(ctx(), id);
  expect(effects).toEqual([id]);
});

test("fifty jobs, each delivered three times, shuffled and at once, take effect once each", async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => enqueue(i)));
  const deliveries = [...ids, ...ids, ...ids].map((id) => ({ id, at: Math.random() })).sort((a, b) => a.at - b.at);
  await Promise.all(deliveries.map(({ id }) => runJob(ctx(), id)));
  expect(effects.toSorted()).toEqual(ids.toSorted());
  expect(await states()).toEqual({ done: 50 });
});

test("without any queue the schedule does 120 jobs in three ticks, overlapping ticks or not", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 120; i++) ids.push(await enqueue(i));
  for (let tick = 0; tick < 3; tick++) await Promise.all([recoverJobs(ctx()), recoverJobs(ctx())]);
  expect(effects.toSorted()).toEqual(ids.toSorted());
});

test.for([
  ["that takes no hint", { sendBatch: () => Promise.reject(new Error("no queue")) }],
  ["that is not there at all", undefined],
] as const)("a queue %s costs nothing: the work runs after the answer, and what is not done at once by the schedule", async ([, JOBS]) => {
  behave = async () => (effects.length === 0 ? "again" : undefined);
  const id = await enqueue(1);
  const broken = { ...env, JOBS } as unknown as Env;
  wakeJobs(ctx(broken), [id]);
  await Promise.all(afterwards);
  expect(effects).toEqual([id]);
  expect(await row(id)).toMatchObject({ state: "queued", error: null });
  await recoverJobs(ctx(broken));
  expect(await row(id)).toMatchObject({ state: "done" });
});

test("the hints of one invocation run one after the other, and no further when it has asked enough", async () => {
  let together = 0;
  let most = 0;
  const shared = ctx();
  behave = async () => {
    together += 1;
    most = Math.max(most, together);
    for (let i = 0; i < 40; i += 1) await shared.db.commit([sql`SELECT 1`]);
    together -= 1;
  };
  const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => enqueue(i)));
  for (const id of ids) wakeJobs(shared, [id]);
  await Promise.all(afterwards);
  expect(most).toBe(1);
  expect(effects.length).toBeGreaterThan(5);
  expect(effects.length).toBeLessThan(12);
  // The rest is what the queue, or the next minute, finds.
  behave = async () => undefined;
  await recoverJobs(ctx());
  expect(effects.toSorted()).toEqual(ids.toSorted());
});

test("what a minute has no room for goes by the queue at once, each job once", async () => {
  const told: string[] = [];
  const queue = {
    ...env,
    JOBS: { sendBatch: async (batch: { body: { jobId: string } }[]) => void told.push(...batch.map(({ body }) => body.jobId)) },
  } as unknown as Env;
  const large = ctx(queue);
  behave = async () => void (await large.db.commit(Array.from({ length: 120 }, () => sql`SELECT 1`)));
  const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => enqueue(i)));
  await recoverJobs(large);
  expect(effects.length).toBe(3);
  expect([...effects, ...told].toSorted()).toEqual(ids.toSorted());
  // As the queue delivers them: each with a room of its own.
  behave = async () => undefined;
  for (const id of told) await runJob(ctx(queue), id);
  expect(await states()).toEqual({ done: 10 });
});

test("a failure is kept with its reason and tried again later, twice as late each time, at most an hour", async () => {
  behave = () => Promise.reject(new Error("not today"));
  const id = await enqueue(1);
  for (let attempt = 1; attempt < 10; attempt++) {
    await runJob(ctx(), id);
    const later = now + Math.min(minutes(60), seconds(10) * 2 ** attempt);
    expect(await row(id)).toMatchObject({ state: "queued", attempts: attempt, due_at: later, lease: null, error: "not today" });
    now = later - 1;
    await runJob(ctx(), id);
    await recoverJobs(ctx());
    expect(await row(id)).toMatchObject({ attempts: attempt });
    now = later;
  }
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "dead", attempts: 10, error: "not today", finished_at: now });
  now += minutes(600);
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "dead", attempts: 10 });
  expect(effects).toEqual([]);
});

test("a job that works the third time is done with no reason left", async () => {
  let tries = 0;
  behave = () => (++tries < 3 ? Promise.reject(new Error("again")) : Promise.resolve());
  const id = await enqueue(1);
  for (let tick = 0; tick < 3; tick++, now += minutes(60)) await recoverJobs(ctx());
  expect(effects).toEqual([id]);
  expect(await row(id)).toMatchObject({ state: "done", attempts: 3, error: null });
});

test("work that is larger than one run is queued again at once, with all its attempts, until it is done", async () => {
  const told: unknown[] = [];
  const queue = { ...env, JOBS: { sendBatch: async (batch: unknown) => void told.push(batch) } } as unknown as Env;
  behave = async () => (effects.length < 12 ? "again" : undefined);
  const id = await enqueue(1);
  for (let run = 1; run <= 12; run++) {
    await runJob(ctx(queue), id);
    expect(await row(id)).toMatchObject({ state: "queued", attempts: 0, due_at: now, lease: null });
  }
  expect(told).toEqual(Array.from({ length: 12 }, () => [{ body: { jobId: id } }]));
  // What the queue loses the schedule finds.
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "done" });
});

test("work about a contact ends with it, emptied; other work goes on", async () => {
  const [project, contact] = [newId("project", now), newId("contact", now)];
  const about = async (key: string, projectId: ProjectId, who: string): Promise<string> => {
    const id = newId("job", now);
    const one = { id, kind: work.kind, key, payload: { n: 1 }, projectId, dueAt: now };
    await ctx().db.commit([writeJobs([one], now, sql`1`, sql`${who}`)]);
    return id;
  };
  const ended = await Promise.all(["a", "b", "c"].map((key) => about(key, project, contact)));
  const others = [await about("d", project, newId("contact", now)), await about("e", newId("project", now), contact)];
  expect(await ctx().db.commit([writeForgetContact(project, contact, now, 2)])).toEqual([2]);
  expect(await ctx().db.commit([writeForgetContact(project, contact, now, 2)])).toEqual([1]);
  expect(await ctx().db.commit([writeForgetContact(project, contact, now, 2)])).toEqual([0]);
  await recoverJobs(ctx());
  expect(effects.toSorted()).toEqual(others.toSorted());
  for (const id of ended) {
    expect(await row(id)).toMatchObject({ state: "dead", finished_at: now });
    expect(await env.DB.prepare("SELECT payload, contact_id FROM jobs WHERE id = ?").bind(id).first()).toEqual({
      payload: "{}",
      contact_id: null,
    });
  }
});

test("ended work can be queued anew by its key, work under way stays as it is", async () => {
  const id = await enqueue(1, "cause");
  expect(await ctx().db.commit([writeRequeue("cause", now)])).toEqual([0]);
  await env.DB.prepare("UPDATE jobs SET state = 'dead', attempts = 10, finished_at = 1, error = 'gave up' WHERE id = ?").bind(id).run();
  expect(await ctx().db.commit([writeRequeue("cause", now, sql`0`), writeRequeue("cause", now)])).toEqual([0, 1]);
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "done", attempts: 1, error: null });
});

test("unknown kinds and payloads that do not fit fail aloud and harm nobody", async () => {
  const [unknown, wrong, fine] = [
    await enqueue(1, "a", { kind: "test.nobody" }),
    await enqueue(1, "b", { payload: { n: "x", more: 1 } }),
    await enqueue(3, "c"),
  ];
  await recoverJobs(ctx());
  expect(await row(unknown)).toMatchObject({ state: "queued", attempts: 1, error: "no handler for test.nobody" });
  expect(await row(wrong)).toMatchObject({ state: "queued", attempts: 1 });
  expect((await row(wrong))?.error).toBeTruthy();
  expect(effects).toEqual([fine]);
});

test("a holder that is slow keeps the job for its lease; then another takes it over, and the slow one's end changes nothing", async () => {
  const slow = Promise.withResolvers<void>();
  behave = (n) => (n === 1 && effects.length === 0 ? slow.promise : Promise.resolve());
  const id = await enqueue(1);
  const first = runJob(ctx(), id);
  await expect.poll(async () => (await row(id))?.state).toBe("running");
  now += minutes(5) - 1;
  await runJob(ctx(), id);
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "running", attempts: 1 });
  now += 1;
  behave = () => Promise.resolve();
  await recoverJobs(ctx());
  const done = await row(id);
  expect(done).toMatchObject({ state: "done", attempts: 2 });
  now += minutes(1);
  slow.reject(new Error("too late"));
  await first;
  expect(await row(id)).toEqual(done);
  expect(effects).toEqual([id]);
});

test("a job that takes its isolate down each time ends after its attempts", async () => {
  const id = await enqueue(1);
  // Ten holders died: the row stayed claimed each time.
  await env.DB.prepare("UPDATE jobs SET state = 'running', attempts = 10, lease = 'gone', lease_until = ? WHERE id = ?")
    .bind(now, id)
    .run();
  await recoverJobs(ctx());
  expect(effects).toEqual([]);
  expect(await row(id)).toMatchObject({ state: "dead", lease: null, error: "the last attempt never ended" });
});

test("one cause makes one job, and a batch whose condition fails makes none", async () => {
  const first = await enqueue(1, "cause");
  const second = await enqueue(2, "cause");
  expect(await row(second)).toBeNull();
  await ctx().db.commit([
    writeJobs([{ id: newId("job", now), kind: work.kind, key: "never", payload: { n: 1 }, projectId: null, dueAt: now }], now, sql`0`),
  ]);
  await recoverJobs(ctx());
  await enqueue(3, "cause");
  await recoverJobs(ctx());
  expect(effects).toEqual([first]);
});

test("the end of a project ends its waiting and running work, keeps what cleans up, and leaves other projects alone", async () => {
  const [gone, other] = [newId("project", now), newId("project", now)];
  const [waiting, running, cleaning, foreign] = [
    await enqueue(1, "w", { projectId: gone }),
    await enqueue(1, "r", { projectId: gone }),
    await enqueue(1, "c", { projectId: gone, kind: "test.clean" }),
    await enqueue(1, "f", { projectId: other }),
  ];
  const slow = Promise.withResolvers<void>();
  behave = () => slow.promise;
  const held = runJob(ctx(), running);
  await expect.poll(async () => (await row(running))?.state).toBe("running");
  await ctx().db.commit([writeEndProjectJobs(gone, now, ["test.clean"], sql`1`)]);
  behave = async () => undefined;
  slow.resolve();
  await held;
  await recoverJobs(ctx());
  expect(await row(waiting)).toMatchObject({ state: "dead", attempts: 0, error: "project deleted" });
  expect(await row(running)).toMatchObject({ state: "dead", error: "project deleted" });
  expect(await row(cleaning)).toMatchObject({ state: "queued", attempts: 1 });
  expect(await row(foreign)).toMatchObject({ state: "done" });
});

test("finished work is forgotten after a week, unfinished never", async () => {
  const [done, dead] = [await enqueue(1), await enqueue(2)];
  await runJob(ctx(), done);
  await env.DB.prepare("UPDATE jobs SET state = 'dead', finished_at = ? WHERE id = ?").bind(now, dead).run();
  now += minutes(60 * 24 * 7);
  await recoverJobs(ctx());
  expect(await states()).toEqual({ dead: 1, done: 1 });
  now += 1;
  await recoverJobs(ctx());
  expect(await states()).toEqual({ dead: 1 });
});
