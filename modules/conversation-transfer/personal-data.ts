import { all, CHOICE, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    conversation_transfers: { ...all(ID, "project_id", "conversation_id", "from_id", "moved_by"), ...all(CHOICE, "status") },
  },
};
