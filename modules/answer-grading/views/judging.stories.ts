// Stories of a run's grading and of judgings, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { EvaluationItem } from "#modules/evaluation/contract";
import type { Agreement, Judgement, Judging } from "../contract.ts";
import { itemOf, runOf } from "./grading.fixtures.ts";

const RUN = fixtureId("evr", 1);
const PATH = `/projects/${PROJECT_ID}/assistant/evaluation/${RUN}/grading`;
const rubric = [
  { name: "Correct", description: "Says what is expected, and nothing that contradicts it.", scale: 5 },
  { name: "Tone", description: "Polite, plain and short.", scale: 3 },
];
const judgingOf = (n: number, change: Partial<Judging> = {}): Judging => ({
  ...{ id: fixtureId("evj", n) as Judging["id"], runId: RUN as Judging["runId"], model: "openai/gpt-5-mini", rubric },
  ...{
    budgetUsd: 1,
    raised: false,
    state: "done",
    reason: null,
    detail: null,
    wanted: 12,
    passed: 9,
    failed: 2,
    needsReview: 1,
    costUsd: 0.0172,
  },
  ...{ startedBy: "Olga Owner", startedAt: "2026-11-20T10:00:00.000Z", endedAt: "2026-11-20T10:02:00.000Z", ...change },
});
const rule = { kind: "rule", name: null } as const;
const judge = { kind: "judge", name: null } as const;
const person = { kind: "person", name: "رنا الخطيب" } as const;
const pairs: Agreement[] = [
  { between: [rule, judge], asked: 11, agreed: 9, kappa: { kappa: 0.4, low: -0.1523, high: 0.9523 }, reason: null },
  { between: [rule, person], asked: 4, agreed: 3, kappa: null, reason: "no_variance" },
  { between: [judge, person], asked: 0, agreed: 0, kappa: null, reason: "nothing_in_common" },
];
const raters = [
  { ...rule, graded: 12, passed: 10 },
  { ...judge, graded: 11, passed: 9 },
  { ...person, graded: 4, passed: 4 },
];
const setup = { obstacle: null, missing: [], models: ["openai/gpt-5-mini"], shareUsd: 5 };
const run = (change: object = {}) => answer({ run: runOf(1, change), byTopic: [], byLocale: [], byExpected: [] });

// One function each, so that production builds can drop everything in it.
function declareGrading(): readonly ScreenState[] {
  const filled = {
    ...frame(),
    readEvaluationRun: run(),
    readEvaluation: answer(setup),
    readAgreement: answer({ raters, pairs, undecided: 2 }),
    listJudgings: answer({ items: [judgingOf(1), judgingOf(2, { state: "cancelled", passed: 3, failed: 0 })], next: null }),
    estimateJudging: answer({ answers: 12, mostUsd: 0.2371, eachUsd: 0.0198, shareUsd: 5 }),
  };
  const only = answer({ raters: [{ ...rule, graded: 0, passed: 0 }], pairs: [], undecided: 0 });
  const why = "Evaluation needs TRAINING_PRICE_CEILINGS: for each model the most that a million tokens may cost in US dollars.";
  return [
    { name: "graded", path: PATH, answers: filled },
    { name: "only the rule", path: PATH, answers: { ...filled, readAgreement: only, listJudgings: answer({ items: [], next: null }) } },
    { name: "not configured", path: PATH, answers: { ...filled, readEvaluation: answer({ ...setup, obstacle: why, models: [] }) } },
    { name: "not ended", path: PATH, answers: { ...filled, readEvaluationRun: run({ state: "running", endedAt: null }) } },
    { name: "operator", path: PATH, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path: PATH, answers: { ...frame(), readEvaluationRun: "hang", readEvaluation: "hang", readAgreement: "hang" } },
    { name: "missing", path: PATH, answers: { ...filled, readEvaluationRun: refusal(404, "not_found", "This run doesn’t exist.") } },
    {
      name: "error",
      path: PATH,
      answers: { ...filled, readAgreement: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
  ];
}
export const gradingStories = /* @__PURE__ */ (() => declareGrading())();

function declareJudging(): readonly ScreenState[] {
  const path = `${PATH}/judgings/${fixtureId("evj", 1)}`;
  const judgement = (place: number, change: Partial<Judgement> = {}, item: Partial<EvaluationItem> = {}): Judgement => ({
    ...{ item: itemOf(place, item), state: "passed", reason: null, costUsd: 0.0014, took: 2100 },
    scores: [
      { name: "Correct", score: 5, scale: 5, reason: "It names the time that is expected." },
      { name: "Tone", score: 3, scale: 3, reason: "Short and polite." },
    ],
    ...change,
  });
  const items = [
    judgement(1),
    judgement(2, { state: "failed", scores: [{ name: "Correct", score: 2, scale: 5, reason: "It leaves out the condition." }] }),
    judgement(3, { state: "needs_review", reason: "malformed", scores: [] }),
    judgement(4, { state: "needs_review", reason: "down", scores: [] }),
  ];
  const read = (change: Partial<Judging> = {}) => answer({ judging: judgingOf(1, change) });
  const filled = { ...frame(), readJudging: read(), listJudgements: answer({ items, next: null }) };
  const state = (name: string, change: Partial<Judging>): ScreenState => ({
    name,
    path,
    answers: { ...filled, readJudging: read({ endedAt: null, ...change }) },
  });
  return [
    { name: "judged", path, answers: filled },
    state("running", { state: "running", passed: 3, failed: 1, needsReview: 0 }),
    state("paused", { state: "paused", passed: 3, failed: 1, needsReview: 0 }),
    state("provider refuses", {
      state: "paused",
      reason: "model_failed",
      detail: "OpenAI refused the key (status 401).",
      passed: 0,
      failed: 0,
    }),
    state("budget reached", { state: "failed", reason: "budget_reached", passed: 3, failed: 1 }),
    { name: "operator", path, answers: { ...filled, ...frame("operator"), readJudging: read({ state: "paused", endedAt: null }) } },
    { name: "no judgements", path, answers: { ...filled, listJudgements: answer({ items: [], next: null }) } },
    { name: "loading", path, answers: { ...frame(), readJudging: "hang", listJudgements: "hang" } },
    { name: "missing", path, answers: { ...frame(), readJudging: refusal(404, "not_found", "This judging doesn’t exist.") } },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listJudgements: answer({
          items: [judgement(5, { scores: [{ name: "Correct", score: 1, scale: 5, reason: LONG.replaceAll(" ", "") }] })],
          next: "next",
        }),
      },
    },
  ];
}
export const judgingStories = /* @__PURE__ */ (() => declareJudging())();
