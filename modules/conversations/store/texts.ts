// Reads texts for the help that members get: one message, and what the customers of closed conversations asked.
import { joinContact, notErased } from "#modules/contacts";
import { as, columns, notNull, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";

/** A message or note of one conversation. */
export interface MessageText {
  readonly content: string;
  /** It was erased, or the conversation's contact is erased or being erased. */
  readonly isGone: boolean;
}
export const readMessageText = (projectId: ProjectId, conversationId: ConversationId, id: MessageId): Query<MessageText | undefined> =>
  queryOne(
    sql`SELECT ${columns({ m: "messages" }, "m.content, m.erased_at")}, ${notErased(sql`c.project_id`, sql`c.contact_id`)} ${as.number("kept")} FROM messages m
      JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id WHERE m.id = ${id} AND m.project_id = ${projectId} AND m.conversation_id = ${conversationId}`,
    (row) => {
      const isGone = row.erased_at !== null || row.kept === 0;
      return { content: isGone ? "" : row.content, isGone };
    },
  );
/**
 * SQL of the contact with whose erasure the text of a message or note goes; null if it is gone already, and for messages of a different
 * sender, which would not go with that of their author.
 */
export const contactOfText = (projectId: ProjectId, conversationId: ConversationId, id: MessageId): SQL =>
  sql`(SELECT k.contact_id FROM messages m JOIN conversations k ON k.project_id = m.project_id AND k.id = m.conversation_id
    WHERE m.id = ${id} AND m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.erased_at IS NULL AND m.origin ->> '$.differentSender' IS NOT 1
      AND ${notErased(projectId, sql`k.contact_id`)})`;

/** A closed conversation with the beginning of what its customer asked. */
export interface ClosedConversation {
  readonly id: ConversationId;
  readonly customer: string | null;
  readonly subject: string | null;
  readonly lastActivityAt: number;
  readonly asked: string;
}
/** Messages of a customer that are read, among the first events of a conversation, and characters of each. */
const FIRST_MESSAGES = 3;
const FIRST_EVENTS = 12;
const LENGTH = 500;
/** Closed conversations by their last activity, newest first; none whose contact is erased, and no automatic texts. */
export const readClosedConversations = (
  projectId: ProjectId,
  before: { readonly at: number; readonly id: string } | undefined,
  limit: number,
): Query<ClosedConversation[]> => {
  const asked = sql`(SELECT group_concat(content, char(10)) FROM (SELECT substr(m.content, 1, ${LENGTH}) AS content FROM messages m
    WHERE m.project_id = c.project_id AND m.conversation_id = c.id AND m.revision <= ${FIRST_EVENTS} AND m.author_role = 'visitor' AND m.kind = 'message' AND m.erased_at IS NULL
      AND m.origin ->> '$.automatic' IS NULL AND m.origin ->> '$.differentSender' IS NOT 1 ORDER BY m.revision LIMIT ${FIRST_MESSAGES}))`;
  const older = before === undefined ? sql`` : sql`AND (c.last_activity_at, c.id) < (${before.at}, ${before.id})`;
  return query(
    sql`SELECT ${columns({ c: "conversations", ct: "contacts" }, "c.id, c.subject, c.last_activity_at, ct.name")}, ${asked} ${as.textOrNull("asked")}
      FROM conversations c INDEXED BY conversations_status ${joinContact(sql`c.project_id`, sql`c.contact_id`)}
      WHERE c.project_id = ${projectId} AND c.status = 'closed' AND ct.state IN ('active', 'hidden') ${older} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: row.id,
        customer: row.name,
        subject: row.subject,
        lastActivityAt: row.last_activity_at,
        asked: row.asked ?? "",
      })),
  );
};

/** Events before a conversation's end in which its last reply is looked for. */
const LAST_EVENTS = 20;
/** The beginning of the team's or the assistant's last reply in each of these conversations. */
export const readLastReplies = (
  projectId: ProjectId,
  ids: readonly ConversationId[],
  length: number,
): Query<ReadonlyMap<ConversationId, string>> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.id")}, (SELECT substr(m.content, 1, ${length}) FROM messages m WHERE m.project_id = c.project_id AND m.conversation_id = c.id
        AND m.revision > c.revision - ${LAST_EVENTS} AND m.author_role IN ('operator', 'assistant') AND m.kind = 'message' AND m.erased_at IS NULL ORDER BY m.revision DESC LIMIT 1) ${as.textOrNull("reply")}
      FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value WHERE ${notErased(projectId, sql`c.contact_id`)}`,
    (rows) => new Map(rows.filter((row) => row.reply !== null).map((row) => [row.id, notNull(row.reply)])),
  );
