import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    satisfaction_settings: {
      project_id: ID,
      scale: CHOICE,
      question: notPersonal("what the project asks all of its customers"),
    },
    satisfaction_requests: {
      ...all(
        ID,
        "id",
        "project_id",
        "conversation_id",
        "contact_id",
        "close_id",
        "delivery_id",
        "closed_by",
        "assignee_id",
        "answered_by",
        "team_id",
      ),
      ...all(CHOICE, "state", "asked_in", "channel"),
      comment: clearedBy("satisfaction.comments"),
    },
  },
};
