// All SQL of automatic assignment.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId, TeamId } from "#kernel/ids/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import { waitsFor } from "#modules/assistant";
import { isNotOnline } from "#modules/availability";
import { isActive } from "#modules/contacts";
import { isFree, openOf } from "#modules/conversations";
import { type AuditChange, hasJoined, isMember, stillMay } from "#modules/projects";
import { isActiveTeam, isInTeam, teamOfConversation } from "#modules/teams";
import type { GivenPool, Mode } from "./contract.ts";

/** Pools of a project at most: its teams, and conversations without one. */
const MAX_POOLS = 51;
const MAX_MEMBERS = 500;
const MAX_COUNTED = 1000;
/** How long the assistant may take to look at a message, before it counts as left to people. */
const PATIENCE = minutes(5);

/** How a pool is stored: the team's id, or empty. */
export const poolOf = (teamId: TeamId | null): string => teamId ?? "";

export interface StoredPool {
  readonly pool: string;
  readonly mode: Mode;
  readonly cap: number | null;
  readonly withinHours: boolean;
  readonly revision: number;
}
const POOL = columns({ p: "auto_assignment_pools" }, "p.pool, p.mode, p.cap, p.within_hours, p.revision");
const isUsable = sql`(p.pool = '' OR ${isActiveTeam(sql`p.project_id`, sql`p.pool`)})`;
const pools = (projectId: ProjectId, which: SQL): Query<StoredPool[]> =>
  query(
    sql`SELECT ${POOL} FROM auto_assignment_pools p WHERE p.project_id = ${projectId} AND ${isUsable} AND ${which} LIMIT ${MAX_POOLS}`,
    (rows) =>
      rows.map((row) => ({
        ...{ pool: row.pool, mode: row.mode, cap: row.cap, withinHours: row.within_hours !== 0, revision: row.revision },
      })),
  );
export const readPools = (projectId: ProjectId): Query<StoredPool[]> => pools(projectId, sql`1`);
/** Those that are on and in which a conversation waits. */
export const readPoolsToFill = (projectId: ProjectId): Query<StoredPool[]> =>
  pools(
    projectId,
    sql`p.mode <> 'off' AND EXISTS (SELECT 1 FROM auto_assignment_waiting w WHERE w.project_id = p.project_id AND w.pool = p.pool)`,
  );
export const hasWaiting = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM auto_assignment_waiting WHERE project_id = ${projectId})`;
export const readHasWaiting = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${hasWaiting(projectId)} ${as.number("waits")}`, ([row]) => row?.waits === 1);

// --- settings -------------------------------------------------------------------

const stored = (projectId: ProjectId, pool: string, column: SQL): SQL =>
  sql`SELECT ${column} FROM auto_assignment_pools WHERE project_id = ${projectId} AND pool = ${pool}`;
const leftOutText = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT group_concat(account_id, ', ') FROM (SELECT account_id FROM auto_assignment_left_out WHERE project_id = ${projectId} ORDER BY account_id)), '')`;
/** Settings before and after, for the audit log; the entry has to stand before the statements that change them. */
export const changesOf = (projectId: ProjectId, { teamId, mode, cap, withinHours, leftOut }: GivenPool): AuditChange[] => {
  const was = (column: SQL): SQL => stored(projectId, poolOf(teamId), column);
  return [
    { field: "mode", from: sql`coalesce((${was(sql`mode`)}), 'off')`, to: mode },
    { field: "cap", from: was(sql`cap`), to: cap },
    { field: "withinHours", from: sql`coalesce((${was(sql`within_hours`)}), 1)`, to: withinHours },
    ...(teamId === null ? [{ field: "leftOut", from: leftOutText(projectId), to: leftOut.toSorted().join(", ") }] : []),
  ];
};
/** Condition: this member may change the pool, nobody has since the revision, and it is of a team that can be chosen. */
export const mayChange = (projectId: ProjectId, { teamId, revision }: GivenPool, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "admin")} AND coalesce((${stored(projectId, poolOf(teamId), sql`revision`)}), 0) = ${revision}
    AND (${poolOf(teamId)} = '' OR ${isActiveTeam(sql`${projectId}`, sql`${poolOf(teamId)}`)}))`;
/** The last of them changes the revision, on which `when` depends. */
export const writePool = (projectId: ProjectId, { teamId, mode, cap, withinHours, leftOut, revision }: GivenPool, when: SQL): SQL[] => [
  ...(teamId === null
    ? [
        sql`DELETE FROM auto_assignment_left_out WHERE project_id = ${projectId} AND ${when}`,
        sql`INSERT INTO auto_assignment_left_out (project_id, account_id) SELECT m.project_id, m.account_id FROM memberships m
          WHERE m.project_id = ${projectId} AND m.account_id IN (SELECT value FROM json_each(${JSON.stringify(leftOut)})) AND ${when}`,
      ]
    : []),
  sql`INSERT INTO auto_assignment_pools (project_id, pool, mode, cap, within_hours, revision)
    SELECT ${projectId}, ${poolOf(teamId)}, ${mode}, ${cap}, ${withinHours ? 1 : 0}, ${revision + 1} WHERE ${when}
    ON CONFLICT (project_id, pool) DO UPDATE SET mode = excluded.mode, cap = excluded.cap, within_hours = excluded.within_hours, revision = excluded.revision`,
];
export const readLeftOut = (projectId: ProjectId): Query<AccountId[]> =>
  query(
    sql`SELECT ${columns("auto_assignment_left_out", "account_id")} FROM auto_assignment_left_out WHERE project_id = ${projectId} LIMIT ${MAX_MEMBERS}`,
    (rows) => rows.map((row) => row.account_id),
  );
export const readWaitingCounts = (projectId: ProjectId): Query<ReadonlyMap<string, number>> =>
  query(
    sql`SELECT pool ${as.text("pool")}, count(*) ${as.number("waiting")} FROM
      (SELECT pool FROM auto_assignment_waiting WHERE project_id = ${projectId} LIMIT ${MAX_COUNTED}) GROUP BY pool`,
    (rows) => new Map(rows.map((row) => [row.pool, row.waiting])),
  );

// --- waiting --------------------------------------------------------------------

interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}
/** Has the conversation wait in the pool of its team, if that is on; one that waits already moves there and keeps its place in time. */
export const writeWaiting = (
  { projectId, conversationId }: Place,
  { cause, now, team, unlessAssigned }: { cause: string; now: number; team?: TeamId | null; unlessAssigned: boolean },
  done: SQL,
): SQL => sql`
  INSERT INTO auto_assignment_waiting (project_id, conversation_id, pool, since, cause)
  SELECT p.project_id, ${conversationId}, p.pool, ${now}, ${cause} FROM auto_assignment_pools p
  WHERE p.project_id = ${projectId} AND p.pool = ${team === undefined ? sql`coalesce(${teamOfConversation(sql`${projectId}`, sql`${conversationId}`)}, '')` : poolOf(team)}
    AND p.mode <> 'off' AND ${done}${
      unlessAssigned
        ? sql` AND EXISTS (SELECT 1 FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${isFree})`
        : sql``
    }
  ON CONFLICT (project_id, conversation_id) DO UPDATE SET pool = excluded.pool`;
/** Of one waiting, or of the conversation whatever made it wait. */
export const writeNotWaiting = ({ projectId, conversationId }: Place, cause: string | undefined, when: SQL): SQL =>
  sql`DELETE FROM auto_assignment_waiting WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${when}${cause === undefined ? sql`` : sql` AND cause = ${cause}`}`;
/** Those that wait in a pool that is off or gone, one page. */
export const writeOffGone = (projectId: ProjectId, limit: number): SQL => sql`
  DELETE FROM auto_assignment_waiting WHERE project_id = ${projectId} AND conversation_id IN (
    SELECT w.conversation_id FROM auto_assignment_waiting w WHERE w.project_id = ${projectId} AND NOT EXISTS (
      SELECT 1 FROM auto_assignment_pools p WHERE p.project_id = w.project_id AND p.pool = w.pool AND p.mode <> 'off' AND ${isUsable}) LIMIT ${limit})`;

// --- what somebody left behind ----------------------------------------------------

/** Members of whom open conversations are counted, and who are none any more. `n`: their row of the counts. */
const ofFormer = (
  projectId: ProjectId,
): SQL => sql`n.project_id = ${projectId} AND n.list >= 'assigned:' AND n.list < 'assigned;' AND n.conversations > 0
    AND NOT ${hasJoined(sql`n.project_id`, sql`substr(n.list, 10)`)}`;
/** Condition: open conversations are assigned to somebody who is no member any more. */
export const hasLeftBehind = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM conversation_counts n WHERE ${ofFormer(projectId)})`;
/** Condition: this one is open and assigned to somebody who is no member any more. */
export const isLeftBehind = ({ projectId, conversationId }: Place): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND c.status = 'open' AND c.assignee_id IS NOT NULL AND NOT ${hasJoined(sql`c.project_id`, sql`c.assignee_id`)})`;
/** Condition on the conversation `c`: it is still open and assigned to this account, which is no member. */
export const stillLeftBehind = (assigneeId: AccountId): SQL =>
  sql`c.status = 'open' AND c.assignee_id = ${assigneeId} AND NOT ${hasJoined(sql`c.project_id`, sql`c.assignee_id`)}`;
export interface LeftBehind {
  readonly conversationId: ConversationId;
  readonly assigneeId: AccountId;
  readonly revision: number;
}
export const readLeftBehind = (projectId: ProjectId, limit: number): Query<LeftBehind[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.id, c.assignee_id, c.revision")}
      FROM conversation_counts n CROSS JOIN conversations c INDEXED BY conversations_assignee ON c.project_id = n.project_id AND c.assignee_id = substr(n.list, 10) AND c.status = 'open'
      WHERE ${ofFormer(projectId)} LIMIT ${limit}`,
    (rows) =>
      rows.flatMap((row) =>
        row.assignee_id === null ? [] : [{ conversationId: row.id, assigneeId: row.assignee_id as AccountId, revision: row.revision }],
      ),
  );

// --- which wait ---------------------------------------------------------------------

export interface Waiting {
  readonly conversationId: ConversationId;
  readonly since: number;
  readonly cause: string;
  /** `person`: it waits for one. `assistant`: that is still to be seen. `no`: it needs nobody any more. */
  readonly waits: "person" | "assistant" | "no";
}
/** Whether the conversation `c` may be assigned in the pool at all. */
const isOpenIn = (projectId: ProjectId, pool: string): SQL => sql`(c.status = 'open' AND c.silenced = 0 AND ${isFree}
  AND coalesce(${teamOfConversation(sql`c.project_id`, sql`c.id`)}, '') = ${pool} AND ${isActive(projectId, sql`c.contact_id`)})`;
/** Oldest first. */
export const readWaiting = (projectId: ProjectId, pool: string, now: number, limit: number): Query<Waiting[]> =>
  query(
    sql`SELECT ${columns({ w: "auto_assignment_waiting" }, "w.conversation_id, w.since, w.cause")},
        coalesce(CASE WHEN ${isOpenIn(projectId, pool)} THEN ${waitsFor(projectId, sql`w.since`, now - PATIENCE)} END, 'no') ${as.text("waits")}
      FROM (SELECT * FROM auto_assignment_waiting INDEXED BY auto_assignment_waiting_pool WHERE project_id = ${projectId} AND pool = ${pool} ORDER BY since, conversation_id LIMIT ${limit}) w
      LEFT JOIN conversations c ON c.project_id = w.project_id AND c.id = w.conversation_id ORDER BY w.since, w.conversation_id`,
    (rows) =>
      rows.map((row) => ({
        ...{ conversationId: row.conversation_id, since: row.since, cause: row.cause, waits: row.waits as Waiting["waits"] },
      })),
  );

// --- assigning ------------------------------------------------------------------

export interface StoredCandidate {
  readonly accountId: AccountId;
  readonly open: number;
  readonly last: number;
}
const lastOf = (projectId: ProjectId, pool: string, account: SQL): SQL =>
  sql`coalesce((SELECT t.at FROM auto_assignment_turns t WHERE t.project_id = ${projectId} AND t.pool = ${pool} AND t.account_id = ${account}), 0)`;
/** Condition: the account takes part in the pool now. */
const takesPart = (projectId: ProjectId, pool: string, account: SQL): SQL => sql`(NOT ${isNotOnline(projectId, account)}
  AND ${
    pool === ""
      ? sql`NOT EXISTS (SELECT 1 FROM auto_assignment_left_out l WHERE l.project_id = ${projectId} AND l.account_id = ${account})`
      : isInTeam(projectId, pool, account)
  })`;
/** Members who take part now, with what they have: a few look-ups by key for each. */
export const readCandidates = (projectId: ProjectId, pool: string): Query<StoredCandidate[]> =>
  query(
    sql`SELECT ${columns({ m: "memberships" }, "m.account_id")}, ${openOf(projectId, sql`m.account_id`)} ${as.number("open")}, ${lastOf(projectId, pool, sql`m.account_id`)} ${as.number("last")}
      FROM memberships m WHERE m.project_id = ${projectId} AND ${takesPart(projectId, pool, sql`m.account_id`)} LIMIT ${MAX_MEMBERS}`,
    (rows) => rows.map((row) => ({ accountId: row.account_id, open: row.open, last: row.last })),
  );
/** Condition on the conversation `c`: all that was read when the member was chosen still holds. */
export const mayGive = (
  projectId: ProjectId,
  { pool, revision, cap }: StoredPool,
  { conversationId, cause, since }: Waiting,
  { accountId, last }: StoredCandidate,
  now: number,
): SQL => sql`
  ${isOpenIn(projectId, pool)} AND ${waitsFor(projectId, sql`${since}`, now - PATIENCE)} = 'person'
  AND EXISTS (SELECT 1 FROM auto_assignment_waiting w WHERE w.project_id = ${projectId} AND w.conversation_id = ${conversationId} AND w.cause = ${cause})
  AND EXISTS (SELECT 1 FROM auto_assignment_pools p WHERE p.project_id = ${projectId} AND p.pool = ${pool} AND p.mode <> 'off' AND p.revision = ${revision} AND ${isUsable})
  AND ${isMember(projectId, accountId)} AND ${takesPart(projectId, pool, sql`${accountId}`)}
  AND ${lastOf(projectId, pool, sql`${accountId}`)} = ${last}
  ${cap === null ? sql`` : sql`AND ${openOf(projectId, sql`${accountId}`)} < ${cap}`}`;
export const writeTurn = (projectId: ProjectId, pool: string, accountId: AccountId, now: number, done: SQL): SQL => sql`
  INSERT INTO auto_assignment_turns (project_id, pool, account_id, at)
  SELECT ${projectId}, ${pool}, ${accountId}, max(${now}, coalesce((SELECT max(t.at) + 1 FROM auto_assignment_turns t WHERE t.project_id = ${projectId} AND t.pool = ${pool}), 0))
  WHERE ${done} ON CONFLICT (project_id, pool, account_id) DO UPDATE SET at = excluded.at`;

// --- deletion -------------------------------------------------------------------

/** Of whoever is no member any more. */
export const writeMemberGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [sql`auto_assignment_left_out`, sql`auto_assignment_turns`].map(
    (table) =>
      sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when} AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = ${table}.account_id)`,
  );
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  [sql`auto_assignment_pools`, sql`auto_assignment_left_out`, sql`auto_assignment_turns`, sql`auto_assignment_waiting`].map(
    (table) => sql`DELETE FROM ${table} WHERE project_id = ${projectId} AND ${when}`,
  );
