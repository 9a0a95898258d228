// Evaluation: what a run asks, stores and costs, what is never asked twice, and where it stops.
import { expect, test, vi } from "vitest";
import { KEYS } from "./ai-kit.ts";
import { ANSWER, askBack, handOver, QUESTION } from "./assistant-kit.ts";
import { askedBy } from "../../modules/evaluation/rules.ts";
import { CEILINGS, evaluationWorld, MODEL } from "./evaluation-kit.ts";

const USAGE = { input: 1000, output: 100 };
const said = (object: object) => ({ object, usage: USAGE });
/** 1000 × $0.25 and 100 × $2 of a million tokens. */
const COST = 450;

test("a run asks each question as one round, sends nobody anything, and says what failed and why", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await kit.save(set.id);
  await kit.save(set.id, { question: "may I send a parcel back, and until when?", facts: ["90 days"], topic: "time" });
  await kit.save(set.id, { question: "I want to return a parcel from last year", outcome: "ask_back", facts: [], topic: "time" });
  await kit.save(set.id, { question: "I want to talk to a person", outcome: "hand_over", facts: [], topic: "people" });
  await kit.save(set.id, { question: "which telescope shows the rings of Saturn?", outcome: "hand_over", facts: [], topic: "people" });
  expect(await kit.readSet(set.id)).toMatchObject({ version: 5, questions: 5 });
  kit.models.answer(said(ANSWER), said(ANSWER), said(askBack("Which parcel is it?")));
  const body = { clientId: crypto.randomUUID() };
  const [first, again] = [await kit.start(set.id, body), await kit.start(set.id, body)];
  expect([first.status, again.body.run.id]).toEqual([202, first.body.run.id]);
  await kit.work();
  const run = await kit.run(first.body.run.id);
  expect(run).toMatchObject({ state: "done", wanted: 5, passed: 4, failed: 1, needsReview: 0, setVersion: 5, guidanceVersion: 0 });
  expect(run.costUsd).toBeCloseTo((3 * COST) / 1e6);
  const items = await kit.items(run.id);
  expect(items.map(({ state, outcome, reason, faults }) => [state, outcome, reason, faults])).toEqual([
    ["passed", "answered", null, []],
    ["failed", "answered", null, [{ fault: "fact", detail: "90 days" }]],
    ["passed", "asked_back", null, []],
    ["passed", "handed_over", "asked", []],
    ["passed", "handed_over", "nothing_fits", []],
  ]);
  expect(items[0]?.transcript?.sentences[0]?.text).toContain("30 days");
  expect(items[0]?.transcript?.sources[0]).toMatchObject({ id: "p1", title: "Returning a parcel" });
  const { body: read } = await kit.world.as<{ byTopic: unknown }>(`${kit.dashboard}/evaluation-runs/${run.id}`);
  expect(read.byTopic).toEqual([
    { value: "time", asked: 2, passed: 1 },
    { value: "people", asked: 2, passed: 2 },
    { value: "returns", asked: 1, passed: 1 },
  ]);
  expect(await kit.usage()).toMatchObject([{ purpose: "evaluation", calls: 3, cost: 3 * COST }]);
  expect(await kit.world.rows("SELECT 1 FROM messages WHERE project_id = ?", kit.projectId)).toEqual([]);
  const csv = await kit.world.as<string>(`${kit.management}/evaluation-runs/${run.id}/results.csv`);
  expect(String(csv.body)).toContain("fact: 90 days");
  // A job that is delivered again asks nothing.
  await kit.world.rows("UPDATE jobs SET state = 'queued' WHERE kind = 'evaluation.run'");
  await kit.work(1);
  expect(kit.models.requests).toHaveLength(3);
  kit.models.check();
});

test.each([
  [{}, ["TRAINING_PRICE_CEILINGS"]],
  [{ TRAINING_PRICE_CEILINGS: '{"openai/other":1}' }, ["TRAINING_PRICE_CEILINGS"]],
  [{ TRAINING_PRICE_CEILINGS: `{"${MODEL}":0.01}` }, ["TRAINING_PRICE_CEILINGS"]],
  [{ ...CEILINGS, OPENAI_API_KEY: "" }, ["OPENAI_API_KEY"]],
])("%j: not_configured names %j", async (vars, missing) => {
  const kit = await evaluationWorld({ ...KEYS, ...vars });
  const set = await kit.createSet();
  await kit.save(set.id);
  const { status, body } = await kit.start(set.id);
  expect([status, body.code, body.variables]).toEqual([503, "not_configured", missing]);
  expect(kit.models.requests).toEqual([]);
});
test("a ceiling may stand at the model's name alone; the setup offers full names", async () => {
  const kit = await evaluationWorld({ ...KEYS, TRAINING_PRICE_CEILINGS: '{"gpt-5-mini":{"input":0.5,"output":4},"openai/gpt-5-mini":5}' });
  expect(await kit.setup()).toMatchObject({ obstacle: null, models: [MODEL], shareUsd: 5 });
});

test("the built-in model runs a whole evaluation without a key, only on a local installation", async () => {
  const kit = await evaluationWorld({ ENABLE_SYNTHETIC_EVALUATION: "true" });
  const set = await kit.createSet();
  await kit.save(set.id);
  const { status, body } = await kit.start(set.id, { model: "synthetic", budgetUsd: 0 });
  expect(status, JSON.stringify(body)).toBe(202);
  await kit.work();
  expect(await kit.run(body.run.id)).toMatchObject({ state: "done", passed: 1, costUsd: 0 });
  expect(kit.models.requests).toEqual([]);
});
test("the built-in model is refused where it is off, and on a public origin", async () => {
  const off = await evaluationWorld();
  const set = await off.createSet();
  await off.save(set.id);
  expect((await off.start(set.id, { model: "synthetic" })).body).toMatchObject({
    code: "not_configured",
    variables: ["ENABLE_SYNTHETIC_EVALUATION"],
  });
  const on = await evaluationWorld({ ENABLE_SYNTHETIC_EVALUATION: "true" });
  const { config } = on.ctx();
  const now = on.world.clock.now();
  expect(() => askedBy({ ...config, appOrigin: "https://desk.example" }, "synthetic", now, "127.0.0.1")).toThrow("local installation");
  expect(() => askedBy(config, "synthetic", now, "desk.example")).toThrow("local installation");
});

test("a budget below one question, above half of the day, and raised by an owner only", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await kit.save(set.id);
  const small = await kit.start(set.id, { budgetUsd: 0.0001 });
  expect([small.status, small.body.issues?.[0]?.path]).toEqual([400, "budgetUsd"]);
  const large = await kit.start(set.id, { budgetUsd: 6 });
  expect([large.status, large.body.issues?.[0]?.path]).toEqual([400, "budgetUsd"]);
  kit.models.answer({ fault: "key", always: true });
  expect((await kit.start(set.id, { budgetUsd: 6, raised: true })).status).toBe(202);
  await kit.work(1);
  // It stands, because the provider refuses the key: no other one begins meanwhile.
  expect((await kit.start(set.id)).body.code).toBe("conflict");
});

test("the budget is asked before each question: it is never exceeded, and what was asked stays", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  for (let i = 0; i < 5; i += 1) await kit.save(set.id, { question: `${QUESTION} ${"please ".repeat(i)}` });
  const { body: estimate } = await kit.world.as<{ eachUsd: number; mostUsd: number; questions: number }>(
    `${kit.management}/evaluation-estimate?setId=${set.id}&model=${encodeURIComponent(MODEL)}`,
  );
  expect(estimate.questions).toBe(5);
  expect(estimate.mostUsd).toBeCloseTo(5 * estimate.eachUsd);
  // Each question costs nearly what is reserved for it.
  const output = Math.floor(((estimate.eachUsd * 1e6) / 2) * 0.9);
  kit.models.answer({ object: ANSWER, usage: { input: 0, output }, always: true });
  const budgetUsd = estimate.eachUsd * 2.5;
  const { run } = (await kit.start(set.id, { budgetUsd })).body;
  await kit.work();
  const after = await kit.run(run.id);
  expect(after).toMatchObject({ state: "failed", reason: "budget_reached", passed: 2 });
  expect(after.costUsd).toBeLessThanOrEqual(budgetUsd);
  expect(kit.models.requests).toHaveLength(2);
});

test("evaluation leaves half of the day to answers: a run stands until the next day", async () => {
  const kit = await evaluationWorld({ ...KEYS, ...CEILINGS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.1}' });
  const set = await kit.createSet();
  for (let i = 0; i < 4; i += 1) await kit.save(set.id, { question: `${QUESTION} ${"please ".repeat(i)}` });
  kit.models.answer({ object: ANSWER, usage: { input: 0, output: 10_000 }, always: true });
  const { run } = (await kit.start(set.id, { budgetUsd: 0.05 })).body;
  await kit.work();
  const stands = await kit.run(run.id);
  expect(["paused", "failed"]).toContain(stands.state);
  expect(stands.costUsd).toBeLessThanOrEqual(0.05);
  expect(stands.passed).toBeLessThan(4);
});

test("paused, resumed and cancelled: what is being asked is still stored, and nothing is asked twice", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  for (let i = 0; i < 3; i += 1) await kit.save(set.id, { question: `${QUESTION} ${"please ".repeat(i)}` });
  kit.models.answer({ object: ANSWER, usage: USAGE, always: true });
  const respond = kit.models.respond.bind(kit.models);
  let runId = "";
  let pause = true;
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answered = await respond(new Request(url, init));
    const [row] = await kit.world.rows<{ id: string }>("SELECT id FROM evaluation_runs WHERE project_id = ?", kit.projectId);
    runId = row?.id ?? "";
    if (pause) expect((await kit.change(runId, "paused")).status).toBe(200);
    // While a question is being asked, the run can't go on elsewhere.
    if (pause) expect((await kit.change(runId, "running")).body.code).toBe("conflict");
    pause = false;
    return answered;
  });
  await kit.start(set.id);
  await kit.work();
  const held = await kit.run(runId);
  expect(held.state).toBe("paused");
  expect(held.passed).toBe(1);
  expect((await kit.change(runId, "running")).status).toBe(200);
  await kit.work();
  expect(await kit.run(runId)).toMatchObject({ state: "done", passed: 3 });
  expect(kit.models.requests).toHaveLength(3);
  expect((await kit.change(runId, "cancelled")).body.code).toBe("conflict");
});

test("a worker that died while the model was asked: the question needs a review, is paid at most, and is not asked again", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await kit.save(set.id);
  await kit.save(set.id, { question: `${QUESTION} please` });
  kit.models.answer({ object: ANSWER, usage: USAGE, always: true });
  const respond = kit.models.respond.bind(kit.models);
  let dies = true;
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answered = await respond(new Request(url, init));
    if (dies) {
      dies = false;
      // Nothing that follows is stored, as if the isolate were gone; the job's lease runs out.
      throw Object.assign(new Error("the isolate is gone"), { name: "Gone" });
    }
    return answered;
  });
  const { run } = (await kit.start(set.id)).body;
  await kit.work(4);
  const after = await kit.run(run.id);
  expect(after).toMatchObject({ state: "done", passed: 1, needsReview: 1 });
  expect(kit.models.requests).toHaveLength(2);
});

test.each([
  ["key", "paused", "model_failed", { waiting: 1 }],
  ["rate limit", "paused", "busy", { waiting: 1 }],
  ["server error", "done", null, { needs_review: 1 }],
] as const)("%s: the run is %s, and nothing is asked again by itself", async (fault, state, reason, states) => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await kit.save(set.id);
  kit.models.answer({ fault, always: true });
  const { run } = (await kit.start(set.id)).body;
  await kit.work(3);
  expect(await kit.run(run.id)).toMatchObject({ state, reason });
  expect((await kit.items(run.id)).map((item) => item.state)).toEqual(Object.keys(states));
  expect(kit.models.requests).toHaveLength(1);
});

test("forbidden topics are declined by the guidance that is tried, in the version of the run's beginning", async () => {
  const kit = await evaluationWorld();
  await kit.save((await kit.createSet()).id);
  const set = await kit.createSet("Forbidden");
  await kit.save(set.id, { question: "what about the lawsuit?", outcome: "decline", facts: [] });
  kit.models.answer(said(handOver("no passage")));
  await kit.world.as(`${kit.management}/assistant`, {
    body: { clientId: crypto.randomUUID(), basedOn: 0, enabled: false, guidance: { ...(await guidanceOf(kit)), forbidden: ["lawsuit"] } },
  });
  const { run } = (await kit.start(set.id)).body;
  await kit.work();
  expect(await kit.run(run.id)).toMatchObject({ state: "done", passed: 1, guidanceVersion: 1 });
  expect(kit.models.requests).toEqual([]);
});
const guidanceOf = async (kit: Awaited<ReturnType<typeof evaluationWorld>>) =>
  (await kit.world.as<{ guidance: object }>(`${kit.dashboard}/assistant`)).body.guidance;

test("a deleted project leaves no set, question, run or result", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await kit.save(set.id);
  kit.models.answer(said(ANSWER));
  await kit.start(set.id);
  await kit.work();
  expect((await kit.world.as(kit.management, { method: "DELETE", body: { confirm: "Acme" } })).status).toBeLessThan(300);
  await kit.work(2);
  for (const table of ["question_sets", "set_questions", "question_settings", "evaluation_runs", "evaluation_items"])
    expect(await kit.world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, kit.projectId), table).toEqual([]);
});
