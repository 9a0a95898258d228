// What follows a contact that is merged into another one: its leads.
import { sql } from "#kernel/db/index.ts";
import { type MergeStep, movesRows } from "#modules/contacts";

export const mergeSteps: readonly MergeStep[] = [movesRows("leads.leads", sql`leads`)];
