// Statements on requests that wait for a visitor, and on the log of runs.
import { days, hours, iso, minutes } from "#kernel/clock/index.ts";
import { as, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ActionRequestId, ActionRunId, AssistantActionId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { localeOfRound } from "#modules/assistant";
import { isActive } from "#modules/contacts";
import { beganOnChannel, contactOf } from "#modules/conversations";
import type { Judged } from "./calls/judge-answer.ts";
import type { Told } from "./calls/read-answer.ts";
import { OUTCOMES, type Run } from "./contract.ts";
import type { InputValues } from "./contract/schema.ts";

/** How long a visitor has to confirm. */
export const REQUEST_TTL = minutes(15);
const REQUESTS_KEPT = days(1);
export const RUNS_KEPT_DAYS = 90;
/** A run without an end after this time is lost: a call takes ten seconds at most. */
const LOST_AFTER = minutes(2);
/** Requests that may wait in a conversation, and runs of a contact in an hour. */
const [MAX_WAITING, MAX_RUNS_HOUR] = [5, 60];

export interface StoredRequest {
  readonly id: ActionRequestId;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly actionId: AssistantActionId;
  readonly actionRevision: number;
  readonly inputs: InputValues;
  readonly hash: string;
  readonly state: "waiting" | "used" | "declined";
  readonly runId: ActionRunId | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}
const REQUEST = columns(
  "assistant_action_requests",
  "id, project_id, conversation_id, contact_id, action_id, action_revision, inputs, inputs_hash, state, run_id, created_at, expires_at",
);
const storedRequest = (row: RowIn<typeof REQUEST>): StoredRequest => ({
  id: row.id,
  projectId: row.project_id,
  conversationId: row.conversation_id,
  contactId: row.contact_id,
  actionId: row.action_id,
  actionRevision: row.action_revision,
  inputs: parseJson<InputValues>(row.inputs),
  hash: row.inputs_hash,
  state: row.state,
  runId: row.run_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
export const readRequestBy = (projectId: ProjectId, cause: string): Query<StoredRequest | undefined> =>
  queryOne(sql`SELECT ${REQUEST} FROM assistant_action_requests WHERE project_id = ${projectId} AND cause = ${cause}`, storedRequest);
/** The same wish, from whatever round, while it can still be confirmed. */
export const readWaiting = (
  projectId: ProjectId,
  conversationId: ConversationId,
  hash: string,
  now: number,
): Query<StoredRequest | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST} FROM assistant_action_requests WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND inputs_hash = ${hash} AND state = 'waiting' AND expires_at > ${now} ORDER BY id DESC LIMIT 1`,
    storedRequest,
  );
/** Only the contact's own. */
export const readOwnRequest = (projectId: ProjectId, contactId: ContactId, id: ActionRequestId): Query<StoredRequest | undefined> =>
  queryOne(
    sql`SELECT ${REQUEST} FROM assistant_action_requests WHERE project_id = ${projectId} AND id = ${id} AND contact_id = ${contactId}`,
    storedRequest,
  );
/**
 * The language of the round that asked, as a tag: the conversation's, which the browser's need not be. The round's id is in the cause,
 * after `assistant:`.
 */
export const readLanguageOfRequest = (projectId: ProjectId, id: ActionRequestId): Query<string | undefined> =>
  queryOne(
    sql`SELECT ${localeOfRound(projectId, sql`substr(cause, 11, instr(cause, '/') - 11)`)} ${as.textOrNull("locale")} FROM assistant_action_requests WHERE project_id = ${projectId} AND id = ${id}`,
    (row) => row.locale ?? undefined,
  );
export const readOwnRequests = (
  projectId: ProjectId,
  contactId: ContactId,
  conversationId: ConversationId,
  limit: number,
): Query<StoredRequest[]> =>
  query(
    sql`SELECT ${REQUEST} FROM assistant_action_requests WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND contact_id = ${contactId} ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map(storedRequest),
  );
/** Whether the conversation began in the widget, where a visitor can confirm and enter a code. */
export const readInWidget = (projectId: ProjectId, conversationId: ConversationId): Query<boolean | undefined> =>
  queryOne(sql`SELECT ${beganOnChannel(projectId, conversationId, "widget")} ${as.number("widget")}`, (row) => row.widget !== 0);
/** Condition: the conversation is this contact's, who may write. */
const askerHolds = (projectId: ProjectId, conversationId: ConversationId, contactId: ContactId): SQL =>
  sql`${contactOf(projectId, conversationId)} = ${contactId} AND ${isActive(projectId, contactId)}`;
export const writeRequest = (
  r: Omit<StoredRequest, "state" | "runId" | "createdAt" | "expiresAt"> & { readonly cause: string; readonly now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO assistant_action_requests (id, project_id, conversation_id, contact_id, action_id, action_revision, cause, inputs, inputs_hash, state, created_at, expires_at)
  SELECT ${r.id}, ${r.projectId}, ${r.conversationId}, ${r.contactId}, ${r.actionId}, ${r.actionRevision}, ${r.cause}, ${JSON.stringify(r.inputs)}, ${r.hash}, 'waiting', ${r.now}, ${r.now + REQUEST_TTL}
  WHERE ${askerHolds(r.projectId, r.conversationId, r.contactId)} AND ${when}
    AND (SELECT count(*) FROM (SELECT 1 FROM assistant_action_requests WHERE project_id = ${r.projectId} AND conversation_id = ${r.conversationId} AND state = 'waiting' AND expires_at > ${r.now} LIMIT ${MAX_WAITING})) < ${MAX_WAITING}
  ON CONFLICT (project_id, cause) DO NOTHING`;
export const writeDeclined = (projectId: ProjectId, contactId: ContactId, id: ActionRequestId, now: number): SQL => sql`
  UPDATE assistant_action_requests SET state = 'declined' WHERE project_id = ${projectId} AND id = ${id} AND contact_id = ${contactId} AND state = 'waiting' AND expires_at > ${now}`;
/** The one statement that uses a confirmation: of these inputs, in time, and never twice. */
export const writeRequestUsed = (
  projectId: ProjectId,
  contactId: ContactId,
  id: ActionRequestId,
  hash: string,
  runId: ActionRunId,
  now: number,
  when: SQL,
): SQL => sql`
  UPDATE assistant_action_requests SET state = 'used', run_id = ${runId}
  WHERE project_id = ${projectId} AND id = ${id} AND contact_id = ${contactId} AND inputs_hash = ${hash} AND state = 'waiting' AND expires_at > ${now} AND ${when}`;
/** Condition: this run has used the request. */
export const requestUsedBy = (projectId: ProjectId, id: ActionRequestId, runId: ActionRunId): SQL =>
  sql`EXISTS (SELECT 1 FROM assistant_action_requests WHERE project_id = ${projectId} AND id = ${id} AND run_id = ${runId})`;

const RUN = columns(
  "assistant_action_runs",
  "id, project_id, action_id, action_name, kind, conversation_id, started_by, inputs, state, outcome, status, told, took, started_at",
);
export interface StoredRun extends Omit<Run, "startedAt"> {
  readonly projectId: ProjectId;
  readonly startedAt: number;
}
const storedRun = (row: RowIn<typeof RUN>): StoredRun => ({
  id: row.id,
  projectId: row.project_id,
  actionId: row.action_id,
  actionName: row.action_name,
  kind: row.kind,
  conversationId: row.conversation_id,
  startedBy: row.started_by,
  inputs: parseJson<Run["inputs"]>(row.inputs),
  state: row.state,
  outcome: OUTCOMES.find((one) => one === row.outcome) ?? null,
  status: row.status,
  told: JSON.parse(row.told ?? "[]") as Told[],
  took: row.took,
  startedAt: row.started_at,
});
export const toRun = ({ projectId: _, startedAt, ...run }: StoredRun): Run => ({ ...run, startedAt: iso(startedAt) });

export const readRunBy = (projectId: ProjectId, cause: string): Query<StoredRun | undefined> =>
  queryOne(sql`SELECT ${RUN} FROM assistant_action_runs WHERE project_id = ${projectId} AND cause = ${cause}`, storedRun);
export const readRunsOf = (projectId: ProjectId, ids: readonly ActionRunId[]): Query<StoredRun[]> =>
  query(
    sql`SELECT ${RUN} FROM assistant_action_runs WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    (rows) => rows.map(storedRun),
  );
/** Newest first. */
export const readRuns = (
  projectId: ProjectId,
  actionId: AssistantActionId | undefined,
  before: string | undefined,
  limit: number,
): Query<StoredRun[]> =>
  query(
    sql`SELECT ${RUN} FROM assistant_action_runs WHERE project_id = ${projectId}${actionId === undefined ? sql`` : sql` AND action_id = ${actionId}`}${before === undefined ? sql`` : sql` AND id < ${before}`} ORDER BY id DESC LIMIT ${limit}`,
    (rows) => rows.map(storedRun),
  );
/** The latest run of exactly these inputs that a visitor confirmed in the conversation since this time. */
export const readConfirmedRun = (
  projectId: ProjectId,
  conversationId: ConversationId,
  hash: string,
  since: number,
): Query<StoredRun | undefined> =>
  queryOne(
    sql`SELECT ${RUN} FROM assistant_action_runs WHERE project_id = ${projectId} AND started_at > ${since} AND id = (SELECT q.run_id FROM assistant_action_requests q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.inputs_hash = ${hash} AND q.state = 'used' ORDER BY q.id DESC LIMIT 1)`,
    storedRun,
  );

export interface NewRun {
  readonly id: ActionRunId;
  readonly projectId: ProjectId;
  readonly actionId: AssistantActionId;
  readonly actionName: string;
  readonly kind: Run["kind"];
  readonly asker: { readonly conversationId: ConversationId; readonly contactId: ContactId } | undefined;
  readonly startedBy: Run["startedBy"];
  readonly cause: string;
  readonly inputs: InputValues;
  readonly now: number;
}
export const writeRun = (r: NewRun, when: SQL): SQL => sql`
  INSERT INTO assistant_action_runs (id, project_id, action_id, action_name, kind, conversation_id, contact_id, started_by, cause, inputs, state, started_at)
  SELECT ${r.id}, ${r.projectId}, ${r.actionId}, ${r.actionName}, ${r.kind}, ${r.asker?.conversationId ?? null}, ${r.asker?.contactId ?? null}, ${r.startedBy}, ${r.cause}, ${JSON.stringify(r.inputs)}, 'started', ${r.now}
  WHERE ${when}${
    r.asker === undefined
      ? sql``
      : sql` AND ${askerHolds(r.projectId, r.asker.conversationId, r.asker.contactId)}
    AND (SELECT count(*) FROM (SELECT 1 FROM assistant_action_runs WHERE project_id = ${r.projectId} AND contact_id = ${r.asker.contactId} AND started_at > ${r.now - hours(1)} LIMIT ${MAX_RUNS_HOUR})) < ${MAX_RUNS_HOUR}`
  }
  ON CONFLICT (project_id, cause) DO NOTHING`;
/** Ends a run, once; after an erasure there is nothing to end. */
export const writeRunEnd = (projectId: ProjectId, id: ActionRunId, judged: Judged, took: number, now: number): SQL => sql`
  UPDATE assistant_action_runs SET state = ${judged.state}, outcome = ${judged.outcome}, status = ${judged.status}, told = ${JSON.stringify(judged.told)}, took = ${took}, ended_at = ${now}
  WHERE project_id = ${projectId} AND id = ${id} AND state = 'started'`;
/** Ends up to `limit` runs that have no end: nobody knows whether the service did it. */
export const writeLostRuns = (now: number, limit: number): SQL => sql`
  UPDATE assistant_action_runs SET state = CASE kind WHEN 'changes' THEN 'unknown' ELSE 'failed' END, outcome = 'lost', ended_at = ${now}
  WHERE id IN (SELECT id FROM assistant_action_runs INDEXED BY assistant_action_runs_open WHERE state = 'started' AND started_at < ${now - LOST_AFTER} LIMIT ${limit})`;
/** Deletes up to `limit` old rows of each table. */
export const writeOldGone = (now: number, limit: number): SQL[] => [
  sql`DELETE FROM assistant_action_runs WHERE id IN (SELECT id FROM assistant_action_runs WHERE started_at < ${now - days(RUNS_KEPT_DAYS)} ORDER BY started_at LIMIT ${limit})`,
  sql`DELETE FROM assistant_action_requests WHERE id IN (SELECT id FROM assistant_action_requests WHERE expires_at < ${now - REQUESTS_KEPT} ORDER BY expires_at LIMIT ${limit})`,
];

type Log = "assistant_action_requests" | "assistant_action_runs";
const ofContact = (projectId: ProjectId, contactId: ContactId): SQL => sql`project_id = ${projectId} AND contact_id = ${contactId}`;
export const selectOfContact = (table: Log, projectId: ProjectId, contactId: ContactId): SQL =>
  sql`SELECT 1 FROM ${sql.raw(table)} WHERE ${ofContact(projectId, contactId)}`;
export const readKeysOfContact = (table: Log, projectId: ProjectId, contactId: ContactId, limit: number): Query<string[]> =>
  query(sql`SELECT id FROM ${sql.raw(table)} WHERE ${ofContact(projectId, contactId)} LIMIT ${limit}`, (rows) =>
    rows.map(({ id }) => String(id)),
  );
export const writeGone = (table: Log, projectId: ProjectId, ids: readonly string[]): SQL =>
  sql`DELETE FROM ${sql.raw(table)} WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
