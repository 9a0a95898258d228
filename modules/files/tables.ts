import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const files = sqliteTable(
  "files",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    /** Random: it does not reveal the owner. */
    objectKey: text("object_key").notNull(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    sha256: text(),
    inline: integer().notNull().default(0),
    state: text({ enum: ["pending", "stored", "attached", "removing"] }).notNull(),
    /** Who uploaded it: `visitor:<contact>` or `operator:<account>`. */
    owner: text().notNull(),
    clientId: text("client_id").notNull(),
    /** The visitor who may read it; null for members only. */
    contactId: text("contact_id"),
    messageId: text("message_id"),
    /** What was counted for the upload, to give back when it fails. */
    counted: text().notNull().default("[]"),
    createdAt: integer("created_at").notNull(),
    /** The conversation for which a member uploaded it; null for a visitor's upload, which has `contactId`. */
    conversationId: text("conversation_id"),
  },
  (t) => [
    uniqueIndex("files_client").on(t.projectId, t.owner, t.clientId),
    index("files_message")
      .on(t.messageId)
      .where(sql`message_id IS NOT NULL`),
    index("files_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
    index("files_loose")
      .on(t.state, t.createdAt)
      .where(sql`state <> 'attached'`),
    index("files_conversation")
      .on(t.projectId, t.conversationId)
      .where(sql`conversation_id IS NOT NULL AND state <> 'attached'`),
  ],
);
