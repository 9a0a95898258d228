// What follows a contact that is merged into another one: waiting notifications, and what the bells of members tell of it.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("email.notices", sql`notices`),
  movesRows("notifications.bell", sql`bell_entries`, sql`project_id, account_id, conversation_id, event`),
];
