// Whether two statements say the same. A person's words are never compared by a model.
import { fold, isStopWordIn, stem, wordsOf } from "#modules/retrieval";
import { numbersOf } from "./quote.ts";

/** What a statement is compared by. */
export interface Signature {
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negated: boolean;
}
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "ar"];
const NEGATION =
  /(?<![\p{L}])(?:not|no|never|none|without|cannot|can't|doesn't|don't|isn't|won't|nicht|kein\w*|nie|ohne|pas|jamais|sans|aucun\w*|nunca|sin|non|mai|senza|nao|sem|niet|geen|nooit|zonder|لا|لم|لن|ليس|ليست|غير|بدون|دون)(?![\p{L}])|ない|ません/u;

export function signatureOf(text: string): Signature {
  const folded = fold(text).replaceAll("’", "'");
  const numbers = new Set(numbersOf(text));
  const terms = wordsOf(text)
    .filter(({ word, pair }) => pair || !(isStopWordIn(word, LANGUAGES) || /^\d+$/.test(word)))
    .map(({ accented }) => stem(accented, "en"));
  return { terms: new Set(terms), numbers, negated: NEGATION.test(folded) };
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((one) => b.has(one)).length;
const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && shared(a, b) === a.size;
/** The shared part of all terms and numbers. */
function likeness(a: Signature, b: Signature): number {
  const [one, other] = [a, b].map(({ terms, numbers }) => new Set([...terms, ...numbers])) as [Set<string>, Set<string>];
  const both = shared(one, other);
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}

/** Nearly the same words. */
const SAME = 0.8;
/** Enough if both are from one message, or if one of them was deleted. */
const ALIKE = 0.6;

/** Whether the one says what the other says. Another number or a negation makes it another statement. */
export const saysTheSame = (a: Signature, b: Signature, { related }: { readonly related: boolean }): boolean =>
  a.negated === b.negated && isSameSet(a.numbers, b.numbers) && likeness(a, b) >= (related ? ALIKE : SAME);
