import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    learning_proposals: {
      ...all(ID, "id", "project_id", "conversation_id", "contact_id", "round_id", "article_id", "item_id", "source_id", "decided_by"),
      ...all(CHOICE, "cause", "worded", "state"),
      locale: notPersonal("a language that many people share"),
      model: notPersonal("the name of a model"),
      ...all(clearedBy("assistant-learning.proposals"), "question", "answer", "title", "content"),
    },
  },
};
