// A run that is interrupted at any call to the platform or the model, and one that is paused, resumed or cancelled in any gap between them: no
// question is asked twice, no answer that was paid for is lost, and what it costs stays within its budget.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { recoverJobs } from "#kernel/jobs/index.ts";
import type { Env } from "#kernel/module/index.ts";
import { endLostCalls } from "../../modules/ai/calls/end-lost-calls.ts";
import { ANSWER, QUESTION } from "./assistant-kit.ts";
import { type Fault, noConsumer, watched } from "./erasure-kit.ts";
import { evaluationWorld, type EvaluationWorld } from "./evaluation-kit.ts";
import { LONG } from "./long.ts";

const USAGE = { input: 1000, output: 100 };
/** 1000 × $0.25 and 100 × $2 of a million tokens. */
const COST = 450;
const QUESTIONS = 2;
/** What a question may cost at most, as the run reserves it, in millionths of a US dollar. */
let most = 0;

type Call = <T>(name: string, work: () => Promise<T>) => Promise<T>;
/** Runs instead of each call to the platform and to the model of the worker that is watched. */
let watch: Call | undefined;

let kit: EvaluationWorld;
let setId: string;
beforeEach(async () => {
  kit = await evaluationWorld();
  setId = (await kit.createSet()).id;
  for (let i = 0; i < QUESTIONS; i += 1) await kit.save(setId, { question: `${QUESTION} ${"please ".repeat(i)}` });
  const path = `${kit.management}/evaluation-estimate?setId=${setId}&model=openai%2Fgpt-5-mini`;
  most = Math.round((await kit.world.as<{ eachUsd: number }>(path)).body.eachUsd * 1e6);
  kit.models.answer({ object: ANSWER, usage: USAGE, always: true });
  watch = undefined;
  const respond = kit.models.respond.bind(kit.models);
  vi.stubGlobal("fetch", (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answer = (): Promise<Response> => respond(new Request(url, init));
    return watch === undefined ? answer() : watch("model", answer);
  });
});

/** Starts a run whose budget is exactly that of its questions, with the bindings, and as often as a browser would until it is answered. */
async function start(env: Env): Promise<string> {
  const body = { clientId: randomUUID(), setId, model: "openai/gpt-5-mini", guidanceVersion: null, budgetUsd: (QUESTIONS * most) / 1e6 };
  const post = (on: Env) =>
    kit.world.as<{ run: { id: string } }>(`${kit.management}/evaluation-runs`, { body: { ...body, raised: false }, env: on });
  const first = await post(env);
  const answered = first.status === 202 ? first : await post(noConsumer(kit.world.env));
  expect(answered.status, JSON.stringify(answered.body)).toBe(202);
  return answered.body.run.id;
}
const change = async (runId: string, state: string): Promise<number> =>
  (
    await kit.world.as(`${kit.management}/evaluation-runs/${runId}/state`, {
      ...{ method: "PUT", body: { state }, env: noConsumer(kit.world.env) },
    })
  ).status;
/** Lets what the schedule does for runs happen, until leases and lost calls are over and nothing waits. Other tasks take most of a minute's time. */
async function wait(): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    kit.world.clock.advance({ minutes: 6 });
    const ctx = { ...kit.ctx(), env: noConsumer(kit.world.env) };
    await recoverJobs(ctx);
    await endLostCalls(ctx);
    const [left] = await kit.world.rows<{ n: number }>(
      `SELECT (SELECT count(*) FROM jobs WHERE kind = 'evaluation.run' AND state IN ('queued', 'running') AND project_id = ?1)
        + (SELECT count(*) FROM ai_calls WHERE state = 'started' AND project_id = ?1) AS n`,
      kit.projectId,
    );
    if (left?.n === 0) return;
  }
}
/** Questions that the model was asked in this run, with how often. */
function askedSince(from: number): number[] {
  const texts = kit.models.requests.slice(from).map(({ text }) => text);
  return [...Map.groupBy(texts, (text) => text).values()].map((all) => all.length);
}
interface Found {
  readonly state: string;
  readonly cost: number;
  readonly budget: number;
  readonly items: readonly { readonly state: string; readonly cost: number; readonly faults: string }[];
}
/** What holds of every run that is not worked on, whatever happened to it. `from`: requests before it. */
async function sound(runId: string, from: number, name: string): Promise<Found> {
  const [run] = await kit.world.rows<Omit<Found, "items"> & Record<"passed" | "failed" | "review", number>>(
    "SELECT * FROM evaluation_runs WHERE id = ?",
    runId,
  );
  const items = await kit.world.rows<Found["items"][number]>("SELECT * FROM evaluation_items WHERE run_id = ? ORDER BY place", runId);
  expect(run, name).toBeDefined();
  if (run === undefined) throw new Error(name);
  const asked = askedSince(from);
  expect(Math.max(0, ...asked), `${name}: asked once`).toBeLessThan(2);
  const count = (state: string): number => items.filter((item) => item.state === state).length;
  expect(count("asking"), `${name}: nobody asks`).toBe(0);
  expect([run.passed, run.failed, run.review], `${name}: counted`).toEqual([count("passed"), count("failed"), count("needs_review")]);
  // What the model charged is in the run's cost, which is the sum of its questions and within the budget.
  expect(run.cost, `${name}: sum`).toBe(items.reduce((all, { cost }) => all + cost, 0));
  expect(run.cost, `${name}: all that was charged`).toBeGreaterThanOrEqual(asked.length * COST);
  expect(run.cost, `${name}: budget`).toBeLessThanOrEqual(run.budget);
  const calls = await kit.calls();
  expect(
    calls.filter(({ state }) => state === "started"),
    `${name}: calls have ended`,
  ).toEqual([]);
  const spent = (await kit.usage()).reduce((all, { cost }) => all + Number(cost), 0);
  expect(spent, `${name}: usage`).toBe(calls.reduce((all, { cost }) => all + Number(cost), 0));
  expect(
    await kit.world.rows("SELECT 1 FROM evaluation_runs WHERE project_id = ? AND ended_at IS NULL AND state <> 'paused'", kit.projectId),
  ).toEqual([]);
  return { ...run, items };
}

// In the short run each call fails in one of these ways, in the long run in all.
const FAULTS: (Omit<Fault, "at"> & { first: number })[] = [
  { when: "before", forGood: false, first: 1 },
  { when: "after", forGood: false, first: 2 },
  { when: "after", forGood: true, first: 3 },
];
const hits = new Set<string>();
test.each(FAULTS)("the n-th call fails $when it takes effect, for good: $forGood, for every n", { timeout: 240_000 }, async (fault) => {
  const step = LONG ? 1 : FAULTS.length;
  for (let at = step === 1 ? 1 : fault.first; ; at += step) {
    const from = kit.models.requests.length;
    let calls = 0;
    let hit: string | undefined;
    watch = async (name, work) => {
      calls += 1;
      const mine = calls === at;
      if (mine) hit = name;
      if ((mine && fault.when === "before") || (fault.forGood && calls > at)) throw new Error(`no ${name}`);
      const answer = await work();
      if (mine) throw new Error(`no answer of ${name}`);
      return answer;
    };
    const runId = await start(watched(noConsumer(kit.world.env), { call: watch }));
    watch = undefined;
    const name = `call ${at}, ${hit}`;
    await wait();
    const { state, items } = await sound(runId, from, name);
    expect(state, name).toBe("done");
    const states = items.map((item) => item.state);
    // Only where the worker died, or the answer of the model itself was lost, nobody knows what came of one question.
    if (!fault.forGood && hit !== "model") expect(states, name).toEqual(["passed", "passed"]);
    else expect(states.filter((one) => one !== "passed").length, name).toBeLessThan(2);
    expect(
      states.every((one) => one === "passed" || one === "needs_review"),
      name,
    ).toBe(true);
    if (hit === undefined) {
      // The start, the job, the search, and begin, answer and result of two questions.
      expect(at).toBeGreaterThan(12);
      break;
    }
    hits.add(hit);
  }
});
afterAll(() => expect([...hits].toSorted()).toEqual(expect.arrayContaining(["DB.batch", "JOBS.sendBatch", "model"])));

// In the short run one of these in each gap, in the long run all.
const ACTS = [["paused", "running"], ["cancelled"], ["paused", "running", "paused"], ["paused"], ["paused", "cancelled"]] as const;
test.each(ACTS.map((acts, n) => ({ acts, n })))("$acts in the n-th gap, for every n", { timeout: 240_000 }, async ({ acts, n }) => {
  const step = LONG ? 1 : ACTS.length;
  for (let at = step === 1 ? 1 : n + 1; ; at += step) {
    const from = kit.models.requests.length;
    let [calls, acted] = [0, false];
    let askedThen = 0;
    watch = async (_, work) => {
      calls += 1;
      const mine = calls === at;
      const answer = await work();
      const [run] = await kit.world.rows<{ id: string }>(
        "SELECT id FROM evaluation_runs WHERE project_id = ? AND ended_at IS NULL",
        kit.projectId,
      );
      if (!mine || run === undefined) return answer;
      acted = true;
      // What resumes it works on it at once, to its end, before the first worker goes on.
      const mineToo = watch;
      watch = undefined;
      for (const state of acts) expect([200, 409]).toContain(await change(run.id, state));
      askedThen = kit.models.requests.length - from;
      watch = mineToo;
      return answer;
    };
    const runId = await start(watched(noConsumer(kit.world.env), { call: watch }));
    watch = undefined;
    const name = `gap ${at}`;
    await wait();
    const [{ state = "" } = {}] = await kit.world.rows<{ state: string }>("SELECT state FROM evaluation_runs WHERE id = ?", runId);
    if (acted && acts.at(-1) !== "running") {
      // At most the question that was being asked is asked after it.
      expect(kit.models.requests.length - from, name).toBeLessThanOrEqual(askedThen + 1);
      expect([acts.at(-1), "done"], name).toContain(state);
    }
    if (state === "paused") {
      expect(await change(runId, "running"), name).toBe(200);
      await wait();
    }
    const { state: last, items } = await sound(runId, from, name);
    expect(last, name).toBe(acted && acts.at(-1) === "cancelled" && state === "cancelled" ? "cancelled" : "done");
    // Nothing died, so nothing that was asked is lost.
    expect(items.filter((item) => item.state === "passed").length, name).toBe(askedSince(from).length);
    if (last === "done")
      expect(
        items.map((item) => item.state),
        name,
      ).toEqual(["passed", "passed"]);
    if (calls < at) {
      expect(at).toBeGreaterThan(12);
      break;
    }
  }
});

test("a job that is tried again while a resumed run asks a question leaves that question to it", async () => {
  const from = kit.models.requests.length;
  const { env } = kit.world;
  // The first job fails at its first read, and is due again some seconds later.
  let calls = 0;
  const runId = await start(
    watched(noConsumer(env), {
      call: async (name, work) => {
        calls += 1;
        if (calls === 6) throw new Error(`no ${name}`);
        return await work();
      },
    }),
  );
  const queued = await kit.world.rows(
    "SELECT 1 FROM jobs WHERE kind = 'evaluation.run' AND state = 'queued' AND project_id = ?",
    kit.projectId,
  );
  expect([queued.length, kit.models.requests.length - from]).toEqual([1, 0]);
  let isFirst = true;
  watch = async (_, work) => {
    const answer = await work();
    if (!isFirst) return answer;
    isFirst = false;
    kit.world.clock.advance({ seconds: 40 });
    await recoverJobs({ ...kit.ctx(), env: noConsumer(env) });
    return answer;
  };
  expect([await change(runId, "paused"), await change(runId, "running")]).toEqual([200, 200]);
  watch = undefined;
  await wait();
  const { state, items } = await sound(runId, from, "tried again");
  expect([state, items.map((item) => item.state)]).toEqual(["done", ["passed", "passed"]]);
});

test.each(["cancelled", "paused"])(
  "a worker that died while it asked: what it reserved is counted in a run that was %s meanwhile",
  async (act) => {
    const from = kit.models.requests.length;
    let isOver = false;
    watch = async (name, work) => {
      if (isOver) throw new Error(`no ${name}`);
      const answer = await work();
      if (name !== "model") return answer;
      const [run] = await kit.world.rows<{ id: string }>("SELECT id FROM evaluation_runs WHERE project_id = ?", kit.projectId);
      expect(await change(run?.id ?? "", act)).toBe(200);
      isOver = true;
      throw new Error("the isolate is gone");
    };
    const runId = await start(watched(noConsumer(kit.world.env), { call: watch }));
    watch = undefined;
    await wait();
    const { state, cost, items } = await sound(runId, from, act);
    expect([state, cost, items.map((item) => item.state)]).toEqual([act, most, ["needs_review", "waiting"]]);
  },
);

test("a call above its price ceiling ends the run, also if the answer of the batch that counts it is lost", async () => {
  kit.models.reset();
  kit.models.answer({ object: ANSWER, usage: { input: 0, output: most }, always: true });
  let [asked, failures] = [0, 0];
  watch = async (name, work) => {
    const answer = await work();
    if (name === "model") asked += 1;
    // The two attempts to store it: nobody hears that the first one was stored, and the second one is the end of the worker.
    else if (asked === 1 && failures < 2) {
      failures += 1;
      throw new Error(`no answer of ${name}`);
    }
    return answer;
  };
  const runId = await start(watched(noConsumer(kit.world.env), { call: watch }));
  watch = undefined;
  await wait();
  const run = await kit.run(runId);
  expect(run).toMatchObject({ state: "failed", reason: "price_ceiling" });
  expect(run.costUsd).toBeGreaterThan(most / 1e6);
  expect(kit.models.requests).toHaveLength(1);
});
