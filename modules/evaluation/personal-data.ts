import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    evaluation_runs: {
      ...all(ID, "id", "project_id", "set_id", "created_by"),
      client_id: CLIENT_ID,
      ...all(CHOICE, "state", "reason", "origin"),
      ...all(notPersonal("a setting of the project"), "model", "guidance", "config_hash"),
      detail: notPersonal("a sentence of ours about the model's provider"),
    },
    evaluation_items: {
      ...all(ID, "project_id", "run_id", "question_id", "contact_id", "call_id"),
      ...all(CHOICE, "state", "outcome", "reason"),
      ...all(clearedBy("evaluation.items"), "faults", "transcript"),
    },
    question_proposals: {
      ...all(ID, "id", "project_id", "set_id", "article_id", "created_by"),
      ...all(CHOICE, "method", "state"),
      ...all(notPersonal("words of a published article, or made from it"), "wording", "title", "question", "facts"),
      locale: notPersonal("a language that many people share"),
    },
    question_proposal_calls: { ...all(ID, "project_id", "set_id", "call_id"), client_id: CLIENT_ID, state: CHOICE },
  },
};
