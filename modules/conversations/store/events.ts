// Reads events: pages of a thread, what a socket replays, and the last sequence of a project and of a contact.
import { nameOf } from "#modules/accounts";
import { attachmentsJson, parseAttachments } from "#modules/files";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { col, type Query, query, type Row } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import type { AuthorRole, ConversationEvent, ConversationSummary, Message, Origin, Status } from "../contract.ts";

type ContactState = ConversationSummary["contact"]["state"];

/** Whether the personal data of a contact in this state is gone, or going. */
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
export const EVENT_COLUMNS = sql`e.sequence, e.id, e.conversation_id, e.contact_id, e.revision, e.kind, e.visible, e.previous_visible, e.actor_role, e.actor_id, e.fingerprint, e.data, e.created_at,
  ${nameOf(sql`e.actor_id`)} AS actor_name, m.id AS m_id, m.content, m.origin, m.client_id AS m_client_id, m.erased_at, CASE WHEN m.id IS NULL THEN NULL ELSE ${attachmentsJson(sql`m.id`)} END AS attachments,
  CASE WHEN e.kind = 'assigned' THEN ${nameOf(sql`e.data ->> 'assigneeId'`)} END AS assignee_name`;
export const EVENT_SOURCE = sql`conversation_events e LEFT JOIN messages m ON m.id = e.message_id`;

/** The event of a row. */
export function eventRow(row: Row): EventRow {
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
      // Declared by another module, which knows how to show it.
      return { ...base, kind: "activity", name: kind, data: col.json<Record<string, unknown>>(row, "data") };
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
