// Statements that store conversations of another help desk as they were there: with their times and authors, and without listeners, jobs
// or live announcements. Nobody is notified of them.
import type { AccountId, ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AuthorRole, Origin, Status } from "../contract.ts";
import { previewOf } from "../rules.ts";

/** The scope of imported events: by it and their `clientId` a message is imported once. */
export const IMPORT_SCOPE = "import";

export interface ImportedMessage {
  readonly eventId: string;
  readonly messageId: MessageId;
  /** Always the same for a message of the source. */
  readonly clientId: string;
  readonly kind: "message" | "note";
  readonly role: AuthorRole;
  /** The contact's or the member's id; null for somebody who has no account here. */
  readonly authorId: string | null;
  readonly content: string;
  readonly origin: Origin;
  /** Milliseconds since 1970. */
  readonly at: number;
}
export interface ImportedState {
  readonly status: Extract<Status, "open" | "closed">;
  readonly assigneeId: AccountId | null;
  /** Since when the customer has been waiting; null if they are not. */
  readonly waitingSince: number | null;
}
interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}
const json = (value: unknown): SQL => sql`json_each(${JSON.stringify(value)})`;
const here = ({ projectId, conversationId }: Place): SQL => sql`project_id = ${projectId} AND id = ${conversationId}`;

/** Creates the conversation, empty. `channel`: `email` if replies are to go by mail, else `import`. */
export const writeImportedConversation = (
  place: Place,
  c: ImportedState & {
    readonly contactId: ContactId;
    readonly clientId: string;
    readonly channel: "email" | "import";
    readonly subject: string | null;
    readonly createdAt: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO conversations (project_id, id, contact_id, client_id, door, subject, status, assignee_id, waiting_since, created_at, last_activity_at)
  SELECT ${place.projectId}, ${place.conversationId}, ${c.contactId}, ${c.clientId}, ${c.channel}, ${c.subject}, ${c.status}, ${c.assigneeId}, ${c.waitingSince}, ${c.createdAt}, ${c.createdAt}
  WHERE ${when} ON CONFLICT DO NOTHING`;
/** Sets the state that the source has, without an event of its own. */
export const writeImportedState = (place: Place, s: ImportedState, when: SQL): SQL => sql`
  UPDATE conversations SET status = ${s.status}, snoozed_until = NULL, assignee_id = ${s.assigneeId}, waiting_since = ${s.waitingSince} WHERE ${here(place)} AND ${when}`;

/**
 * Stores those messages that the conversation does not have yet, in their order, and what the conversation says of them. Members and the
 * customer count as having read them.
 */
export function writeImportedMessages(
  place: Place,
  messages: readonly ImportedMessage[],
  preview: { readonly text: string; readonly role: string; readonly authorId: string | null },
  when: SQL,
): SQL[] {
  if (messages.length === 0) return [];
  const { projectId, conversationId } = place;
  const events = messages.map(({ eventId, messageId, clientId, kind, role, authorId, at }) => ({
    ...{ eventId, messageId, clientId, kind, role, authorId, at },
    visible: kind === "message" ? 1 : 0,
  }));
  const texts = messages.map(({ eventId, content, origin }) => ({ eventId, content, origin: JSON.stringify(origin) }));
  const added = (where: SQL): SQL =>
    sql`(SELECT count(*) FROM ${json(messages.map(({ eventId }) => eventId))} k CROSS JOIN conversation_events e ON e.id = k.value WHERE ${where})`;
  const newest = sql`(SELECT max(e.revision) FROM conversation_events e WHERE e.project_id = conversations.project_id AND e.conversation_id = conversations.id)`;
  const seen = sql`(SELECT max(e.revision) FROM conversation_events e WHERE e.project_id = conversations.project_id AND e.conversation_id = conversations.id AND e.visible = 1)`;
  const any = sql`${added(sql`1`)} > 0`;
  return [
    sql`INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, data, created_at)
      SELECT c.project_id, coalesce((SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id), 0) + n.place, n.value ->> 'eventId', c.id, c.contact_id, c.revision + n.place, n.value ->> 'kind', n.value ->> 'visible',
        coalesce(c.revision + max(iif(n.value ->> 'visible', n.place, NULL)) OVER (ORDER BY n.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), c.visible_revision),
        n.value ->> 'role', n.value ->> 'authorId', ${IMPORT_SCOPE}, n.value ->> 'clientId', '', n.value ->> 'messageId', '{}', n.value ->> 'at'
      FROM conversations c CROSS JOIN (SELECT row_number() OVER (ORDER BY k.key) AS place, k.value FROM ${json(events)} k
        WHERE NOT EXISTS (SELECT 1 FROM conversation_events r WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND r.scope = ${IMPORT_SCOPE} AND r.client_id = k.value ->> 'clientId')) n
      WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${when}`,
    sql`INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at)
      SELECT e.message_id, e.project_id, e.conversation_id, e.kind, e.revision, e.actor_role, e.actor_id, k.value ->> 'content', k.value ->> 'origin', e.client_id, e.created_at
      FROM ${json(texts)} k CROSS JOIN conversation_events e ON e.id = k.value ->> 'eventId' WHERE e.scope = ${IMPORT_SCOPE}`,
    sql`UPDATE conversations SET revision = ${newest}, visible_revision = coalesce(${seen}, visible_revision), last_activity_at = max(last_activity_at, ${messages.at(-1)?.at ?? 0}),
        visitor_messages = visitor_messages + ${added(sql`e.kind = 'message' AND e.actor_role = 'visitor'`)}, team_messages = team_messages + ${added(sql`e.kind = 'message' AND e.actor_role <> 'visitor'`)},
        preview = ${preview.text}, preview_role = ${preview.role}, preview_automatic = 0, preview_author_id = ${preview.authorId}
      WHERE ${here(place)} AND ${any}`,
    sql`UPDATE conversations SET customer_read_revision = visible_revision, customer_read_count = team_messages, team_read_revision = revision WHERE ${here(place)} AND ${any}`,
    sql`INSERT INTO conversation_reads (project_id, conversation_id, account_id, revision, visitor_messages)
      SELECT c.project_id, c.id, m.account_id, c.revision, c.visitor_messages FROM conversations c CROSS JOIN memberships m ON m.project_id = c.project_id
      WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${any}
      ON CONFLICT (project_id, conversation_id, account_id) DO UPDATE SET revision = excluded.revision, visitor_messages = excluded.visitor_messages`,
  ];
}

/** An event of an import that is no message, and that only the team sees. */
export interface ImportedEvent {
  readonly eventId: string;
  /** Always the same for what the source says. */
  readonly clientId: string;
  /** The name of its kind, which the module of the kind provides. */
  readonly kind: string;
  readonly role: AuthorRole;
  readonly actorId: string | null;
  readonly data: object;
  /** Milliseconds since 1970. */
  readonly at: number;
}
/** Stores the event at the end of the conversation, unless it is there: no unread mark, no place in the list changes. The first statement decides. */
export function writeImportedEvent(place: Place, e: ImportedEvent, when: SQL): SQL[] {
  const { projectId, conversationId } = place;
  return [
    sql`INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, data, created_at)
      SELECT c.project_id, coalesce((SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id), 0) + 1, ${e.eventId}, c.id, c.contact_id, c.revision + 1, ${e.kind}, 0, c.visible_revision, ${e.role}, ${e.actorId}, ${IMPORT_SCOPE}, ${e.clientId}, '', NULL, ${JSON.stringify(e.data)}, ${e.at}
      FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND ${when}
        AND NOT EXISTS (SELECT 1 FROM conversation_events r WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND r.scope = ${IMPORT_SCOPE} AND r.client_id = ${e.clientId})`,
    sql`UPDATE conversations SET revision = revision + 1 WHERE ${here(place)} AND EXISTS (SELECT 1 FROM conversation_events e WHERE e.id = ${e.eventId} AND e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.revision = conversations.revision + 1)`,
  ];
}
/** Condition: this event of an import was stored. */
export const isImportedEvent = (eventId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events WHERE id = ${eventId} AND scope = ${IMPORT_SCOPE})`;

/** Expression: how many of these events were stored. */
export const storedAmong = (eventIds: readonly string[]): SQL =>
  sql`(SELECT count(*) FROM ${json(eventIds)} k CROSS JOIN conversation_events e ON e.id = k.value)`;
/** Expression: the conversation's revision. */
export const revisionNow = ({ projectId, conversationId }: Place): SQL =>
  sql`(SELECT revision FROM conversations WHERE project_id = ${projectId} AND id = ${conversationId})`;

/**
 * Removes an imported conversation with its messages, by batches that end with the conversation itself. Its events stay, emptied, because
 * a project's numbering has no gaps.
 */
export function writeRemoveImported(place: Place, now: number, when: SQL): SQL[] {
  const { projectId, conversationId } = place;
  const of = sql`project_id = ${projectId} AND conversation_id = ${conversationId} AND ${when}`;
  return [
    // The search forgets a message when it is erased.
    sql`UPDATE messages SET content = '', erased_at = ${now} WHERE ${of} AND erased_at IS NULL`,
    sql`DELETE FROM messages WHERE ${of}`,
    sql`UPDATE conversation_events SET kind = 'erased', message_id = NULL, data = '{}', contact_id = '' WHERE ${of}`,
    ...["conversation_reads", "conversation_mentions", "drafts"].map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE ${of}`),
    sql`DELETE FROM conversations WHERE ${here(place)} AND ${when}`,
  ];
}
/** What an import added to a conversation: all events after `before`. */
export interface Added extends Place {
  readonly before: number;
}
/** The last message before what an import added: what the conversation's row shows once that is gone. */
export const readLastBefore = ({ projectId, conversationId, before }: Added): Query<LastMessage | undefined> =>
  queryOne(
    sql`SELECT ${columns({ m: "messages" }, "m.kind, m.author_role, m.author_id, m.content, m.erased_at")}, (SELECT count(*) FROM files f WHERE f.message_id = m.id AND f.state = 'attached') ${as.number("files")}
      FROM messages m WHERE m.project_id = ${projectId} AND m.conversation_id = ${conversationId} AND m.revision <= ${before} ORDER BY m.revision DESC LIMIT 1`,
    (row) => ({
      text: row.erased_at === null ? previewOf(row.content, row.files) : "",
      role: row.kind === "note" ? "note" : row.author_role,
      authorId: row.author_role === "operator" ? row.author_id : null,
    }),
  );
interface LastMessage {
  readonly text: string;
  readonly role: string;
  readonly authorId: string | null;
}
/** Condition: nobody but imports wrote in the conversation after `before`, and its revision is `after`. */
export const isOnlyImported = ({ projectId, conversationId, before }: Added, after: number): SQL => sql`
  EXISTS (SELECT 1 FROM conversations WHERE ${here({ projectId, conversationId })} AND revision = ${after})
  AND NOT EXISTS (SELECT 1 FROM conversation_events e WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.revision > ${before} AND e.scope <> ${IMPORT_SCOPE})`;
/**
 * Removes what an import added to a conversation, and gives its row what it had before. The newest event stays as one of the kind `mark` that says
 * how many messages went, so that the conversation's revision never goes back; the others stay, emptied, outside of it. A later import may add
 * the messages again.
 */
export function writeRemoveAdded(
  { projectId, conversationId, before }: Added,
  was: { readonly last: LastMessage | undefined; readonly lastActivityAt: number; readonly state: ImportedState | null },
  mark: string,
  now: number,
  when: SQL,
): SQL[] {
  const place = { projectId, conversationId };
  const of = sql`project_id = ${projectId} AND conversation_id = ${conversationId} AND revision > ${before} AND ${when}`;
  const newest = revisionNow(place);
  const gone = (where: SQL): SQL =>
    sql`(SELECT count(*) FROM messages g WHERE g.project_id = ${projectId} AND g.conversation_id = ${conversationId} AND g.revision > ${before} AND ${where})`;
  const seen = sql`coalesce((SELECT max(e.revision) FROM conversation_events e WHERE e.project_id = ${projectId} AND e.conversation_id = ${conversationId} AND e.visible = 1 AND e.revision <= ${before}), 0)`;
  const { last, state } = was;
  return [
    sql`UPDATE conversations SET visible_revision = ${seen}, last_activity_at = ${was.lastActivityAt},
        visitor_messages = visitor_messages - ${gone(sql`g.kind = 'message' AND g.author_role = 'visitor'`)}, team_messages = team_messages - ${gone(sql`g.kind = 'message' AND g.author_role <> 'visitor'`)},
        preview = ${last?.text ?? ""}, preview_role = ${last?.role ?? "visitor"}, preview_automatic = 0, preview_author_id = ${last?.authorId ?? null}
      WHERE ${here(place)} AND ${when}`,
    sql`UPDATE conversations SET customer_read_revision = min(customer_read_revision, visible_revision), customer_read_count = min(customer_read_count, team_messages) WHERE ${here(place)} AND ${when}`,
    ...(state === null
      ? []
      : [
          writeImportedState(place, state, when),
          sql`UPDATE conversations SET assignee_id = NULL WHERE ${here(place)} AND assignee_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = conversations.assignee_id) AND ${when}`,
        ]),
    sql`UPDATE conversation_reads SET visitor_messages = min(visitor_messages, (SELECT c.visitor_messages FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}))
      WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${when}`,
    sql`UPDATE conversation_events SET kind = ${mark}, visible = 0, previous_visible = ${seen}, actor_role = 'system', actor_id = NULL, client_id = 'undone:' || id, message_id = NULL,
        data = json_object('messages', ${gone(sql`1`)}), created_at = ${now} WHERE ${of} AND revision = ${newest}`,
    sql`UPDATE conversation_events SET kind = 'erased', visible = 0, message_id = NULL, data = '{}', contact_id = '', conversation_id = id WHERE ${of} AND revision < ${newest}`,
    // The search forgets a message when it is erased.
    sql`UPDATE messages SET content = '', erased_at = ${now} WHERE ${of} AND erased_at IS NULL`,
    sql`DELETE FROM messages WHERE ${of}`,
  ];
}
/** Those of the messages, by `clientId`, that the conversation has. */
export const readImported = ({ projectId, conversationId }: Place, clientIds: readonly string[]): Query<ReadonlySet<string>> =>
  query(
    sql`SELECT ${columns({ r: "conversation_events" }, "r.client_id")} FROM ${json(clientIds)} k CROSS JOIN conversation_events r
      WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId} AND r.scope = ${IMPORT_SCOPE} AND r.client_id = k.value`,
    (rows) => new Set(rows.map((row) => row.client_id)),
  );
