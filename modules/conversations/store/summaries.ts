// Reads summaries of conversations: for the inbox, for a thread, and for newly recorded events.
import { keptId, BRIEF_COLUMNS, joinContact, parseBrief } from "#modules/contacts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type Row, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Sort } from "../contract/conditions.ts";
import type { ConversationSummary, PreviewRole, View } from "../contract.ts";
import type { OpenView } from "../extension.ts";
import type { RowField } from "../kinds/row-field.ts";
import { COUNT_CAP } from "../rules.ts";
import { keyOf } from "./conditions.ts";
import { EVENT_COLUMNS, EVENT_SOURCE, type EventRow, eventRow, isGone, previousCursor, withheld } from "./events.ts";

const OWN_COLUMNS = columnList`${columns({ c: "conversations" }, "c.id AS c_id, c.status, c.snoozed_until, c.assignee_id, c.revision AS c_revision, c.preview, c.preview_role, c.preview_automatic, c.preview_author_id, c.created_at AS c_created_at, c.last_activity_at, c.waiting_since, c.visitor_messages, c.door, c.subject, c.rank, c.silenced, c.merged_into, c.withdrawn")}, ${BRIEF_COLUMNS}`;
/** The columns of a summary, including the fields that other modules add. */
const columnsOf = (fields: readonly RowField[]) =>
  columnList`${OWN_COLUMNS}${sql.join(
    fields.map((field) => sql`, ${field.expression} AS ${sql.raw(columnOf(field))}`),
    sql``,
  )}`;
const columnOf = (field: RowField): string => `field_${field.name}`;
type OwnRow = RowIn<typeof OWN_COLUMNS> & { readonly unread: number };
const summaryOf =
  (fields: readonly RowField[]) =>
  (row: OwnRow): ConversationSummary => {
    const values = fields.flatMap((field) => {
      // The row type cannot know these columns: only the registry knows the fields.
      const value = (row as Row)[columnOf(field)];
      return typeof value === "string" ? [[field.name, value]] : [];
    });
    return { ...ownPart(row), ...(values.length > 0 ? { fields: Object.fromEntries(values) } : {}) };
  };
function ownPart(row: OwnRow): ConversationSummary {
  const contact = parseBrief(row);
  return {
    id: row.c_id,
    contact,
    status: row.status,
    snoozedUntil: isoOrNull(row.snoozed_until),
    assigneeId: row.assignee_id,
    revision: row.c_revision,
    preview: isGone(contact.state) ? "" : row.preview,
    previewRole: row.preview_role as PreviewRole,
    previewAutomatic: row.preview_automatic !== 0,
    ...(row.preview_author_id === null ? {} : { previewAuthorId: row.preview_author_id }),
    createdAt: iso(row.c_created_at),
    lastActivityAt: iso(row.last_activity_at),
    waitingSince: isoOrNull(row.waiting_since),
    visitorMessages: row.visitor_messages,
    unread: Math.min(COUNT_CAP, Math.max(0, row.unread)),
    door: row.door,
    subject: isGone(contact.state) ? null : row.subject,
    ...(row.rank === 0 ? {} : { rank: row.rank }),
    ...(row.silenced === 1 ? { silenced: true } : {}),
    ...(row.merged_into === null ? {} : { mergedInto: row.merged_into as ConversationId }),
    ...(row.withdrawn === 0 ? {} : { withdrawn: true }),
  };
}
const unreadOf = (me: AccountId) =>
  columnList`c.visitor_messages - coalesce((SELECT r.visitor_messages FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0) ${as.number("unread")}`;
const unreadBy = (me: AccountId | null) => (me === null ? columnList`0 ${as.number("unread")}` : unreadOf(me));
const FROM_CONVERSATIONS = sql`conversations c ${joinContact(sql`c.project_id`, sql`c.contact_id`)}`;

export const readSummary = (
  fields: readonly RowField[],
  projectId: ProjectId,
  id: ConversationId,
  me: AccountId | null,
): Query<ConversationSummary | undefined> =>
  queryOne(
    sql`SELECT ${columnsOf(fields)}, ${unreadBy(me)} FROM ${FROM_CONVERSATIONS} WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    summaryOf(fields),
  );

/** The latest conversation of each of the contacts: one look into an index for each, however many they have. */
export const readLatestOfContacts = (projectId: ProjectId, contacts: readonly ContactId[]): Query<ConversationId[]> =>
  query(
    sql`SELECT (SELECT c.id FROM conversations c INDEXED BY conversations_contact WHERE c.project_id = ${projectId} AND c.contact_id = k.value ORDER BY c.last_activity_at DESC, c.id DESC LIMIT 1) ${as.of<{ id: ConversationId | null }>("id")} FROM json_each(${JSON.stringify(contacts)}) k`,
    (rows) => rows.flatMap(({ id }) => id ?? []),
  );
/** Those of the ids that are conversations of the project. */
export const readSummaries = (
  fields: readonly RowField[],
  projectId: ProjectId,
  ids: readonly ConversationId[],
  me: AccountId | null,
): Query<ConversationSummary[]> =>
  query(
    sql`SELECT ${columnsOf(fields)}, ${unreadBy(me)} FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN ${FROM_CONVERSATIONS} WHERE c.project_id = ${projectId} AND c.id = k.value`,
    (rows) => rows.map(summaryOf(fields)),
  );

/** A recorded event with what its publication needs: the current summary, and the last sequence before it that its contact may see. */
export interface RecordedRow extends EventRow {
  readonly summary: ConversationSummary;
  readonly previousForContact: number;
}
/**
 * The events recorded under a caller's clientIds, now or earlier, in order: the requested event, then its followers. The index is named
 * because the planner would otherwise scan the whole conversation by revision to get the order.
 */
export const readRecorded = (
  fields: readonly RowField[],
  projectId: ProjectId,
  conversationId: ConversationId,
  scope: string,
  me: AccountId | null,
  clientIds: readonly string[],
): Query<RecordedRow[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${columnsOf(fields)}, ${unreadBy(me)}, ${previousCursor(projectId, sql`e.contact_id`, sql`e.sequence`)} ${as.number("previous")}
      FROM conversation_events e INDEXED BY conversation_events_client LEFT JOIN messages m ON m.id = e.message_id
        JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)}
      WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.scope = ${scope} AND e.client_id IN (${sql.join(
        clientIds.map((id) => sql`${id}`),
        sql`, `,
      )}) ORDER BY e.revision`,
    (rows) => rows.map((row) => ({ ...eventRow(row), summary: summaryOf(fields)(row), previousForContact: row.previous })),
  );

/** The fixed view as a condition on the columns of `alias`. */
const ofView = (view: View, me: AccountId | null, alias: "c" | "k"): SQL => {
  const [status, assignee] = [sql.raw(`${alias}.status`), sql.raw(`${alias}.assignee_id`)];
  switch (view) {
    case "all":
      return sql`${status} = 'open'`;
    case "mine":
      return sql`${status} = 'open' AND ${assignee} = ${me}`;
    case "unassigned":
      return sql`${status} = 'open' AND ${assignee} IS NULL`;
    case "snoozed":
      return sql`${status} = 'snoozed'`;
    case "closed":
      return alias === "c" ? sql`${status} = 'closed' AND c.silenced = 0` : sql`${status} = 'closed'`;
  }
};
const viewCondition = (view: View, me: AccountId | null): SQL => ofView(view, me, "c");
// The index is named because the planner treats IS NULL as a range and would scan everything that is assigned.
const sourceOf = (view: View): SQL =>
  view === "unassigned"
    ? sql`conversations c INDEXED BY conversations_assignee`
    : view === "closed"
      ? sql`conversations c INDEXED BY conversations_closed`
      : sql`conversations c`;
export type Before = { at: number; id: string } | undefined;
export const olderThan = (before: Before): SQL =>
  before === undefined ? sql`` : sql` AND (c.last_activity_at, c.id) < (${before.at}, ${before.id})`;

/** A page of the inbox. */
export interface Page {
  readonly projectId: ProjectId;
  /** Whose unread counts the rows have; null for a program, which has read nothing. */
  readonly me: AccountId | null;
  readonly fields: readonly RowField[];
  /** Only conversations for which this holds. */
  readonly filter?: SQL | undefined;
  readonly before: Before;
  readonly limit: number;
}
/** Rows that are looked at for a page with a filter, whether or not they match. */
const LOOKS_AT = 300;
export interface ListedPage {
  readonly items: readonly ConversationSummary[];
  /** Where the next page goes on: the key of the order, and the id. Null at the end. */
  readonly next: { readonly at: number; readonly id: string } | null;
}
/**
 * A page of `rows`: conversations in descending order of `at` and id, limited as told. They are selected along an index; contacts and read
 * marks are looked up for what is shown only. Of a filter only so many rows are looked at, and the last of them comes too, matching or not,
 * because the next page begins after it.
 */
function page({ me, fields, filter, limit }: Page, rows: (limit: number) => SQL): Query<ListedPage> {
  const fits = filter === undefined ? sql`1` : sql`coalesce(${filter}, 0)`;
  const from =
    filter === undefined ? rows(limit + 1) : sql`SELECT *, row_number() OVER (ORDER BY at DESC, id DESC) AS nth FROM (${rows(LOOKS_AT)})`;
  const where = filter === undefined ? sql`` : sql` WHERE ${fits} OR c.nth = ${LOOKS_AT}`;
  return query(
    sql`SELECT ${columnsOf(fields)}, ${unreadBy(me)}, c.at ${as.number("at")}, ${fits} ${as.number("fits")} FROM (${from}) c ${joinContact(sql`c.project_id`, sql`c.contact_id`)}${where} ORDER BY c.at DESC, c.id DESC LIMIT ${limit + 1}`,
    (found) => {
      const shown = found.filter((row) => row.fits !== 0).slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : found.find((row) => row.fits === 0);
      return { items: shown.map(summaryOf(fields)), next: last === undefined ? null : { at: last.at, id: last.c_id } };
    },
  );
}
const pageAfter = (before: Before, key: SQL, id: SQL): SQL =>
  before === undefined ? sql`` : sql` AND (${key}, ${id}) < (${before.at}, ${before.id})`;

/** A page of a fixed view. */
export function readInbox(wanted: Page, view: View, sort: Sort = "activity"): Query<ListedPage> {
  const { projectId, me, before } = wanted;
  if (sort === "activity")
    return page(
      wanted,
      (limit) =>
        sql`SELECT *, last_activity_at AS at FROM ${sourceOf(view)} WHERE c.project_id = ${projectId} AND ${viewCondition(view, me)}${olderThan(before)} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}`,
    );
  const key = keyOf("k", sort);
  const index = sql.raw(`conversation_sort_keys_${view === "mine" || view === "unassigned" ? "assignee_" : ""}${sort}`);
  const of = ofView(view, me, "k");
  return page(
    wanted,
    (limit) =>
      sql`SELECT c.*, k.at FROM (SELECT k.conversation_id, ${key} AS at FROM conversation_sort_keys k INDEXED BY ${index} WHERE k.project_id = ${projectId} AND ${of}${pageAfter(before, key, sql`k.conversation_id`)} ORDER BY ${key} DESC, k.conversation_id DESC LIMIT ${limit}) k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.conversation_id`,
  );
}
/** A page of another view. */
export function readOtherView(wanted: Page, { rows, where }: Pick<OpenView, "rows" | "where">, sort: Sort): Query<ListedPage> {
  const { projectId, before } = wanted;
  const key = keyOf("o", sort);
  return page(
    wanted,
    (limit) =>
      sql`SELECT c.*, o.at FROM (SELECT o.conversation_id, ${key} AS at FROM ${rows} WHERE o.project_id = ${projectId} AND ${where}${pageAfter(before, key, sql`o.conversation_id`)} ORDER BY ${key} DESC, o.conversation_id DESC LIMIT ${limit}) o CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = o.conversation_id`,
  );
}
/** All conversations of a contact, the newest activity first; if it was merged, those of the contact that stays. */
export const readOfContact = (wanted: Page, contactId: ContactId): Query<ListedPage> =>
  page(
    wanted,
    (limit) =>
      sql`SELECT *, last_activity_at AS at FROM conversations c WHERE c.project_id = ${wanted.projectId} AND c.contact_id = ${keptId(wanted.projectId, contactId)}${olderThan(wanted.before)} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}`,
  );

export interface Counts {
  readonly all: number;
  readonly mine: number;
  readonly unassigned: number;
  readonly snoozed: number;
  readonly closed: number;
  readonly unread: number;
}
/** Condition: the project has silenced conversations. */
export const hasSilenced = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_counts WHERE project_id = ${projectId} AND list = 'silenced' AND conversations > 0)`;
/** Expression: how many open conversations the account has. */
export const openOf = (projectId: ProjectId, account: SQL): SQL =>
  sql`coalesce((SELECT n.conversations FROM conversation_counts n WHERE n.project_id = ${projectId} AND n.list = 'assigned:' || ${account}), 0)`;
/** How many open conversations each of the accounts has that have any, at most 1000 accounts. */
export const readOpenOfAll = (projectId: ProjectId): Query<ReadonlyMap<string, number>> =>
  query(
    sql`SELECT substr(list, 10) ${as.text("account")}, ${columns("conversation_counts", "conversations")} FROM conversation_counts
      WHERE project_id = ${projectId} AND list >= 'assigned:' AND list < 'assigned;' LIMIT 1000`,
    (rows) => new Map(rows.map((row) => [row.account, row.conversations])),
  );
/** Counts of the views, which are kept, and of what is unread among the newest of mine and of the unassigned ones. */
export function readCounts(projectId: ProjectId, me: AccountId): Query<Counts> {
  const kept = (list: string): SQL =>
    sql`coalesce((SELECT conversations FROM conversation_counts WHERE project_id = ${projectId} AND list = ${list}), 0)`;
  // Unread is counted for mine and unassigned, each along the index of assignees, and not for conversations of others.
  const newest = (whose: SQL): SQL =>
    sql`SELECT * FROM (SELECT project_id, id, visitor_messages FROM conversations c INDEXED BY conversations_assignee WHERE c.project_id = ${projectId} AND c.status = 'open' AND ${whose} ORDER BY c.last_activity_at DESC LIMIT ${COUNT_CAP})`;
  const unread = sql`(SELECT count(*) FROM (${newest(sql`c.assignee_id = ${me}`)} UNION ALL ${newest(sql`c.assignee_id IS NULL`)}) c
    WHERE c.visitor_messages > coalesce((SELECT r.visitor_messages FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0))`;
  return query(
    sql`SELECT ${kept("open")} ${as.number("a")}, ${kept(`assigned:${me}`)} ${as.number("m")}, ${kept("unassigned")} ${as.number("u")}, ${kept("snoozed")} ${as.number("s")}, ${kept("closed")} ${as.number("c")}, ${unread} ${as.number("fresh")}`,
    ([row]) => {
      if (!row) throw new Error("no counts");
      const capped = (count: number): number => Math.min(COUNT_CAP, count);
      return {
        all: capped(row.a),
        mine: capped(row.m),
        unassigned: capped(row.u),
        snoozed: capped(row.s),
        closed: capped(row.c),
        unread: capped(row.fresh),
      };
    },
  );
}
/** The project of a conversation, among the given projects. The route has no project, so the caller's memberships are the tenant check. */
export const readLocation = (id: ConversationId, projects: readonly ProjectId[]): Query<ProjectId | undefined> =>
  queryOne(
    sql`SELECT ${columns({ c: "conversations" }, "c.project_id")} FROM json_each(${JSON.stringify(projects)}) p JOIN conversations c ON c.project_id = p.value AND c.id = ${id} LIMIT 1`,
    (row) => row.project_id,
  );
/** SQL of a conversation's contact. */
export const contactOf = (projectId: ProjectId, id: ConversationId | SQL): SQL =>
  sql`(SELECT contact_id FROM conversations WHERE project_id = ${projectId} AND id = ${id})`;
/**
 * SQL of the contact of a message, null for notes, erased messages and messages of a different sender: those would go with the erasure of
 * the conversation's contact, but not with that of their author.
 */
export const contactOfKept = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`(SELECT k.contact_id FROM messages m JOIN conversations k ON k.id = m.conversation_id AND k.project_id = m.project_id WHERE m.project_id = ${projectId} AND m.id = ${messageId} AND m.kind = 'message' AND m.erased_at IS NULL AND m.origin ->> '$.differentSender' IS NOT 1)`;
export const readContactOf = (projectId: ProjectId, id: ConversationId): Query<ContactId | undefined> =>
  queryOne(
    sql`SELECT ${columns("conversations", "contact_id")} FROM conversations WHERE project_id = ${projectId} AND id = ${id}`,
    (row) => row.contact_id,
  );

/** The contacts with the latest activity, whose sockets are closed first. */
export const readRecentContacts = (projectId: ProjectId, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("conversation_events", "contact_id")} FROM (SELECT contact_id FROM conversation_events WHERE project_id = ${projectId} ORDER BY sequence DESC LIMIT ${limit})`,
    (rows) => rows.map((row) => row.contact_id),
  );

/** Events `e`, as members may see them, with their conversations as they are now. */
const readWithConversations = (fields: readonly RowField[], where: SQL): Query<(EventRow & { summary: ConversationSummary })[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${columnsOf(fields)}, 0 ${as.number("unread")} FROM ${EVENT_SOURCE} JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)} WHERE ${where}`,
    (rows) =>
      rows.map((row) => {
        const [found, summary] = [eventRow(row), summaryOf(fields)(row)];
        return { ...found, event: withheld(found.event, summary.contact.state), summary };
      }),
  );
/** All events of a project after a sequence, for the replay of a member's socket. */
export const readProjectReplay = (fields: readonly RowField[], projectId: ProjectId, after: number, limit: number) =>
  readWithConversations(fields, sql`e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`);
/** The events of a project with these sequences. */
export const readEventsAt = (fields: readonly RowField[], projectId: ProjectId, sequences: readonly number[]) =>
  readWithConversations(
    fields,
    sql`e.project_id = ${projectId} AND e.sequence IN (SELECT value FROM json_each(${JSON.stringify(sequences)})) ORDER BY e.sequence`,
  );
