import { all, CHOICE, CLIENT_ID, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

const CLEARED = clearedBy("leads.leads");
export const personalData: PersonalData = {
  tables: {
    // The step deletes the rows.
    leads: {
      ...all(ID, "id", "project_id", "contact_id", "owner_id", "created_by"),
      ...all(CLEARED, "name", "email", "company", "domain", "role", "next_step", "next_step_on", "lost_reason", "notes", "same_key"),
      client_id: CLIENT_ID,
      stage: CHOICE,
    },
    lead_words: { ...all(ID, "project_id", "lead_id"), word: CLEARED },
  },
};
