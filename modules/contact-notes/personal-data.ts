import { all, CLIENT_ID, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    // The step deletes the rows.
    contact_notes: {
      ...all(ID, "id", "project_id", "contact_id", "author_id"),
      content: clearedBy("contact-notes.notes"),
      client_id: CLIENT_ID,
    },
  },
};
