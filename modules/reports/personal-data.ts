import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const counted = notPersonal("ids, times and choices of what happened; no words of anybody");

export const personalData: PersonalData = {
  tables: {
    report_states: {
      ...all(ID, "project_id", "checked_conversation"),
      zone: notPersonal("the project's time zone"),
      ...all(notPersonal("ids of tags and conversations of the project"), "merged_tags", "building"),
    },
    report_conversations: { ...all(ID, "project_id", "conversation_id"), channel: CHOICE, ...all(counted, "tags", "thread") },
    report_facts: { ...all(ID, "project_id", "conversation_id", "id", "operator_id", "team_id"), measure: CHOICE },
    report_rollups: {
      project_id: ID,
      ...all(CHOICE, "dimension", "measure"),
      key: notPersonal("the id of a member, a team or a tag, a channel, or an hour"),
    },
  },
};
