// SQL of what people say: blind gradings with their choices, verdicts on single answers, and who grades.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, BlindGradingId, EvaluationRunId, ProjectId, QuestionSetId, SetQuestionId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { notErased } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import { type BlindGrading, type BlindResults, MAX_GRADERS, type Verdict } from "../contract.ts";
import { gradable } from "./judgings.ts";
import { placeOf } from "./graded.ts";

/** A choice by its runs, as it is stored: `first` is the answer of the first run, wherever it stood. */
export type StoredChoice = BlindResults["comments"][number]["choice"];
export interface BlindKey {
  readonly projectId: ProjectId;
  readonly id: BlindGradingId;
}

// --- who grades ----------------------------------------------------------------

/** Notes that somebody grades a run or a blind grading, unless there are as many others already. */
export const writeGrader = (projectId: ProjectId, subject: string, grader: AccountId): SQL => sql`
  INSERT INTO graders (project_id, subject_id, grader, given) SELECT ${projectId}, ${subject}, ${grader}, 0
  WHERE (SELECT count(*) FROM graders WHERE project_id = ${projectId} AND subject_id = ${subject}) < ${MAX_GRADERS} AND ${stillMay(projectId, grader, "operator")} ON CONFLICT DO NOTHING`;
const mayGrade = (projectId: ProjectId, subject: string, grader: AccountId): SQL =>
  sql`EXISTS (SELECT 1 FROM graders WHERE project_id = ${projectId} AND subject_id = ${subject} AND grader = ${grader} AND finished_at IS NULL)`;
/** Counts a grade if the statement before has stored one. */
const writeCounted = (projectId: ProjectId, subject: string, grader: AccountId): SQL =>
  sql`UPDATE graders SET given = given + 1 WHERE project_id = ${projectId} AND subject_id = ${subject} AND grader = ${grader} AND changes() > 0`;
export const writeFinished = ({ projectId, id }: BlindKey, grader: AccountId, now: number): SQL => sql`
  INSERT INTO graders (project_id, subject_id, grader, given, finished_at) SELECT ${projectId}, ${id}, ${grader}, 0, ${now}
  WHERE EXISTS (SELECT 1 FROM blind_gradings WHERE id = ${id} AND project_id = ${projectId}) AND ${stillMay(projectId, grader, "operator")}
  ON CONFLICT (project_id, subject_id, grader) DO UPDATE SET finished_at = coalesce(finished_at, excluded.finished_at)`;

// --- blind gradings ------------------------------------------------------------

const BLIND = (grader: AccountId) =>
  columnList`${columns({ b: "blind_gradings" }, "b.id, b.first_run, b.second_run, b.seed, b.wanted, b.created_at")}, (SELECT name FROM question_sets WHERE id = b.set_id) ${as.text("name")},
    coalesce((SELECT given FROM graders WHERE project_id = b.project_id AND subject_id = b.id AND grader = ${grader}), 0) ${as.number("given")},
    (SELECT finished_at FROM graders WHERE project_id = b.project_id AND subject_id = b.id AND grader = ${grader}) ${as.numberOrNull("finished")},
    ${nameOf(sql`b.created_by`)} ${as.textOrNull("starter")}`;
/** A blind grading with what its graders must not see: which runs it is about, and the seed. */
export interface HeldBlind {
  readonly grading: BlindGrading;
  readonly firstRun: EvaluationRunId;
  readonly secondRun: EvaluationRunId;
  readonly seed: string;
}
const blindOf = (row: RowIn<ReturnType<typeof BLIND>>): HeldBlind => ({
  grading: {
    ...{ id: row.id, setName: row.name, wanted: row.wanted, given: row.given, finished: row.finished !== null },
    ...{ startedBy: row.starter, startedAt: iso(row.created_at) },
  },
  ...{ firstRun: row.first_run, secondRun: row.second_run, seed: row.seed },
});
/** The newest first, with how far the grader is. */
export const readBlinds = (projectId: ProjectId, grader: AccountId, before: string | undefined, limit: number): Query<HeldBlind[]> =>
  query(
    sql`SELECT ${BLIND(grader)} FROM blind_gradings b WHERE b.project_id = ${projectId} ${before === undefined ? sql`` : sql`AND b.id < ${before}`} ORDER BY b.id DESC LIMIT ${limit}`,
    (rows) => rows.map(blindOf),
  );
export const readBlind = ({ projectId, id }: BlindKey, grader: AccountId): Query<HeldBlind | undefined> =>
  queryOne(sql`SELECT ${BLIND(grader)} FROM blind_gradings b WHERE b.id = ${id} AND b.project_id = ${projectId}`, blindOf);
export const readBlindBy = (projectId: ProjectId, grader: AccountId, clientId: string): Query<HeldBlind | undefined> =>
  queryOne(sql`SELECT ${BLIND(grader)} FROM blind_gradings b WHERE b.project_id = ${projectId} AND b.client_id = ${clientId}`, blindOf);
interface Runs {
  readonly projectId: ProjectId;
  readonly firstRun: EvaluationRunId;
  readonly secondRun: EvaluationRunId;
}
/** Questions that both runs have answered. */
const pairs = ({ projectId, firstRun, secondRun }: Runs): SQL => sql`${gradable(projectId, firstRun)}
  AND EXISTS (SELECT 1 FROM evaluation_items o JOIN evaluation_runs r ON r.id = o.run_id AND r.project_id = o.project_id AND r.ended_at IS NOT NULL
    WHERE o.project_id = ${projectId} AND o.run_id = ${secondRun} AND o.place = i.place AND o.question_id = i.question_id AND o.state IN ('passed', 'failed') AND o.outcome <> 'failed')`;
export interface NewBlind extends BlindKey, Runs {
  readonly clientId: string;
  readonly setId: QuestionSetId;
  readonly seed: string;
  readonly by: AccountId;
  readonly now: number;
}
export const writeBlind = (b: NewBlind): SQL => sql`
  INSERT INTO blind_gradings (id, project_id, client_id, set_id, first_run, second_run, seed, wanted, created_by, created_at)
  SELECT ${b.id}, ${b.projectId}, ${b.clientId}, ${b.setId}, ${b.firstRun}, ${b.secondRun}, ${b.seed}, (SELECT count(*) ${pairs(b)}), ${b.by}, ${b.now}
  WHERE EXISTS (SELECT 1 ${pairs(b)}) AND ${stillMay(b.projectId, b.by, "operator")} ON CONFLICT DO NOTHING`;
export interface Pair {
  readonly place: number;
  readonly questionId: SetQuestionId;
  readonly choice: StoredChoice | null;
  readonly comment: string;
}
/** The pairs in the order of their questions, with what the grader chose; of one question, if it is given. At most as many as a set has. */
export const readPairs = (runs: Runs, id: BlindGradingId, grader: AccountId, questionId?: SetQuestionId): Query<Pair[]> =>
  query(
    sql`SELECT ${columns({ p: "evaluation_items" }, "p.place, p.question_id")}, c.choice ${as.textOrNull("choice")}, coalesce(c.comment, '') ${as.text("comment")}
      FROM (SELECT i.place, i.question_id ${pairs(runs)} ${questionId === undefined ? sql`` : sql`AND i.place = ${placeOf(runs.projectId, questionId)} AND i.question_id = ${questionId}`}) p
      LEFT JOIN blind_choices c ON c.project_id = ${runs.projectId} AND c.grading_id = ${id} AND c.grader = ${grader} AND c.place = p.place ORDER BY p.place`,
    (rows) =>
      rows.map((row) => ({
        ...{ place: row.place, questionId: row.question_id, choice: row.choice as StoredChoice | null, comment: row.comment },
      })),
  );
/** The comment as it may be kept: nothing for a customer who is erased. */
const kept = (projectId: ProjectId, comment: string): SQL =>
  sql`CASE WHEN i.contact_id IS NULL OR ${notErased(projectId, sql`i.contact_id`)} THEN ${comment} ELSE '' END`;
/** Stores a choice once, counts it, and changes it if it is another one; all while the grader has not finished. */
export const writeChoice = (
  { grading: { id }, firstRun }: HeldBlind,
  projectId: ProjectId,
  grader: AccountId,
  place: number,
  { choice, comment }: { readonly choice: StoredChoice; readonly comment: string },
  now: number,
): SQL[] => [
  writeGrader(projectId, id, grader),
  sql`INSERT INTO blind_choices (project_id, grading_id, grader, place, question_id, contact_id, choice, comment, created_at, updated_at)
    SELECT ${projectId}, ${id}, ${grader}, i.place, i.question_id, i.contact_id, ${choice}, ${kept(projectId, comment)}, ${now}, ${now}
    FROM evaluation_items i WHERE i.project_id = ${projectId} AND i.run_id = ${firstRun} AND i.place = ${place} AND ${mayGrade(projectId, id, grader)} ON CONFLICT DO NOTHING`,
  writeCounted(projectId, id, grader),
  sql`UPDATE blind_choices AS i SET choice = ${choice}, comment = ${kept(projectId, comment)}, updated_at = ${now}
    WHERE i.project_id = ${projectId} AND i.grading_id = ${id} AND i.grader = ${grader} AND i.place = ${place} AND (i.choice <> ${choice} OR i.comment <> ${comment}) AND ${mayGrade(projectId, id, grader)}`,
];
type GraderCounts = BlindResults["graders"][number];
/** What each grader chose, those who began first first. */
export const readCounts = ({ projectId, id }: BlindKey): Query<GraderCounts[]> =>
  query(
    sql`SELECT ${nameOf(sql`g.grader`)} ${as.textOrNull("name")}, g.finished_at IS NOT NULL ${as.number("finished")}, count(c.choice = 'first' OR NULL) ${as.number("first")},
        count(c.choice = 'second' OR NULL) ${as.number("second")}, count(c.choice = 'same' OR NULL) ${as.number("same")}, count(c.choice = 'both_bad' OR NULL) ${as.number("bad")}
      FROM graders g JOIN blind_choices c ON c.project_id = g.project_id AND c.grading_id = g.subject_id AND c.grader = g.grader
      WHERE g.project_id = ${projectId} AND g.subject_id = ${id} GROUP BY g.grader ORDER BY min(c.created_at), g.grader`,
    (rows) =>
      rows.map((row) => ({
        ...{ name: row.name, finished: row.finished === 1 },
        counts: { first: row.first, second: row.second, same: row.same, bothBad: row.bad },
      })),
  );
export const readComments = ({ projectId, id }: BlindKey, limit: number): Query<BlindResults["comments"]> =>
  query(
    sql`SELECT ${nameOf(sql`c.grader`)} ${as.textOrNull("name")}, ${columns({ c: "blind_choices", q: "set_questions" }, "c.choice, c.comment, q.question")}
      FROM blind_choices c JOIN set_questions q ON q.id = c.question_id AND q.project_id = c.project_id
      WHERE c.project_id = ${projectId} AND c.grading_id = ${id} AND c.comment <> '' ORDER BY c.place, c.grader LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ name: row.name, question: row.question, choice: row.choice, comment: row.comment })),
  );

// --- verdicts ------------------------------------------------------------------

export interface Given {
  readonly place: number;
  readonly questionId: SetQuestionId;
  readonly verdict: Verdict | null;
  readonly comment: string;
  /** What rule and judge say of it. */
  readonly rule: Verdict;
  readonly judge: Verdict | null;
}
/** Answers of a run in the order of their questions, with what the grader said; of one question, if it is given. */
export const readGiven = (projectId: ProjectId, runId: EvaluationRunId, grader: AccountId, questionId?: SetQuestionId): Query<Given[]> =>
  query(
    sql`SELECT ${columns({ p: "evaluation_items" }, "p.place, p.question_id, p.state")}, v.verdict ${as.textOrNull("verdict")}, coalesce(v.comment, '') ${as.text("comment")}, g.judge ${as.textOrNull("judge")}
      FROM (SELECT i.place, i.question_id, i.state ${gradable(projectId, runId)} ${questionId === undefined ? sql`` : sql`AND i.place = ${placeOf(projectId, questionId)} AND i.question_id = ${questionId}`}) p
      LEFT JOIN answer_verdicts v ON v.project_id = ${projectId} AND v.run_id = ${runId} AND v.place = p.place AND v.grader = ${grader}
      LEFT JOIN graded_answers g ON g.project_id = ${projectId} AND g.run_id = ${runId} AND g.place = p.place ORDER BY p.place`,
    (rows) =>
      rows.map((row) => ({
        ...{ place: row.place, questionId: row.question_id, verdict: row.verdict as Verdict | null, comment: row.comment },
        ...{ rule: row.state as Verdict, judge: row.judge as Verdict | null },
      })),
  );
/** Stores a verdict once. */
export const writeVerdict = (
  { projectId, runId, grader }: { readonly projectId: ProjectId; readonly runId: EvaluationRunId; readonly grader: AccountId },
  place: number,
  { verdict, comment }: { readonly verdict: Verdict; readonly comment: string },
  now: number,
): SQL[] => [
  writeGrader(projectId, runId, grader),
  sql`INSERT INTO answer_verdicts (project_id, run_id, place, grader, question_id, contact_id, verdict, comment, created_at)
    SELECT ${projectId}, ${runId}, i.place, ${grader}, i.question_id, i.contact_id, ${verdict}, ${kept(projectId, comment)}, ${now}
    FROM evaluation_items i WHERE i.project_id = ${projectId} AND i.run_id = ${runId} AND i.place = ${place} AND ${mayGrade(projectId, runId, grader)} ON CONFLICT DO NOTHING`,
  writeCounted(projectId, runId, grader),
];
const VERDICT = columnList`${columns({ v: "answer_verdicts" }, "v.place, v.grader, v.verdict, v.comment")}, ${nameOf(sql`v.grader`)} ${as.textOrNull("name")}`;
export interface StoredVerdict {
  readonly place: number;
  readonly grader: AccountId;
  readonly name: string | null;
  readonly verdict: Verdict;
  readonly comment: string;
}
const verdictOf = (row: RowIn<typeof VERDICT>): StoredVerdict => ({
  ...{ place: row.place, grader: row.grader, name: row.name, verdict: row.verdict, comment: row.comment },
});
/** All verdicts on a run: at most those of ten people on as many answers as a set has questions. */
export const readVerdicts = (projectId: ProjectId, runId: EvaluationRunId): Query<StoredVerdict[]> =>
  query(
    sql`SELECT ${VERDICT} FROM answer_verdicts v WHERE v.project_id = ${projectId} AND v.run_id = ${runId} ORDER BY v.place, v.grader`,
    (rows) => rows.map(verdictOf),
  );
/** Those on answers at these places. */
export const readVerdictsAt = (projectId: ProjectId, runId: EvaluationRunId, places: readonly number[]): Query<StoredVerdict[]> =>
  query(
    sql`SELECT ${VERDICT} FROM answer_verdicts v WHERE v.project_id = ${projectId} AND v.run_id = ${runId} AND v.place IN (SELECT value FROM json_each(${JSON.stringify(places)})) ORDER BY v.place, v.created_at, v.grader`,
    (rows) => rows.map(verdictOf),
  );
