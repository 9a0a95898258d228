// Statements on dry runs and their conversations.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, DryRunId, ProjectId } from "#kernel/ids/index.ts";
import type { ModelChoice } from "#modules/ai";
import { BRIEF_COLUMNS, joinContact, notErased, parseBrief } from "#modules/contacts";
import { projectIsLive, stillMay } from "#modules/projects";
import type { DryRun, Finding } from "./contract.ts";
import { calledOf } from "./log-queries.ts";
import type { WatchedRule } from "./rules.ts";
import type { Found } from "./watch/judge.ts";

/** A dry run as its job needs it. */
export interface Run {
  readonly id: DryRunId;
  readonly clientId: string;
  readonly state: DryRun["state"];
  readonly why: DryRun["why"];
  readonly turn: number;
  readonly rules: readonly WatchedRule[];
  readonly choice: ModelChoice;
  readonly from: number;
  readonly until: number;
  readonly total: number;
  readonly judged: number;
  readonly failed: number;
  /** Millionths of a US dollar. */
  readonly cost: number;
  readonly atMost: number;
  readonly createdAt: number;
}
const COLUMNS = columns(
  "monitoring_dry_runs",
  "id, client_id, state, why, turn, rules, provider, model, from_at, until_at, total, judged, failed, cost, at_most, created_at",
);
const run = (row: RowIn<typeof COLUMNS>): Run => ({
  id: row.id,
  clientId: row.client_id,
  state: row.state,
  why: row.why as DryRun["why"],
  turn: row.turn,
  rules: parseJson<WatchedRule[]>(row.rules),
  choice: { provider: row.provider as ModelChoice["provider"], model: row.model },
  from: row.from_at,
  until: row.until_at,
  total: row.total,
  judged: row.judged,
  failed: row.failed,
  cost: row.cost,
  atMost: row.at_most,
  createdAt: row.created_at,
});
export const shownRun = ({ id, state, why, rules, from, until, total, judged, failed, cost, atMost, createdAt }: Run): DryRun => ({
  ...{ id, state, why, total, judged, failed },
  rules: rules.map(({ id: ruleId, name, kind }) => ({ id: ruleId, name, kind })),
  from: iso(from),
  until: iso(until),
  costUsd: cost / 1e6,
  atMostUsd: atMost / 1e6,
  createdAt: iso(createdAt),
});

export const readRun = (projectId: ProjectId, id: DryRunId): Query<Run | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM monitoring_dry_runs WHERE project_id = ${projectId} AND id = ${id}`, run);
export const readRunBy = (projectId: ProjectId, clientId: string): Query<Run | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM monitoring_dry_runs WHERE project_id = ${projectId} AND client_id = ${clientId}`, run);
/** Runs that a project keeps. */
export const KEPT = 10;
export const readRuns = (projectId: ProjectId): Query<Run[]> =>
  query(sql`SELECT ${COLUMNS} FROM monitoring_dry_runs WHERE project_id = ${projectId} ORDER BY created_at DESC LIMIT ${KEPT}`, (rows) =>
    rows.map(run),
  );
/** Whether whoever started or last resumed the run may still start one. */
export const readStarterMay = (projectId: ProjectId, id: DryRunId): Query<boolean> =>
  query(
    sql`SELECT ${stillMay(projectId, sql`r.created_by`, "admin")} ${as.number("may")} FROM monitoring_dry_runs r WHERE r.project_id = ${projectId} AND r.id = ${id}`,
    ([row]) => row?.may === 1,
  );
/** Condition: the run has this state and turn. */
export const isAt = (projectId: ProjectId, id: DryRunId, state: DryRun["state"], turn: number): SQL =>
  sql`EXISTS (SELECT 1 FROM monitoring_dry_runs WHERE project_id = ${projectId} AND id = ${id} AND state = ${state} AND turn = ${turn})`;

/** Stores the run unless another one of the project is under way, or its clientId has stored one. */
export const writeRun = (projectId: ProjectId, r: Run, by: AccountId): SQL => sql`
  INSERT INTO monitoring_dry_runs (id, project_id, client_id, state, turn, rules, provider, model, from_at, until_at, total, judged, failed, cost, at_most, created_by, created_at)
  SELECT ${r.id}, ${projectId}, ${r.clientId}, 'running', ${r.turn}, ${JSON.stringify(r.rules)}, ${r.choice.provider}, ${r.choice.model}, ${r.from}, ${r.until}, ${r.total}, 0, 0, 0, ${r.atMost}, ${by}, ${r.createdAt}
  WHERE ${projectIsLive(projectId)} AND NOT EXISTS (SELECT 1 FROM monitoring_dry_runs WHERE project_id = ${projectId} AND state IN ('running', 'paused')) ON CONFLICT (project_id, client_id) DO NOTHING`;
export const writeItems = (
  projectId: ProjectId,
  id: DryRunId,
  items: readonly { id: ConversationId; contactId: ContactId }[],
  when: SQL,
): SQL => sql`
  INSERT INTO monitoring_dry_items (run_id, place, project_id, conversation_id, contact_id, state, found)
  SELECT ${id}, key, ${projectId}, value ->> 'id', value ->> 'contactId', 'waiting', '[]' FROM json_each(${JSON.stringify(items.map((one) => ({ id: one.id, contactId: one.contactId })))}) WHERE ${when}
  ON CONFLICT (run_id, place) DO NOTHING`;
/** Deletes runs of the project beyond those that it keeps. */
export const writeOldestDeleted = (projectId: ProjectId, when: SQL): SQL[] => {
  const kept = sql`(SELECT id FROM monitoring_dry_runs WHERE project_id = ${projectId} ORDER BY created_at DESC LIMIT ${KEPT})`;
  const old = sql`(SELECT id FROM monitoring_dry_runs WHERE project_id = ${projectId} AND id NOT IN ${kept})`;
  return [
    sql`DELETE FROM monitoring_dry_items WHERE run_id IN ${old} AND ${when}`,
    sql`DELETE FROM monitoring_dry_runs WHERE id IN ${old} AND ${when}`,
  ];
};
/** Changes the state of a run that has not ended; resuming begins a new turn, for which `by` answers. */
export const writeSteered = (
  projectId: ProjectId,
  id: DryRunId,
  { state, why, by, now }: { readonly state: DryRun["state"]; readonly why: DryRun["why"]; readonly by: AccountId; readonly now: number },
): SQL => {
  const resumed = state === "running" ? sql`turn = turn + 1, created_by = ${by},` : sql``;
  return sql`UPDATE monitoring_dry_runs SET state = ${state}, why = ${why}, ${resumed} ended_at = ${state === "cancelled" ? now : null}
    WHERE project_id = ${projectId} AND id = ${id} AND state IN ('running', 'paused') AND state <> ${state}`;
};
/** Pauses the run for a reason that its job found, if it still runs in this turn. */
export const writePaused = (projectId: ProjectId, { id, turn }: Run, why: DryRun["why"]): SQL =>
  sql`UPDATE monitoring_dry_runs SET state = 'paused', why = ${why} WHERE project_id = ${projectId} AND id = ${id} AND state = 'running' AND turn = ${turn}`;

/** Ends the run, because whoever answers for it left, if it still runs in this turn. */
export const writeLeft = (projectId: ProjectId, { id, turn }: Run, now: number): SQL =>
  sql`UPDATE monitoring_dry_runs SET state = 'cancelled', why = 'left', ended_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND state = 'running' AND turn = ${turn}`;

export interface Item {
  readonly place: number;
  readonly conversationId: ConversationId;
  /** Null if the contact was erased. */
  readonly contactId: ContactId | null;
}
export const readWaitingItems = (projectId: ProjectId, id: DryRunId, limit: number): Query<Item[]> =>
  query(
    sql`SELECT ${columns("monitoring_dry_items", "place, conversation_id, contact_id")} FROM monitoring_dry_items WHERE run_id = ${id} AND project_id = ${projectId} AND state = 'waiting' ORDER BY place LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ place: row.place, conversationId: row.conversation_id, contactId: row.contact_id })),
  );
/**
 * Stores what was found in a conversation, once, and what it cost. A run that was cancelled meanwhile keeps its result too: it was paid for.
 * What was found is left out if the contact was erased meanwhile.
 */
export const writeItemJudged = (
  projectId: ProjectId,
  id: DryRunId,
  item: Item,
  found: readonly Found[] | undefined,
  cost: number,
): SQL[] => {
  const waits = sql`EXISTS (SELECT 1 FROM monitoring_dry_items WHERE run_id = ${id} AND place = ${item.place} AND project_id = ${projectId} AND state = 'waiting')`;
  const failed = found === undefined ? 1 : 0;
  return [
    sql`UPDATE monitoring_dry_runs SET judged = judged + ${1 - failed}, failed = failed + ${failed}, cost = cost + ${cost} WHERE project_id = ${projectId} AND id = ${id} AND ${waits}`,
    sql`UPDATE monitoring_dry_items SET state = ${found === undefined ? "failed" : "judged"},
        found = CASE WHEN contact_id IS NOT NULL AND ${notErased(projectId, sql`monitoring_dry_items.contact_id`)} THEN ${JSON.stringify(found ?? [])} ELSE '[]' END
      WHERE run_id = ${id} AND place = ${item.place} AND project_id = ${projectId} AND state = 'waiting'`,
  ];
};
/** Ends the run if nothing waits any more. */
export const writeEnded = (projectId: ProjectId, { id, turn }: Run, now: number): SQL =>
  sql`UPDATE monitoring_dry_runs SET state = 'done', why = NULL, ended_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND state = 'running' AND turn = ${turn}
    AND NOT EXISTS (SELECT 1 FROM monitoring_dry_items WHERE run_id = ${id} AND state = 'waiting')`;

const FOUND = columns({ i: "monitoring_dry_items" }, "i.conversation_id, i.found");
/** What was found so far, in the order of the run; at most as many as a run has conversations. */
export const readFindings = (projectId: ProjectId, id: DryRunId): Query<Finding[]> =>
  query(
    sql`SELECT ${FOUND}, ${BRIEF_COLUMNS} FROM monitoring_dry_items i ${joinContact(sql`i.project_id`, sql`i.contact_id`)} WHERE i.run_id = ${id} AND i.project_id = ${projectId} AND i.state = 'judged' AND i.found <> '[]' ORDER BY i.place LIMIT 200`,
    (rows) =>
      rows.map((row) => ({
        conversationId: row.conversation_id,
        contactId: parseBrief(row).id,
        contactName: calledOf(parseBrief(row)),
        found: parseJson<Finding["found"]>(row.found),
      })),
  );

export interface ItemKey {
  readonly run: DryRunId;
  readonly place: number;
}
export const readItemsOf = (projectId: ProjectId, contactId: ContactId, limit: number): Query<ItemKey[]> =>
  query(
    sql`SELECT ${columns("monitoring_dry_items", "run_id, place")} FROM monitoring_dry_items WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ run: row.run_id, place: row.place })),
  );
export const writeItemsErased = (projectId: ProjectId, keys: readonly ItemKey[]): SQL => sql`
  UPDATE monitoring_dry_items SET found = '[]', contact_id = NULL WHERE project_id = ${projectId} AND (run_id, place) IN (SELECT value ->> 'run', value ->> 'place' FROM json_each(${JSON.stringify(keys)}))`;
export const writeOldRunsDeleted = (before: number, limit: number): SQL[] => {
  const old = sql`(SELECT id FROM monitoring_dry_runs WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
  return [sql`DELETE FROM monitoring_dry_items WHERE run_id IN ${old}`, sql`DELETE FROM monitoring_dry_runs WHERE id IN ${old}`];
};
