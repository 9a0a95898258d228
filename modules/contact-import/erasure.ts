// Erasure steps of imports, and what follows a merged contact. Files hold everybody's data, so an erasure removes all of the project: no
// import brings the erased person back from one. What receipts say of the person, and ids of other systems, go too.
import { sql } from "#kernel/db/index.ts";
import { erasureStep, type MergeStep, movesRows } from "#modules/contacts";
import * as rows from "./row-queries.ts";

export const steps = [
  erasureStep<string>({
    name: "contact-import.files",
    // From the first batch on: an import under way would make the person again until this step is reached.
    prepare: async (ctx, who) => [rows.writeFilesErasing(who, ctx.clock.now())],
    listKeys: ({ projectId }, _after, limit) => rows.readFileKeys(projectId, limit),
    clear: ({ projectId }, keys) => [
      { statement: rows.writeNoHeadings(projectId, keys) },
      { objects: rows.objectsOf(projectId, keys), statement: rows.writeFilesErased(projectId, keys) },
    ],
  }),
  erasureStep<[string, number, number]>({
    name: "contact-import.rows",
    listKeys: (who, _after, limit) => rows.readSpeakingRows(who, limit),
    clear: (who, keys) => [{ statement: rows.writeErasedRows(who, keys) }],
  }),
  erasureStep<string>({
    name: "contact-import.external-ids",
    listKeys: (who, _after, limit) => rows.readIdsOf(who, limit),
    clear: (who, ids) => [{ statement: rows.writeErasedIds(who, ids) }],
  }),
];
export const mergeSteps: readonly MergeStep[] = [
  movesRows("contact-import.rows", sql`contact_import_rows`, sql`import_id, pass, n`),
  movesRows("contact-import.external-ids", sql`contact_external_ids`, sql`external_id`),
];
