// All SQL of moving a conversation to another contact.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { isActive, notErased } from "#modules/contacts";
import { isSilenced } from "#modules/conversations";
import { JOINED, SPLIT_OFF, type Status } from "#modules/conversations/contract";
import { hasUnsent, otherScheduler } from "#modules/undo-send";

/** The conversation that is to be moved. */
export interface Source {
  readonly contactId: ContactId;
  readonly revision: number;
  readonly status: Status;
  readonly snoozedUntil: number | null;
  readonly waitingSince: number | null;
  readonly isMerged: boolean;
  readonly isSpam: boolean;
  readonly isErased: boolean;
  readonly isMoved: boolean;
  /** Other conversations were merged into it. */
  readonly hasMerged: boolean;
  /** A member's reply waits there to be sent, or is scheduled. */
  readonly isBeingAnswered: boolean;
  /** The name of another member who scheduled one. */
  readonly scheduledBy: string | null;
}
const isMoved = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_transfers t WHERE t.project_id = ${projectId} AND t.from_id = ${id})`;

export const readSource = (projectId: ProjectId, id: ConversationId, accountId: AccountId): Query<Source | undefined> =>
  queryOne(
    sql`SELECT ${columns({ c: "conversations" }, "c.contact_id, c.revision, c.status, c.snoozed_until, c.waiting_since, c.merged_into, c.silenced")},
        NOT (${notErased(projectId, sql`c.contact_id`)}) ${as.number("erased")}, ${isMoved(projectId, id)} ${as.number("moved")}, ${hasUnsent({ projectId, conversationId: id })} ${as.number("answered")},
        ${otherScheduler({ projectId, conversationId: sql`c.id`, accountId })} ${as.textOrNull("scheduled_by")},
        EXISTS (SELECT 1 FROM conversation_merges d WHERE d.project_id = c.project_id AND d.into_id = c.id) ${as.number("joined")}
      FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    (row) => ({
      ...{ contactId: row.contact_id, revision: row.revision, status: row.status, snoozedUntil: row.snoozed_until },
      ...{ waitingSince: row.waiting_since, isMerged: row.merged_into !== null, isSpam: row.silenced !== 0 },
      ...{ isErased: row.erased !== 0, isMoved: row.moved !== 0, isBeingAnswered: row.answered !== 0 },
      ...{ scheduledBy: row.scheduled_by, hasMerged: row.joined !== 0 },
    }),
  );

/** Condition: the contact may be written to, and is not being merged into another one. */
const mayGetIt = (projectId: ProjectId, contactId: ContactId): SQL =>
  sql`${isActive(projectId, contactId)} AND NOT EXISTS (SELECT 1 FROM contacts k WHERE k.project_id = ${projectId} AND k.id = ${contactId} AND k.merged_into IS NOT NULL)`;
export const readMayGetIt = (projectId: ProjectId, contactId: ContactId): Query<boolean> =>
  query(sql`SELECT ${mayGetIt(projectId, contactId)} ${as.number("may")}`, ([row]) => row?.may === 1);

/** Condition on the conversation `c`: it is as it was read, and the other contact may get it. */
export const mayMove = (projectId: ProjectId, id: ConversationId, source: Source, to: ContactId): SQL => sql`
  c.revision = ${source.revision} AND c.contact_id = ${source.contactId} AND c.contact_id <> ${to} AND c.silenced = 0 AND c.waiting_since IS ${source.waitingSince}
  AND ${notErased(projectId, sql`c.contact_id`)} AND ${mayGetIt(projectId, to)} AND NOT ${isMoved(projectId, id)} AND NOT ${hasUnsent({ projectId, conversationId: id })}`;

export interface NewMove {
  readonly projectId: ProjectId;
  readonly id: ConversationId;
  readonly from: ConversationId;
  readonly by: AccountId;
  readonly now: number;
  readonly source: Source;
}
/** Runs after the event of the former contact's conversation, so that the revision is that of the move. */
export const writeMove = ({ projectId, id, from, by, now, source }: NewMove, when: SQL): SQL => sql`
  INSERT INTO conversation_transfers (project_id, conversation_id, from_id, moved_at, moved_by, from_revision, status, snoozed_until, waiting_since)
  SELECT o.project_id, ${id}, o.id, ${now}, ${by}, o.revision, ${source.status}, ${source.snoozedUntil}, ${source.waitingSince} FROM conversations o WHERE o.project_id = ${projectId} AND o.id = ${from} AND ${when}`;

/** A move that stands, with what undoing it depends on. */
export interface Move {
  readonly from: ConversationId;
  readonly movedAt: number;
  readonly before: { readonly status: Status; readonly snoozedUntil: number | null; readonly waitingSince: number | null };
  /** Somebody wrote in the new conversation, another one was merged into it, or it was moved on. */
  readonly isWritten: boolean;
  readonly isBeingAnswered: boolean;
  readonly isErased: boolean;
  /** Of the former contact's. */
  readonly source: { readonly revision: number; readonly isMerged: boolean; readonly isSpam: boolean; readonly isUntouched: boolean };
}
const isWritten = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events w WHERE w.project_id = ${projectId} AND w.conversation_id = ${id} AND w.kind IN ('message', 'note', ${JOINED}))`;
/**
 * Condition on the former contact's conversation `o` of the move `t`: since then nothing changed its status or who waits. A note or a tag does
 * not: its customer must not be forgotten for that.
 */
const IS_UNTOUCHED = sql`(o.status = 'closed' AND NOT EXISTS (SELECT 1 FROM conversation_events x WHERE x.project_id = o.project_id AND x.conversation_id = o.id AND x.revision > t.from_revision
  AND x.kind IN ('message', 'status', ${JOINED}, ${SPLIT_OFF})))`;
export const readStanding = (projectId: ProjectId, id: ConversationId): Query<Move | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "conversation_transfers", o: "conversations" }, "t.from_id, t.moved_at, t.status, t.snoozed_until, t.waiting_since, o.revision, o.merged_into, o.silenced")},
        (${isWritten(projectId, id)} OR ${isMoved(projectId, id)}) ${as.number("written")}, ${IS_UNTOUCHED} ${as.number("untouched")}, ${hasUnsent({ projectId, conversationId: id })} ${as.number("answered")}, NOT (${notErased(projectId, sql`o.contact_id`)}) ${as.number("erased")}
      FROM conversation_transfers t JOIN conversations o ON o.project_id = t.project_id AND o.id = t.from_id WHERE t.project_id = ${projectId} AND t.conversation_id = ${id}`,
    (row) => ({
      ...{ from: row.from_id as ConversationId, movedAt: row.moved_at },
      before: { status: row.status as Status, snoozedUntil: row.snoozed_until, waitingSince: row.waiting_since },
      ...{ isWritten: row.written !== 0, isBeingAnswered: row.answered !== 0, isErased: row.erased !== 0 },
      source: {
        ...{ revision: row.revision, isMerged: row.merged_into !== null, isSpam: row.silenced !== 0 },
        isUntouched: row.untouched !== 0,
      },
    }),
  );
/** Condition on the conversation `c` that went on: nothing was written in it, and the former contact's is as it was read. */
export const mayReturn = (projectId: ProjectId, id: ConversationId, { from, movedAt, source }: Move): SQL => sql`
  EXISTS (SELECT 1 FROM conversation_transfers t JOIN conversations o ON o.project_id = t.project_id AND o.id = t.from_id
    WHERE t.project_id = ${projectId} AND t.conversation_id = ${id} AND t.from_id = ${from} AND t.moved_at = ${movedAt} AND o.revision = ${source.revision} AND o.merged_into IS NULL
      AND ${notErased(projectId, sql`o.contact_id`)})
  AND NOT ${isSilenced(projectId, from)} AND NOT ${isWritten(projectId, id)} AND NOT ${isMoved(projectId, id)} AND NOT ${hasUnsent({ projectId, conversationId: id })}`;
export const writeNoMove = (projectId: ProjectId, id: ConversationId, when: SQL): SQL =>
  sql`DELETE FROM conversation_transfers WHERE project_id = ${projectId} AND conversation_id = ${id} AND ${when}`;
