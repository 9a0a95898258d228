import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const helpCenters = sqliteTable("help_centers", {
  projectId: text("project_id").primaryKey().notNull(),
  open: integer().notNull().default(0),
  title: text().notNull(),
  description: text().notNull(),
  defaultLocale: text("default_locale").notNull(),
  /** JSON list of the locales that it is written in, the default among them. */
  locales: text().notNull(),
  /** JSON list of { label, url }: imprint, privacy and the like. */
  links: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
  /** Where readers reach people: a web or mail address; null: the website. */
  contact: text(),
  /** Articles name who published them. */
  authors: integer().notNull().default(0),
  revision: integer().notNull().default(0),
  /** Readers write from the public pages. */
  letters: integer(),
});

export const renders = sqliteTable("help_renders", {
  projectId: text("project_id").primaryKey().notNull(),
  /** The job that draws everything anew: the latest to begin; an earlier one stops. */
  wholeRun: text("whole_run"),
  sitemapRun: text("sitemap_run"),
  begunAt: integer("begun_at"),
  renderedAt: integer("rendered_at"),
});

/** Where a job goes on that did a part of its work. */
export const renderRuns = sqliteTable(
  "help_render_runs",
  {
    projectId: text("project_id").notNull(),
    jobId: text("job_id").notNull(),
    cursor: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.jobId] }), index("help_render_runs_old").on(t.createdAt)],
);
