// SQL of what reports do in their conversations, and of what members decide about reports that wait for review.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import { columnList, columns, parseJson, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, DelegationId, FileId, ProjectId } from "#kernel/ids/index.ts";

export interface PendingEffect {
  readonly id: DelegationId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly kind: "note" | "reply";
  readonly round: number;
  readonly frontier: number;
  readonly report: string;
  readonly files: readonly FileId[];
  readonly outcome: "done" | "failed";
  readonly device: DevicePrincipal;
  readonly deviceName: string;
}
const EFFECT = columnList`${columns({ e: "delegation_effects" }, "e.delegation_id, e.project_id, e.kind")},
  ${columns({ w: "delegations" }, "w.conversation_id, w.round, w.frontier, w.report, w.report_files, w.outcome, w.grant_id, w.account_id")}, ${columns({ d: "devices" }, "d.id AS device, d.name")}`;
const effectOf = (row: RowIn<typeof EFFECT>): PendingEffect => ({
  ...{
    id: row.delegation_id,
    projectId: row.project_id,
    conversationId: row.conversation_id,
    kind: row.kind,
    round: row.round,
    frontier: row.frontier,
  },
  ...{ report: row.report ?? "", files: parseJson<FileId[]>(row.report_files), outcome: row.outcome ?? "failed", deviceName: row.name },
  device: {
    kind: "device",
    ...{ projectId: row.project_id, deviceId: row.device, grantId: row.grant_id, accountId: row.account_id, kinds: [], jobsPerDay: 0 },
  },
});
const joined = sql`JOIN delegations w ON w.id = e.delegation_id AND w.project_id = e.project_id JOIN devices d ON d.id = w.device_id AND d.project_id = w.project_id`;
/** Those that wait, the longest first: of one delegation, or of all. */
export const readPendingEffects = (
  of: { readonly projectId: ProjectId; readonly id: DelegationId } | { readonly before: number; readonly limit: number },
): Query<PendingEffect[]> =>
  query(
    "id" in of
      ? sql`SELECT ${EFFECT} FROM delegation_effects e ${joined} WHERE e.project_id = ${of.projectId} AND e.delegation_id = ${of.id} AND e.state = 'pending'`
      : sql`SELECT ${EFFECT} FROM (SELECT * FROM delegation_effects INDEXED BY delegation_effects_pending WHERE state = 'pending' AND changed_at <= ${of.before} ORDER BY changed_at LIMIT ${of.limit}) e ${joined}`,
    (rows) => rows.map(effectOf),
  );
type EffectKey = Pick<PendingEffect, "id" | "projectId" | "kind">;
const isEffect = ({ id, projectId, kind }: EffectKey): SQL => sql`delegation_id = ${id} AND project_id = ${projectId} AND kind = ${kind}`;
/** Condition: the effect still waits. */
export const isPending = (key: EffectKey): SQL =>
  sql`EXISTS (SELECT 1 FROM delegation_effects WHERE ${isEffect(key)} AND state = 'pending')`;
/** The receipt: `revision`, or in the batch that stores the event the newest one of the conversation. */
export const writeDone = (
  key: EffectKey & { readonly conversationId: ConversationId },
  now: number,
  done: SQL,
  revision:
    | SQL
    | number = sql`(SELECT max(revision) FROM conversation_events WHERE project_id = ${key.projectId} AND conversation_id = ${key.conversationId})`,
): SQL => sql`
  UPDATE delegation_effects SET state = 'done', changed_at = ${now}, revision = ${revision}
  WHERE ${isEffect(key)} AND state = 'pending' AND ${done}`;
/** It failed, and is tried again a minute later at the earliest. */
export const writeAttempt = (key: EffectKey, now: number): SQL =>
  sql`UPDATE delegation_effects SET attempts = attempts + 1, changed_at = ${now} WHERE ${isEffect(key)} AND state = 'pending'`;
/** It can't be done any more, or a person has to look: with the state of the delegation that says so. */
export const writeSettled = (key: EffectKey, state: "blocked" | "needs_review", now: number): readonly SQL[] => [
  sql`UPDATE delegation_effects SET state = ${state}, changed_at = ${now} WHERE ${isEffect(key)} AND state = 'pending'`,
  sql`UPDATE delegations SET delivery_state = ${state === "blocked" ? "authorization_lost" : "review"} WHERE project_id = ${key.projectId} AND id = ${key.id} AND status = 'completed' AND changes() > 0`,
];

/** Condition: the effect waits for a person. */
export const isInReview = (key: EffectKey): SQL =>
  sql`EXISTS (SELECT 1 FROM delegation_effects WHERE ${isEffect(key)} AND state = 'needs_review')`;
const settled = ({ projectId, id }: EffectKey, state: "review" | null): SQL =>
  sql`UPDATE delegations SET delivery_state = ${state} WHERE project_id = ${projectId} AND id = ${id} AND status = 'completed' AND changes() > 0`;
/** The note that a member added, as its receipt, where `done` holds. */
export const writeAdded = (
  key: EffectKey & { readonly conversationId: ConversationId },
  by: AccountId,
  now: number,
  done: SQL,
): readonly SQL[] => [
  sql`UPDATE delegation_effects SET state = 'done', changed_at = ${now}, decided_by = ${by},
    revision = (SELECT max(revision) FROM conversation_events WHERE project_id = ${key.projectId} AND conversation_id = ${key.conversationId})
    WHERE ${isEffect(key)} AND state = 'needs_review' AND ${done}`,
  settled(key, null),
];
export const writeDiscarded = (key: EffectKey, by: AccountId, now: number): readonly SQL[] => [
  sql`UPDATE delegation_effects SET state = 'blocked', changed_at = ${now}, decided_by = ${by} WHERE ${isEffect(key)} AND state = 'needs_review'`,
  settled(key, null),
];
/** Takes back that a report was discarded, unless it was erased. */
export const writeRestored = (key: EffectKey, now: number): readonly SQL[] => [
  sql`UPDATE delegation_effects SET state = 'needs_review', changed_at = ${now}, decided_by = NULL WHERE ${isEffect(key)} AND state = 'blocked' AND decided_by IS NOT NULL
    AND EXISTS (SELECT 1 FROM delegations w WHERE w.project_id = ${key.projectId} AND w.id = ${key.id} AND w.report <> '')`,
  settled(key, "review"),
];
