// Every statement on unseen_mails: which replies were mailed because nobody had seen them.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import { customerReadOf, isMessage, revisionOf } from "#modules/conversations";

// --- missed replies ----------------------------------------------------

/**
 * The revision up to which replies of the conversation were seen or mailed, as an expression. Forwarded mails do not count; they went to
 * somebody else.
 */
export const seenOrMailedUpTo = (projectId: ProjectId, id: ConversationId): SQL => sql`max(coalesce(${customerReadOf(projectId, id)}, 0),
  coalesce((SELECT max(up_to_revision) FROM unseen_mails WHERE project_id = ${projectId} AND conversation_id = ${id}), 0),
  coalesce(${revisionOf(projectId, sql`(SELECT message_id FROM mails WHERE project_id = ${projectId} AND conversation_id = ${id} AND direction = 'out' AND ${isMessage(projectId, sql`mails.message_id`)} ORDER BY created_at DESC LIMIT 1)`)}, 0))`;
export const readSeenOrMailedUpTo = (projectId: ProjectId, id: ConversationId): Query<number> =>
  query(sql`SELECT ${seenOrMailedUpTo(projectId, id)} ${as.number("revision")}`, ([row]) => (row ? row.revision : 0));
/** Records what the mail contains: everything above the revision seen or mailed so far. Must precede the mail's own rows in the batch. */
export const writeMissedReplies = (
  m: { deliveryId: DeliveryId; projectId: ProjectId; conversationId: ConversationId; upTo: number; now: number },
  when: SQL,
): SQL => sql`
  INSERT INTO unseen_mails (delivery_id, project_id, conversation_id, after_revision, up_to_revision, created_at)
  SELECT ${m.deliveryId}, ${m.projectId}, ${m.conversationId}, ${seenOrMailedUpTo(m.projectId, m.conversationId)}, ${m.upTo}, ${m.now} WHERE ${when}`;
export interface MissedRepliesRow {
  readonly after: number;
  readonly upTo: number;
  /** The revision up to which the customer has read by now. */
  readonly read: number;
}
export const readMissedReplies = (projectId: ProjectId, id: ConversationId, deliveryId: DeliveryId): Query<MissedRepliesRow | undefined> =>
  queryOne(
    sql`SELECT ${columns("unseen_mails", "after_revision, up_to_revision")}, coalesce(${customerReadOf(projectId, id)}, 0) ${as.number("read")} FROM unseen_mails WHERE delivery_id = ${deliveryId} AND project_id = ${projectId}`,
    (row) => ({ after: row.after_revision, upTo: row.up_to_revision, read: row.read }),
  );
