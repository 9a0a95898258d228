// SQL of delegations: what members and connectors do with them, and what ends them from outside.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import { days, iso, isoOrNull, seconds } from "#kernel/clock/index.ts";
import { as, columns, columnList, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type {
  AccountId,
  ContactId,
  ConversationId,
  DelegationId,
  DeviceGrantId,
  DeviceRevocationId,
  FileId,
  ProjectId,
} from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { notErased } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import { areUploadedFor, listedFilesJson, parseAttachments } from "#modules/files";
import { deviceHolds, grantHolds } from "#modules/paired-computers";
import { isMember } from "#modules/projects";
import {
  type Delegation,
  LEASE_SECONDS,
  MAX_LISTED,
  MAX_QUESTIONS,
  MAX_SENT_BACK,
  type Turn,
  WORK_HEARTBEAT_SECONDS,
  type Work,
} from "./contract.ts";
import { workText } from "./work-text.ts";

// --- the member ------------------------------------------------------------------

// The files as text: without the empty one they would be a list within the list.
const TURNS = sql`(SELECT json_group_array(json_array(t.turn, t.round, t.kind, (SELECT d.name FROM devices d WHERE d.id = t.device_id AND d.project_id = t.project_id), t.outcome, t.said, t.said_at, t.answer, t.answered_at, '' || ${listedFilesJson(sql`t.project_id`, sql`t.files`)}) ORDER BY t.turn)
    FROM delegation_turns t WHERE t.delegation_id = w.id AND t.project_id = w.project_id)`;
export const DELEGATION = columnList`${columns({ w: "delegations" }, "w.id, w.conversation_id, w.kind, w.status, w.delivery_state, w.account_id, w.grant_id, w.task, w.progress, w.progress_at, w.lease_until, w.outcome, w.report, w.round, w.created_at, w.started_at, w.ended_at")},
  ${listedFilesJson(sql`w.project_id`, sql`w.files`)} ${as.text("task_files")}, ${listedFilesJson(sql`w.project_id`, sql`w.report_files`)} ${as.text("report_files")},
  (SELECT d.name FROM devices d WHERE d.id = w.device_id AND d.project_id = w.project_id) ${as.textOrNull("device")},
  (SELECT json_group_array(json_object('kind', e.kind, 'state', CASE WHEN e.state = 'blocked' AND e.decided_by IS NOT NULL THEN 'discarded' ELSE e.state END, 'revision', e.revision)) FROM delegation_effects e WHERE e.delegation_id = w.id AND e.project_id = w.project_id) ${as.text("effects")},
  ${TURNS} ${as.text("turns")}`;
type StoredTurn = [number, number, Turn["kind"], string | null, Turn["outcome"], string, number, string | null, number | null, string];
const turnsOf = (json: string): Turn[] =>
  (JSON.parse(json) as StoredTurn[]).map(([turn, round, kind, device, outcome, text, at, answer, answeredAt, files]) => ({
    ...{ turn, round, kind, device, outcome, text, at: iso(at) },
    answer: answer === null || answeredAt === null ? null : { text: answer, at: iso(answeredAt) },
    files: parseAttachments(files),
  }));
export const delegationOf = (row: RowIn<typeof DELEGATION>): Delegation => ({
  ...{ id: row.id, conversationId: row.conversation_id, kind: row.kind, status: row.status, deliveryState: row.delivery_state },
  ...{ accountId: row.account_id, grantId: row.grant_id, device: row.device, task: row.task },
  ...{ files: parseAttachments(row.task_files), reportFiles: parseAttachments(row.report_files) },
  progress: row.progress === null || row.progress_at === null ? null : { text: row.progress, at: iso(row.progress_at) },
  leaseUntil: row.status === "started" ? isoOrNull(row.lease_until) : null,
  ...{ outcome: row.outcome, report: row.report, effects: JSON.parse(row.effects) as Delegation["effects"] },
  ...{ round: row.round, turns: turnsOf(row.turns) },
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
/** Whose work it is, as an expression. */
export const memberOf = (projectId: ProjectId, id: DelegationId): SQL =>
  sql`(SELECT account_id FROM delegations WHERE project_id = ${projectId} AND id = ${id})`;
/** The conversation that the work is about, as an expression. */
export const aboutOf = (projectId: ProjectId, id: DelegationId): SQL =>
  sql`(SELECT conversation_id FROM delegations WHERE project_id = ${projectId} AND id = ${id})`;
/** Condition: no work on the conversation of this one waits for an answer. */
export const asksNothing = (projectId: ProjectId, id: DelegationId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM delegations WHERE project_id = ${projectId} AND conversation_id = ${aboutOf(projectId, id)} AND status = 'queued' AND asked_at IS NOT NULL)`;
/** Condition: the statement before has cancelled it, and it is another member's. To be the statement after `writeCancelled`. */
export const isCancelledFor = (projectId: ProjectId, id: DelegationId, by: AccountId): SQL =>
  sql`changes() > 0 AND ${memberOf(projectId, id)} <> ${by}`;
/** Whether the member may cancel it: their own, and for owners and admins everybody's. */
export const mayCancel = (projectId: ProjectId, id: DelegationId, by: AccountId): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("may")} FROM delegations WHERE project_id = ${projectId} AND id = ${id} AND (account_id = ${by} OR ${isMember(projectId, by, ["owner", "admin"])})`,
    (rows) => rows.length > 0,
  );

// --- the connector ---------------------------------------------------------------

/** Condition on a row of `delegations`: its contact is neither erased nor being erased, which a minute's work of the queue may still have to reach. */
const isThere = (projectId: ProjectId, w: SQL): SQL => notErased(projectId, contactOf(projectId, sql`${w}.conversation_id`));
/**
 * Gives the device the oldest work of its grant that goes on after an answer, else the oldest that is fresh, unless its claim was used. Fresh
 * work counts as one of the grant's jobs of the UTC day on which it starts; what goes on has counted before.
 */
export const writeClaim = ({ projectId, grantId, deviceId, kinds, jobsPerDay }: DevicePrincipal, claimId: string, now: number): SQL => {
  const isFit = sql`q.grant_id = ${grantId} AND q.status = 'queued' AND q.project_id = ${projectId}
      AND q.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND ${isThere(projectId, sql`q`)}`;
  return sql`
  UPDATE delegations SET status = 'started', claim_id = ${claimId}, device_id = ${deviceId}, started_at = coalesce(started_at, ${now}), lease_until = ${now + seconds(LEASE_SECONDS)}
  WHERE id = coalesce(
      (SELECT q.id FROM delegations q INDEXED BY delegations_resumed WHERE ${isFit} AND q.started_at IS NOT NULL AND q.asked_at IS NULL ORDER BY q.id LIMIT 1),
      (SELECT q.id FROM delegations q INDEXED BY delegations_fresh WHERE ${isFit} AND q.started_at IS NULL
        AND (SELECT count(*) FROM (SELECT 1 FROM delegations s INDEXED BY delegations_started WHERE s.project_id = ${projectId} AND s.grant_id = ${grantId} AND s.started_at >= ${now - (now % days(1))} LIMIT ${jobsPerDay})) < ${jobsPerDay}
        ORDER BY q.id LIMIT 1))
    AND project_id = ${projectId} AND status = 'queued'
    AND NOT EXISTS (SELECT 1 FROM delegations o WHERE o.project_id = ${projectId} AND o.device_id = ${deviceId} AND o.claim_id = ${claimId})
    AND NOT EXISTS (SELECT 1 FROM delegation_turns o WHERE o.project_id = ${projectId} AND o.device_id = ${deviceId} AND o.claim_id = ${claimId})
    AND ${deviceHolds(projectId, deviceId, now)}`;
};
const isOf = ({ projectId, deviceId }: DevicePrincipal, claimId: string): SQL =>
  sql`project_id = ${projectId} AND device_id = ${deviceId} AND claim_id = ${claimId}`;
/** The work of a claim while it is started, with what was said since it was delegated. */
export const readClaimed = (caller: DevicePrincipal, claimId: string): Query<Work | undefined> =>
  queryOne(
    sql`SELECT ${columns({ w: "delegations" }, "w.id, w.kind, w.task, w.created_at")}, ${listedFilesJson(sql`w.project_id`, sql`w.files`)} ${as.text("task_files")}, ${nameOf(sql`w.account_id`)} ${as.textOrNull("person")}, ${TURNS} ${as.text("turns")} FROM delegations w WHERE ${isOf(caller, claimId)} AND status = 'started' AND ${isThere(caller.projectId, sql`w`)}`,
    (row) => ({
      ...{
        id: row.id,
        kind: row.kind,
        task: workText(row.task, turnsOf(row.turns), row.person),
        person: row.person,
        createdAt: iso(row.created_at),
      },
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
/** The report that ended the work of a claim, sent back or not; undefined once it is erased, which is answered like work that was taken back. */
export const readReport = (caller: DevicePrincipal, id: DelegationId, claimId: string): Query<Report | undefined> =>
  queryOne(
    sql`SELECT r.outcome ${as.textOrNull("outcome")}, r.report ${as.text("report")}, r.files ${as.text("files")} FROM (
      SELECT outcome, report, report_files AS files FROM delegations WHERE id = ${id} AND ${isOf(caller, claimId)} AND status = 'completed' AND report <> ''
      UNION ALL SELECT outcome, said, files FROM delegation_turns WHERE delegation_id = ${id} AND ${isOf(caller, claimId)} AND kind = 'report' AND said <> '') r LIMIT 1`,
    (row) => ({ outcome: row.outcome === "done" ? "done" : "failed", report: row.report, files: JSON.parse(row.files) as FileId[] }),
  );

// --- questions -----------------------------------------------------------------------

const turnsSoFar = (projectId: ProjectId, id: SQL | DelegationId, kind?: "question"): SQL =>
  sql`(SELECT count(*) FROM delegation_turns n WHERE n.project_id = ${projectId} AND n.delegation_id = ${id}${kind === undefined ? sql`` : sql` AND n.kind = ${kind}`})`;
/** Stores the question of a claim, which ends with it; the work waits, and nothing has authority over it meanwhile. */
export const writeQuestion = (
  caller: DevicePrincipal,
  id: DelegationId,
  claimId: string,
  question: string,
  now: number,
): readonly SQL[] => [
  sql`INSERT INTO delegation_turns (delegation_id, turn, project_id, round, kind, device_id, claim_id, said, said_at)
    SELECT w.id, 1 + ${turnsSoFar(caller.projectId, id)}, w.project_id, w.round, 'question', w.device_id, w.claim_id, ${question}, ${now} FROM delegations w
    WHERE w.id = ${id} AND ${isOf(caller, claimId)} AND w.status = 'started' AND ${turnsSoFar(caller.projectId, id, "question")} < ${MAX_QUESTIONS} AND ${deviceHolds(caller.projectId, caller.deviceId, now)}
    ON CONFLICT DO NOTHING`,
  sql`UPDATE delegations SET status = 'queued', asked_at = ${now}, lease_until = NULL, progress = NULL, progress_at = NULL WHERE id = ${id} AND ${isOf(caller, claimId)} AND status = 'started' AND changes() > 0`,
];
/** Condition: the question of the claim was stored at this time, and waits. */
export const asksSince = ({ projectId }: DevicePrincipal, id: DelegationId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM delegations WHERE project_id = ${projectId} AND id = ${id} AND status = 'queued' AND asked_at = ${now})`;
/** Whose work the claim is, and about which conversation and contact; undefined once it has ended. */
export const readAsker = (
  caller: DevicePrincipal,
  id: DelegationId,
  claimId: string,
): Query<{ accountId: AccountId; conversationId: ConversationId; contactId: ContactId } | undefined> =>
  queryOne(
    sql`SELECT ${columns({ w: "delegations" }, "w.account_id, w.conversation_id")}, ${contactOf(caller.projectId, sql`w.conversation_id`)} ${as.of<{ contact: ContactId }>("contact")} FROM delegations w WHERE w.id = ${id} AND ${isOf(caller, claimId)} AND w.status = 'started'`,
    (row) => ({ accountId: row.account_id, conversationId: row.conversation_id, contactId: row.contact }),
  );
/** The question with which a claim ended; undefined once it is erased, which is answered like work that was taken back. */
export const readQuestion = (caller: DevicePrincipal, id: DelegationId, claimId: string): Query<string | undefined> =>
  queryOne(
    sql`SELECT ${columns("delegation_turns", "said")} FROM delegation_turns WHERE delegation_id = ${id} AND ${isOf(caller, claimId)} AND kind = 'question' AND said <> ''`,
    (row) => row.said,
  );
/** Whether the work is still started under the claim. */
export const readIsStarted = (caller: DevicePrincipal, id: DelegationId, claimId: string): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("found")} FROM delegations WHERE id = ${id} AND ${isOf(caller, claimId)} AND status = 'started'`,
    (rows) => rows.length > 0,
  );
/** Condition on a row of `delegations` as `w`: its grant holds and backs a computer, so that its work does not wait for nobody. */
const mayGoOn = (now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM device_grants g WHERE g.project_id = w.project_id AND g.id = w.grant_id AND ${grantHolds(sql`g`, now)}
    AND EXISTS (SELECT 1 FROM devices d INDEXED BY devices_by_grant WHERE d.project_id = g.project_id AND d.grant_id = g.id AND d.revoked_at IS NULL))`;
/** Stores the member's answer to the question of their own work that waits for it. */
export const writeAnswer = (
  projectId: ProjectId,
  id: DelegationId,
  turn: number,
  { answer, by, now }: { readonly answer: string; readonly by: AccountId; readonly now: number },
): readonly SQL[] => [
  sql`UPDATE delegation_turns SET answer = ${answer}, answered_by = ${by}, answered_at = ${now}
    WHERE project_id = ${projectId} AND delegation_id = ${id} AND turn = ${turn} AND kind = 'question' AND answer IS NULL
      AND EXISTS (SELECT 1 FROM delegations w WHERE w.project_id = ${projectId} AND w.id = ${id} AND w.account_id = ${by} AND w.status = 'queued' AND w.asked_at IS NOT NULL
        AND ${isThere(projectId, sql`w`)} AND ${mayGoOn(now)})`,
  sql`UPDATE delegations SET asked_at = NULL WHERE project_id = ${projectId} AND id = ${id} AND status = 'queued' AND changes() > 0`,
];

// --- reports that are sent back ----------------------------------------------------------

/**
 * Condition on a row of `delegations` as `w`: its report can be sent back by this member. What authority was lost for is never reopened, and
 * what its report still does is done first.
 */
const canReopen = (by: AccountId): SQL =>
  sql`(w.account_id = ${by} AND w.status = 'completed' AND coalesce(w.delivery_state, 'review') = 'review' AND w.report <> ''
    AND NOT EXISTS (SELECT 1 FROM delegation_effects e WHERE e.project_id = w.project_id AND e.delegation_id = w.id AND e.state IN ('pending', 'blocked')))`;
/** Which conditions of sending back hold, each as an expression. `round`: the one whose report the member saw. */
export const sendingBack = (projectId: ProjectId, id: DelegationId, by: AccountId, round: number, now: number) => {
  const holds = (condition: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM delegations w WHERE w.project_id = ${projectId} AND w.id = ${id} AND ${condition})`;
  return {
    open: holds(sql`${canReopen(by)} AND w.round = ${round}`),
    few: holds(sql`w.round <= ${MAX_SENT_BACK}`),
    allowed: holds(mayGoOn(now)),
  };
};
/** Queues the work again with the member's note, where `done` holds. Its report and the receipt of that become a turn. */
export const writeSentBack = (
  projectId: ProjectId,
  id: DelegationId,
  { note, frontier, by, now }: { readonly note: string; readonly frontier: number; readonly by: AccountId; readonly now: number },
  done: SQL,
): readonly SQL[] => [
  sql`INSERT INTO delegation_turns (delegation_id, turn, project_id, round, kind, device_id, claim_id, outcome, said, said_at, answer, answered_by, answered_at, effect, effect_state, revision, files)
    SELECT w.id, 1 + ${turnsSoFar(projectId, id)}, w.project_id, w.round, 'report', w.device_id, w.claim_id, w.outcome, w.report, w.ended_at, ${note}, ${by}, ${now}, e.kind, e.state, e.revision, w.report_files
    FROM delegations w LEFT JOIN delegation_effects e ON e.delegation_id = w.id AND e.project_id = w.project_id
    WHERE w.project_id = ${projectId} AND w.id = ${id} AND w.status = 'completed' AND ${done}`,
  sql`DELETE FROM delegation_effects WHERE project_id = ${projectId} AND delegation_id = ${id} AND ${done}`,
  sql`UPDATE delegations SET status = 'queued', round = round + 1, frontier = ${frontier}, outcome = NULL, report = NULL, report_files = '[]', delivery_state = NULL, ended_at = NULL, progress = NULL, progress_at = NULL
    WHERE project_id = ${projectId} AND id = ${id} AND status = 'completed' AND ${done}`,
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
/** What was asked, answered, and sent back in these conversations. To come before `writeErased`, as `writeErasedEffects` does. */
export const writeErasedTurns = (projectId: ProjectId, ids: readonly ConversationId[]): SQL => sql`
  UPDATE delegation_turns SET said = '', answer = CASE WHEN answer IS NULL THEN NULL ELSE '' END WHERE project_id = ${projectId} AND delegation_id IN (
    SELECT id FROM delegations WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
/** What erased reports have not done yet is not done any more. */
export const writeErasedEffects = (projectId: ProjectId, ids: readonly ConversationId[], now: number): SQL => sql`
  UPDATE delegation_effects SET state = 'blocked', changed_at = ${now}, decided_by = NULL WHERE project_id = ${projectId} AND (state IN ('pending', 'needs_review') OR decided_by IS NOT NULL AND state = 'blocked') AND delegation_id IN (
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
