// Snowball stemming by language, from libraries. The stem is folded afterwards, because the stemmers need the accents.
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
// The English one of the same library cuts "connection" to another stem than "connect".
import { stem as english } from "porter2";
import { afterAnd, arabic } from "./arabic.ts";
import { fold } from "./tokenizer.ts";

const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  ar: arabic,
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  sv: swedish,
  da: danish,
  nb: norwegian,
  fi: finnish,
  ro: romanian,
  ru: russian,
  hu: hungarian,
  tr: turkish,
};
/** Other names of the same language. */
const SAME: Readonly<Record<string, string>> = { no: "nb", nn: "nb" };

/** Every language with stemming rules. */
export const LANGUAGES: readonly string[] = Object.keys(STEMMERS);
/** The language of all locales without stemming rules. */
export const OTHER_LANGUAGE = "";
/** The language whose rules apply to a locale. */
export function languageOf(locale: string): string {
  const [language = ""] = locale.split("-");
  const own = SAME[language] ?? language;
  return own in STEMMERS ? own : OTHER_LANGUAGE;
}

/** The stem of a lower-case word with its accents, folded. Numbers and codes have none. */
export function stem(word: string, language: string): string {
  const stemmer = STEMMERS[language];
  if (stemmer === undefined || word.length < 3 || /\d/.test(word)) return fold(word);
  const stemmed = stemmer(word);
  return stemmed === "" ? fold(word) : fold(stemmed);
}

/** How words are often typed without the accents that their endings need to be stemmed. */
const RESTORED: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  de: [[/ae|oe|(?<![aeq])ue/g, ""]],
  fr: [[/e(e?s?)$/, "é$1"]],
  es: [[/([cs])ion$/, "$1ión"]],
  pt: [
    [/ca?o$/, "ção"],
    [/coes$/, "ções"],
    [/([^ç])oes$/, "$1ões"],
  ],
};
const UMLAUTS: Readonly<Record<string, string>> = { ae: "a", oe: "o", ue: "u" };
/** The stems of a typed word: as it is, and as it would be with the accents that many leave out. */
export function stemsOf(typed: string, language: string): readonly string[] {
  const stems = new Set([stem(typed, language), stem(fold(typed), language)]);
  for (const [pattern, accented] of RESTORED[language] ?? []) {
    const restored = accented === "" ? typed.replace(pattern, (pair) => UMLAUTS[pair] ?? pair) : typed.replace(pattern, accented);
    if (restored !== typed) stems.add(stem(restored, language));
  }
  const second = language === "ar" ? afterAnd(typed) : undefined;
  if (second !== undefined) stems.add(stem(second, language));
  return [...stems];
}

const TAG = "·";
/** The term of the index for a stem: no question in one language finds words of another, and each has its own frequencies. */
export const termOf = (stemmed: string, language: string): string => `${stemmed}${TAG}${language}`;
/** The stem and the language of a term. */
export function partsOfTerm(term: string): { readonly stemmed: string; readonly language: string } {
  const at = term.lastIndexOf(TAG);
  return at < 0 ? { stemmed: term, language: OTHER_LANGUAGE } : { stemmed: term.slice(0, at), language: term.slice(at + 1) };
}
