import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which answers a mail of unseen ones holds; the highest of a conversation says what was mailed already. */
export const unseenMails = sqliteTable(
  "unseen_mails",
  {
    deliveryId: text("delivery_id").primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    afterRevision: integer("after_revision").notNull(),
    upToRevision: integer("up_to_revision").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("unseen_mails_conversation").on(t.projectId, t.conversationId, t.upToRevision)],
);
