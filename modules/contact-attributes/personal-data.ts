import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("the team's own words for what it keeps of contacts; the values are in contacts.attributes");
export const personalData: PersonalData = {
  tables: {
    contact_attributes: {
      ...all(ID, "project_id", "id"),
      ...all(TEAM, "key", "label", "choices"),
      type: CHOICE,
      client_id: CLIENT_ID,
    },
  },
};
