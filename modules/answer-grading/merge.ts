// What follows a contact that is merged into another one: grades of answers to questions made from its conversations.
import { sql } from "#kernel/db/index.ts";
import { type MergeStep, movesRows } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("answer-grading.judgements", sql`judgements`, sql`project_id, judging_id, place`),
  movesRows("answer-grading.choices", sql`blind_choices`, sql`project_id, grading_id, grader, place`),
  movesRows("answer-grading.verdicts", sql`answer_verdicts`, sql`project_id, run_id, place, grader`),
  movesRows("answer-grading.decisions", sql`graded_answers`, sql`project_id, run_id, place`),
];
