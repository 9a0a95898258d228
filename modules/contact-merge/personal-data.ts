import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    contact_merges: {
      ...all(ID, "project_id", "from_id", "into_id", "merged_by"),
      state: CHOICE,
      step: notPersonal("the name of a step of the product"),
    },
    contact_merge_dismissals: all(ID, "project_id", "contact_id", "other_id"),
  },
};
