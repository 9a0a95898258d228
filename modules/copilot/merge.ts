// What follows a contact that is merged into another one: translations of its messages.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("copilot.translations", sql`message_translations`, sql`project_id, message_id, locale`),
];
