import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("the team's own words for kinds of conversations; shown to members only");
export const personalData: PersonalData = {
  tables: {
    tags: {
      ...all(ID, "project_id", "id", "merged_into"),
      ...all(TEAM, "name", "name_key", "description"),
      state: CHOICE,
      client_id: CLIENT_ID,
    },
    conversation_tags: all(ID, "project_id", "conversation_id", "tag_id"),
    tag_settings: all(ID, "project_id"),
  },
};
