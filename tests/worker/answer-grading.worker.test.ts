// Grading: what a judge is asked, stores and costs, what is never asked twice; what people who grade blindly are told; where grades differ.
import { recoverJobs } from "#kernel/jobs/index.ts";
import { expect, test, vi } from "vitest";
import type { AnswerToGrade, BlindGrading, BlindResults, Disagreement, Judgement, Judging } from "#modules/answer-grading/contract";
import { DEFAULT_RUBRIC } from "#modules/answer-grading/contract";
import { ANSWER, QUESTION } from "./assistant-kit.ts";
import { evaluationWorld, MODEL } from "./evaluation-kit.ts";

const USAGE = { input: 1000, output: 100 };
const COST = 450;
const said = (object: object) => ({ object, usage: USAGE });
const judged = (verdict: "pass" | "fail", score = 4) =>
  said({ scores: DEFAULT_RUBRIC.map((_, at) => ({ criterion: at + 1, reason: "Because.", score })), verdict });
type Refused = { code?: string; variables?: string[]; issues?: { path: string }[] };

async function gradingWorld(questions = 2, vars?: Record<string, string>) {
  const kit = await evaluationWorld(vars);
  const set = await kit.createSet();
  for (let i = 0; i < questions; i += 1)
    await kit.save(set.id, { question: `${QUESTION} ${"please ".repeat(i)}`, facts: i === 0 ? ["30 days"] : ["90 days"] });
  const finishRun = async (body: object = {}): Promise<string> => {
    if (!("model" in body)) kit.models.answer(...Array.from({ length: questions }, () => said(ANSWER)));
    const started = await kit.start(set.id, body);
    await kit.work();
    expect(await kit.run(started.body.run.id)).toMatchObject({ state: "done" });
    return started.body.run.id;
  };
  const judge = async (runId: string, body: object = {}) =>
    await kit.world.as<{ judging: Judging } & Refused>(`${kit.management}/evaluation-runs/${runId}/judgings`, {
      body: { clientId: crypto.randomUUID(), model: MODEL, rubric: DEFAULT_RUBRIC, budgetUsd: 1, ...body },
    });
  return {
    ...kit,
    set,
    finishRun,
    judge,
    judging: async (id: string) => (await kit.world.as<{ judging: Judging }>(`${kit.dashboard}/judgings/${id}`)).body.judging,
    judgements: async (id: string) => (await kit.world.as<{ items: Judgement[] }>(`${kit.dashboard}/judgings/${id}/judgements`)).body.items,
    changeJudging: async (id: string, state: string) =>
      await kit.world.as<Refused>(`${kit.management}/judgings/${id}/state`, { method: "PUT", body: { state } }),
  };
}

test("a judging asks about each answer once, stores scores with reasons, and counts its cost", async () => {
  const kit = await gradingWorld();
  const runId = await kit.finishRun();
  kit.models.answer(judged("pass"), judged("pass", 3));
  const body = { clientId: crypto.randomUUID() };
  const [first, again] = [await kit.judge(runId, body), await kit.judge(runId, body)];
  expect([first.status, again.body.judging.id], JSON.stringify(first.body)).toEqual([202, first.body.judging.id]);
  await kit.work();
  const judging = await kit.judging(first.body.judging.id);
  expect(judging).toMatchObject({ state: "done", wanted: 2, passed: 2, failed: 0, needsReview: 0 });
  expect(judging.costUsd).toBeCloseTo((2 * COST) / 1e6);
  const judgements = await kit.judgements(judging.id);
  expect(judgements.map(({ state, scores }) => [state, scores.length, scores[0]])).toEqual([
    ["passed", 4, { name: "Correct", scale: 5, score: 4, reason: "Because." }],
    ["passed", 4, { name: "Correct", scale: 5, score: 3, reason: "Because." }],
  ]);
  expect(await kit.usage()).toMatchObject([{ purpose: "evaluation", calls: 4, cost: 4 * COST }]);
  // The second answer failed by the rule, so that is where they differ.
  const { body: queue } = await kit.world.as<{ items: Disagreement[] }>(
    `${kit.dashboard}/evaluation-runs/${runId}/disagreements?state=open`,
  );
  expect(queue.items.map(({ item, judge }) => [item.place, item.state, judge])).toEqual([[2, "failed", "passed"]]);
  // A job that is delivered again asks nothing.
  await kit.world.rows("UPDATE jobs SET state = 'queued' WHERE kind = 'answer-grading.judging'");
  await kit.work(1);
  expect(kit.models.requests).toHaveLength(4);
  kit.models.check();
});

test("what the judge says in another form needs a review at its known cost, and is not asked again", async () => {
  const kit = await gradingWorld(1);
  const runId = await kit.finishRun();
  kit.models.answer(said({ scores: [], verdict: "pass" }));
  const { judging } = (await kit.judge(runId)).body;
  await kit.work(3);
  expect(await kit.judging(judging.id)).toMatchObject({ state: "done", needsReview: 1, costUsd: COST / 1e6 });
  expect((await kit.judgements(judging.id))[0]).toMatchObject({ state: "needs_review", reason: "malformed", scores: [] });
  expect(kit.models.requests).toHaveLength(2);
});

test("not configured, a budget below one answer, a run that has not ended, and a second judging are refused", async () => {
  const kit = await gradingWorld(1);
  const runId = await kit.finishRun();
  const unknown = await kit.judge(runId, { model: "openai/other" });
  expect([unknown.status, unknown.body.code, unknown.body.variables]).toEqual([503, "not_configured", ["TRAINING_PRICE_CEILINGS"]]);
  const small = await kit.judge(runId, { budgetUsd: 0.0001 });
  expect([small.status, small.body.issues?.[0]?.path]).toEqual([400, "budgetUsd"]);
  const large = await kit.judge(runId, { budgetUsd: 6 });
  expect([large.status, large.body.issues?.[0]?.path]).toEqual([400, "budgetUsd"]);
  const twice = [DEFAULT_RUBRIC[0], DEFAULT_RUBRIC[0]];
  expect((await kit.judge(runId, { rubric: twice })).status).toBe(400);
  kit.models.answer({ fault: "key", always: true });
  const running = await kit.start(kit.set.id);
  expect((await kit.judge(running.body.run.id)).body.code).toBe("conflict");
  expect((await kit.judge(runId)).status).toBe(202);
  await kit.work();
  expect((await kit.judge(runId)).body.code).toBe("conflict");
});

test.each([
  ["key", "paused", "model_failed", "waiting"],
  ["rate limit", "paused", "busy", "waiting"],
  ["server error", "done", null, "needs_review"],
] as const)("%s: the judging is %s, and nothing is asked again by itself", async (fault, state, reason, item) => {
  const kit = await gradingWorld(1);
  const runId = await kit.finishRun();
  kit.models.answer({ fault, always: true });
  const { judging } = (await kit.judge(runId)).body;
  await kit.work(3);
  expect(await kit.judging(judging.id)).toMatchObject({ state, reason });
  expect((await kit.judgements(judging.id)).map((one) => one.state)).toEqual([item]);
  expect(kit.models.requests).toHaveLength(2);
});

test("the budget is asked before each answer and is never exceeded; a cancelled judging stays as it is", async () => {
  const kit = await gradingWorld(4);
  const runId = await kit.finishRun();
  const { body: estimate } = await kit.world.as<{ eachUsd: number; answers: number }>(
    `${kit.management}/evaluation-runs/${runId}/judging-estimate?model=${encodeURIComponent(MODEL)}`,
  );
  expect(estimate.answers).toBe(4);
  const output = Math.floor(((estimate.eachUsd * 1e6) / 2) * 0.9);
  kit.models.answer({ ...judged("fail"), usage: { input: 0, output }, always: true });
  const budgetUsd = estimate.eachUsd * 2.5;
  const { judging } = (await kit.judge(runId, { budgetUsd })).body;
  await kit.work();
  const after = await kit.judging(judging.id);
  expect(after).toMatchObject({ state: "failed", reason: "budget_reached", failed: 2 });
  expect(after.costUsd).toBeLessThanOrEqual(budgetUsd);
  expect((await kit.changeJudging(judging.id, "cancelled")).body.code).toBe("conflict");
});

test("paused while the judge is asked: what it said is stored, and a worker that died leaves a review", async () => {
  const kit = await gradingWorld(3);
  const runId = await kit.finishRun();
  kit.models.answer({ ...judged("pass"), always: true });
  const respond = kit.models.respond.bind(kit.models);
  let [pauses, dies, id] = [true, false, ""];
  vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const answered = await respond(new Request(url, init));
    if (dies) {
      dies = false;
      throw Object.assign(new Error("the isolate is gone"), { name: "Gone" });
    }
    if (pauses) {
      const [row] = await kit.world.rows<{ id: string }>("SELECT id FROM judgings WHERE project_id = ?", kit.projectId);
      id = row?.id ?? "";
      expect((await kit.changeJudging(id, "paused")).status).toBe(200);
      expect((await kit.changeJudging(id, "running")).body.code).toBe("conflict");
    }
    pauses = false;
    return answered;
  });
  await kit.judge(runId);
  await kit.work();
  expect(await kit.judging(id)).toMatchObject({ state: "paused", passed: 1 });
  dies = true;
  expect((await kit.changeJudging(id, "running")).status).toBe(200);
  await kit.work(4);
  expect(await kit.judging(id)).toMatchObject({ state: "done", passed: 2, needsReview: 1 });
  expect(kit.models.requests).toHaveLength(6);
});

test.each(["running", "cancelled"])(
  "an answer that another worker asks about is left to it; once that must be dead, a judging that is %s counts it once",
  async (state) => {
    const kit = await gradingWorld(1);
    const runId = await kit.finishRun();
    kit.models.answer({ fault: "key", always: true });
    const { judging } = (await kit.judge(runId)).body;
    await kit.work();
    const asked = kit.models.requests.length;
    const now = kit.world.clock.now();
    await kit.world.rows(
      "UPDATE judgements SET state = 'asking', call_id = 'mdl_other', updated_at = ? WHERE judging_id = ?",
      now,
      judging.id,
    );
    await kit.world.rows("UPDATE judgings SET state = ?, ended_at = ? WHERE id = ?", state, state === "running" ? null : now, judging.id);
    await kit.world.rows(
      "UPDATE jobs SET state = 'queued', due_at = ? WHERE kind = 'answer-grading.judging' AND project_id = ?",
      now,
      kit.projectId,
    );
    const items = () =>
      kit.world.rows<{ state: string; cost: number }>("SELECT state, cost FROM judgements WHERE judging_id = ?", judging.id);
    await recoverJobs(kit.ctx());
    expect(await items()).toEqual([{ state: "asking", cost: 0 }]);
    kit.world.clock.advance({ minutes: 4 });
    for (let i = 0; i < 3; i += 1) await recoverJobs(kit.ctx());
    const [{ most = 0 } = {}] = await kit.world.rows<{ most: number }>("SELECT most FROM judgings WHERE id = ?", judging.id);
    expect(await items()).toEqual([{ state: "needs_review", cost: most }]);
    expect(await kit.judging(judging.id)).toMatchObject({
      state: state === "running" ? "done" : "cancelled",
      needsReview: 1,
      costUsd: most / 1e6,
    });
    expect(kit.models.requests).toHaveLength(asked);
  },
);

test("the built-in judge says what the rule says, without a key", async () => {
  const kit = await gradingWorld(2, { ENABLE_SYNTHETIC_EVALUATION: "true" });
  const runId = await kit.finishRun({ model: "synthetic", budgetUsd: 0 });
  const { status, body } = await kit.judge(runId, { model: "synthetic", budgetUsd: 0 });
  expect(status, JSON.stringify(body)).toBe(202);
  await kit.work();
  expect(await kit.judging(body.judging.id)).toMatchObject({ state: "done", passed: 1, failed: 1, costUsd: 0 });
  const without = await kit.judge(runId);
  expect([without.status, without.body.variables]).toEqual([503, ["OPENAI_API_KEY"]]);
  const off = await gradingWorld(1);
  const refused = await off.judge(await off.finishRun(), { model: "synthetic" });
  expect(refused.body).toMatchObject({ code: "not_configured", variables: ["ENABLE_SYNTHETIC_EVALUATION"] });
});

test("blind: no reply says which run an answer is of before the grader has finished; then results are by run and grader", async () => {
  const kit = await gradingWorld(8);
  const [first, second] = [await kit.finishRun(), await kit.finishRun()];
  // What the two runs answered is told apart here by a word in the second one's transcripts.
  await kit.world.rows(
    "UPDATE evaluation_items SET transcript = replace(transcript, '30 days', '30 days in all') WHERE project_id = ? AND run_id = ?",
    ...[kit.projectId, second],
  );
  const start = await kit.world.as<{ grading: BlindGrading }>(`${kit.dashboard}/blind-gradings`, {
    body: { clientId: crypto.randomUUID(), firstRunId: first, secondRunId: second },
  });
  expect(start.status, JSON.stringify(start.body)).toBe(201);
  const path = `${kit.dashboard}/blind-gradings/${start.body.grading.id}`;
  type Pair = { answers: { text: string }[]; choice: string | null; comment: string };
  const told: unknown[] = [start.body, (await kit.world.as(`${kit.dashboard}/blind-gradings`)).body];
  const list = (await kit.world.as<{ pairs: { questionId: string; choice: string | null }[] }>(path)).body;
  told.push(list);
  expect(list.pairs).toHaveLength(8);
  const sides = new Set<string>();
  for (const { questionId } of list.pairs) {
    const pair = (await kit.world.as<Pair>(`${path}/pairs/${questionId}`)).body;
    told.push(pair);
    const betterAt = pair.answers.findIndex(({ text }) => text.includes("in all"));
    const choice = betterAt === 0 ? "answer_1" : "answer_2";
    sides.add(choice);
    const put = { method: "PUT", body: { choice, comment: "clearer" } };
    expect((await kit.world.as(`${path}/pairs/${questionId}`, put)).status).toBe(200);
    expect((await kit.world.as(`${path}/pairs/${questionId}`, put)).status).toBe(200);
    expect((await kit.world.as<Pair>(`${path}/pairs/${questionId}`)).body).toMatchObject({ choice, comment: "clearer" });
  }
  expect(sides.size).toBe(2);
  const [one] = list.pairs;
  await kit.world.as(`${path}/pairs/${one?.questionId}`, { method: "PUT", body: { choice: "both_bad", comment: "" } });
  const text = JSON.stringify(told);
  for (const secret of [first, second, MODEL, "gpt", "cost", "took", "configHash", "guidance"]) expect(text, secret).not.toContain(secret);
  expect((await kit.world.as<Refused>(`${path}/results`)).body.code).toBe("conflict");
  expect((await kit.world.as<{ grading: BlindGrading }>(path)).body.grading).toMatchObject({ wanted: 8, given: 8, finished: false });
  expect((await kit.world.as(`${path}/finish`, { body: {} })).status).toBe(200);
  const results = (await kit.world.as<BlindResults>(`${path}/results`)).body;
  expect(results).toMatchObject({ firstRunId: first, secondRunId: second });
  expect(results.graders).toMatchObject([{ finished: true, counts: { first: 0, second: 7, same: 0, bothBad: 1 } }]);
  expect(results.comments).toHaveLength(7);
  const late = await kit.world.as<Refused>(`${path}/pairs/${one?.questionId}`, { method: "PUT", body: { choice: "same", comment: "" } });
  expect(late.body.code).toBe("conflict");
});

test("a person's verdict is blind and given once; kappa and the queue follow; a decision closes it", async () => {
  const kit = await gradingWorld(3);
  const runId = await kit.finishRun();
  const path = `${kit.dashboard}/evaluation-runs/${runId}`;
  const { answers } = (await kit.world.as<{ answers: { questionId: string; verdict: string | null }[] }>(`${path}/answers`)).body;
  expect(answers.map(({ verdict }) => verdict)).toEqual([null, null, null]);
  const before = (await kit.world.as<AnswerToGrade>(`${path}/answers/${answers[0]?.questionId}`)).body;
  expect(before.given).toBeNull();
  expect(JSON.stringify(before)).not.toMatch(/passed|failed|gpt|cost/);
  const give = async (at: number, verdict: string) =>
    await kit.world.as<Refused>(`${path}/answers/${answers[at]?.questionId}`, { method: "PUT", body: { verdict, comment: "hm" } });
  expect([(await give(0, "passed")).status, (await give(0, "passed")).status]).toEqual([200, 200]);
  expect((await give(0, "failed")).body.code).toBe("conflict");
  await give(1, "passed");
  await give(2, "failed");
  expect((await kit.world.as<AnswerToGrade>(`${path}/answers/${answers[1]?.questionId}`)).body.given).toMatchObject({
    ...{ verdict: "passed", comment: "hm", rule: "failed", judge: null },
  });
  const agreement = (await kit.world.as<{ pairs: unknown[]; undecided: number; raters: unknown[] }>(`${path}/agreement`)).body;
  expect(agreement.undecided).toBe(1);
  expect(agreement.raters).toMatchObject([
    { kind: "rule", graded: 3, passed: 1 },
    { kind: "person", graded: 3, passed: 2 },
  ]);
  expect(agreement.pairs).toMatchObject([{ asked: 3, agreed: 2, kappa: { kappa: expect.closeTo(0.4, 9) }, reason: null }]);
  const decide = async (at: number, verdict: string) =>
    await kit.world.as<Refused>(`${kit.management}/evaluation-runs/${runId}/disagreements/${answers[at]?.questionId}`, {
      ...{ method: "PUT", body: { verdict, comment: "the rule is too strict" } },
    });
  expect((await decide(0, "failed")).body.code).toBe("conflict");
  expect([(await decide(1, "passed")).status, (await decide(1, "passed")).status]).toEqual([200, 200]);
  const open = (await kit.world.as<{ items: unknown[] }>(`${path}/disagreements?state=open`)).body.items;
  const decided = (await kit.world.as<{ items: Disagreement[] }>(`${path}/disagreements?state=decided`)).body.items;
  expect([open.length, decided.length]).toEqual([0, 1]);
  expect(decided[0]).toMatchObject({ people: [{ verdict: "passed" }], decision: { verdict: "passed", comment: "the rule is too strict" } });
  expect(
    await kit.world.rows("SELECT action FROM audit_log WHERE project_id = ? AND action LIKE 'answer_grading%'", kit.projectId),
  ).toEqual([{ action: "answer_grading.decided" }]);
});

test("an eleventh person can't grade the same run", async () => {
  const kit = await gradingWorld(1);
  const runId = await kit.finishRun();
  for (let at = 0; at < 10; at += 1)
    await kit.world.rows(
      "INSERT INTO graders (project_id, subject_id, grader, given) VALUES (?, ?, ?, 0)",
      ...[kit.projectId, runId, `acc_${at}`],
    );
  const path = `${kit.dashboard}/evaluation-runs/${runId}/answers`;
  const { answers } = (await kit.world.as<{ answers: { questionId: string }[] }>(path)).body;
  const put = { method: "PUT", body: { verdict: "passed", comment: "" } };
  expect((await kit.world.as<Refused>(`${path}/${answers[0]?.questionId}`, put)).body.code).toBe("conflict");
  expect(await kit.world.rows("SELECT 1 FROM answer_verdicts WHERE project_id = ?", kit.projectId)).toEqual([]);
});

test("a deleted project leaves no judging, choice, verdict or grade", async () => {
  const kit = await gradingWorld(1);
  const runId = await kit.finishRun();
  kit.models.answer(judged("pass"));
  await kit.judge(runId);
  await kit.work();
  expect((await kit.world.as(kit.management, { method: "DELETE", body: { confirm: "Acme" } })).status).toBeLessThan(300);
  await kit.work(2);
  for (const table of ["judgings", "judgements", "blind_gradings", "blind_choices", "answer_verdicts", "graders", "graded_answers"])
    expect(await kit.world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, kit.projectId), table).toEqual([]);
});
