// What follows a contact that is merged into another one: flags of its answers.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("assistant-outcomes.flags", sql`assistant_flags`, sql`project_id, message_id`)];
