import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const importRuns = sqliteTable(
  "help_import_runs",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    clientId: text("client_id").notNull(),
    name: text().notNull(),
    platform: text().notNull(),
    /** Subdomain or region. */
    place: text().notNull(),
    options: text().notNull(),
    dry: integer().notNull(),
    state: text({ enum: ["running", "failed", "aborted", "done", "undoing", "undone"] }).notNull(),
    phase: text({ enum: ["outline", "articles", "finish", "undo"] }).notNull(),
    /** Where the phase goes on. */
    at: text(),
    outline: text(),
    total: integer(),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    kept: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    published: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    restored: integer().notNull().default(0),
    spared: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    error: text(),
    resumeAt: integer("resume_at"),
    createdAt: integer("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    updatedAt: integer("updated_at").notNull(),
    finishedAt: integer("finished_at"),
    /** For whom it works: who started it, went on with it or undid it last. */
    givenBy: text("given_by").notNull().default(""),
    /** Articles that fewer people may read since the run. */
    narrowed: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("help_import_runs_client").on(t.projectId, t.clientId),
    index("help_import_runs_active")
      .on(t.resumeAt)
      .where(sql`state IN ('running', 'undoing')`),
  ],
);

/** What became of an article of a source. */
export const importItems = sqliteTable(
  "help_import_items",
  {
    projectId: text("project_id").notNull(),
    platform: text().notNull(),
    place: text().notNull(),
    sourceId: text("source_id").notNull(),
    locale: text().notNull(),
    articleId: text("article_id").notNull(),
    runId: text("run_id").notNull(),
    hash: text().notNull(),
    /** The draft that the import wrote last. */
    revision: integer().notNull(),
    /** Who may read the article as an import last said; null = a person may have chosen it. */
    audience: text({ enum: ["public", "members", "told"] }),
    /** Whether an import last wanted readers to see the text. */
    publish: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.platform, t.place, t.sourceId, t.locale] }),
    index("help_import_items_article").on(t.projectId, t.articleId),
  ],
);

export const importRows = sqliteTable(
  "help_import_rows",
  {
    projectId: text("project_id").notNull(),
    runId: text("run_id").notNull(),
    sourceId: text("source_id").notNull(),
    locale: text().notNull(),
    title: text().notNull(),
    url: text(),
    outcome: text({ enum: ["created", "updated", "unchanged", "kept", "skipped"] }).notNull(),
    reason: text(),
    articleId: text("article_id"),
    attempt: text().notNull(),
    /** JSON list of [code, detail]. */
    notes: text().notNull(),
    /** Links and publication are still to be done. */
    open: integer().notNull().default(0),
    publish: integer().notNull().default(0),
    /** What an update replaced. */
    before: text(),
    undone: text(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.runId, t.sourceId, t.locale] }),
    index("help_import_rows_open")
      .on(t.projectId, t.runId, t.sourceId, t.locale)
      .where(sql`open = 1`),
    index("help_import_rows_outcome").on(t.projectId, t.runId, t.outcome, t.sourceId, t.locale),
  ],
);

/** Projects of others that may import with the installation's tokens. */
export const importAccess = sqliteTable("help_import_access", {
  projectId: text("project_id").primaryKey().notNull(),
  openedAt: integer("opened_at").notNull(),
  openedBy: text("opened_by").notNull(),
});
