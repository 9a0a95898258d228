import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WRITTEN = notPersonal("what the company publishes");
export const personalData: PersonalData = {
  tables: {
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
  },
};
