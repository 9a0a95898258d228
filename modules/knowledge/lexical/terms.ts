// What a question asks for: its words as groups of terms, any of which will do.
import { languageOf, LANGUAGES, stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { wordsOf } from "./words.ts";

/** One word of a question. */
export interface Asked {
  /** As typed, folded. */
  readonly word: string;
  /** The terms that it has in the languages asked for. */
  readonly terms: readonly string[];
  /** Nearly every text has it: it only counts when there is nothing else. */
  readonly little: boolean;
  /** It is still being typed: what begins so fits too. */
  readonly begins: boolean;
}

/** Words of a question that are looked at; more say nothing new. */
const MOST_WORDS = 24;

/** The words of a question in the languages of `locales` (every known one without). */
export function askedWords(question: string, locales: readonly string[] | undefined, live: boolean): Asked[] {
  const languages = locales === undefined ? ["", ...LANGUAGES] : [...new Set(locales.map(languageOf))];
  const words = wordsOf(question);
  const last = words.at(-1);
  const groups = new Map<string, Asked>();
  for (const { word, to, pair } of words) {
    const typing = live && last !== undefined && to === last.to && to === question.length && !pair;
    // A letter of a script without spaces that stands alone begins the pairs that have it.
    const alone = pair && [...word].length === 1 && words.filter((w) => w.pair).length === 1;
    if (pair && !alone && [...word].length === 1) continue;
    const known = groups.get(word);
    groups.set(word, {
      word,
      terms: pair ? [word] : [...new Set(languages.map((language) => stem(word, language)))],
      little: !pair && languages.some((language) => STOP_WORDS[language]?.has(word)),
      begins: typing || alone || (known?.begins ?? false),
    });
    if (groups.size >= MOST_WORDS) break;
  }
  return [...groups.values()];
}
