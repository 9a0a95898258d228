// Messages that one conversation shows of another one, from which it was split off. They are stored once, where they were written: an event
// of the kind `quoted` names the message, and whoever reads the thread reads it through that.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { MAX_QUOTED, type AuthorRole, type Origin, QUOTED } from "../contract.ts";
import { writeRead } from "./read-marks.ts";

/** A message that can be split off, as the customer sees it. */
export interface Quotable {
  readonly id: MessageId;
  readonly revision: number;
  readonly role: AuthorRole;
  readonly at: number;
  readonly isAutomatic: boolean;
  readonly content: string;
  readonly files: number;
}
/**
 * A customer's message and, with `later`, those after it that the customer can see, oldest first; one more than can be split off at once.
 * Empty if the message is not one of theirs in this conversation, was erased, or is a different sender's.
 */
export const readQuotable = (
  projectId: ProjectId,
  conversationId: ConversationId,
  messageId: MessageId,
  later: boolean,
): Query<Quotable[]> =>
  query(
    sql`SELECT ${columns({ m: "messages" }, "m.id, m.revision, m.author_role, m.created_at")}, substr(m.content, 1, 1000) ${as.text("content")}, m.origin ->> '$.automatic' IS NOT NULL ${as.number("automatic")},
        (SELECT count(*) FROM files f WHERE f.message_id = m.id AND f.state = 'attached') ${as.number("files")}
      FROM messages f CROSS JOIN messages m ON m.project_id = f.project_id AND m.conversation_id = f.conversation_id AND ${later ? sql`m.revision >= f.revision` : sql`m.revision = f.revision`}
        CROSS JOIN conversation_events e ON e.project_id = m.project_id AND e.conversation_id = m.conversation_id AND e.revision = m.revision AND e.visible = 1
      WHERE f.id = ${messageId} AND +f.project_id = ${projectId} AND +f.conversation_id = ${conversationId} AND f.kind = 'message' AND f.author_role = 'visitor'
        AND f.erased_at IS NULL AND f.origin ->> '$.differentSender' IS NOT 1 AND m.kind = 'message' AND m.erased_at IS NULL
      ORDER BY m.revision LIMIT ${MAX_QUOTED + 1}`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id, revision: row.revision, role: row.author_role as AuthorRole, at: row.created_at },
        ...{ isAutomatic: row.automatic !== 0, content: row.content, files: row.files },
      })),
  );

/** The newest messages of the conversation that still have their text, oldest first: what is quoted when it is moved to another contact. */
export const readMovable = (
  projectId: ProjectId,
  conversationId: ConversationId,
): Query<{ readonly id: MessageId; readonly role: AuthorRole; readonly files: number }[]> =>
  query(
    sql`SELECT ${columns({ m: "messages" }, "m.id, m.author_role")}, (SELECT count(*) FROM files f WHERE f.message_id = m.id AND f.state = 'attached') ${as.number("files")}
      FROM conversation_events e CROSS JOIN messages m ON m.id = e.message_id AND m.project_id = e.project_id
      WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.kind IN ('message', ${QUOTED}) AND m.erased_at IS NULL ORDER BY e.revision DESC LIMIT ${MAX_QUOTED}`,
    (rows) => rows.map((row) => ({ id: row.id, role: row.author_role as AuthorRole, files: row.files })).toReversed(),
  );

/** Condition: the conversation begins with a quoted message of its own customer. Those come first, so few revisions are looked at. */
export const quotesCustomer = (projectId: SQL, conversationId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.revision <= ${MAX_QUOTED} AND q.kind = ${QUOTED} AND q.visible = 1 AND q.actor_role = 'visitor')`;
/** Ids of the messages that the conversation quotes, as far as its customer sees them. */
export const quotedIn = (projectId: ProjectId, conversationId: ConversationId): SQL =>
  sql`(SELECT q.message_id FROM conversation_events q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.revision <= ${MAX_QUOTED} AND q.kind = ${QUOTED} AND q.visible = 1)`;

/** Ids of the contacts whose messages the conversation quotes: another one's where it was moved. */
export const quotedWriters = (projectId: SQL, conversationId: SQL): SQL =>
  sql`(SELECT q.actor_id FROM conversation_events q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.revision <= ${MAX_QUOTED} AND q.kind = ${QUOTED} AND q.actor_role = 'visitor')`;
/** Condition: the conversation begins with one of the messages. */
export const quotesOneOf = (projectId: SQL, conversationId: SQL, messages: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events q WHERE q.project_id = ${projectId} AND q.conversation_id = ${conversationId} AND q.scope = ${QUOTE_SCOPE} AND q.client_id IN ${messages})`;

/** Namespace of the clientIds of quoted events: no caller's, so that none is taken for a repetition of what somebody sends. */
export const QUOTE_SCOPE = "quote";
export interface SplitConversation {
  readonly projectId: ProjectId;
  readonly id: ConversationId;
  /** Where the messages were written. */
  readonly from: ConversationId;
  /** With the ids of the events that show them. */
  readonly messages: readonly { readonly id: MessageId; readonly eventId: string; readonly role: AuthorRole }[];
  readonly preview: { readonly text: string; readonly role: AuthorRole; readonly automatic: boolean };
  readonly waitingSince: number | null;
  readonly now: number;
  /** Another contact, who is shown none of the messages: they are for the team alone. The assignee goes along. */
  readonly other?: { readonly contactId: ContactId; readonly channel: Origin["door"] };
}
/**
 * Creates the conversation with the quoted messages in their order, where `done` holds: of the same contact, channel and subject, or of
 * another contact.
 */
export function writesSplit({ projectId, id, from, messages, preview, waitingSince, now, other }: SplitConversation, done: SQL): SQL[] {
  const visible = other === undefined ? 1 : 0;
  const [contact, channel, subject, assignee] = other
    ? [sql`${other.contactId}`, sql`${other.channel}`, sql`NULL`, sql`o.assignee_id`]
    : [sql`o.contact_id`, sql`o.door`, sql`o.subject`, sql`NULL`];
  const given = JSON.stringify(messages.map((message) => [message.id, message.eventId]));
  return [
    sql`INSERT INTO conversations (project_id, id, contact_id, client_id, door, subject, assignee_id, created_at, last_activity_at)
      SELECT o.project_id, ${id}, ${contact}, ${`split:${id}`}, ${channel}, ${subject}, ${assignee}, ${now}, ${now} FROM conversations o WHERE o.project_id = ${projectId} AND o.id = ${from} AND ${done}`,
    sql`INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, data, created_at)
      SELECT c.project_id, (SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id) + 1 + k.key, k.value ->> 1, c.id, c.contact_id, 1 + k.key, ${QUOTED}, ${visible}, ${visible} * k.key, m.author_role, m.author_id, ${QUOTE_SCOPE}, m.id, '', m.id, '{}', ${now}
      FROM conversations c CROSS JOIN json_each(${given}) k CROSS JOIN messages m ON m.id = k.value ->> 0 AND m.project_id = c.project_id
      WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.revision = 0 AND ${done}`,
    sql`UPDATE conversations SET revision = ${messages.length}, visible_revision = ${visible * messages.length}, visitor_messages = ${messages.filter(({ role }) => role === "visitor").length},
        preview = ${preview.text}, preview_role = ${preview.role}, preview_automatic = ${preview.automatic ? 1 : 0}, waiting_since = ${waitingSince}
      WHERE project_id = ${projectId} AND id = ${id} AND revision = 0 AND ${done}`,
  ];
}
/** Who split it off has read it. */
export const writeReadBy = (projectId: ProjectId, id: ConversationId, accountId: AccountId): SQL =>
  writeRead(projectId, id, accountId, Number.MAX_SAFE_INTEGER);
