import { all, CHOICE, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

const IDENTITY = clearedBy("contacts.identity");
export const personalData: PersonalData = {
  tables: {
    contacts: {
      ...all(ID, "id", "project_id", "merged_into"),
      ...all(IDENTITY, "name", "email", "identifier", "metadata", "attributes", "last_page", "name_words", "visit", "visit_pages"),
      ...all(CHOICE, "state"),
    },
    // A trigger deletes the rows once the name and the address are gone.
    contact_terms: { ...all(ID, "contact_id", "project_id"), ...all(IDENTITY, "term"), ...all(CHOICE, "state") },
    // A trigger deletes the rows once the attributes are gone.
    contact_attribute_values: { ...all(ID, "contact_id", "project_id"), ...all(IDENTITY, "key", "value"), ...all(CHOICE, "state") },
    // The step deletes the rows.
    visitor_sessions: { ...all(IDENTITY, "id", "project_id", "contact_id", "token_hash", "client_id") },
  },
};
