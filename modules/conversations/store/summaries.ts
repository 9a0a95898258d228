// Reads summaries of conversations: for the inbox, for a thread, and for newly recorded events.
import { BRIEF_COLUMNS, joinContact, parseBrief } from "#modules/contacts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type Row, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { ConversationSummary, PreviewRole, View } from "../contract.ts";
import type { RowField } from "../kinds/row-field.ts";
import { COUNT_CAP } from "../rules.ts";
import { EVENT_COLUMNS, EVENT_SOURCE, type EventRow, eventRow, isGone, previousCursor, withheld } from "./events.ts";

const OWN_COLUMNS = columnList`${columns({ c: "conversations" }, "c.id AS c_id, c.status, c.snoozed_until, c.assignee_id, c.revision AS c_revision, c.preview, c.preview_role, c.preview_automatic, c.preview_author_id, c.created_at AS c_created_at, c.last_activity_at, c.waiting_since, c.visitor_messages, c.door, c.subject, c.silenced")}, ${BRIEF_COLUMNS}`;
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
    ...(row.silenced === 1 ? { silenced: true } : {}),
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

const viewCondition = (view: View, me: AccountId | null): SQL => {
  switch (view) {
    case "all":
      return sql`c.status = 'open'`;
    case "mine":
      return sql`c.status = 'open' AND c.assignee_id = ${me}`;
    case "unassigned":
      return sql`c.status = 'open' AND c.assignee_id IS NULL`;
    case "snoozed":
      return sql`c.status = 'snoozed'`;
    case "closed":
      return sql`c.status = 'closed' AND c.silenced = 0`;
  }
};
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
function page({ projectId, me, fields, filter, before, limit }: Page, source: SQL, where: SQL): Query<ConversationSummary[]> {
  const filtered = filter === undefined ? sql`` : sql` AND ${filter}`;
  // The page is selected from the index alone; contacts and read marks are looked up for its rows only.
  return query(
    sql`SELECT ${columnsOf(fields)}, ${unreadBy(me)} FROM (SELECT * FROM ${source} WHERE c.project_id = ${projectId} AND ${where}${olderThan(before)}${filtered} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}) c ${joinContact(sql`c.project_id`, sql`c.contact_id`)} ORDER BY c.last_activity_at DESC, c.id DESC`,
    (rows) => rows.map(summaryOf(fields)),
  );
}
export const readInbox = (wanted: Page, view: View): Query<ConversationSummary[]> =>
  page(wanted, sourceOf(view), viewCondition(view, wanted.me));
/** Silenced conversations, which no view contains. */
export const readSilenced = (wanted: Page): Query<ConversationSummary[]> =>
  page(wanted, sourceOf("closed"), sql`c.status = 'closed' AND c.silenced = 1`);
export const readOfContact = (wanted: Page, contactId: ContactId): Query<ConversationSummary[]> =>
  page(wanted, sql`conversations c`, sql`c.contact_id = ${contactId}`);

export interface Counts {
  readonly all: number;
  readonly mine: number;
  readonly unassigned: number;
  readonly snoozed: number;
  readonly closed: number;
  readonly unread: number;
}
/** Counts each view along its index, at most up to the cap. */
export function readCounts(projectId: ProjectId, me: AccountId): Query<Counts> {
  const capped = (view: View): SQL =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${sourceOf(view)} WHERE c.project_id = ${projectId} AND ${viewCondition(view, me)} LIMIT ${COUNT_CAP}))`;
  // Unread is counted for mine and unassigned, each along the index of assignees, and not for conversations of others.
  const newest = (whose: SQL): SQL =>
    sql`SELECT * FROM (SELECT project_id, id, visitor_messages FROM conversations c INDEXED BY conversations_assignee WHERE c.project_id = ${projectId} AND c.status = 'open' AND ${whose} ORDER BY c.last_activity_at DESC LIMIT ${COUNT_CAP})`;
  const unread = sql`(SELECT count(*) FROM (${newest(sql`c.assignee_id = ${me}`)} UNION ALL ${newest(sql`c.assignee_id IS NULL`)}) c
    WHERE c.visitor_messages > coalesce((SELECT r.visitor_messages FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0))`;
  return query(
    sql`SELECT ${capped("all")} ${as.number("a")}, ${capped("mine")} ${as.number("m")}, ${capped("unassigned")} ${as.number("u")}, ${capped("snoozed")} ${as.number("s")}, ${capped("closed")} ${as.number("c")}, ${unread} ${as.number("fresh")}`,
    ([row]) => {
      if (!row) throw new Error("no counts");
      return { all: row.a, mine: row.m, unassigned: row.u, snoozed: row.s, closed: row.c, unread: Math.min(COUNT_CAP, row.fresh) };
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

/** All events of a project after a sequence, for the replay of a member's socket. */
export const readProjectReplay = (
  fields: readonly RowField[],
  projectId: ProjectId,
  after: number,
  limit: number,
): Query<(EventRow & { summary: ConversationSummary })[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${columnsOf(fields)}, 0 ${as.number("unread")} FROM ${EVENT_SOURCE} JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)} WHERE e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => {
        const [found, summary] = [eventRow(row), summaryOf(fields)(row)];
        return { ...found, event: withheld(found.event, summary.contact.state), summary };
      }),
  );
