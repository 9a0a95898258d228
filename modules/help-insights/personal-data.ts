import { all, CHOICE, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

const READER = clearedBy("help-insights.reader");
export const personalData: PersonalData = {
  tables: {
    // The rows are deleted.
    help_feedback: {
      ...all(ID, "id", "project_id", "article_id"),
      ...all(CHOICE, "locale"),
      ...all(READER, "client_id", "comment", "contact_id"),
    },
    help_searches: {
      ...all(ID, "id", "project_id", "opened", "nearest"),
      ...all(CHOICE, "locale", "place"),
      ...all(READER, "query", "terms", "contact_id"),
    },
    help_search_days: all(ID, "project_id"),
    help_search_terms: { ...all(ID, "project_id", "nearest"), ...all(CHOICE, "locale"), terms: READER },
    help_feedback_days: all(ID, "project_id", "article_id"),
    // A group takes the wording of the questions that stay in it, and is deleted with the last one.
    help_gaps: {
      ...all(ID, "id", "project_id", "article_id", "found", "maybe", "changed_by"),
      ...all(CHOICE, "locale", "state"),
      ...all(READER, "question", "terms"),
    },
    help_gap_terms: { ...all(ID, "project_id", "gap_id"), ...all(CHOICE, "locale"), term: READER },
    help_questions: {
      ...all(ID, "id", "project_id", "article_id", "conversation_id", "feedback_id", "gap_id"),
      ...all(CHOICE, "locale", "source"),
      ...all(READER, "question", "terms", "contact_id"),
    },
  },
};
