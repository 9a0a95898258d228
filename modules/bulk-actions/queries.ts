// All SQL of bulk actions.
import { as, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import { iso } from "#kernel/clock/index.ts";
import type { AccountId, BulkActionId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Sort } from "#modules/conversations/contract";
import { type BulkAction, MAX_PASSED_OVER, MAX_UNDER_WAY } from "./contract.ts";

/** The view whose conversations an action takes. */
export interface ListChoice {
  readonly view: string;
  readonly sort?: Sort | undefined;
  readonly filter?: string | undefined;
  readonly except: readonly ConversationId[];
}
export type State = BulkAction["state"];
export interface StoredAction extends BulkAction {
  readonly accountId: AccountId;
  readonly list: ListChoice | null;
  readonly cursor: string | null;
}
const COLUMNS = columns(
  "bulk_actions",
  "id, account_id, action, value, list, cursor, state, conversations, changed, same, passed_over, undone, kept, more, created_at",
);
const actionOf = (row: RowIn<typeof COLUMNS>): StoredAction => ({
  id: row.id as BulkActionId,
  accountId: row.account_id,
  action: row.action,
  value: JSON.parse(row.value) as unknown,
  list: row.list === null ? null : (JSON.parse(row.list) as ListChoice),
  cursor: row.cursor,
  state: row.state as State,
  conversations: row.conversations,
  changed: row.changed,
  same: row.same,
  passedOver: row.passed_over,
  undone: row.undone,
  kept: row.kept,
  more: row.more === 1,
  createdAt: iso(row.created_at),
});

export const readAction = (projectId: ProjectId, id: BulkActionId): Query<StoredAction | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM bulk_actions WHERE project_id = ${projectId} AND id = ${id}`, actionOf);
/** One of the member's own. */
export const readOwnAction = (projectId: ProjectId, accountId: AccountId, id: BulkActionId): Query<StoredAction | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM bulk_actions WHERE project_id = ${projectId} AND id = ${id} AND account_id = ${accountId}`, actionOf);
export const readActionBy = (projectId: ProjectId, accountId: AccountId, clientId: string): Query<StoredAction | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS} FROM bulk_actions WHERE project_id = ${projectId} AND account_id = ${accountId} AND client_id = ${clientId}`,
    actionOf,
  );
export const readPassedOver = (
  projectId: ProjectId,
  id: BulkActionId,
): Query<{ conversationId: ConversationId; why: "stale" | "refused" }[]> =>
  query(
    sql`SELECT ${columns("bulk_action_items", "conversation_id, outcome")} FROM bulk_action_items INDEXED BY bulk_action_items_passed_over
      WHERE project_id = ${projectId} AND bulk_action_id = ${id} AND outcome IN ('stale', 'refused') ORDER BY place LIMIT ${MAX_PASSED_OVER}`,
    (rows) => rows.map((row) => ({ conversationId: row.conversation_id, why: row.outcome === "stale" ? "stale" : "refused" })),
  );

/** Whether a condition holds. */
export const readHolds = (condition: SQL): Query<boolean> =>
  query(sql`SELECT ${condition} ${as.number("holds")}`, ([row]) => row?.holds === 1);

export interface NewAction {
  readonly id: BulkActionId;
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly action: string;
  readonly value: unknown;
  readonly list: ListChoice | null;
  readonly now: number;
}
/** Condition: the action is in one of the states. */
export const actionIs = (projectId: ProjectId, id: BulkActionId, states: readonly State[]): SQL =>
  sql`EXISTS (SELECT 1 FROM bulk_actions WHERE project_id = ${projectId} AND id = ${id} AND state IN (SELECT value FROM json_each(${JSON.stringify(states)})))`;
/** Not stored where the clientId is taken, `when` does not hold, or as many of the member's are under way as may be. */
export const writeAction = (projectId: ProjectId, a: NewAction, when: SQL): SQL => sql`
  INSERT INTO bulk_actions (project_id, id, account_id, client_id, action, value, list, state, created_at)
  SELECT ${projectId}, ${a.id}, ${a.accountId}, ${a.clientId}, ${a.action}, ${JSON.stringify(a.value)}, ${a.list === null ? null : JSON.stringify(a.list)}, ${a.list === null ? "running" : "gathering"}, ${a.now}
  WHERE ${when} AND (SELECT count(*) FROM bulk_actions WHERE project_id = ${projectId} AND account_id = ${a.accountId} AND ended_at IS NULL) < ${MAX_UNDER_WAY}
  ON CONFLICT DO NOTHING`;

export interface NewItem {
  readonly id: ConversationId;
  readonly revision: number;
}
/** Adds conversations of the project behind those that are there; one that is there already, or is none of the project's, is left out. */
export function writeItems(projectId: ProjectId, id: BulkActionId, items: readonly NewItem[], when: SQL): readonly [SQL, SQL] {
  const come = sql`json_each(${JSON.stringify(items)}) k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value ->> 'id'
    WHERE ${when} AND NOT EXISTS (SELECT 1 FROM bulk_action_items i WHERE i.project_id = ${projectId} AND i.bulk_action_id = ${id} AND i.conversation_id = c.id)`;
  const last = sql`coalesce((SELECT max(place) FROM bulk_action_items WHERE project_id = ${projectId} AND bulk_action_id = ${id}), -1)`;
  return [
    sql`UPDATE bulk_actions SET conversations = conversations + (SELECT count(*) FROM ${come}) WHERE project_id = ${projectId} AND id = ${id}`,
    sql`INSERT INTO bulk_action_items (project_id, bulk_action_id, place, conversation_id, revision)
      SELECT ${projectId}, ${id}, ${last} + 1 + k.key, c.id, k.value ->> 'revision' FROM ${come}`,
  ];
}
/** Goes on behind a page of the view, or ends gathering. Has to be the last of its batch, because the others depend on the cursor. */
export const writeGathered = (
  projectId: ProjectId,
  id: BulkActionId,
  { from, next, more }: { from: string | null; next: string | null; more: boolean },
): SQL => sql`
  UPDATE bulk_actions SET cursor = ${next}, more = ${more ? 1 : 0},
    state = ${next === null ? "running" : "gathering"}
  WHERE project_id = ${projectId} AND id = ${id} AND ${isGatheringAt(from)}`;
/** Condition on the columns of bulk_actions. */
const isGatheringAt = (cursor: string | null): SQL => sql`state = 'gathering' AND cursor IS ${cursor}`;
export const gathersAt = (projectId: ProjectId, id: BulkActionId, cursor: string | null): SQL =>
  sql`EXISTS (SELECT 1 FROM bulk_actions WHERE project_id = ${projectId} AND id = ${id} AND ${isGatheringAt(cursor)})`;

/** An item that is still to be done, or taken back. */
export interface Item {
  readonly conversationId: ConversationId;
  readonly revision: number;
  readonly inverse: unknown;
  /** The event of this step is stored already: an earlier run did it and ended before it could say so. */
  readonly applied: boolean;
}
/** `clientId`: of the step's events. */
export const readItems = (
  projectId: ProjectId,
  id: BulkActionId,
  step: "do" | "undo",
  { scope, clientId, limit }: { scope: string; clientId: string; limit: number },
): Query<Item[]> =>
  query(
    sql`SELECT ${columns({ i: "bulk_action_items" }, "i.conversation_id, i.revision, i.inverse")},
        EXISTS (SELECT 1 FROM conversation_events e WHERE e.project_id = i.project_id AND e.conversation_id = i.conversation_id AND e.scope = ${scope} AND e.client_id = ${clientId}) ${as.number("applied")}
      FROM bulk_action_items i INDEXED BY ${sql.raw(step === "do" ? "bulk_action_items_waiting" : "bulk_action_items_to_undo")}
      WHERE i.project_id = ${projectId} AND i.bulk_action_id = ${id} AND ${step === "do" ? sql`i.outcome IS NULL` : sql`i.outcome = 'changed' AND i.undo IS NULL`}
      ORDER BY i.place LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        conversationId: row.conversation_id,
        revision: row.revision,
        inverse: row.inverse === null ? undefined : (JSON.parse(row.inverse) as unknown),
        applied: row.applied !== 0,
      })),
  );
/** What the items were before the action, on which it depends. */
export const writeBefore = (
  projectId: ProjectId,
  id: BulkActionId,
  all: readonly { conversationId: ConversationId; revision: number; inverse: unknown }[],
): SQL => sql`
  UPDATE bulk_action_items SET before_revision = k.revision, inverse = k.inverse
  FROM (SELECT value ->> 'conversationId' AS conversation_id, value ->> 'revision' AS revision, value ->> 'inverse' AS inverse FROM json_each(${JSON.stringify(
    all.map((one) => ({ ...one, inverse: one.inverse === undefined ? null : JSON.stringify(one.inverse) })),
  )})) k
  WHERE project_id = ${projectId} AND bulk_action_id = ${id} AND bulk_action_items.conversation_id = k.conversation_id AND outcome IS NULL`;

export type Outcome = "changed" | "same" | "stale" | "refused" | "undone" | "kept";
/** What came of items, counted where it was not known before. */
export function writeOutcomes(
  projectId: ProjectId,
  id: BulkActionId,
  step: "do" | "undo",
  all: readonly { conversationId: ConversationId; outcome: Outcome }[],
): readonly [SQL, SQL] {
  const column = sql.raw(step === "do" ? "outcome" : "undo");
  const told = sql`(SELECT value ->> 'conversationId' AS conversation_id, value ->> 'outcome' AS told FROM json_each(${JSON.stringify(all)}))`;
  const counted = (...outcomes: readonly Outcome[]): SQL => sql`(SELECT count(*) FROM ${told} k
    JOIN bulk_action_items i ON i.project_id = ${projectId} AND i.bulk_action_id = ${id} AND i.conversation_id = k.conversation_id
    WHERE i.${column} IS NULL AND k.told IN (SELECT value FROM json_each(${JSON.stringify(outcomes)})))`;
  return [
    step === "do"
      ? sql`UPDATE bulk_actions SET changed = changed + ${counted("changed")}, same = same + ${counted("same")}, passed_over = passed_over + ${counted("stale", "refused")}
          WHERE project_id = ${projectId} AND id = ${id}`
      : sql`UPDATE bulk_actions SET undone = undone + ${counted("undone")}, kept = kept + ${counted("kept")} WHERE project_id = ${projectId} AND id = ${id}`,
    sql`UPDATE bulk_action_items SET ${column} = k.told FROM ${told} k
      WHERE project_id = ${projectId} AND bulk_action_id = ${id} AND bulk_action_items.conversation_id = k.conversation_id AND ${column} IS NULL`,
  ];
}
/** Moves on from one of the states; `endedAt` null while a job works on it. */
export const writeState = (
  projectId: ProjectId,
  id: BulkActionId,
  from: readonly State[],
  to: State,
  endedAt: number | null,
  when: SQL = sql`1`,
): SQL =>
  sql`UPDATE bulk_actions SET state = ${to}, ended_at = ${endedAt} WHERE project_id = ${projectId} AND id = ${id} AND state IN (SELECT value FROM json_each(${JSON.stringify(from)})) AND ${when}`;

// --- what ends -------------------------------------------------------------------

export const readOldActions = (before: number, limit: number): Query<{ projectId: ProjectId; id: BulkActionId }[]> =>
  query(
    sql`SELECT ${columns("bulk_actions", "project_id, id")} FROM bulk_actions INDEXED BY bulk_actions_old WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ projectId: row.project_id, id: row.id as BulkActionId })),
  );
/** Deletes some items, and the action once none is left. */
export const writeForgotten = (projectId: ProjectId, id: BulkActionId, items: number): readonly SQL[] => [
  sql`DELETE FROM bulk_action_items WHERE project_id = ${projectId} AND bulk_action_id = ${id} AND place IN (SELECT place FROM bulk_action_items WHERE project_id = ${projectId} AND bulk_action_id = ${id} ORDER BY place LIMIT ${items})`,
  sql`DELETE FROM bulk_actions WHERE project_id = ${projectId} AND id = ${id} AND NOT EXISTS (SELECT 1 FROM bulk_action_items WHERE project_id = ${projectId} AND bulk_action_id = ${id})`,
];
/** Project deletion: nothing runs any more; the schedule deletes the rows. */
export const writeAllStopped = (projectId: ProjectId, when: SQL, now: number): SQL =>
  sql`UPDATE bulk_actions SET state = 'stopped', ended_at = ${now} WHERE project_id = ${projectId} AND ended_at IS NULL AND ${when}`;
