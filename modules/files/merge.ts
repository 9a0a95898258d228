// What follows a contact that is merged into another one: files of its uploads.
import { type MergeStep, movesRows } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";

export const mergeSteps: readonly MergeStep[] = [movesRows("files.own", sql`files`)];
