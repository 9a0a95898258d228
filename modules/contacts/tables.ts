import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const contacts = sqliteTable(
  "contacts",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    name: text(),
    email: text(),
    emailVerified: integer("email_verified").notNull().default(0),
    identifier: text(),
    metadata: text().notNull().default("{}"),
    state: text({ enum: ["active", "hidden", "erasing", "erased"] })
      .notNull()
      .default("active"),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at"),
    lastPage: text("last_page"),
  },
  (t) => [
    uniqueIndex("contacts_identifier")
      .on(t.projectId, t.identifier)
      .where(sql`identifier IS NOT NULL`),
    index("contacts_list").on(t.projectId, t.state, t.id),
    index("contacts_name").on(t.projectId, sql`name COLLATE NOCASE`),
    index("contacts_email").on(t.projectId, t.email),
  ],
);

export const visitorSessions = sqliteTable(
  "visitor_sessions",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    contactId: text("contact_id").notNull(),
    /** SHA-256 of the token that the page keeps. */
    tokenHash: text("token_hash").notNull(),
    clientId: text("client_id").notNull(),
    verified: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    /** 30 days after the last use. */
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("visitor_sessions_token").on(t.tokenHash),
    uniqueIndex("visitor_sessions_client").on(t.projectId, t.clientId),
    index("visitor_sessions_contact").on(t.projectId, t.contactId),
    index("visitor_sessions_expiry").on(t.expiresAt),
  ],
);
