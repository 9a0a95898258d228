// All SQL of pending replies.
import { as, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import type { ByMail } from "#modules/conversations/contract";

/** The place of a member's pending reply. */
export interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly accountId: AccountId;
}
export interface Intent {
  readonly close: boolean;
  readonly snooze?: { readonly until: string | null } | undefined;
}
export interface Pending extends Intent {
  readonly clientId: string;
  readonly state: "waiting" | "stale" | "refused";
  readonly content: string;
  readonly attachments: readonly FileId[];
  readonly mail: ByMail | undefined;
  readonly frontier: number;
  readonly createdAt: number;
  readonly dueAt: number;
  /** Its author chose the time, rather than seconds to take it back. */
  readonly scheduled: boolean;
}
const COLUMNS = columns("pending_replies", "account_id, client_id, state, content, file_ids, intent, mail, frontier, created_at, due_at");
const pendingOf =
  (scheduled: boolean) =>
  (row: RowIn<typeof COLUMNS>): Pending & { readonly accountId: AccountId } => ({
    ...parseJson<Intent>(row.intent),
    accountId: row.account_id,
    clientId: row.client_id,
    state: row.state,
    content: row.content,
    attachments: parseJson<FileId[]>(row.file_ids),
    mail: row.mail === null ? undefined : parseJson<ByMail>(row.mail),
    frontier: row.frontier,
    createdAt: row.created_at,
    dueAt: row.due_at,
    scheduled,
  });
type OfMember = Pending & { readonly accountId: AccountId };
/** Scheduled replies have a table of their own, with the same columns. */
const table = (scheduled: boolean): SQL => sql.raw(scheduled ? "scheduled_replies" : "pending_replies");
const at = ({ projectId, conversationId, accountId }: Place): SQL =>
  sql`project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId}`;

/** The member's reply that can be taken back for some seconds, or the scheduled one. */
export const readPending = (place: Place, scheduled: boolean): Query<OfMember | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM ${table(scheduled)} WHERE ${at(place)}`, pendingOf(scheduled));
const readWhere = (where: SQL): Query<OfMember | undefined> =>
  queryOne(
    sql`SELECT ${COLUMNS}, 0 ${as.number("scheduled")} FROM pending_replies WHERE ${where} UNION ALL SELECT ${COLUMNS}, 1 FROM scheduled_replies WHERE ${where} LIMIT 1`,
    (row) => pendingOf(row.scheduled === 1)(row),
  );
/** The member's one with this clientId. */
export const readPendingWith = (place: Place, clientId: string): Query<OfMember | undefined> =>
  readWhere(sql`${at(place)} AND client_id = ${clientId}`);
/** The one that waits with this clientId, with its author. */
export const readByClient = ({ projectId, conversationId }: Omit<Place, "accountId">, clientId: string): Query<OfMember | undefined> =>
  readWhere(sql`project_id = ${projectId} AND conversation_id = ${conversationId} AND client_id = ${clientId} AND state = 'waiting'`);
/** All of a conversation, with their authors; undefined where there is no such conversation. */
export const readAll = ({ projectId, conversationId }: Omit<Place, "accountId">, scheduled: boolean): Query<OfMember[] | undefined> =>
  queryOne(
    sql`SELECT (SELECT json_group_array(json_object('account_id', p.account_id, 'client_id', p.client_id, 'state', p.state, 'content', p.content, 'file_ids', p.file_ids, 'intent', p.intent, 'mail', p.mail, 'frontier', p.frontier, 'created_at', p.created_at, 'due_at', p.due_at))
      FROM ${table(scheduled)} p WHERE p.project_id = c.project_id AND p.conversation_id = c.id) ${as.text("list")} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
    (row) => (JSON.parse(row.list) as RowIn<typeof COLUMNS>[]).map(pendingOf(scheduled)),
  );
/** The member's scheduled replies that wait, those first that are due first. */
export const readScheduledOf = (
  projectId: ProjectId,
  accountId: AccountId,
  limit: number,
): Query<{ readonly id: ConversationId; readonly content: string; readonly files: number; readonly dueAt: number }[]> =>
  query(
    sql`SELECT ${columns({ s: "scheduled_replies" }, "s.conversation_id, s.due_at")}, substr(s.content, 1, 300) ${as.text("beginning")}, json_array_length(s.file_ids) ${as.number("files")}
      FROM scheduled_replies s CROSS JOIN conversations c ON c.project_id = s.project_id AND c.id = s.conversation_id
      WHERE s.project_id = ${projectId} AND s.account_id = ${accountId} AND s.state = 'waiting' AND ${notErased(projectId, sql`c.contact_id`)} ORDER BY s.due_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({ id: row.conversation_id as ConversationId, content: row.beginning, files: row.files, dueAt: row.due_at })),
  );
/** The scheduled replies of a member that wait, with their conversations. */
export const readWaitingOf = (
  projectId: ProjectId,
  accountId: AccountId,
  limit: number,
): Query<(Pending & { readonly conversationId: ConversationId })[]> =>
  query(
    sql`SELECT ${COLUMNS}, conversation_id ${as.of<{ conversation_id: ConversationId }>("conversation_id")} FROM scheduled_replies WHERE project_id = ${projectId} AND account_id = ${accountId} AND state = 'waiting' ORDER BY due_at LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ ...pendingOf(true)(row), conversationId: row.conversation_id })),
  );
export const readContactId = ({ projectId, conversationId }: Omit<Place, "accountId">): Query<ContactId | undefined> =>
  queryOne(
    sql`SELECT ${columns("conversations", "contact_id")} FROM conversations WHERE project_id = ${projectId} AND id = ${conversationId}`,
    (row) => row.contact_id,
  );

/** Stores it where `when` holds, unless another one waits, or it waits in the other way. A notice about an earlier one makes room. */
export const writePending = (place: Place, p: Pending, when: SQL): SQL => sql`
  INSERT INTO ${table(p.scheduled)} AS mine (project_id, conversation_id, account_id, client_id, state, content, file_ids, intent, mail, frontier, created_at, due_at)
  SELECT c.project_id, c.id, ${place.accountId}, ${p.clientId}, 'waiting', ${p.content}, ${JSON.stringify(p.attachments)}, ${JSON.stringify({ close: p.close, snooze: p.snooze })},
    ${p.mail === undefined ? null : JSON.stringify(p.mail)}, ${p.frontier}, ${p.createdAt}, ${p.dueAt}
  FROM conversations c WHERE c.project_id = ${place.projectId} AND c.id = ${place.conversationId} AND ${when}
    AND NOT EXISTS (SELECT 1 FROM ${table(!p.scheduled)} WHERE ${at(place)} AND client_id = ${p.clientId} AND state = 'waiting')
  ON CONFLICT (project_id, conversation_id, account_id) DO UPDATE SET client_id = excluded.client_id, state = excluded.state, content = excluded.content, file_ids = excluded.file_ids,
    intent = excluded.intent, mail = excluded.mail, frontier = excluded.frontier, created_at = excluded.created_at, due_at = excluded.due_at WHERE mine.state <> 'waiting'`;

const waitsIn = (scheduled: boolean, where: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table(scheduled)} WHERE ${where} AND state = 'waiting')`;
const waits = (where: SQL): SQL => sql`(${waitsIn(false, where)} OR ${waitsIn(true, where)})`;
/** Condition: this very reply waits. */
export const isWaiting = (place: Place, clientId: string): SQL => waits(sql`${at(place)} AND client_id = ${clientId}`);
/** Condition: a member's reply is about to be sent, so somebody is heard in the conversation within seconds. Scheduled ones don't count. */
export const isBeingAnswered = ({ projectId, conversationId }: Omit<Place, "accountId">): SQL =>
  waitsIn(false, sql`project_id = ${projectId} AND conversation_id = ${conversationId}`);
/** Condition: a reply is scheduled in the conversation. */
export const hasScheduled = ({ projectId, conversationId }: Omit<Place, "accountId">): SQL =>
  waitsIn(true, sql`project_id = ${projectId} AND conversation_id = ${conversationId}`);
/** The name of a member other than this one who scheduled a reply in the conversation, or null: only they can send it or take it back. */
export const otherScheduler = ({
  projectId,
  conversationId,
  accountId,
}: {
  projectId: ProjectId;
  conversationId: SQL;
  accountId: AccountId;
}): SQL =>
  sql`(SELECT a.name FROM scheduled_replies w CROSS JOIN accounts a ON a.id = w.account_id WHERE w.project_id = ${projectId} AND w.conversation_id = ${conversationId} AND w.state = 'waiting' AND w.account_id <> ${accountId} LIMIT 1)`;
/** Condition: one of either waits in the conversation. */
export const hasUnsent = ({ projectId, conversationId }: Omit<Place, "accountId">): SQL =>
  waits(sql`project_id = ${projectId} AND conversation_id = ${conversationId}`);
/** Condition: it waits until that time, so it was held by this batch. */
export const isDueAt = (place: Place, clientId: string, dueAt: number): SQL =>
  waits(sql`${at(place)} AND client_id = ${clientId} AND due_at = ${dueAt}`);
/** Condition: it waits and may be a draft again. The erasure of its contact may have cleared the drafts already. */
export const canComeBack = (place: Place, clientId: string): SQL =>
  sql`${isWaiting(place, clientId)} AND ${notErased(place.projectId, contactOf(place.projectId, place.conversationId))}`;
/** Condition: the message with this clientId of the member was recorded. */
export const isRecorded = ({ projectId, conversationId }: Place, scope: string, clientId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND scope = ${scope} AND client_id = ${clientId})`;

export const readRecorded = (place: Place, scope: string, clientId: string): Query<boolean> =>
  query(sql`SELECT ${isRecorded(place, scope, clientId)} ${as.number("recorded")}`, ([row]) => row?.recorded === 1);

type Kept = Pick<Pending, "clientId" | "scheduled">;
export const writeGone = (place: Place, { clientId, scheduled }: Kept, when: SQL): SQL =>
  sql`DELETE FROM ${table(scheduled)} WHERE ${at(place)} AND client_id = ${clientId} AND ${when}`;
/** Leaves of it the notice that it was not sent. */
export const writeCameBack = (place: Place, { clientId, scheduled }: Kept, state: "stale" | "refused"): SQL =>
  sql`UPDATE ${table(scheduled)} SET state = ${state}, content = '', file_ids = '[]', mail = NULL WHERE ${at(place)} AND client_id = ${clientId} AND state = 'waiting'`;
const BOTH = [false, true] as const;
/** The author has answered since: the notices are about nothing any more. */
export const writeNoticesGone = (place: Place, when: SQL): SQL[] =>
  BOTH.map((scheduled) => sql`DELETE FROM ${table(scheduled)} WHERE ${at(place)} AND state <> 'waiting' AND ${when}`);
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] =>
  BOTH.map((scheduled) => sql`DELETE FROM ${table(scheduled)} WHERE project_id = ${projectId} AND ${when}`);

/** Conversations of a contact that have pending replies, in the order of their clientIds. */
export const readPendingOf = (
  { projectId, contactId }: { readonly projectId: ProjectId; readonly contactId: string },
  after: string,
  limit: number,
): Query<{ client: string; id: ConversationId }[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.client_id, c.id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.client_id > ${after}
      AND (EXISTS (SELECT 1 FROM pending_replies p WHERE p.project_id = c.project_id AND p.conversation_id = c.id)
        OR EXISTS (SELECT 1 FROM scheduled_replies p WHERE p.project_id = c.project_id AND p.conversation_id = c.id)) ORDER BY c.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ client: row.client_id, id: row.id })),
  );
export const writeErased = (projectId: ProjectId, ids: readonly ConversationId[]): SQL[] =>
  BOTH.map(
    (scheduled) =>
      sql`DELETE FROM ${table(scheduled)} WHERE project_id = ${projectId} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );

/** Why a reply was not held; undefined for a conversation that there is not. */
export const readReason = (
  { projectId, conversationId }: Place,
  of: { readonly recorded: SQL; readonly here: SQL; readonly reached: SQL; readonly fresh: SQL; readonly free: SQL; readonly may: SQL },
): Query<
  (Record<"recorded" | "here" | "reached" | "fresh" | "free" | "may", boolean> & { readonly mergedInto: ConversationId | null }) | undefined
> =>
  queryOne(
    sql`SELECT ${of.recorded} ${as.number("recorded")}, ${of.here} ${as.number("here")}, ${of.reached} ${as.number("reached")}, ${of.fresh} ${as.number("fresh")}, ${of.free} ${as.number("free")}, ${of.may} ${as.number("may")}, ${columns({ c: "conversations" }, "c.merged_into")}
      FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
    (row) => ({
      recorded: row.recorded !== 0,
      here: row.here !== 0,
      reached: row.reached !== 0,
      fresh: row.fresh !== 0,
      free: row.free !== 0,
      may: row.may !== 0,
      mergedInto: row.merged_into as ConversationId | null,
    }),
  );
