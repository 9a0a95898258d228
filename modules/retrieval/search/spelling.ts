// Suggests corrections for words that occur in nothing the caller may find.
import type { Counted } from "./candidate-queries.ts";
import { mayBeMisspelt, neighboursOf, editDistance, TWO_SLIPS } from "./edit-distance.ts";
import { type QueryTerm, isStopWordIn, termsOf } from "./query-terms.ts";

/** Words of a question that are corrected. */
const MOST_WORDS = 3;
/** What one of them may be meant for, as many as are tried: so many that words which who asks may not find hide none of theirs. */
const MAX_CORRECTIONS = 24;
/** Letters by which the project's terms are looked through: few begin with the same three. */
const BEGINNING = 3;
/** An ending of so many letters hides what was typed from the term of the right word: mappnig is far from map. */
const ENDING = 2;

/** The words that may be misspelt, of those that were not found. Long ones say more. */
export const worthCorrecting = (notFound: readonly QueryTerm[]): readonly QueryTerm[] =>
  notFound
    .filter(({ word, isPair, isStopWord }) => !isPair && !isStopWord && mayBeMisspelt(word))
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MOST_WORDS);

/** What a word may be meant for: where to look. */
export interface SpellingLookup {
  readonly term: QueryTerm;
  /** Words one slip away that do not begin as it does, or whose term has lost an ending, with their terms: these are looked up. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** All terms that begin so are compared. */
  readonly beginning: string;
}
export function spellingLookupOf(term: QueryTerm, languages: readonly string[]): SpellingLookup {
  const { word } = term;
  const others = [...neighboursOf(word)].filter((other) => termsOf(other, languages).some((one) => other.length - one.length >= ENDING));
  const words = new Map([...neighboursOf(word, BEGINNING), ...others].map((other) => [other, termsOf(other, languages)]));
  return { term, words, beginning: word.slice(0, BEGINNING) };
}

/** What the word is meant for, the likeliest first: fewer slips, the same first letter, more pieces. `having` = the project's terms. */
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
