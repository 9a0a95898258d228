// Says what is wrong with a value, where its schema has no words of its own.
import type { Issue } from "#kernel/errors/index.ts";
import { m } from "#messages";
import type * as v from "valibot";

/** The library's own words, which name types and patterns: `Invalid length: Expected <=254 but received 300`. */
const OF_LIBRARY = /^Invalid [^:]+: (?:Expected .+ but r|R)eceived /s;

/** The issues of a failed parse. `where` is the path of an issue with the value as a whole. */
export const issuesFrom = (issues: readonly v.BaseIssue<unknown>[], where = ""): Issue[] =>
  issues.map((issue) => ({
    path: issue.path?.map(({ key }) => String(key)).join(".") ?? where,
    message: OF_LIBRARY.test(issue.message) ? messageOf(issue) : issue.message,
  }));

/** A sentence for what a person may have typed; a fragment for what only a client can get wrong. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === "schema") return fragmentOf(issue);
  const limit = Number(issue.requirement);
  const isText = typeof issue.input === "string";
  switch (issue.type) {
    case "max_length":
      return isText ? m.kernel_at_most_characters({ max: limit }) : m.kernel_at_most_entries({ count: limit });
    case "min_length":
    case "non_empty":
      return isText && limit > 1 ? m.kernel_at_least_characters({ min: limit }) : m.kernel_not_empty();
    case "max_value":
      return m.kernel_at_most({ max: limit });
    case "min_value":
      return m.kernel_at_least({ min: limit });
    case "integer":
      return m.kernel_whole_number();
    case "url":
      return m.kernel_web_address();
    case "iso_timestamp":
      return "must be a time such as 2026-01-31T09:00:00.000Z";
    default:
      return m.kernel_not_valid();
  }
}

function fragmentOf({ type, received, expected }: v.BaseIssue<unknown>): string {
  if (received === "undefined") return "is missing";
  if (expected === "never") return "is not a known field";
  if (type === "picklist" || type === "literal" || type === "variant" || type === "enum") {
    const allowed = (expected ?? "").replaceAll(/[()]/g, "").replaceAll(" | ", ", ");
    return `must be ${allowed.includes(", ") ? "one of " : ""}${allowed}`;
  }
  return NOUNS[type] === undefined ? "has the wrong type" : `must be ${NOUNS[type]}`;
}
const NOUNS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  strict_object: "an object",
  record: "an object",
};
