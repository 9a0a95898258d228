import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
