// Wire contract of simulations: scenarios, and runs in which a model plays the customer. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import { CHANNELS } from "#modules/assistant/contract";
import { Fault } from "#modules/claim-verification/contract";
import { OUTCOMES, RUN_REASONS, RUN_STATES } from "#modules/evaluation/contract";
import { Locale } from "#modules/retrieval/contract";
import * as v from "valibot";

export const MAX_TURNS = 10;
/** Scenarios of one run. */
export const MAX_SCENARIOS = 20;
export const MAX_NAME = 100;
export const MAX_GOAL = 1000;
export const MAX_PERSONA = 500;
/** Entries of what the customer knows and of what has to be said, and characters of each. */
export const MAX_ENTRIES = 10;
export const MAX_ENTRY = 200;
export const TEMPERS = ["calm", "impatient", "confused", "angry"] as const;
/** What a good end is: an answer, handing over to people, or declining a forbidden topic. */
export const EXPECTED = ["answer", "hand_over", "decline"] as const;
/**
 * How a conversation ended. `solved`: the customer says that it is solved, and the assistant said what it had to. `not_verified`: the customer says
 * so, but the assistant did not. `left`: the guidance leaves it to people without a word. `max_turns`: as many answers as the scenario allows.
 * `gave_up`: the customer did. `provider`: a model's provider refused a message. `unreadable`: what the customer's model wrote can't be read.
 * `budget`: the run's budget was reached.
 */
export const ENDINGS = [
  "solved",
  "not_verified",
  "handed_over",
  "declined",
  "left",
  "max_turns",
  "gave_up",
  "provider",
  "unreadable",
  "budget",
] as const;
export type Ending = (typeof ENDINGS)[number];
/** `needs_review`: nobody knows how a call ended, so it is not made again by itself. */
export const ITEM_STATES = ["waiting", "asking", "passed", "failed", "needs_review"] as const;
export const MAX_BUDGET_USD = 1000;

const inProject = { projectId: idOf("project") };
const ofScenario = { ...inProject, scenarioId: idOf("scenario") };
const ofRun = { ...inProject, simulationRunId: idOf("simulationRun") };
const Entries = v.pipe(v.array(line(MAX_ENTRY)), v.maxLength(MAX_ENTRIES));

export const ScenarioContent = v.strictObject({
  name: line(MAX_NAME),
  /** What the customer wants, in words for whom plays it. */
  goal: v.pipe(prose(MAX_GOAL), v.trim(), v.minLength(1)),
  temper: v.picklist(TEMPERS),
  /** Who the customer is; may be empty. */
  persona: v.pipe(prose(MAX_PERSONA, 0), v.trim()),
  /** What the customer can say if it is asked. */
  facts: Entries,
  expected: v.picklist(EXPECTED),
  /** Words that the assistant has to say before the customer's “solved” counts. */
  success: Entries,
  /** Answers of the assistant, at most. */
  maxTurns: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TURNS)),
  locale: Locale,
  channel: v.picklist(CHANNELS),
});
export type ScenarioContent = v.InferOutput<typeof ScenarioContent>;
export const Scenario = v.object({ id: ofScenario.scenarioId, content: ScenarioContent, revision: Revision, updatedAt: Time });
export type Scenario = v.InferOutput<typeof Scenario>;

/** The newest first, without archived ones. */
export const listScenarios = route({
  name: "listScenarios",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/scenarios",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(Scenario),
});
/** Repeating it with the same `clientId` returns the same scenario. */
export const createScenario = route({
  name: "createScenario",
  method: "POST",
  path: "/api/management/projects/:projectId/scenarios",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, content: ScenarioContent }),
  reply: v.object({ scenario: Scenario }),
  status: 201,
});
/** 409 `conflict` if it was changed since `revision`, or is archived. Results of earlier runs keep what was played then. */
export const changeScenario = route({
  name: "changeScenario",
  method: "PUT",
  path: "/api/management/projects/:projectId/scenarios/:scenarioId",
  who: "admin",
  params: ofScenario,
  body: v.strictObject({ revision: Revision, content: ScenarioContent }),
  reply: v.object({ scenario: Scenario }),
  errors: ["conflict"],
});
/** Takes it off the list; it is not played any more. Repeating it is safe. */
export const archiveScenario = route({
  name: "archiveScenario",
  method: "DELETE",
  path: "/api/management/projects/:projectId/scenarios/:scenarioId",
  who: "admin",
  params: ofScenario,
  reply: Done,
});

export const SimulationRun = v.object({
  id: ofRun.simulationRunId,
  /** `provider/model`s, or `synthetic`: of who plays the customer, and of the assistant. */
  customerModel: v.string(),
  model: v.string(),
  guidanceVersion: v.number(),
  /** SHA-256 of both models and the guidance. */
  configHash: v.string(),
  budgetUsd: v.number(),
  /** An owner let it spend more than half of the project's day. */
  raised: v.boolean(),
  state: v.picklist(RUN_STATES),
  reason: v.nullable(v.picklist(RUN_REASONS)),
  detail: v.nullable(v.string()),
  wanted: v.number(),
  passed: v.number(),
  failed: v.number(),
  needsReview: v.number(),
  /** In US dollars; of a call whose outcome nobody knows, the most that it may have cost. */
  costUsd: v.number(),
  /** Null if the account is gone. */
  startedBy: v.nullable(v.string()),
  startedAt: Time,
  endedAt: v.nullable(Time),
});
export type SimulationRun = v.InferOutput<typeof SimulationRun>;
/** A message of the conversation. Of the assistant also how its round ended, and the sentences that the checker did not let through. */
export const SimulatedTurn = v.object({
  by: v.picklist(["customer", "assistant"]),
  text: v.string(),
  outcome: v.nullable(v.picklist(OUTCOMES)),
  reason: v.nullable(v.string()),
  /** Titles of what it cites. */
  cites: v.array(v.string()),
  refused: v.array(v.object({ text: v.string(), faults: v.array(Fault) })),
});
export type SimulatedTurn = v.InferOutput<typeof SimulatedTurn>;
export const SimulationItem = v.object({
  place: v.number(),
  scenario: ScenarioContent,
  state: v.picklist(ITEM_STATES),
  ending: v.nullable(v.picklist(ENDINGS)),
  /** Words that the assistant had to say and did not. */
  missing: v.array(v.string()),
  turns: v.array(SimulatedTurn),
  costUsd: v.number(),
  /** Milliseconds of both models. */
  took: v.number(),
});
export type SimulationItem = v.InferOutput<typeof SimulationItem>;

/** The newest first. */
export const listSimulationRuns = route({
  name: "listSimulationRuns",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/simulation-runs",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(SimulationRun),
});
const Model = line(220);
/** The most that one message of the customer and one answer may cost, in US dollars. 503 `not_configured` as at the start. */
export const estimateSimulationRun = route({
  name: "estimateSimulationRun",
  method: "GET",
  path: "/api/management/projects/:projectId/simulation-estimate",
  who: "admin",
  params: inProject,
  query: v.object({ customerModel: Model, model: Model }),
  reply: v.object({ customerUsd: v.number(), answerUsd: v.number(), shareUsd: v.number() }),
  errors: ["not_configured", "invalid_request"],
});
/**
 * Plays scenarios: a model writes as the customer, the assistant answers by the same code as in a round, and nobody gets a message. Both models need
 * a price ceiling. Repeating it with the same `clientId` returns the same run. 409 `conflict` while another one is open; 404 for a scenario that is
 * not there; 403 where an admin raises the share; 400 for a budget below one message of each, or above half of the day.
 */
export const startSimulationRun = route({
  name: "startSimulationRun",
  method: "POST",
  path: "/api/management/projects/:projectId/simulation-runs",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    scenarioIds: v.pipe(v.array(ofScenario.scenarioId), v.minLength(1), v.maxLength(MAX_SCENARIOS)),
    customerModel: Model,
    model: Model,
    /** A saved version of the guidance; null: the one in force. */
    guidanceVersion: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    budgetUsd: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_BUDGET_USD)),
    /** Lets this run spend more than half of the project's day. Only owners. */
    raised: v.optional(v.boolean(), false),
  }),
  reply: v.object({ run: SimulationRun }),
  status: 202,
  errors: ["conflict", "not_configured", "ai_unavailable", "invalid_request"],
});
/** Pauses, resumes, or cancels. What is being asked is still stored and paid for. Repeating it is safe. */
export const changeSimulationRun = route({
  name: "changeSimulationRun",
  method: "PUT",
  path: "/api/management/projects/:projectId/simulation-runs/:simulationRunId/state",
  who: "admin",
  params: ofRun,
  body: v.strictObject({ state: v.picklist(["paused", "running", "cancelled"]) }),
  reply: Done,
  errors: ["conflict"],
});
export const readSimulationRun = route({
  name: "readSimulationRun",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/simulation-runs/:simulationRunId",
  who: "member",
  params: ofRun,
  reply: v.object({ run: SimulationRun }),
});
/** The scenarios in their order, with their conversations. */
export const listSimulationItems = route({
  name: "listSimulationItems",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/simulation-runs/:simulationRunId/items",
  who: "member",
  params: ofRun,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(SimulationItem),
});

/** The page of scenarios and runs, and of one run. */
export const simulationsPath = (projectId: string): string => `/projects/${projectId}/assistant/simulations`;
export const simulationPath = (projectId: string, runId: string): string => `${simulationsPath(projectId)}/${runId}`;
