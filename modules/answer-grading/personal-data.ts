import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    judgings: {
      ...all(ID, "id", "project_id", "run_id", "created_by"),
      client_id: CLIENT_ID,
      ...all(CHOICE, "state", "reason"),
      ...all(notPersonal("a setting of the project"), "model", "rubric"),
      detail: notPersonal("a sentence of ours about the model's provider"),
    },
    judgements: {
      ...all(ID, "project_id", "judging_id", "run_id", "question_id", "contact_id", "call_id"),
      ...all(CHOICE, "state", "reason"),
      scores: clearedBy("answer-grading.judgements"),
    },
    blind_gradings: {
      ...all(ID, "id", "project_id", "set_id", "first_run", "second_run", "created_by"),
      client_id: CLIENT_ID,
      seed: notPersonal("a random text that decides which answer stands first"),
    },
    blind_choices: {
      ...all(ID, "project_id", "grading_id", "grader", "question_id", "contact_id"),
      choice: CHOICE,
      comment: clearedBy("answer-grading.choices"),
    },
    answer_verdicts: {
      ...all(ID, "project_id", "run_id", "grader", "question_id", "contact_id"),
      verdict: CHOICE,
      comment: clearedBy("answer-grading.verdicts"),
    },
    graders: all(ID, "project_id", "subject_id", "grader"),
    graded_answers: {
      ...all(ID, "project_id", "run_id", "question_id", "contact_id", "decided_by"),
      ...all(CHOICE, "rule", "judge", "decision"),
      comment: clearedBy("answer-grading.decisions"),
    },
  },
};
