// Chooses the index queries that find candidates: a bounded number, depending only on the project's own words.
import type { CandidateQuery, Scope } from "./queries.ts";
import type { QueryTerm } from "./query-terms.ts";

/** Pieces of the rare words. */
const RARE = 80;
/** Pieces of each of the other ways. */
const OTHER = 25;

/** A word, and in how many of the project's pieces it stands. */
export interface Counted {
  readonly term: QueryTerm;
  readonly having: number;
}

const quoted = (text: string): string => `"${text}"`;
/** Any term of the word, in the project's own words. */
const group = (number: number, { terms, word, isPrefix }: Pick<QueryTerm, "terms" | "word" | "isPrefix">): string => {
  const all = terms.map((term) => quoted(`${number}x${term}`));
  if (isPrefix) all.push(`${quoted(`${number}x${word}`)} *`);
  return `(${all.join(" OR ")})`;
};

/** What limits a search, as the index knows it. */
function scopeMatch(number: number, { audiences, locales, kinds, onlyAssistant }: Scope): string {
  const own = (text: string): string => quoted(`${number}y${text}`);
  const readers = audiences.flatMap((audience) =>
    locales === undefined ? [own(audience)] : locales.map((locale) => own(`${audience}${locale.replaceAll("-", "").toLowerCase()}z`)),
  );
  const all = [readers.join(" OR ")];
  if (kinds !== undefined) all.push(kinds.map((kind) => own(`k${kind}`)).join(" OR "));
  if (onlyAssistant === true) all.push(own("a"));
  return all.map((any) => `scope : (${any})`).join(" AND ");
}

/** Whatever has one of the terms, within what limits the search. */
export const matchAny = (number: number, scope: Scope, terms: readonly string[]): string =>
  `${scopeMatch(number, scope)} AND {title heading body} : ${group(number, { terms, word: "", isPrefix: false })}`;
/** Nobody may find anything in it. */
export const isEmptyScope = ({ audiences, locales, kinds }: Scope): boolean =>
  audiences.length === 0 || locales?.length === 0 || kinds?.length === 0;

/** The ways to look for the words. None when nothing can be found. */
export function candidateQueriesFor(number: number, scope: Scope, counted: readonly Counted[]): CandidateQuery[] {
  const known = counted.filter(({ having }) => having > 0);
  const telling = known.some(({ term }) => !term.isStopWord) ? known.filter(({ term }) => !term.isStopWord) : known;
  if (telling.length === 0 || isEmptyScope(scope)) return [];
  const within = scopeMatch(number, scope);
  const byRarity = telling.toSorted((a, b) => a.having - b.having);
  const query = (expression: string, limit: number): CandidateQuery => ({
    match: `${within} AND {title heading body} : (${expression})`,
    limit,
  });

  let room = RARE;
  const rare = byRarity.filter(({ having }) => (room -= having) >= 0);
  const rest = byRarity.slice(rare.length);
  const queries: CandidateQuery[] = [];
  if (rare.length > 0) queries.push(query(rare.map(({ term }) => group(number, term)).join(" OR "), RARE));
  if (rest.length > 0) {
    // Of frequent words those pieces that have several of them, all of the rarest four first; and titles.
    const four = rest.slice(0, 4).map(({ term }) => group(number, term));
    if (four.length > 1) queries.push(query(four.join(" AND "), OTHER));
    if (four.length > 2) queries.push(query(allButOne(four), OTHER));
    if (four.length > 2) queries.push(query(pairs(four), OTHER));
    const titles = four.join(" OR ");
    queries.push({ match: `${within} AND {title heading} : (${titles})`, limit: OTHER });
    if (four.length === 1) queries.push(query(titles, OTHER));
  }
  return queries;
}
/** All but one of them. */
const allButOne = (all: readonly string[]): string =>
  all.map((_, i) => `(${all.filter((_other, j) => j !== i).join(" AND ")})`).join(" OR ");
/** Any two of them. */
const pairs = (all: readonly string[]): string =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => `(${one} AND ${other})`)).join(" OR ");
