import { all, CHOICE, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: { conversation_priorities: { ...all(ID, "project_id", "conversation_id"), ...all(CHOICE, "priority") } },
};
