// What follows a contact that is merged into another one: what it searched, rated and asked.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("help-insights.searches", sql`help_searches`),
  movesRows("help-insights.feedback", sql`help_feedback`),
  movesRows("help-insights.questions", sql`help_questions`),
];
