import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const settings = notPersonal("settings of the team: names of policies, and how fast they want to answer");

export const personalData: PersonalData = {
  tables: {
    response_policies: { ...all(ID, "project_id", "recount_after"), ...all(settings, "policies", "summary") },
    response_clocks: {
      ...all(ID, "project_id", "conversation_id", "ended_by", "policy_id", "team_id"),
      ...all(CHOICE, "target", "ended_how", "counts", "outcome"),
      pauses: notPersonal("times at which a member snoozed the conversation"),
    },
  },
};
