// Suggests corrections for words that occur in nothing the caller may find.
import type { Counted } from "./candidate-queries.ts";
import { mayBeMisspelt, oneSlipFrom, slipsBetween, TWO_SLIPS } from "./edit-distance.ts";
import { type Asked, isLittle, termsOf } from "./query-terms.ts";

/** Words of a question that are corrected. */
const MOST_WORDS = 3;
/** What one of them may be meant for, as many as are tried: so many that words which who asks may not find hide none of theirs. */
const MOST_MEANT = 24;
/** Letters by which the project's terms are looked through: few begin with the same three. */
const BEGINNING = 3;
/** An ending of so many letters hides what was typed from the term of the right word: mappnig is far from map. */
const ENDING = 2;

/** The words that may be misspelt, of those that were not found. Long ones say more. */
export const worthCorrecting = (notFound: readonly Asked[]): readonly Asked[] =>
  notFound
    .filter(({ word, pair, little }) => !pair && !little && mayBeMisspelt(word))
    .toSorted((a, b) => b.word.length - a.word.length)
    .slice(0, MOST_WORDS);

/** What a word may be meant for: where to look. */
export interface Near {
  readonly asked: Asked;
  /** Words one slip away that do not begin as it does, or whose term has lost an ending, with their terms: these are looked up. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** All terms that begin so are compared. */
  readonly beginning: string;
}
export function nearOf(asked: Asked, languages: readonly string[]): Near {
  const { word } = asked;
  const others = [...oneSlipFrom(word)].filter((other) => termsOf(other, languages).some((term) => other.length - term.length >= ENDING));
  const words = new Map([...oneSlipFrom(word, BEGINNING), ...others].map((other) => [other, termsOf(other, languages)]));
  return { asked, words, beginning: word.slice(0, BEGINNING) };
}

/** What the word is meant for, the likeliest first: fewer slips, the same first letter, more pieces. `having` = the project's terms. */
export function meantBy({ asked, words, beginning }: Near, having: ReadonlyMap<string, number>, languages: readonly string[]): Counted[] {
  const found = new Map<string, { terms: readonly string[]; little: boolean; slips: number; first: boolean; having: number }>();
  const take = (word: string, terms: readonly string[], slips: number): void => {
    const pieces = terms.reduce((sum, term) => sum + (having.get(term) ?? 0), 0);
    if (pieces === 0 || terms.some((term) => asked.terms.includes(term))) return;
    const key = terms.join(" ");
    const known = found.get(key);
    found.set(key, {
      terms,
      little: (known?.little ?? false) || isLittle(word, languages),
      slips: Math.min(known?.slips ?? slips, slips),
      first: (known?.first ?? false) || word[0] === asked.word[0],
      having: pieces,
    });
  };
  for (const [word, terms] of words) take(word, terms, 1);
  const most = asked.word.length < TWO_SLIPS ? 1 : 2;
  for (const term of having.keys()) {
    if (!term.startsWith(beginning)) continue;
    const slips = Math.min(...[asked.word, ...asked.terms].map((own) => slipsBetween(own, term, most)));
    if (slips > 0 && slips <= most) take(term, [...new Set([term, ...termsOf(term, languages)])], slips);
  }
  return [...found.values()]
    .toSorted((a, b) => a.slips - b.slips || Number(b.first) - Number(a.first) || b.having - a.having)
    .slice(0, MOST_MEANT)
    .map((one) => ({ asked: { ...asked, terms: one.terms, little: one.little, begins: false, instead: one.slips }, having: one.having }));
}
