// Reads events: pages of a thread, replays for sockets, and the heads of projects and contacts.
import { nameOf } from "#modules/accounts";
import { notErased } from "#modules/contacts";
import { attachmentsJson, parseAttachments } from "#modules/files";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, notNull, parseJson, type Query, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import {
  type AuthorRole,
  type ConversationEvent,
  type ConversationSummary,
  type Message,
  type Origin,
  QUOTED,
  type Status,
} from "../contract.ts";

type ContactState = ConversationSummary["contact"]["state"];

/** Whether a contact in this state is erased or being erased. */
export const isGone = (state: ContactState): boolean => state === "erasing" || state === "erased";
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
export const EVENT_COLUMNS = columnList`${columns({ e: "conversation_events" }, "e.sequence, e.id, e.conversation_id, e.contact_id, e.revision, e.kind, e.visible, e.previous_visible, e.actor_role, e.actor_id, e.fingerprint, e.data, e.created_at")},
  ${nameOf(sql`e.actor_id`)} ${as.textOrNull("actor_name")}, ${columns({ m: "messages?" }, "m.id AS m_id, m.content, m.origin, m.client_id AS m_client_id, m.erased_at, m.conversation_id AS m_conversation_id, m.created_at AS m_created_at")}, CASE WHEN m.id IS NULL THEN NULL ELSE ${attachmentsJson(sql`m.id`)} END ${as.textOrNull("attachments")},
  CASE WHEN e.kind = ${QUOTED} AND e.actor_role = 'visitor' THEN (SELECT coalesce(w.name, w.email) FROM contacts w WHERE w.project_id = e.project_id AND w.id = e.actor_id AND w.state NOT IN ('erasing', 'erased')) END ${as.textOrNull("writer")},
  CASE WHEN e.kind = ${QUOTED} THEN (SELECT NOT (${notErased(sql`e.project_id`, sql`o.contact_id`)}) FROM conversations o WHERE o.project_id = e.project_id AND o.id = m.conversation_id) END ${as.numberOrNull("erasing")},
  CASE WHEN e.kind = 'assigned' THEN ${nameOf(sql`e.data ->> 'assigneeId'`)} END ${as.textOrNull("assignee_name")}`;
export const EVENT_SOURCE = sql`conversation_events e LEFT JOIN messages m ON m.id = e.message_id`;

/** The event of a row. */
export function eventRow(row: RowIn<typeof EVENT_COLUMNS>): EventRow {
  return {
    sequence: row.sequence,
    id: row.id,
    conversationId: row.conversation_id,
    contactId: row.contact_id,
    previousVisible: row.previous_visible,
    visible: row.visible !== 0,
    fingerprint: row.fingerprint,
    event: wireEvent(row),
  };
}
function wireEvent(row: RowIn<typeof EVENT_COLUMNS>): ConversationEvent {
  const role = row.actor_role as AuthorRole;
  const base = {
    revision: row.revision,
    createdAt: iso(row.created_at),
    actor: { role, id: row.actor_id, name: row.actor_name },
  };
  const data = parseJson<{
    status?: Status;
    until?: number | null;
    assigneeId?: AccountId | null;
    reason?: string;
    missing?: string[];
    revisions?: number[];
    mentions?: AccountId[];
  }>(row.data);
  const kind = row.kind;
  switch (kind) {
    case "message":
      return { ...base, kind, message: message(row) };
    case QUOTED: {
      const createdAt = iso(notNull(row.m_created_at));
      const quotedFrom = notNull(row.m_conversation_id);
      const quoted = message(row);
      const shown = { ...quoted, authorName: row.writer ?? quoted.authorName, createdAt, quotedFrom };
      // The contact of the conversation that it was written in may be another one, whose erasure is on its way.
      return { ...base, createdAt, kind: "message", message: row.erasing === 1 ? emptied(shown) : shown };
    }
    case "note":
      return { ...base, kind, note: { ...message(row), ...(data.mentions ? { mentions: data.mentions } : {}) } };
    case "assigned":
      return { ...base, kind, assigneeId: data.assigneeId ?? null, assigneeName: row.assignee_name };
    case "status":
      return { ...base, kind, status: data.status ?? "open", until: isoOrNull(data.until) };
    case "ai_skipped":
      return { ...base, kind, reason: data.reason ?? "", ...(data.missing !== undefined && { missing: data.missing }) };
    case "erased":
      return { ...base, kind };
    case "message_erased":
      return { ...base, kind, revisions: data.revisions ?? [] };
    default:
      // The kind is declared by another module, whose screens show it.
      return { ...base, kind: "activity", name: kind, data: parseJson<Record<string, unknown>>(row.data) };
  }
}
function message(row: RowIn<typeof EVENT_COLUMNS>): Message {
  const erasedAt = row.erased_at;
  const origin = parseJson<Origin>(notNull(row.origin));
  return {
    id: notNull(row.m_id),
    conversationId: row.conversation_id,
    revision: row.revision,
    authorRole: row.actor_role as AuthorRole,
    authorId: row.actor_id,
    authorName: row.actor_name ?? origin.proposal?.by ?? origin.report?.by ?? origin.imported?.by ?? null,
    createdAt: iso(row.created_at),
    content: erasedAt === null ? notNull(row.content) : "",
    attachments: erasedAt === null ? parseAttachments(row.attachments) : [],
    origin,
    erased_at: isoOrNull(erasedAt),
    clientId: notNull(row.m_client_id),
  };
}
const emptied = (message: Message): Message => ({
  ...message,
  content: "",
  attachments: [],
  erased_at: message.erased_at ?? message.createdAt,
});
/** Empties an event whose contact is erased or being erased, so that no text is shown even before it is cleared. */
export function withheld(event: ConversationEvent, state: ContactState): ConversationEvent {
  if (!isGone(state)) return event;
  if (event.kind === "message") return { ...event, message: emptied(event.message) };
  return event.kind === "note" ? { ...event, note: emptied(event.note) } : event;
}
const events = (statement: SQL<RowIn<typeof EVENT_COLUMNS>>): Query<EventRow[]> => query(statement, (rows) => rows.map(eventRow));

/** The events of one batch, by their ids. The unary plus keeps the planner from scanning the whole project. */
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
/** The events after a sequence that a visitor may see, for the replay of a visitor's socket. */
export const readContactReplay = (projectId: ProjectId, contactId: ContactId, after: number, limit: number): Query<EventRow[]> =>
  events(
    sql`SELECT ${EVENT_COLUMNS} FROM ${EVENT_SOURCE} WHERE e.project_id = ${projectId} AND e.contact_id = ${contactId} AND e.visible = 1 AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
  );
/** SQL of the last sequence below another that the visitor may see; one index lookup. */
export const previousCursor = (projectId: ProjectId, contactId: ContactId | SQL, before: SQL): SQL =>
  sql`coalesce((SELECT p.sequence FROM conversation_events p WHERE p.project_id = ${projectId} AND p.contact_id = ${contactId} AND p.visible = 1 AND p.sequence < ${before} ORDER BY p.sequence DESC LIMIT 1), 0)`;
export const readHead = (projectId: ProjectId): Query<number> =>
  query(sql`SELECT coalesce(max(sequence), 0) ${as.number("sequence")} FROM conversation_events WHERE project_id = ${projectId}`, ([row]) =>
    row ? row.sequence : 0,
  );
export const readContactHead = (projectId: ProjectId, contactId: ContactId): Query<number> =>
  query(sql`SELECT ${previousCursor(projectId, contactId, sql`9007199254740991`)} ${as.number("head")}`, ([row]) => (row ? row.head : 0));
/** Heads of the projects (with a null contact) and of the contacts among the newest events since a time. */
export const readLateHeads = (since: number, limit: number): Query<{ projectId: ProjectId; contactId: ContactId | null; head: number }[]> =>
  query(
    sql`WITH late AS MATERIALIZED (SELECT project_id, contact_id, visible, sequence FROM conversation_events WHERE created_at > ${since} ORDER BY created_at DESC LIMIT ${limit})
      SELECT ${columns("conversation_events", "project_id")}, NULL ${as.of<{ contact_id: ContactId | null }>("contact_id")}, max(sequence) ${as.number("head")} FROM late GROUP BY project_id
      UNION ALL SELECT project_id, contact_id, max(sequence) FROM late WHERE visible = 1 GROUP BY project_id, contact_id`,
    (rows) =>
      rows.map((row) => ({
        projectId: row.project_id,
        contactId: row.contact_id,
        head: row.head,
      })),
  );
