import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const conversations = sqliteTable(
  "conversations",
  {
    projectId: text("project_id").notNull(),
    id: text().notNull(),
    contactId: text("contact_id").notNull(),
    clientId: text("client_id").notNull(),
    door: text().notNull(),
    status: text({ enum: ["open", "snoozed", "closed"] })
      .notNull()
      .default("open"),
    snoozedUntil: integer("snoozed_until"),
    assigneeId: text("assignee_id"),
    revision: integer().notNull().default(0),
    /** The last revision that the visitor may see. */
    visibleRevision: integer("visible_revision").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    lastActivityAt: integer("last_activity_at").notNull(),
    waitingSince: integer("waiting_since"),
    /** Messages of the customer in all; unread counts are differences of it. */
    visitorMessages: integer("visitor_messages").notNull().default(0),
    /** Messages that the customer reads, in all. */
    teamMessages: integer("team_messages").notNull().default(0),
    preview: text().notNull().default(""),
    previewRole: text("preview_role").notNull().default("visitor"),
    previewAutomatic: integer("preview_automatic").notNull().default(0),
    customerReadRevision: integer("customer_read_revision").notNull().default(0),
    customerReadCount: integer("customer_read_count").notNull().default(0),
    teamReadRevision: integer("team_read_revision").notNull().default(0),
    /** Of the mail that it began with. */
    subject: text(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex("conversations_client").on(t.projectId, t.contactId, t.clientId),
    index("conversations_status").on(t.projectId, t.status, t.lastActivityAt, t.id),
    index("conversations_assignee")
      .on(t.projectId, t.assigneeId, t.lastActivityAt, t.id)
      .where(sql`status = 'open'`),
    index("conversations_contact").on(t.projectId, t.contactId, t.lastActivityAt, t.id),
    index("conversations_snoozed")
      .on(t.snoozedUntil)
      .where(sql`status = 'snoozed' AND snoozed_until IS NOT NULL`),
  ],
);

/** Neither read nor written since 0105: a project's head is its newest event. Kept because a migration only adds. */
export const projectHeads = sqliteTable(
  "project_heads",
  { projectId: text("project_id").primaryKey().notNull(), sequence: integer().notNull(), changedAt: integer("changed_at").notNull() },
  (t) => [index("project_heads_changed").on(t.changedAt)],
);

export const conversationEvents = sqliteTable(
  "conversation_events",
  {
    projectId: text("project_id").notNull(),
    sequence: integer().notNull(),
    id: text().notNull(),
    conversationId: text("conversation_id").notNull(),
    contactId: text("contact_id").notNull(),
    revision: integer().notNull(),
    kind: text().notNull(),
    /** Whether the visitor may see it. */
    visible: integer().notNull(),
    /** The visible revision before this one. */
    previousVisible: integer("previous_visible").notNull(),
    actorRole: text("actor_role").notNull(),
    actorId: text("actor_id"),
    /** The caller for whom `clientId` is unique: the canonical actor, or the key of a command. */
    scope: text().notNull(),
    clientId: text("client_id").notNull(),
    /** Hash of what was asked for: the same clientId with another body is a conflict. */
    fingerprint: text().notNull(),
    messageId: text("message_id"),
    data: text().notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.sequence] }),
    uniqueIndex("conversation_events_id").on(t.id),
    uniqueIndex("conversation_events_revision").on(t.projectId, t.conversationId, t.revision),
    uniqueIndex("conversation_events_client").on(t.projectId, t.conversationId, t.scope, t.clientId),
    index("conversation_events_visible")
      .on(t.projectId, t.conversationId, t.revision)
      .where(sql`visible = 1`),
    index("conversation_events_contact")
      .on(t.projectId, t.contactId, t.sequence)
      .where(sql`visible = 1`),
    index("conversation_events_handling")
      .on(t.projectId, t.conversationId, t.revision)
      .where(sql`kind IN ('message', 'status', 'assigned')`),
    index("conversation_events_time").on(t.createdAt, t.contactId, t.visible),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    kind: text({ enum: ["message", "note"] }).notNull(),
    revision: integer().notNull(),
    authorRole: text("author_role").notNull(),
    authorId: text("author_id"),
    content: text().notNull(),
    origin: text().notNull(),
    clientId: text("client_id").notNull(),
    createdAt: integer("created_at").notNull(),
    erasedAt: integer("erased_at"),
  },
  (t) => [uniqueIndex("messages_revision").on(t.projectId, t.conversationId, t.revision)],
);

export const conversationReads = sqliteTable(
  "conversation_reads",
  {
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    accountId: text("account_id").notNull(),
    revision: integer().notNull(),
    /** `visitor_messages` of the conversation when it was read. */
    visitorMessages: integer("visitor_messages").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.conversationId, t.accountId] })],
);

export const drafts = sqliteTable(
  "drafts",
  {
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    accountId: text("account_id").notNull(),
    kind: text({ enum: ["reply", "note"] }).notNull(),
    content: text().notNull(),
    fileIds: text("file_ids").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.conversationId, t.accountId, t.kind] })],
);
