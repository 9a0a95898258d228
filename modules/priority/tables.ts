import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Conversations without a priority have no row. */
export const conversationPriorities = sqliteTable(
  "conversation_priorities",
  {
    projectId: text("project_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    priority: text({ enum: ["low", "normal", "high", "urgent"] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.conversationId] })],
);
