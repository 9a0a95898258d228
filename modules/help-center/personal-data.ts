import { all, CHOICE, clearedBy, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WRITTEN = notPersonal("what the company publishes");
const READER = clearedBy("help-center.reader");
export const personalData: PersonalData = {
  tables: {
    help_centers: {
      ...all(ID, "project_id", "updated_by"),
      ...all(WRITTEN, "title", "description", "links", "contact"),
      ...all(CHOICE, "default_locale", "locales"),
    },
    help_renders: { ...all(ID, "project_id", "whole_run", "sitemap_run") },
    help_render_runs: { ...all(ID, "job_id", "project_id"), cursor: notPersonal("ids of what is drawn next") },
    help_collections: { ...all(ID, "id", "project_id"), ...all(CLIENT_ID, "client_id") },
    help_collection_texts: {
      ...all(ID, "project_id", "collection_id"),
      ...all(CHOICE, "locale"),
      ...all(WRITTEN, "slug", "name", "description"),
    },
    help_articles: {
      ...all(ID, "id", "project_id", "collection_id", "left_collection_id", "created_by"),
      ...all(CHOICE, "audience"),
      ...all(CLIENT_ID, "client_id"),
    },
    help_article_texts: {
      ...all(ID, "project_id", "article_id", "updated_by", "publish_by"),
      ...all(CHOICE, "locale", "schedule_failed"),
      ...all(WRITTEN, "slug", "title", "summary", "content", "live_slug", "folded"),
    },
    help_article_versions: {
      ...all(ID, "project_id", "article_id", "published_by"),
      ...all(CHOICE, "locale"),
      ...all(WRITTEN, "slug", "title", "summary", "content"),
    },
    help_redirects: { ...all(ID, "project_id", "article_id"), ...all(CHOICE, "locale"), ...all(WRITTEN, "path") },
    help_article_files: { ...all(ID, "project_id", "article_id", "file_id") },
    help_import_runs: {
      ...all(ID, "id", "project_id", "created_by", "given_by"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "platform", "state", "phase", "error"),
      ...all(WRITTEN, "name", "place", "options", "at", "outline"),
    },
    help_import_items: {
      ...all(ID, "project_id", "article_id", "run_id"),
      ...all(CHOICE, "platform", "locale", "audience"),
      ...all(WRITTEN, "place", "source_id", "hash"),
    },
    help_import_rows: {
      ...all(ID, "project_id", "run_id", "article_id", "attempt"),
      ...all(CHOICE, "locale", "outcome", "reason", "undone"),
      ...all(WRITTEN, "source_id", "title", "url", "notes", "before"),
    },
    help_import_access: all(ID, "project_id", "opened_by"),
    // The rows go.
    help_feedback: {
      ...all(ID, "id", "project_id", "article_id"),
      ...all(CHOICE, "locale"),
      ...all(READER, "client_id", "comment", "contact_id"),
    },
    help_searches: {
      ...all(ID, "id", "project_id", "opened"),
      ...all(CHOICE, "locale", "place"),
      ...all(READER, "query", "terms", "contact_id"),
    },
    help_search_days: all(ID, "project_id"),
    help_search_terms: { ...all(ID, "project_id"), ...all(CHOICE, "locale"), terms: READER },
    help_feedback_days: all(ID, "project_id", "article_id"),
    // The row goes, with the contact or by its age; once sent, it holds nothing of this.
    help_letters: {
      ...all(ID, "id", "project_id", "delivery_id"),
      ...all(CHOICE, "state", "locale"),
      ...all(clearedBy("help-center.letters"), "name", "email", "message", "article_id", "query", "visit", "feedback", "contact_id"),
    },
    // A group is told by the questions that stay in it, and goes with the last one.
    help_gaps: {
      ...all(ID, "id", "project_id", "article_id", "found", "changed_by"),
      ...all(CHOICE, "locale", "state"),
      ...all(READER, "question", "terms"),
    },
    help_gap_terms: { ...all(ID, "project_id", "gap_id"), ...all(CHOICE, "locale"), term: READER },
    help_questions: {
      ...all(ID, "id", "project_id", "article_id", "conversation_id", "feedback_id", "gap_id"),
      ...all(CHOICE, "locale", "source"),
      ...all(READER, "question", "terms", "contact_id"),
    },
  },
  objects: { "help/": WRITTEN, "help-slugs/": WRITTEN },
};
