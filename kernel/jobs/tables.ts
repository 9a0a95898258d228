import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const jobs = sqliteTable(
  "jobs",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id"),
    kind: text().notNull(),
    /** Derived from the cause, so that enqueueing twice is enqueueing once. */
    key: text().notNull(),
    payload: text().notNull(),
    state: text({ enum: ["queued", "running", "done", "dead"] })
      .notNull()
      .default("queued"),
    attempts: integer().notNull().default(0),
    dueAt: integer("due_at").notNull(),
    lease: text(),
    leaseUntil: integer("lease_until"),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    error: text(),
    /** Whom it is about; an erasure ends it. */
    contactId: text("contact_id"),
  },
  (t) => [
    uniqueIndex("jobs_key").on(t.key),
    index("jobs_due")
      .on(t.dueAt)
      .where(sql`state = 'queued'`),
    index("jobs_leased")
      .on(t.leaseUntil)
      .where(sql`state = 'running'`),
    index("jobs_finished")
      .on(t.finishedAt)
      .where(sql`state = 'done'`),
    index("jobs_project")
      .on(t.projectId)
      .where(sql`state IN ('queued', 'running')`),
    index("jobs_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
  ],
);
