// All SQL of delegations and of what their reports do.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import { days, iso, isoOrNull, seconds } from "#kernel/clock/index.ts";
import { as, columns, columnList, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, DelegationId, DeviceGrantId, DeviceRevocationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { notErased } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import { areUploadedFor, listedFilesJson, parseAttachments } from "#modules/files";
import { deviceHolds, grantHolds } from "#modules/paired-computers";
import { isMember } from "#modules/projects";
import { type Delegation, LEASE_SECONDS, MAX_LISTED, WORK_HEARTBEAT_SECONDS, type Work } from "./contract.ts";

// --- the member ------------------------------------------------------------------

const DELEGATION = columnList`${columns({ w: "delegations" }, "w.id, w.conversation_id, w.kind, w.status, w.delivery_state, w.account_id, w.grant_id, w.task, w.progress, w.progress_at, w.lease_until, w.outcome, w.report, w.created_at, w.started_at, w.ended_at")},
  ${listedFilesJson(sql`w.project_id`, sql`w.files`)} ${as.text("task_files")}, ${listedFilesJson(sql`w.project_id`, sql`w.report_files`)} ${as.text("report_files")},
  (SELECT d.name FROM devices d WHERE d.id = w.device_id AND d.project_id = w.project_id) ${as.textOrNull("device")},
  (SELECT json_group_array(json_object('kind', e.kind, 'state', e.state, 'revision', e.revision)) FROM delegation_effects e WHERE e.delegation_id = w.id AND e.project_id = w.project_id) ${as.text("effects")}`;
const delegationOf = (row: RowIn<typeof DELEGATION>): Delegation => ({
  ...{ id: row.id, conversationId: row.conversation_id, kind: row.kind, status: row.status, deliveryState: row.delivery_state },
  ...{ accountId: row.account_id, grantId: row.grant_id, device: row.device, task: row.task },
  ...{ files: parseAttachments(row.task_files), reportFiles: parseAttachments(row.report_files) },
  progress: row.progress === null || row.progress_at === null ? null : { text: row.progress, at: iso(row.progress_at) },
  leaseUntil: row.status === "started" ? isoOrNull(row.lease_until) : null,
  ...{ outcome: row.outcome, report: row.report, effects: JSON.parse(row.effects) as Delegation["effects"] },
  ...{ createdAt: iso(row.created_at), startedAt: isoOrNull(row.started_at), endedAt: isoOrNull(row.ended_at) },
});
export const readDelegation = (projectId: ProjectId, id: DelegationId): Query<Delegation | undefined> =>
  queryOne(sql`SELECT ${DELEGATION} FROM delegations w WHERE w.project_id = ${projectId} AND w.id = ${id}`, delegationOf);
export const readDelegationBy = (projectId: ProjectId, accountId: AccountId, clientId: string): Query<Delegation | undefined> =>
  queryOne(
    sql`SELECT ${DELEGATION} FROM delegations w WHERE w.project_id = ${projectId} AND w.account_id = ${accountId} AND w.client_id = ${clientId}`,
    delegationOf,
  );
/** Newest first. */
export const readDelegationsOf = (projectId: ProjectId, conversationId: ConversationId): Query<Delegation[]> =>
  query(
    sql`SELECT ${DELEGATION} FROM delegations w INDEXED BY delegations_conversation WHERE w.project_id = ${projectId} AND w.conversation_id = ${conversationId} ORDER BY w.id DESC LIMIT ${MAX_LISTED}`,
    (rows) => rows.map(delegationOf),
  );
/** Condition: no other delegation holds the conversation. */
export const isFree = (projectId: ProjectId, conversationId: ConversationId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM delegations w INDEXED BY delegations_current WHERE w.project_id = ${projectId} AND w.conversation_id = ${conversationId} AND w.status IN ('queued', 'started'))`;
/** Condition: the member has delegated nothing by this client id yet, in whatever conversation. */
export const isNewClientId = (projectId: ProjectId, accountId: AccountId, clientId: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM delegations w WHERE w.project_id = ${projectId} AND w.account_id = ${accountId} AND w.client_id = ${clientId})`;
/** Condition: the grant is the member's own, holds, allows this kind of work, and backs a computer that could take it. */
export const mayDelegate = (projectId: ProjectId, accountId: AccountId, grantId: DeviceGrantId, kind: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM device_grants g WHERE g.project_id = ${projectId} AND g.id = ${grantId} AND g.account_id = ${accountId} AND ${grantHolds(sql`g`, now)} AND EXISTS (SELECT 1 FROM json_each(g.kinds) k WHERE k.value = ${kind})
    AND EXISTS (SELECT 1 FROM devices d INDEXED BY devices_by_grant WHERE d.project_id = g.project_id AND d.grant_id = g.id AND d.revoked_at IS NULL))`;
export interface NewDelegation {
  readonly id: DelegationId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly accountId: AccountId;
  readonly grantId: DeviceGrantId;
  readonly kind: "report" | "reply";
  readonly task: string;
  readonly files: readonly FileId[];
  readonly frontier: number;
  readonly clientId: string;
  readonly now: number;
}
export const writeDelegation = (w: NewDelegation, when: SQL): SQL => sql`
  INSERT INTO delegations (id, project_id, conversation_id, account_id, grant_id, kind, task, files, frontier, client_id, status, created_at)
  SELECT ${w.id}, ${w.projectId}, ${w.conversationId}, ${w.accountId}, ${w.grantId}, ${w.kind}, ${w.task}, ${JSON.stringify(w.files)}, ${w.frontier}, ${w.clientId}, 'queued', ${w.now} WHERE ${when}`;
/** Queued work is cancelled; work that a computer has taken loses its authority too, because nobody knows what it did. */
export const writeCancelled = (projectId: ProjectId, id: DelegationId, by: AccountId, now: number): SQL => sql`
  UPDATE delegations SET status = 'cancelled', delivery_state = CASE status WHEN 'started' THEN 'authority_revoked' END, ended_at = ${now}
  WHERE project_id = ${projectId} AND id = ${id} AND status IN ('queued', 'started') AND (account_id = ${by} OR ${isMember(projectId, by, ["owner", "admin"])})`;
/** Whether the member may cancel it: their own, and for owners and admins everybody's. */
export const mayCancel = (projectId: ProjectId, id: DelegationId, by: AccountId): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("may")} FROM delegations WHERE project_id = ${projectId} AND id = ${id} AND (account_id = ${by} OR ${isMember(projectId, by, ["owner", "admin"])})`,
    (rows) => rows.length > 0,
  );

// --- the connector ---------------------------------------------------------------

/** Condition on a row of `delegations`: its contact is neither erased nor being erased, which a minute's work of the queue may still have to reach. */
const isThere = (projectId: ProjectId, w: SQL): SQL => notErased(projectId, contactOf(projectId, sql`${w}.conversation_id`));
/** Gives the device the oldest queued work of its grant, unless its claim was used, or the grant's jobs of the UTC day are spent. */
export const writeClaim = ({ projectId, grantId, deviceId, kinds, jobsPerDay }: DevicePrincipal, claimId: string, now: number): SQL => sql`
  UPDATE delegations SET status = 'started', claim_id = ${claimId}, device_id = ${deviceId}, started_at = ${now}, lease_until = ${now + seconds(LEASE_SECONDS)}
  WHERE id = (SELECT q.id FROM delegations q INDEXED BY delegations_queue WHERE q.grant_id = ${grantId} AND q.status = 'queued' AND q.project_id = ${projectId}
      AND q.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND ${isThere(projectId, sql`q`)} ORDER BY q.id LIMIT 1)
    AND project_id = ${projectId} AND status = 'queued'
    AND NOT EXISTS (SELECT 1 FROM delegations o WHERE o.project_id = ${projectId} AND o.device_id = ${deviceId} AND o.claim_id = ${claimId})
    AND (SELECT count(*) FROM (SELECT 1 FROM delegations s INDEXED BY delegations_started WHERE s.project_id = ${projectId} AND s.grant_id = ${grantId} AND s.started_at >= ${now - (now % days(1))} LIMIT ${jobsPerDay})) < ${jobsPerDay}
    AND ${deviceHolds(projectId, deviceId, now)}`;
const isOf = ({ projectId, deviceId }: DevicePrincipal, claimId: string): SQL =>
  sql`project_id = ${projectId} AND device_id = ${deviceId} AND claim_id = ${claimId}`;
/** The work of a claim while it is started. */
export const readClaimed = (caller: DevicePrincipal, claimId: string): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns("delegations", "id, kind, task, created_at")}, ${listedFilesJson(sql`delegations.project_id`, sql`delegations.files`)} ${as.text("task_files")}, ${nameOf(sql`account_id`)} ${as.textOrNull("person")} FROM delegations WHERE ${isOf(caller, claimId)} AND status = 'started' AND ${isThere(caller.projectId, sql`delegations`)}`,
    (row) => ({
      ...{ id: row.id, kind: row.kind, task: row.task, person: row.person, createdAt: iso(row.created_at) },
      files: parseAttachments(row.task_files).map(({ id, name, size }) => ({ id, name, size })),
      ...{ leaseSeconds: LEASE_SECONDS, heartbeatSeconds: WORK_HEARTBEAT_SECONDS },
    }),
  );
/** Condition: the work of this claim goes on, by a device that still holds, for a contact that is not being erased. */
export const isWorking = (caller: DevicePrincipal, id: DelegationId, claimId: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM delegations w WHERE w.id = ${id} AND w.project_id = ${caller.projectId} AND w.device_id = ${caller.deviceId} AND w.claim_id = ${claimId} AND w.status = 'started' AND ${isThere(caller.projectId, sql`w`)}) AND ${deviceHolds(caller.projectId, caller.deviceId, now)}`;
/** The work of a claim while that condition holds. */
export const readWorking = (
  caller: DevicePrincipal,
  id: DelegationId,
  claimId: string,
  now: number,
): Query<{ readonly conversationId: ConversationId; readonly files: readonly FileId[] } | undefined> =>
  queryOne(
    sql`SELECT ${columns("delegations", "conversation_id, files")} FROM delegations WHERE id = ${id} AND project_id = ${caller.projectId} AND ${isWorking(caller, id, claimId, now)}`,
    (row) => ({ conversationId: row.conversation_id, files: parseJson<FileId[]>(row.files) }),
  );
/** Keeps the work of a claim, and stores its last line. */
export const writeHeartbeat = (
  caller: DevicePrincipal,
  id: DelegationId,
  claimId: string,
  progress: string | undefined,
  now: number,
): SQL => sql`
  UPDATE delegations SET lease_until = ${now + seconds(LEASE_SECONDS)}${progress === undefined ? sql`` : sql`, progress = ${progress}, progress_at = ${now}`}
  WHERE id = ${id} AND ${isOf(caller, claimId)} AND status = 'started' AND ${deviceHolds(caller.projectId, caller.deviceId, now)}`;
export interface Report {
  readonly outcome: "done" | "failed";
  readonly report: string;
  readonly files: readonly FileId[];
}
/** Ends the work with its report. `owner`: who uploaded its files. */
export const writeReport = (
  caller: DevicePrincipal,
  id: DelegationId,
  claimId: string,
  { outcome, report, files }: Report,
  owner: string,
  now: number,
): SQL => sql`
  UPDATE delegations SET status = 'completed', outcome = ${outcome}, report = ${report}, report_files = ${JSON.stringify(files)}, lease_until = NULL, ended_at = ${now}
  WHERE id = ${id} AND ${isOf(caller, claimId)} AND status = 'started' AND ${areUploadedFor(caller.projectId, owner, sql`delegations.conversation_id`, files)} AND ${deviceHolds(caller.projectId, caller.deviceId, now)}`;
/**
 * What the report does: a note, or of work on a reply that was done, a proposed reply. To be the statement after `writeReport`: nothing
 * when that ended nothing.
 */
export const writeEffects = (projectId: ProjectId, id: DelegationId, now: number): SQL => sql`
  INSERT INTO delegation_effects (delegation_id, project_id, kind, state, changed_at)
  SELECT w.id, w.project_id, CASE WHEN w.kind = 'reply' AND w.outcome = 'done' THEN 'reply' ELSE 'note' END, 'pending', ${now}
  FROM delegations w WHERE w.project_id = ${projectId} AND w.id = ${id} AND w.status = 'completed' AND changes() > 0
  ON CONFLICT DO NOTHING`;
/** The report that ended the work of a claim; undefined once it is erased, which is answered like work that was taken back. */
export const readReport = (caller: DevicePrincipal, id: DelegationId, claimId: string): Query<Report | undefined> =>
  queryOne(
    sql`SELECT ${columns("delegations", "outcome, report, report_files")} FROM delegations WHERE id = ${id} AND ${isOf(caller, claimId)} AND status = 'completed' AND report <> ''`,
    (row) => ({ outcome: row.outcome ?? "failed", report: row.report ?? "", files: parseJson<FileId[]>(row.report_files) }),
  );

// --- what reports do ---------------------------------------------------------------

export interface PendingEffect {
  readonly id: DelegationId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly kind: "note" | "reply";
  readonly frontier: number;
  readonly report: string;
  readonly files: readonly FileId[];
  readonly outcome: "done" | "failed";
  readonly device: DevicePrincipal;
  readonly deviceName: string;
}
const EFFECT = columnList`${columns({ e: "delegation_effects" }, "e.delegation_id, e.project_id, e.kind")},
  ${columns({ w: "delegations" }, "w.conversation_id, w.frontier, w.report, w.report_files, w.outcome, w.grant_id, w.account_id")}, ${columns({ d: "devices" }, "d.id AS device, d.name")}`;
const effectOf = (row: RowIn<typeof EFFECT>): PendingEffect => ({
  ...{ id: row.delegation_id, projectId: row.project_id, conversationId: row.conversation_id, kind: row.kind, frontier: row.frontier },
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

// --- what ends it from outside ---------------------------------------------------------

/** When authority is withdrawn: queued work is cancelled, started work loses it, and what a report has not done yet is blocked. */
export function writeWithdrawn(r: DeviceRevocationId, now: number): readonly SQL[] {
  const devices = sql`SELECT d.project_id, d.id FROM devices d INDEXED BY devices_by_revocation WHERE d.revocation_id = ${r}`;
  // A computer that unpairs leaves what is queued to the others under its grant.
  const grants = sql`SELECT g.project_id, g.id FROM device_grants g INDEXED BY device_grants_by_revocation WHERE g.revocation_id = ${r}
    UNION SELECT d.project_id, d.grant_id FROM devices d INDEXED BY devices_by_revocation WHERE d.revocation_id = ${r}
      AND (d.revoked_why <> 'unpaired' OR NOT EXISTS (SELECT 1 FROM devices o INDEXED BY devices_by_grant WHERE o.project_id = d.project_id AND o.grant_id = d.grant_id AND o.revoked_at IS NULL))`;
  // From what waits, which is little at any time: a device's finished work grows without end.
  const waiting = sql`SELECT e.project_id, e.delegation_id FROM (SELECT DISTINCT project_id FROM devices INDEXED BY devices_by_revocation WHERE revocation_id = ${r}) p
    CROSS JOIN delegation_effects e INDEXED BY delegation_effects_waiting ON e.project_id = p.project_id AND e.state = 'pending'
    CROSS JOIN delegations w ON w.id = e.delegation_id AND w.project_id = e.project_id
    CROSS JOIN devices d ON d.id = w.device_id AND d.project_id = w.project_id AND d.revocation_id = ${r}`;
  return [
    // By joins in this order: the planner would read the whole queue, or every delegation of a project.
    sql`UPDATE delegations SET status = 'cancelled', ended_at = ${now} WHERE id IN (
      SELECT q.id FROM (${grants}) g CROSS JOIN delegations q INDEXED BY delegations_queue ON q.grant_id = g.id AND q.project_id = g.project_id AND q.status = 'queued')`,
    sql`UPDATE delegations SET status = 'revoked', ended_at = ${now}, lease_until = NULL,
      delivery_state = CASE (SELECT d.revoked_why FROM devices d WHERE d.id = delegations.device_id AND d.project_id = delegations.project_id) WHEN 'membership_lost' THEN 'membership_lost' ELSE 'authority_revoked' END
      WHERE id IN (SELECT s.id FROM (${devices}) d CROSS JOIN delegations s INDEXED BY delegations_device ON s.device_id = d.id AND s.project_id = d.project_id AND s.status = 'started')`,
    sql`UPDATE delegations SET delivery_state = 'authorization_lost' WHERE status = 'completed' AND (project_id, id) IN (${waiting})`,
    sql`UPDATE delegation_effects SET state = 'blocked', changed_at = ${now} WHERE state = 'pending' AND (project_id, delegation_id) IN (${waiting})`,
  ];
}
/** Work in conversations whose contact is erased: its texts go, and what has not ended ends. */
export const writeErased = (projectId: ProjectId, ids: readonly ConversationId[], now: number): SQL => sql`
  UPDATE delegations SET task = '', progress = NULL, report = CASE WHEN report IS NULL THEN NULL ELSE '' END,
    delivery_state = CASE status WHEN 'started' THEN 'authority_revoked' ELSE delivery_state END,
    ended_at = coalesce(ended_at, ${now}), lease_until = NULL, status = CASE status WHEN 'queued' THEN 'cancelled' WHEN 'started' THEN 'revoked' ELSE status END
  WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** What erased reports have not done yet is not done any more. */
export const writeErasedEffects = (projectId: ProjectId, ids: readonly ConversationId[], now: number): SQL => sql`
  UPDATE delegation_effects SET state = 'blocked', changed_at = ${now} WHERE project_id = ${projectId} AND state IN ('pending', 'needs_review') AND delegation_id IN (
    SELECT id FROM delegations WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
/** The contact's conversations with work, ended or not. */
export const readDelegatedOf = (
  { projectId, contactId }: { readonly projectId: ProjectId; readonly contactId: string },
  after: string,
  limit: number,
): Query<{ client: string; id: ConversationId }[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.client_id, c.id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.client_id > ${after}
      AND EXISTS (SELECT 1 FROM delegations w WHERE w.project_id = c.project_id AND w.conversation_id = c.id) ORDER BY c.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ client: row.client_id, id: row.id })),
  );
