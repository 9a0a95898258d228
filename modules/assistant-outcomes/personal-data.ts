import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const LANGUAGE = notPersonal("a language that many people share");
export const personalData: PersonalData = {
  tables: {
    assistant_outcomes: {
      ...all(ID, "project_id", "conversation_id", "topic", "round_id"),
      ...all(CHOICE, "outcome", "reason"),
      locale: LANGUAGE,
      sources: notPersonal("ids of documents of the project's knowledge"),
    },
    assistant_outcome_sources: all(ID, "project_id", "document_id", "conversation_id"),
    assistant_outcome_days: { project_id: ID, kind: CHOICE, value: notPersonal("a language, a reason, or the id of a document") },
    assistant_ratings: { ...all(ID, "project_id", "message_id", "conversation_id", "round_id"), rating: CHOICE },
    assistant_flags: {
      ...all(ID, "project_id", "message_id", "conversation_id", "contact_id", "round_id", "flagged_by"),
      reason: CHOICE,
      words: clearedBy("assistant-outcomes.flags"),
    },
  },
};
