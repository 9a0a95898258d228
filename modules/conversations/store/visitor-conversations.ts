// Reads a visitor's own conversations, limited to what visitors may see.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { QUOTED, type Status } from "../contract.ts";
import { COUNT_CAP } from "../rules.ts";
import { type Before, olderThan } from "./summaries.ts";

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
// The inbox's preview may be a note, so a visitor's list takes the last message that they may see.
const OWN_COLUMNS = columnList`${columns({ c: "conversations" }, "c.id, c.status, c.created_at, c.last_activity_at, c.visible_revision")}, c.team_messages - c.customer_read_count ${as.number("unread")}, ${columns({ c: "conversations" }, "c.customer_read_revision, c.team_read_revision")},
  (SELECT json_object('content', substr(m.content, 1, 400), 'role', m.author_role, 'at', m.created_at) FROM conversation_events e JOIN messages m ON m.id = e.message_id WHERE e.project_id = c.project_id AND e.conversation_id = c.id AND e.visible = 1 AND e.kind IN ('message', ${QUOTED}) ORDER BY e.revision DESC LIMIT 1) ${as.textOrNull("last")}`;
function ownConversation(row: RowIn<typeof OWN_COLUMNS>): OwnConversation {
  const last = JSON.parse(row.last ?? "null") as { content: string; role: string; at: number } | null;
  return {
    id: row.id,
    // Visitors do not see that a conversation is snoozed.
    status: row.status === "closed" ? "closed" : "open",
    createdAt: iso(row.created_at),
    lastActivityAt: iso(last?.at ?? row.created_at),
    activityAt: row.last_activity_at,
    revision: row.visible_revision,
    preview: last?.content ?? "",
    previewRole: last?.role ?? "visitor",
    unread: Math.min(COUNT_CAP, Math.max(0, row.unread)),
    readRevision: row.customer_read_revision,
    operatorReadRevision: row.team_read_revision,
  };
}
export const readOwn = (projectId: ProjectId, contactId: ContactId, before: Before, limit: number): Query<OwnConversation[]> =>
  query(
    sql`SELECT ${OWN_COLUMNS} FROM (SELECT * FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.withdrawn = 0 AND c.visible_revision > 0${olderThan(before)} ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${limit}) c ORDER BY c.last_activity_at DESC, c.id DESC`,
    (rows) => rows.map(ownConversation),
  );
export const readOwnOne = (projectId: ProjectId, contactId: ContactId, id: ConversationId): Query<OwnConversation | undefined> =>
  queryOne(
    sql`SELECT ${OWN_COLUMNS} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.contact_id = ${contactId} AND c.withdrawn = 0 AND c.visible_revision > 0`,
    ownConversation,
  );
