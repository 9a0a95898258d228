// Light stemming by language: removes endings of number, case and tense. No more, because stronger stemming finds too much.
import { english } from "./stem-english.ts";

/** Endings, longest first, with their replacement and the minimum number of letters before them. */
type Endings = readonly (readonly [ending: string, instead: string, stays: number])[];

const ends = (stays: number, text: string): Endings => text.split(" ").map((ending) => [ending, "", stays] as const);

/** For folded words: lower case, without accents. One ending is removed, then the single letters of `last`. */
const ENDINGS: Readonly<Record<string, Endings>> = {
  de: [["ungen", "ung", 3], ...ends(4, "ern em en er es"), ...ends(4, "e n s")],
  nl: [["heden", "heid", 3], ["ingen", "ing", 3], ...ends(4, "en es"), ...ends(4, "e s")],
  fr: [["eaux", "eau", 2], ["aux", "al", 3], ...ends(4, "ees ee es er ez"), ...ends(4, "e s x")],
  es: [["iones", "ion", 2], ["ces", "z", 3], ...ends(4, "es os as"), ...ends(4, "o a e s")],
  pt: [
    ["coes", "cao", 2],
    ["ao", "ao", 2],
    ["oes", "ao", 3],
    ["ais", "al", 3],
    ["eis", "el", 3],
    ...ends(4, "es os as"),
    ...ends(4, "o a e s"),
  ],
  it: [...ends(4, "hi he"), ...ends(4, "o a e i")],
  sv: [...ends(4, "arna erna orna"), ...ends(4, "ar er or en et na"), ...ends(4, "a e n s")],
};

/** The stem of a folded word in a language. */
export function stem(word: string, language: string): string {
  if (word.length < 4) return word;
  if (language === "en") return english(word);
  const endings = ENDINGS[language];
  if (endings === undefined) return word;
  for (const [ending, instead, stays] of endings)
    if (word.length >= ending.length + stays && word.endsWith(ending)) return word.slice(0, -ending.length) + instead;
  return word;
}

/** Every language with stemming rules. */
export const LANGUAGES: readonly string[] = ["en", ...Object.keys(ENDINGS)];
export const languageOf = (locale: string): string => locale.split("-")[0] ?? locale;
