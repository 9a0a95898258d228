// Wire contract of regression runs: the plan by which the assistant is evaluated again and again, what the runs found, and reviews of it. Browser-safe.
import { isKnownZone } from "#kernel/clock/local-time.ts";
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Done, line, prose, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { MAX_BUDGET_USD, RUN_REASONS } from "#modules/evaluation/contract";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const ofRegression = { ...inProject, regressionId: idOf("regression") };

export const SCHEDULES = ["off", "daily", "weekly"] as const;
/** Hours between two runs after changes of the knowledge that a plan begins with. */
export const USUAL_GAP = 6;
/** The most that the runs of a month may cost by a plan, in US dollars. */
export const MAX_MONTH_USD = 10_000;
export const MAX_REASON = 500;

const Usd = (most: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(most));
const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const PlanFields = {
  setId: idOf("questionSet"),
  schedule: v.picklist(SCHEDULES),
  /** For a weekly plan: 1 is Monday, 7 Sunday. */
  weekday: Whole(1, 7),
  /** Of the local day, 0 to 23. */
  hour: Whole(0, 23),
  /** IANA's name of the zone, such as `Europe/Berlin`. */
  timeZone: v.pipe(line(64), v.check(isKnownZone, m.regressions_zone_unknown)),
  /** Whether a change of the knowledge starts a run too. */
  onKnowledge: v.boolean(),
  /** Hours that lie at least between a run and the next one that a change of the knowledge starts. */
  gapHours: Whole(1, 168),
  runBudgetUsd: Usd(MAX_BUDGET_USD),
  monthBudgetUsd: Usd(MAX_MONTH_USD),
  /** Of the plan that was changed; 0 if none was ever saved. */
  revision: Revision,
};
const GivenPlan = v.strictObject(PlanFields);
export type GivenPlan = v.InferOutput<typeof GivenPlan>;
export const RegressionPlan = v.object({
  ...PlanFields,
  timeZone: v.string(),
  setName: v.string(),
  /** When the schedule is due next; null while it is off. */
  nextAt: v.nullable(Time),
  /** Null if the account is gone. */
  savedBy: v.nullable(v.string()),
  /** Whether that member may still plan runs; if not, none start until somebody saves the plan again. */
  holds: v.boolean(),
});
export type RegressionPlan = v.InferOutput<typeof RegressionPlan>;

/**
 * `first`: nothing to compare it with, so later ones are compared with it. `not_run`: none was started. `not_finished`: it was cancelled, failed,
 * or stood still for a reason of its own, and was ended.
 */
export const REGRESSION_STATES = ["running", "first", "compared", "not_run", "not_finished"] as const;
/**
 * Why none was started, or why it did not finish. `other_run`: another run of the project was open. `month_budget`: what is left of the month is
 * less than a run. `budget_small`, `budget_large`: of one run, below one question or above half of the day. `nothing_to_ask`: the set is
 * empty or archived. `plan_lapsed`: whoever saved the plan is no admin any more. `no_results`: of no question it is known how it came out. `cancelled`: by a member.
 */
export const REGRESSION_REASONS = [
  ...RUN_REASONS,
  "other_run",
  "month_budget",
  "budget_small",
  "budget_large",
  "nothing_to_ask",
  "plan_lapsed",
  "no_results",
  "cancelled",
] as const;
export type RegressionReason = (typeof REGRESSION_REASONS)[number];
export const REVIEW_STATES = ["open", "accepted", "dismissed"] as const;
export const Regression = v.object({
  id: ofRegression.regressionId,
  cause: v.picklist(["schedule", "knowledge"]),
  state: v.picklist(REGRESSION_STATES),
  reason: v.nullable(v.picklist(REGRESSION_REASONS)),
  /** A sentence of ours about what is missing. */
  detail: v.nullable(v.string()),
  setName: v.string(),
  runId: v.nullable(idOf("evaluationRun")),
  /** The run that it was compared with. */
  baselineRunId: v.nullable(idOf("evaluationRun")),
  costUsd: v.number(),
  /** Questions with a result in both runs, and how many of them got worse and better. */
  compared: v.number(),
  worse: v.number(),
  better: v.number(),
  /** How much larger the share of passed questions is, from -1 to 1, with its 95% interval; null without a comparison. */
  difference: v.nullable(v.object({ difference: v.number(), low: v.number(), high: v.number() })),
  /** Of what got worse; null where that opened none. */
  review: v.nullable(
    v.object({
      state: v.picklist(REVIEW_STATES),
      reason: v.nullable(v.string()),
      /** Null if the account is gone, or while it is open. */
      decidedBy: v.nullable(v.string()),
      decidedAt: v.nullable(Time),
    }),
  ),
  at: Time,
  endedAt: v.nullable(Time),
});
export type Regression = v.InferOutput<typeof Regression>;
/** A question that got worse, as it was asked. */
export const WorseQuestion = v.object({
  /** Empty once the customer was erased. */
  question: v.string(),
  topic: v.string(),
  /** It has forbidden statements, or should have been handed over: its failure alone opens a review. */
  guarded: v.boolean(),
});
export type WorseQuestion = v.InferOutput<typeof WorseQuestion>;
/** Questions of an open review that are listed. */
export const WORSE_SHOWN = 10;
export const Regressions = v.object({
  plan: v.nullable(RegressionPlan),
  /** Why no run can start now, in a sentence; null if one can. */
  obstacle: v.nullable(v.string()),
  /** `provider/model` that answers customers, which runs try; null if none is chosen. */
  model: v.nullable(v.string()),
  /** What this month's runs have cost, and those that go on may, in US dollars. */
  monthUsd: v.number(),
  /** Half of what the project may spend in a day, in US dollars. */
  shareUsd: v.number(),
  /** The oldest first; at most 20. */
  reviews: v.array(v.object({ regression: Regression, worse: v.array(WorseQuestion) })),
  /** The newest first; at most 50. */
  items: v.array(Regression),
});
export type Regressions = v.InferOutput<typeof Regressions>;

export const readRegressions = route({
  name: "readRegressions",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/regressions",
  who: "member",
  params: inProject,
  reply: Regressions,
});
/**
 * Replaces the plan. Runs try the configuration in force, with the newest version of the set. 404 for a set that does not exist; 409 `conflict` if
 * somebody changed the plan since `revision`; 400 for a budget above half of the project's day, or of a month below that of a run.
 */
export const saveRegressionPlan = route({
  name: "saveRegressionPlan",
  method: "PUT",
  path: "/api/management/projects/:projectId/regressions/plan",
  who: "admin",
  params: inProject,
  body: GivenPlan,
  reply: Regressions,
  errors: ["conflict", "invalid_request"],
});
/**
 * Decides an open review, once: `accepted` makes the run the one that later ones are compared with; `dismissed` needs a reason and changes nothing
 * else. 409 `conflict` if it was decided otherwise. Repeating it is safe.
 */
export const decideRegression = route({
  name: "decideRegression",
  method: "PUT",
  path: "/api/management/projects/:projectId/regressions/:regressionId/review",
  who: "admin",
  params: ofRegression,
  body: v.pipe(
    v.strictObject({ state: v.picklist(["accepted", "dismissed"]), reason: prose(MAX_REASON, 0) }),
    v.forward(
      v.check(({ state, reason }) => state === "accepted" || reason !== "", m.regressions_give_reason),
      ["reason"],
    ),
  ),
  reply: Done,
  errors: ["conflict", "invalid_request"],
});

/** The page of the plan, its runs and reviews. */
export const regressionsPath = (projectId: string): string => `/projects/${projectId}/assistant/regressions`;
