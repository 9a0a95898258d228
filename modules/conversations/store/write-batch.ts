// Statements of the batch that records an event.
import type { ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import { AUTO_ASSIGNMENT, type AuthorRole, JOINED, MOVED, type Origin, REJOINED, SPLIT_OFF } from "../contract.ts";
import type { RowChange } from "../kinds/event-kind.ts";

export const eventExists = (id: string): SQL => sql`EXISTS (SELECT 1 FROM conversation_events WHERE id = ${id})`;
/** The same for an event that is the first of its conversation. */
export const isFirstEvent = (id: string): SQL => sql`EXISTS (SELECT 1 FROM conversation_events WHERE id = ${id} AND revision = 1)`;
export const conversationExists = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND id = ${id})`;
export const readExists = (projectId: ProjectId, id: ConversationId): Query<boolean> =>
  query(sql`SELECT ${conversationExists(projectId, id)} ${as.number("found")}`, ([row]) => row?.found === 1);
/** Sets since when the customer waits, null for not at all. */
export const writeWaitingSince = (projectId: ProjectId, id: ConversationId, since: number | null, when: SQL): SQL =>
  sql`UPDATE conversations SET waiting_since = ${since} WHERE project_id = ${projectId} AND id = ${id} AND waiting_since IS NOT ${since} AND ${when}`;

/** Condition: an event with this clientId is recorded in the conversation. `scope`: its author, as `actorOf` names them. */
export const isRecorded = (projectId: ProjectId, id: ConversationId, scope: string, clientId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM conversation_events WHERE project_id = ${projectId} AND conversation_id = ${id} AND scope = ${scope} AND client_id = ${clientId})`;

/** Values that the events of one batch share. */
export interface EventBase {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly role: AuthorRole;
  readonly actorId: string | null;
  readonly scope: string;
  readonly fingerprint: string;
  readonly now: number;
}
export interface NewEventRow {
  readonly id: string;
  readonly kind: string;
  readonly visible: boolean;
  readonly clientId: string;
  readonly messageId: MessageId | null;
  readonly data: Record<string, unknown>;
}
/**
 * The insert that decides: takes the next revision and sequence where every condition holds. Followers come after the first event where
 * their own `when` holds too, but never when the first already existed. (SQLite finishes a SELECT on the table that it inserts into before
 * it writes, so all rows see the same head and the same conversation.)
 */
export function writeEvents(
  base: EventBase,
  first: NewEventRow,
  followers: readonly (NewEventRow & { readonly when: SQL })[],
  when: SQL,
): SQL {
  const known = sql`EXISTS (SELECT 1 FROM conversation_events r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND r.scope = ${base.scope} AND r.client_id = ${first.clientId})`;
  const [next] = followers;
  const rows = [first, ...followers.map(({ when: _, ...row }) => row)];
  const ofEach = (value: (key: number) => SQL): SQL =>
    sql`CASE k.key ${sql.join(
      rows.map((_, key) => sql`WHEN ${key} THEN ${value(key)}`),
      sql` `,
    )} END`;
  // A follower that is left out takes no number.
  const place = (key: number): SQL => (key < 2 ? sql`${key}` : sql`${place(key - 1)} + (${followers[key - 2]?.when ?? sql`0`})`);
  const visibleBefore = (key: number): SQL => {
    const before = rows[key - 1];
    if (!before) return sql`c.visible_revision`;
    if (!before.visible) return visibleBefore(key - 1);
    if (key === 1) return sql`c.revision + 1`;
    return sql`CASE WHEN ${followers[key - 2]?.when ?? sql`0`} THEN c.revision + 1 + ${place(key - 1)} ELSE ${visibleBefore(key - 1)} END`;
  };
  const at = followers.length < 2 ? sql`k.key` : ofEach(place);
  return sql`
  INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, data, created_at)
  SELECT c.project_id, coalesce((SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id), 0) + 1 + ${at}, k.value ->> 'id', c.id, c.contact_id, c.revision + 1 + ${at}, k.value ->> 'kind', k.value ->> 'visible',
    ${next ? ofEach(visibleBefore) : sql`c.visible_revision`},
    ${base.role}, ${base.actorId}, ${base.scope}, k.value ->> 'clientId', ${base.fingerprint}, k.value ->> 'messageId', k.value ->> 'data', ${base.now}
  FROM conversations c JOIN json_each(${JSON.stringify(rows)}) k
  WHERE c.project_id = ${base.projectId} AND c.id = ${base.conversationId} AND ${when}${next ? sql` AND (k.key = 0 OR (${ofEach((key) => followers[key - 1]?.when ?? sql`1`)} AND NOT ${known}))` : sql``}
  ON CONFLICT (project_id, conversation_id, scope, client_id) DO NOTHING`;
}

export interface NewMessage {
  readonly id: MessageId;
  readonly kind: "message" | "note";
  readonly content: string;
  readonly origin: Origin;
  readonly clientId: string;
}
/** Stores the text of a message or note; applies only if its event was stored. */
export const writeMessage = (m: NewMessage, eventId: string): SQL => sql`
  INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at)
  SELECT ${m.id}, e.project_id, e.conversation_id, ${m.kind}, e.revision, e.actor_role, e.actor_id, ${m.content}, ${JSON.stringify(m.origin)}, ${m.clientId}, e.created_at FROM conversation_events e WHERE e.id = ${eventId}`;

/** Updates the conversation to the last revision of the batch, if its first event was stored. */
export function writeConversation(projectId: ProjectId, id: ConversationId, eventId: string, change: RowChange, now: number): SQL {
  const newest = (which: SQL): SQL =>
    sql`(SELECT max(e.revision) FROM conversation_events e WHERE e.project_id = conversations.project_id AND e.conversation_id = conversations.id${which})`;
  const set: SQL[] = [
    sql`revision = ${newest(sql``)}`,
    sql`visible_revision = coalesce(${newest(sql` AND e.visible = 1`)}, visible_revision)`,
  ];
  if (change.activity) set.push(sql`last_activity_at = max(last_activity_at, ${now})`);
  if (change.status !== undefined) {
    const kept = (column: SQL, value: string | number | null): SQL =>
      change.statusUnlessSilenced === true
        ? sql`${column} = CASE WHEN silenced = 0 THEN ${value} ELSE ${column} END`
        : sql`${column} = ${value}`;
    set.push(kept(sql`status`, change.status), kept(sql`snoozed_until`, change.snoozedUntil ?? null));
  }
  if (change.assigneeId !== undefined)
    set.push(
      change.assigneeWhen === undefined
        ? sql`assignee_id = ${change.assigneeId}`
        : // Most conversations have their assignee already, and a condition that is not looked at costs no row.
          sql`assignee_id = CASE WHEN assignee_id IS NOT ${change.assigneeId} AND ${change.assigneeWhen} THEN ${change.assigneeId} ELSE assignee_id END`,
    );
  // Nobody waits in a silenced conversation.
  if (change.waiting === "start")
    set.push(sql`waiting_since = CASE WHEN silenced = 0 THEN coalesce(waiting_since, ${now}) ELSE waiting_since END`);
  if (change.waiting === "stop") set.push(sql`waiting_since = NULL`);
  if (change.preview)
    set.push(
      sql`preview = ${change.preview.text}`,
      sql`preview_role = ${change.preview.role}`,
      sql`preview_automatic = ${change.preview.automatic ? 1 : 0}`,
      sql`preview_author_id = ${change.preview.authorId ?? null}`,
    );
  if (change.rank !== undefined) set.push(sql`rank = ${change.rank}`);
  if (change.silenced !== undefined && change.statusUnlessSilenced !== true) set.push(sql`silenced = ${change.silenced ? 1 : 0}`);
  if (change.mergedInto !== undefined)
    set.push(
      ...(change.mergedInto === null ? [sql`parted_from = coalesce(merged_into, parted_from)`] : []),
      sql`merged_into = ${change.mergedInto}`,
    );
  if (change.withdrawn === true) set.push(sql`withdrawn = 1`);
  if (change.countVisitor === true) set.push(sql`visitor_messages = visitor_messages + 1`);
  if (change.countTeam === true) set.push(sql`team_messages = team_messages + 1`);
  return sql`UPDATE conversations SET ${sql.join(set, sql`, `)} WHERE project_id = ${projectId} AND id = ${id} AND ${eventExists(eventId)}`;
}
/** Condition: the conversation is silenced. */
export const isSilenced = (projectId: ProjectId, id: ConversationId): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations WHERE project_id = ${projectId} AND id = ${id} AND silenced = 1)`;
/** The insert that decides whether a conversation is created. */
export const writeNewConversation = (
  c: {
    projectId: ProjectId;
    id: ConversationId;
    contactId: ContactId | SQL;
    clientId: string;
    channel: string;
    subject: string | null;
    now: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO conversations (project_id, id, contact_id, client_id, door, subject, created_at, last_activity_at)
  SELECT ${c.projectId}, ${c.id}, ${c.contactId}, ${c.clientId}, ${c.channel}, ${c.subject}, ${c.now}, ${c.now} WHERE ${when}
  ON CONFLICT (project_id, contact_id, client_id) DO NOTHING`;

/** What the clientId of an assignment ends with that followed from its author's reply. Those of the caller are UUIDs. */
const TAKEN_BY_REPLY = ":assigned";
/** What the clientId of the event begins with by which a snooze ended. */
export const SNOOZE_ENDED = "snooze:";
/** Begins the clientId of an assignment that ends because the assignee is no member any more. It changes nothing for what others write. */
export const LEFT_BEHIND = "left:";
/**
 * Holds while nobody else has written and neither status nor assignee has changed since the frontier, and no messages were joined or split off. That the caller's own reply assigned
 * the conversation to them is part of that reply, and that a snooze ended is nobody's doing. With `knowsOwn`, whatever the caller did since is
 * known to them too.
 */
export const isFresh = (
  projectId: ProjectId,
  id: ConversationId,
  frontier: number,
  scope: string,
  knowsOwn = false,
): SQL => sql`NOT EXISTS (
  SELECT 1 FROM conversation_events x WHERE x.project_id = ${projectId} AND x.conversation_id = ${id} AND x.revision > ${frontier} AND x.kind IN ('message', 'status', 'assigned', ${JOINED}, ${SPLIT_OFF}, ${REJOINED}, ${MOVED}) AND NOT (x.kind = 'message' AND x.actor_role = 'system') AND NOT (x.kind = 'status' AND x.scope = 'system' AND x.client_id LIKE ${`${SNOOZE_ENDED}%`}) AND NOT (x.kind = 'assigned' AND x.scope = ${AUTO_ASSIGNMENT} AND x.client_id LIKE ${`${LEFT_BEHIND}%`}) AND (x.scope <> ${scope}${knowsOwn ? sql`` : sql` OR (x.kind <> 'message' AND x.client_id NOT LIKE ${`%${TAKEN_BY_REPLY}`})`}))`;

/** Conversations whose snooze is over, with their project. */
export const dueSnoozes = (now: number, limit: number) =>
  sql`SELECT ${columns("conversations", "project_id, id, snoozed_until")} FROM conversations WHERE status = 'snoozed' AND snoozed_until IS NOT NULL AND snoozed_until <= ${now} ORDER BY snoozed_until LIMIT ${limit}`;
