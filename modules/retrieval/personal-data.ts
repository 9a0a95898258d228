import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WRITTEN = notPersonal("what the company calls what it knows");
const ANSWER = clearedBy("knowledge-sources.answers");
export const personalData: PersonalData = {
  tables: {
    knowledge_sources: {
      ...all(ID, "id", "project_id", "created_by"),
      ...all(CHOICE, "kind", "audience", "locale", "filled_by", "filled_state"),
      ...all(CLIENT_ID, "client_id"),
      name: WRITTEN,
    },
    knowledge_documents: {
      ...all(ID, "id", "project_id", "source_id"),
      ...all(CHOICE, "audience", "locale"),
      // Of saved answers. All other titles were written by the company or published on a website.
      title: ANSWER,
      ...all(WRITTEN, "key", "url"),
      hash: notPersonal("a hash of what the company wrote"),
    },
    knowledge_vectors: {
      ...all(ID, "document_id", "project_id"),
      place: notPersonal("the name of a collection in the vector store"),
      hash: notPersonal("a hash of what the company wrote"),
      error: notPersonal("a sentence about the provider or the store"),
    },
    knowledge_indexes: all(ID, "project_id"),
    knowledge_chunks: { ...all(ID, "project_id", "document_id"), ...all(ANSWER, "heading", "content") },
  },
  // The words of the chunks; the same statements remove both (`writeRemoveDocuments`).
  indexes: {
    knowledge_words: {
      ...all(ANSWER, "title", "heading", "body"),
      scope: notPersonal("numbers of the project and of who may read it, and the mark of the filling"),
    },
    knowledge_terms: { term: ANSWER, ...all(notPersonal("how often a word occurs"), "doc", "cnt") },
  },
};
