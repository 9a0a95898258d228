// The words that all parts of knowledge share. Browser-safe.
import * as v from "valibot";

/**
 * Who may read it: `public` = everyone; `members` = the team only; `told` = the team only, but the assistant may tell customers
 * what it says.
 */
export const Audience = v.picklist(["public", "members", "told"]);
export type Audience = v.InferOutput<typeof Audience>;

/** A language as a BCP 47 tag of language, script and region, such as `en`, `pt-BR`, `zh-Hant` (RFC 5646 §2.1). */
export const Locale = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, "must be a language such as en, de or pt-BR"),
);
