import { all, CHOICE, CLIENT_ID, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

const STEP = clearedBy("profiles.contact");

export const personalData: PersonalData = {
  tables: {
    profile_settings: all(ID, "project_id"),
    profiles: { ...all(ID, "project_id", "contact_id", "run_id"), ...all(CHOICE, "outcome"), ...all(CLIENT_ID, "client_id") },
    profile_statements: {
      ...all(ID, "id", "project_id", "contact_id", "message_id", "conversation_id", "author_id", "confirmed_by"),
      ...all(CHOICE, "kind"),
      ...all(STEP, "content", "quote"),
      ...all(CLIENT_ID, "client_id"),
    },
    profile_refusals: { ...all(ID, "project_id", "contact_id", "statement_id"), ...all(STEP, "terms", "numbers") },
  },
};
