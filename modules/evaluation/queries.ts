// All SQL of evaluation.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, EvaluationRunId, ModelCallId, ProjectId, QuestionSetId, SetQuestionId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isBelowShare } from "#modules/ai";
import { Guidance } from "#modules/assistant/contract";
import { notErased } from "#modules/contacts";
import { stillMay } from "#modules/projects";
import { askedQuestions } from "#modules/question-sets";
import * as v from "valibot";
import type { EvaluationItem, EvaluationRun, ItemFault, OUTCOMES, RunOrigin, RunReason, Transcript } from "./contract.ts";
import type { CallUnderWay } from "./paid-calls.ts";
import { DEAD_AFTER, PURPOSE, SHARE } from "./rules.ts";

export interface RunKey {
  readonly projectId: ProjectId;
  readonly id: EvaluationRunId;
}

// --- runs ----------------------------------------------------------------------

const RUN = columnList`${columns(
  { r: "evaluation_runs", s: "question_sets" },
  "r.id, r.set_id, s.name, r.set_version, r.model, r.guidance_version, r.config_hash, r.budget, r.raised, r.state, r.reason, r.detail, r.wanted, r.passed, r.failed, r.review, r.cost, r.origin, r.created_at, r.ended_at",
)}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("starter")}`;
const FROM = sql`FROM evaluation_runs r JOIN question_sets s ON s.id = r.set_id AND s.project_id = r.project_id`;
const runOf = (row: RowIn<typeof RUN>): EvaluationRun => ({
  ...{ id: row.id, setId: row.set_id, setName: row.name, setVersion: row.set_version, model: row.model },
  ...{ guidanceVersion: row.guidance_version, configHash: row.config_hash, budgetUsd: row.budget / 1e6, raised: row.raised === 1 },
  ...{ state: row.state, reason: row.reason as RunReason | null, detail: row.detail },
  ...{ wanted: row.wanted, passed: row.passed, failed: row.failed, needsReview: row.review, costUsd: row.cost / 1e6 },
  ...{ origin: row.origin, startedBy: row.starter, startedAt: iso(row.created_at), endedAt: isoOrNull(row.ended_at) },
});
/** The newest first; `before`: the last one of the page before. */
export const readRuns = (projectId: ProjectId, before: string | undefined, limit: number): Query<EvaluationRun[]> =>
  query(
    sql`SELECT ${RUN} ${FROM} WHERE r.project_id = ${projectId} ${before === undefined ? sql`` : sql`AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(runOf),
  );
export const readRun = ({ projectId, id }: RunKey): Query<EvaluationRun | undefined> =>
  queryOne(sql`SELECT ${RUN} ${FROM} WHERE r.id = ${id} AND r.project_id = ${projectId}`, runOf);
export const readRunBy = (projectId: ProjectId, clientId: string): Query<EvaluationRun | undefined> =>
  queryOne(sql`SELECT ${RUN} ${FROM} WHERE r.project_id = ${projectId} AND r.client_id = ${clientId}`, runOf);
/** The guidance that it tries. */
export const readRunGuidance = ({ projectId, id }: RunKey): Query<Guidance | undefined> =>
  queryOne(
    sql`SELECT ${columns("evaluation_runs", "guidance")} FROM evaluation_runs WHERE id = ${id} AND project_id = ${projectId}`,
    (row) => {
      const read = v.safeParse(Guidance, JSON.parse(row.guidance));
      return read.success ? read.output : undefined;
    },
  );
export const readHasOpen = (projectId: ProjectId): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("held")} FROM evaluation_runs WHERE project_id = ${projectId} AND ended_at IS NULL LIMIT 1`,
    (rows) => rows.length > 0,
  );
export const readAskedCount = (projectId: ProjectId, setId: QuestionSetId): Query<number> =>
  query(sql`SELECT count(*) ${as.number("n")} ${askedQuestions(projectId, setId)}`, ([row]) => row?.n ?? 0);
export interface NewRun extends RunKey {
  readonly clientId: string;
  readonly setId: QuestionSetId;
  readonly model: string;
  readonly guidanceVersion: number;
  readonly guidance: Guidance;
  readonly hash: string;
  /** In millionths of a US dollar, as `most`, which is reserved for each question. */
  readonly budget: number;
  readonly most: number;
  readonly raised: boolean;
  readonly origin: RunOrigin;
  readonly by: AccountId;
  readonly now: number;
}
export const runExists = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM evaluation_runs WHERE id = ${id} AND project_id = ${projectId})`;
/** Starts a run with the questions of this moment where `when` holds, unless another one is open or there are none. */
export const writeRun = (r: NewRun, when: SQL = sql`1`): SQL[] => [
  sql`INSERT INTO evaluation_runs (id, project_id, client_id, set_id, set_version, model, guidance_version, guidance, config_hash, budget, most, raised, state, wanted, passed, failed, review, cost, origin, created_by, created_at, updated_at)
    SELECT ${r.id}, ${r.projectId}, ${r.clientId}, s.id, s.version, ${r.model}, ${r.guidanceVersion}, ${JSON.stringify(r.guidance)}, ${r.hash}, ${r.budget}, ${r.most}, ${r.raised ? 1 : 0}, 'running',
      (SELECT count(*) ${askedQuestions(r.projectId, r.setId)}), 0, 0, 0, 0, ${r.origin}, ${r.by}, ${r.now}, ${r.now}
    FROM question_sets s WHERE s.id = ${r.setId} AND s.project_id = ${r.projectId} AND s.archived_at IS NULL AND EXISTS (SELECT 1 ${askedQuestions(r.projectId, r.setId)})
      AND ${stillMay(r.projectId, r.by, r.raised ? "owner" : "admin")} AND ${when} ON CONFLICT DO NOTHING`,
  sql`INSERT INTO evaluation_items (project_id, run_id, place, question_id, contact_id, state, faults, cost, took, updated_at)
    SELECT ${r.projectId}, ${r.id}, q.place, q.id, q.contact_id, 'waiting', '[]', 0, 0, ${r.now} ${askedQuestions(r.projectId, r.setId)} AND ${runExists(r)} ON CONFLICT DO NOTHING`,
];

/** A run as its job knows it. */
export interface Work extends RunKey {
  readonly model: string;
  readonly guidance: Guidance;
  readonly budget: number;
  readonly most: number;
  readonly cost: number;
  readonly raised: boolean;
}
/** Undefined unless it is running. */
export const readWork = ({ projectId, id }: RunKey): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns("evaluation_runs", "model, guidance, budget, most, cost, raised")} FROM evaluation_runs WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`,
    (row) => ({
      ...{ projectId, id, model: row.model, guidance: v.parse(Guidance, JSON.parse(row.guidance)) },
      ...{ budget: row.budget, most: row.most, cost: row.cost, raised: row.raised === 1 },
    }),
  );
const isRunning = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM evaluation_runs WHERE id = ${id} AND project_id = ${projectId} AND state = 'running')`;
/** Condition: it has not ended. */
export const isOpen = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM evaluation_runs WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL)`;
/** Condition: the run's budget has room for one more question. */
const isWithinBudget = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM evaluation_runs WHERE id = ${id} AND project_id = ${projectId} AND cost + most <= budget)`;
/** Condition: all evaluation of the project leaves half of its day to answers, unless an owner raised it for this run. */
const isWithinShare = ({ projectId, most, raised }: Work, config: Config, now: number): SQL =>
  raised ? sql`1` : isBelowShare({ projectId, purpose: PURPOSE, share: SHARE, most }, config, now);

export const writePaused = ({ projectId, id }: RunKey, reason: RunReason | null, detail: string | null, now: number): SQL =>
  sql`UPDATE evaluation_runs SET state = 'paused', reason = ${reason}, detail = ${detail}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`;
/** Resumes a paused run, unless a question of it is still being asked. */
export const writeResumed = ({ projectId, id }: RunKey, now: number): SQL => sql`
  UPDATE evaluation_runs SET state = 'running', reason = NULL, detail = NULL, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'paused'
    AND NOT EXISTS (SELECT 1 FROM evaluation_items WHERE project_id = ${projectId} AND run_id = ${id} AND state = 'asking' AND updated_at > ${now - DEAD_AFTER})`;
export const writeEnded = ({ projectId, id }: RunKey, state: "failed" | "cancelled", reason: RunReason | null, now: number): SQL =>
  sql`UPDATE evaluation_runs SET state = ${state}, reason = ${reason}, ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL`;
/** Ends the run if every question has been asked. */
export const writeDone = (run: RunKey, now: number): SQL => sql`
  UPDATE evaluation_runs SET state = 'done', reason = NULL, ended_at = ${now}, updated_at = ${now} WHERE id = ${run.id} AND project_id = ${run.projectId} AND state = 'running'
    AND NOT EXISTS (SELECT 1 FROM evaluation_items WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND state IN ('waiting', 'asking'))`;
export const isRunningNow = isRunning;

// --- items ---------------------------------------------------------------------

export interface Next {
  readonly place: number;
  readonly questionId: SetQuestionId;
  /** The call by which it is being asked since a time, or was when its worker died; undefined if it waits. */
  readonly asking: CallUnderWay | undefined;
}
/** One that is being asked, else the next that waits. */
export const readNext = ({ projectId, id }: RunKey): Query<Next | undefined> =>
  queryOne(
    sql`SELECT ${columns("evaluation_items", "place, question_id, state, call_id, updated_at")} FROM evaluation_items WHERE project_id = ${projectId} AND run_id = ${id} AND state IN ('asking', 'waiting') ORDER BY state, place LIMIT 1`,
    (row) => ({
      ...{ place: row.place, questionId: row.question_id },
      asking: row.state === "asking" && row.call_id !== null ? { call: row.call_id, since: row.updated_at } : undefined,
    }),
  );
/** Notes the call that begins, of a question that nobody asks yet, if there is money for it and no other question is being asked. */
export const writeAsking = (work: Work, place: number, call: ModelCallId, config: Config, now: number, begun: SQL): SQL => sql`
  UPDATE evaluation_items SET state = 'asking', call_id = ${call}, updated_at = ${now} WHERE project_id = ${work.projectId} AND run_id = ${work.id} AND place = ${place} AND state = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM evaluation_items o WHERE o.project_id = ${work.projectId} AND o.run_id = ${work.id} AND o.state = 'asking')
    AND ${isRunning(work)} AND ${isWithinBudget(work)} AND ${isWithinShare(work, config, now)} AND ${begun}`;
interface Asking {
  readonly asking: boolean;
  readonly withinBudget: boolean;
  readonly withinShare: boolean;
}
export const readAsking = (work: Work, place: number, call: ModelCallId, config: Config, now: number): Query<Asking> =>
  query(
    sql`SELECT EXISTS (SELECT 1 FROM evaluation_items WHERE project_id = ${work.projectId} AND run_id = ${work.id} AND place = ${place} AND call_id = ${call} AND state = 'asking') ${as.number("asking")},
      ${isWithinBudget(work)} ${as.number("budget")}, ${isWithinShare(work, config, now)} ${as.number("share")}`,
    ([row]) => ({ asking: row?.asking === 1, withinBudget: row?.budget === 1, withinShare: row?.share === 1 }),
  );
export interface Result {
  readonly state: "passed" | "failed" | "needs_review" | "erased";
  readonly outcome: (typeof OUTCOMES)[number] | null;
  readonly reason: string | null;
  readonly faults: readonly ItemFault[];
  readonly transcript: Transcript | null;
  readonly cost: number;
  readonly took: number;
}
/**
 * Stores what came of a question and counts it in the run, once: by the call that asked it, or, without one, if it still waits. What was answered
 * is not kept for a customer who was erased meanwhile.
 */
export const writeResult = (run: RunKey, place: number, call: ModelCallId | null, result: Result, now: number): SQL[] => {
  const kept = sql`CASE WHEN contact_id IS NULL OR ${notErased(run.projectId, sql`contact_id`)} THEN`;
  return [
    sql`UPDATE evaluation_items SET state = ${result.state}, outcome = ${result.outcome}, reason = ${result.reason}, faults = ${kept} ${JSON.stringify(result.faults)} ELSE '[]' END,
      transcript = ${kept} ${result.transcript === null ? null : JSON.stringify(result.transcript)} END, cost = ${result.cost}, took = ${result.took}, updated_at = ${now}
      WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND place = ${place} AND ${call === null ? sql`state = 'waiting'` : sql`state = 'asking' AND call_id = ${call}`}`,
    sql`UPDATE evaluation_runs SET passed = passed + ${result.state === "passed" ? 1 : 0}, failed = failed + ${result.state === "failed" ? 1 : 0}, review = review + ${result.state === "needs_review" ? 1 : 0},
      cost = cost + ${result.cost}, updated_at = ${now} WHERE id = ${run.id} AND project_id = ${run.projectId} AND changes() > 0`,
  ];
};
/** Puts a question back whose call was refused: it was not answered, and that is known. */
export const writeWaiting = (run: RunKey, place: number, call: ModelCallId, now: number): SQL =>
  sql`UPDATE evaluation_items SET state = 'waiting', call_id = NULL, updated_at = ${now} WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND place = ${place} AND state = 'asking' AND call_id = ${call}`;
/** Of a question whose worker died: nobody knows whether the model answered. It costs what was reserved for it, also in a run that has ended. */
export const writeLost = (run: RunKey, place: number, call: ModelCallId, now: number): SQL[] => {
  const most = sql`(SELECT most FROM evaluation_runs WHERE id = ${run.id} AND project_id = ${run.projectId})`;
  return [
    sql`UPDATE evaluation_items SET state = 'needs_review', cost = ${most}, updated_at = ${now} WHERE project_id = ${run.projectId} AND run_id = ${run.id} AND place = ${place} AND state = 'asking' AND call_id = ${call}`,
    sql`UPDATE evaluation_runs SET review = review + 1, cost = cost + most, updated_at = ${now} WHERE id = ${run.id} AND project_id = ${run.projectId} AND changes() > 0`,
  ];
};

const ITEM = columnList`${columns({ i: "evaluation_items" }, "i.place, i.question_id, i.state, i.outcome, i.reason, i.faults, i.transcript, i.cost, i.took")}`;
export type StoredItem = Omit<EvaluationItem, "question"> & { readonly questionId: SetQuestionId };
const itemOf = (row: RowIn<typeof ITEM>): StoredItem => ({
  ...{
    place: row.place,
    questionId: row.question_id,
    state: row.state,
    outcome: row.outcome as EvaluationItem["outcome"],
    reason: row.reason,
  },
  faults: JSON.parse(row.faults) as ItemFault[],
  transcript: row.transcript === null ? null : (JSON.parse(row.transcript) as Transcript),
  ...{ costUsd: row.cost / 1e6, took: row.took },
});
/** In the order of their questions, after a place. */
export const readItems = (
  { projectId, id }: RunKey,
  state: EvaluationItem["state"] | undefined,
  after: number,
  limit: number,
): Query<StoredItem[]> =>
  query(
    sql`SELECT ${ITEM} FROM evaluation_items i WHERE i.project_id = ${projectId} AND i.run_id = ${id} ${state === undefined ? sql`` : sql`AND i.state = ${state}`} AND i.place > ${after} ORDER BY i.place LIMIT ${limit}`,
    (rows) => rows.map(itemOf),
  );
/** Those at these places, in the order of their questions. */
export const readItemsAmong = ({ projectId, id }: RunKey, places: readonly number[]): Query<StoredItem[]> =>
  query(
    sql`SELECT ${ITEM} FROM evaluation_items i WHERE i.project_id = ${projectId} AND i.run_id = ${id} AND i.place IN (SELECT value FROM json_each(${JSON.stringify(places)})) ORDER BY i.place`,
    (rows) => rows.map(itemOf),
  );
export interface Graded {
  readonly passed: boolean;
  readonly topic: string;
  readonly locale: string;
  readonly expected: string;
}
/** All questions of a run that have a result: at most as many as a set has. */
export const readGraded = ({ projectId, id }: RunKey): Query<Graded[]> =>
  query(
    sql`SELECT ${columns({ i: "evaluation_items", q: "set_questions" }, "i.state, q.topic, q.locale, q.outcome")} FROM evaluation_items i JOIN set_questions q ON q.id = i.question_id AND q.project_id = i.project_id
      WHERE i.project_id = ${projectId} AND i.run_id = ${id} AND i.state IN ('passed', 'failed')`,
    (rows) => rows.map((row) => ({ passed: row.state === "passed", topic: row.topic, locale: row.locale, expected: row.outcome })),
  );

/** Whether each question of a run passed that has a result: at most as many as a set has. */
export const readResultsOf = ({ projectId, id }: RunKey): Query<ReadonlyMap<SetQuestionId, boolean>> =>
  query(
    sql`SELECT ${columns("evaluation_items", "question_id, state")} FROM evaluation_items WHERE project_id = ${projectId} AND run_id = ${id} AND state IN ('passed', 'failed')`,
    (rows) => new Map(rows.map((row) => [row.question_id, row.state === "passed"])),
  );

// --- erasure, cleanup ----------------------------------------------------------

/** Items of a contact, by run and place. */
export const readItemsOf = (
  projectId: ProjectId,
  contactId: ContactId,
  after: readonly [string, number] | undefined,
  limit: number,
): Query<(readonly [string, number])[]> =>
  query(
    sql`SELECT ${columns("evaluation_items", "run_id, place")} FROM evaluation_items WHERE project_id = ${projectId} AND contact_id = ${contactId}
      AND (run_id, place) > (${after?.[0] ?? ""}, ${after?.[1] ?? 0}) ORDER BY run_id, place LIMIT ${limit}`,
    (rows) => rows.map((row) => [row.run_id, row.place] as const),
  );
/** What was answered goes; whether it passed stays. One that waits is not asked. */
export const writeErased = (projectId: ProjectId, keys: readonly (readonly [string, number])[], now: number): SQL => sql`
  UPDATE evaluation_items SET faults = '[]', transcript = NULL, state = CASE state WHEN 'waiting' THEN 'erased' ELSE state END, updated_at = ${now}
  WHERE project_id = ${projectId} AND (run_id, place) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(keys)}))`;
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  ["evaluation_items", "evaluation_runs", "question_proposals", "question_proposal_calls"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );
