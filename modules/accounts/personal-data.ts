import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("about people of the team, who are not contacts");
export const personalData: PersonalData = {
  tables: {
    accounts: { ...all(ID, "id"), ...all(TEAM, "email", "name", "password_hash"), ...all(CHOICE, "language", "browser_language") },
    sessions: { ...all(ID, "id", "account_id"), ...all(TEAM, "token_hash", "device") },
    account_tokens: {
      ...all(ID, "id", "account_id", "used_by"),
      ...all(CHOICE, "kind", "language"),
      address: notPersonal("the address of a requested account or a pending change; the row is deleted a day after its token ends"),
      hash: notPersonal("the hash of a random token"),
    },
  },
};
