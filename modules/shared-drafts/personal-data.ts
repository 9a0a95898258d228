import { all, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    shared_drafts: all(ID, "project_id", "conversation_id", "account_id"),
    program_drafts: { ...all(ID, "project_id", "conversation_id", "token_id"), content: clearedBy("shared-drafts.programs") },
  },
};
