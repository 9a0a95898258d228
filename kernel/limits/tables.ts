import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const abuseCounters = sqliteTable(
  "abuse_counters",
  {
    /** Name of the limit and of what it bounds; addresses only as keyed hashes. */
    key: text().notNull(),
    /** Beginning of the window, ms. */
    window: integer().notNull(),
    n: integer().notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.window] }), index("abuse_counters_expiry").on(t.expiresAt)],
);
