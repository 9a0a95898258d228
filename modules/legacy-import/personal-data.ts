import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const MODEL = notPersonal("names of purposes, providers and models");
export const personalData: PersonalData = {
  tables: {
    legacy_import_runs: { artifact: notPersonal("the hash of a whole export") },
    // Receipts hold no content, so nothing of an erased contact is in them.
    legacy_import_rows: {
      ...all(ID, "project_id"),
      record_id: notPersonal("random ids; of a sum its day and model"),
      kind: CHOICE,
    },
    legacy_import_holds: {
      ...all(ID, "project_id", "id", "contact_id", "conversation_id", "reconciled_by"),
      ...all(CHOICE, "category", "recorded", "outcome"),
      provider: MODEL,
      detail: clearedBy("legacy-import.holds"),
    },
    legacy_financial_rows: {
      project_id: ID,
      day: notPersonal("the day that the sums are of"),
      ...all(MODEL, "purpose", "provider", "model"),
    },
    // The step deletes the rows.
    legacy_bucket_summaries: {
      ...all(ID, "project_id", "id", "contact_id"),
      ...all(clearedBy("legacy-import.summaries"), "bucket", "summary"),
    },
  },
};
