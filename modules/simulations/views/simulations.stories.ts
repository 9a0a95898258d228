// Stories of simulations, for the browser suite.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Scenario, ScenarioContent, SimulatedTurn, SimulationItem, SimulationRun } from "../contract.ts";

const contentOf = (change: Partial<ScenarioContent> = {}): ScenarioContent => ({
  ...{ name: "A parcel goes back", goal: "I want to know until when I can send my parcel back.", temper: "impatient", persona: "" },
  ...{
    facts: ["I bought it last week."],
    expected: "answer",
    success: ["30 days"],
    maxTurns: 4,
    locale: "en",
    channel: "widget",
    ...change,
  },
});
const scenarioOf = (n: number, change: Partial<ScenarioContent> = {}): Scenario => ({
  ...{ id: fixtureId("scn", n) as Scenario["id"], content: contentOf(change), revision: 1, updatedAt: "2026-11-20T10:00:00.000Z" },
});
const runOf = (n: number, change: Partial<SimulationRun> = {}): SimulationRun => ({
  ...{ id: fixtureId("smr", n) as SimulationRun["id"], customerModel: "openai/gpt-5-nano", model: "openai/gpt-5-mini", guidanceVersion: 3 },
  ...{
    configHash: "0".repeat(64),
    budgetUsd: 1,
    raised: false,
    state: "done",
    reason: null,
    detail: null,
    wanted: 4,
    passed: 2,
    failed: 2,
  },
  ...{ needsReview: 0, costUsd: 0.0213, startedBy: "Olga Owner", startedAt: "2026-11-20T10:00:00.000Z" },
  ...{ endedAt: "2026-11-20T10:02:00.000Z", ...change },
});
// One function each, so that production builds can drop everything in it.
function declareSimulations(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/simulations`;
  const scenarios = [
    scenarioOf(1),
    scenarioOf(2, { name: "An angry complaint", goal: "My parcel is missing.", temper: "angry", expected: "hand_over" }),
    scenarioOf(3, { name: "طرد مفقود", goal: "أين طردي؟", temper: "calm", locale: "ar" }),
  ];
  const setup = { obstacle: null, missing: [], models: ["openai/gpt-5-mini"], shareUsd: 5 };
  const filled = {
    ...frame(),
    readEvaluation: answer(setup),
    listScenarios: answer({ items: scenarios, next: null }),
    listSimulationRuns: answer({ items: [runOf(1), runOf(2, { state: "running", endedAt: null })], next: null }),
    listGuidanceVersions: answer({ items: [] }),
    estimateSimulationRun: answer({ customerUsd: 0.011, answerUsd: 0.026, shareUsd: 5 }),
  };
  const why = "Evaluation needs TRAINING_PRICE_CEILINGS: for each model the most that a million tokens may cost in US dollars.";
  return [
    { name: "scenarios", path, answers: filled },
    { name: "template", path, answers: filled, act: "click:An angry complaint" },
    { name: "more", path, answers: { ...filled, listScenarios: answer({ items: scenarios, next: "next" }) } },
    {
      name: "empty",
      path,
      answers: { ...filled, listScenarios: answer({ items: [], next: null }), listSimulationRuns: answer({ items: [], next: null }) },
    },
    { name: "not configured", path, answers: { ...filled, readEvaluation: answer({ ...setup, obstacle: why, models: [] }) } },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readEvaluation: "hang", listScenarios: "hang", listSimulationRuns: "hang" } },
    {
      name: "error",
      path,
      answers: { ...filled, listScenarios: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listScenarios: answer({ items: [scenarioOf(4, { name: LONG.slice(0, 100).replaceAll(" ", ""), goal: LONG })], next: null }),
      },
    },
  ];
}
export const simulationsStories = /* @__PURE__ */ (() => declareSimulations())();

function declareSimulation(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/assistant/simulations/${fixtureId("smr", 1)}`;
  const customer: SimulatedTurn = {
    by: "customer",
    text: "Until when can I send it back?",
    outcome: null,
    reason: null,
    cites: [],
    refused: [],
  };
  const itemOf = (place: number, change: Partial<SimulationItem> = {}): SimulationItem => ({
    ...{ place, scenario: contentOf(), state: "passed", ending: "solved", missing: [], costUsd: 0.0041, took: 5210 },
    turns: [
      customer,
      {
        ...{ by: "assistant", text: "You can return a parcel within 30 days of delivery.", outcome: "answered", reason: null },
        ...{ cites: ["Returning a parcel"], refused: [] },
      },
    ],
    ...change,
  });
  const items = [
    itemOf(1),
    itemOf(2, { state: "failed", ending: "not_verified", missing: ["90 days"] }),
    itemOf(3, {
      ...{ state: "failed", ending: "handed_over", missing: ["30 days"] },
      turns: [
        customer,
        {
          ...{ by: "assistant", text: "I can’t answer this with certainty, so I’ve passed it to our team.", outcome: "handed_over" },
          ...{
            reason: "check",
            cites: [],
            refused: [{ text: "You can return it within 99 days.", faults: [{ fault: "number", detail: "99" }] }],
          },
        },
      ],
    }),
    itemOf(4, { state: "needs_review", ending: null, turns: [customer] }),
    itemOf(5, { state: "waiting", ending: null, turns: [], costUsd: 0, took: 0 }),
  ];
  const read = (change: Partial<SimulationRun> = {}) => answer({ run: runOf(1, change) });
  const filled = { ...frame(), readSimulationRun: read(), listSimulationItems: answer({ items, next: null }) };
  const state = (name: string, change: Partial<SimulationRun>): ScreenState => ({
    name,
    path,
    answers: { ...filled, readSimulationRun: read({ endedAt: null, ...change }) },
  });
  return [
    { name: "results", path, answers: filled },
    { name: "conversation", path, answers: filled, act: "click:Conversation of 2 messages" },
    state("running", { state: "running", passed: 1, failed: 0 }),
    state("paused", { state: "paused", reason: "model_failed", detail: "OpenAI refused the key (status 401).", passed: 1, failed: 0 }),
    state("budget reached", { state: "failed", reason: "budget_reached", passed: 1, failed: 1 }),
    state("needs review", { needsReview: 1, passed: 1, failed: 2 }),
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readSimulationRun: "hang", listSimulationItems: "hang" } },
    { name: "missing", path, answers: { ...frame(), readSimulationRun: refusal(404, "not_found", "This run doesn’t exist.") } },
  ];
}
export const simulationStories = /* @__PURE__ */ (() => declareSimulation())();
