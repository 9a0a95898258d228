import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    code_issue_count_settings: { ...all(ID, "project_id", "walked"), ...all(CHOICE, "mode") },
    code_issue_counts: {
      ...all(ID, "project_id", "issue_id", "comment_id"),
      ...all(CHOICE, "mode", "fault"),
      repository: notPersonal("the name of one of the company's repositories"),
      marker: notPersonal("a random value"),
    },
  },
};
