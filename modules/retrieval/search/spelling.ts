// Suggests corrections for words that occur in nothing within the scope.
import type { Counted } from "./candidate-queries.ts";
import { mayBeMisspelt, neighboursOf, editDistance, TWO_SLIPS } from "./edit-distance.ts";
import { type QueryTerm, isStopWordIn, termsOf } from "./query-terms.ts";

/** Words of a question that are corrected. */
const MOST_WORDS = 3;
/** Corrections tried per word. Enough that corrections outside the scope do not crowd out those within. */
const MAX_CORRECTIONS = 24;
/** Length of the prefix by which the project's terms are scanned: few share three letters. */
const BEGINNING = 3;
/** Letters by which a stemmed ending may hide the right term: "mappnig" is far from "map". */
const ENDING = 2;

/** The words that may be misspelt, of those that were not found; long ones first. */
export const worthCorrecting = (notFound: readonly QueryTerm[]): readonly QueryTerm[] =>
  notFound
    .filter(({ word, isPair, isStopWord }) => !isPair && !isStopWord && mayBeMisspelt(word))
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MOST_WORDS);

/** Where to look for corrections of a word. */
export interface SpellingLookup {
  readonly term: QueryTerm;
  /** Words at an edit distance of one that have another prefix, or whose term lost an ending, with their terms. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** Prefixes: all terms with one of them are compared. */
  readonly beginning: string;
}
export function spellingLookupOf(term: QueryTerm, languages: readonly string[]): SpellingLookup {
  const { word } = term;
  const others = [...neighboursOf(word)].filter((other) => termsOf(other, languages).some((one) => other.length - one.length >= ENDING));
  const words = new Map([...neighboursOf(word, BEGINNING), ...others].map((other) => [other, termsOf(other, languages)]));
  return { term, words, beginning: word.slice(0, BEGINNING) };
}

/** Corrections of a word, the likeliest first: fewer errors, the same first letter, more chunks. `having`: the project's terms. */
export function correctionsFor(
  { term, words, beginning }: SpellingLookup,
  having: ReadonlyMap<string, number>,
  languages: readonly string[],
): Counted[] {
  const found = new Map<string, { terms: readonly string[]; isStopWord: boolean; slips: number; first: boolean; having: number }>();
  const take = (word: string, terms: readonly string[], slips: number): void => {
    const pieces = terms.reduce((sum, one) => sum + (having.get(one) ?? 0), 0);
    if (pieces === 0 || terms.some((one) => term.terms.includes(one))) return;
    const key = terms.join(" ");
    const known = found.get(key);
    found.set(key, {
      terms,
      isStopWord: (known?.isStopWord ?? false) || isStopWordIn(word, languages),
      slips: Math.min(known?.slips ?? slips, slips),
      first: (known?.first ?? false) || word[0] === term.word[0],
      having: pieces,
    });
  };
  for (const [word, terms] of words) take(word, terms, 1);
  const most = term.word.length < TWO_SLIPS ? 1 : 2;
  for (const other of having.keys()) {
    if (!other.startsWith(beginning)) continue;
    const slips = Math.min(...[term.word, ...term.terms].map((own) => editDistance(own, other, most)));
    if (slips > 0 && slips <= most) take(other, [...new Set([other, ...termsOf(other, languages)])], slips);
  }
  return [...found.values()]
    .toSorted((a, b) => a.slips - b.slips || Number(b.first) - Number(a.first) || b.having - a.having)
    .slice(0, MAX_CORRECTIONS)
    .map((one) => ({
      term: { ...term, terms: one.terms, isStopWord: one.isStopWord, isPrefix: false, slips: one.slips },
      having: one.having,
    }));
}
