// Reads an answer of the team for a module that carries it out, by mail for example.
import { nameOf } from "#modules/accounts";
import { joinContact } from "#modules/contacts";
import { as, columns, notNull, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import type { AuthorRole, Origin } from "../contract.ts";

/** Holds when the conversation began at the door. */
export const beganThrough = (projectId: ProjectId, id: ConversationId, door: Origin["door"]): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND id = ${id} AND door = ${door})`;

/** A message of the team with what it answers. */
export interface Answer {
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly role: AuthorRole;
  readonly authorName: string | null;
  readonly content: string;
  readonly createdAt: number;
  readonly erased: boolean;
  /** The door through which the conversation began. */
  readonly door: string;
  /** What the customer had written last before it: neither a program in their name nor somebody else who knew the address. */
  readonly question: { readonly content: string; readonly door: string; readonly createdAt: number } | null;
}
/** Revisions before an answer in which what it answers is looked for. */
const LOOK_BACK = 200;
/** A message that the customer sees, with the customer's last one before it; nothing that came later. */
export const readAnswer = (projectId: ProjectId, messageId: MessageId): Query<Answer | undefined> =>
  queryOne(
    sql`SELECT ${columns({ m: "messages" }, "m.conversation_id, m.revision, m.author_role")}, ${nameOf(sql`m.author_id`)} ${as.textOrNull("author_name")}, ${columns({ m: "messages", c: "conversations", a: "messages?" }, "m.content, m.created_at, m.erased_at, c.contact_id, c.door, a.content AS asked")}, a.origin ->> '$.door' ${as.text("asked_door")}, ${columns({ a: "messages?" }, "a.created_at AS asked_at")}
      FROM messages m JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id
        LEFT JOIN messages a ON a.id = (SELECT v.id FROM messages v WHERE v.project_id = m.project_id AND v.conversation_id = m.conversation_id AND v.revision < m.revision
          AND v.revision >= m.revision - ${LOOK_BACK} AND v.author_role = 'visitor' AND v.kind = 'message' AND v.erased_at IS NULL
          AND v.origin ->> '$.automatic' IS NULL AND v.origin ->> '$.differentSender' IS NOT 1 ORDER BY v.revision DESC LIMIT 1)
      WHERE m.id = ${messageId} AND m.project_id = ${projectId} AND m.kind = 'message'`,
    (row) => {
      const asked = row.asked;
      return {
        conversationId: row.conversation_id,
        contactId: row.contact_id,
        revision: row.revision,
        role: row.author_role,
        authorName: row.author_name,
        content: row.content,
        createdAt: row.created_at,
        erased: row.erased_at !== null,
        door: row.door,
        question: asked === null ? null : { content: asked, door: row.asked_door, createdAt: notNull(row.asked_at) },
      };
    },
  );

/** What the customer may not have seen of the team's answers. */
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
  /** How many there are, up to a thousand. */
  readonly total: number;
}
/** The team's answers above one revision and up to another that are still there. */
export function readTeamAnswers(
  projectId: ProjectId,
  id: ConversationId,
  after: number | SQL,
  upTo: number,
  limit: number,
): Query<TeamAnswers> {
  const rows = sql`FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${id} AND m.revision > ${after} AND m.revision <= ${upTo}
    AND m.kind = 'message' AND m.author_role IN ('operator', 'assistant') AND m.erased_at IS NULL AND m.origin ->> '$.automatic' IS NULL`;
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
/** How far the customer has read in the widget, as an expression. */
export const customerReadOf = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`(SELECT customer_read_revision FROM conversations WHERE project_id = ${projectId} AND id = ${id})`;
/** The revision of a message of the expression. */
export const revisionOf = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`(SELECT w.revision FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId})`;

/** Holds when the message of the expression is no note: customers get it, or got it by mail. */
export const isMessage = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId} AND w.kind = 'message')`;

/** A column for another module: the name of who wrote a message, or the address of a contact that has none. */
export const authorNameOf = (projectId: ProjectId, messageId: MessageId): SQL =>
  sql`(SELECT CASE w.author_role WHEN 'visitor' THEN (SELECT coalesce(ct.name, ct.email) FROM conversations c ${joinContact(sql`c.project_id`, sql`c.contact_id`)} WHERE c.project_id = w.project_id AND c.id = w.conversation_id) ELSE ${nameOf(sql`w.author_id`)} END FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId})`;
/** A column for a list of another module: the origin of a message of the expression, for `parseOrigin`. */
export const originOf = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`(SELECT w.origin FROM messages w WHERE w.id = ${messageId} AND w.project_id = ${projectId})`;
export const parseOrigin = (text: string | null): Origin | undefined => (text === null ? undefined : (JSON.parse(text) as Origin));
