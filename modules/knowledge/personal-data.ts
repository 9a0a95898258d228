import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WRITTEN = notPersonal("what the company calls what it knows");
const ANSWER = clearedBy("knowledge.answers");
const FOUND = notPersonal("what a website, a provider or this program says of a page that the company had fetched");
export const personalData: PersonalData = {
  tables: {
    knowledge_sources: {
      ...all(ID, "id", "project_id", "created_by"),
      ...all(CHOICE, "kind", "audience", "locale"),
      ...all(CLIENT_ID, "client_id"),
      name: WRITTEN,
    },
    knowledge_documents: {
      ...all(ID, "id", "project_id", "source_id"),
      ...all(CHOICE, "audience", "locale"),
      // Of chosen answers; what else stands there the company publishes or tells.
      title: ANSWER,
      ...all(WRITTEN, "key", "url"),
      hash: notPersonal("a hash of what the company wrote"),
    },
    // The row of a chosen answer goes whole. Files and pages are what the company supplies.
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
    knowledge_vectors: {
      ...all(ID, "document_id", "project_id"),
      place: notPersonal("the name of a collection in the vector store"),
      hash: notPersonal("a hash of what the company wrote"),
      error: notPersonal("a sentence about the provider or the store"),
    },
    knowledge_vector_stores: {
      name: notPersonal("a hash of the store's address, and the model's name"),
      error: notPersonal("a sentence about the provider or the store"),
    },
    knowledge_vector_ends: all(ID, "project_id"),
    knowledge_embedding_usage: { ...all(ID, "project_id"), day: notPersonal("a day, with sums of the whole project") },
    knowledge_indexes: all(ID, "project_id"),
    knowledge_chunks: { ...all(ID, "project_id", "document_id"), ...all(ANSWER, "heading", "content") },
  },
  // The words of the pieces; the same statements remove both (writeRemoveDocuments).
  indexes: {
    knowledge_words: {
      ...all(ANSWER, "title", "heading", "body"),
      scope: notPersonal("numbers of the project and of who may read it, and the mark of the filling"),
    },
    knowledge_terms: { term: ANSWER, ...all(notPersonal("how often a word occurs"), "doc", "cnt") },
  },
  objects: { "k/": notPersonal("files that the company uploaded as knowledge") },
};
