import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Messages from the contact form. Once confirmed, only the fact is kept, until the row is removed by its age. */
export const contactRequests = sqliteTable(
  "help_letters",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    state: text({ enum: ["pending", "sent"] })
      .notNull()
      .default("pending"),
    /** The mail with the link. */
    deliveryId: text("delivery_id").notNull(),
    locale: text().notNull(),
    name: text(),
    email: text(),
    message: text(),
    /** Where the reader came from: the article, the search and its visit, and the feedback on the article. */
    articleId: text("article_id"),
    query: text(),
    visit: text(),
    feedback: text(),
    /** Set on confirmation; on a pending request only by the erasure that is taking it. */
    contactId: text("contact_id"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    index("help_letters_old").on(t.createdAt),
    index("help_letters_project").on(t.projectId, t.email),
    index("help_letters_delivery").on(t.deliveryId),
    index("help_letters_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
  ],
);
