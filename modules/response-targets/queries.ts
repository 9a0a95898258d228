// All SQL of response-time targets but what events write.
import { columns, parseJson, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { type AuditChange, stillMay } from "#modules/projects";
import type { Policy, ResponsePolicies } from "./contract.ts";

// --- policies ------------------------------------------------------------------

export const readPolicies = (projectId: ProjectId): Query<ResponsePolicies> =>
  query(sql`SELECT ${columns("response_policies", "policies, revision")} FROM response_policies WHERE project_id = ${projectId}`, ([row]) =>
    row === undefined ? { policies: [], revision: 0 } : { policies: parseJson<Policy[]>(row.policies as never), revision: row.revision },
  );
/** Condition: the project has policies, so that time is counted at all. */
export const hasPolicies = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM response_policies WHERE project_id = ${projectId} AND policies <> '[]')`;
const stored = (projectId: ProjectId, column: SQL): SQL => sql`SELECT ${column} FROM response_policies WHERE project_id = ${projectId}`;
/** The policies before and after, for the audit log; the entry has to stand before the statement that changes them. */
export const changesOf = (projectId: ProjectId, summary: string): AuditChange[] => [
  { field: "policies", from: sql`coalesce((${stored(projectId, sql`summary`)}), '')`, to: summary },
];
/** Condition: the stored policies are not these. */
export const areOthers = (projectId: ProjectId, policies: readonly Policy[]): SQL =>
  sql`coalesce((${stored(projectId, sql`policies`)}), '[]') <> ${JSON.stringify(policies)}`;
/** Condition: this member may change the policies, and nobody has since the revision. */
export const mayChange = (projectId: ProjectId, revision: number, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "admin")} AND coalesce((${stored(projectId, sql`revision`)}), 0) = ${revision})`;
export const writePolicies = (
  projectId: ProjectId,
  { policies, revision, summary }: { readonly policies: readonly Policy[]; readonly revision: number; readonly summary: string },
  when: SQL,
): SQL => sql`
  INSERT INTO response_policies (project_id, policies, summary, revision, recount_after)
  SELECT ${projectId}, ${JSON.stringify(policies)}, ${summary}, ${revision + 1}, '' WHERE ${when}
  ON CONFLICT (project_id) DO UPDATE SET policies = excluded.policies, summary = excluded.summary, revision = excluded.revision, recount_after = ''`;

// --- computing anew ----------------------------------------------------------------

/** Begins to compute all open clocks of the project anew. */
export const writeRecount = (projectId: ProjectId, when: SQL): SQL =>
  sql`UPDATE response_policies SET recount_after = '' WHERE project_id = ${projectId} AND ${when}`;
/** Up to which conversation that was done; null if nothing waits. */
export const readRecount = (projectId: ProjectId): Query<string | null> =>
  query(
    sql`SELECT ${columns("response_policies", "recount_after")} FROM response_policies WHERE project_id = ${projectId}`,
    ([row]) => row?.recount_after ?? null,
  );
/** Conversations with clocks that are open. */
export const readCounted = (projectId: ProjectId, after: string, limit: number): Query<ConversationId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("response_clocks", "conversation_id")} FROM response_clocks INDEXED BY response_clocks_live WHERE project_id = ${projectId} AND conversation_id > ${after} AND live = 1 ORDER BY conversation_id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.conversation_id),
  );
export const writeStale = (projectId: ProjectId, ids: readonly ConversationId[], checkAt: number): SQL => sql`
  UPDATE response_clocks INDEXED BY response_clocks_live SET stale = 1, version = version + 1, check_at = ${checkAt}
  WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND live = 1 AND ended_at IS NULL AND missed_at IS NULL`;
/** Goes on after a page, unless it began anew meanwhile. */
export const writeRecounted = (projectId: ProjectId, from: string, to: string | null): SQL =>
  sql`UPDATE response_policies SET recount_after = ${to} WHERE project_id = ${projectId} AND recount_after = ${from}`;

// --- clocks -----------------------------------------------------------------------------

const CLOCK = columns(
  "response_clocks",
  "project_id, conversation_id, target, started_at, pauses, paused_at, assistant_at, ended_at, ended_how, ended_by, policy_id, minutes, counts, warn_at, due_at, warned_at, missed_at, outcome, worked_seconds, stale, version, check_at",
);
export type Clock = ReturnType<typeof clockOf>;
const clockOf = (row: RowIn<typeof CLOCK>) => ({
  ...{ projectId: row.project_id, conversationId: row.conversation_id, target: row.target, startedAt: row.started_at },
  pauses: parseJson<[number, number][]>(row.pauses as never),
  ...{ pausedAt: row.paused_at, assistantAt: row.assistant_at },
  ...{ endedAt: row.ended_at, endedHow: row.ended_how, endedBy: row.ended_by, policyId: row.policy_id },
  ...{ minutes: row.minutes, counts: row.counts, warnAt: row.warn_at, dueAt: row.due_at },
  ...{ warnedAt: row.warned_at, missedAt: row.missed_at, outcome: row.outcome, workedSeconds: row.worked_seconds },
  ...{ stale: row.stale !== 0, version: row.version, checkAt: row.check_at },
});
const isClock = ({ projectId, conversationId, target, startedAt, version }: Clock): SQL =>
  sql`project_id = ${projectId} AND conversation_id = ${conversationId} AND target = ${target} AND started_at = ${startedAt} AND version = ${version}`;

/** What has to be computed in a conversation. */
export const readStale = (projectId: ProjectId, conversationId: ConversationId): Query<Clock[]> =>
  query(
    sql`SELECT ${CLOCK} FROM response_clocks INDEXED BY response_clocks_live WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND live = 1 AND stale = 1`,
    (rows) => rows.map(clockOf),
  );
/** The newest clock of each target. */
export const readNewest = (projectId: ProjectId, conversationId: ConversationId): Query<Clock[]> => {
  const newest = (target: SQL): SQL =>
    sql`SELECT * FROM (SELECT * FROM response_clocks WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND target = ${target} ORDER BY started_at DESC LIMIT 1)`;
  return query(
    sql`SELECT ${CLOCK} FROM (${newest(sql`'first'`)} UNION ALL ${newest(sql`'next'`)} UNION ALL ${newest(sql`'resolution'`)})`,
    (rows) => rows.map(clockOf),
  );
};
/** What the schedule has to look at, longest waiting first. */
export const readDue = (now: number, limit: number): Query<Clock[]> =>
  query(
    sql`SELECT ${CLOCK} FROM response_clocks INDEXED BY response_clocks_check WHERE check_at IS NOT NULL AND check_at <= ${now} ORDER BY check_at LIMIT ${limit}`,
    (rows) => rows.map(clockOf),
  );

export interface Computed {
  readonly policyId: string | null;
  readonly minutes: number | null;
  readonly counts: Policy["counts"];
  readonly assistantCounts: boolean;
  readonly dueAt: number | null;
  readonly warnAt: number | null;
  readonly checkAt: number | null;
  readonly missedAt: number | null;
  readonly endedAt: number | null;
  readonly endedHow: Clock["endedHow"];
  readonly outcome: Clock["outcome"];
  readonly workedSeconds: number | null;
  readonly teamId: string | null;
}
/** Stores what follows from what happened, unless more happened meanwhile. */
export const writeComputed = (clock: Clock, c: Computed): SQL => sql`
  UPDATE response_clocks SET policy_id = ${c.policyId}, minutes = ${c.minutes}, counts = ${c.counts}, assistant_counts = ${c.assistantCounts ? 1 : 0},
    due_at = ${c.dueAt}, warn_at = ${c.warnAt}, check_at = ${c.checkAt}, missed_at = ${c.missedAt}, ended_at = ${c.endedAt}, ended_how = ${c.endedHow},
    outcome = ${c.outcome}, worked_seconds = ${c.workedSeconds}, team_id = ${c.teamId}, stale = 0, live = ${c.endedAt === null ? 1 : 0}
  WHERE ${isClock(clock)} AND stale = 1`;

/** Condition: the clock is as it was read, counts, and was neither warned of nor missed as far as is asked. */
export const stillRuns = (clock: Clock, but: "warned" | "missed"): SQL =>
  sql`EXISTS (SELECT 1 FROM response_clocks WHERE ${isClock(clock)} AND ended_at IS NULL AND stale = 0 AND missed_at IS NULL${but === "warned" ? sql` AND warned_at IS NULL` : sql``})`;
export const writeMissed = (clock: Clock, now: number, done: SQL): SQL =>
  sql`UPDATE response_clocks SET missed_at = ${now}, check_at = NULL WHERE ${isClock(clock)} AND missed_at IS NULL AND ${done}`;
export const writeWarned = (clock: Clock, now: number): SQL =>
  sql`UPDATE response_clocks SET warned_at = ${now}, check_at = due_at WHERE ${isClock(clock)} AND ended_at IS NULL AND stale = 0 AND warned_at IS NULL AND missed_at IS NULL`;
/** Of a contact that nobody may answer any more, or a project that is gone. */
export const writeCancelled = (clock: Clock, now: number): SQL =>
  sql`UPDATE response_clocks SET ended_at = coalesce(ended_at, ${now}), ended_how = coalesce(ended_how, 'cancelled'), outcome = 'cancelled', stale = 0, live = 0, check_at = NULL WHERE ${isClock(clock)}`;

// --- deletion of the project -------------------------------------------------------

export const hasClocks = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM response_clocks WHERE project_id = ${projectId})`;
export const writePoliciesGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM response_policies WHERE project_id = ${projectId} AND ${when}`;
/** Removes one page. */
export const writeClocksGone = (projectId: ProjectId, limit: number): SQL => sql`
  DELETE FROM response_clocks WHERE (project_id, conversation_id, target, started_at) IN
    (SELECT project_id, conversation_id, target, started_at FROM response_clocks WHERE project_id = ${projectId} LIMIT ${limit})`;
