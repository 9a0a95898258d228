// Reads the conversation's row: for the inbox, for a thread, for the events that were just recorded.
import { BRIEF_COLUMNS, joinContact, parseBrief } from "#modules/contacts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { col, queryOne, type Query, query, type Row } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import type { ConversationSummary, PreviewRole, Status, View } from "../contract.ts";
import type { RowField } from "../kinds/row-field.ts";
import { COUNT_CAP } from "../rules.ts";
import { EVENT_COLUMNS, EVENT_SOURCE, type EventRow, eventRow, isGone, previousCursor, withheld } from "./events.ts";

const OWN_COLUMNS = sql`c.id AS c_id, c.status, c.snoozed_until, c.assignee_id, c.revision AS c_revision, c.preview, c.preview_role, c.preview_automatic, c.created_at AS c_created_at, c.last_activity_at, c.waiting_since, c.visitor_messages, c.door, c.subject, ${BRIEF_COLUMNS}`;
/** The columns of a row, with those of the fields that other modules add. */
const columnsOf = (fields: readonly RowField[]): SQL =>
  sql`${OWN_COLUMNS}${sql.join(fields.map((field) => sql`, ${field.expression} AS ${sql.raw(columnOf(field))}`))}`;
const columnOf = (field: RowField): string => `field_${field.name}`;
const summaryOf =
  (fields: readonly RowField[]) =>
  (row: Row): ConversationSummary => {
    const values = fields.flatMap((field) => {
      const value = col.textOrNull(row, columnOf(field));
      return value === null ? [] : [[field.name, value]];
    });
    return { ...ownPart(row), ...(values.length > 0 ? { fields: Object.fromEntries(values) } : {}) };
  };
function ownPart(row: Row): ConversationSummary {
  const contact = parseBrief(row);
  return {
    id: col.id<ConversationId>(row, "c_id"),
    contact,
    status: col.id<Status>(row, "status"),
    snoozedUntil: isoOrNull(col.numberOrNull(row, "snoozed_until")),
    assigneeId: col.idOrNull<AccountId>(row, "assignee_id"),
    revision: col.number(row, "c_revision"),
    preview: isGone(contact.state) ? "" : col.text(row, "preview"),
    previewRole: col.id<PreviewRole>(row, "preview_role"),
    previewAutomatic: col.truth(row, "preview_automatic"),
    createdAt: iso(col.number(row, "c_created_at")),
    lastActivityAt: iso(col.number(row, "last_activity_at")),
    waitingSince: isoOrNull(col.numberOrNull(row, "waiting_since")),
    visitorMessages: col.number(row, "visitor_messages"),
    unread: Math.min(COUNT_CAP, Math.max(0, col.number(row, "unread"))),
    door: col.text(row, "door"),
    subject: isGone(contact.state) ? null : col.textOrNull(row, "subject"),
  };
}
const unreadOf = (me: AccountId): SQL =>
  sql`c.visitor_messages - coalesce((SELECT r.visitor_messages FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0) AS unread`;
const unreadBy = (me: AccountId | null): SQL => (me === null ? sql`0 AS unread` : unreadOf(me));
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

/** An event of a batch with what is announced of it: its conversation as it is now, and the last sequence its contact could see before. */
export interface RecordedRow extends EventRow {
  readonly summary: ConversationSummary;
  readonly previousForContact: number;
}
/**
 * The events that a caller's clientIds made, now or earlier, in order: what was asked for first, what followed from it after.
 * The index is named because the planner would rather walk the whole conversation by revision, for the sake of the order.
 */
export const readRecorded = (
  fields: readonly RowField[],
  projectId: ProjectId,
  conversationId: ConversationId,
  scope: string,
  me: AccountId | null,
  [first, second = first]: readonly [string, string | undefined],
): Query<RecordedRow[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${columnsOf(fields)}, ${unreadBy(me)}, ${previousCursor(projectId, sql`e.contact_id`, sql`e.sequence`)} AS previous
      FROM conversation_events e INDEXED BY conversation_events_client LEFT JOIN messages m ON m.id = e.message_id
        JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)}
      WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.scope = ${scope} AND e.client_id IN (${first}, ${second}) ORDER BY e.revision`,
    (rows) => rows.map((row) => ({ ...eventRow(row), summary: summaryOf(fields)(row), previousForContact: col.number(row, "previous") })),
  );

const viewCondition = (view: View, me: AccountId): SQL => {
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
      return sql`c.status = 'closed'`;
  }
};
// The planner takes IS NULL for a range and would walk past everything that is assigned.
const sourceOf = (view: View): SQL =>
  view === "unassigned" ? sql`conversations c INDEXED BY conversations_assignee` : sql`conversations c`;
export type Before = { at: number; id: string } | undefined;
export const olderThan = (before: Before): SQL =>
  before === undefined ? sql`` : sql` AND (c.last_activity_at, c.id) < (${before.at}, ${before.id})`;

/** A page of the inbox. */
export interface Page {
  readonly projectId: ProjectId;
  readonly me: AccountId;
  readonly fields: readonly RowField[];
  /** Only conversations whose field has this value. */
  readonly filter?: { readonly field: RowField; readonly value: string } | undefined;
  readonly before: Before;
  readonly limit: number;
}
function page({ projectId, me, fields, filter, before, limit }: Page, source: SQL, where: SQL): Query<ConversationSummary[]> {
  const filtered = filter === undefined ? sql`` : sql` AND ${filter.field.expression} = ${filter.value}`;
  // The page is picked from the index alone; contacts and read marks are looked up for its rows only.
  return query(
    sql`SELECT ${columnsOf(fields)}, ${unreadOf(me)} FROM (SELECT * FROM ${source} WHERE c.project_id = ${projectId} AND ${where}${olderThan(before)}${filtered} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}) c ${joinContact(sql`c.project_id`, sql`c.contact_id`)} ORDER BY c.last_activity_at DESC, c.id DESC`,
    (rows) => rows.map(summaryOf(fields)),
  );
}
export const readInbox = (wanted: Page, view: View): Query<ConversationSummary[]> =>
  page(wanted, sourceOf(view), viewCondition(view, wanted.me));
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
/** Each counted along its index, at most up to the cap. */
export function readCounts(projectId: ProjectId, me: AccountId): Query<Counts> {
  const capped = (view: View): SQL =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${sourceOf(view)} WHERE c.project_id = ${projectId} AND ${viewCondition(view, me)} LIMIT ${COUNT_CAP}))`;
  // What is mine and what is nobody's, each along the index of assignees; what others hold is theirs to read.
  const newest = (whose: SQL): SQL =>
    sql`SELECT * FROM (SELECT project_id, id, visitor_messages FROM conversations c INDEXED BY conversations_assignee WHERE c.project_id = ${projectId} AND c.status = 'open' AND ${whose} ORDER BY c.last_activity_at DESC LIMIT ${COUNT_CAP})`;
  const unread = sql`(SELECT count(*) FROM (${newest(sql`c.assignee_id = ${me}`)} UNION ALL ${newest(sql`c.assignee_id IS NULL`)}) c
    WHERE c.visitor_messages > coalesce((SELECT r.visitor_messages FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0))`;
  return query(
    sql`SELECT ${capped("all")} AS a, ${capped("mine")} AS m, ${capped("unassigned")} AS u, ${capped("snoozed")} AS s, ${capped("closed")} AS c, ${unread} AS fresh`,
    ([row]) => {
      if (!row) throw new Error("no counts");
      const n = (name: string): number => col.number(row, name);
      return { all: n("a"), mine: n("m"), unassigned: n("u"), snoozed: n("s"), closed: n("c"), unread: Math.min(COUNT_CAP, n("fresh")) };
    },
  );
}
/** The project of a conversation that the person may see. Without a project in the path, memberships stand in its place. */
export const readLocation = (id: ConversationId, projects: readonly ProjectId[]): Query<ProjectId | undefined> =>
  queryOne(
    sql`SELECT c.project_id FROM json_each(${JSON.stringify(projects)}) p JOIN conversations c ON c.project_id = p.value AND c.id = ${id} LIMIT 1`,
    (row) => col.id<ProjectId>(row, "project_id"),
  );
/** The contact of a conversation, as an expression. */
export const contactOf = (projectId: ProjectId, id: ConversationId | SQL): SQL =>
  sql`(SELECT contact_id FROM conversations WHERE project_id = ${projectId} AND id = ${id})`;
/**
 * The contact of a message that is no note and was not erased, as an expression. What somebody else wrote into the conversation is
 * nobody's here: the contact's erasure would take it away, and the writer's would not.
 */
export const contactOfKept = (projectId: ProjectId, messageId: SQL): SQL =>
  sql`(SELECT k.contact_id FROM messages m JOIN conversations k ON k.id = m.conversation_id AND k.project_id = m.project_id WHERE m.project_id = ${projectId} AND m.id = ${messageId} AND m.kind = 'message' AND m.erased_at IS NULL AND m.origin ->> '$.differentSender' IS NOT 1)`;
export const readContactOf = (projectId: ProjectId, id: ConversationId): Query<ContactId | undefined> =>
  queryOne(sql`SELECT contact_id FROM conversations WHERE project_id = ${projectId} AND id = ${id}`, (row) =>
    col.id<ContactId>(row, "contact_id"),
  );

/** Contacts with the latest activity, for closing what is live. */
export const readRecentContacts = (projectId: ProjectId, limit: number): Query<ContactId[]> =>
  query(
    sql`SELECT DISTINCT contact_id FROM (SELECT contact_id FROM conversation_events WHERE project_id = ${projectId} ORDER BY sequence DESC LIMIT ${limit})`,
    (rows) => rows.map((row) => col.id<ContactId>(row, "contact_id")),
  );

/** Everything of a project above a sequence: what a member's socket replays. */
export const readProjectReplay = (
  fields: readonly RowField[],
  projectId: ProjectId,
  after: number,
  limit: number,
): Query<(EventRow & { summary: ConversationSummary })[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${columnsOf(fields)}, 0 AS unread FROM ${EVENT_SOURCE} JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)} WHERE e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => {
        const [found, summary] = [eventRow(row), summaryOf(fields)(row)];
        return { ...found, event: withheld(found.event, summary.contact.state), summary };
      }),
  );
