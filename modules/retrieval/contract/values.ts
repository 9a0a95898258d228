// Values that other contracts use: a file of its own, so that they load no route of retrieval. Browser-safe.
import * as v from "valibot";

export const AUDIENCES = ["public", "members", "told"] as const;
/**
 * Who may read a document. `public`: everyone. `members`: the team. `told`: the team, and the assistant may use it in replies to customers.
 * Screens use the constants below; the database and the wire keep the values.
 */
export const Audience = v.picklist(AUDIENCES);
export type Audience = v.InferOutput<typeof Audience>;
export const TEAM_ONLY = "members" satisfies Audience;
export const TEAM_AND_ASSISTANT = "told" satisfies Audience;

/** A language as a BCP 47 tag of language, script and region, such as `en`, `pt-BR`, `zh-Hant` (RFC 5646 §2.1). */
export const Locale = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, "must be a language such as en, de or pt-BR"),
);

/** Characters of a question; longer ones are refused. */
export const MAX_QUESTION = 400;
export const SourceKind = v.picklist(["articles", "snippets", "files", "answers", "website"]);
export type SourceKind = v.InferOutput<typeof SourceKind>;
