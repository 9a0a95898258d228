import { all, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("about people of the team, who are not contacts");
export const personalData: PersonalData = {
  tables: {
    accounts: { ...all(ID, "id"), ...all(TEAM, "email", "name", "password_hash") },
    sessions: { ...all(ID, "id", "account_id"), ...all(TEAM, "token_hash", "device") },
  },
};
