// Reads replies of the team, for modules that deliver them, such as by mail.
import { nameOf } from "#modules/accounts";
import { joinContact } from "#modules/contacts";
import { as, columns, notNull, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { AuthorRole, Origin } from "../contract.ts";

/** Holds when the conversation began through the channel. */
export const beganOnChannel = (projectId: ProjectId, id: ConversationId, channel: Origin["door"]): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND id = ${id} AND door = ${channel})`;

/** A reply with the message that it answers. */
export interface Answer {
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly role: AuthorRole;
  readonly authorName: string | null;
  readonly content: string;
  readonly createdAt: number;
  readonly erased: boolean;
  /** The channel through which the conversation began. */
  readonly channel: string;
  /** The customer's last message before it, ignoring automatic mail and mail of a different sender. */
  readonly question: { readonly content: string; readonly channel: string; readonly createdAt: number } | null;
}
/** Revisions before a reply that are searched for the message that it answers. */
const LOOK_BACK = 200;
/** A reply that the customer can see, with the customer's last message before it, and nothing newer. */
export const readAnswer = (projectId: ProjectId, messageId: MessageId): Query<Answer | undefined> =>
  queryOne(
    sql`SELECT ${columns({ m: "messages" }, "m.conversation_id, m.revision, m.author_role")}, ${nameOf(sql`m.author_id`)} ${as.textOrNull("author_name")}, ${columns({ m: "messages", c: "conversations", a: "messages?" }, "m.content, m.created_at, m.erased_at, c.contact_id, c.door, a.content AS asked")}, a.origin ->> '$.door' ${as.text("asked_door")}, ${columns({ a: "messages?" }, "a.created_at AS asked_at")}
      FROM messages m JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id
        LEFT JOIN messages a ON a.id = (SELECT v.id FROM messages v WHERE v.project_id = m.project_id AND v.conversation_id = m.conversation_id AND v.revision < m.revision
          AND v.revision >= m.revision - ${LOOK_BACK} AND v.author_role = 'visitor' AND v.kind = 'message' AND v.erased_at IS NULL
          AND v.origin ->> '$.automatic' IS NULL AND v.origin ->> '$.differentSender' IS NOT 1 ORDER BY v.revision DESC LIMIT 1)
      WHERE m.id = ${messageId} AND m.project_id = ${projectId} AND m.kind = 'message'`,
    (row) => {
      const question = row.asked;
      return {
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        revision: row.revision,
        role: row.author_role,
        authorName: row.author_name,
        content: row.content,
        createdAt: row.created_at,
        erased: row.erased_at !== null,
        channel: row.door,
        question: question === null ? null : { content: question, channel: row.asked_door, createdAt: notNull(row.asked_at) },
      };
    },
  );

/** Replies that the customer may not have seen. */
export interface TeamAnswers {
  /** The newest of them, oldest first. */
  readonly newest: readonly {
    readonly id: MessageId;
    readonly revision: number;
    readonly role: AuthorRole;
    readonly authorName: string | null;
    readonly content: string;
    readonly createdAt: number;
  }[];
  /** Their number, counted up to a thousand. */
  readonly total: number;
}
/** The replies above one revision and up to another that were not erased. */
export function readTeamAnswers(
  projectId: ProjectId,
  id: ConversationId,
  after: number | SQL,
  upTo: number,
  limit: number,
): Query<TeamAnswers> {
  const rows = sql`FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${id} AND m.revision > ${after} AND m.revision <= ${upTo}
    AND m.kind = 'message' AND (m.author_role IN ('operator', 'assistant') OR (m.author_role = 'system' AND m.origin ->> '$.rule' IS NOT NULL)) AND m.erased_at IS NULL AND m.origin ->> '$.automatic' IS NULL`;
  return query(
    sql`SELECT m.id ${as.of<{ id: MessageId }>("id")}, m.revision ${as.number("revision")}, m.author_role ${as.of<{ author_role: AuthorRole }>("author_role")}, ${nameOf(sql`m.author_id`)} ${as.textOrNull("author_name")}, m.content ${as.text("content")}, m.created_at ${as.number("created_at")}, (SELECT count(*) FROM (SELECT 1 ${rows} LIMIT 1000)) ${as.number("total")}
      ${rows} ORDER BY m.revision DESC LIMIT ${limit}`,
    (found) => ({
      newest: found
        .map((row) => ({
          id: row.id,
          revision: row.revision,
          role: row.author_role,
          authorName: row.author_name,
          content: row.content,
          createdAt: row.created_at,
        }))
        .toReversed(),
      total: found[0] ? found[0].total : 0,
    }),
  );
}
/** SQL of the revision up to which the customer has read in the widget. */
export const customerReadOf = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`(SELECT customer_read_revision FROM conversations WHERE project_id = ${projectId} AND id = ${id})`;
/** SQL of a message's revision. */
export const revisionOf = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`(SELECT w.revision FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId})`;

/** Holds when it is a message and not a note. */
export const isMessage = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId} AND w.kind = 'message')`;

/** SQL of the author's name of a message, or the address of a contact without a name, for other modules. */
export const authorNameOf = (projectId: ProjectId, messageId: MessageId): SQL =>
  sql`(SELECT CASE w.author_role WHEN 'visitor' THEN (SELECT coalesce(ct.name, ct.email) FROM conversations c ${joinContact(sql`c.project_id`, sql`c.contact_id`)} WHERE c.project_id = w.project_id AND c.id = w.conversation_id) ELSE ${nameOf(sql`w.author_id`)} END FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId})`;
/** SQL of a message's origin for lists of other modules, to be parsed by `parseOrigin`. */
export const originOf = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`(SELECT w.origin FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId})`;
export const parseOrigin = (text: string | null): Origin | undefined => (text === null ? undefined : (JSON.parse(text) as Origin));
/** Keeps with an answer of the assistant what its customer thinks of it, for whoever reads the message. */
export const writeAnswerRating = (
  { projectId, conversationId, messageId }: { projectId: ProjectId; conversationId: ConversationId; messageId: MessageId },
  rating: "up" | "down" | null,
  when: SQL,
): SQL =>
  sql`UPDATE messages SET origin = ${rating === null ? sql`json_remove(origin, '$.answer.rating')` : sql`json_set(origin, '$.answer.rating', ${rating})`}
    WHERE id = ${messageId} AND project_id = ${projectId} AND conversation_id = ${conversationId} AND origin ->> '$.answer' IS NOT NULL AND ${when}`;
