import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { AUDIENCES } from "./contract.ts";

export const sources = sqliteTable(
  "knowledge_sources",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    kind: text({ enum: ["articles", "snippets", "files", "answers", "website"] }).notNull(),
    name: text().notNull(),
    audience: text({ enum: AUDIENCES }).notNull(),
    locale: text().notNull(),
    /** Whether the assistant uses it. */
    assistant: integer().notNull(),
    createdBy: text("created_by").notNull(),
    clientId: text("client_id").notNull(),
    createdAt: integer("created_at").notNull(),
    syncedAt: integer("synced_at"),
    removedAt: integer("removed_at"),
    /** Its items are still being taken away. */
    removing: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("knowledge_sources_client").on(t.projectId, t.clientId),
    index("knowledge_sources_removing")
      .on(t.id)
      .where(sql`removing = 1`),
    index("knowledge_sources_kept")
      .on(t.projectId, t.createdAt)
      .where(sql`removed_at IS NULL`),
  ],
);

export const documents = sqliteTable(
  "knowledge_documents",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    sourceId: text("source_id").notNull(),
    /** The source's own name of it, such as an article's id with its locale, or the address of a page. */
    key: text().notNull(),
    title: text().notNull(),
    /** Where people can read it; null: nowhere. */
    url: text(),
    locale: text().notNull(),
    audience: text({ enum: AUDIENCES }).notNull(),
    assistant: integer().notNull(),
    /** Of title and content: the same needs no new index. */
    hash: text().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("knowledge_documents_key").on(t.projectId, t.sourceId, t.key),
    index("knowledge_documents_of_source").on(t.projectId, t.sourceId, t.id),
    // Their source was changed: the index follows.
    index("knowledge_documents_stale")
      .on(t.projectId, t.sourceId)
      .where(sql`hash = ''`),
  ],
);

/** Which documents have vectors in the store, and which wait for them. A row stays until the store has confirmed that they are gone. */
export const vectors = sqliteTable(
  "knowledge_vectors",
  {
    documentId: text("document_id").primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    revision: integer().notNull(),
    /** Where its vectors are or may be; '' = nowhere. */
    place: text().notNull(),
    /** The document's hash when they were made. */
    hash: text().notNull(),
    /** When there is something to do; null: nothing. */
    dueAt: integer("due_at"),
    attempts: integer().notNull(),
    error: text(),
  },
  (t) => [
    index("knowledge_vectors_due")
      .on(t.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("knowledge_vectors_project").on(t.projectId, t.dueAt),
    index("knowledge_vectors_settled")
      .on(t.place)
      .where(sql`due_at IS NULL`),
  ],
);

export const indexes = sqliteTable(
  "knowledge_indexes",
  {
    /** Stands before every term of the project's in the index. */
    number: integer().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    /** How many pieces the project ever had. */
    next: integer().notNull(),
    chunks: integer().notNull(),
    titleWords: integer("title_words").notNull(),
    headingWords: integer("heading_words").notNull(),
    bodyWords: integer("body_words").notNull(),
  },
  (t) => [uniqueIndex("knowledge_indexes_project").on(t.projectId)],
);

export const chunks = sqliteTable(
  "knowledge_chunks",
  {
    id: integer().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    documentId: text("document_id").notNull(),
    position: integer().notNull(),
    heading: text().notNull(),
    content: text().notNull(),
    titleWords: integer("title_words").notNull(),
    headingWords: integer("heading_words").notNull(),
    bodyWords: integer("body_words").notNull(),
    /** The filling of the index that has its words. */
    epoch: integer().notNull(),
  },
  (t) => [uniqueIndex("knowledge_chunks_document").on(t.projectId, t.documentId, t.position), index("knowledge_chunks_epoch").on(t.epoch)],
);

/** One row: which filling of the index of words is the current one. */
export const indexState = sqliteTable("knowledge_index_state", {
  id: integer().primaryKey().notNull(),
  epoch: integer().notNull(),
  /** Documents that were removed since the last merging of all blocks began. */
  removed: integer().notNull().default(0),
  mergeBeganAt: integer("merge_began_at").notNull().default(0),
  /** Up to which flush of the index the merging goes that is under way. */
  mergeUntil: integer("merge_until"),
});
