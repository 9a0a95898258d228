import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const ANSWER = clearedBy("knowledge-sources.answers");
const FOUND = notPersonal("what a website, a provider or this program says of a page that the company had fetched");
export const personalData: PersonalData = {
  tables: {
    // The row of a saved answer is deleted as a whole. Files and pages come from the company.
    knowledge_items: {
      ...all(ID, "id", "project_id", "source_id", "message_id", "contact_id", "crawl_id", "created_by"),
      ...all(CHOICE, "state", "type"),
      ...all(CLIENT_ID, "client_id"),
      ...all(ANSWER, "title", "content", "hash"),
      ...all(FOUND, "key", "url", "error", "etag"),
      ...all(notPersonal("a random key of what the company uploaded"), "object_key", "text_key"),
    },
    knowledge_websites: {
      ...all(ID, "project_id", "source_id", "given_by"),
      ...all(CHOICE, "way", "schedule"),
      ...all(notPersonal("which pages of a website the company wants"), "addresses", "include", "exclude"),
    },
    knowledge_crawls: {
      ...all(ID, "id", "project_id", "source_id", "started_by"),
      ...all(CHOICE, "way", "state"),
      ...all(FOUND, "provider_run_id", "dataset_id", "error"),
      client_id: notPersonal("a random UUID of a client, or the time at which a schedule was due"),
    },
    knowledge_crawler_access: all(ID, "project_id", "opened_by"),
  },
  objects: { "k/": notPersonal("files that the company uploaded as knowledge") },
};
