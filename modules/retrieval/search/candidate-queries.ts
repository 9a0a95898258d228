// Builds the index queries that find candidates: a bounded number, depending only on the project's own words.
import type { CandidateQuery, Scope } from "./queries.ts";
import { partsOfTerm } from "../text/stem.ts";
import type { QueryTerm } from "./query-terms.ts";

/** Chunks of the rare words. */
const RARE = 80;
/** Chunks of each other query. */
const OTHER = 25;

/** A word, and the number of the project's chunks that contain it. */
export interface Counted {
  readonly term: QueryTerm;
  /** In the languages of the question together. */
  readonly having: number;
  /** By language. */
  readonly byLanguage: ReadonlyMap<string, number>;
}

const quoted = (text: string): string => `"${text}"`;
/** Matches any term of the word in a language that has it, within the project. */
const group = (
  number: number,
  { terms, word, isPrefix }: Pick<QueryTerm, "terms" | "word" | "isPrefix">,
  byLanguage?: ReadonlyMap<string, number>,
): string => {
  const all = terms
    .filter((term) => byLanguage === undefined || (byLanguage.get(partsOfTerm(term).language) ?? 0) > 0)
    .map((term) => quoted(`${number}x${term}`));
  if (isPrefix) all.push(`${quoted(`${number}x${word}`)} *`);
  return `(${all.join(" OR ")})`;
};

/** The scope of a search as an index expression. */
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

/** Matches chunks that contain any of the terms, within the scope. */
export const matchAny = (number: number, scope: Scope, terms: readonly string[]): string =>
  `${scopeMatch(number, scope)} AND {title heading body} : ${group(number, { terms, word: "", isPrefix: false })}`;
/** Whether the scope excludes everything. */
export const isEmptyScope = ({ audiences, locales, kinds }: Scope): boolean =>
  audiences.length === 0 || locales?.length === 0 || kinds?.length === 0;

/** The queries for the words; none if nothing can be found. `share`: of the chunks that are read otherwise. */
export function candidateQueriesFor(number: number, scope: Scope, counted: readonly Counted[], share = 1): CandidateQuery[] {
  const known = counted.filter(({ having }) => having > 0);
  const telling = known.some(({ term }) => !term.isStopWord) ? known.filter(({ term }) => !term.isStopWord) : known;
  if (telling.length === 0 || isEmptyScope(scope)) return [];
  const within = scopeMatch(number, scope);
  const byRarity = telling.toSorted((a, b) => a.having - b.having);
  const query = (expression: string, limit: number): CandidateQuery => ({
    match: `${within} AND {title heading body} : (${expression})`,
    limit,
  });

  const [mostRare, mostOther] = [Math.ceil(RARE * share), Math.ceil(OTHER * share)];
  let room = mostRare;
  const hasRoom = ({ having }: Counted): boolean => (room -= having) >= 0;
  const asked = byRarity.filter(({ term }) => term.means === undefined);
  const rareAsked = asked.filter(hasRoom);
  const rest = asked.slice(rareAsked.length);
  // Other words for the same take the room that all asked words leave, so that a search costs no more rows for them.
  const meant = byRarity.filter(({ term }) => term.means !== undefined);
  room = mostRare - asked.reduce((sum, { having }) => sum + having, 0);
  const rareMeant = meant.filter(hasRoom);
  const rare = [...rareAsked, ...rareMeant];
  const queries: CandidateQuery[] = [];
  if (rare.length > 0) queries.push(query(rare.map(({ term, byLanguage }) => group(number, term, byLanguage)).join(" OR "), mostRare));
  if (rest.length > 0) {
    // For frequent words: chunks that contain several of the rarest four, all of them first; and titles.
    const four = rest.slice(0, 4).map(({ term, byLanguage }) => group(number, term, byLanguage));
    if (four.length > 1) queries.push(query(four.join(" AND "), mostOther));
    if (four.length > 2) queries.push(query(allButOne(four), mostOther));
    if (four.length > 2) queries.push(query(pairs(four), mostOther));
    const titles = four.join(" OR ");
    queries.push({ match: `${within} AND {title heading} : (${titles})`, limit: mostOther });
    if (four.length === 1) queries.push(query(titles, mostOther));
  }
  if (queries.length === 0)
    queries.push(query(meant.map(({ term, byLanguage }) => group(number, term, byLanguage)).join(" OR "), mostRare));
  return queries;
}
/** Chunks with all words in the title in another language, and with any of them. */
const TITLES_WITH_ALL = 10;
const TITLES_WITH_ANY = 15;
/** The queries for titles in other languages than those of the scope. `asked`: the words with their terms in these languages. */
export function otherTitleQueriesFor(number: number, scope: Scope, asked: readonly QueryTerm[]): CandidateQuery[] {
  const telling = asked.filter(({ isStopWord, terms }) => !isStopWord && terms.length > 0);
  if (telling.length === 0 || isEmptyScope(scope)) return [];
  const within = scopeMatch(number, { ...scope, locales: undefined });
  const groups = telling.map(({ terms, word }) => group(number, { terms, word, isPrefix: false }));
  const query = (expression: string, limit: number): CandidateQuery => ({ match: `${within} AND title : (${expression})`, limit });
  return [
    ...(groups.length > 1 ? [query(groups.join(" AND "), TITLES_WITH_ALL)] : []),
    query(groups.join(" OR "), groups.length > 1 ? TITLES_WITH_ANY : TITLES_WITH_ALL + TITLES_WITH_ANY),
  ];
}
/** All but one of them. */
const allButOne = (all: readonly string[]): string =>
  all.map((_, i) => `(${all.filter((_other, j) => j !== i).join(" AND ")})`).join(" OR ");
/** Any two of them. */
const pairs = (all: readonly string[]): string =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => `(${one} AND ${other})`)).join(" OR ");
