// What can be wrong with a claim. Browser-safe.
import * as v from "valibot";

/** What is wrong with a sentence: SPEC.md has the rules. */
export const FAULTS = [
  "uncited",
  "unknown_source",
  "not_quoted",
  "number",
  "name",
  "negation",
  "condition",
  "unsupported",
  "irrelevant",
] as const;
export const Fault = v.object({
  fault: v.picklist(FAULTS),
  /** The number, the name, the quote or the sentence that is wrong. */
  detail: v.string(),
});
export type Fault = v.InferOutput<typeof Fault>;
