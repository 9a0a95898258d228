import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export { importAccess, importItems, importRows, importRuns } from "./imports/tables.ts";
export { letters } from "./letters/tables.ts";

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

export const feedback = sqliteTable(
  "help_feedback",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    articleId: text("article_id").notNull(),
    locale: text().notNull(),
    clientId: text("client_id").notNull(),
    helpful: integer().notNull(),
    comment: text(),
    contactId: text("contact_id"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("help_feedback_client").on(t.projectId, t.clientId),
    index("help_feedback_article").on(t.projectId, t.articleId, t.createdAt),
    index("help_feedback_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
    index("help_feedback_old").on(t.createdAt),
    index("help_feedback_words")
      .on(t.projectId, t.articleId, t.createdAt)
      .where(sql`comment IS NOT NULL`),
  ],
);

export const searches = sqliteTable(
  "help_searches",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    locale: text().notNull(),
    query: text().notNull(),
    /** As equal ones are counted together. */
    terms: text().notNull(),
    place: text({ enum: ["page", "widget"] }).notNull(),
    results: integer().notNull(),
    /** The article that was opened from it. */
    opened: text(),
    contactId: text("contact_id"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("help_searches_recent").on(t.projectId, t.createdAt),
    index("help_searches_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
    index("help_searches_old").on(t.createdAt),
  ],
);

// --- insights: days are counted since 1970 ------------------------------------

export const searchDays = sqliteTable(
  "help_search_days",
  {
    projectId: text("project_id").notNull(),
    day: integer().notNull(),
    searches: integer().notNull(),
    /** Of these, those that found nothing, and those after which an article was opened. */
    without: integer().notNull(),
    opened: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day] })],
);

export const searchTerms = sqliteTable(
  "help_search_terms",
  {
    projectId: text("project_id").notNull(),
    day: integer().notNull(),
    locale: text().notNull(),
    terms: text().notNull(),
    searches: integer().notNull(),
    without: integer().notNull(),
    opened: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.day, t.locale, t.terms] }),
    index("help_search_terms_top").on(t.projectId, t.day, t.searches),
    index("help_search_terms_without")
      .on(t.projectId, t.day, t.without)
      .where(sql`without > 0`),
    index("help_search_terms_old").on(t.day),
  ],
);

export const feedbackDays = sqliteTable(
  "help_feedback_days",
  {
    projectId: text("project_id").notNull(),
    day: integer().notNull(),
    articleId: text("article_id").notNull(),
    helpful: integer().notNull(),
    answers: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.day, t.articleId] }),
    index("help_feedback_days_top").on(t.projectId, t.day, t.answers),
    index("help_feedback_days_old").on(t.day),
  ],
);

/** Questions that mean the same. It goes with the last question in it. */
export const gaps = sqliteTable(
  "help_gaps",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    locale: text().notNull(),
    /** As one of them was asked, and its stems as a JSON list. */
    question: text().notNull(),
    terms: text().notNull(),
    questions: integer().notNull(),
    state: text({ enum: ["open", "ignored", "written"] }).notNull(),
    /** The article that answers it, as a person says. */
    articleId: text("article_id"),
    /** The article in which a search for it finds an answer by now. */
    found: text(),
    createdAt: integer("created_at").notNull(),
    lastAt: integer("last_at").notNull(),
    changedBy: text("changed_by"),
    /** When it is searched for again; null: not while it is ignored. */
    lookAt: integer("look_at"),
  },
  (t) => [
    uniqueIndex("help_gaps_terms").on(t.projectId, t.locale, t.terms),
    index("help_gaps_state").on(t.projectId, t.state, t.questions, t.id),
    index("help_gaps_due")
      .on(t.lookAt)
      .where(sql`look_at IS NOT NULL`),
  ],
);

export const gapTerms = sqliteTable(
  "help_gap_terms",
  {
    projectId: text("project_id").notNull(),
    locale: text().notNull(),
    term: text().notNull(),
    gapId: text("gap_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.locale, t.term, t.gapId] }), index("help_gap_terms_gap").on(t.gapId)],
);

export const questions = sqliteTable(
  "help_questions",
  {
    id: text().primaryKey().notNull(),
    projectId: text("project_id").notNull(),
    locale: text().notNull(),
    question: text().notNull(),
    terms: text().notNull(),
    source: text({ enum: ["search", "feedback", "assistant"] }).notNull(),
    articleId: text("article_id"),
    conversationId: text("conversation_id"),
    /** The answer about an article whose words it is. */
    feedbackId: text("feedback_id"),
    contactId: text("contact_id"),
    /** Null until the schedule has put it to others like it. */
    gapId: text("gap_id"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("help_questions_new")
      .on(t.createdAt)
      .where(sql`gap_id IS NULL`),
    index("help_questions_gap").on(t.gapId, t.createdAt),
    index("help_questions_contact")
      .on(t.projectId, t.contactId)
      .where(sql`contact_id IS NOT NULL`),
    index("help_questions_feedback")
      .on(t.feedbackId)
      .where(sql`feedback_id IS NOT NULL`),
    index("help_questions_old").on(t.createdAt),
  ],
);

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
