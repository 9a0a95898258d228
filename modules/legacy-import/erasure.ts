// Erasure steps of imported data that belongs to no other module, and what follows a merged contact.
import { sql } from "#kernel/db/index.ts";
import type { LegacyRecordId } from "#kernel/ids/index.ts";
import { erasureStep, type MergeStep, movesRows } from "#modules/contacts";
import { readHoldIds, readSummaryIds, summariesOf, writeErasedHolds, writeErasedSummaries } from "./queries.ts";

export const summaryStep = erasureStep<LegacyRecordId>({
  name: "legacy-import.summaries",
  preview: async (_ctx, who) => ({ bucketSummaries: summariesOf(who) }),
  listKeys: (who, _after, limit) => readSummaryIds(who, limit),
  clear: (who, ids) => [{ statement: writeErasedSummaries(who, ids), report: { kind: "bucketSummaries" } }],
});
export const holdStep = erasureStep<LegacyRecordId>({
  name: "legacy-import.holds",
  listKeys: (who, _after, limit) => readHoldIds(who, limit),
  clear: (who, ids) => [{ statement: writeErasedHolds(who, ids) }],
});

export const mergeSteps: readonly MergeStep[] = [
  movesRows("legacy-import.summaries", sql`legacy_bucket_summaries`, sql`project_id, id`),
  movesRows("legacy-import.holds", sql`legacy_import_holds`, sql`project_id, id`),
];
