// Reading for who tells the team what happened: events as they come in, and how their conversations stand by now.
import { BRIEF_COLUMNS, type ContactBrief, joinContact, parseBrief } from "#modules/contacts";
import { col, type Query, query } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { sql } from "drizzle-orm";

/** A message that a customer wrote, or an assignment. */
export interface Happening {
  readonly id: string;
  readonly at: number;
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly kind: "message" | "assigned";
  readonly actorId: string | null;
  /** Of an assignment: to whom. */
  readonly assignedTo: string | null;
  /** Who has the conversation by now. */
  readonly assigneeId: string | null;
  /** Whether the customer had written in the conversation before. */
  readonly known: boolean;
}
const byPerson = sql`m.origin ->> '$.automatic' IS NULL AND m.origin ->> '$.door' <> 'import'`;
/** All projects' happenings in the order of their time, after one of them. Programs and imports make none. */
export const readHappenings = (after: { at: number; id: string }, until: number, limit: number): Query<Happening[]> =>
  query(
    sql`SELECT e.id, e.created_at, e.project_id, e.conversation_id, e.contact_id, e.revision, e.kind, e.actor_id, e.data ->> 'assigneeId' AS assigned_to, c.assignee_id,
        EXISTS (SELECT 1 FROM messages p WHERE p.project_id = e.project_id AND p.conversation_id = e.conversation_id AND p.revision < e.revision AND p.author_role = 'visitor' AND p.kind = 'message' AND p.origin ->> '$.automatic' IS NULL) AS known
      FROM conversation_events e JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id LEFT JOIN messages m ON m.id = e.message_id
      WHERE e.created_at >= ${after.at} AND e.created_at <= ${until} AND (e.created_at > ${after.at} OR e.id > ${after.id})
        AND (e.kind = 'assigned' OR (e.kind = 'message' AND e.actor_role = 'visitor' AND ${byPerson}))
      ORDER BY e.created_at, e.id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        id: col.text(row, "id"),
        at: col.number(row, "created_at"),
        projectId: col.id<ProjectId>(row, "project_id"),
        conversationId: col.id<ConversationId>(row, "conversation_id"),
        contactId: col.id<ContactId>(row, "contact_id"),
        revision: col.number(row, "revision"),
        kind: col.id<Happening["kind"]>(row, "kind"),
        actorId: col.textOrNull(row, "actor_id"),
        assignedTo: col.textOrNull(row, "assigned_to"),
        assigneeId: col.textOrNull(row, "assignee_id"),
        known: col.truth(row, "known"),
      })),
  );

/** How a conversation stands, for one person. */
export interface Standing {
  readonly id: ConversationId;
  readonly contact: ContactBrief;
  readonly assigneeId: string | null;
  /** Since when the customer waits for an answer, null when they do not. */
  readonly waitingSince: number | null;
  /** How far the person has read. */
  readonly readRevision: number;
}
export const readStandings = (projectId: ProjectId, me: AccountId, ids: readonly ConversationId[]): Query<Standing[]> =>
  query(
    sql`SELECT c.id, c.assignee_id, c.waiting_since, ${BRIEF_COLUMNS}, coalesce((SELECT r.revision FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0) AS read_revision
      FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value ${joinContact(sql`c.project_id`, sql`c.contact_id`)}`,
    (rows) =>
      rows.map((row) => ({
        id: col.id<ConversationId>(row, "id"),
        contact: parseBrief(row),
        assigneeId: col.textOrNull(row, "assignee_id"),
        waitingSince: col.numberOrNull(row, "waiting_since"),
        readRevision: col.number(row, "read_revision"),
      })),
  );

export interface Written {
  readonly messageId: MessageId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly revision: number;
  readonly authorId: string | null;
}
/** Who wrote messages, and where. */
export const readWritten = (ids: readonly MessageId[]): Query<Written[]> =>
  query(
    sql`SELECT m.id, m.conversation_id, m.revision, m.author_id, c.contact_id FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN messages m ON m.id = k.value
      JOIN conversations c ON c.project_id = m.project_id AND c.id = m.conversation_id WHERE m.author_role = 'operator'`,
    (rows) =>
      rows.map((row) => ({
        messageId: col.id<MessageId>(row, "id"),
        conversationId: col.id<ConversationId>(row, "conversation_id"),
        contactId: col.id<ContactId>(row, "contact_id"),
        revision: col.number(row, "revision"),
        authorId: col.textOrNull(row, "author_id"),
      })),
  );

/** Revisions in which the customer's words are looked for. */
const LOOK_BACK = 200;
/** The customer's newest words since a revision, oldest first, each cut; nothing that a program or somebody else wrote, or that was erased. */
export const readCustomerWords = (
  projectId: ProjectId,
  conversationId: ConversationId,
  since: number,
  limit: number,
  max: number,
): Query<string[]> =>
  query(
    sql`SELECT substr(m.content, 1, ${max}) AS content FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.revision >= ${since}
        AND m.revision > (SELECT revision FROM conversations WHERE project_id = ${projectId} AND id = ${conversationId}) - ${LOOK_BACK}
        AND m.author_role = 'visitor' AND m.kind = 'message' AND m.erased_at IS NULL AND ${byPerson} AND m.origin ->> '$.differentSender' IS NOT 1 ORDER BY m.revision DESC LIMIT ${limit}`,
    (rows) => rows.map((row) => col.text(row, "content")).toReversed(),
  );
