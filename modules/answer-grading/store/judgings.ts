// SQL of judgings and of what the judge said.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, EvaluationRunId, JudgingId, ModelCallId, ProjectId, SetQuestionId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isBelowShare } from "#modules/ai";
import { notErased } from "#modules/contacts";
import { type CallUnderWay, DEAD_AFTER, PURPOSE, SHARE } from "#modules/evaluation";
import type { EvaluationItem, RunReason } from "#modules/evaluation/contract";
import { stillMay } from "#modules/projects";
import * as v from "valibot";
import { type Judgement, type Judging, Rubric, type Score } from "../contract.ts";

export interface JudgingKey {
  readonly projectId: ProjectId;
  readonly id: JudgingId;
}

// --- judgings ------------------------------------------------------------------

const JUDGING = columnList`${columns(
  { j: "judgings" },
  "j.id, j.run_id, j.model, j.rubric, j.budget, j.raised, j.state, j.reason, j.detail, j.wanted, j.passed, j.failed, j.review, j.cost, j.created_at, j.ended_at",
)}, ${nameOf(sql`j.created_by`)} ${as.textOrNull("starter")}`;
const judgingOf = (row: RowIn<typeof JUDGING>): Judging => ({
  ...{
    id: row.id,
    runId: row.run_id,
    model: row.model,
    rubric: JSON.parse(row.rubric) as Rubric,
    budgetUsd: row.budget / 1e6,
    raised: row.raised === 1,
  },
  ...{ state: row.state, reason: row.reason as RunReason | null, detail: row.detail },
  ...{ wanted: row.wanted, passed: row.passed, failed: row.failed, needsReview: row.review, costUsd: row.cost / 1e6 },
  ...{ startedBy: row.starter, startedAt: iso(row.created_at), endedAt: isoOrNull(row.ended_at) },
});
/** Of one run, the newest first; `before`: the last one of the page before. */
export const readJudgings = (projectId: ProjectId, runId: EvaluationRunId, before: string | undefined, limit: number): Query<Judging[]> =>
  query(
    sql`SELECT ${JUDGING} FROM judgings j WHERE j.project_id = ${projectId} AND j.run_id = ${runId} ${before === undefined ? sql`` : sql`AND j.id < ${before}`} ORDER BY j.id DESC LIMIT ${limit}`,
    (rows) => rows.map(judgingOf),
  );
export const readJudging = ({ projectId, id }: JudgingKey): Query<Judging | undefined> =>
  queryOne(sql`SELECT ${JUDGING} FROM judgings j WHERE j.id = ${id} AND j.project_id = ${projectId}`, judgingOf);
export const readJudgingBy = (projectId: ProjectId, clientId: string): Query<Judging | undefined> =>
  queryOne(sql`SELECT ${JUDGING} FROM judgings j WHERE j.project_id = ${projectId} AND j.client_id = ${clientId}`, judgingOf);
export const readHasOpen = (projectId: ProjectId): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("held")} FROM judgings WHERE project_id = ${projectId} AND ended_at IS NULL LIMIT 1`,
    (rows) => rows.length > 0,
  );
/** Answers of a run that can be graded: those that the rule has graded and of which something is kept. */
export const gradable = (projectId: ProjectId, runId: EvaluationRunId): SQL => sql`
  FROM evaluation_items i JOIN set_questions q ON q.id = i.question_id AND q.project_id = i.project_id AND q.erased_at IS NULL
  WHERE i.project_id = ${projectId} AND i.run_id = ${runId} AND i.state IN ('passed', 'failed') AND i.outcome <> 'failed'
    AND EXISTS (SELECT 1 FROM evaluation_runs r WHERE r.id = ${runId} AND r.project_id = ${projectId} AND r.ended_at IS NOT NULL)`;
export const readGradableCount = (projectId: ProjectId, runId: EvaluationRunId): Query<number> =>
  query(sql`SELECT count(*) ${as.number("n")} ${gradable(projectId, runId)}`, ([row]) => row?.n ?? 0);

export interface NewJudging extends JudgingKey {
  readonly clientId: string;
  readonly runId: EvaluationRunId;
  readonly model: string;
  readonly rubric: Rubric;
  /** In millionths of a US dollar, as `most`, which is reserved for each answer. */
  readonly budget: number;
  readonly most: number;
  readonly raised: boolean;
  readonly by: AccountId;
  readonly now: number;
}
export const judgingExists = ({ projectId, id }: JudgingKey): SQL =>
  sql`EXISTS (SELECT 1 FROM judgings WHERE id = ${id} AND project_id = ${projectId})`;
/** Starts a judging of the run's answers, unless another one is open or there are none. */
export const writeJudging = (j: NewJudging): SQL[] => [
  sql`INSERT INTO judgings (id, project_id, client_id, run_id, model, rubric, budget, most, raised, state, wanted, passed, failed, review, cost, created_by, created_at, updated_at)
    SELECT ${j.id}, ${j.projectId}, ${j.clientId}, ${j.runId}, ${j.model}, ${JSON.stringify(j.rubric)}, ${j.budget}, ${j.most}, ${j.raised ? 1 : 0}, 'running',
      (SELECT count(*) ${gradable(j.projectId, j.runId)}), 0, 0, 0, 0, ${j.by}, ${j.now}, ${j.now}
    WHERE EXISTS (SELECT 1 ${gradable(j.projectId, j.runId)}) AND ${stillMay(j.projectId, j.by, j.raised ? "owner" : "admin")} ON CONFLICT DO NOTHING`,
  sql`INSERT INTO judgements (project_id, judging_id, run_id, place, question_id, contact_id, state, scores, cost, took, updated_at)
    SELECT ${j.projectId}, ${j.id}, ${j.runId}, i.place, i.question_id, i.contact_id, 'waiting', '[]', 0, 0, ${j.now} ${gradable(j.projectId, j.runId)} AND ${judgingExists(j)} ON CONFLICT DO NOTHING`,
];

/** A judging as its job knows it. */
export interface Work extends JudgingKey {
  readonly runId: EvaluationRunId;
  readonly model: string;
  readonly rubric: Rubric;
  readonly most: number;
  readonly raised: boolean;
}
/** Undefined unless it is running. */
export const readWork = ({ projectId, id }: JudgingKey): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns("judgings", "run_id, model, rubric, most, raised")} FROM judgings WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`,
    (row) => ({
      ...{ projectId, id, runId: row.run_id, model: row.model, most: row.most, raised: row.raised === 1 },
      rubric: v.parse(Rubric, JSON.parse(row.rubric)),
    }),
  );
export const isRunning = ({ projectId, id }: JudgingKey): SQL =>
  sql`EXISTS (SELECT 1 FROM judgings WHERE id = ${id} AND project_id = ${projectId} AND state = 'running')`;
/** Condition: it has not ended. */
export const isOpen = ({ projectId, id }: JudgingKey): SQL =>
  sql`EXISTS (SELECT 1 FROM judgings WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL)`;
/** Condition: the judging's budget has room for one more answer. */
const isWithinBudget = ({ projectId, id }: JudgingKey): SQL =>
  sql`EXISTS (SELECT 1 FROM judgings WHERE id = ${id} AND project_id = ${projectId} AND cost + most <= budget)`;
/** Condition: all evaluation of the project, judging with it, leaves half of its day to answers, unless an owner raised it for this judging. */
const isWithinShare = ({ projectId, most, raised }: Work, config: Config, now: number): SQL =>
  raised ? sql`1` : isBelowShare({ projectId, purpose: PURPOSE, share: SHARE, most }, config, now);

export const writePaused = ({ projectId, id }: JudgingKey, reason: RunReason | null, detail: string | null, now: number): SQL =>
  sql`UPDATE judgings SET state = 'paused', reason = ${reason}, detail = ${detail}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`;
/** Resumes a paused judging, unless an answer of it is still being asked about. */
export const writeResumed = ({ projectId, id }: JudgingKey, now: number): SQL => sql`
  UPDATE judgings SET state = 'running', reason = NULL, detail = NULL, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'paused'
    AND NOT EXISTS (SELECT 1 FROM judgements WHERE project_id = ${projectId} AND judging_id = ${id} AND state = 'asking' AND updated_at > ${now - DEAD_AFTER})`;
export const writeEnded = ({ projectId, id }: JudgingKey, state: "failed" | "cancelled", reason: RunReason | null, now: number): SQL =>
  sql`UPDATE judgings SET state = ${state}, reason = ${reason}, ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL`;
/** Ends the judging if every answer has been judged. */
export const writeDone = ({ projectId, id }: JudgingKey, now: number): SQL => sql`
  UPDATE judgings SET state = 'done', reason = NULL, ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'
    AND NOT EXISTS (SELECT 1 FROM judgements WHERE project_id = ${projectId} AND judging_id = ${id} AND state IN ('waiting', 'asking'))`;

// --- judgements ----------------------------------------------------------------

export interface Next {
  readonly place: number;
  readonly questionId: SetQuestionId;
  /** Undefined if it waits. */
  readonly asking: CallUnderWay | undefined;
}
/** One that is being asked about, else the next that waits. */
export const readNext = ({ projectId, id }: JudgingKey): Query<Next | undefined> =>
  queryOne(
    sql`SELECT ${columns("judgements", "place, question_id, state, call_id, updated_at")} FROM judgements WHERE project_id = ${projectId} AND judging_id = ${id} AND state IN ('asking', 'waiting') ORDER BY state, place LIMIT 1`,
    (row) => ({
      ...{ place: row.place, questionId: row.question_id },
      asking: row.state === "asking" && row.call_id !== null ? { call: row.call_id, since: row.updated_at } : undefined,
    }),
  );
const at = ({ projectId, id }: JudgingKey, place: number): SQL =>
  sql`project_id = ${projectId} AND judging_id = ${id} AND place = ${place}`;
/** Notes the call that begins, about an answer that nobody asks about yet, if there is money for it and no other answer is being judged. */
export const writeAsking = (work: Work, place: number, call: ModelCallId, config: Config, now: number, begun: SQL): SQL => sql`
  UPDATE judgements SET state = 'asking', call_id = ${call}, updated_at = ${now} WHERE ${at(work, place)} AND state = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM judgements o WHERE o.project_id = ${work.projectId} AND o.judging_id = ${work.id} AND o.state = 'asking')
    AND ${isRunning(work)} AND ${isWithinBudget(work)} AND ${isWithinShare(work, config, now)} AND ${begun}`;
interface Asking {
  readonly asking: boolean;
  readonly withinBudget: boolean;
  readonly withinShare: boolean;
}
export const readAsking = (work: Work, place: number, call: ModelCallId, config: Config, now: number): Query<Asking> =>
  query(
    sql`SELECT EXISTS (SELECT 1 FROM judgements WHERE ${at(work, place)} AND call_id = ${call} AND state = 'asking') ${as.number("asking")},
      ${isWithinBudget(work)} ${as.number("budget")}, ${isWithinShare(work, config, now)} ${as.number("share")}`,
    ([row]) => ({ asking: row?.asking === 1, withinBudget: row?.budget === 1, withinShare: row?.share === 1 }),
  );
export interface Result {
  readonly state: "passed" | "failed" | "needs_review" | "erased";
  readonly reason: string | null;
  readonly scores: readonly Score[];
  readonly cost: number;
  readonly took: number;
}
/**
 * Stores what came of an answer and counts it in the judging, once: by the call that asked about it, or, without one, if it still waits. What the
 * judge said is not kept for a customer who was erased meanwhile.
 */
export const writeResult = (work: Work, place: number, call: ModelCallId | null, result: Result, now: number): SQL[] => [
  sql`UPDATE judgements SET state = ${result.state}, reason = ${result.reason},
    scores = CASE WHEN contact_id IS NULL OR ${notErased(work.projectId, sql`contact_id`)} THEN ${JSON.stringify(result.scores)} ELSE '[]' END,
    cost = ${result.cost}, took = ${result.took}, updated_at = ${now}
    WHERE ${at(work, place)} AND ${call === null ? sql`state = 'waiting'` : sql`state = 'asking' AND call_id = ${call}`}`,
  sql`UPDATE judgings SET passed = passed + ${result.state === "passed" ? 1 : 0}, failed = failed + ${result.state === "failed" ? 1 : 0}, review = review + ${result.state === "needs_review" ? 1 : 0},
    cost = cost + ${result.cost}, updated_at = ${now} WHERE id = ${work.id} AND project_id = ${work.projectId} AND changes() > 0`,
];
/** Puts an answer back whose call was refused: it was not judged, and that is known. */
export const writeWaiting = (work: Work, place: number, call: ModelCallId, now: number): SQL =>
  sql`UPDATE judgements SET state = 'waiting', call_id = NULL, updated_at = ${now} WHERE ${at(work, place)} AND state = 'asking' AND call_id = ${call}`;
/** Of an answer whose worker died: nobody knows what the model said. It costs what was reserved for it, also in a judging that has ended. */
export const writeLost = (key: JudgingKey, place: number, call: ModelCallId, now: number): SQL[] => [
  sql`UPDATE judgements SET state = 'needs_review', reason = 'lost', cost = (SELECT most FROM judgings WHERE id = ${key.id} AND project_id = ${key.projectId}), updated_at = ${now} WHERE ${at(key, place)} AND state = 'asking' AND call_id = ${call}`,
  sql`UPDATE judgings SET review = review + 1, cost = cost + most, updated_at = ${now} WHERE id = ${key.id} AND project_id = ${key.projectId} AND changes() > 0`,
];

const JUDGEMENT = columnList`${columns({ j: "judgements" }, "j.place, j.state, j.reason, j.scores, j.cost, j.took")}`;
export type StoredJudgement = Omit<Judgement, "item"> & { readonly place: number };
const judgementOf = (row: RowIn<typeof JUDGEMENT>): StoredJudgement => ({
  ...{ place: row.place, state: row.state, reason: row.reason, scores: JSON.parse(row.scores) as Score[] },
  ...{ costUsd: row.cost / 1e6, took: row.took },
});
/** In the order of their questions, after a place. */
export const readJudgements = (
  { projectId, id }: JudgingKey,
  state: EvaluationItem["state"] | undefined,
  after: number,
  limit: number,
): Query<StoredJudgement[]> =>
  query(
    sql`SELECT ${JUDGEMENT} FROM judgements j WHERE j.project_id = ${projectId} AND j.judging_id = ${id} ${state === undefined ? sql`` : sql`AND j.state = ${state}`} AND j.place > ${after} ORDER BY j.place LIMIT ${limit}`,
    (rows) => rows.map(judgementOf),
  );
