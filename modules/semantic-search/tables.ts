import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The stores that were used: how large a model's vectors are, and what the store or the provider said last. */
export const vectorStores = sqliteTable("knowledge_vector_stores", {
  name: text().primaryKey().notNull(),
  dimension: integer(),
  generation: integer().notNull(),
  checkedAt: integer("checked_at").notNull(),
  retryAt: integer("retry_at").notNull(),
  error: text(),
});

/** Deleted projects whose vectors go. */
export const vectorEnds = sqliteTable(
  "knowledge_vector_ends",
  { projectId: text("project_id").primaryKey().notNull(), dueAt: integer("due_at").notNull() },
  (t) => [index("knowledge_vector_ends_due").on(t.dueAt)],
);

/** What the provider was given on a day (UTC), for the ceilings. */
export const embeddingUsage = sqliteTable(
  "knowledge_embedding_usage",
  {
    projectId: text("project_id").notNull(),
    day: text().notNull(),
    tokens: integer().notNull(),
    cost: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day] }), index("knowledge_embedding_usage_day").on(t.day)],
);
