import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const CLEARED = clearedBy("lead-research.research");
export const personalData: PersonalData = {
  tables: {
    lead_criteria: {
      ...all(ID, "project_id", "updated_by"),
      criteria: notPersonal("what the company asks of every lead"),
    },
    // The step deletes the rows of the others.
    lead_research: all(ID, "lead_id", "project_id", "erasing"),
    lead_research_runs: {
      ...all(ID, "id", "project_id", "lead_id", "created_by"),
      ...all(CLEARED, "addresses", "queue"),
      ...all(CHOICE, "state", "reason"),
      client_id: CLIENT_ID,
      detail: notPersonal("a sentence of ours about the model's provider"),
      model: notPersonal("the name of a model"),
    },
    lead_research_pages: {
      ...all(ID, "run_id", "project_id", "lead_id"),
      ...all(CLEARED, "url", "title", "content", "links"),
      state: CHOICE,
      problem: notPersonal("a sentence of ours about a website"),
    },
    lead_statements: {
      ...all(ID, "id", "project_id", "lead_id", "run_id", "author_id"),
      ...all(CLEARED, "content", "url", "quote"),
      client_id: CLIENT_ID,
    },
    lead_answers: {
      ...all(ID, "lead_id", "run_id", "criterion_id", "project_id", "author_id"),
      ...all(CLEARED, "reason", "url", "quote"),
      answer: CHOICE,
    },
  },
};
