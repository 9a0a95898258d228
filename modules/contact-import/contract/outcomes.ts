// What can become of a row, and why. Browser-safe.

export const OUTCOMES = ["created", "updated", "unchanged", "skipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** Why a row was skipped, or what an outcome left out. `place` names the column of those about one value. */
export const REASONS = [
  "no_identity",
  "bad_email",
  "bad_name",
  "bad_external_id",
  "bad_company",
  "bad_note",
  "bad_text",
  "bad_number",
  "bad_date",
  "bad_choice",
  "bad_link",
  "bad_id",
  "too_many_cells",
  "duplicate",
  "ambiguous",
  "blocked",
  "exists",
  "changed_meanwhile",
  "verified_address",
] as const;
export type Reason = (typeof REASONS)[number];
