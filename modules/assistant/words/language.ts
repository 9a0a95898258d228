// The language in which somebody writes, by script and by the ordinary words of nine languages. No model is asked for it.
import { isStopWordIn, wordsOf } from "#modules/retrieval";
import { SPOKEN, type Spoken } from "./said.ts";

/** Words that are looked at; more make nothing clearer. */
const MOST_WORDS = 60;
/** Characters whose script is looked at. */
const MOST_LETTERS = 2000;
/** A text needs this many ordinary words of one language, unless it is as short as that. */
const ENOUGH = 2;
const BY_WORDS = SPOKEN.filter((language) => language !== "ja" && language !== "ar");
/** What only one of the languages writes. */
const SIGNS: readonly (readonly [RegExp, Spoken])[] = [
  [/[\u3040-\u30ff]/u, "ja"],
  [/[¿¡ñ]/iu, "es"],
  [/ß/u, "de"],
  [/[ãõ]/iu, "pt"],
  [/œ|[a-z]ç[ao]/iu, "fr"],
];

/** Rather in Arabic letters than in others, and without those that Persian, Urdu and Kurdish add to them. */
function isArabic(whole: string): boolean {
  const text = whole.slice(0, MOST_LETTERS);
  const arabic = text.match(/[\u0621-\u064a]/gu)?.length ?? 0;
  return arabic > 1 && arabic > (text.match(/\p{L}/gu)?.length ?? 0) / 2 && !/[\u0679-\u06d3]/u.test(text);
}

/** A tag of one of the nine languages; undefined if the text does not tell. */
export function languageOfText(text: string): Spoken | undefined {
  const sign = SIGNS.find(([letters]) => letters.test(text))?.[1];
  if (sign === "ja") return sign;
  if (isArabic(text)) return "ar";
  const words = wordsOf(text)
    .filter(({ pair }) => !pair)
    .slice(0, MOST_WORDS)
    .map(({ word }) => word);
  const counts = BY_WORDS.map((language) => ({
    language,
    count: words.filter((word) => isStopWordIn(word, [language])).length + (language === sign ? 2 : 0),
  })).toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || first.count < (words.length < 2 ? ENOUGH : Math.min(ENOUGH, words.length - 1))) return undefined;
  // "in" and "de" are words of several languages: two alike say nothing.
  return first.count > (second?.count ?? 0) ? first.language : undefined;
}
