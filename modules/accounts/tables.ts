import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { baseOf } from "./base-address.ts";

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
    /** When a link sent to the address was used; null: the address is not verified. */
    emailVerifiedAt: integer("email_verified_at"),
  },
  (t) => [uniqueIndex("accounts_email").on(t.email), index("accounts_base").on(baseOf(sql`email`))],
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

/** Requests made by mail. A row has no token until its mail is sent. */
export const accountTokens = sqliteTable(
  "account_tokens",
  {
    id: text().primaryKey().notNull(),
    kind: text({ enum: ["register", "reset", "confirm", "change"] }).notNull(),
    /** The account concerned; null when the request must not check whether there is one. */
    accountId: text("account_id"),
    /** The recipient, in lower case: the token verifies this address and no other. */
    address: text().notNull(),
    /** SHA-256 of the token in the newest mail; null until one is sent. */
    hash: text(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    /** A random name of the one use. */
    usedBy: text("used_by"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("account_tokens_hash").on(t.hash),
    index("account_tokens_address").on(t.address, t.kind, t.createdAt),
    index("account_tokens_account")
      .on(t.accountId, t.kind, t.createdAt)
      .where(sql`account_id IS NOT NULL`),
    index("account_tokens_expiry").on(t.expiresAt),
  ],
);
