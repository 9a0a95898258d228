// SQL of answers with all their grades, and of what people decided where these differ.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, EvaluationRunId, ProjectId, SetQuestionId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { notErased } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import type { Disagreement, Verdict } from "../contract.ts";

/** The place of a question in its set, and so of its answer in a run. */
export const placeOf = (projectId: ProjectId, questionId: SetQuestionId): SQL =>
  sql`(SELECT place FROM set_questions WHERE id = ${questionId} AND project_id = ${projectId})`;
/** Writes an answer with its rule's result, its newest judgement and people's verdicts anew. Repeating it changes nothing. */
export const writeGraded = (projectId: ProjectId, runId: EvaluationRunId, place: SQL | number, now: number): SQL => sql`
  INSERT INTO graded_answers (project_id, run_id, place, question_id, contact_id, rule, judge, people_passed, people_failed, disagrees, comment, updated_at)
  SELECT g.*, max(g.rule = 'passed', coalesce(g.judge, '') = 'passed', g.up > 0) + max(g.rule = 'failed', coalesce(g.judge, '') = 'failed', g.down > 0) > 1, '', ${now}
  FROM (SELECT i.project_id, i.run_id, i.place, i.question_id, i.contact_id, i.state AS rule,
      (SELECT j.state FROM judgements j WHERE j.project_id = i.project_id AND j.run_id = i.run_id AND j.place = i.place AND j.state IN ('passed', 'failed') ORDER BY j.judging_id DESC LIMIT 1) AS judge,
      (SELECT count(*) FROM answer_verdicts v WHERE v.project_id = i.project_id AND v.run_id = i.run_id AND v.place = i.place AND v.verdict = 'passed') AS up,
      (SELECT count(*) FROM answer_verdicts v WHERE v.project_id = i.project_id AND v.run_id = i.run_id AND v.place = i.place AND v.verdict = 'failed') AS down
    FROM evaluation_items i WHERE i.project_id = ${projectId} AND i.run_id = ${runId} AND i.place = ${place} AND i.state IN ('passed', 'failed')) g WHERE true
  ON CONFLICT (project_id, run_id, place) DO UPDATE SET judge = excluded.judge, people_passed = excluded.people_passed, people_failed = excluded.people_failed,
    disagrees = excluded.disagrees, updated_at = excluded.updated_at`;

export interface Grades {
  readonly place: number;
  readonly rule: Verdict;
  readonly judge: Verdict | null;
}
/** All graded answers of a run: at most as many as a set has questions. */
export const readGrades = (projectId: ProjectId, runId: EvaluationRunId): Query<Grades[]> =>
  query(
    sql`SELECT ${columns("graded_answers", "place, rule, judge")} FROM graded_answers WHERE project_id = ${projectId} AND run_id = ${runId} ORDER BY place`,
    (rows) => rows.map((row) => ({ place: row.place, rule: row.rule as Verdict, judge: row.judge as Verdict | null })),
  );
const OPEN = sql`disagrees = 1 AND decision IS NULL`;
const DECIDED = sql`decision IS NOT NULL`;
const COUNTED = 100;
export const readOpenCount = (projectId: ProjectId, runId: EvaluationRunId): Query<number> =>
  query(
    sql`SELECT count(*) ${as.number("n")} FROM (SELECT 1 FROM graded_answers WHERE project_id = ${projectId} AND run_id = ${runId} AND ${OPEN} LIMIT ${COUNTED})`,
    ([row]) => row?.n ?? 0,
  );

const GRADED = columnList`${columns({ g: "graded_answers" }, "g.place, g.judge, g.decision, g.decided_at, g.comment")}, ${nameOf(sql`g.decided_by`)} ${as.textOrNull("decider")}`;
export type StoredDisagreement = Pick<Disagreement, "judge" | "decision"> & { readonly place: number };
const disagreementOf = (row: RowIn<typeof GRADED>): StoredDisagreement => ({
  ...{ place: row.place, judge: row.judge as Verdict | null },
  decision: row.decision === null ? null : { verdict: row.decision, comment: row.comment, by: row.decider, at: iso(row.decided_at ?? 0) },
});
/** In the order of their questions, after a place. */
export const readDisagreements = (
  projectId: ProjectId,
  runId: EvaluationRunId,
  state: "open" | "decided",
  after: number,
  limit: number,
): Query<StoredDisagreement[]> =>
  query(
    sql`SELECT ${GRADED} FROM graded_answers g WHERE g.project_id = ${projectId} AND g.run_id = ${runId} AND ${state === "open" ? OPEN : DECIDED} AND g.place > ${after} ORDER BY g.place LIMIT ${limit}`,
    (rows) => rows.map(disagreementOf),
  );
/** Decides an answer on which its grades differ. */
export const writeDecision = (
  key: { readonly projectId: ProjectId; readonly runId: EvaluationRunId; readonly questionId: SetQuestionId },
  { verdict, comment }: { readonly verdict: Verdict; readonly comment: string },
  by: AccountId,
  now: number,
): SQL => sql`
  UPDATE graded_answers SET decision = ${verdict}, decided_by = ${by}, decided_at = ${now}, updated_at = ${now},
    comment = CASE WHEN contact_id IS NULL OR ${notErased(key.projectId, sql`contact_id`)} THEN ${comment} ELSE '' END
  WHERE project_id = ${key.projectId} AND run_id = ${key.runId} AND place = ${placeOf(key.projectId, key.questionId)} AND question_id = ${key.questionId}
    AND (disagrees = 1 OR decision IS NOT NULL) AND (decision IS NULL OR decision <> ${verdict} OR comment <> ${comment})
    AND ${stillMay(key.projectId, by, "admin")}`;
interface Decided {
  readonly differs: boolean;
  readonly decision: Verdict | null;
}
/** Undefined where the run has no such answer. */
export const readDecided = (projectId: ProjectId, runId: EvaluationRunId, questionId: SetQuestionId): Query<Decided | undefined> =>
  queryOne(
    sql`SELECT g.disagrees ${as.numberOrNull("differs")}, g.decision ${as.textOrNull("decision")} FROM evaluation_items i
      LEFT JOIN graded_answers g ON g.project_id = i.project_id AND g.run_id = i.run_id AND g.place = i.place
      WHERE i.project_id = ${projectId} AND i.run_id = ${runId} AND i.place = ${placeOf(projectId, questionId)} AND i.question_id = ${questionId}`,
    (row) => ({ differs: row.differs === 1, decision: row.decision as Verdict | null }),
  );
