// Tests jobs in the real runtime and D1 with a test handler: claiming, taking over, retrying, ending, and that no job takes effect twice.
import { anonymous } from "#kernel/auth/index.ts";
import { minutes, seconds } from "#kernel/clock/index.ts";
import { configOf } from "#kernel/config/from-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import { buildRegistry, type Ctx, defineModule, type Env } from "#kernel/module/index.ts";
import { getLocale } from "#messages/runtime";
import { env as given } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import {
  handle,
  wakeJobs,
  job,
  jobsToRun,
  recoverJobs,
  runJob,
  writeEndProjectJobs,
  writeForgetContact,
  writeJobs,
  writeRequeue,
} from "./index.ts";

const env = given as unknown as Env;
const work = job("test.work", v.strictObject({ n: v.number() }));
/** Jobs that the handler has finished; and its behaviour. */
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

test("of twenty concurrent runs of a job, exactly one executes it", async () => {
  const id = await enqueue(1);
  await Promise.all(Array.from({ length: 20 }, () => runJob(ctx(), id)));
  expect(effects).toEqual([id]);
  expect(await row(id)).toMatchObject({ state: "done", attempts: 1, lease: null, error: null, finished_at: now });
  await runJob(ctx(), id);
  expect(effects).toEqual([id]);
});

test("of the jobs in a batch of the queue, those are run that nobody has run or is running", async () => {
  const [done, taken, lost, waiting, later] = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => enqueue(n, undefined, n === 5 ? { dueAt: now + 1 } : {})),
  );
  await runJob(ctx(), done ?? "");
  for (const [id, until] of [
    [taken, now + 1],
    [lost, now],
  ] as const)
    await env.DB.prepare("UPDATE jobs SET state = 'running', lease = 'other', lease_until = ? WHERE id = ?").bind(until, id).run();
  const all = [done, taken, lost, waiting, later, "job_unknown"].map(String);
  expect([...(await jobsToRun(ctx(), all))].toSorted()).toEqual([lost, waiting].map(String).toSorted());
  const broken = {
    ...env,
    DB: {
      prepare: () => {
        throw new Error("no database");
      },
    },
  } as unknown as Env;
  expect([...(await jobsToRun(ctx(broken), all))]).toEqual(all);
});

test("fifty jobs, each delivered three times in random order and concurrently, take effect once each", async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => enqueue(i)));
  const deliveries = [...ids, ...ids, ...ids].map((id) => ({ id, at: Math.random() })).sort((a, b) => a.at - b.at);
  await Promise.all(deliveries.map(({ id }) => runJob(ctx(), id)));
  expect(effects.toSorted()).toEqual(ids.toSorted());
  expect(await states()).toEqual({ done: 50 });
});

test("without a queue the schedule runs 120 jobs in three overlapping ticks, each once", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 120; i++) ids.push(await enqueue(i));
  for (let tick = 0; tick < 3; tick++) await Promise.all([recoverJobs(ctx()), recoverJobs(ctx())]);
  expect(effects.toSorted()).toEqual(ids.toSorted());
});

test.for([
  ["that accepts no message", { sendBatch: () => Promise.reject(new Error("no queue")) }],
  ["that does not exist", undefined],
] as const)("with a queue %s no work is lost: jobs run after the response, and the schedule runs the rest", async ([, JOBS]) => {
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

test("jobs woken in one invocation run one after the other, until its statement budget is used up", async () => {
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
  // The queue or the next tick runs the rest.
  behave = async () => undefined;
  await recoverJobs(ctx());
  expect(effects.toSorted()).toEqual(ids.toSorted());
});

test("due jobs beyond the budget of a tick are sent to the queue at once, each job once", async () => {
  const queued: string[] = [];
  const queue = {
    ...env,
    JOBS: { sendBatch: async (batch: { body: { jobId: string } }[]) => void queued.push(...batch.map(({ body }) => body.jobId)) },
  } as unknown as Env;
  const large = ctx(queue);
  behave = async () => void (await large.db.commit(Array.from({ length: 120 }, () => sql`SELECT 1`)));
  const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => enqueue(i)));
  await recoverJobs(large);
  expect(effects.length).toBe(3);
  expect([...effects, ...queued].toSorted()).toEqual(ids.toSorted());
  // The queue delivers each of them in its own invocation.
  behave = async () => undefined;
  for (const id of queued) await runJob(ctx(queue), id);
  expect(await states()).toEqual({ done: 10 });
});

test("a failed job keeps its error and is retried with a delay that doubles up to an hour", async () => {
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

test("a job that succeeds the third time is done and its error is cleared", async () => {
  let tries = 0;
  behave = () => (++tries < 3 ? Promise.reject(new Error("again")) : Promise.resolve());
  const id = await enqueue(1);
  for (let tick = 0; tick < 3; tick++, now += minutes(60)) await recoverJobs(ctx());
  expect(effects).toEqual([id]);
  expect(await row(id)).toMatchObject({ state: "done", attempts: 3, error: null });
});

test("a job that returns again is requeued at once with its attempts reset, until it is done", async () => {
  const queued: unknown[] = [];
  const queue = { ...env, JOBS: { sendBatch: async (batch: unknown) => void queued.push(batch) } } as unknown as Env;
  behave = async () => (effects.length < 12 ? "again" : undefined);
  const id = await enqueue(1);
  for (let run = 1; run <= 12; run++) {
    await runJob(ctx(queue), id);
    expect(await row(id)).toMatchObject({ state: "queued", attempts: 0, due_at: now, lease: null });
  }
  expect(queued).toEqual(Array.from({ length: 12 }, () => [{ body: { jobId: id } }]));
  // The schedule finds what the queue loses.
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "done" });
});

test("erasing a contact ends the jobs about it and empties their payloads; other jobs continue", async () => {
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

test("an ended job can be requeued by its key, a waiting or running job is left as it is", async () => {
  const id = await enqueue(1, "cause");
  expect(await ctx().db.commit([writeRequeue("cause", now)])).toEqual([0]);
  await env.DB.prepare("UPDATE jobs SET state = 'dead', attempts = 10, finished_at = 1, error = 'gave up' WHERE id = ?").bind(id).run();
  expect(await ctx().db.commit([writeRequeue("cause", now, sql`0`), writeRequeue("cause", now)])).toEqual([0, 1]);
  await recoverJobs(ctx());
  expect(await row(id)).toMatchObject({ state: "done", attempts: 1, error: null });
});

test("unknown kinds and invalid payloads fail with an error and do not stop other jobs", async () => {
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

test("a slow run keeps the job until its lease ends; then another takes over, and the late end of the first changes nothing", async () => {
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

test("a job whose isolate dies every time ends after its last attempt", async () => {
  const id = await enqueue(1);
  // Ten runs died, and each time the row stayed claimed.
  await env.DB.prepare("UPDATE jobs SET state = 'running', attempts = 10, lease = 'gone', lease_until = ? WHERE id = ?")
    .bind(now, id)
    .run();
  await recoverJobs(ctx());
  expect(effects).toEqual([]);
  expect(await row(id)).toMatchObject({ state: "dead", lease: null, error: "the last attempt never ended" });
});

test("a key makes only one job, and a batch whose condition fails makes none", async () => {
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

test("deleting a project ends its waiting and running jobs, keeps the cleanup jobs, and leaves other projects alone", async () => {
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

test("done jobs are deleted after a week, dead ones never", async () => {
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

test("a job runs in English, whatever language the request that woke it was answered in", async () => {
  const spoken: string[] = [];
  behave = () => {
    spoken.push(getLocale());
    return Promise.resolve();
  };
  const [one, other] = [await enqueue(1), await enqueue(2)];
  await inLanguage("ar", () => runJob(ctx(), one));
  inLanguage("de", () => {
    wakeJobs(ctx(), [other]);
  });
  await Promise.all(afterwards);
  expect(spoken).toEqual(["en", "en"]);
});
