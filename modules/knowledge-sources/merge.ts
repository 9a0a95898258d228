// What follows a contact that is merged into another one: answers saved from its conversations.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("knowledge-sources.answers", sql`knowledge_items`)];
