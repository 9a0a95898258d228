// All statements on calls of models, usage, and the models that projects choose.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { Config } from "#kernel/config/index.ts";
import type { ModelCallId, ProjectId } from "#kernel/ids/index.ts";
import { belowLimits, type Counter, firstFull } from "#kernel/limits/index.ts";
import { projectIsLive } from "#modules/projects";
import type { Purpose } from "./contract.ts";
import type { PriceSource } from "./prices/price-of.ts";
import { dayOf, micros } from "./rules.ts";
import { ceilingsOf } from "./variables.ts";
import type { ModelChoice, Provider } from "./contract/providers.ts";

// --- spending ------------------------------------------------------------------

/** Expression: what the project has spent on the day, in millionths of a US dollar. */
export const spentOn = (projectId: ProjectId, day: string): SQL =>
  sql`(SELECT coalesce(sum(cost), 0) FROM ai_usage WHERE project_id = ${projectId} AND day = ${day})`;
/** Condition: the project has spent less than its ceiling of the day. */
export const isBelowSpending = (projectId: ProjectId, config: Config, now: number): SQL =>
  sql`${spentOn(projectId, dayOf(now))} < ${micros(ceilingsOf(config).spendUsdPerProject)}`;
/**
 * Condition: with `most` more, in millionths of a US dollar, the project's calls for a purpose have spent no more than a share of its ceiling of the
 * day.
 */
export const isBelowShare = (
  { projectId, purpose, share, most }: { projectId: ProjectId; purpose: string; share: number; most: number },
  config: Config,
  now: number,
): SQL =>
  sql`(SELECT coalesce(sum(cost), 0) FROM ai_usage WHERE project_id = ${projectId} AND day = ${dayOf(now)} AND purpose = ${purpose}) + ${most} <= ${micros(ceilingsOf(config).spendUsdPerProject) * share}`;
/** Spending of a day in millionths of a US dollar, of the projects that have spent anything. */
export const readSpending = (projectIds: readonly ProjectId[], day: string): Query<ReadonlyMap<string, number>> =>
  query(
    sql`SELECT ${columns("ai_usage", "project_id")}, sum(cost) ${as.number("cost")} FROM ai_usage WHERE day = ${day} AND project_id IN (SELECT value FROM json_each(${JSON.stringify(projectIds)})) GROUP BY project_id`,
    (rows) => new Map(rows.map((row) => [row.project_id, row.cost])),
  );

/** What is added to a day's sums. */
export interface Usage extends ModelChoice {
  readonly projectId: ProjectId;
  readonly purpose: string;
  readonly calls: number;
  readonly failed: number;
  readonly input: number;
  readonly output: number;
  readonly cost: number;
  readonly estimated: number;
}
/** Adds to the day's sums if `when` holds. */
export const writeUsage = (usage: readonly Usage[], day: string, when: SQL = sql`1`): SQL => sql`
  INSERT INTO ai_usage (project_id, day, purpose, provider, model, calls, failed, input_tokens, output_tokens, cost, estimated)
  SELECT value ->> 'projectId', ${day}, value ->> 'purpose', value ->> 'provider', value ->> 'model', value ->> 'calls', value ->> 'failed',
    value ->> 'input', value ->> 'output', value ->> 'cost', value ->> 'estimated' FROM json_each(${JSON.stringify(usage)}) WHERE ${when}
  ON CONFLICT (project_id, day, purpose, provider, model) DO UPDATE SET calls = calls + excluded.calls, failed = failed + excluded.failed,
    input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens, cost = cost + excluded.cost,
    estimated = estimated + excluded.estimated`;

/** Rows of a project's day; more models than this are not listed. */
export const MOST_ROWS = 200;
export const readUsage = (projectId: ProjectId, day: string): Query<readonly Usage[]> =>
  query(
    sql`SELECT ${columns("ai_usage", "purpose, provider, model, calls, failed, input_tokens, output_tokens, cost, estimated")} FROM ai_usage WHERE project_id = ${projectId} AND day = ${day} ORDER BY cost DESC LIMIT ${MOST_ROWS}`,
    (rows) =>
      rows.map((row) => ({
        projectId,
        purpose: row.purpose,
        provider: row.provider as Provider,
        model: row.model,
        calls: row.calls,
        failed: row.failed,
        input: row.input_tokens,
        output: row.output_tokens,
        cost: row.cost,
        estimated: row.estimated,
      })),
  );
/** The counts of these counters, in their order. */
export const readCounts = (counters: readonly Pick<Counter, "key" | "window">[]): Query<number[]> =>
  query(
    sql`SELECT coalesce(a.n, 0) ${as.number("n")} FROM json_each(${JSON.stringify(counters, ["key", "window"])}) j LEFT JOIN abuse_counters a ON a.key = j.value ->> 'key' AND a.window = j.value ->> 'window' ORDER BY j.key`,
    (rows) => rows.map((row) => row.n),
  );

/** Projects that are listed; the sums are of all. */
export const MOST_PROJECTS = 100;
export const readInstallationUsage = (
  day: string,
): Query<{ projectId: ProjectId; name: string; calls: number; cost: number; estimated: number }[]> =>
  query(
    sql`SELECT ${columns({ u: "ai_usage", p: "projects" }, "u.project_id, p.name")}, sum(u.calls) ${as.number("calls")}, sum(u.cost) ${as.number("cost")}, sum(u.estimated) ${as.number("estimated")} FROM ai_usage u JOIN projects p ON p.id = u.project_id WHERE u.day = ${day} GROUP BY u.project_id ORDER BY sum(u.cost) DESC, p.name LIMIT ${MOST_PROJECTS}`,
    (rows) =>
      rows.map((row) => ({ projectId: row.project_id, name: row.name, calls: row.calls, cost: row.cost, estimated: row.estimated })),
  );
export const readInstallationSum = (day: string): Query<{ projects: number; calls: number; cost: number }> =>
  query(
    sql`SELECT count(DISTINCT project_id) ${as.number("projects")}, coalesce(sum(calls), 0) ${as.number("calls")}, coalesce(sum(cost), 0) ${as.number("cost")} FROM ai_usage WHERE day = ${day}`,
    ([row]) => ({ projects: row?.projects ?? 0, calls: row?.calls ?? 0, cost: row?.cost ?? 0 }),
  );

// --- calls ---------------------------------------------------------------------

export interface StartedCall extends ModelChoice {
  readonly id: ModelCallId;
  readonly projectId: ProjectId;
  readonly purpose: string;
  readonly now: number;
  readonly deadline: number;
  readonly estimate: number;
  /** Of the day's ceilings: given back if the call fails. */
  readonly counters: readonly Counter[];
}
/** Stores the call if the project lives, has spent less than `ceiling` on the day, and no counter is full. */
export const writeStarted = (call: StartedCall, limits: readonly Counter[], day: string, ceiling: number): SQL => sql`
  INSERT INTO ai_calls (id, project_id, purpose, provider, model, state, started_at, deadline_at, estimate, counted)
  SELECT ${call.id}, ${call.projectId}, ${call.purpose}, ${call.provider}, ${call.model}, 'started', ${call.now}, ${call.deadline}, ${call.estimate},
    ${JSON.stringify(call.counters.map(({ key, window, add }) => ({ key, window, add })))}
  WHERE ${projectIsLive(call.projectId)} AND ${spentOn(call.projectId, day)} < ${ceiling} AND ${belowLimits(limits)}`;
/** Condition: the call has begun and is not settled. */
export const isOpen = (projectId: ProjectId, id: ModelCallId): SQL =>
  sql`EXISTS (SELECT 1 FROM ai_calls WHERE id = ${id} AND project_id = ${projectId} AND state = 'started')`;
/** Whether the call was stored; if not, whether the project lives, and the first full counter. */
export const readStarted = (
  { id, projectId }: Pick<StartedCall, "id" | "projectId">,
  limits: readonly Counter[],
): Query<{ started: boolean; live: boolean; full: number | null }> =>
  query(
    sql`SELECT ${isOpen(projectId, id)} ${as.number("started")}, ${projectIsLive(projectId)} ${as.number("live")}, ${firstFull(limits)} ${as.numberOrNull("full")}`,
    ([row]) => ({ started: row?.started === 1, live: row?.live === 1, full: row?.full ?? null }),
  );

/** How a call ended. */
export interface Ended {
  readonly state: "done" | "failed" | "lost";
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly cost: number;
  readonly source: PriceSource | "estimate";
  readonly providerRequest: string | null;
  readonly error: string | null;
}
export const writeEnded = (projectId: ProjectId, id: ModelCallId, ended: Ended, now: number): SQL => sql`
  UPDATE ai_calls SET state = ${ended.state}, ended_at = ${now}, input_tokens = ${ended.input}, cached_tokens = ${ended.cached},
    output_tokens = ${ended.output}, cost = ${ended.cost}, price_source = ${ended.source}, provider_request = ${ended.providerRequest},
    error = ${ended.error} WHERE id = ${id} AND project_id = ${projectId} AND state = 'started'`;

/** Forgets a call that was not made. */
export const writeUnmade = (projectId: ProjectId, id: ModelCallId): SQL =>
  sql`DELETE FROM ai_calls WHERE id = ${id} AND project_id = ${projectId} AND state = 'started'`;

/** A call whose worker has died: it has not ended long after its deadline. */
export interface LostCall extends ModelChoice {
  readonly id: ModelCallId;
  readonly projectId: ProjectId;
  readonly purpose: string;
  readonly estimate: number;
  readonly counted: readonly Pick<Counter, "key" | "window" | "add">[];
}
export const readLost = (before: number, limit: number): Query<LostCall[]> =>
  query(
    sql`SELECT ${columns("ai_calls", "id, project_id, purpose, provider, model, estimate, counted")} FROM ai_calls WHERE state = 'started' AND deadline_at < ${before} ORDER BY deadline_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        purpose: row.purpose,
        provider: row.provider as Provider,
        model: row.model,
        estimate: row.estimate,
        counted: JSON.parse(row.counted) as LostCall["counted"],
      })),
  );
/** Ids begin with their time, so the oldest come first. */
export const writeForgetCalls = (before: ModelCallId, limit: number): SQL => sql`
  DELETE FROM ai_calls WHERE id IN (SELECT id FROM ai_calls WHERE id < ${before} ORDER BY id LIMIT ${limit})`;
export const writeForgetUsage = (before: string, limit: number): SQL => sql`
  DELETE FROM ai_usage WHERE (project_id, day, purpose, provider, model) IN
    (SELECT project_id, day, purpose, provider, model FROM ai_usage WHERE day < ${before} ORDER BY day LIMIT ${limit})`;

// --- models of a project -------------------------------------------------------

export const readChosen = (projectId: ProjectId): Query<ReadonlyMap<Purpose, ModelChoice>> =>
  query(
    sql`SELECT ${columns("ai_models", "purpose, provider, model")} FROM ai_models WHERE project_id = ${projectId}`,
    (rows) => new Map(rows.map((row) => [row.purpose as Purpose, { provider: row.provider as Provider, model: row.model }])),
  );
/** Expression: the project's model for the purpose as `provider/model`; null without one. */
export const chosenText = (projectId: ProjectId, purpose: Purpose): SQL =>
  sql`(SELECT provider || '/' || model FROM ai_models WHERE project_id = ${projectId} AND purpose = ${purpose})`;
/** Chooses the model where `when` holds; null: none. */
export const writeChosen = (projectId: ProjectId, purpose: Purpose, choice: ModelChoice | null, when: SQL = sql`1`): SQL =>
  choice === null
    ? sql`DELETE FROM ai_models WHERE project_id = ${projectId} AND purpose = ${purpose} AND ${when}`
    : sql`INSERT INTO ai_models (project_id, purpose, provider, model) SELECT ${projectId}, ${purpose}, ${choice.provider}, ${choice.model} WHERE ${projectIsLive(projectId)} AND ${when}
        ON CONFLICT (project_id, purpose) DO UPDATE SET provider = excluded.provider, model = excluded.model`;

export interface ModelTest extends ModelChoice {
  readonly testedAt: number;
  readonly works: boolean;
  readonly tools: boolean | null;
  readonly images: boolean | null;
}
/** Results that are kept of a project's tests. */
const MOST_TESTS = 20;
const flag = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0);
const flagOf = (value: number | null): boolean | null => (value === null ? null : value === 1);
export const readTests = (projectId: ProjectId): Query<readonly ModelTest[]> =>
  query(
    sql`SELECT ${columns("ai_model_tests", "provider, model, tested_at, works, tools, images")} FROM ai_model_tests WHERE project_id = ${projectId} ORDER BY tested_at DESC LIMIT ${MOST_TESTS}`,
    (rows) =>
      rows.map((row) => ({
        provider: row.provider as Provider,
        model: row.model,
        testedAt: row.tested_at,
        works: row.works === 1,
        tools: flagOf(row.tools),
        images: flagOf(row.images),
      })),
  );
/** Replaces the last result of this model and forgets the oldest of others. */
export const writeTest = (projectId: ProjectId, test: ModelTest): SQL[] => [
  sql`INSERT INTO ai_model_tests (project_id, provider, model, tested_at, works, tools, images)
    SELECT ${projectId}, ${test.provider}, ${test.model}, ${test.testedAt}, ${flag(test.works)}, ${flag(test.tools)}, ${flag(test.images)} WHERE ${projectIsLive(projectId)}
    ON CONFLICT (project_id, provider, model) DO UPDATE SET tested_at = excluded.tested_at, works = excluded.works, tools = excluded.tools, images = excluded.images`,
  sql`DELETE FROM ai_model_tests WHERE project_id = ${projectId} AND tested_at < (SELECT min(tested_at) FROM (SELECT tested_at FROM ai_model_tests WHERE project_id = ${projectId} ORDER BY tested_at DESC LIMIT ${MOST_TESTS}))`,
];

/** What a deleted project leaves is its usage: sums and ids, which go with their age. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM ai_models WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM ai_model_tests WHERE project_id = ${projectId} AND ${when}`,
];
