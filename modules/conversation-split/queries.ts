// All SQL of splitting messages off.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { quotesOneOf } from "#modules/conversations";
import { JOINED, MOVED, type Status } from "#modules/conversations/contract";
import { hasUnsent } from "#modules/undo-send";
import { MAX_SPLITS } from "./contract.ts";

/** The conversation in which the message was written. */
export interface Source {
  readonly contactId: ContactId;
  readonly revision: number;
  readonly status: Status;
  readonly waitingSince: number | null;
  readonly isMerged: boolean;
  readonly isSpam: boolean;
  readonly isErased: boolean;
  /** The message is one of this conversation, whoever wrote it. */
  readonly hasMessage: boolean;
  /** Of the message: somebody else than the contact wrote it into the conversation. */
  readonly isOfAnother: boolean;
  /** Something that the customer can see comes before the message. */
  readonly hasEarlier: boolean;
  /** It was split off already, or one of those after it that would be, too. */
  readonly isSplitOff: boolean;
  readonly isFull: boolean;
}
const VISIBLE_BEFORE = sql`EXISTS (SELECT 1 FROM conversation_events b WHERE b.project_id = m.project_id AND b.conversation_id = m.conversation_id AND b.visible = 1 AND b.message_id IS NOT NULL AND b.revision < m.revision)`;
const splitsOf = (projectId: ProjectId, from: ConversationId): SQL =>
  sql`(SELECT count(*) FROM conversation_splits s WHERE s.project_id = ${projectId} AND s.from_id = ${from})`;
/** Condition: one of the messages begins another conversation, which was split off from this one. */
const isSplitOff = (projectId: ProjectId, from: ConversationId, messages: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_splits s WHERE s.project_id = ${projectId} AND s.from_id = ${from} AND ${quotesOneOf(sql`s.project_id`, sql`s.conversation_id`, messages)})`;

export const readSource = (projectId: ProjectId, id: ConversationId, messageId: MessageId, later: boolean): Query<Source | undefined> => {
  const these = later
    ? sql`(SELECT l.id FROM messages l WHERE l.project_id = m.project_id AND l.conversation_id = m.conversation_id AND l.revision >= m.revision)`
    : sql`(m.id)`;
  return queryOne(
    sql`SELECT ${columns({ c: "conversations" }, "c.contact_id, c.revision, c.status, c.waiting_since, c.merged_into, c.silenced")}, NOT (${notErased(projectId, sql`c.contact_id`)}) ${as.number("erased")},
        m.id IS NOT NULL ${as.number("found")}, coalesce(m.origin ->> '$.differentSender', 0) ${as.number("another")}, ${VISIBLE_BEFORE} ${as.number("earlier")},
        ${isSplitOff(projectId, id, these)} ${as.number("split")}, ${splitsOf(projectId, id)} >= ${MAX_SPLITS} ${as.number("many")}
      FROM conversations c LEFT JOIN messages m ON m.id = ${messageId} AND +m.project_id = c.project_id AND +m.conversation_id = c.id AND m.kind = 'message'
      WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    (row) => ({
      ...{ contactId: row.contact_id, revision: row.revision, status: row.status, waitingSince: row.waiting_since },
      ...{ isMerged: row.merged_into !== null, isSpam: row.silenced !== 0, isErased: row.erased !== 0, hasMessage: row.found !== 0 },
      ...{ isOfAnother: row.another !== 0, hasEarlier: row.earlier !== 0, isSplitOff: row.split !== 0, isFull: row.many !== 0 },
    }),
  );
};

/** Revisions that are searched for what the customer waits with. */
const LOOK_BACK = 500;
/** What the customer wrote since they wait, oldest first. */
export const readUnanswered = (projectId: ProjectId, id: ConversationId): Query<{ readonly id: MessageId; readonly at: number }[]> =>
  query(
    sql`SELECT ${columns({ m: "messages" }, "m.id, m.created_at")} FROM conversations c CROSS JOIN messages m ON m.project_id = c.project_id AND m.conversation_id = c.id AND m.revision > c.revision - ${LOOK_BACK}
      WHERE c.project_id = ${projectId} AND c.id = ${id} AND m.created_at >= c.waiting_since AND m.kind = 'message' AND m.author_role = 'visitor' AND m.origin ->> '$.automatic' IS NULL
        AND m.revision > coalesce((SELECT max(t.revision) FROM messages t WHERE t.project_id = c.project_id AND t.conversation_id = c.id AND t.revision > c.revision - ${LOOK_BACK} AND t.kind = 'message' AND t.author_role IN ('operator', 'assistant')), 0)
      ORDER BY m.revision`,
    (rows) => rows.map((row) => ({ id: row.id, at: row.created_at })),
  );

/** Condition on the conversation `c`: it is as it was read, and none of the messages was split off. */
export const maySplit = (projectId: ProjectId, from: ConversationId, source: Source, messages: readonly MessageId[]): SQL => sql`
  c.revision = ${source.revision} AND c.contact_id = ${source.contactId} AND c.silenced = 0 AND c.waiting_since IS ${source.waitingSince} AND ${notErased(projectId, sql`c.contact_id`)}
  AND ${splitsOf(projectId, from)} < ${MAX_SPLITS} AND NOT ${isSplitOff(projectId, from, sql`(SELECT value FROM json_each(${JSON.stringify(messages)}))`)}`;

export interface NewSplit {
  readonly projectId: ProjectId;
  readonly id: ConversationId;
  readonly from: ConversationId;
  readonly by: AccountId;
  readonly now: number;
  /** Since when the customer waited where the messages were written; null if that stays as it was. */
  readonly waitingSince: number | null;
}
export const writeSplit = ({ projectId, id, from, by, now, waitingSince }: NewSplit, when: SQL): SQL =>
  sql`INSERT INTO conversation_splits (project_id, conversation_id, from_id, split_at, split_by, from_waiting_since) SELECT ${projectId}, ${id}, ${from}, ${now}, ${by}, ${waitingSince} WHERE ${when}`;

/** A split that stands, with what undoing it depends on. */
export interface Split {
  readonly from: ConversationId;
  readonly splitAt: number;
  readonly waitedSince: number | null;
  /** Somebody wrote in the new conversation, another one was merged into it, or it was moved on. */
  readonly isWritten: boolean;
  /** A member's reply waits there to be sent, or is scheduled. */
  readonly isBeingAnswered: boolean;
  readonly isErased: boolean;
  /** Of the one that the messages were written in. */
  readonly source: {
    readonly revision: number;
    readonly status: Status;
    readonly waitingSince: number | null;
    readonly isMerged: boolean;
    readonly isSpam: boolean;
  };
}
const isWritten = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events w WHERE w.project_id = ${projectId} AND w.conversation_id = ${id} AND w.kind IN ('message', 'note', ${JOINED}, ${MOVED}))`;
export const readStanding = (projectId: ProjectId, id: ConversationId): Query<Split | undefined> =>
  queryOne(
    sql`SELECT ${columns({ s: "conversation_splits", o: "conversations" }, "s.from_id, s.split_at, s.from_waiting_since, o.revision, o.status, o.waiting_since, o.merged_into, o.silenced")},
        ${isWritten(projectId, id)} ${as.number("written")}, ${hasUnsent({ projectId, conversationId: id })} ${as.number("answered")}, NOT (${notErased(projectId, sql`o.contact_id`)}) ${as.number("erased")}
      FROM conversation_splits s JOIN conversations o ON o.project_id = s.project_id AND o.id = s.from_id WHERE s.project_id = ${projectId} AND s.conversation_id = ${id}`,
    (row) => ({
      ...{ from: row.from_id as ConversationId, splitAt: row.split_at, waitedSince: row.from_waiting_since },
      ...{ isWritten: row.written !== 0, isBeingAnswered: row.answered !== 0, isErased: row.erased !== 0 },
      source: {
        ...{ revision: row.revision, status: row.status, waitingSince: row.waiting_since },
        ...{ isMerged: row.merged_into !== null, isSpam: row.silenced !== 0 },
      },
    }),
  );
/** Condition on the conversation `c` that was split off: nothing was written in it, and the other one is as it was read. */
export const mayRejoin = (projectId: ProjectId, id: ConversationId, { from, splitAt, source }: Split): SQL => sql`
  EXISTS (SELECT 1 FROM conversation_splits s JOIN conversations o ON o.project_id = s.project_id AND o.id = s.from_id
    WHERE s.project_id = ${projectId} AND s.conversation_id = ${id} AND s.from_id = ${from} AND s.split_at = ${splitAt} AND o.revision = ${source.revision} AND o.waiting_since IS ${source.waitingSince}
      AND o.merged_into IS NULL AND o.silenced = 0 AND o.contact_id = c.contact_id)
  AND NOT ${isWritten(projectId, id)} AND NOT ${hasUnsent({ projectId, conversationId: id })} AND ${notErased(projectId, sql`c.contact_id`)}`;
export const writeNoSplit = (projectId: ProjectId, id: ConversationId, when: SQL): SQL =>
  sql`DELETE FROM conversation_splits WHERE project_id = ${projectId} AND conversation_id = ${id} AND ${when}`;
