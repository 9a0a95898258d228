// What follows a contact that is merged into another one: matches and dry runs of its conversations.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("monitoring.log", sql`monitoring_log`),
  movesRows("monitoring.dry_runs", sql`monitoring_dry_items`, sql`run_id, place`),
];
