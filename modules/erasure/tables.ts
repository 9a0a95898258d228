import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const contactErasures = sqliteTable(
  "contact_erasures",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    contactId: text("contact_id").notNull(),
    erasedBy: text("erased_by").notNull(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
    removed: text().notNull().default("{}"),
    /** The step it is at; empty before the first and after the last. */
    step: text().notNull().default(""),
    /** The last key that the step cleared, as JSON. */
    cursor: text().notNull().default("null"),
  },
  (t) => [
    uniqueIndex("contact_erasures_contact").on(t.projectId, t.contactId),
    index("contact_erasures_unfinished")
      .on(t.startedAt)
      .where(sql`finished_at IS NULL`),
  ],
);

export const contactErasureObjects = sqliteTable(
  "contact_erasure_objects",
  {
    erasureId: text("erasure_id")
      .notNull()
      .references(() => contactErasures.id),
    objectKey: text("object_key").notNull(),
    removedAt: integer("removed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.erasureId, t.objectKey] }),
    index("contact_erasure_objects_left")
      .on(t.erasureId)
      .where(sql`removed_at IS NULL`),
  ],
);
