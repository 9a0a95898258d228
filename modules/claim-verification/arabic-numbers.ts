// How Arabic writes numbers: two kinds of digits, signs of its own, letters written together with them, and words of several parts.
import { fold, latinDigits } from "#modules/retrieval";

const ONES = ["ثلاث", "اربع", "خمس", "ست", "سبع", "ثماني", "تسع", "عشر"];
const TENS = ["عشرون", "ثلاثون", "اربعون", "خمسون", "ستون", "سبعون", "ثمانون", "تسعون"];
const VALUES: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, at) => [word, at + 3] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
  ["ثمان", 8],
  ["مية", 100],
  ["ماية", 100],
]);
/** Two of a thing are a word: "يومان". The endings that precede the dual, and the singular that has the unit. */
const DUAL = /^(يوم|اسبوع|شهر|عام|سنت|ساعت|دقيقت|ثانيت|مرت)(?:ان|ين)$/u;
/** Within a word that is written after "and" or the article. */
const BEFORE = /^(?:وال|و|ال)(?=\p{L}{2})/u;

const valueOf = (word: string): number | undefined => {
  const folded = fold(word);
  // A form of two may follow "and", but with the article it is Monday.
  if (TWO.test(folded.replace(/^و/u, ""))) return 2;
  // "In the hundred" is per cent.
  if (/^(?:وال|ال)ما?ية$/u.test(folded)) return undefined;
  for (const one of [folded, folded.replace(BEFORE, "")]) {
    const known = VALUES.get(one) ?? VALUES.get(one.replace(/ة$/u, "")) ?? VALUES.get(one.replace(/ين$/u, "ون"));
    if (known !== undefined) return known;
  }
  return undefined;
};
const TWO = /^اثن(?:ت?ان|ت?ين|ت?ا|ت?ي)$/u;
/** The one of 11, 21, 31: alone it is no number here, because it also means "somebody". */
const ONE = /^(?:احد|احدي|احدى|واحد|واحدة|واحدا|حادي)$/u;
const onesOf = (word: string): number | undefined => {
  const value = valueOf(word);
  if (value !== undefined && value < 10) return value;
  return ONE.test(fold(word)) ? 1 : undefined;
};

/** The text with its digits as Latin ones, free of the letters around them. Persian and other digits too. */
export const withLatinDigits = (text: string): string =>
  latinDigits(text)
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replaceAll("٪", "%")
    .replace(/([\u0621-\u0652])(?=\d)|(\d)(?=[\u0621-\u064a])/gu, "$1$2 ");

/** The text with numbers in Arabic words, from two on, as digits: "خمسة عشر يومًا" becomes "15 يومًا", "يومان" "2 يوم". */
export function withArabicNumbers(text: string): string {
  const words = text.replace(/في\s+الم(?:ا?ئ|اي|ي)[ةه]/gu, "%").split(/([^\p{L}\p{M}]+)/u);
  let read = "";
  for (let at = 0; at < words.length; at += 2) {
    const [word = "", between = "", next = ""] = words.slice(at, at + 3);
    const dual = DUAL.exec(fold(word))?.[1];
    const [ones, more] = [onesOf(word), /^\s+$/u.test(between) ? valueOf(next) : undefined];
    const isTeen = more === 10 && !fold(next).startsWith("و");
    const isSum = more !== undefined && more > 10 && more < 100 && fold(next).startsWith("و");
    if (ones !== undefined && more !== undefined && (isTeen || isSum)) {
      read += `${ones + more}${words[at + 3] ?? ""}`;
      at += 2;
    } else read += `${dual !== undefined ? `2 ${dual}` : (valueOf(word) ?? word)}${between}`;
  }
  return read;
}
