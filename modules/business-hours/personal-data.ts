import { CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    business_hours: {
      project_id: ID,
      time_zone: CHOICE,
      week: notPersonal("when the team works"),
      exceptions: notPersonal("when the team works, with names of holidays"),
    },
  },
};
