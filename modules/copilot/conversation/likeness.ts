// How alike two conversations are, by the words of their customers. Pure.
import { isStopWordIn, stem, wordsOf } from "#modules/retrieval";

/** Words of a conversation that are compared; later ones are left out. */
const MOST_WORDS = 80;

/** A text as the words by which it is compared: by stem, with the word as it is written. */
export function termsOf(text: string, language: string): Map<string, string> {
  const terms = new Map<string, string>();
  for (const { word, accented, from, to, pair } of wordsOf(text)) {
    if (terms.size >= MOST_WORDS) break;
    if (!pair && (word.length < 3 || isStopWordIn(word, [language, "en"]))) continue;
    const term = pair ? word : stem(accented, language);
    if (!terms.has(term)) terms.set(term, text.slice(from, to));
  }
  return terms;
}

export interface Likeness<T> {
  readonly of: T;
  /** The share of the first conversation's weight that this one has. */
  readonly likeness: number;
  /** Words that both have, the rarest first. */
  readonly words: readonly string[];
}
/** Less resembles by chance. */
const LEAST = 0.15;
const LEAST_SHARED = 2;
const MOST_SHOWN = 5;

/** The candidates that resemble the text, best first. A word weighs more the fewer candidates have it. */
export function mostAlike<T>(
  text: string,
  candidates: readonly { readonly of: T; readonly text: string }[],
  language: string,
  limit: number,
): Likeness<T>[] {
  const own = termsOf(text, language);
  const found = candidates.map(({ of, text: other }) => ({ of, terms: termsOf(other, language) }));
  const weights = new Map<string, number>();
  for (const term of own.keys()) {
    const having = found.filter(({ terms }) => terms.has(term)).length;
    weights.set(term, Math.log(1 + candidates.length / (1 + having)));
  }
  const weightOf = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const whole = weightOf(own.keys());
  if (whole === 0) return [];
  return found
    .map(({ of, terms }) => {
      const both = [...own.keys()].filter((term) => terms.has(term)).toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
      return {
        of,
        likeness: weightOf(both) / whole,
        shared: both.length,
        words: both.slice(0, MOST_SHOWN).map((term) => own.get(term) ?? term),
      };
    })
    .filter(({ likeness, shared }) => likeness >= LEAST && shared >= Math.min(LEAST_SHARED, own.size))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, limit)
    .map(({ shared: _, ...one }) => one);
}
