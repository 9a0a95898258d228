// Judgings: a model grades the answers of a run by a rubric.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { EvaluationItem, ITEM_STATES, MAX_BUDGET_USD, RUN_REASONS, RUN_STATES } from "#modules/evaluation/contract";
import * as v from "valibot";

export const MAX_CRITERIA = 8;
export const MAX_SCALE = 10;
export const MAX_CRITERION_NAME = 60;
export const MAX_DESCRIPTION = 400;
/** What an answer is judged by: a score from 1 to `scale` each, of which the highest is the best. */
export const Criterion = v.strictObject({
  name: line(MAX_CRITERION_NAME),
  description: line(MAX_DESCRIPTION),
  scale: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_SCALE)),
});
export type Criterion = v.InferOutput<typeof Criterion>;
export const Rubric = v.pipe(
  v.array(Criterion),
  v.minLength(1, () => m.answer_grading_one_criterion()),
  v.maxLength(MAX_CRITERIA, () => m.answer_grading_too_many_criteria({ max: MAX_CRITERIA })),
  v.check(
    (rubric) => new Set(rubric.map(({ name }) => name.toLowerCase())).size === rubric.length,
    () => m.answer_grading_same_criterion(),
  ),
);
export type Rubric = v.InferOutput<typeof Rubric>;
/** Where a judging begins; each may have one of its own. */
export const DEFAULT_RUBRIC: Rubric = [
  { name: "Correct", description: "Says what is expected, and nothing that contradicts it or that must not be said.", scale: 5 },
  { name: "Complete", description: "Says everything that the question asks for and that is expected.", scale: 5 },
  { name: "Grounded", description: "Each statement is supported by the passages that were given.", scale: 5 },
  { name: "Tone", description: "Polite, plain and short, as a good member of a support team would write.", scale: 5 },
];

const inProject = { projectId: idOf("project") };
const ofRun = { ...inProject, endedRunId: idOf("evaluationRun") };
const ofJudging = { ...inProject, judgingId: idOf("judging") };

export const Judging = v.object({
  id: ofJudging.judgingId,
  runId: ofRun.endedRunId,
  /** `provider/model`, or `synthetic`. */
  model: v.string(),
  rubric: v.array(v.object({ name: v.string(), description: v.string(), scale: v.number() })),
  budgetUsd: v.number(),
  /** An owner let it spend more than half of the project's day. */
  raised: v.boolean(),
  state: v.picklist(RUN_STATES),
  reason: v.nullable(v.picklist(RUN_REASONS)),
  /** What the model's provider answered, in a sentence of ours. */
  detail: v.nullable(v.string()),
  wanted: v.number(),
  passed: v.number(),
  failed: v.number(),
  needsReview: v.number(),
  /** In US dollars; of answers that need a review because nobody knows what came of the call, the most that they may have cost. */
  costUsd: v.number(),
  startedBy: v.nullable(v.string()),
  startedAt: Time,
  endedAt: v.nullable(Time),
});
export type Judging = v.InferOutput<typeof Judging>;
export const Score = v.object({ name: v.string(), score: v.number(), scale: v.number(), reason: v.string() });
export type Score = v.InferOutput<typeof Score>;
export const Judgement = v.object({
  /** The answer with what the rule made of it. */
  item: EvaluationItem,
  state: v.picklist(ITEM_STATES),
  /** Why it needs a review: `malformed`, `too_long`, or what is known of the failed call. */
  reason: v.nullable(v.string()),
  scores: v.array(Score),
  costUsd: v.number(),
  /** Milliseconds of the model. */
  took: v.number(),
});
export type Judgement = v.InferOutput<typeof Judgement>;

const Model = line(220);
/** How many answers a judging of the run would ask about, and the most that it would cost. 503 `not_configured` as at the start. */
export const estimateJudging = route({
  name: "estimateJudging",
  method: "GET",
  path: "/api/management/projects/:projectId/evaluation-runs/:endedRunId/judging-estimate",
  who: "admin",
  params: ofRun,
  query: v.object({ model: Model }),
  reply: v.object({ answers: v.number(), mostUsd: v.number(), eachUsd: v.number(), shareUsd: v.number() }),
  errors: ["not_configured", "invalid_request"],
});
/**
 * Starts judging the answers of a run that has ended. Repeating it with the same `clientId` returns the same judging. 409 `conflict` while another
 * one is open, the run has not ended, or it has no answer; 503 `not_configured` names what is missing; 403 where an admin raises the share; 400 for a
 * budget below one answer, or above half of the project's day.
 */
export const startJudging = route({
  name: "startJudging",
  method: "POST",
  path: "/api/management/projects/:projectId/evaluation-runs/:endedRunId/judgings",
  who: "admin",
  params: ofRun,
  body: v.strictObject({
    clientId: ClientId,
    model: Model,
    rubric: Rubric,
    budgetUsd: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_BUDGET_USD)),
    /** Lets this judging spend more than half of the project's day. Only owners. */
    raised: v.optional(v.boolean(), false),
  }),
  reply: v.object({ judging: Judging }),
  status: 202,
  errors: ["conflict", "not_configured", "ai_unavailable", "invalid_request"],
});
/** Pauses, resumes, or cancels, as `changeEvaluationRun` does. Repeating it is safe. */
export const changeJudging = route({
  name: "changeJudging",
  method: "PUT",
  path: "/api/management/projects/:projectId/judgings/:judgingId/state",
  who: "admin",
  params: ofJudging,
  body: v.strictObject({ state: v.picklist(["paused", "running", "cancelled"]) }),
  reply: Done,
  errors: ["conflict"],
});
/** Of one run, the newest first. */
export const listJudgings = route({
  name: "listJudgings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/evaluation-runs/:endedRunId/judgings",
  who: "member",
  params: ofRun,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(Judging),
});
export const readJudging = route({
  name: "readJudging",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/judgings/:judgingId",
  who: "member",
  params: ofJudging,
  reply: v.object({ judging: Judging }),
});
/** The answers in the order of their questions, with what the judge said. */
export const listJudgements = route({
  name: "listJudgements",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/judgings/:judgingId/judgements",
  who: "member",
  params: ofJudging,
  query: v.object({ state: v.optional(v.picklist(ITEM_STATES)), cursor: v.optional(Cursor) }),
  reply: page(Judgement),
});
