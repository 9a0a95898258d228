import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("what the project calls a part of its team; shown to members only");
export const personalData: PersonalData = {
  tables: {
    teams: { ...all(ID, "project_id", "id"), ...all(TEAM, "name", "name_key"), state: CHOICE, client_id: CLIENT_ID },
    team_members: all(ID, "project_id", "team_id", "account_id"),
    conversation_teams: all(ID, "project_id", "conversation_id", "team_id"),
  },
};
