// All SQL of simulations.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ModelCallId, ProjectId, ScenarioId, SimulationRunId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isBelowShare } from "#modules/ai";
import { Guidance } from "#modules/assistant/contract";
import { type CallUnderWay, DEAD_AFTER, PURPOSE, SHARE } from "#modules/evaluation";
import type { RunReason } from "#modules/evaluation/contract";
import { stillMay } from "#modules/projects";
import * as v from "valibot";
import type { Ending, Scenario, ScenarioContent, SimulatedTurn, SimulationItem, SimulationRun } from "./contract.ts";

// --- scenarios -----------------------------------------------------------------

const SCENARIO = columnList`${columns("scenarios", "id, content, revision, updated_at")}`;
const scenarioOf = (row: RowIn<typeof SCENARIO>): Scenario => ({
  ...{ id: row.id, content: JSON.parse(row.content) as ScenarioContent, revision: row.revision, updatedAt: iso(row.updated_at) },
});
/** The newest first; `before`: the last one of the page before. */
export const readScenarios = (projectId: ProjectId, before: string | undefined, limit: number): Query<Scenario[]> =>
  query(
    sql`SELECT ${SCENARIO} FROM scenarios WHERE project_id = ${projectId} AND archived_at IS NULL ${before === undefined ? sql`` : sql`AND id < ${before}`} ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map(scenarioOf),
  );
export const readScenario = (projectId: ProjectId, id: ScenarioId): Query<(Scenario & { archived: boolean }) | undefined> =>
  queryOne(
    sql`SELECT ${SCENARIO}, ${columns("scenarios", "archived_at")} FROM scenarios WHERE id = ${id} AND project_id = ${projectId}`,
    (row) => ({ ...scenarioOf(row), archived: row.archived_at !== null }),
  );
export const readScenarioBy = (projectId: ProjectId, clientId: string): Query<Scenario | undefined> =>
  queryOne(sql`SELECT ${SCENARIO} FROM scenarios WHERE project_id = ${projectId} AND client_id = ${clientId}`, scenarioOf);
const chosen = (projectId: ProjectId, ids: readonly ScenarioId[]): SQL =>
  sql`FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN scenarios s ON s.id = k.value AND s.project_id = ${projectId} AND s.archived_at IS NULL`;
export const readChosenCount = (projectId: ProjectId, ids: readonly ScenarioId[]): Query<number> =>
  query(sql`SELECT count(*) ${as.number("n")} ${chosen(projectId, ids)}`, ([row]) => row?.n ?? 0);
interface Written {
  readonly id: ScenarioId;
  readonly projectId: ProjectId;
  readonly content: ScenarioContent;
  readonly by: AccountId;
  readonly now: number;
}
export const writeScenario = (s: Written & { clientId: string }): SQL => sql`
  INSERT INTO scenarios (id, project_id, client_id, content, revision, created_by, created_at, updated_at)
  SELECT ${s.id}, ${s.projectId}, ${s.clientId}, ${JSON.stringify(s.content)}, 1, ${s.by}, ${s.now}, ${s.now} WHERE ${stillMay(s.projectId, s.by, "admin")} ON CONFLICT DO NOTHING`;
export const writeScenarioChange = (s: Written & { revision: number }): SQL => sql`
  UPDATE scenarios SET content = ${JSON.stringify(s.content)}, revision = revision + 1, updated_at = ${s.now}
  WHERE id = ${s.id} AND project_id = ${s.projectId} AND revision = ${s.revision} AND archived_at IS NULL AND ${stillMay(s.projectId, s.by, "admin")}`;
export const writeArchived = (projectId: ProjectId, id: ScenarioId, now: number): SQL =>
  sql`UPDATE scenarios SET archived_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND archived_at IS NULL`;

// --- runs ----------------------------------------------------------------------

export interface RunKey {
  readonly projectId: ProjectId;
  readonly id: SimulationRunId;
}
const RUN = columnList`${columns(
  { r: "simulation_runs" },
  "r.id, r.customer_model, r.model, r.guidance_version, r.config_hash, r.budget, r.raised, r.state, r.reason, r.detail, r.wanted, r.passed, r.failed, r.review, r.cost, r.created_at, r.ended_at",
)}, ${nameOf(sql`r.created_by`)} ${as.textOrNull("starter")}`;
const runOf = (row: RowIn<typeof RUN>): SimulationRun => ({
  ...{ id: row.id, customerModel: row.customer_model, model: row.model, guidanceVersion: row.guidance_version },
  ...{ configHash: row.config_hash, budgetUsd: row.budget / 1e6, raised: row.raised === 1 },
  ...{ state: row.state, reason: row.reason as RunReason | null, detail: row.detail },
  ...{ wanted: row.wanted, passed: row.passed, failed: row.failed, needsReview: row.review, costUsd: row.cost / 1e6 },
  ...{ startedBy: row.starter, startedAt: iso(row.created_at), endedAt: isoOrNull(row.ended_at) },
});
/** The newest first; `before`: the last one of the page before. */
export const readRuns = (projectId: ProjectId, before: string | undefined, limit: number): Query<SimulationRun[]> =>
  query(
    sql`SELECT ${RUN} FROM simulation_runs r WHERE r.project_id = ${projectId} ${before === undefined ? sql`` : sql`AND r.id < ${before}`} ORDER BY r.id DESC LIMIT ${limit}`,
    (rows) => rows.map(runOf),
  );
export const readRun = ({ projectId, id }: RunKey): Query<SimulationRun | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM simulation_runs r WHERE r.id = ${id} AND r.project_id = ${projectId}`, runOf);
export const readRunBy = (projectId: ProjectId, clientId: string): Query<SimulationRun | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM simulation_runs r WHERE r.project_id = ${projectId} AND r.client_id = ${clientId}`, runOf);

export interface NewRun extends RunKey {
  readonly clientId: string;
  readonly scenarioIds: readonly ScenarioId[];
  readonly customerModel: string;
  readonly model: string;
  readonly guidanceVersion: number;
  readonly guidance: Guidance;
  readonly hash: string;
  /** In millionths of a US dollar, as what is reserved for a message of the customer and for an answer. */
  readonly budget: number;
  readonly mostCustomer: number;
  readonly mostAnswer: number;
  readonly raised: boolean;
  readonly by: AccountId;
  readonly now: number;
}
export const runExists = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM simulation_runs WHERE id = ${id} AND project_id = ${projectId})`;
/** Starts a run with the scenarios as they are, unless another one is open. */
export const writeRun = (r: NewRun): SQL[] => [
  sql`INSERT INTO simulation_runs (id, project_id, client_id, customer_model, model, guidance_version, guidance, config_hash, budget, most_customer, most_answer, raised, state, wanted, passed, failed, review, cost, created_by, created_at, updated_at)
    SELECT ${r.id}, ${r.projectId}, ${r.clientId}, ${r.customerModel}, ${r.model}, ${r.guidanceVersion}, ${JSON.stringify(r.guidance)}, ${r.hash}, ${r.budget}, ${r.mostCustomer}, ${r.mostAnswer}, ${r.raised ? 1 : 0}, 'running',
      ${r.scenarioIds.length}, 0, 0, 0, 0, ${r.by}, ${r.now}, ${r.now}
    WHERE ${r.scenarioIds.length} = (SELECT count(*) ${chosen(r.projectId, r.scenarioIds)}) AND ${stillMay(r.projectId, r.by, r.raised ? "owner" : "admin")} ON CONFLICT DO NOTHING`,
  sql`INSERT INTO simulation_items (project_id, run_id, place, scenario_id, scenario, state, missing, turns, cost, took, updated_at)
    SELECT ${r.projectId}, ${r.id}, k.key + 1, s.id, s.content, 'waiting', '[]', '[]', 0, 0, ${r.now} ${chosen(r.projectId, r.scenarioIds)} WHERE ${runExists(r)} ON CONFLICT DO NOTHING`,
];

/** A run as its job knows it. */
export interface Work extends RunKey {
  readonly customerModel: string;
  readonly model: string;
  readonly guidance: Guidance;
}
/** Undefined unless it is running. */
export const readWork = ({ projectId, id }: RunKey): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns("simulation_runs", "customer_model, model, guidance")} FROM simulation_runs WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`,
    (row) => ({
      ...{ projectId, id, customerModel: row.customer_model, model: row.model, guidance: v.parse(Guidance, JSON.parse(row.guidance)) },
    }),
  );
export const isRunning = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM simulation_runs WHERE id = ${id} AND project_id = ${projectId} AND state = 'running')`;
/** Condition: it has not ended. */
export const isOpen = ({ projectId, id }: RunKey): SQL =>
  sql`EXISTS (SELECT 1 FROM simulation_runs WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL)`;
const isWithinBudget = ({ projectId, id }: RunKey, most: number): SQL =>
  sql`EXISTS (SELECT 1 FROM simulation_runs WHERE id = ${id} AND project_id = ${projectId} AND cost + ${most} <= budget)`;
/** Condition: all evaluation of the project leaves half of its day to answers, unless an owner raised it for this run. */
const isWithinShare = ({ projectId, id }: RunKey, most: number, config: Config, now: number): SQL =>
  sql`(EXISTS (SELECT 1 FROM simulation_runs WHERE id = ${id} AND project_id = ${projectId} AND raised = 1) OR ${isBelowShare({ projectId, purpose: PURPOSE, share: SHARE, most }, config, now)})`;

export const writePaused = ({ projectId, id }: RunKey, reason: RunReason | null, detail: string | null, now: number): SQL =>
  sql`UPDATE simulation_runs SET state = 'paused', reason = ${reason}, detail = ${detail}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'`;
/** Resumes a paused run, unless a message of it is still being asked for. */
export const writeResumed = ({ projectId, id }: RunKey, now: number): SQL => sql`
  UPDATE simulation_runs SET state = 'running', reason = NULL, detail = NULL, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'paused'
    AND NOT EXISTS (SELECT 1 FROM simulation_items WHERE project_id = ${projectId} AND run_id = ${id} AND state = 'asking' AND updated_at > ${now - DEAD_AFTER})`;
/** Ends a run before its end. `budget`: the conversations that have begun end by it. */
export const writeEnded = ({ projectId, id }: RunKey, state: "failed" | "cancelled", reason: RunReason | null, now: number): SQL[] => [
  sql`UPDATE simulation_runs SET state = ${state}, reason = ${reason}, ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND ended_at IS NULL`,
  ...(reason === "budget_reached"
    ? [
        sql`UPDATE simulation_items SET ending = 'budget', updated_at = ${now} WHERE project_id = ${projectId} AND run_id = ${id} AND state = 'waiting' AND json_array_length(turns) > 0 AND changes() > 0`,
      ]
    : []),
];
/** Ends the run if every scenario has ended. */
export const writeDone = ({ projectId, id }: RunKey, now: number): SQL => sql`
  UPDATE simulation_runs SET state = 'done', reason = NULL, ended_at = ${now}, updated_at = ${now} WHERE id = ${id} AND project_id = ${projectId} AND state = 'running'
    AND NOT EXISTS (SELECT 1 FROM simulation_items WHERE project_id = ${projectId} AND run_id = ${id} AND state IN ('waiting', 'asking'))`;

// --- items ---------------------------------------------------------------------

export interface Next {
  readonly place: number;
  /** Undefined while no message is asked for. */
  readonly asking: CallUnderWay | undefined;
  readonly scenario: ScenarioContent;
  readonly turns: readonly SimulatedTurn[];
  /** What is reserved for a message of the customer, and for an answer. */
  readonly mostCustomer: number;
  readonly mostAnswer: number;
}
/** One for which a message is being asked, else the first that has not ended. */
export const readNext = ({ projectId, id }: RunKey): Query<Next | undefined> =>
  queryOne(
    sql`SELECT ${columns({ i: "simulation_items", r: "simulation_runs" }, "i.place, i.state, i.call_id, i.updated_at, i.scenario, i.turns, r.most_customer, r.most_answer")}
      FROM simulation_items i JOIN simulation_runs r ON r.id = i.run_id AND r.project_id = i.project_id
      WHERE i.project_id = ${projectId} AND i.run_id = ${id} AND i.state IN ('asking', 'waiting') ORDER BY i.state, i.place LIMIT 1`,
    (row) => ({
      ...{ place: row.place, mostCustomer: row.most_customer, mostAnswer: row.most_answer },
      asking: row.state === "asking" && row.call_id !== null ? { call: row.call_id, since: row.updated_at } : undefined,
      ...{ scenario: JSON.parse(row.scenario) as ScenarioContent, turns: JSON.parse(row.turns) as SimulatedTurn[] },
    }),
  );
const isAt = ({ projectId, id }: RunKey, place: number, turns: number): SQL =>
  sql`project_id = ${projectId} AND run_id = ${id} AND place = ${place} AND state = 'waiting' AND json_array_length(turns) = ${turns}`;
interface Step {
  readonly work: RunKey;
  readonly place: number;
  /** Messages so far. */
  readonly turns: number;
  /** What is reserved for the next one. */
  readonly most: number;
}
/** Notes the call that begins, for a message that nobody asks for yet, if there is money for it and no other message of the run is asked for. */
export const writeAsking = ({ work, place, turns, most }: Step, call: ModelCallId, config: Config, now: number, begun: SQL): SQL => sql`
  UPDATE simulation_items SET state = 'asking', call_id = ${call}, updated_at = ${now} WHERE ${isAt(work, place, turns)}
    AND NOT EXISTS (SELECT 1 FROM simulation_items o WHERE o.project_id = ${work.projectId} AND o.run_id = ${work.id} AND o.state = 'asking')
    AND ${isRunning(work)} AND ${isWithinBudget(work, most)} AND ${isWithinShare(work, most, config, now)} AND ${begun}`;
export const readAsking = (
  { work, place, most }: Step,
  call: ModelCallId,
  config: Config,
  now: number,
): Query<{ readonly asking: boolean; readonly withinBudget: boolean; readonly withinShare: boolean }> =>
  query(
    sql`SELECT EXISTS (SELECT 1 FROM simulation_items WHERE project_id = ${work.projectId} AND run_id = ${work.id} AND place = ${place} AND call_id = ${call} AND state = 'asking') ${as.number("asking")},
      ${isWithinBudget(work, most)} ${as.number("budget")}, ${isWithinShare(work, most, config, now)} ${as.number("share")}`,
    ([row]) => ({ asking: row?.asking === 1, withinBudget: row?.budget === 1, withinShare: row?.share === 1 }),
  );
export interface Result {
  readonly state: "waiting" | "passed" | "failed" | "needs_review";
  readonly ending: Ending | null;
  readonly missing: readonly string[];
  readonly turns: readonly SimulatedTurn[];
  readonly cost: number;
  readonly took: number;
}
/** Stores what came of a message and counts it in the run, once: by the call that was made, or, without one, while the message is still due. */
export const writeResult = ({ work, place, turns }: Step, call: ModelCallId | null, result: Result, now: number): SQL[] => [
  sql`UPDATE simulation_items SET state = ${result.state}, call_id = ${result.state === "needs_review" ? call : null}, ending = ${result.ending}, missing = ${JSON.stringify(result.missing)}, turns = ${JSON.stringify(result.turns)},
    cost = cost + ${result.cost}, took = took + ${result.took}, updated_at = ${now}
    WHERE ${call === null ? isAt(work, place, turns) : sql`project_id = ${work.projectId} AND run_id = ${work.id} AND place = ${place} AND state = 'asking' AND call_id = ${call}`}`,
  sql`UPDATE simulation_runs SET passed = passed + ${result.state === "passed" ? 1 : 0}, failed = failed + ${result.state === "failed" ? 1 : 0}, review = review + ${result.state === "needs_review" ? 1 : 0},
    cost = cost + ${result.cost}, updated_at = ${now} WHERE id = ${work.id} AND project_id = ${work.projectId} AND changes() > 0`,
];
/** Puts a message back whose call was refused: it was not written, and that is known. */
export const writeWaiting = ({ work, place }: Step, call: ModelCallId, now: number): SQL =>
  sql`UPDATE simulation_items SET state = 'waiting', call_id = NULL, updated_at = ${now} WHERE project_id = ${work.projectId} AND run_id = ${work.id} AND place = ${place} AND state = 'asking' AND call_id = ${call}`;
/** Of a message whose worker died: nobody knows whether the model wrote it. It costs what was reserved for it, also in a run that has ended. */
export const writeLost = ({ work, place, most }: Step, call: ModelCallId, now: number): SQL[] => [
  sql`UPDATE simulation_items SET state = 'needs_review', cost = cost + ${most}, updated_at = ${now} WHERE project_id = ${work.projectId} AND run_id = ${work.id} AND place = ${place} AND state = 'asking' AND call_id = ${call}`,
  sql`UPDATE simulation_runs SET review = review + 1, cost = cost + ${most}, updated_at = ${now} WHERE id = ${work.id} AND project_id = ${work.projectId} AND changes() > 0`,
];
/** In the order of their scenarios, after a place. */
export const readItems = ({ projectId, id }: RunKey, after: number, limit: number): Query<SimulationItem[]> =>
  query(
    sql`SELECT ${columns("simulation_items", "place, scenario, state, ending, missing, turns, cost, took")} FROM simulation_items WHERE project_id = ${projectId} AND run_id = ${id} AND place > ${after} ORDER BY place LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{
          place: row.place,
          scenario: JSON.parse(row.scenario) as ScenarioContent,
          state: row.state,
          ending: row.ending as Ending | null,
        },
        ...{ missing: JSON.parse(row.missing) as string[], turns: JSON.parse(row.turns) as SimulatedTurn[] },
        ...{ costUsd: row.cost / 1e6, took: row.took },
      })),
  );
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  ["simulation_items", "simulation_runs", "scenarios"].map(
    (table) => sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND ${when}`,
  );
