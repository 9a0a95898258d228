// Turns a question into groups of terms; any term of a group matches.
import { languageOf, LANGUAGES, stem } from "../text/stem.ts";
import { STOP_WORDS } from "../text/stop-words.ts";
import { wordsOf } from "../text/tokenizer.ts";

/** One word of a question. */
export interface QueryTerm {
  /** As typed, folded. */
  readonly word: string;
  /** Its terms in the requested languages. */
  readonly terms: readonly string[];
  /** A stop word: it counts only if there are no others. */
  readonly isStopWord: boolean;
  /** It is still being typed, so it matches as a prefix too. */
  readonly isPrefix: boolean;
  /** A pair of characters of a script without spaces. */
  readonly isPair: boolean;
  /** The terms are those of a correction, at this edit distance from the typed word. */
  readonly slips?: number;
}

/** Words of a question that are searched; more add nothing. */
const MOST_WORDS = 24;

/** The languages of `locales`; all supported ones if undefined. */
export const languagesOf = (locales: readonly string[] | undefined): readonly string[] =>
  locales === undefined ? ["", ...LANGUAGES] : [...new Set(locales.map(languageOf))];
/** The terms of a word in these languages. */
export const termsOf = (word: string, languages: readonly string[]): readonly string[] => [
  ...new Set(languages.map((language) => stem(word, language))),
];
/** Whether it is a stop word in one of the languages. */
export const isStopWordIn = (word: string, languages: readonly string[]): boolean =>
  languages.some((language) => STOP_WORDS[language]?.has(word));

/** English endings that stemming removes and that may be partly typed: "shippi" is no prefix of "ship", the term of "shipping". */
const PARTIAL_ENDINGS = ["ing", "ed", "es"];
const stemsWhenFinished = (word: string): string[] =>
  PARTIAL_ENDINGS.flatMap((ending) =>
    [...ending].flatMap((_, typed) => (word.endsWith(ending.slice(0, typed)) ? [stem(word + ending.slice(typed), "en")] : [])),
  ).filter((term) => !term.startsWith(word));

/** The words of a question in the languages of `locales`. */
export function queryTermsOf(question: string, locales: readonly string[] | undefined, live: boolean): QueryTerm[] {
  const languages = languagesOf(locales);
  const words = wordsOf(question);
  const last = words.at(-1);
  const onePair = words.filter(({ pair }) => pair).length === 1;
  const groups = new Map<string, QueryTerm>();
  for (const { word, to, pair } of words) {
    const typing = live && last !== undefined && to === last.to && to === question.length && !pair;
    // A single character of a script without spaces is a prefix of the pairs that begin with it.
    const alone = pair && [...word].length === 1 && onePair;
    if (pair && !alone && [...word].length === 1) continue;
    const known = groups.get(word);
    groups.set(word, {
      word,
      terms: pair
        ? [word]
        : [...new Set([...termsOf(word, languages), ...(typing && languages.includes("en") ? stemsWhenFinished(word) : [])])],
      isStopWord: !pair && isStopWordIn(word, languages),
      isPrefix: typing || alone || (known?.isPrefix ?? false),
      isPair: pair,
    });
    if (groups.size >= MOST_WORDS) break;
  }
  return [...groups.values()];
}
