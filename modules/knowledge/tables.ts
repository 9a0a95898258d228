import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

const AUDIENCES = ["public", "members", "told"] as const;

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

const WAYS = ["crawler", "pages", "sitemap"] as const;

/** Snippets, files, chosen answers and pages. Each has one document or, when it is long, several. */
export const items = sqliteTable(
  "knowledge_items",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    sourceId: text("source_id").notNull(),
    /** The source's own name of it: the address of a page, else its id. */
    key: text().notNull(),
    title: text().notNull(),
    /** Markdown of snippets and answers; what files and pages say stands in their documents. */
    content: text().notNull().default(""),
    url: text(),
    /** `draft` and `waiting` ones are not found yet; `skipped` and `failed` say why in `error`. */
    state: text({ enum: ["draft", "waiting", "ready", "skipped", "failed", "removing"] }).notNull(),
    error: text(),
    /** Of what was indexed: the same needs no new documents. */
    hash: text().notNull().default(""),
    etag: text(),
    /** The uploaded original, and the text that was made of it elsewhere. */
    objectKey: text("object_key"),
    textKey: text("text_key"),
    type: text(),
    size: integer().notNull().default(0),
    /** How many documents it has. */
    parts: integer().notNull().default(0),
    /** Of a chosen answer. */
    messageId: text("message_id"),
    contactId: text("contact_id"),
    /** The run that saw it last. */
    crawlId: text("crawl_id"),
    tries: integer().notNull().default(0),
    revision: integer().notNull().default(1),
    clientId: text("client_id"),
    createdBy: text("created_by"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("knowledge_items_key").on(t.projectId, t.sourceId, t.key),
    uniqueIndex("knowledge_items_client")
      .on(t.projectId, t.clientId)
      .where(sql`client_id IS NOT NULL`),
    index("knowledge_items_listed").on(t.projectId, t.sourceId, t.id),
    index("knowledge_items_state").on(t.projectId, t.sourceId, t.state, t.id),
    index("knowledge_items_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
    index("knowledge_items_removing")
      .on(t.id)
      .where(sql`state = 'removing'`),
    index("knowledge_items_twins")
      .on(t.crawlId, t.hash)
      .where(sql`crawl_id IS NOT NULL`),
  ],
);

export const websites = sqliteTable(
  "knowledge_websites",
  {
    projectId: text("project_id").notNull(),
    sourceId: text("source_id").notNull(),
    way: text({ enum: WAYS }).notNull(),
    /** JSON lists. */
    addresses: text().notNull(),
    include: text().notNull(),
    exclude: text().notNull(),
    maxPages: integer("max_pages").notNull(),
    schedule: text({ enum: ["manual", "daily", "weekly"] }).notNull(),
    nextAt: integer("next_at"),
    /** Who set the schedule. */
    givenBy: text("given_by"),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.sourceId] }),
    index("knowledge_websites_due")
      .on(t.nextAt)
      .where(sql`next_at IS NOT NULL`),
  ],
);

export const crawls = sqliteTable(
  "knowledge_crawls",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    sourceId: text("source_id").notNull(),
    way: text({ enum: WAYS }).notNull(),
    state: text({ enum: ["starting", "running", "reading", "removing", "done", "failed", "aborted"] }).notNull(),
    abortAsked: integer("abort_asked").notNull().default(0),
    /** When the provider was first asked to begin: its answer may have been lost. */
    triedAt: integer("tried_at"),
    providerRunId: text("provider_run_id"),
    datasetId: text("dataset_id"),
    /** How many of the provider's results were stored. */
    position: integer().notNull().default(0),
    /** How often it waited: names the job that goes on. */
    waits: integer().notNull().default(0),
    /** Everything was seen: what was not seen is gone. */
    complete: integer().notNull().default(0),
    found: integer().notNull().default(0),
    stored: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    costUsd: real("cost_usd"),
    error: text(),
    startedBy: text("started_by").notNull(),
    clientId: text("client_id").notNull(),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    uniqueIndex("knowledge_crawls_client").on(t.projectId, t.clientId),
    index("knowledge_crawls_of_source").on(t.projectId, t.sourceId, t.id),
    uniqueIndex("knowledge_crawls_one")
      .on(t.sourceId)
      .where(sql`finished_at IS NULL`),
  ],
);

/** Projects of others whose websites the installation's crawler fetches. */
export const crawlerAccess = sqliteTable("knowledge_crawler_access", {
  projectId: text("project_id").primaryKey().notNull(),
  openedAt: integer("opened_at").notNull(),
  openedBy: text("opened_by").notNull(),
});
