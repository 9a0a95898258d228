// Reads: inbox, threads, replay. Every statement names the project first and walks an index.
import { nameOf } from "#modules/accounts";
import { BRIEF_COLUMNS, joinContact, parseBrief } from "#modules/contacts";
import { attachmentsJson, parseAttachments } from "#modules/files";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { col, queryOne, type Query, query, type Row } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, FileId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import type { AuthorRole, ConversationEvent, ConversationSummary, Message, Origin, PreviewRole, Status, View } from "./contract.ts";
import { COUNT_CAP } from "./rules.ts";

type ContactState = ConversationSummary["contact"]["state"];

// --- events ---------------------------------------------------------------

export interface EventRow {
  readonly sequence: number;
  readonly id: string;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly previousVisible: number;
  readonly visible: boolean;
  readonly fingerprint: string;
  readonly event: ConversationEvent;
}
const EVENT_COLUMNS = sql`e.sequence, e.id, e.conversation_id, e.contact_id, e.revision, e.kind, e.visible, e.previous_visible, e.actor_role, e.actor_id, e.fingerprint, e.data, e.created_at,
  ${nameOf(sql`e.actor_id`)} AS actor_name, m.id AS m_id, m.content, m.origin, m.client_id AS m_client_id, m.erased_at, CASE WHEN m.id IS NULL THEN NULL ELSE ${attachmentsJson(sql`m.id`)} END AS attachments,
  CASE WHEN e.kind = 'assigned' THEN ${nameOf(sql`e.data ->> 'assigneeId'`)} END AS assignee_name`;
const EVENT_SOURCE = sql`conversation_events e LEFT JOIN messages m ON m.id = e.message_id`;

function eventRow(row: Row): EventRow {
  return {
    sequence: col.number(row, "sequence"),
    id: col.text(row, "id"),
    conversationId: col.id<ConversationId>(row, "conversation_id"),
    contactId: col.id<ContactId>(row, "contact_id"),
    previousVisible: col.number(row, "previous_visible"),
    visible: col.truth(row, "visible"),
    fingerprint: col.text(row, "fingerprint"),
    event: wireEvent(row),
  };
}
function wireEvent(row: Row): ConversationEvent {
  const role = col.id<AuthorRole>(row, "actor_role");
  const base = {
    revision: col.number(row, "revision"),
    createdAt: iso(col.number(row, "created_at")),
    actor: { role, id: col.textOrNull(row, "actor_id"), name: col.textOrNull(row, "actor_name") },
  };
  const data = col.json<{ status?: Status; until?: number | null; assigneeId?: AccountId | null; reason?: string; revisions?: number[] }>(
    row,
    "data",
  );
  const kind = col.text(row, "kind");
  switch (kind) {
    case "message":
      return { ...base, kind, message: message(row) };
    case "note":
      return { ...base, kind, note: message(row) };
    case "assigned":
      return { ...base, kind, assigneeId: data.assigneeId ?? null, assigneeName: col.textOrNull(row, "assignee_name") };
    case "status":
      return { ...base, kind, status: data.status ?? "open", until: isoOrNull(data.until) };
    case "ai_skipped":
      return { ...base, kind, reason: data.reason ?? "" };
    case "erased":
      return { ...base, kind };
    case "message_erased":
      return { ...base, kind, revisions: data.revisions ?? [] };
    default:
      throw new Error(`unknown event kind ${kind}`);
  }
}
function message(row: Row): Message {
  const erasedAt = col.numberOrNull(row, "erased_at");
  return {
    id: col.id<MessageId>(row, "m_id"),
    conversationId: col.id<ConversationId>(row, "conversation_id"),
    revision: col.number(row, "revision"),
    authorRole: col.id<AuthorRole>(row, "actor_role"),
    authorId: col.textOrNull(row, "actor_id"),
    authorName: col.textOrNull(row, "actor_name"),
    createdAt: iso(col.number(row, "created_at")),
    content: erasedAt === null ? col.text(row, "content") : "",
    attachments: erasedAt === null ? parseAttachments(col.textOrNull(row, "attachments")) : [],
    origin: col.json<Origin>(row, "origin"),
    erased_at: isoOrNull(erasedAt),
    clientId: col.text(row, "m_client_id"),
  };
}
const emptied = (message: Message): Message => ({
  ...message,
  content: "",
  attachments: [],
  erased_at: message.erased_at ?? message.createdAt,
});
/** An event of a contact that is being erased: nothing of it is shown any more, however much of it is still to be cleared. */
export function withheld(event: ConversationEvent, state: ContactState): ConversationEvent {
  if (!isGone(state)) return event;
  if (event.kind === "message") return { ...event, message: emptied(event.message) };
  return event.kind === "note" ? { ...event, note: emptied(event.note) } : event;
}
const isGone = (state: ContactState): boolean => state === "erasing" || state === "erased";
const events = (statement: SQL): Query<EventRow[]> => query(statement, (rows) => rows.map(eventRow));

/** The events of one batch, by the ids it made up. The plus keeps the planner from walking the whole project instead. */
export const readEventsById = (projectId: ProjectId, ids: readonly string[]): Query<EventRow[]> =>
  events(
    sql`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCE} WHERE e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +e.project_id = ${projectId} ORDER BY e.revision`,
  );
const seenBy = (visitor: boolean): SQL => (visitor ? sql` AND e.visible = 1` : sql``);
/** The newest events below a revision, in order. */
export const readOlder = (
  projectId: ProjectId,
  conversationId: ConversationId,
  before: number,
  limit: number,
  visitor: boolean,
): Query<EventRow[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCE} WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.revision < ${before}${seenBy(visitor)} ORDER BY e.revision DESC LIMIT ${limit}`,
    (rows) => rows.map(eventRow).toReversed(),
  );
/** The oldest events above a revision, in order. */
export const readNewer = (
  projectId: ProjectId,
  conversationId: ConversationId,
  after: number,
  limit: number,
  visitor: boolean,
): Query<EventRow[]> =>
  events(
    sql`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCE} WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.revision > ${after}${seenBy(visitor)} ORDER BY e.revision LIMIT ${limit}`,
  );
/** Everything of a project above a sequence: what a member's socket replays. */
export const readProjectReplay = (
  projectId: ProjectId,
  after: number,
  limit: number,
): Query<(EventRow & { summary: ConversationSummary })[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${SUMMARY_COLUMNS}, 0 AS unread FROM ${EVENT_SOURCE} JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)} WHERE e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => {
        const [found, stands] = [eventRow(row), summary(row)];
        return { ...found, event: withheld(found.event, stands.contact.state), summary: stands };
      }),
  );
/** What a visitor may see above a sequence: what a visitor's socket replays. */
export const readContactReplay = (projectId: ProjectId, contactId: ContactId, after: number, limit: number): Query<EventRow[]> =>
  events(
    sql`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCE} WHERE e.project_id = ${projectId} AND e.contact_id = ${contactId} AND e.visible = 1 AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
  );
/** The last sequence a visitor may see below another: one step along an index. */
export const previousCursor = (projectId: ProjectId, contactId: ContactId | SQL, before: SQL): SQL =>
  sql`coalesce((SELECT p.sequence FROM conversation_events p WHERE p.project_id = ${projectId} AND p.contact_id = ${contactId} AND p.visible = 1 AND p.sequence < ${before} ORDER BY p.sequence DESC LIMIT 1), 0)`;
export const readHead = (projectId: ProjectId): Query<number> =>
  query(sql`SELECT coalesce(max(sequence), 0) AS sequence FROM conversation_events WHERE project_id = ${projectId}`, ([row]) =>
    row ? col.number(row, "sequence") : 0,
  );
export const readContactHead = (projectId: ProjectId, contactId: ContactId): Query<number> =>
  query(sql`SELECT ${previousCursor(projectId, contactId, sql`9007199254740991`)} AS head`, ([row]) => (row ? col.number(row, "head") : 0));
/** The heads of the projects (without a contact) and of the contacts among the newest events since a time. */
export const readLateHeads = (since: number, limit: number): Query<{ projectId: ProjectId; contactId: ContactId | null; head: number }[]> =>
  query(
    sql`WITH late AS MATERIALIZED (SELECT project_id, contact_id, visible, sequence FROM conversation_events WHERE created_at > ${since} ORDER BY created_at DESC LIMIT ${limit})
      SELECT project_id, NULL AS contact_id, max(sequence) AS head FROM late GROUP BY project_id
      UNION ALL SELECT project_id, contact_id, max(sequence) FROM late WHERE visible = 1 GROUP BY project_id, contact_id`,
    (rows) =>
      rows.map((row) => ({
        projectId: col.id<ProjectId>(row, "project_id"),
        contactId: col.idOrNull<ContactId>(row, "contact_id"),
        head: col.number(row, "head"),
      })),
  );

// --- summaries ------------------------------------------------------------

const SUMMARY_COLUMNS = sql`c.id AS c_id, c.status, c.snoozed_until, c.assignee_id, c.revision AS c_revision, c.preview, c.preview_role, c.preview_automatic, c.created_at AS c_created_at, c.last_activity_at, c.waiting_since, c.visitor_messages, c.door, c.subject, ${BRIEF_COLUMNS}`;
function summary(row: Row): ConversationSummary {
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

export const readSummary = (projectId: ProjectId, id: ConversationId, me: AccountId | null): Query<ConversationSummary | undefined> =>
  queryOne(
    sql`SELECT ${SUMMARY_COLUMNS}, ${unreadBy(me)} FROM ${FROM_CONVERSATIONS} WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    summary,
  );

/** An event of a batch with what is told of it: how its conversation stands now, and the last sequence its contact could see before. */
export interface RecordedRow extends EventRow {
  readonly summary: ConversationSummary;
  readonly previousForContact: number;
}
/**
 * The events that a caller's clientIds made, now or earlier, in order: what was asked for first, what followed from it after.
 * The index is named because the planner would rather walk the whole conversation by revision, for the sake of the order.
 */
export const readRecorded = (
  projectId: ProjectId,
  conversationId: ConversationId,
  scope: string,
  me: AccountId | null,
  [first, second = first]: readonly [string, string?],
): Query<RecordedRow[]> =>
  query(
    sql`SELECT ${EVENT_COLUMNS}, ${SUMMARY_COLUMNS}, ${unreadBy(me)}, ${previousCursor(projectId, sql`e.contact_id`, sql`e.sequence`)} AS previous
      FROM conversation_events e INDEXED BY conversation_events_client LEFT JOIN messages m ON m.id = e.message_id
        JOIN conversations c ON c.project_id = e.project_id AND c.id = e.conversation_id ${joinContact(sql`e.project_id`, sql`e.contact_id`)}
      WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.scope = ${scope} AND e.client_id IN (${first}, ${second}) ORDER BY e.revision`,
    (rows) => rows.map((row) => ({ ...eventRow(row), summary: summary(row), previousForContact: col.number(row, "previous") })),
  );

const placeOf = (view: View, me: AccountId): SQL => {
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
type Before = { at: number; id: string } | undefined;
const olderThan = (before: Before): SQL =>
  before === undefined ? sql`` : sql` AND (c.last_activity_at, c.id) < (${before.at}, ${before.id})`;
const page = (projectId: ProjectId, me: AccountId, source: SQL, where: SQL, before: Before, limit: number): Query<ConversationSummary[]> =>
  // The page is picked from the index alone; contacts and read marks are looked up for its rows only.
  query(
    sql`SELECT ${SUMMARY_COLUMNS}, ${unreadOf(me)} FROM (SELECT * FROM ${source} WHERE c.project_id = ${projectId} AND ${where}${olderThan(before)} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}) c ${joinContact(sql`c.project_id`, sql`c.contact_id`)} ORDER BY c.last_activity_at DESC, c.id DESC`,
    (rows) => rows.map(summary),
  );
export const readInbox = (projectId: ProjectId, me: AccountId, view: View, before: Before, limit: number): Query<ConversationSummary[]> =>
  page(projectId, me, sourceOf(view), placeOf(view, me), before, limit);
export const readOfContact = (
  projectId: ProjectId,
  me: AccountId,
  contactId: ContactId,
  before: Before,
  limit: number,
): Query<ConversationSummary[]> => page(projectId, me, sql`conversations c`, sql`c.contact_id = ${contactId}`, before, limit);

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
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${sourceOf(view)} WHERE c.project_id = ${projectId} AND ${placeOf(view, me)} LIMIT ${COUNT_CAP}))`;
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
export interface Marks {
  readonly readRevision: number;
  readonly customerReadRevision: number;
  readonly contactId: ContactId;
}
export const readMarks = (projectId: ProjectId, id: ConversationId, me: AccountId): Query<Marks | undefined> =>
  queryOne(
    sql`SELECT c.contact_id, c.customer_read_revision, coalesce((SELECT r.revision FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.account_id = ${me}), 0) AS mine FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id}`,
    (row) => ({
      readRevision: col.number(row, "mine"),
      customerReadRevision: col.number(row, "customer_read_revision"),
      contactId: col.id<ContactId>(row, "contact_id"),
    }),
  );
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

// --- the visitor's own list -------------------------------------------------

export interface OwnConversation {
  readonly id: ConversationId;
  readonly status: Status;
  readonly createdAt: string;
  readonly lastActivityAt: string;
  readonly activityAt: number;
  readonly revision: number;
  readonly preview: string;
  readonly previewRole: string;
  readonly unread: number;
  readonly readRevision: number;
  readonly operatorReadRevision: number;
}
// The preview in the inbox may be a note: a visitor's list takes the last message that they may see.
const OWN_COLUMNS = sql`c.id, c.status, c.created_at, c.last_activity_at, c.visible_revision, c.team_messages - c.customer_read_count AS unread, c.customer_read_revision, c.team_read_revision,
  (SELECT json_object('content', substr(m.content, 1, 400), 'role', m.author_role, 'at', m.created_at) FROM conversation_events e JOIN messages m ON m.id = e.message_id WHERE e.project_id = c.project_id AND e.conversation_id = c.id AND e.visible = 1 AND e.kind = 'message' ORDER BY e.revision DESC LIMIT 1) AS last`;
function own(row: Row): OwnConversation {
  const last = JSON.parse(col.textOrNull(row, "last") ?? "null") as { content: string; role: string; at: number } | null;
  return {
    id: col.id<ConversationId>(row, "id"),
    // Snoozing is the team's own affair.
    status: col.text(row, "status") === "closed" ? "closed" : "open",
    createdAt: iso(col.number(row, "created_at")),
    lastActivityAt: iso(last?.at ?? col.number(row, "created_at")),
    activityAt: col.number(row, "last_activity_at"),
    revision: col.number(row, "visible_revision"),
    preview: last?.content ?? "",
    previewRole: last?.role ?? "visitor",
    unread: Math.min(COUNT_CAP, Math.max(0, col.number(row, "unread"))),
    readRevision: col.number(row, "customer_read_revision"),
    operatorReadRevision: col.number(row, "team_read_revision"),
  };
}
export const readOwn = (projectId: ProjectId, contactId: ContactId, before: Before, limit: number): Query<OwnConversation[]> =>
  query(
    sql`SELECT ${OWN_COLUMNS} FROM (SELECT * FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId}${olderThan(before)} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}) c ORDER BY c.last_activity_at DESC, c.id DESC`,
    (rows) => rows.map(own),
  );
export const readOwnOne = (projectId: ProjectId, contactId: ContactId, id: ConversationId): Query<OwnConversation | undefined> =>
  queryOne(
    sql`SELECT ${OWN_COLUMNS} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.contact_id = ${contactId}`,
    own,
  );
/** How far the visitor has read. */
export const readCustomerRead = (projectId: ProjectId, contactId: ContactId, id: ConversationId): Query<number | undefined> =>
  queryOne(
    sql`SELECT customer_read_revision FROM conversations WHERE project_id = ${projectId} AND id = ${id} AND contact_id = ${contactId}`,
    (row) => col.number(row, "customer_read_revision"),
  );

// --- drafts -----------------------------------------------------------------

export interface DraftRow {
  readonly kind: "reply" | "note";
  readonly content: string;
  readonly fileIds: FileId[];
  readonly updatedAt: string;
}
export const readDrafts = (projectId: ProjectId, id: ConversationId, me: AccountId): Query<DraftRow[]> =>
  query(
    sql`SELECT kind, content, file_ids, updated_at FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${id} AND account_id = ${me}`,
    (rows) =>
      rows.map((row) => ({
        kind: col.id<"reply" | "note">(row, "kind"),
        content: col.text(row, "content"),
        fileIds: col.json<FileId[]>(row, "file_ids"),
        updatedAt: iso(col.number(row, "updated_at")),
      })),
  );
