// Turns a question into groups of terms; any term of a group matches.
import { compoundParts, joinsOf, splitsOf } from "../text/compounds.ts";
import { isCommonIn } from "../text/common-words.ts";
import { languageOf, LANGUAGES, OTHER_LANGUAGE, stem, stemsOf, termOf } from "../text/stem.ts";
import { STOP_WORDS } from "../text/stop-words.ts";
import { phraseOf, synonymsOf } from "../text/synonyms.ts";
import { type Word, wordsOf } from "../text/tokenizer.ts";

/** One word of a question. */
export interface QueryTerm {
  /** As typed, folded. */
  readonly word: string;
  /** Its terms in the requested languages. */
  readonly terms: readonly string[];
  /** A stop word: it counts only if there are no others. */
  readonly isStopWord: boolean;
  /** An ordinary word of the language: never misspelt, and its absence says little. */
  readonly isCommon: boolean;
  /** It is still being typed, so it matches as a prefix too. */
  readonly isPrefix: boolean;
  /** A pair of characters of a script without spaces. */
  readonly isPair: boolean;
  /** The terms are those of a correction, at this edit distance from the typed word. */
  readonly slips?: number;
  /** Not typed: a part of the compound with this word. */
  readonly partOf?: string;
  /** Not typed: another word for this one. */
  readonly means?: string;
  /** Not typed: these two words, written as one. */
  readonly joins?: readonly [string, string];
}

/** Words of a question that are searched; more add nothing. */
const MOST_WORDS = 24;
/** Other words for those of a question that are searched. */
const MOST_SYNONYMS = 24;
/** Words that are read as two. */
const MOST_SPLIT = 6;

/** The languages of `locales`; all if undefined. */
export const languagesOf = (locales: readonly string[] | undefined): readonly string[] =>
  locales === undefined ? [...LANGUAGES, OTHER_LANGUAGE] : [...new Set(locales.map(languageOf))];
/** The terms of a word in these languages. */
export const termsOf = (word: string, languages: readonly string[]): readonly string[] => [
  ...new Set(languages.flatMap((language) => stemsOf(word, language).map((stemmed) => termOf(stemmed, language)))),
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

/** "Hello team": after a greeting these words say who is addressed. */
const GREETINGS: ReadonlySet<string> = new Set(
  "hi hello hey dear hallo liebes liebe moin bonjour bonsoir salut cher chere hola estimado ciao ola beste hej".split(" "),
);
const ADDRESSED: ReadonlySet<string> = new Set("team support equipe equipo squadra equipa service kundenservice".split(" "));

/** The words of a question in the languages of `locales`. */
export function queryTermsOf(question: string, locales: readonly string[] | undefined, live: boolean): QueryTerm[] {
  const languages = languagesOf(locales);
  const words = wordsOf(question);
  const last = words.at(-1);
  const onePair = words.filter(({ pair }) => pair).length === 1;
  const groups = new Map<string, QueryTerm>();
  let before = "";
  for (const { word, accented, to, pair } of words) {
    const typing = live && last !== undefined && to === last.to && to === question.length && !pair;
    // A single character of a script without spaces is a prefix of the pairs that begin with it.
    const alone = pair && [...word].length === 1 && onePair;
    if (pair && !alone && [...word].length === 1) continue;
    const known = groups.get(word);
    const unfinished = typing && languages.includes("en") ? stemsWhenFinished(word).map((stemmed) => termOf(stemmed, "en")) : [];
    groups.set(word, {
      word,
      terms: pair ? languages.map((language) => termOf(word, language)) : [...new Set([...termsOf(accented, languages), ...unfinished])],
      isStopWord: !pair && (isStopWordIn(word, languages) || (ADDRESSED.has(word) && GREETINGS.has(before))),
      isCommon: !pair && isCommonIn(word, languages),
      isPrefix: typing || alone || (known?.isPrefix ?? false),
      isPair: pair,
    });
    before = word;
    if (groups.size >= MOST_WORDS) break;
  }
  return [...groups.values()];
}

/** A reading of a question's words as other words; which of them are used depends on what the project has. */
export interface Readings {
  /** By word: the ways to read it as two. */
  readonly splits: ReadonlyMap<string, readonly (readonly [QueryTerm, QueryTerm])[]>;
  /** Neighbours as one word. */
  readonly joined: readonly QueryTerm[];
  /** Parts of German compounds. */
  readonly parts: readonly QueryTerm[];
  /** Other words for the same. */
  readonly synonyms: readonly QueryTerm[];
}

/** Compounds joined and split: what else the words of a question may be. */
export function readingsOf(question: string, asked: readonly QueryTerm[], locales: readonly string[] | undefined): Readings {
  const languages = languagesOf(locales);
  const other = (word: string, of: Partial<QueryTerm>): QueryTerm => ({
    ...{ word, terms: termsOf(word, languages), isStopWord: isStopWordIn(word, languages), isCommon: isCommonIn(word, languages) },
    ...{ isPrefix: false, isPair: false, ...of },
  });
  const byWord = new Map(asked.map((term) => [term.word, term]));
  const words = wordsOf(question).filter(({ word, pair }) => !pair && byWord.has(word));
  const parts = words.flatMap(({ word }) =>
    languages.flatMap((language) => compoundParts(word, language)).map((part) => other(part, { partOf: word })),
  );
  const synonyms = words.flatMap(({ word, accented }, i) => {
    const isStopWord = byWord.get(word)?.isStopWord ?? true;
    const nextIsStopWord = byWord.get(words[i + 1]?.word ?? "")?.isStopWord ?? true;
    const before = words[i - 1]?.word;
    return languages.flatMap((language) => {
      // Words with a meaning of their own together stand for it; the first one does, unless it is a stop word.
      const together = [
        ...(isStopWord && !nextIsStopWord ? [] : phraseOf(word, words[i + 1]?.word, language)),
        ...(before !== undefined && (byWord.get(before)?.isStopWord ?? true) ? phraseOf(before, word, language) : []),
      ];
      return [...new Set([...together, ...(isStopWord ? [] : synonymsOf(stemsOf(accented, language), language))])]
        .filter((meant) => !STOP_WORDS[language]?.has(meant))
        .map((meant) => ({ ...other(meant, { means: word }), terms: termsOf(meant, [language]) }));
    });
  });
  const long = asked
    .filter((term) => !term.isPair && !term.isCommon && !term.isPrefix)
    .toSorted((one, next) => next.word.length - one.word.length)
    .slice(0, MOST_SPLIT);
  const splits = new Map(
    long.map(({ word }) => [
      word,
      splitsOf(word, languages).map(([head, tail]) => [other(head, { partOf: word }), other(tail, { partOf: word })] as const),
    ]),
  );
  const isPlain = ({ word }: Word): boolean => word.length >= 3 && /^\p{L}+$/u.test(word) && byWord.has(word);
  const joined = words.flatMap((first, i) => {
    const second = words[i + 1];
    if (!second || !isPlain(first) || !isPlain(second) || !/^[\s-]+$/.test(question.slice(first.to, second.from))) return [];
    return joinsOf(first.word, second.word, languages).map((word) => other(word, { joins: [first.word, second.word] }));
  });
  return { splits, joined: joined.slice(0, MOST_WORDS), parts: parts.slice(0, MOST_WORDS), synonyms: synonyms.slice(0, MOST_SYNONYMS) };
}
/** Everything whose frequency decides which readings are used. */
export const termsOfReadings = ({ splits, joined, parts, synonyms }: Readings): readonly string[] =>
  [...[...splits.values()].flat(2), ...joined, ...parts, ...synonyms].flatMap(({ terms }) => terms);
