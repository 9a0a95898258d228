import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable(
  "projects",
  {
    id: text().primaryKey().notNull(),
    name: text().notNull(),
    slug: text().notNull(),
    createdBy: text("created_by").notNull(),
    clientId: text("client_id").notNull(),
    createdAt: integer("created_at").notNull(),
    widgetKey: text("widget_key"),
    websiteOrigin: text("website_origin"),
    /** base64url of 32 bytes; signs the identity tokens of visitors. */
    identitySecret: text("identity_secret"),
    look: text().notNull(),
    seenAt: integer("seen_at"),
    deletedAt: integer("deleted_at"),
    deletedBy: text("deleted_by"),
  },
  (t) => [
    uniqueIndex("projects_slug").on(t.slug),
    uniqueIndex("projects_widget_key").on(t.widgetKey),
    uniqueIndex("projects_client").on(t.createdBy, t.clientId),
  ],
);

export const memberships = sqliteTable(
  "memberships",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    accountId: text("account_id").notNull(),
    role: text({ enum: ["owner", "admin", "operator"] }).notNull(),
    joinedAt: integer("joined_at").notNull(),
    openedAt: integer("opened_at").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.accountId] }), index("memberships_account").on(t.accountId)],
);

export const invitations = sqliteTable(
  "invitations",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    tokenHash: text("token_hash").notNull(),
    role: text({ enum: ["owner", "admin", "operator"] }).notNull(),
    note: text().notNull(),
    createdBy: text("created_by").notNull(),
    clientId: text("client_id").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    usedBy: text("used_by"),
    /** Whom it was mailed to, in lower case; null: the link is passed on by hand. */
    address: text(),
  },
  (t) => [
    uniqueIndex("invitations_token").on(t.tokenHash),
    uniqueIndex("invitations_client").on(t.projectId, t.clientId),
    index("invitations_open")
      .on(t.projectId, t.createdAt)
      .where(sql`used_at IS NULL`),
  ],
);

export const auditLog = sqliteTable(
  "audit_log",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    detail: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("audit_log_project").on(t.projectId, t.createdAt, t.id)],
);
