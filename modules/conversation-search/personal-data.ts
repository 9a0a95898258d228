import { all, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    conversation_search_indexes: { project_id: ID, languages: notPersonal("languages that a project is written to in") },
    // The trigger of migration 0235 removes them in the batch that empties the message.
    conversation_search_terms: { term: clearedBy("conversations.messages") },
    conversation_search_entries: {
      ...all(ID, "project_id", "message_id", "conversation_id", "contact_id", "author_id"),
      terms: notPersonal("numbers of terms"),
    },
    conversation_search_state: { projects_after: ID },
    saved_searches: {
      ...all(ID, "id", "project_id", "account_id"),
      ...all(CLIENT_ID, "client_id"),
      ...all(clearedBy("conversation-search.saved"), "name", "q"),
    },
  },
};
