// Stories of evaluation, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { EvaluationItem, EvaluationRun } from "../contract.ts";

const runOf = (n: number, change: Partial<EvaluationRun> = {}): EvaluationRun => ({
  ...{
    id: fixtureId("evr", n) as EvaluationRun["id"],
    setId: fixtureId("qst", 1) as EvaluationRun["setId"],
    setName: "Returns and refunds",
  },
  ...{ setVersion: 4, model: "openai/gpt-5-mini", guidanceVersion: 3, configHash: "0".repeat(64), budgetUsd: 1, raised: false },
  ...{ state: "done", reason: null, detail: null, wanted: 12, passed: 10, failed: 2, needsReview: 0, costUsd: 0.0131 },
  ...{ origin: "member", startedBy: "Olga Owner", startedAt: "2026-11-20T10:00:00.000Z", endedAt: "2026-11-20T10:02:00.000Z", ...change },
});
const itemOf = (place: number, change: Partial<EvaluationItem> = {}): EvaluationItem => ({
  place,
  question: {
    ...{ id: fixtureId("qsq", place) as EvaluationItem["question"]["id"], question: "How long do I have to return a parcel?" },
    ...{ topic: "Returns", locale: "en", channel: "widget", asker: "everybody", outcome: "answer", facts: ["30 days"] },
    ...{ forbidden: [], sources: [], origin: "hand", conversationId: null, erased: false },
  },
  ...{ state: "passed", outcome: "answered", reason: null, faults: [] },
  transcript: {
    sentences: [
      {
        text: "You can return a parcel within 30 days of delivery.",
        citations: [{ source: "p1", quote: "return a parcel within 30 days" }],
        faults: [],
      },
    ],
    ...{ asksBack: null, explanation: null },
    sources: [{ id: "p1", title: "Returning a parcel", heading: "How long", url: "https://help.acme.example/returns", text: "" }],
  },
  ...{ costUsd: 0.0011, took: 1840, ...change },
});
// One function each, so that production builds can drop everything in it.
function declareRuns(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/evaluation`;
  const set = {
    ...{ id: fixtureId("qst", 1), name: "Returns and refunds", version: 4, questions: 12, createdBy: "Olga Owner" },
    updatedAt: "2026-11-20T10:00:00.000Z",
  };
  const setup = { obstacle: null, missing: [], models: ["openai/gpt-5-mini"], shareUsd: 5 };
  const runs = [
    runOf(1),
    runOf(2, { state: "running", passed: 3, failed: 1, endedAt: null, setName: "إرجاع الطرود" }),
    runOf(3, { state: "failed", reason: "budget_reached", model: "own/local-model" }),
  ];
  const filled = {
    ...frame(),
    readEvaluation: answer(setup),
    listEvaluationRuns: answer({ items: runs, next: null }),
    listQuestionSets: answer({ items: [set], next: null, useConversations: false }),
    listGuidanceVersions: answer({ items: [] }),
    estimateEvaluationRun: answer({ questions: 12, mostUsd: 0.3149, eachUsd: 0.0262, shareUsd: 5 }),
  };
  const why = "Evaluation needs TRAINING_PRICE_CEILINGS: for each model the most that a million tokens may cost in US dollars.";
  return [
    { name: "runs", path, answers: filled },
    { name: "estimate", path, answers: filled, act: "select:Question set=Returns and refunds (12 questions)" },
    { name: "more", path, answers: { ...filled, listEvaluationRuns: answer({ items: runs, next: "next" }) } },
    { name: "empty", path, answers: { ...filled, listEvaluationRuns: answer({ items: [], next: null }) } },
    {
      name: "without sets",
      path,
      answers: {
        ...filled,
        listQuestionSets: answer({ items: [], next: null, useConversations: false }),
        listEvaluationRuns: answer({ items: [], next: null }),
      },
    },
    {
      name: "not configured",
      path,
      answers: { ...filled, readEvaluation: answer({ ...setup, obstacle: why, missing: ["TRAINING_PRICE_CEILINGS"], models: [] }) },
    },
    { name: "admin", path, answers: { ...filled, ...frame("admin") } },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readEvaluation: "hang", listEvaluationRuns: "hang" } },
    {
      name: "error",
      path,
      answers: { ...filled, readEvaluation: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
  ];
}
export const runsStories = /* @__PURE__ */ (() => declareRuns())();

function declareRun(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/evaluation/${fixtureId("evr", 1)}`;
  const items = [
    itemOf(1),
    itemOf(2, {
      state: "failed",
      faults: [
        { fault: "fact", detail: "30 days" },
        { fault: "forbidden", detail: "60 days" },
      ],
    }),
    itemOf(3, {
      ...{ state: "failed", outcome: "handed_over", reason: "check", faults: [{ fault: "outcome", detail: "handed_over" }] },
      transcript: {
        sentences: [
          {
            text: "You can return it within 60 days.",
            citations: [{ source: "p1", quote: "30 days" }],
            faults: [{ fault: "number", detail: "60" }],
          },
        ],
        ...{ asksBack: null, explanation: null, sources: [] },
      },
    }),
    itemOf(4, { state: "needs_review", outcome: null, transcript: null, took: 0 }),
  ];
  const read = (change: Partial<EvaluationRun> = {}) =>
    answer({
      run: runOf(1, change),
      byTopic: [
        { value: "Returns", asked: 4, passed: 2 },
        { value: "", asked: 8, passed: 8 },
      ],
      byLocale: [
        { value: "de", asked: 2, passed: 1 },
        { value: "en", asked: 10, passed: 9 },
      ],
      byExpected: [{ value: "answer", asked: 12, passed: 10 }],
    });
  const others = answer({ items: [runOf(1), runOf(2, { passed: 8, failed: 4, guidanceVersion: 2 })], next: null });
  const filled = { ...frame(), readEvaluationRun: read(), listEvaluationItems: answer({ items, next: null }), listEvaluationRuns: others };
  const state = (name: string, change: Partial<EvaluationRun>): ScreenState => ({
    name,
    path,
    answers: { ...filled, readEvaluationRun: read({ endedAt: null, ...change }) },
  });
  return [
    { name: "results", path, answers: filled },
    state("running", { state: "running", passed: 3, failed: 1 }),
    state("paused", { state: "paused", passed: 3, failed: 1 }),
    state("daily share", { state: "paused", reason: "daily_share", passed: 3, failed: 1 }),
    state("provider refuses", {
      state: "paused",
      reason: "model_failed",
      detail: "OpenAI refused the key (status 401).",
      passed: 0,
      failed: 0,
    }),
    state("budget reached", { state: "failed", reason: "budget_reached", passed: 3, failed: 1 }),
    state("cancelled", { state: "cancelled", passed: 3, failed: 1 }),
    state("needs review", { needsReview: 1, passed: 9 }),
    { name: "nothing to compare with", path, answers: { ...filled, listEvaluationRuns: answer({ items: [runOf(1)], next: null }) } },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "no results", path, answers: { ...filled, listEvaluationItems: answer({ items: [], next: null }) } },
    { name: "loading", path, answers: { ...frame(), readEvaluationRun: "hang", listEvaluationItems: "hang" } },
    { name: "missing", path, answers: { ...frame(), readEvaluationRun: refusal(404, "not_found", "This run doesn’t exist.") } },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listEvaluationItems: answer({
          items: [itemOf(5, { state: "failed", faults: [{ fault: "fact", detail: LONG.replaceAll(" ", "") }] })],
          next: "next",
        }),
      },
    },
  ];
}
export const runStories = /* @__PURE__ */ (() => declareRun())();

function declareCompare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/evaluation/${fixtureId("evr", 1)}/compare/${fixtureId("evr", 2)}`;
  const read = (change: Partial<EvaluationRun> = {}) => answer({ run: runOf(1, change), byTopic: [], byLocale: [], byExpected: [] });
  const items = [itemOf(1), itemOf(2, { state: "failed", faults: [{ fault: "fact", detail: "30 days" }] }), itemOf(3)];
  const filled = {
    ...{ ...frame(), readEvaluationRun: read(), listEvaluationItems: answer({ items, next: null }) },
    listBlindGradings: answer({ items: [], next: null }),
  };
  return [
    { name: "same results", path, answers: filled },
    {
      name: "nothing in common",
      path,
      answers: { ...filled, listEvaluationItems: answer({ items: [itemOf(1, { state: "needs_review" })], next: null }) },
    },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readEvaluationRun: "hang", listEvaluationItems: "hang" } },
    { name: "missing", path, answers: { ...filled, readEvaluationRun: refusal(404, "not_found", "This run doesn’t exist.") } },
    {
      name: "error",
      path,
      answers: { ...filled, listEvaluationItems: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
  ];
}
export const compareStories = /* @__PURE__ */ (() => declareCompare())();

function declareProposals(): readonly ScreenState[] {
  const setId = fixtureId("qst", 1);
  const path = `/projects/${PROJECT_ID}/assistant/question-sets/${setId}/articles`;
  const set = {
    ...{ id: setId, name: "Returns and refunds", version: 4, questions: 12, createdBy: "Olga Owner" },
    updatedAt: "2026-11-20T10:00:00.000Z",
  };
  const proposalOf = (n: number, change: object = {}) => ({
    ...{ id: fixtureId("qpr", n), articleId: fixtureId("art", 1), title: "Returning a parcel", locale: "en" },
    ...{ question: "Until when can I send a parcel back?", facts: ["30 days"], method: "model", ...change },
  });
  const items = [
    proposalOf(1),
    proposalOf(2, { question: "Returning a parcel: Gift cards?", facts: [], method: "headings" }),
    proposalOf(3, { question: "كم يوما لإرجاع الطرد؟", title: "إرجاع الطرود", locale: "ar", facts: [] }),
  ];
  const filled = {
    ...frame(),
    readQuestionSet: answer({ set, archived: false }),
    readEvaluation: answer({ obstacle: null, missing: [], models: ["openai/gpt-5-mini"], shareUsd: 5 }),
    listArticles: answer({ items: [], next: null }),
    listQuestionProposals: answer({ items, next: null }),
  };
  return [
    { name: "proposals", path, answers: filled },
    { name: "more", path, answers: { ...filled, listQuestionProposals: answer({ items, next: "next" }) } },
    { name: "empty", path, answers: { ...filled, listQuestionProposals: answer({ items: [], next: null }) } },
    {
      name: "without a model",
      path,
      answers: { ...filled, readEvaluation: answer({ obstacle: "Evaluation is not set up.", missing: [], models: [], shareUsd: 5 }) },
    },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readQuestionSet: "hang", listQuestionProposals: "hang" } },
    { name: "missing", path, answers: { ...filled, readQuestionSet: refusal(404, "not_found", "This set doesn’t exist.") } },
    {
      name: "error",
      path,
      answers: { ...filled, listQuestionProposals: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listQuestionProposals: answer({ items: [proposalOf(4, { question: LONG, title: LONG.replaceAll(" ", "") })], next: null }),
      },
    },
  ];
}
export const proposalsStories = /* @__PURE__ */ (() => declareProposals())();
