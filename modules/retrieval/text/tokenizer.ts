// Splits a text into the words that are indexed, folded to lower case without accents; scripts without spaces become pairs of characters.

/** A word and its position in the text. */
export interface Word {
  /** Folded: lower case, without accents. */
  readonly word: string;
  /** In lower case with its accents, as the stemmers need it. */
  readonly accented: string;
  readonly from: number;
  readonly to: number;
  /** A pair of characters of a script without spaces. */
  readonly pair: boolean;
}

/** Longer words are hashes or encoded data. */
const LONGEST = 40;
const RUN = /[\p{L}\p{N}\p{M}]+/uy;
/** Scripts without spaces between words, or (Hangul) with attached endings. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const HAS_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const ASCII = /^[\0-\x7f]*$/;
// Accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic. Vowel signs of Indic scripts and Thai are kept, because they
// distinguish words.
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u200c-\u200f]/g;
const SINGLE: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ" };

/** Arabic and Persian digits: order numbers are written in these and in Latin ones. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** The text with these digits as Latin ones; nothing else changes, no position either. */
export const latinDigits = (text: string): string => text.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15));

/** Lower case without accents: `Größe` becomes `grosse`, `Ｆｕｌｌ` becomes `full`, `٣٠` becomes `30`. */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return latinDigits(word)
    .normalize("NFKD")
    .toLowerCase()
    .replace(ACCENTS, "")
    .replace(/[ßøæœłđðþıς]/g, (letter) => SINGLE[letter] ?? letter)
    .normalize("NFC");
}

const accentedOf = (run: string): string => run.normalize("NFKC").toLowerCase().slice(0, LONGEST).toWellFormed();

const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

const small = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

/** Table of the first two letters of plain words: 1 for those that are wanted. */
export type Beginnings = Uint8Array;
const placeOf = (first: number, second: number): number => first * 128 + second;
export function beginningsOf(words: Iterable<string>): Beginnings {
  const beginnings = new Uint8Array(128 * 128);
  for (const word of words) {
    const [first, second] = [word.charCodeAt(0), word.length > 1 ? word.charCodeAt(1) : 0];
    if (first < 128 && second < 128) beginnings[placeOf(first, second)] = 1;
  }
  return beginnings;
}

/** `index`: the position among the words of the text. `accented`: the word in lower case with its accents. */
type Take = (word: string, from: number, to: number, pair: boolean, index: number, accented: string) => void;

/**
 * Calls `take` for every word in order, and returns the number of words. With `only`, plain words with other first letters are counted but
 * not passed on.
 */
export function eachWord(text: string, take: Take, only?: Beginnings): number {
  // Plain words are handled character by character, because a search reads a hundred chunks and most words are plain.
  let count = 0;
  for (let at = 0; at < text.length;) {
    let end = at;
    while (end < text.length && isPlain(text.charCodeAt(end))) end += 1;
    const from = at;
    if (end < text.length && text.charCodeAt(end) > 127) {
      RUN.lastIndex = at;
      const run = RUN.exec(text)?.[0];
      if (run === undefined) {
        at = end + 1;
        continue;
      }
      at += run.length;
      if (at > end) {
        count = takeRun(run, from, take, count);
        continue;
      }
    } else if (end === at) {
      at += 1;
      continue;
    } else at = end;
    // Skips an ending after an apostrophe (user's, don't) and an article before one (l'article).
    if (end - from === 1 && (isApostrophe(text[from - 1]) || (isApostrophe(text[end]) && isLetter(text[end + 1])))) continue;
    const beginning = placeOf(small(text.charCodeAt(from)), end - from > 1 ? small(text.charCodeAt(from + 1)) : 0);
    if (only === undefined || only[beginning] === 1) {
      const word = text.slice(from, Math.min(end, from + LONGEST)).toLowerCase();
      take(word, from, end, false, count, word);
    }
    count += 1;
  }
  return count;
}

/** A run of other than plain letters. Returns the new count. */
function takeRun(run: string, at: number, take: Take, count: number): number {
  if (HAS_UNSPACED.test(run)) return eachPart(run, at, take, count);
  const folded = fold(run);
  if (folded === "") return count;
  take(folded.slice(0, LONGEST).toWellFormed(), at, at + run.length, false, count, accentedOf(run));
  return count + 1;
}
const isApostrophe = (letter: string | undefined): boolean => letter === "'" || letter === "’";
const isLetter = (letter: string | undefined): boolean => letter !== undefined && /\p{L}/u.test(letter);

/** A run that mixes scripts, such as `iPhone版`. */
function eachPart(run: string, at: number, take: Take, before: number): number {
  let count = before;
  for (const part of run.matchAll(UNSPACED)) {
    const from = at + part.index;
    if (!HAS_UNSPACED.test(part[0])) {
      const folded = fold(part[0]);
      if (folded === "") continue;
      take(folded.slice(0, LONGEST).toWellFormed(), from, from + part[0].length, false, count, accentedOf(part[0]));
      count += 1;
      continue;
    }
    const letters = [...part[0]];
    let place = from;
    // The last character stands alone, so that every character begins a term.
    for (const [i, letter] of letters.entries()) {
      const next = letters[i + 1] ?? "";
      const pair = fold(letter + next);
      take(pair, place, place + letter.length + next.length, true, count, pair);
      count += 1;
      place += letter.length;
    }
  }
  return count;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachWord(text, (word, from, to, pair, _index, accented) => words.push({ word, accented, from, to, pair }));
  return words;
}
