import { all, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    api_tokens: {
      ...all(ID, "id", "project_id", "created_by"),
      ...all(notPersonal("the hash of a random token, and its end"), "token_hash", "hint"),
      ...all(notPersonal("a setting of the project"), "name", "scopes"),
      ...all(CLIENT_ID, "client_id"),
    },
  },
};
