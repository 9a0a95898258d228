import { all, CHOICE, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: { member_availability: { ...all(ID, "project_id", "account_id"), ...all(CHOICE, "availability") } },
};
