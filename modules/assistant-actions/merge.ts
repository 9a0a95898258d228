// What follows a contact that is merged into another one: requests and runs of actions.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("assistant-actions.requests", sql`assistant_action_requests`),
  movesRows("assistant-actions.runs", sql`assistant_action_runs`),
];
