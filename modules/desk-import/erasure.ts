// Erasure step of reports, and what follows a merged contact. That a ticket or person was imported stays, as ids without words, so that no
// later run brings the erased person back.
import { sql } from "#kernel/db/index.ts";
import { erasureStep, type MergeStep, movesRows } from "#modules/contacts";
import { readTitledRows, writeErasedRows } from "./queries.ts";

export const rowStep = erasureStep<[string, string]>({
  name: "desk-import.rows",
  listKeys: (who, _after, limit) => readTitledRows(who, limit),
  clear: (who, keys) => [{ statement: writeErasedRows(who, keys) }],
});

export const mergeSteps: readonly MergeStep[] = [
  movesRows("desk-import.items", sql`desk_import_items`, sql`platform, place, source_id`),
  movesRows("desk-import.people", sql`desk_import_people`, sql`platform, place, source_id`),
  movesRows("desk-import.rows", sql`desk_import_rows`, sql`run_id, source_id`),
];
