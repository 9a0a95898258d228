// Runs that pay for calls of a model, one after the other, interrupted at any call to the platform or the model, and paused, resumed or cancelled in any
// gap between them: nothing is asked twice, nothing that was paid for is lost or counted twice, and what they cost stays within their budget.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { recoverJobs } from "#kernel/jobs/index.ts";
import type { Env } from "#kernel/module/index.ts";
import { endLostCalls } from "../../modules/ai/calls/end-lost-calls.ts";
import type { Answer as ModelSays, Decide } from "../doubles/models/index.ts";
import { type Fault, noConsumer, watched } from "./erasure-kit.ts";
import { evaluationWorld, type EvaluationWorld } from "./evaluation-kit.ts";
import { LONG } from "./long.ts";
import type { Answer } from "./world.ts";

/** What the model says that each call took. */
export const USAGE = { input: 1000, output: 100 };
/** 1000 × $0.25 and 100 × $2 of a million tokens. */
const COST = 450;

/** A kind of run with two items, both of which pass if nothing fails. */
export interface PaidRuns {
  /** The kind of its jobs. */
  readonly job: string;
  /** Its tables, and the column of an item that names its run. */
  readonly runs: string;
  readonly items: string;
  readonly runColumn: string;
  /** Calls of a run of which nothing fails. */
  readonly calls: number;
  /** Makes what a run needs. `kit` has no models that answer yet. */
  prepare(kit: EvaluationWorld): Promise<Prepared>;
}
export type ItemRow = Readonly<Record<string, unknown>> & { readonly state: string; readonly cost: number };
export interface Prepared {
  /** What the model says. */
  readonly says: ModelSays | Decide;
  /** The same for the first call, without what it took. */
  readonly saysFirst: object;
  /** What is reserved for the first call, in millionths of a US dollar. */
  readonly most: number;
  /** What is reserved for the call of an item whose outcome nobody knows. */
  reservedOf(item: ItemRow): number;
  /** Asks for a run whose budget is exactly what its calls may cost. The id of the run is undefined if it was refused. */
  start(clientId: string, env: Env): Promise<{ readonly answer: Answer<unknown>; readonly id: string | undefined }>;
  /** The path of the route that changes the run's state. */
  statePath(id: string): string;
}

type Call = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Declares the tests. */
export function testInterruptions(of: PaidRuns): void {
  /** Runs instead of each call to the platform and to the model of the worker that is watched. */
  let watch: Call | undefined;
  let kit: EvaluationWorld;
  let made: Prepared;
  /** Calls of models that belong to no run that is tested, or to one that was found sound. */
  const known = new Set<unknown>();
  beforeEach(async () => {
    kit = await evaluationWorld();
    watch = undefined;
    made = await of.prepare(kit);
    for (const { id } of await kit.calls()) known.add(id);
    kit.models.reset();
    kit.models.answer(made.says);
    const respond = kit.models.respond.bind(kit.models);
    vi.stubGlobal("fetch", (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const answer = (): Promise<Response> => respond(new Request(url, init));
      return watch === undefined ? answer() : watch("model", answer);
    });
  });

  /** Starts a run with the bindings, and as often as a browser would until it is answered. */
  async function start(env: Env): Promise<string> {
    const clientId = randomUUID();
    const first = await made.start(clientId, env);
    const answered = first.answer.status === 202 ? first : await made.start(clientId, noConsumer(kit.world.env));
    expect(answered.answer.status, JSON.stringify(answered.answer.body)).toBe(202);
    return answered.id ?? "";
  }
  const change = async (id: string, state: string): Promise<number> =>
    (await kit.world.as(made.statePath(id), { method: "PUT", body: { state }, env: noConsumer(kit.world.env) })).status;
  /** Lets what the schedule does for runs happen, until leases and lost calls are over and nothing waits. Other tasks take most of a minute's time. */
  async function wait(): Promise<void> {
    for (let i = 0; i < 12; i += 1) {
      kit.world.clock.advance({ minutes: 6 });
      const ctx = { ...kit.ctx(), env: noConsumer(kit.world.env) };
      await recoverJobs(ctx);
      await endLostCalls(ctx);
      const [left] = await kit.world.rows<{ n: number }>(
        `SELECT (SELECT count(*) FROM jobs WHERE kind = ?2 AND state IN ('queued', 'running') AND project_id = ?1)
          + (SELECT count(*) FROM ai_calls WHERE state = 'started' AND project_id = ?1) AS n`,
        kit.projectId,
        of.job,
      );
      if (left?.n === 0) return;
    }
  }
  const openRun = async (): Promise<{ id: string } | undefined> =>
    (await kit.world.rows<{ id: string }>(`SELECT id FROM ${of.runs} WHERE project_id = ? AND ended_at IS NULL`, kit.projectId))[0];
  const stateOf = async (id: string): Promise<string> =>
    (await kit.world.rows<{ state: string }>(`SELECT state FROM ${of.runs} WHERE id = ?`, id))[0]?.state ?? "";
  /** Texts that the model was asked in this run, with how often. */
  const askedSince = (from: number): number[] =>
    [...Map.groupBy(kit.models.requests.slice(from), ({ text }) => text).values()].map((all) => all.length);
  interface Found {
    readonly state: string;
    readonly cost: number;
    readonly reason: string | null;
    readonly items: readonly ItemRow[];
  }
  /** What holds of every run that is not worked on, whatever happened to it. `from`: requests before it. */
  async function sound(runId: string, from: number, name: string): Promise<Found> {
    const [run] = await kit.world.rows<Omit<Found, "items"> & Record<"passed" | "failed" | "review" | "budget", number>>(
      `SELECT * FROM ${of.runs} WHERE id = ?`,
      runId,
    );
    const items = await kit.world.rows<ItemRow>(`SELECT * FROM ${of.items} WHERE ${of.runColumn} = ? ORDER BY place`, runId);
    expect(run, name).toBeDefined();
    if (run === undefined) throw new Error(name);
    const asked = askedSince(from);
    expect(Math.max(0, ...asked), `${name}: asked once`).toBeLessThan(2);
    const count = (state: string): number => items.filter((item) => item.state === state).length;
    expect(count("asking"), `${name}: nobody asks`).toBe(0);
    expect([run.passed, run.failed, run.review], `${name}: counted`).toEqual([count("passed"), count("failed"), count("needs_review")]);
    // What the model charged is in the run's cost, which is the sum of its items and within the budget.
    expect(run.cost, `${name}: sum`).toBe(items.reduce((all, { cost }) => all + cost, 0));
    expect(run.cost, `${name}: all that was charged`).toBeGreaterThanOrEqual(asked.length * COST);
    expect(run.cost, `${name}: budget`).toBeLessThanOrEqual(run.budget);
    const calls = (await kit.calls()).filter(({ id }) => !known.has(id));
    for (const { id } of calls) known.add(id);
    const called = calls.filter(({ state }) => state === "done").length;
    expect(
      calls.filter(({ state }) => state === "started"),
      `${name}: calls have ended`,
    ).toEqual([]);
    // To the last cent: each call that answered, and what is reserved for each whose outcome nobody knows. Of these the model may have been asked.
    const unknown = items.filter((item) => item.state === "needs_review");
    const reserved = unknown.reduce((all, item) => all + made.reservedOf(item), 0);
    expect(run.cost, `${name}: exact`).toBe(called * COST + reserved);
    expect(asked.length - called, `${name}: every request is accounted for`).toBeGreaterThanOrEqual(0);
    expect(asked.length - called, `${name}: every request is accounted for`).toBeLessThanOrEqual(unknown.length);
    const spent = (await kit.usage()).reduce((all, { cost }) => all + Number(cost), 0);
    expect(spent, `${name}: usage`).toBe((await kit.calls()).reduce((all, { cost }) => all + Number(cost), 0));
    expect(
      await kit.world.rows(`SELECT 1 FROM ${of.runs} WHERE project_id = ? AND ended_at IS NULL AND state <> 'paused'`, kit.projectId),
    ).toEqual([]);
    return { ...run, items };
  }
  const statesOf = (items: readonly ItemRow[]): string[] => items.map((item) => item.state);

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
      const states = statesOf(items);
      // Only where the worker died, or the answer of the model itself was lost, nobody knows what came of one item.
      if (!fault.forGood && hit !== "model") expect(states, name).toEqual(["passed", "passed"]);
      else expect(states.filter((one) => one !== "passed").length, name).toBeLessThan(2);
      expect(
        states.every((one) => one === "passed" || one === "needs_review"),
        name,
      ).toBe(true);
      if (hit === undefined) {
        // The start, the job, and begin, answer and result of each call.
        expect(at).toBeGreaterThan(6 + 3 * of.calls);
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
        const run = mine ? await openRun() : undefined;
        if (run === undefined) return answer;
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
      const state = await stateOf(runId);
      if (acted && acts.at(-1) !== "running") {
        // At most what was being asked is asked after it.
        expect(kit.models.requests.length - from, name).toBeLessThanOrEqual(askedThen + 1);
        expect([acts.at(-1), "done"], name).toContain(state);
      }
      if (state === "paused") {
        expect(await change(runId, "running"), name).toBe(200);
        await wait();
      }
      const { state: last, cost, items } = await sound(runId, from, name);
      expect(last, name).toBe(acted && acts.at(-1) === "cancelled" && state === "cancelled" ? "cancelled" : "done");
      // Nothing died, so nothing that was asked is lost.
      expect(cost, name).toBe(askedSince(from).length * COST);
      expect(statesOf(items), name).not.toContain("needs_review");
      if (last === "done") expect(statesOf(items), name).toEqual(["passed", "passed"]);
      if (calls < at) {
        expect(at).toBeGreaterThan(6 + 3 * of.calls);
        break;
      }
    }
  });

  test("a job that is tried again while a resumed run asks leaves that call to it", async () => {
    const from = kit.models.requests.length;
    const { env } = kit.world;
    // The first job fails at its first read, after it was taken, and is due again some seconds later.
    let [batches, isSent] = [0, false];
    const runId = await start(
      watched(noConsumer(env), {
        call: async (name, work) => {
          if (isSent && name === "DB.batch") batches += 1;
          isSent ||= name === "JOBS.sendBatch";
          if (batches === 2) throw new Error(`no ${name}`);
          return await work();
        },
      }),
    );
    const queued = await kit.world.rows("SELECT 1 FROM jobs WHERE kind = ? AND state = 'queued' AND project_id = ?", of.job, kit.projectId);
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
    expect([state, statesOf(items)]).toEqual(["done", ["passed", "passed"]]);
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
        expect(await change((await openRun())?.id ?? "", act)).toBe(200);
        isOver = true;
        throw new Error("the isolate is gone");
      };
      const runId = await start(watched(noConsumer(kit.world.env), { call: watch }));
      watch = undefined;
      await wait();
      const { state, cost, items } = await sound(runId, from, act);
      expect([state, cost, statesOf(items)]).toEqual([act, made.most, ["needs_review", "waiting"]]);
    },
  );

  test("a call above its price ceiling ends the run, also if the answer of the batch that counts it is lost", async () => {
    kit.models.reset();
    kit.models.answer({ object: made.saysFirst, usage: { input: 0, output: made.most }, always: true });
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
    const [run] = await kit.world.rows<{ state: string; reason: string; cost: number }>(`SELECT * FROM ${of.runs} WHERE id = ?`, runId);
    expect(run).toMatchObject({ state: "failed", reason: "price_ceiling" });
    expect(run?.cost).toBeGreaterThan(made.most);
    expect(kit.models.requests).toHaveLength(1);
  });
}
