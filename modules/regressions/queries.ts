// All SQL of regression runs.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, EvaluationRunId, ProjectId, QuestionSetId, RegressionId, SetQuestionId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { stillMay } from "#modules/projects";
import { knowledgeMark } from "#modules/retrieval";
import type { GivenPlan, Regression, RegressionPlan, RegressionReason } from "./contract.ts";

// --- plans ---------------------------------------------------------------------

const PLAN = columnList`${columns(
  { p: "regression_plans", s: "question_sets" },
  "p.project_id, p.set_id, s.name, p.schedule, p.weekday, p.hour, p.time_zone, p.on_knowledge, p.gap_hours, p.run_budget, p.month_budget, p.revision, p.next_at, p.check_at, p.last_at, p.run_mark, p.seen_mark, p.updated_by",
)}, ${nameOf(sql`p.updated_by`)} ${as.textOrNull("saver")}, ${stillMay(sql`p.project_id`, sql`p.updated_by`, "admin")} ${as.number("holds")}, ${knowledgeMark(sql`p.project_id`)} ${as.text("mark")}`;
const FROM = sql`FROM regression_plans p JOIN question_sets s ON s.id = p.set_id AND s.project_id = p.project_id`;
export interface StoredPlan {
  readonly projectId: ProjectId;
  readonly wire: RegressionPlan;
  /** In millionths of a US dollar, as `monthBudget`. */
  readonly runBudget: number;
  readonly monthBudget: number;
  readonly nextAt: number | null;
  readonly checkAt: number | null;
  readonly lastAt: number | null;
  /** The knowledge now, at the last run, and when it was looked at last. */
  readonly mark: string;
  readonly runMark: string;
  readonly seenMark: string;
  readonly by: AccountId;
}
const planOf = (row: RowIn<typeof PLAN>): StoredPlan => ({
  projectId: row.project_id,
  wire: {
    ...{ setId: row.set_id, setName: row.name, schedule: row.schedule, weekday: row.weekday, hour: row.hour, timeZone: row.time_zone },
    ...{ onKnowledge: row.on_knowledge === 1, gapHours: row.gap_hours, revision: row.revision, nextAt: isoOrNull(row.next_at) },
    ...{ runBudgetUsd: row.run_budget / 1e6, monthBudgetUsd: row.month_budget / 1e6, savedBy: row.saver, holds: row.holds === 1 },
  },
  ...{ runBudget: row.run_budget, monthBudget: row.month_budget, nextAt: row.next_at, checkAt: row.check_at, lastAt: row.last_at },
  ...{ mark: row.mark, runMark: row.run_mark, seenMark: row.seen_mark, by: row.updated_by },
});
export const readPlan = (projectId: ProjectId): Query<StoredPlan | undefined> =>
  queryOne(sql`SELECT ${PLAN} ${FROM} WHERE p.project_id = ${projectId}`, planOf);
/** Plans whose schedule is due, or whose knowledge is to be looked at, longest due first. */
export const readDuePlans = (now: number, limit: number): Query<StoredPlan[]> =>
  query(
    sql`SELECT ${PLAN} FROM (
        SELECT project_id, min(due) AS due FROM (
          SELECT * FROM (SELECT project_id, next_at AS due FROM regression_plans WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit})
          UNION ALL SELECT * FROM (SELECT project_id, check_at FROM regression_plans WHERE check_at <= ${now} ORDER BY check_at LIMIT ${limit}))
        GROUP BY project_id) d
      JOIN regression_plans p ON p.project_id = d.project_id JOIN question_sets s ON s.id = p.set_id AND s.project_id = p.project_id ORDER BY d.due LIMIT ${limit}`,
    (rows) => rows.map(planOf),
  );
export interface Times {
  readonly nextAt: number | null;
  readonly checkAt: number | null;
}
/** Condition: this member may plan runs, and nobody has saved another plan since the revision. */
export const maySave = (projectId: ProjectId, { revision }: GivenPlan, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "admin")} AND coalesce((SELECT revision FROM regression_plans WHERE project_id = ${projectId}), 0) = ${revision})`;
/** Replaces the plan. What the knowledge was when the last run saw it stays; a first plan begins with what it is now. */
export const writePlan = (
  projectId: ProjectId,
  plan: GivenPlan,
  { nextAt, checkAt }: Times,
  by: AccountId,
  now: number,
  when: SQL,
): SQL => sql`
  INSERT INTO regression_plans (project_id, set_id, schedule, weekday, hour, time_zone, on_knowledge, gap_hours, run_budget, month_budget, revision, next_at, check_at, run_mark, seen_mark, updated_by, updated_at)
  SELECT ${projectId}, s.id, ${plan.schedule}, ${plan.weekday}, ${plan.hour}, ${plan.timeZone}, ${plan.onKnowledge ? 1 : 0}, ${plan.gapHours}, ${Math.floor(plan.runBudgetUsd * 1e6)}, ${Math.floor(plan.monthBudgetUsd * 1e6)},
    ${plan.revision + 1}, ${nextAt}, ${checkAt}, ${knowledgeMark(projectId)}, ${knowledgeMark(projectId)}, ${by}, ${now}
  FROM question_sets s WHERE s.id = ${plan.setId} AND s.project_id = ${projectId} AND s.archived_at IS NULL AND ${when}
  ON CONFLICT (project_id) DO UPDATE SET set_id = excluded.set_id, schedule = excluded.schedule, weekday = excluded.weekday, hour = excluded.hour, time_zone = excluded.time_zone,
    on_knowledge = excluded.on_knowledge, gap_hours = excluded.gap_hours, run_budget = excluded.run_budget, month_budget = excluded.month_budget, revision = excluded.revision,
    next_at = excluded.next_at, check_at = excluded.check_at, run_mark = CASE WHEN on_knowledge = 1 THEN run_mark ELSE excluded.run_mark END, seen_mark = excluded.seen_mark,
    updated_by = excluded.updated_by, updated_at = excluded.updated_at`;
/** Moves the plan on to its next times, where it is still the one that was read. What the knowledge is now was seen. */
export const writeMoved = ({ projectId, wire: { revision }, nextAt, checkAt, mark }: StoredPlan, to: Times): SQL => sql`
  UPDATE regression_plans SET next_at = ${to.nextAt}, check_at = ${to.checkAt}, seen_mark = ${mark}
  WHERE project_id = ${projectId} AND revision = ${revision} AND next_at IS ${nextAt} AND check_at IS ${checkAt}`;
/** The same in the batch that notes that it was due. If a run was started, it has what the knowledge is now. */
export const writeMovedBy = (
  { projectId, wire: { revision }, nextAt, checkAt, mark }: StoredPlan,
  to: Times,
  due: Key,
  now: number,
): SQL => sql`
  UPDATE regression_plans SET next_at = ${to.nextAt}, check_at = ${to.checkAt}, seen_mark = ${mark}, last_at = ${now}, run_mark = CASE WHEN ${isRunning(due)} THEN ${mark} ELSE run_mark END
  WHERE project_id = ${projectId} AND revision = ${revision} AND next_at IS ${nextAt} AND check_at IS ${checkAt}`;
export const isStillPlanned = ({ projectId, wire: { revision }, nextAt, checkAt }: StoredPlan): SQL =>
  sql`EXISTS (SELECT 1 FROM regression_plans WHERE project_id = ${projectId} AND revision = ${revision} AND next_at IS ${nextAt} AND check_at IS ${checkAt})`;

// --- runs ----------------------------------------------------------------------

export interface Key {
  readonly projectId: ProjectId;
  readonly id: RegressionId;
}
export interface NewRegression extends Key {
  readonly cause: "schedule" | "knowledge";
  readonly dueAt: number;
  readonly month: string;
  readonly setId: QuestionSetId;
  /** Undefined where none is started. */
  readonly run: EvaluationRunId | undefined;
  readonly budget: number;
  readonly reason: RegressionReason | null;
  readonly detail: string | null;
  readonly now: number;
}
/** Notes that a plan was due, once for its time, where `when` holds. */
export const writeRegression = (r: NewRegression, when: SQL): SQL => sql`
  INSERT INTO regressions (id, project_id, cause, due_at, month, set_id, run_id, budget, state, reason, detail, worse, better, compared, created_at, ended_at)
  SELECT ${r.id}, ${r.projectId}, ${r.cause}, ${r.dueAt}, ${r.month}, ${r.setId}, ${r.run ?? null}, ${r.budget}, ${r.run === undefined ? "not_run" : "running"}, ${r.reason}, ${r.detail}, 0, 0, 0, ${r.now}, ${r.run === undefined ? r.now : null}
  WHERE ${when} ON CONFLICT DO NOTHING`;
const isRunning = ({ projectId, id }: Key): SQL =>
  sql`EXISTS (SELECT 1 FROM regressions WHERE id = ${id} AND project_id = ${projectId} AND state = 'running')`;
/** What runs of a month have cost: of one that goes on its budget, and of a question that is still being asked the most. */
const spentIn = (projectId: ProjectId, month: string, except: RegressionId | null): SQL => sql`
  (SELECT coalesce(sum(CASE WHEN g.state = 'running' THEN g.budget ELSE r.cost + r.most * (SELECT count(*) FROM evaluation_items i WHERE i.project_id = r.project_id AND i.run_id = r.id AND i.state = 'asking') END), 0)
    FROM regressions g JOIN evaluation_runs r ON r.id = g.run_id AND r.project_id = g.project_id WHERE g.project_id = ${projectId} AND g.month = ${month} AND g.id IS NOT ${except})`;
export const readSpent = (projectId: ProjectId, month: string): Query<number> =>
  query(sql`SELECT ${spentIn(projectId, month, null)} ${as.number("spent")}`, ([row]) => row?.spent ?? 0);
/** Condition: the month has room for the whole budget of this run. */
const isWithinMonth = ({ projectId, id, month, budget }: NewRegression, monthBudget: number): SQL =>
  sql`${spentIn(projectId, month, id)} + ${budget} <= ${monthBudget}`;
/** Condition of the run's start: noted in this batch, and within the month. */
export const mayStart = (r: NewRegression, monthBudget: number): SQL => sql`${isRunning(r)} AND ${isWithinMonth(r, monthBudget)}`;
/** Where the run was not started after all: the month, or else another run that is open. */
export const writeNotStarted = (r: NewRegression, monthBudget: number, started: SQL, now: number): SQL => sql`
  UPDATE regressions SET state = 'not_run', reason = CASE WHEN ${isWithinMonth(r, monthBudget)} THEN 'other_run' ELSE 'month_budget' END, run_id = NULL, ended_at = ${now}
  WHERE id = ${r.id} AND project_id = ${r.projectId} AND state = 'running' AND NOT ${started}`;

export interface EndedRun extends Key {
  readonly setId: QuestionSetId;
  readonly runId: EvaluationRunId;
  readonly hash: string;
  readonly state: "paused" | "done" | "failed" | "cancelled";
  readonly reason: string | null;
  readonly detail: string | null;
}
/** Runs that have ended, or that stand for a reason of their own and would keep others waiting. */
export const readEndedRuns = (limit: number): Query<EndedRun[]> =>
  query(
    sql`SELECT ${columns({ g: "regressions", r: "evaluation_runs" }, "g.id, g.project_id, g.set_id, r.id AS run, r.config_hash, r.state, r.reason, r.detail")}
      FROM regressions g INDEXED BY regressions_running JOIN evaluation_runs r ON r.id = g.run_id AND r.project_id = g.project_id
      WHERE g.state = 'running' AND (r.ended_at IS NOT NULL OR (r.state = 'paused' AND r.reason IS NOT NULL)) ORDER BY g.created_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ projectId: row.project_id, id: row.id, setId: row.set_id, runId: row.run, hash: row.config_hash },
        ...{ state: row.state as EndedRun["state"], reason: row.reason, detail: row.detail },
      })),
  );
export const writeNotFinished = ({ projectId, id }: Key, reason: string, detail: string | null, now: number): SQL =>
  sql`UPDATE regressions SET state = 'not_finished', reason = ${reason}, detail = ${detail}, ended_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`;
export interface Comparison {
  readonly baseline: EvaluationRunId | null;
  readonly compared: number;
  readonly worse: number;
  readonly better: number;
  readonly shares: { readonly difference: number; readonly low: number; readonly high: number } | undefined;
}
const thousandths = (share: number | undefined): number | null => (share === undefined ? null : Math.round(share * 1000));
/** Stores what the comparison found; without a baseline or a question in common it is the first. */
export const writeCompared = ({ projectId, id }: Key, c: Comparison, now: number): SQL => sql`
  UPDATE regressions SET state = ${c.shares === undefined ? "first" : "compared"}, baseline_run_id = ${c.baseline}, compared = ${c.compared}, worse = ${c.worse}, better = ${c.better},
    difference = ${thousandths(c.shares?.difference)}, low = ${thousandths(c.shares?.low)}, high = ${thousandths(c.shares?.high)}, ended_at = ${now}
  WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`;
/** Condition: the comparison is stored. */
export const isCompared = ({ projectId, id }: Key): SQL =>
  sql`EXISTS (SELECT 1 FROM regressions WHERE id = ${id} AND project_id = ${projectId} AND state IN ('first', 'compared'))`;

const REGRESSION = columnList`${columns(
  { g: "regressions", s: "question_sets" },
  "g.id, g.cause, g.state, g.reason, g.detail, s.name, g.run_id, g.baseline_run_id, g.compared, g.worse, g.better, g.difference, g.low, g.high, g.created_at, g.ended_at",
)}, (SELECT r.cost FROM evaluation_runs r WHERE r.id = g.run_id AND r.project_id = g.project_id) ${as.numberOrNull("cost")}, w.state ${as.of<{ review: "open" | "accepted" | "dismissed" | null }>("review")}, w.reason ${as.textOrNull("review_reason")},
  ${nameOf(sql`w.decided_by`)} ${as.textOrNull("decider")}, w.decided_at ${as.numberOrNull("decided_at")}, w.worse ${as.textOrNull("worse_ids")}`;
const WITH_REVIEW = sql`JOIN question_sets s ON s.id = g.set_id AND s.project_id = g.project_id LEFT JOIN regression_reviews w ON w.project_id = g.project_id AND w.regression_id = g.id`;
const shareOf = (stored: number): number => stored / 1000;
const regressionOf = (row: RowIn<typeof REGRESSION>): Regression => ({
  ...{ id: row.id, cause: row.cause, state: row.state, reason: row.reason as RegressionReason | null, detail: row.detail },
  ...{ setName: row.name, runId: row.run_id, baselineRunId: row.baseline_run_id, costUsd: (row.cost ?? 0) / 1e6 },
  ...{ compared: row.compared, worse: row.worse, better: row.better, at: iso(row.created_at), endedAt: isoOrNull(row.ended_at) },
  difference:
    row.difference === null || row.low === null || row.high === null
      ? null
      : { difference: shareOf(row.difference), low: shareOf(row.low), high: shareOf(row.high) },
  review:
    row.review === null
      ? null
      : { state: row.review, reason: row.review_reason, decidedBy: row.decider, decidedAt: isoOrNull(row.decided_at) },
});
export const readNewest = (projectId: ProjectId, limit: number): Query<Regression[]> =>
  query(
    sql`SELECT ${REGRESSION} FROM regressions g ${WITH_REVIEW} WHERE g.project_id = ${projectId} ORDER BY g.id DESC LIMIT ${limit}`,
    (rows) => rows.map(regressionOf),
  );

// --- reviews -------------------------------------------------------------------

export interface OpenReview {
  readonly regression: Regression;
  readonly worse: readonly SetQuestionId[];
}
/** The oldest first. */
export const readOpenReviews = (projectId: ProjectId, limit: number): Query<OpenReview[]> =>
  query(
    sql`SELECT ${REGRESSION} FROM (SELECT project_id, regression_id FROM regression_reviews WHERE project_id = ${projectId} AND state = 'open' ORDER BY created_at LIMIT ${limit}) o
      JOIN regressions g ON g.id = o.regression_id AND g.project_id = o.project_id ${WITH_REVIEW} ORDER BY g.id`,
    (rows) => rows.map((row) => ({ regression: regressionOf(row), worse: JSON.parse(row.worse_ids ?? "[]") as SetQuestionId[] })),
  );
export const writeReview = ({ projectId, id }: Key, worse: readonly SetQuestionId[], now: number, when: SQL): SQL => sql`
  INSERT INTO regression_reviews (project_id, regression_id, state, worse, created_at) SELECT ${projectId}, ${id}, 'open', ${JSON.stringify(worse)}, ${now} WHERE ${when} ON CONFLICT DO NOTHING`;
/** Condition: its review waits for a decision. */
export const isOpen = (projectId: SQL, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM regression_reviews o WHERE o.project_id = ${projectId} AND o.regression_id = ${id} AND o.state = 'open')`;
export interface Decision {
  readonly state: "accepted" | "dismissed";
  readonly reason: string | null;
  /** Of this request alone. */
  readonly decision: string;
  readonly by: AccountId;
  readonly now: number;
}
export const writeDecision = ({ projectId, id }: Key, d: Decision): SQL => sql`
  UPDATE regression_reviews SET state = ${d.state}, reason = ${d.reason}, decision = ${d.decision}, decided_by = ${d.by}, decided_at = ${d.now}
  WHERE project_id = ${projectId} AND regression_id = ${id} AND state = 'open' AND ${stillMay(projectId, d.by, "admin")}`;
/** Condition: this request has decided. */
export const isDecidedBy = ({ projectId, id }: Key, decision: string): SQL =>
  sql`EXISTS (SELECT 1 FROM regression_reviews WHERE project_id = ${projectId} AND regression_id = ${id} AND decision = ${decision})`;
export interface StoredReview {
  readonly state: "open" | "accepted" | "dismissed";
  readonly reason: string | null;
  readonly setId: QuestionSetId;
  readonly setName: string;
  readonly runId: EvaluationRunId | null;
}
export const readReview = ({ projectId, id }: Key): Query<StoredReview | undefined> =>
  queryOne(
    sql`SELECT ${columns({ w: "regression_reviews", g: "regressions", s: "question_sets" }, "w.state, w.reason, g.set_id, g.run_id, s.name")} FROM regression_reviews w
      JOIN regressions g ON g.id = w.regression_id AND g.project_id = w.project_id JOIN question_sets s ON s.id = g.set_id AND s.project_id = g.project_id
      WHERE w.project_id = ${projectId} AND w.regression_id = ${id}`,
    (row) => ({ state: row.state, reason: row.reason, setId: row.set_id, setName: row.name, runId: row.run_id }),
  );

// --- baselines -----------------------------------------------------------------

export interface Baseline {
  readonly runId: EvaluationRunId;
  readonly hash: string;
  readonly at: number;
}
/** The run of this configuration that was accepted last for the set, else the last one of any. */
export const readBaseline = (projectId: ProjectId, setId: QuestionSetId, hash: string): Query<Baseline | undefined> =>
  queryOne(
    sql`SELECT ${columns("regression_baselines", "run_id, config_hash, accepted_at")} FROM regression_baselines WHERE project_id = ${projectId} AND set_id = ${setId} ORDER BY config_hash = ${hash} DESC, accepted_at DESC LIMIT 1`,
    (row) => ({ runId: row.run_id, hash: row.config_hash, at: row.accepted_at }),
  );
/** Makes a run the one that runs of its set and configuration are compared with, where `when` holds. */
export const writeBaseline = (projectId: ProjectId, runId: EvaluationRunId, now: number, when: SQL): SQL => sql`
  INSERT INTO regression_baselines (project_id, set_id, config_hash, run_id, accepted_at)
  SELECT r.project_id, r.set_id, r.config_hash, r.id, ${now} FROM evaluation_runs r WHERE r.id = ${runId} AND r.project_id = ${projectId} AND ${when}
  ON CONFLICT (project_id, set_id, config_hash) DO UPDATE SET run_id = excluded.run_id, accepted_at = excluded.accepted_at`;

export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  ["regression_plans", "regressions", "regression_reviews", "regression_baselines"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );
