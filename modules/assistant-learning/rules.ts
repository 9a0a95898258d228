// Pure rules of proposals: what is taken out of texts, and what of a model's wording counts.

/** What is known of a customer that must not get into knowledge. */
export interface Person {
  readonly name: string | null;
  readonly email: string | null;
  /** Values of their own: an identifier, metadata. */
  readonly values: readonly string[];
  /** What they wrote: the long numbers in it, such as of an order, are theirs. */
  readonly wrote: readonly string[];
}
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
/** Phone numbers, IBANs, cards: seven digits or more, however they are grouped. */
const LONG_NUMBER = /(?<![\p{L}\p{N}])(?:\+|\b[A-Z]{2}(?=\d))?\d(?:[\d ()/.-]*\d)?(?![\p{L}\p{N}])/gu;
const digitsOf = (text: string): number => text.replaceAll(/\D/g, "").length;
/** Words with four digits or more: numbers of orders, customers, parcels. Years are no numbers of anybody. */
const OWN_NUMBER = /[\p{L}\p{N}][\p{L}\p{N}_-]*\d[\p{L}\p{N}_-]*/gu;
const isOwnNumber = (word: string): boolean => digitsOf(word) >= 4 && !/^(?:19|20)\d\d$/.test(word);
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * The text without mail addresses, long numbers, and the words by which the customer is known. What it cannot find, such as a street, is left
 * to the person who accepts a proposal.
 */
export function withoutPerson(text: string, { name, email, values, wrote }: Person): string {
  const words = [
    ...(name === null ? [] : [name, ...name.split(/[\s,]+/)]).map((word): [string, string] => [word, "[name]"]),
    ...(email === null ? [] : [[email.split("@")[0] ?? "", "[name]"] satisfies [string, string]]),
    ...values.map((value): [string, string] => [value, "[removed]"]),
    ...wrote
      .flatMap((said) => said.match(OWN_NUMBER) ?? [])
      .filter(isOwnNumber)
      .map((number): [string, string] => [number, "[number]"]),
  ]
    .filter(([word]) => word.trim().length >= 3)
    .sort(([a], [b]) => b.length - a.length);
  return words
    .reduce(
      (left, [word, instead]) =>
        left.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word.trim())}(?![\\p{L}\\p{N}])`, "giu"), instead),
      text.replaceAll(EMAIL, "[email]"),
    )
    .replaceAll(LONG_NUMBER, (found) => (digitsOf(found) >= 7 ? "[number]" : found));
}

const FACTS = /https?:\/\/[^\s)>\]]+|\d+(?:[.,]\d+)*/g;
/** Whether a wording has a number or a link that none of the texts has from which it was made. */
export const addsFacts = (wording: string, from: readonly string[]): boolean => {
  const known = new Set(from.flatMap((text) => text.match(FACTS) ?? []));
  // The numbers of an ordered list are no facts.
  return (wording.replaceAll(/^\s*\d+[.)]\s/gm, "").match(FACTS) ?? []).some((fact) => !known.has(fact));
};
