// What follows a contact that is merged into another one: the questions made from its conversations.
import { sql } from "#kernel/db/index.ts";
import { type MergeStep, movesRows } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [movesRows("question-sets.questions", sql`set_questions`, sql`id`)];
