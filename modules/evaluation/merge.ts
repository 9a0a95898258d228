// What follows a contact that is merged into another one: results of questions made from its conversations.
import { sql } from "#kernel/db/index.ts";
import { type MergeStep, movesRows } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [movesRows("evaluation.items", sql`evaluation_items`, sql`project_id, run_id, place`)];
