// What follows a contact that is merged into another one: proposals from its conversations.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("assistant-learning.proposals", sql`learning_proposals`, sql`id`)];
