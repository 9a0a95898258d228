import { all, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: { conversation_splits: all(ID, "project_id", "conversation_id", "from_id", "split_by") },
};
