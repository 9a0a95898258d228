// Reads what a contact wrote in its own conversations, for modules that learn from it.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";

/** Events that are searched for messages. */
const LOOK_BACK = 300;
/** By the contact itself: no automatic mail, no import, nobody else who wrote into the conversation, and nothing that was erased. */
const own = sql`m.author_role = 'visitor' AND m.kind = 'message' AND m.erased_at IS NULL AND m.origin ->> '$.automatic' IS NULL AND m.origin ->> '$.door' <> 'import' AND m.origin ->> '$.differentSender' IS NOT 1`;
const since = (projectId: ProjectId, contactId: ContactId | SQL, after: number | SQL): SQL =>
  sql`FROM conversation_events e WHERE e.project_id = ${projectId} AND e.contact_id = ${contactId} AND e.sequence > ${after} AND e.visible = 1`;

/** Holds when the contact has written since that sequence of the project. */
export const hasWrittenSince = (projectId: ProjectId, contactId: ContactId | SQL, after: number | SQL): SQL =>
  sql`EXISTS (SELECT 1 ${since(projectId, contactId, after)} AND e.kind = 'message' AND e.actor_role = 'visitor')`;
/** SQL of the newest sequence of the project. */
export const newestSequence = (projectId: ProjectId | SQL): SQL =>
  sql`(SELECT coalesce(max(sequence), 0) FROM conversation_events WHERE project_id = ${projectId})`;

/** A message of the contact. */
export interface OwnMessage {
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly sequence: number;
  readonly content: string;
  readonly createdAt: number;
}
/** The contact's newest messages since a sequence, the oldest first, truncated to `max` characters. */
export const readOwnMessages = (
  projectId: ProjectId,
  contactId: ContactId,
  after: number | SQL,
  limit: number,
  max: number,
): Query<OwnMessage[]> =>
  query(
    sql`SELECT ${columns({ m: "messages", e: "conversation_events" }, "m.id, m.conversation_id, e.sequence, m.created_at")}, substr(m.content, 1, ${max}) ${as.text("content")}
      FROM (SELECT e.sequence, e.message_id, e.kind ${since(projectId, contactId, after)} ORDER BY e.sequence DESC LIMIT ${LOOK_BACK}) e
      CROSS JOIN messages m ON m.id = e.message_id AND m.project_id = ${projectId} WHERE e.kind = 'message' AND ${own} ORDER BY e.sequence DESC LIMIT ${limit}`,
    (rows) =>
      rows
        .map((row) => ({
          id: row.id,
          conversationId: row.conversation_id,
          sequence: row.sequence,
          content: row.content,
          createdAt: row.created_at,
        }))
        .toReversed(),
  );
/** One message, if this contact wrote it in a conversation of its own. */
export const readOwnMessage = (
  projectId: ProjectId,
  contactId: ContactId,
  id: MessageId,
): Query<Omit<OwnMessage, "sequence"> | undefined> =>
  queryOne(
    sql`SELECT ${columns({ m: "messages" }, "m.id, m.conversation_id, m.content, m.created_at")} FROM messages m JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id
      WHERE m.id = ${id} AND m.project_id = ${projectId} AND c.contact_id = ${contactId} AND ${own}`,
    (row) => ({ id: row.id, conversationId: row.conversation_id, content: row.content, createdAt: row.created_at }),
  );
