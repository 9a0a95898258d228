// SQL of erasure and cleanup: what was said of answers to a contact's questions, and everything of a deleted project.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId } from "#kernel/ids/index.ts";

/** What names a row: the columns of its primary key after the project. */
export type JudgementKey = readonly [string, number];
export type ChoiceKey = readonly [string, string, number];
export type VerdictKey = readonly [string, number, string];
export type GradedKey = readonly [string, number];

export const readJudgementsOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: JudgementKey | undefined,
  limit: number,
): Query<JudgementKey[]> =>
  query(
    sql`SELECT ${columns("judgements", "judging_id, place")} FROM judgements WHERE project_id = ${projectId} AND contact_id = ${contactId}
      AND (judging_id, place) > (${after?.[0] ?? ""}, ${after?.[1] ?? 0}) ORDER BY judging_id, place LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.judging_id, row.place] as const),
  );
/** What the judge said goes; whether the answer passed stays. One that waits is not asked about. */
export const writeJudgementsErased = (projectId: ProjectId, keys: readonly JudgementKey[], now: number): SQL => sql`
  UPDATE judgements SET scores = '[]', state = CASE state WHEN 'waiting' THEN 'erased' ELSE state END, updated_at = ${now}
  WHERE project_id = ${projectId} AND (judging_id, place) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(keys)}))`;
export const readChoicesOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: ChoiceKey | undefined,
  limit: number,
): Query<ChoiceKey[]> =>
  query(
    sql`SELECT ${columns("blind_choices", "grading_id, grader, place")} FROM blind_choices WHERE project_id = ${projectId} AND contact_id = ${contactId}
      AND (grading_id, grader, place) > (${after?.[0] ?? ""}, ${after?.[1] ?? ""}, ${after?.[2] ?? 0}) ORDER BY grading_id, grader, place LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.grading_id, row.grader, row.place] as const),
  );
export const writeChoicesErased = (projectId: ProjectId, keys: readonly ChoiceKey[], now: number): SQL => sql`
  UPDATE blind_choices SET comment = '', updated_at = ${now}
  WHERE project_id = ${projectId} AND (grading_id, grader, place) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(keys)}))`;
export const readVerdictsOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: VerdictKey | undefined,
  limit: number,
): Query<VerdictKey[]> =>
  query(
    sql`SELECT ${columns("answer_verdicts", "run_id, place, grader")} FROM answer_verdicts WHERE project_id = ${projectId} AND contact_id = ${contactId}
      AND (run_id, place, grader) > (${after?.[0] ?? ""}, ${after?.[1] ?? 0}, ${after?.[2] ?? ""}) ORDER BY run_id, place, grader LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.run_id, row.place, row.grader] as const),
  );
export const writeVerdictsErased = (projectId: ProjectId, keys: readonly VerdictKey[]): SQL => sql`
  UPDATE answer_verdicts SET comment = ''
  WHERE project_id = ${projectId} AND (run_id, place, grader) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(keys)}))`;
export const readGradedOf = (projectId: ProjectId, contactId: ContactId, after: GradedKey | undefined, limit: number): Query<GradedKey[]> =>
  query(
    sql`SELECT ${columns("graded_answers", "run_id, place")} FROM graded_answers WHERE project_id = ${projectId} AND contact_id = ${contactId}
      AND (run_id, place) > (${after?.[0] ?? ""}, ${after?.[1] ?? 0}) ORDER BY run_id, place LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.run_id, row.place] as const),
  );
export const writeGradedErased = (projectId: ProjectId, keys: readonly GradedKey[], now: number): SQL => sql`
  UPDATE graded_answers SET comment = '', updated_at = ${now}
  WHERE project_id = ${projectId} AND (run_id, place) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(keys)}))`;

const TABLES = ["judgements", "judgings", "blind_choices", "blind_gradings", "answer_verdicts", "graders", "graded_answers"] as const;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  TABLES.map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`);
