import { all, CHOICE, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    conversation_merges: {
      ...all(ID, "project_id", "conversation_id", "into_id", "merged_by"),
      ...all(CHOICE, "status", "into_status"),
    },
  },
};
