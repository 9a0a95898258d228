// Every statement on the entries of the bell.
import { days } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { BRIEF_COLUMNS, type ContactBrief, joinContact, parseBrief } from "#modules/contacts";
import { isFree } from "#modules/conversations";
import { MOST_UNREAD, type ConversationNotification } from "./contract.ts";
import { STAYING } from "./events.ts";

export interface NewEntry {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  /** The member's own address: nobody is told of what they wrote to the desk as a customer. */
  readonly email: string;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly event: ConversationNotification;
  /** The id of the event, the mail or the match. */
  readonly cause: string;
  readonly revision: number;
  /** Whether the bell lists it; otherwise it is only pushed. */
  readonly listed: boolean;
  readonly pushed: boolean;
  /** The name of the rule that notified; null for everything else. */
  readonly title?: string | undefined;
}
const written = (all: readonly Omit<NewEntry, "revision">[], revision: SQL, from: SQL, at: number, when: SQL): SQL => sql`
  INSERT INTO bell_entries (project_id, account_id, conversation_id, event, contact_id, cause, since_revision, revision, listed, at, title)
  SELECT value ->> 'projectId', value ->> 'accountId', value ->> 'conversationId', value ->> 'event', value ->> 'contactId', value ->> 'cause', ${revision}, ${revision}, value ->> 'listed', ${at}, value ->> 'title'
  FROM json_each(${JSON.stringify(all)}) k ${from}
    CROSS JOIN memberships mb ON mb.project_id = k.value ->> 'projectId' AND mb.account_id = k.value ->> 'accountId'
    CROSS JOIN contacts ct ON ct.id = k.value ->> 'contactId' AND ct.project_id = k.value ->> 'projectId'
  WHERE ct.state = 'active' AND lower(ct.email) IS NOT lower(k.value ->> 'email') AND ${when}
  ON CONFLICT (project_id, account_id, conversation_id, event) DO UPDATE SET cause = excluded.cause, title = excluded.title, listed = excluded.listed, at = excluded.at, read_at = NULL, revision = excluded.revision,
    since_revision = CASE WHEN read_at IS NULL THEN since_revision ELSE excluded.since_revision END
  WHERE excluded.revision > revision OR (excluded.cause <> cause AND event IN ('mineNotDelivered', 'monitored', 'workAsks', 'badRating', 'targetNear', 'targetMissed', 'replyReturned', 'ruleNotifies'))`;
/**
 * Makes entries for members of the project, or renews them: one that has been read is unread again. What an entry tells of already, or
 * something older, changes nothing, so it may be told twice.
 */
export const writeEntries = (all: readonly NewEntry[], at: number, when: SQL = sql`1`): SQL =>
  written(all, sql`k.value ->> 'revision'`, sql``, at, when);
/** The same for what is at the newest revision of its conversation in this batch. */
export const writeEntriesAtHead = (all: readonly Omit<NewEntry, "revision">[], at: number, when: SQL): SQL =>
  written(
    all,
    sql`c.revision`,
    sql`CROSS JOIN conversations c ON c.project_id = k.value ->> 'projectId' AND c.id = k.value ->> 'conversationId'`,
    at,
    when,
  );

/** Condition: the entry tells of this cause. */
export const tellsOf = ({ projectId, accountId, conversationId, event, cause }: Omit<NewEntry, "revision">): SQL =>
  sql`EXISTS (SELECT 1 FROM bell_entries WHERE project_id = ${projectId} AND account_id = ${accountId} AND conversation_id = ${conversationId} AND event = ${event} AND cause = ${cause})`;

/** Entries that are looked at to count those that are unread. */
const COUNTED = 300;
const mark = (projectId: ProjectId, me: AccountId | SQL): SQL =>
  sql`coalesce((SELECT read_until FROM bell_marks WHERE project_id = ${projectId} AND account_id = ${me}), 0)`;
const STAYS = sql.join(
  STAYING.map((one) => sql`${one}`),
  sql`, `,
);
/** Condition on the entry `b` with its conversation `c`: as `stillNews` decides for mail, and not marked as read. */
export const isUnread = (projectId: ProjectId, me: AccountId | SQL): SQL => sql`
  b.read_at IS NULL AND b.at > ${mark(projectId, me)}
  AND (b.event IN (${STAYS})
    OR (b.revision > coalesce((SELECT r.revision FROM conversation_reads r WHERE r.project_id = b.project_id AND r.conversation_id = b.conversation_id AND r.account_id = b.account_id), 0)
      AND CASE b.event
        WHEN 'assignedToMe' THEN c.assignee_id IS b.account_id
        WHEN 'replyToMine' THEN c.assignee_id IS b.account_id AND c.waiting_since IS NOT NULL
        WHEN 'replyToFollowed' THEN c.waiting_since IS NOT NULL
        WHEN 'newUnassigned' THEN c.waiting_since IS NOT NULL AND (c.assignee_id = b.account_id OR ${isFree})
        WHEN 'replyUnassigned' THEN c.waiting_since IS NOT NULL AND (c.assignee_id = b.account_id OR ${isFree})
        ELSE 1 END))`;
/** Joins the conversation and the contact of the entry `b`. */
export const shown = sql`JOIN conversations c ON c.project_id = b.project_id AND c.id = b.conversation_id AND c.silenced = 0 ${joinContact(sql`b.project_id`, sql`b.contact_id`)}`;

export interface Bell {
  /** Up to `MOST_UNREAD`. */
  readonly unread: number;
  /** When the newest entry was made. */
  readonly newestAt: number | null;
  readonly readUntil: number | null;
}
export const readBellOf = (projectId: ProjectId, me: AccountId): Query<Bell> =>
  query(
    sql`SELECT (SELECT count(*) FROM (SELECT 1 FROM (SELECT * FROM bell_entries WHERE project_id = ${projectId} AND account_id = ${me} AND at > ${mark(projectId, me)} ORDER BY at DESC LIMIT ${COUNTED}) b
          ${shown} WHERE b.listed = 1 AND ct.state = 'active' AND ${isUnread(projectId, me)} LIMIT ${MOST_UNREAD})) ${as.number("unread")},
        (SELECT max(at) FROM bell_entries WHERE project_id = ${projectId} AND account_id = ${me}) ${as.numberOrNull("newest_at")},
        (SELECT read_until FROM bell_marks WHERE project_id = ${projectId} AND account_id = ${me}) ${as.numberOrNull("read_until")}`,
    ([row]) => ({ unread: row?.unread ?? 0, newestAt: row?.newest_at ?? null, readUntil: row?.read_until ?? null }),
  );

export interface Entry {
  readonly conversationId: ConversationId;
  readonly event: ConversationNotification;
  readonly since: number;
  readonly revision: number;
  readonly at: number;
  readonly unread: boolean;
  /** Whether it may be shown: listed, the contact active, the conversation not silenced. */
  readonly shown: boolean;
  readonly contact: ContactBrief;
  readonly excerpt: string | null;
  readonly title: string | null;
}
const ENTRY = (projectId: ProjectId, me: AccountId) =>
  columnList`${columns({ b: "bell_entries" }, "b.conversation_id, b.event, b.since_revision, b.revision, b.at, b.listed, b.title")}, ${BRIEF_COLUMNS}, c.silenced ${as.number("silenced")}, (${isUnread(projectId, me)}) ${as.number("unread")},
    (SELECT substr(m.content, 1, 400) FROM messages m WHERE m.project_id = b.project_id AND m.conversation_id = b.conversation_id AND m.revision = b.revision AND m.erased_at IS NULL AND m.origin ->> '$.differentSender' IS NOT 1) ${as.textOrNull("excerpt")}`;
const entry = (row: RowIn<ReturnType<typeof ENTRY>>): Entry => ({
  conversationId: row.conversation_id,
  event: row.event as ConversationNotification,
  since: row.since_revision,
  revision: row.revision,
  at: row.at,
  unread: row.unread !== 0,
  shown: row.listed === 1 && row.silenced === 0 && row.ct_state === "active",
  contact: parseBrief(row),
  excerpt: row.excerpt,
  title: row.title,
});
/** A page of a member's entries, newest first; those that may not be shown are among them. */
export const readEntries = (
  projectId: ProjectId,
  me: AccountId,
  before: { readonly at: number; readonly id: string } | undefined,
  limit: number,
): Query<Entry[]> =>
  query(
    sql`SELECT ${ENTRY(projectId, me)} FROM (SELECT * FROM bell_entries INDEXED BY bell_entries_newest WHERE project_id = ${projectId} AND account_id = ${me}
        ${before === undefined ? sql`` : sql`AND at <= ${before.at} AND (at < ${before.at} OR conversation_id || ' ' || event < ${before.id})`} ORDER BY at DESC, conversation_id DESC, event DESC LIMIT ${limit}) b
      JOIN conversations c ON c.project_id = b.project_id AND c.id = b.conversation_id ${joinContact(sql`b.project_id`, sql`b.contact_id`)} ORDER BY b.at DESC, b.conversation_id DESC, b.event DESC`,
    (rows) => rows.map(entry),
  );

/** Marks what a member's bell says of these events of a conversation as read, where `when` holds: nothing remains to be done about them. */
export const writeEntriesSettled = (
  projectId: ProjectId,
  me: AccountId | SQL,
  id: ConversationId | SQL,
  events: readonly ConversationNotification[],
  at: number,
  when: SQL,
): SQL =>
  sql`UPDATE bell_entries SET read_at = ${at} WHERE project_id = ${projectId} AND account_id = ${me} AND conversation_id = ${id} AND event IN (SELECT value FROM json_each(${JSON.stringify(events)})) AND read_at IS NULL AND ${when}`;
/** Marks the member's entries of a conversation as read, or as unread again. */
export const writeEntriesRead = (projectId: ProjectId, me: AccountId, id: ConversationId, at: number | null): SQL =>
  sql`UPDATE bell_entries SET read_at = ${at} WHERE project_id = ${projectId} AND account_id = ${me} AND conversation_id = ${id}`;
export const writeMark = (projectId: ProjectId, me: AccountId, until: number, when: SQL): SQL => sql`
  INSERT INTO bell_marks (project_id, account_id, read_until) SELECT ${projectId}, ${me}, ${until} WHERE ${when}
  ON CONFLICT (project_id, account_id) DO UPDATE SET read_until = excluded.read_until`;
/** An entry ends after this long without news. */
const KEPT = days(30);
export const writeOldEntriesDeleted = (now: number, limit: number): SQL => sql`
  DELETE FROM bell_entries WHERE (project_id, account_id, conversation_id, event) IN (SELECT project_id, account_id, conversation_id, event FROM bell_entries INDEXED BY bell_entries_age WHERE at < ${now - KEPT} ORDER BY at LIMIT ${limit})`;
export const writeBellOfMemberEnds = (projectId: ProjectId, accountId: AccountId): SQL[] => [
  sql`DELETE FROM bell_entries WHERE project_id = ${projectId} AND account_id = ${accountId}`,
  sql`DELETE FROM bell_marks WHERE project_id = ${projectId} AND account_id = ${accountId}`,
];
export const writeBellOfProjectEnds = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM bell_entries WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM bell_marks WHERE project_id = ${projectId} AND ${when}`,
];

export interface EntryKey {
  readonly account: AccountId;
  readonly conversation: ConversationId;
  readonly event: ConversationNotification;
}
export const readEntriesAbout = (projectId: ProjectId, contactId: ContactId, limit: number): Query<EntryKey[]> =>
  query(
    sql`SELECT ${columns("bell_entries", "account_id, conversation_id, event")} FROM bell_entries WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({ account: row.account_id, conversation: row.conversation_id, event: row.event as ConversationNotification })),
  );
export const writeEntriesForgotten = (projectId: ProjectId, keys: readonly EntryKey[]): SQL => sql`
  DELETE FROM bell_entries WHERE (project_id, account_id, conversation_id, event) IN (SELECT ${projectId}, k.value ->> 'account', k.value ->> 'conversation', k.value ->> 'event' FROM json_each(${JSON.stringify(keys)}) k)`;
