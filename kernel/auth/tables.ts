import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const installation = sqliteTable("installation", {
  id: integer().primaryKey().notNull(),
  /** 256 random bits, base64url. */
  key: text().notNull(),
  firstOwnerId: text("first_owner_id").notNull(),
  createdAt: integer("created_at").notNull(),
});
