import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const noticeSettings = sqliteTable(
  "notice_settings",
  {
    projectId: text("project_id").notNull(),
    accountId: text("account_id").notNull(),
    /** One bit for each event. */
    events: integer().notNull(),
    /** Minutes of the local day; both or none. */
    quietFrom: integer("quiet_from"),
    quietTo: integer("quiet_to"),
    zone: text().notNull(),
    /** One bit for each day, Monday first. */
    days: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.accountId] })],
);
/** Notices that wait: one for each person and conversation, which later events join. */
export const notices = sqliteTable(
  "notices",
  {
    projectId: text("project_id").notNull(),
    accountId: text("account_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    contactId: text("contact_id").notNull(),
    /** What began it: the id of an event, or of a mail with its attempt. */
    cause: text().notNull(),
    events: integer().notNull(),
    sinceRevision: integer("since_revision").notNull(),
    revision: integer().notNull(),
    /** Since when it waits for the end of quiet hours. */
    quietSince: integer("quiet_since"),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.accountId, t.conversationId] }),
    index("notices_due").on(t.dueAt),
    index("notices_contact").on(t.projectId, t.contactId),
  ],
);
/** What a mail of the kind `notice` is about. Its words are made when it is sent. */
export const noticeMails = sqliteTable(
  "notice_mails",
  {
    projectId: text("project_id").notNull(),
    deliveryId: text("delivery_id").notNull(),
    accountId: text("account_id").notNull(),
    kind: text().notNull(),
    conversations: text().notNull(),
    total: integer().notNull(),
    quietSince: integer("quiet_since"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.deliveryId] }),
    index("notice_mails_person").on(t.accountId, t.createdAt),
    index("notice_mails_age").on(t.createdAt),
  ],
);
/** How far events have become notices. One row. */
export const noticeProgress = sqliteTable("notice_progress", {
  id: integer().primaryKey().notNull(),
  eventsAt: integer("events_at").notNull(),
  eventsId: text("events_id").notNull(),
  mailsAt: integer("mails_at").notNull(),
  mailsId: text("mails_id").notNull(),
});
