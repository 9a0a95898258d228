// Every statement on unseen_mails: which answers were mailed because nobody had read them.
import { col, queryOne, type Query, query } from "#kernel/db/index.ts";
import type { ConversationId, DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import { customerReadOf, isNoNote, revisionOf } from "#modules/conversations";
import { type SQL, sql } from "drizzle-orm";

// --- mails of unseen answers ----------------------------------------------------

/** Up to which revision answers of the conversation were seen or mailed, as an expression. What was passed on went to somebody else. */
export const knownUpTo = (projectId: ProjectId, id: ConversationId): SQL => sql`max(coalesce(${customerReadOf(projectId, id)}, 0),
  coalesce((SELECT max(up_to_revision) FROM unseen_mails WHERE project_id = ${projectId} AND conversation_id = ${id}), 0),
  coalesce(${revisionOf(projectId, sql`(SELECT message_id FROM mails WHERE project_id = ${projectId} AND conversation_id = ${id} AND direction = 'out' AND ${isNoNote(projectId, sql`mails.message_id`)} ORDER BY created_at DESC LIMIT 1)`)}, 0))`;
export const readKnownUpTo = (projectId: ProjectId, id: ConversationId): Query<number> =>
  query(sql`SELECT ${knownUpTo(projectId, id)} AS revision`, ([row]) => (row ? col.number(row, "revision") : 0));
/** Notes what the mail holds: everything above what is known by now. Before the mail's own traces are written. */
export const writeUnseenMail = (
  m: { deliveryId: DeliveryId; projectId: ProjectId; conversationId: ConversationId; upTo: number; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO unseen_mails (delivery_id, project_id, conversation_id, after_revision, up_to_revision, created_at)
  SELECT ${m.deliveryId}, ${m.projectId}, ${m.conversationId}, ${knownUpTo(m.projectId, m.conversationId)}, ${m.upTo}, ${m.now} WHERE ${when}`;
export interface UnseenMail {
  readonly after: number;
  readonly upTo: number;
  /** How far the customer has read by now. */
  readonly read: number;
}
export const readUnseenMail = (projectId: ProjectId, id: ConversationId, deliveryId: DeliveryId): Query<UnseenMail | undefined> =>
  queryOne(
    sql`SELECT after_revision, up_to_revision, coalesce(${customerReadOf(projectId, id)}, 0) AS read FROM unseen_mails WHERE delivery_id = ${deliveryId} AND project_id = ${projectId}`,
    (row) => ({ after: col.number(row, "after_revision"), upTo: col.number(row, "up_to_revision"), read: col.number(row, "read") }),
  );
