// The words of a report. Browser-safe.
import { m } from "#messages";
import type { Outcome, Reason } from "./outcomes.ts";

export function outcomeLabel(outcome: Outcome, isDry: boolean): string {
  const dry = isDry ? "yes" : "no";
  switch (outcome) {
    case "created":
      return m.contact_import_outcome_created({ dry });
    case "updated":
      return m.contact_import_outcome_updated({ dry });
    case "unchanged":
      return m.contact_import_outcome_unchanged();
    case "skipped":
      return m.contact_import_outcome_skipped({ dry });
  }
}
const REASONS: Readonly<Record<Reason, () => string>> = {
  no_identity: m.contact_import_reason_no_identity,
  bad_email: m.contact_import_reason_bad_email,
  bad_name: m.contact_import_reason_bad_name,
  bad_external_id: m.contact_import_reason_bad_external_id,
  bad_company: m.contact_import_reason_bad_company,
  bad_note: m.contact_import_reason_bad_note,
  bad_text: m.contact_import_reason_bad_text,
  bad_number: m.contact_import_reason_bad_number,
  bad_date: m.contact_import_reason_bad_date,
  bad_choice: m.contact_import_reason_bad_choice,
  bad_link: m.contact_import_reason_bad_link,
  bad_id: m.contact_import_reason_bad_id,
  too_many_cells: m.contact_import_reason_too_many_cells,
  duplicate: m.contact_import_reason_duplicate,
  ambiguous: m.contact_import_reason_ambiguous,
  blocked: m.contact_import_reason_blocked,
  exists: m.contact_import_reason_exists,
  changed_meanwhile: m.contact_import_reason_changed_meanwhile,
  verified_address: m.contact_import_reason_verified_address,
};
/** Why a row was skipped, or what it left out. */
export const reasonLabel = (reason: Reason): string => REASONS[reason]();
