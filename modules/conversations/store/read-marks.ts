// Reads and writes read marks: of each member, of the team as the visitor sees it, and of the visitor.
import { as, columns, type Query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { QUOTED } from "../contract.ts";

export interface Marks {
  readonly readRevision: number;
  readonly customerReadRevision: number;
  readonly contactId: ContactId;
}
export const readMarks = (projectId: ProjectId, id: ConversationId, me: AccountId): Query<Marks | undefined> =>
  queryOne(
    sql`SELECT ${columns({ c: "conversations" }, "c.contact_id, c.customer_read_revision")}, coalesce((SELECT r.revision FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0) ${as.number("mine")} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    (row) => ({
      readRevision: row.mine,
      customerReadRevision: row.customer_read_revision,
      contactId: row.contact_id,
    }),
  );
/** Revision up to which the visitor has read. */
export const readCustomerRead = (projectId: ProjectId, contactId: ContactId, id: ConversationId): Query<number | undefined> =>
  queryOne(
    sql`SELECT ${columns("conversations", "customer_read_revision")} FROM conversations WHERE project_id = ${projectId} AND id = ${id} AND contact_id = ${contactId}`,
    (row) => row.customer_read_revision,
  );

export const writeRead = (projectId: ProjectId, id: ConversationId, me: AccountId, revision: number): SQL => sql`
  INSERT INTO conversation_reads (project_id, conversation_id, account_id, revision, visitor_messages)
  SELECT c.project_id, c.id, ${me}, min(${revision}, c.revision), c.visitor_messages - CASE WHEN ${revision} >= c.revision THEN 0 ELSE (SELECT count(*) FROM (SELECT 1 FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id AND e.revision > ${revision} AND e.kind IN ('message', ${QUOTED}) AND e.actor_role = 'visitor' LIMIT 100)) END
  FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}
  ON CONFLICT (project_id, conversation_id, account_id) DO UPDATE SET revision = max(revision, excluded.revision), visitor_messages = max(visitor_messages, excluded.visitor_messages)`;
export const writeUnread = (projectId: ProjectId, id: ConversationId, me: AccountId): SQL => sql`
  INSERT INTO conversation_reads (project_id, conversation_id, account_id, revision, visitor_messages)
  SELECT c.project_id, c.id, ${me}, max(0, c.revision - 1), max(0, c.visitor_messages - 1) FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}
  ON CONFLICT (project_id, conversation_id, account_id) DO UPDATE SET revision = min(revision, excluded.revision), visitor_messages = min(visitor_messages, excluded.visitor_messages)`;
/** What the visitor sees as "seen": the highest revision any member has read. */
export const writeTeamRead = (projectId: ProjectId, id: ConversationId, revision: number): SQL =>
  sql`UPDATE conversations SET team_read_revision = min(revision, ${revision}) WHERE project_id = ${projectId} AND id = ${id} AND team_read_revision < min(revision, ${revision})`;
/** Moves the visitor's own read mark forward. Later messages stay unread. */
export const writeCustomerRead = (projectId: ProjectId, contactId: ContactId, id: ConversationId, revision: number, when: SQL): SQL => sql`
  UPDATE conversations SET customer_read_revision = min(visible_revision, ${revision}), customer_read_count = team_messages - CASE WHEN ${revision} >= visible_revision THEN 0 ELSE (SELECT count(*) FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${id} AND m.revision > ${revision} AND m.kind = 'message' AND m.author_role <> 'visitor') END
  WHERE project_id = ${projectId} AND id = ${id} AND contact_id = ${contactId} AND customer_read_revision < min(visible_revision, ${revision}) AND ${when}`;

/** Holds once a member has read a conversation of the project. */
export const hasReadMark = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM conversation_reads WHERE project_id = ${projectId})`;
