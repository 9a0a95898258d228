// Suggests corrections for words that occur in nothing within the scope.
import type { Counted } from "./candidate-queries.ts";
import { mayBeMisspelt, neighboursOf, editDistance, TWO_SLIPS } from "./edit-distance.ts";
import { partsOfTerm } from "../text/stem.ts";
import { type QueryTerm, isStopWordIn, termsOf } from "./query-terms.ts";

/** Words of a question that are corrected. */
const MOST_WORDS = 3;
/** Corrections tried per word. Enough that corrections outside the scope do not crowd out those within. */
const MAX_CORRECTIONS = 24;
/** Length of the prefix by which the project's terms are scanned: few share three letters. */
const BEGINNING = 3;
/** Letters by which a stemmed ending may hide the right term: "mappnig" is far from "map". */
const ENDING = 2;
/** Shorter stems are not compared: "zahn" is near "zahl", but nobody types "Zähne" for "Zahlen". */
const SHORTEST_STEM = 5;

/** The words that may be misspelt, of those that were not found; long ones first. */
export const worthCorrecting = (notFound: readonly QueryTerm[]): readonly QueryTerm[] =>
  notFound
    .filter(({ word, isPair, isStopWord, isCommon }) => !isPair && !isStopWord && !isCommon && mayBeMisspelt(word))
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
  const others = [...neighboursOf(word)].filter((other) =>
    termsOf(other, languages).some((one) => other.length - partsOfTerm(one).stemmed.length >= ENDING),
  );
  const words = new Map([...neighboursOf(word, BEGINNING), ...others].map((other) => [other, termsOf(other, languages)]));
  return { term, words, beginning: word.slice(0, BEGINNING) };
}

/** Corrections of a word, the likeliest first: fewer errors, the same first letter, more chunks. `having`: the project's terms. */
export function correctionsFor(
  { term, words, beginning }: SpellingLookup,
  having: ReadonlyMap<string, number>,
  languages: readonly string[],
): Counted[] {
  const found = new Map<
    string,
    {
      terms: readonly string[];
      isStopWord: boolean;
      slips: number;
      first: boolean;
      having: number;
      byLanguage: ReadonlyMap<string, number>;
    }
  >();
  const take = (word: string, terms: readonly string[], slips: number): void => {
    const byLanguage = new Map<string, number>();
    for (const one of terms) {
      const { language } = partsOfTerm(one);
      byLanguage.set(language, (byLanguage.get(language) ?? 0) + (having.get(one) ?? 0));
    }
    const pieces = [...byLanguage.values()].reduce((sum, n) => sum + n, 0);
    if (pieces === 0 || terms.some((one) => term.terms.includes(one))) return;
    const key = terms.join(" ");
    const known = found.get(key);
    found.set(key, {
      terms,
      isStopWord: (known?.isStopWord ?? false) || isStopWordIn(word, languages),
      slips: Math.min(known?.slips ?? slips, slips),
      first: (known?.first ?? false) || word[0] === term.word[0],
      having: pieces,
      byLanguage,
    });
  };
  for (const [word, terms] of words) take(word, terms, 1);
  for (const found of having.keys()) {
    const { stemmed: other, language } = partsOfTerm(found);
    if (!other.startsWith(beginning) || !languages.includes(language)) continue;
    // The shorter the word that is compared, the more others are near it. Stems are shorter than what was typed.
    const own = term.terms.map(partsOfTerm).filter((one) => one.language === language && one.stemmed.length >= SHORTEST_STEM);
    const slips = Math.min(
      ...[term.word, ...own.map(({ stemmed }) => stemmed)].map((one) => {
        const most = one.length < TWO_SLIPS ? 1 : 2;
        const distance = editDistance(one, other, most);
        return distance > most ? Infinity : distance;
      }),
    );
    if (slips > 0 && slips < Infinity) take(other, [...new Set([found, ...termsOf(other, [language])])], slips);
  }
  return [...found.values()]
    .toSorted((a, b) => a.slips - b.slips || Number(b.first) - Number(a.first) || b.having - a.having)
    .slice(0, MAX_CORRECTIONS)
    .map((one) => ({
      term: { ...term, terms: one.terms, isStopWord: one.isStopWord, isCommon: false, isPrefix: false, slips: one.slips },
      having: one.having,
      byLanguage: one.byLanguage,
    }));
}
