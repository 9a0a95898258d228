// Wire contract of evaluation: runs of question sets against the assistant, and their results. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, Time } from "#kernel/wire/values.ts";
import { Fault } from "#modules/claim-verification/contract";
import { SetQuestion } from "#modules/question-sets/contract";
import * as v from "valibot";

export * from "./contract/proposals.ts";
export * from "./contract/statistics.ts";

/** The built-in model: it answers with the first sentence of the best passage, always the same. Only on a local installation. */
export const SYNTHETIC = "synthetic";
export const RUN_STATES = ["running", "paused", "done", "failed", "cancelled"] as const;
/**
 * Why a run stands or failed; null where a person paused it. `budget_reached`: the next question could cost more than is left. `daily_share`:
 * half of the project's day is spent by evaluation. `ceiling_reached`: the project's day. `busy`: the provider asked to come back later.
 * `model_failed`: it refuses all calls. `price_ceiling`: a call cost more than its ceiling allows.
 */
export const RUN_REASONS = [
  "budget_reached",
  "daily_share",
  "ceiling_reached",
  "not_configured",
  "busy",
  "model_failed",
  "price_ceiling",
] as const;
export type RunReason = (typeof RUN_REASONS)[number];
/** Who started a run: a member, the schedule of a plan of regression runs, or a change of the knowledge. */
export const RUN_ORIGINS = ["member", "schedule", "knowledge"] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];
/** `needs_review`: nobody knows whether the model answered, so it is not asked again by itself. `erased`: the customer was erased. */
export const ITEM_STATES = ["waiting", "asking", "passed", "failed", "needs_review", "erased"] as const;
/** What of the expected failed. `provider`: the model's provider refused this question. */
export const FAULTS = ["outcome", "fact", "forbidden", "source", "provider"] as const;
export const ItemFault = v.object({ fault: v.picklist(FAULTS), detail: v.string() });
export type ItemFault = v.InferOutput<typeof ItemFault>;
/** How a round ended, beside `failed`: the provider refused. */
export const OUTCOMES = ["answered", "asked_back", "handed_over", "declined", "skipped", "failed"] as const;
export const MAX_BUDGET_USD = 1000;

const inProject = { projectId: idOf("project") };
const ofRun = { ...inProject, evaluationRunId: idOf("evaluationRun") };

export const EvaluationRun = v.object({
  id: ofRun.evaluationRunId,
  setId: idOf("questionSet"),
  setName: v.string(),
  setVersion: v.number(),
  /** `provider/model`, or `synthetic`. */
  model: v.string(),
  /** The version of the guidance that it tries; 0: none was saved. */
  guidanceVersion: v.number(),
  /** SHA-256 of model and guidance: two runs with the same one tried the same. */
  configHash: v.string(),
  budgetUsd: v.number(),
  raised: v.boolean(),
  state: v.picklist(RUN_STATES),
  reason: v.nullable(v.picklist(RUN_REASONS)),
  /** What the model's provider answered, in a sentence of ours. */
  detail: v.nullable(v.string()),
  wanted: v.number(),
  passed: v.number(),
  failed: v.number(),
  needsReview: v.number(),
  /** In US dollars; of questions that need a review, the most that they may have cost. */
  costUsd: v.number(),
  origin: v.picklist(RUN_ORIGINS),
  /** The member who started it, or who saved the plan; null if the account is gone. */
  startedBy: v.nullable(v.string()),
  startedAt: Time,
  endedAt: v.nullable(Time),
});
export type EvaluationRun = v.InferOutput<typeof EvaluationRun>;
/** What was answered in a round, as far as it is kept. */
export const Transcript = v.object({
  sentences: v.array(
    v.object({ text: v.string(), citations: v.array(v.object({ source: v.string(), quote: v.string() })), faults: v.array(Fault) }),
  ),
  asksBack: v.nullable(v.string()),
  /** Why the model hands over, in its words; or why the provider failed. */
  explanation: v.nullable(v.string()),
  sources: v.array(v.object({ id: v.string(), title: v.string(), heading: v.string(), url: v.nullable(v.string()), text: v.string() })),
});
export type Transcript = v.InferOutput<typeof Transcript>;
export const EvaluationItem = v.object({
  place: v.number(),
  question: SetQuestion,
  state: v.picklist(ITEM_STATES),
  outcome: v.nullable(v.picklist(OUTCOMES)),
  /** Why a person has to answer, or why it was left to people, in the words of the assistant. */
  reason: v.nullable(v.string()),
  faults: v.array(ItemFault),
  transcript: v.nullable(Transcript),
  costUsd: v.number(),
  /** Milliseconds of the model. */
  took: v.number(),
});
export type EvaluationItem = v.InferOutput<typeof EvaluationItem>;

export const EvaluationSetup = v.object({
  /** Why no run can start, in a sentence; null if one can. */
  obstacle: v.nullable(v.string()),
  /** Names of the variables without which none can. */
  missing: v.array(v.string()),
  /** `provider/model`s with a price ceiling whose provider is set up, and `synthetic` where it is allowed. */
  models: v.array(v.string()),
  /** Half of what the project may spend in a day, in US dollars. */
  shareUsd: v.number(),
});
export type EvaluationSetup = v.InferOutput<typeof EvaluationSetup>;
export const readEvaluation = route({
  name: "readEvaluation",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation",
  who: "member",
  params: inProject,
  reply: EvaluationSetup,
});
/** The newest first. */
export const listEvaluationRuns = route({
  name: "listEvaluationRuns",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(EvaluationRun),
});
const Model = line(220);
/** How many questions a run of the set would ask, and the most that it would cost. 503 `not_configured` as at the start. */
export const estimateEvaluationRun = route({
  name: "estimateEvaluationRun",
  method: "GET",
  path: "/api/management/projects/:projectId/evaluation-estimate",
  who: "admin",
  params: inProject,
  query: v.object({ setId: idOf("questionSet"), model: Model }),
  reply: v.object({ questions: v.number(), mostUsd: v.number(), eachUsd: v.number(), shareUsd: v.number() }),
  errors: ["not_configured", "invalid_request"],
});
/**
 * Starts asking the questions of the set's newest version. Nobody gets a message. Repeating it with the same `clientId` returns the same run.
 * 409 `conflict` while another one is open or where there is nothing to ask; 503 `not_configured` names what is missing; 403 where an admin raises
 * the share or the built-in model is asked for on a public installation; 400 for a budget below one question, or above half of the day.
 */
export const startEvaluationRun = route({
  name: "startEvaluationRun",
  method: "POST",
  path: "/api/management/projects/:projectId/evaluation-runs",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    setId: idOf("questionSet"),
    model: Model,
    /** A saved version of the guidance; null: the one in force. */
    guidanceVersion: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    budgetUsd: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_BUDGET_USD)),
    /** Lets this run spend more than half of the project's day. Only owners. */
    raised: v.boolean(),
  }),
  reply: v.object({ run: EvaluationRun }),
  status: 202,
  errors: ["conflict", "not_configured", "ai_unavailable", "invalid_request"],
});
/**
 * Pauses, resumes, or cancels. What is being asked is still stored and paid for. 409 `conflict` if it has ended, or while a question of a paused
 * run is still being asked. Repeating it is safe.
 */
export const changeEvaluationRun = route({
  name: "changeEvaluationRun",
  method: "PUT",
  path: "/api/management/projects/:projectId/evaluation-runs/:evaluationRunId/state",
  who: "admin",
  params: ofRun,
  body: v.strictObject({ state: v.picklist(["paused", "running", "cancelled"]) }),
  reply: Done,
  errors: ["conflict"],
});
const Group = v.object({ value: v.string(), asked: v.number(), passed: v.number() });
/** Questions with a result, and how many of them passed, by what the questions say. */
export type Group = v.InferOutput<typeof Group>;
export const readEvaluationRun = route({
  name: "readEvaluationRun",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:evaluationRunId",
  who: "member",
  params: ofRun,
  reply: v.object({ run: EvaluationRun, byTopic: v.array(Group), byLocale: v.array(Group), byExpected: v.array(Group) }),
});
/** The questions in their order, with what came of them. */
export const listEvaluationItems = route({
  name: "listEvaluationItems",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:evaluationRunId/items",
  who: "member",
  params: ofRun,
  query: v.object({ state: v.optional(v.picklist(ITEM_STATES)), cursor: v.optional(Cursor) }),
  reply: page(EvaluationItem),
});
/** The results as CSV, a line for each question. Cells that a spreadsheet would run as formulas are escaped. */
export const exportEvaluationRun = route({
  name: "exportEvaluationRun",
  method: "GET",
  path: "/api/management/projects/:projectId/evaluation-runs/:evaluationRunId/results.csv",
  who: "admin",
  params: ofRun,
  reply: "raw",
});
/**
 * The results as JSON lines, a line for each question: `version` (1), `question`, `topic`, `locale`, `expected`, `result`, `outcome`, `reason`,
 * `faults` (each with `fault` and `detail`), `answer`, `sources` (titles that it cites), `costUsd`, `milliseconds`.
 */
export const exportEvaluationLines = route({
  name: "exportEvaluationLines",
  method: "GET",
  path: "/api/management/projects/:projectId/evaluation-runs/:evaluationRunId/results.jsonl",
  who: "admin",
  params: ofRun,
  reply: "raw",
});
/**
 * Questions of the run with answers that passed, as JSON lines in the chat form that is used for fine-tuning: `messages` of `system`, `user` and
 * `assistant`. What was erased is not in it. Seed Desk only gives it out and trains nothing.
 */
export const exportFineTuning = route({
  name: "exportFineTuning",
  method: "GET",
  path: "/api/management/projects/:projectId/evaluation-runs/:evaluationRunId/fine-tuning.jsonl",
  who: "admin",
  params: ofRun,
  reply: "raw",
});

/** The page of the runs, and of one run. */
export const runsPath = (projectId: string): string => `/projects/${projectId}/assistant/evaluation`;
export const runPath = (projectId: string, runId: string): string => `${runsPath(projectId)}/${runId}`;
/** The page that compares a run with an earlier one. */
export const comparePath = (projectId: string, runId: string, otherId: string): string => `${runPath(projectId, runId)}/compare/${otherId}`;
