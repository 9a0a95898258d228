import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const collections = sqliteTable(
  "help_collections",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    clientId: text("client_id").notNull(),
    place: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    removedAt: integer("removed_at"),
  },
  (t) => [
    uniqueIndex("help_collections_client").on(t.projectId, t.clientId),
    index("help_collections_kept")
      .on(t.projectId, t.place)
      .where(sql`removed_at IS NULL`),
  ],
);

export const collectionTexts = sqliteTable(
  "help_collection_texts",
  {
    projectId: text("project_id").notNull(),
    collectionId: text("collection_id").notNull(),
    locale: text().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.collectionId, t.locale] }),
    uniqueIndex("help_collection_texts_slug").on(t.projectId, t.locale, t.slug),
  ],
);

export const articles = sqliteTable(
  "help_articles",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    clientId: text("client_id").notNull(),
    collectionId: text("collection_id"),
    place: integer().notNull(),
    audience: text({ enum: ["public", "members", "told"] }).notNull(),
    assistant: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    archivedAt: integer("archived_at"),
    /** Its collection before that one was removed, so that the removal can be undone. */
    leftCollectionId: text("left_collection_id"),
  },
  (t) => [
    uniqueIndex("help_articles_client").on(t.projectId, t.clientId),
    index("help_articles_newest").on(t.projectId, t.id),
    index("help_articles_left")
      .on(t.projectId, t.leftCollectionId)
      .where(sql`left_collection_id IS NOT NULL`),
    index("help_articles_places")
      .on(t.projectId, t.collectionId, t.place)
      .where(sql`archived_at IS NULL`),
    index("help_articles_archived")
      .on(t.projectId, t.archivedAt)
      .where(sql`archived_at IS NOT NULL`),
  ],
);

/** One text per locale: the draft, and which version of it readers see. */
export const articleTexts = sqliteTable(
  "help_article_texts",
  {
    projectId: text("project_id").notNull(),
    articleId: text("article_id").notNull(),
    locale: text().notNull(),
    slug: text().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    content: text().notNull(),
    revision: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
    /** The version that readers see; null: none. */
    version: integer(),
    /** Of that version, so that an address is of one article only. */
    liveSlug: text("live_slug"),
    /** The draft's revision that became that version. */
    liveRevision: integer("live_revision"),
    publishedAt: integer("published_at"),
    /** When the schedule publishes the draft, and who asked for it. */
    publishAt: integer("publish_at"),
    publishBy: text("publish_by"),
    /** A person wrote the slug, or readers know it: it no longer follows the title. */
    slugKept: integer("slug_kept").notNull().default(0),
    /** The title as a search compares it. */
    folded: text().notNull().default(""),
    scheduleFailedAt: integer("schedule_failed_at"),
    /** Why the schedule did not publish it. */
    scheduleFailed: text("schedule_failed", { enum: ["giver", "text", "trouble"] }),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.articleId, t.locale] }),
    // What lists show, so that they never touch the contents, which are long.
    index("help_article_texts_listed").on(
      t.projectId,
      t.articleId,
      t.locale,
      t.title,
      t.slug,
      t.folded,
      t.revision,
      t.version,
      t.liveRevision,
      t.liveSlug,
      t.publishAt,
      t.updatedAt,
    ),
    uniqueIndex("help_article_texts_slug").on(t.projectId, t.locale, t.slug),
    uniqueIndex("help_article_texts_live")
      .on(t.projectId, t.locale, t.liveSlug)
      .where(sql`live_slug IS NOT NULL`),
    index("help_article_texts_due")
      .on(t.publishAt)
      .where(sql`publish_at IS NOT NULL`),
  ],
);

export const articleVersions = sqliteTable(
  "help_article_versions",
  {
    projectId: text("project_id").notNull(),
    articleId: text("article_id").notNull(),
    locale: text().notNull(),
    version: integer().notNull(),
    slug: text().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    content: text().notNull(),
    publishedAt: integer("published_at").notNull(),
    publishedBy: text("published_by").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.articleId, t.locale, t.version] })],
);

export const redirects = sqliteTable(
  "help_redirects",
  {
    projectId: text("project_id").notNull(),
    locale: text().notNull(),
    /** Below the help center: `articles/<slug>`, or any old path of an import. */
    path: text().notNull(),
    articleId: text("article_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.locale, t.path] }), index("help_redirects_article").on(t.projectId, t.articleId)],
);

export const articleFiles = sqliteTable(
  "help_article_files",
  {
    projectId: text("project_id").notNull(),
    articleId: text("article_id").notNull(),
    fileId: text("file_id").notNull(),
    width: integer(),
    height: integer(),
    /** The article's readers see it: anyone may read the file. */
    published: integer().notNull().default(0),
    /** From when on it is looked at whether the article still holds it. */
    checkAt: integer("check_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.articleId, t.fileId] }),
    index("help_article_files_file").on(t.projectId, t.fileId),
    index("help_article_files_check").on(t.checkAt),
  ],
);
