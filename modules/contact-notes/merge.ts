// What follows a contact that is merged into another one: notes.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("contact-notes.notes", sql`contact_notes`)];
