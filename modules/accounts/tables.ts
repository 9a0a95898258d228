import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey().notNull(),
    /** Lower case. */
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    createdAt: integer("created_at").notNull(),
    disabledAt: integer("disabled_at"),
    /** When a link that was sent to the address was used; null: nobody proved it. */
    emailVerifiedAt: integer("email_verified_at"),
  },
  (t) => [uniqueIndex("accounts_email").on(t.email)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey().notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the cookie. */
    tokenHash: text("token_hash").notNull(),
    device: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    /** The absolute end, 30 days after sign-in. */
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("sessions_token").on(t.tokenHash),
    index("sessions_account").on(t.accountId, t.lastUsedAt),
    index("sessions_expiry").on(t.expiresAt),
  ],
);
