// Reads activity for notifications of members: new events, and the current state of their conversations.
import { BRIEF_COLUMNS, type ContactBrief, joinContact, parseBrief } from "#modules/contacts";
import { as, columnList, columns, type Query, query, type RowIn, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { Origin } from "../contract.ts";
import { presentAssignee } from "./assignee.ts";

/** A message that a customer wrote, an assignment, or a note of a member. */
export interface Activity {
  readonly id: string;
  readonly at: number;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly kind: "message" | "assigned" | "note";
  readonly actorId: string | null;
  /** The new assignee, for an assignment. */
  readonly assignedTo: string | null;
  /** The members whom a note mentions. */
  readonly mentioned: readonly string[];
  /** The current assignee, if they are still a member. */
  readonly assigneeId: string | null;
  /** Whether it was assigned after this, so that the assignee may have been another one. */
  readonly assignedSince: boolean;
  /** Whether the customer had already written in the conversation. */
  readonly known: boolean;
}
const byPerson = sql`m.origin ->> '$.automatic' IS NULL AND m.origin ->> '$.door' <> 'import'`;
const ACTIVITY = columnList`${columns({ e: "conversation_events" }, "e.id, e.created_at, e.project_id, e.conversation_id, e.contact_id, e.revision, e.kind, e.actor_id")}, e.data ->> 'assigneeId' ${as.textOrNull("assigned_to")}, e.data -> 'mentions' ${as.textOrNull("mentions")}, ${presentAssignee} ${as.textOrNull("assignee_id")},
        EXISTS (SELECT 1 FROM messages p WHERE p.project_id = e.project_id AND p.conversation_id = e.conversation_id AND p.revision < e.revision AND p.author_role = 'visitor' AND p.kind = 'message' AND p.origin ->> '$.automatic' IS NULL) ${as.number("known")},
        EXISTS (SELECT 1 FROM conversation_events a WHERE a.project_id = e.project_id AND a.conversation_id = e.conversation_id AND a.revision > e.revision AND a.kind = 'assigned') ${as.number("assigned_since")}`;
const joined = sql`JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id LEFT JOIN messages m ON m.id = e.message_id`;
/** Condition on the event `e`: it is activity. Automatic messages, imports, and what is in a silenced conversation are not. */
const isActivity = sql`(e.kind = 'assigned' OR (e.kind = 'message' AND e.actor_role = 'visitor' AND c.silenced = 0 AND ${byPerson})
          OR (e.kind = 'note' AND c.silenced = 0 AND m.origin ->> '$.door' = 'dashboard'))`;
const activity = (row: RowIn<typeof ACTIVITY>): Activity => ({
  id: row.id,
  at: row.created_at,
  projectId: row.project_id,
  conversationId: row.conversation_id,
  contactId: row.contact_id,
  revision: row.revision,
  kind: row.kind as Activity["kind"],
  actorId: row.actor_id,
  assignedTo: row.assigned_to,
  mentioned: row.mentions === null ? [] : (JSON.parse(row.mentions) as string[]),
  assigneeId: row.assignee_id,
  assignedSince: row.assigned_since !== 0,
  known: row.known !== 0,
});
/** Activity of all projects by time, after the given one. Automatic messages and imports are left out. */
export const readActivity = (after: { at: number; id: string }, until: number, limit: number): Query<Activity[]> =>
  query(
    sql`SELECT ${ACTIVITY} FROM conversation_events e ${joined}
      WHERE e.created_at >= ${after.at} AND e.created_at <= ${until} AND (e.created_at > ${after.at} OR e.id > ${after.id}) AND ${isActivity}
      ORDER BY e.created_at, e.id LIMIT ${limit}`,
    (rows) => rows.map(activity),
  );
/** Which of these events of a project are activity. */
export const readActivityAmong = (projectId: ProjectId, ids: readonly string[]): Query<Activity[]> =>
  query(
    sql`SELECT ${ACTIVITY} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN conversation_events e ON e.id = k.value AND e.project_id = ${projectId} ${joined} WHERE ${isActivity}`,
    (rows) => rows.map(activity),
  );

/** The state of a conversation for one member. */
export interface ConversationState {
  readonly id: ConversationId;
  readonly contact: ContactBrief;
  /** If they are still a member. */
  readonly assigneeId: string | null;
  /** Since when the customer has been waiting; null when they are not. */
  readonly waitingSince: number | null;
  /** Revision up to which the member has read. */
  readonly readRevision: number;
}
export const readConversationStates = (projectId: ProjectId, me: AccountId, ids: readonly ConversationId[]): Query<ConversationState[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.id, c.waiting_since")}, ${presentAssignee} ${as.textOrNull("assignee_id")}, ${BRIEF_COLUMNS}, coalesce((SELECT r.revision FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0) ${as.number("read_revision")}
      FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value ${joinContact(sql`c.project_id`, sql`c.contact_id`)}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        contact: parseBrief(row),
        assigneeId: row.assignee_id,
        waitingSince: row.waiting_since,
        readRevision: row.read_revision,
      })),
  );

export interface WrittenMessage {
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly authorId: string | null;
}
/** Author and conversation of messages. */
export const readWrittenMessages = (ids: readonly MessageId[]): Query<WrittenMessage[]> =>
  query(
    sql`SELECT ${columns({ m: "messages", c: "conversations" }, "m.id, m.conversation_id, m.revision, m.author_id, c.contact_id")} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN messages m ON m.id = k.value
      JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id WHERE m.author_role = 'operator'`,
    (rows) =>
      rows.map((row) => ({
        messageId: row.id,
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        revision: row.revision,
        authorId: row.author_id,
      })),
  );

/** Revisions that are searched for the customer's messages. */
const LOOK_BACK = 200;
/** Condition on the message `m`: the contact itself wrote it, and it still has its text. */
const byCustomer = sql`m.author_role = 'visitor' AND m.kind = 'message' AND m.erased_at IS NULL AND ${byPerson} AND m.origin ->> '$.differentSender' IS NOT 1`;
/** The customer's newest texts since a revision, oldest first, truncated; no automatic or erased ones, and none of a different sender. */
export const readCustomerTexts = (
  projectId: ProjectId,
  conversationId: ConversationId,
  since: number,
  limit: number,
  max: number,
): Query<string[]> =>
  query(
    sql`SELECT substr(m.content, 1, ${max}) ${as.text("content")} FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.revision >= ${since}
        AND m.revision > (SELECT revision FROM conversations WHERE project_id = ${projectId} AND id = ${conversationId}) - ${LOOK_BACK}
        AND ${byCustomer} ORDER BY m.revision DESC LIMIT ${limit}`,
    (rows) => rows.map((row) => row.content).toReversed(),
  );

/** A message that the contact itself wrote. */
export interface CustomerMessage {
  readonly id: MessageId;
  readonly revision: number;
  readonly at: number;
  readonly channel: Origin["door"];
  readonly content: string;
}
/** The same texts as messages, from the revision of a message on (`since`; an erased message or none of this project: none) or all. */
export const readCustomerMessages = (
  projectId: ProjectId,
  conversationId: ConversationId,
  since: MessageId | undefined,
  limit: number,
  max: number,
): Query<CustomerMessage[]> =>
  query(
    sql`SELECT ${columns({ m: "messages" }, "m.id, m.revision, m.created_at")}, m.origin ->> '$.door' ${as.of<{ door: Origin["door"] }>("door")}, substr(m.content, 1, ${max}) ${as.text("content")} FROM messages m
      WHERE m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.revision > (SELECT revision FROM conversations WHERE project_id = ${projectId} AND id = ${conversationId}) - ${LOOK_BACK}
        ${since === undefined ? sql`` : sql`AND m.revision >= (SELECT s.revision FROM messages s WHERE s.id = ${since} AND s.project_id = ${projectId})`} AND ${byCustomer} ORDER BY m.revision DESC LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({ id: row.id, revision: row.revision, at: row.created_at, channel: row.door, content: row.content })).toReversed(),
  );

/** A conversation of the past with the length of what its customer wrote. */
export interface PastConversation {
  readonly id: ConversationId;
  readonly contactId: ContactId;
  readonly characters: number;
}
/** Conversations with the newest activity in a period, newest first; only the newest `messages` of each count, each with at most `max` characters. */
export const readPastConversations = (
  projectId: ProjectId,
  { from, until }: { from: number; until: number },
  limit: number,
  { messages, max }: { messages: number; max: number },
): Query<PastConversation[]> => {
  // One range of the index for each status; sorted together they are the newest of all.
  const of = (status: string) =>
    sql`SELECT * FROM (SELECT id, contact_id, revision, last_activity_at FROM conversations WHERE project_id = ${projectId} AND status = ${status} AND last_activity_at >= ${from} AND last_activity_at < ${until} ORDER BY last_activity_at DESC, id DESC LIMIT ${limit})`;
  return query(
    sql`SELECT ${columns({ c: "conversations" }, "c.id, c.contact_id")},
        coalesce((SELECT sum(min(length(t.content), ${max})) FROM (SELECT m.content FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = c.id AND m.revision > c.revision - ${LOOK_BACK} AND ${byCustomer} ORDER BY m.revision DESC LIMIT ${messages}) t), 0) ${as.number("characters")}
      FROM (${of("open")} UNION ALL ${of("snoozed")} UNION ALL ${of("closed")} ORDER BY last_activity_at DESC, id DESC LIMIT ${limit}) c`,
    (rows) =>
      rows.filter(({ characters }) => characters > 0).map((row) => ({ id: row.id, contactId: row.contact_id, characters: row.characters })),
  );
};
