// What follows a contact that is merged into another one: its contact requests.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("contact-form.requests", sql`help_letters`)];
