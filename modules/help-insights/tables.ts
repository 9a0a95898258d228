import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
