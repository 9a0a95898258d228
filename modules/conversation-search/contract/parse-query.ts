// Reads what was typed into the search: words, phrases in quotes, what to leave out, and filters such as `from:anna`. Safe to load in a browser.

/** Filters that the search itself has; other modules add theirs by `searchFilters`. */
export const FILTERS = ["from", "to", "assignee", "before", "after", "has", "is", "in"] as const;
export type FilterName = (typeof FILTERS)[number];

export interface TypedFilter {
  readonly name: string;
  readonly value: string;
  /** With a minus in front: what the filter finds is left out. */
  readonly isNegated: boolean;
}
export interface TypedQuery {
  /** The words that are searched, phrases included, as typed. */
  readonly text: string;
  readonly phrases: readonly string[];
  /** Words and phrases with a minus in front. */
  readonly without: readonly string[];
  readonly filters: readonly TypedFilter[];
  /** The last word may be unfinished: it is a word, and nothing follows it. */
  readonly endsInWord: boolean;
}

/** A minus, a name with a colon, and a text with or without quotes. A quote that is not closed reaches to the end. */
const PART = /(?<alone>-?[a-z]+:)(?=\s|$)|(?<minus>-)?(?:(?<name>[a-z]+):)?(?:["“”„](?<quoted>[^"“”]*)(?:["“”]|$)|(?<bare>[^\s"“”„]+))/giu;

/** `names`: the filters that exist; a colon after any other word is part of the text, as in an address. */
export function parseQuery(q: string, names: readonly string[] = FILTERS): TypedQuery {
  const words: string[] = [];
  const phrases: string[] = [];
  const without: string[] = [];
  const filters: TypedFilter[] = [];
  let endsInWord = false;
  for (const { groups = {}, 0: whole, index } of q.matchAll(PART)) {
    const { minus, quoted } = groups;
    const name = groups["name"]?.toLowerCase() ?? groups["alone"]?.toLowerCase().replace(/^-|:$/g, "");
    const isNegated = minus !== undefined || whole.startsWith("-");
    endsInWord = false;
    if (name !== undefined && names.includes(name)) {
      filters.push({ name, value: (quoted ?? groups["bare"] ?? "").trim(), isNegated });
      continue;
    }
    const text = quoted ?? whole.replace(/^-/, "");
    if (text.trim() === "") continue;
    if (isNegated && /[\p{L}\p{N}]/u.test(text)) without.push(text);
    else {
      words.push(text);
      if (quoted === undefined) endsInWord = index + whole.length === q.length;
      else phrases.push(quoted);
    }
  }
  return { text: words.join(" "), phrases, without, filters, endsInWord };
}

/** The filter as it is typed; a value with spaces in quotes. */
export const filterText = ({ name, value, isNegated }: TypedFilter): string =>
  `${isNegated ? "-" : ""}${name}:${/\s/.test(value) ? `"${value}"` : value}`;

/** Milliseconds of the day's beginning; undefined if it is no date such as `2026-11-03`. `offset`: minutes east of UTC. */
export function dayOf(value: string, offset: number): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined;
  return at.getTime() - offset * 60_000;
}
