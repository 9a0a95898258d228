// Turns a question into groups of terms; any term of a group matches.
import { languageOf, LANGUAGES, stem } from "../text/stem.ts";
import { STOP_WORDS } from "../text/stop-words.ts";
import { wordsOf } from "../text/tokenizer.ts";

/** One word of a question. */
export interface QueryTerm {
  /** As typed, folded. */
  readonly word: string;
  /** The terms that it has in the languages asked for. */
  readonly terms: readonly string[];
  /** Nearly every text has it: it only counts when there is nothing else. */
  readonly isStopWord: boolean;
  /** It is still being typed: what begins so fits too. */
  readonly isPrefix: boolean;
  /** A pair of letters of a script without spaces. */
  readonly isPair: boolean;
  /** The terms are those of another word, which the typed one is taken for: so many slips lie between them. */
  readonly slips?: number;
}

/** Words of a question that are looked at; more say nothing new. */
const MOST_WORDS = 24;

/** The languages of `locales`; every known one without. */
export const languagesOf = (locales: readonly string[] | undefined): readonly string[] =>
  locales === undefined ? ["", ...LANGUAGES] : [...new Set(locales.map(languageOf))];
/** Any of the terms that a word has in these languages. */
export const termsOf = (word: string, languages: readonly string[]): readonly string[] => [
  ...new Set(languages.map((language) => stem(word, language))),
];
/** Nearly every text of one of the languages has it. */
export const isStopWordIn = (word: string, languages: readonly string[]): boolean =>
  languages.some((language) => STOP_WORDS[language]?.has(word));

/** English endings that hide the word from what is typed so far: shippi is no beginning of ship, which shipping is found by. */
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
    // A letter of a script without spaces that stands alone begins the pairs that have it.
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
