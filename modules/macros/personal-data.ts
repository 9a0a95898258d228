import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("what the team wrote for many customers, with variables in the place of what is one customer's");
const STEPS = notPersonal("ids and choices: what is set, and what it was");
export const personalData: PersonalData = {
  tables: {
    macros: {
      ...all(ID, "id", "project_id", "owner_id", "created_by"),
      ...all(TEAM, "title", "content"),
      ...all(CHOICE, "content_kind"),
      ...all(STEPS, "steps"),
      ...all(CLIENT_ID, "client_id"),
    },
    macro_runs: {
      ...all(ID, "id", "project_id", "macro_id", "conversation_id", "account_id"),
      ...all(CLIENT_ID, "client_id"),
      ...all(STEPS, "steps"),
    },
  },
};
