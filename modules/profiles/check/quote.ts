// Finds a quote in a message, and what a statement says that its message doesn't.
import { fold, latinDigits, wordsOf } from "#modules/retrieval";

/** Letters and digits that a quote has at least; fewer would be in any message. */
const SHORTEST = 4;
const SAME: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "´": "'",
  "`": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
};

/** The text as it is compared, with the position of each of its characters in the original. */
function comparable(text: string): { text: string; at: number[] } {
  let out = "";
  const at: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? "";
    const same = /\s/.test(character) ? " " : (SAME[character] ?? (/[‐-―]/.test(character) ? "-" : character.toLowerCase()));
    // One space for several, and no character that grows in lower case, so that positions stay right.
    if ((same === " " && out.endsWith(" ")) || same.length !== 1) continue;
    out += same;
    at.push(i);
  }
  return { text: out, at };
}

/** The words of the message that the quote names, as they stand in it; undefined if they don't. */
export function quoteIn(message: string, quote: string): string | undefined {
  const wanted = comparable(quote)
    .text.replace(/^[\s"'…]+|[\s"'…]+$/g, "")
    .replace(/^\.{3}|\.{3}$/g, "")
    .trim();
  const weight = wanted.replace(/[^\p{L}\p{N}]/gu, "");
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}/u.test(weight);
  if (weight.length < SHORTEST && !unspaced) return undefined;
  const held = comparable(message);
  const from = held.text.indexOf(wanted);
  if (from < 0) return undefined;
  const [first, last] = [held.at[from], held.at[from + wanted.length - 1]];
  return first === undefined || last === undefined ? undefined : message.slice(first, last + 1);
}

const NUMBER = /\d+(?:[.,:]\d+)*/g;
/** The numbers of a text. Separators of thousands and decimals are not told apart. */
export const numbersOf = (text: string): string[] => (latinDigits(text).match(NUMBER) ?? []).map((number) => number.replace(/[,:]/g, "."));

/** Words that are written like names: a capital letter inside of a sentence, capitals, or digits in a word. */
function namesOf(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu)];
  return words.flatMap(({ 0: word, index }, i) => {
    const begins = i === 0 || /[.!?:;]\s*$/.test(text.slice(0, index));
    const inner = /\p{L}.*\p{Lu}/u.test(word) || (/\p{L}/u.test(word) && /\d/.test(word));
    return inner || (!begins && /^\p{Lu}/u.test(word)) ? [word.replace(/['’]s$/u, "")] : [];
  });
}

/**
 * What the statement says that its message doesn't: numbers and names. In German every noun has a capital letter; there, nouns have to be in the
 * message too, so statements are worded close to it or dropped.
 */
export function unproved(statement: string, message: string): string[] {
  const numbers = new Set(numbersOf(message));
  const words = new Set(wordsOf(message).map(({ word }) => word));
  const known = (name: string): boolean => wordsOf(name).every(({ word }) => words.has(word) || [...words].some((one) => near(one, word)));
  return [...numbersOf(statement).filter((number) => !numbers.has(number)), ...namesOf(statement).filter((name) => !known(fold(name)))];
}
/** Two forms of one word: "Rechnung" and "Rechnungen". */
const near = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length);
  return shorter >= 4 && Math.abs(a.length - b.length) <= 3 && a.slice(0, shorter - 1) === b.slice(0, shorter - 1);
};
