// Jobs: stored with their cause, run once, retried after a failure, taken over after a crash, recovered without the queue.
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { listen } from "#kernel/events/index.ts";
import { handle, job, runJob } from "#kernel/jobs/index.ts";
import { buildRegistry, defineModule, type AppRegistry } from "#kernel/module/index.ts";
import { messagePosted } from "#modules/conversations";
import { modules } from "../../edition/manifest.ts";
import worker from "../../edition/worker.ts";
import { makeWorld, type World } from "./world.ts";

type Handler = (payload: { messageId: string }) => Promise<void>;
/** The product with one more module that listens to customers' messages. */
function registryWith(run: Handler): AppRegistry {
  const probe = job("probe.seen", v.object({ messageId: v.string() }));
  const hears = listen(messagePosted, {
    name: "probe",
    wants: (m) => m.role === "visitor",
    job: probe,
    payloadOf: (m) => ({ messageId: m.messageId }),
  });
  return buildRegistry([
    ...modules,
    defineModule({ name: "probe", needs: ["conversations"], jobs: [handle(probe, (_, payload) => run(payload))], listens: [hears] }),
  ]);
}
interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly due_at: number;
  readonly error: string | null;
  readonly lease: string | null;
}
/** The test's own jobs; an operator's reply also has a job for its mail. */
const jobs = (world: World): Promise<JobRow[]> =>
  world.rows<JobRow>(
    "SELECT id, state, attempts, due_at, error, lease FROM jobs WHERE project_id = ? AND kind = 'probe.seen' ORDER BY created_at, id",
    world.projectId,
  );
/** A queue that drops everything, so that only the schedule is left. */
const disableQueue = (world: World): void => {
  world.env = { ...world.env, JOBS: { sendBatch: () => Promise.reject(new Error("no queue")) } as unknown as World["env"]["JOBS"] };
};

test("a customer's message and its job are one batch, the job runs once, and an operator's reply has none", async () => {
  const run = vi.fn<Handler>(async () => undefined);
  const world = await makeWorld({ now: "2033-01-01T09:00:00Z", registry: registryWith(run) });
  const visitor = await world.visitor();
  const opened = await visitor.open("hello");
  expect(run.mock.calls).toEqual([[{ messageId: opened.body.event.message.id }]]);
  expect(await jobs(world)).toMatchObject([{ state: "done", attempts: 1, error: null, lease: null }]);
  await world.as(`${world.conversations}/${opened.body.conversation.id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: 1, content: "hi" },
  });
  expect(await jobs(world)).toHaveLength(1);
  for (const { id } of await jobs(world)) await runJob(world.ctx(), id);
  await world.tick();
  expect(run).toHaveBeenCalledTimes(1);
});

test("a repeated message adds no second job, and its payload holds ids only", async () => {
  const world = await makeWorld({ now: "2033-01-02T09:00:00Z", registry: registryWith(async () => undefined) });
  const visitor = await world.visitor();
  const clientId = crypto.randomUUID();
  for (let i = 0; i < 3; i += 1) await visitor.open("the secret text", { clientId });
  expect(await jobs(world)).toHaveLength(1);
  const [row] = await world.rows<{ payload: string }>("SELECT payload FROM jobs WHERE project_id = ?", world.projectId);
  expect(row?.payload).toMatch(/^\{"messageId":"msg_[0-9a-z]{26}"\}$/);
});

test("a failing job waits longer each time, keeps its error, and is dead after ten attempts", async () => {
  const run = vi.fn<Handler>(async () => Promise.reject(new Error("the provider is away")));
  const world = await makeWorld({ now: "2033-01-03T09:00:00Z", registry: registryWith(run) });
  disableQueue(world);
  await (await world.visitor()).open("hello");
  const waits: number[] = [];
  for (let i = 1; i < 10; i += 1) {
    const [row] = await jobs(world);
    expect(row).toMatchObject({ state: "queued", attempts: i, error: "the provider is away", lease: null });
    waits.push(((row?.due_at ?? 0) - world.clock.now()) / 1000);
    await world.tick();
    expect(run).toHaveBeenCalledTimes(i);
    world.clock.advance({ seconds: waits.at(-1) ?? 0 });
    await world.tick();
  }
  expect(waits).toEqual([20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
  expect(await jobs(world)).toMatchObject([{ state: "dead", attempts: 10, error: "the provider is away" }]);
  world.clock.advance({ days: 30 });
  await world.tick();
  expect(run).toHaveBeenCalledTimes(10);
});

test("a job whose runner died is taken over when its lease has expired, not before", async () => {
  const run = vi.fn<Handler>(async () => undefined);
  const world = await makeWorld({ now: "2033-01-04T09:00:00Z", registry: registryWith(run) });
  await (await world.visitor()).open("hello");
  const [row] = await jobs(world);
  // As the row is after a crash in the middle of a run.
  await world.rows(
    "UPDATE jobs SET state = 'running', lease = 'dead', lease_until = ?, finished_at = NULL WHERE id = ?",
    world.clock.now() + 300_000,
    row?.id,
  );
  run.mockClear();
  world.clock.advance({ minutes: 4, seconds: 59 });
  await world.tick();
  expect(run).not.toHaveBeenCalled();
  world.clock.advance({ seconds: 1 });
  await world.tick();
  expect(run).toHaveBeenCalledTimes(1);
  expect(await jobs(world)).toMatchObject([{ state: "done", attempts: 2 }]);
});

test("ten concurrent deliveries run a job once", async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const run = vi.fn<Handler>(() => gate);
  const world = await makeWorld({ now: "2033-01-05T09:00:00Z", registry: registryWith(run) });
  const opening = (await world.visitor()).open("hello");
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  const [row] = await jobs(world);
  await Promise.all(Array.from({ length: 10 }, () => runJob(world.ctx(), row?.id ?? "")));
  expect(run).toHaveBeenCalledTimes(1);
  release();
  await opening;
});

test("a job of a kind without a handler is kept with its reason, and other jobs continue", async () => {
  const run = vi.fn<Handler>(async () => undefined);
  const world = await makeWorld({ now: "2033-01-06T09:00:00Z", registry: registryWith(run) });
  disableQueue(world);
  await world.rows(
    "INSERT INTO jobs (id, project_id, kind, key, payload, due_at, created_at) VALUES (?, ?, 'gone.kind', ?, '{}', ?, ?)",
    `job_${crypto.randomUUID()}`,
    world.projectId,
    crypto.randomUUID(),
    world.clock.now(),
    world.clock.now(),
  );
  await (await world.visitor()).open("hello");
  await world.tick();
  const states = Object.fromEntries(
    (
      await world.rows<{ kind: string; state: string; error: string | null }>(
        "SELECT kind, state, error FROM jobs WHERE project_id = ?",
        world.projectId,
      )
    ).map((r) => [r.kind, [r.state, r.error]]),
  );
  expect(states).toEqual({ "gone.kind": ["queued", "no handler for gone.kind"], "probe.seen": ["done", null] });
});

test("a deleted project's waiting jobs are dropped", async () => {
  const world = await makeWorld({ now: "2033-01-07T09:00:00Z", registry: registryWith(async () => Promise.reject(new Error("later"))) });
  await (await world.visitor()).open("hello");
  expect(await jobs(world)).toMatchObject([{ state: "queued" }]);
  expect((await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  expect(await jobs(world)).toMatchObject([{ state: "dead", error: "project deleted" }]);
});

test("finished jobs are removed after a week", async () => {
  const world = await makeWorld({ now: "2033-02-01T09:00:00Z", registry: registryWith(async () => undefined) });
  await (await world.visitor()).open("hello");
  world.clock.advance({ days: 6 });
  await world.tick();
  expect(await jobs(world)).toHaveLength(1);
  world.clock.advance({ days: 1, seconds: 1 });
  await world.tick();
  expect(await jobs(world)).toEqual([]);
});

test("the queue's consumer never throws, and acknowledges malformed and unknown messages", async () => {
  const world = await makeWorld();
  const batch = createMessageBatch<{ jobId: string }>("seed-desk-jobs", [
    { id: "1", timestamp: new Date(), attempts: 1, body: { jobId: "job_unknown" } },
    { id: "2", timestamp: new Date(), attempts: 1, body: null as unknown as { jobId: string } },
    { id: "3", timestamp: new Date(), attempts: 1, body: { jobId: 5 } as unknown as { jobId: string } },
  ]);
  const execution = createExecutionContext();
  await worker.queue(batch, world.env, execution);
  const result = await getQueueResult(batch, execution);
  expect(result.explicitAcks).toEqual(["1", "2", "3"]);
  expect(result.retryMessages).toEqual([]);
});
