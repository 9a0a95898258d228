import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const setting = notPersonal("a setting of the project: addresses of its own website");
const hash = notPersonal("the hash of a random token");

export const personalData: PersonalData = {
  tables: {
    preview_grants: {
      ...all(ID, "id", "project_id", "created_by", "last_opened_by"),
      ...all(setting, "site", "file_origins", "paths"),
      members: notPersonal("ids of members"),
      opens: CHOICE,
      client_id: CLIENT_ID,
    },
    preview_sessions: { ...all(ID, "id", "project_id", "grant_id", "account_id"), ...all(hash, "code_hash", "token_hash") },
  },
};
