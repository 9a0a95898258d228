import { all, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("what the team wrote for many customers, with variables in the place of what is one customer's");
export const personalData: PersonalData = {
  tables: {
    canned_replies: {
      ...all(ID, "id", "project_id", "owner_id", "created_by"),
      ...all(TEAM, "title", "shortcut", "content"),
      file_ids: notPersonal("ids of files that the team uploaded for many customers"),
      ...all(CLIENT_ID, "client_id", "last_use"),
    },
  },
};
