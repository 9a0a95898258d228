import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    question_sets: {
      ...all(ID, "id", "project_id", "created_by"),
      client_id: CLIENT_ID,
      name: notPersonal("the name that a member gives a set"),
    },
    set_questions: {
      ...all(ID, "id", "project_id", "set_id", "contact_id", "conversation_id", "created_by"),
      client_id: CLIENT_ID,
      ...all(CHOICE, "channel", "asker", "outcome", "origin"),
      locale: notPersonal("a language that many people share"),
      ...all(clearedBy("question-sets.questions"), "question", "topic", "facts", "forbidden", "sources"),
    },
    question_settings: all(ID, "project_id", "updated_by"),
  },
};
