// Stories of regression runs, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Regression, RegressionPlan, Regressions } from "../contract.ts";

const AT = "2026-11-20T03:00:00.000Z";
const regressionOf = (n: number, change: Partial<Regression> = {}): Regression => ({
  ...{ id: fixtureId("rgr", n) as Regression["id"], cause: "schedule", state: "compared", reason: null, detail: null, setName: "Returns" },
  ...{ runId: fixtureId("evr", n) as Regression["runId"], baselineRunId: fixtureId("evr", 90) as Regression["baselineRunId"] },
  ...{ costUsd: 0.21, compared: 40, worse: 0, better: 1, difference: { difference: 0.025, low: 0, high: 0.075 }, review: null },
  ...{ at: AT, endedAt: AT, ...change },
});
const OPEN = { state: "open", reason: null, decidedBy: null, decidedAt: null } as const;
const notRun = (n: number, reason: NonNullable<Regression["reason"]>, detail: string | null = null): Regression =>
  regressionOf(n, {
    ...{ state: "not_run", reason, detail, runId: null, baselineRunId: null, costUsd: 0, compared: 0, better: 0, difference: null },
  });

// One function, so that production builds can drop everything in it.
function declareRegressions(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/regressions`;
  const plan: RegressionPlan = {
    ...{ setId: fixtureId("qst", 1) as RegressionPlan["setId"], setName: "Returns", schedule: "weekly", weekday: 1, hour: 3 },
    ...{ timeZone: "Europe/Berlin", onKnowledge: true, gapHours: 6, runBudgetUsd: 1, monthBudgetUsd: 10, revision: 2 },
    ...{ nextAt: "2026-11-23T02:00:00.000Z", savedBy: "Olga Owner", holds: true },
  };
  const worse = regressionOf(9, {
    ...{ cause: "knowledge", worse: 12, better: 1, difference: { difference: -0.275, low: -0.425, high: -0.15 }, review: OPEN },
  });
  const data: Regressions = {
    ...{ plan, obstacle: null, model: "openai/gpt-5-mini", monthUsd: 1.43, shareUsd: 2.5 },
    reviews: [
      {
        regression: worse,
        worse: [
          { question: "I want to talk to a person", topic: "people", guarded: true },
          { question: "May I send a parcel back, and until when?", topic: "returns", guarded: false },
          { question: "", topic: "", guarded: false },
        ],
      },
    ],
    items: [
      worse,
      regressionOf(8, { state: "running", costUsd: 0.04, compared: 0, better: 0, baselineRunId: null, difference: null, endedAt: null }),
      regressionOf(7),
      regressionOf(6, {
        ...{ worse: 3, difference: { difference: -0.05, low: -0.15, high: 0.05 } },
        review: { state: "dismissed", reason: "The question was wrong.", decidedBy: "Olga Owner", decidedAt: AT },
      }),
      regressionOf(5, { worse: 8, review: { state: "accepted", reason: null, decidedBy: null, decidedAt: AT } }),
      notRun(4, "month_budget"),
      notRun(3, "not_configured", "TRAINING_PRICE_CEILINGS has no entry for openai/gpt-5-mini."),
      regressionOf(2, { state: "not_finished", reason: "daily_share", compared: 0, better: 0, baselineRunId: null, difference: null }),
      regressionOf(1, { state: "first", compared: 0, better: 0, baselineRunId: null, difference: null }),
    ],
  };
  const set = { id: fixtureId("qst", 1), name: "Returns", version: 3, questions: 40, createdBy: "Olga Owner", updatedAt: AT };
  const sets = answer({ items: [set], next: null, useConversations: false });
  const filled = { ...frame(), listQuestionSets: sets, readRegressions: answer(data) };
  const none: Regressions = { ...data, plan: null, reviews: [], items: [], monthUsd: 0 };
  const withSets = (body: Regressions) => ({ ...filled, readRegressions: answer(body) });
  const questions = [{ question: `${LONG} ${"x".repeat(160)}`, topic: LONG.slice(0, 60), guarded: true }];
  return [
    { name: "to review", path, answers: filled },
    { name: "no regression", path, answers: withSets({ ...data, reviews: [], items: data.items.slice(2) }) },
    { name: "empty", path, answers: withSets(none) },
    {
      name: "no sets",
      path,
      answers: { ...withSets(none), listQuestionSets: answer({ items: [], next: null, useConversations: false }) },
    },
    {
      name: "not configured",
      path,
      answers: withSets({ ...none, obstacle: "No model is chosen for replies.", model: null }),
    },
    { name: "lapsed", path, answers: withSets({ ...data, reviews: [], plan: { ...plan, holds: false, savedBy: null } }) },
    { name: "accept", path, answers: filled, act: "click:Accept as the new baseline;see:Accept this result?" },
    { name: "dismiss", path, answers: filled, act: "click:Dismiss…;see:Dismiss this finding?" },
    {
      name: "long text",
      path,
      answers: withSets({
        ...data,
        plan: { ...plan, setName: LONG },
        reviews: [{ regression: { ...worse, setName: LONG }, worse: questions }],
        items: [{ ...worse, setName: LONG }],
      }),
    },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readRegressions: "hang" } },
    {
      name: "error",
      path,
      answers: { ...filled, readRegressions: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
  ];
}
export const regressionsStories = /* @__PURE__ */ (() => declareRegressions())();
