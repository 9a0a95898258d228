// What stands for the words of a search in the project's vocabulary: the word, its other endings, longer words that begin with it, and, if
// there is none of these, words that are spelt similarly.
import {
  compoundParts,
  editDistance,
  isArabic,
  isStopWordIn,
  LANGUAGES,
  mayBeMisspelt,
  neighboursOf,
  stem,
  stemsOf,
  TWO_SLIPS,
  wordsOf,
} from "#modules/retrieval";

/** A word that was typed. */
export interface SoughtWord {
  /** Folded. */
  readonly word: string;
  readonly accented: string;
  /** A pair of characters of a script without spaces. */
  readonly isPair: boolean;
  /** Nothing has to have it: a stop word beside others. */
  readonly isOptional: boolean;
  /** It may be unfinished. */
  readonly isUnfinished: boolean;
  /** Stands in a phrase, so it is taken as it is. */
  readonly isExact: boolean;
}
/** Words of a search; more add nothing. */
const MOST_WORDS = 12;

/** The words of a search in order, each once. */
export function soughtWords(text: string, phrases: readonly string[], endsInWord: boolean, languages: readonly string[]): SoughtWord[] {
  const inPhrase = new Set(phrases.flatMap((phrase) => wordsOf(phrase).map(({ word }) => word)));
  const words = wordsOf(text);
  const last = words.at(-1);
  const pairs = words.filter(({ pair }) => pair).length;
  const found = new Map<string, SoughtWord>();
  for (const { word, accented, pair, to } of words) {
    const isSingle = pair && [...word].length === 1;
    // The last character of a run stands alone in the index too; within a search the pair before it says more.
    if (isSingle && pairs > 1) continue;
    const isUnfinished = isSingle || (endsInWord && !pair && last !== undefined && to === last.to && !inPhrase.has(word));
    found.set(word, {
      ...{
        word,
        accented,
        isPair: pair,
        isExact: inPhrase.has(word),
        isUnfinished: isUnfinished || (found.get(word)?.isUnfinished ?? false),
      },
      isOptional: !pair && isStop(word, languages),
    });
    if (found.size >= MOST_WORDS) break;
  }
  const all = [...found.values()];
  return all.every(({ isOptional }) => isOptional) ? all.map((one) => ({ ...one, isOptional: false })) : all;
}
/** Short stop words are not indexed in texts of their language; others are in most texts. */
const isStop = (word: string, languages: readonly string[]): boolean =>
  isStopWordIn(word, word.length <= 3 ? LANGUAGES : languages.length === 0 ? ["en"] : languages);

/** Shorter beginnings have too many words. */
const SHORTEST_BEGINNING = 3;
/** The beginning that all forms of a word share: `repl` for "replies". Undefined: only the word itself is looked up. */
export function beginningOf(
  { word, accented, isPair, isUnfinished, isExact }: SoughtWord,
  languages: readonly string[],
): string | undefined {
  if (isUnfinished && (isPair || word.length < SHORTEST_BEGINNING)) return word;
  if (isPair || (isExact && !isUnfinished) || word.length < SHORTEST_BEGINNING || /\d/.test(word)) return isUnfinished ? word : undefined;
  // Arabic words begin differently too; their stems are stored.
  const ending = languages.filter((language) => language !== "ar");
  const shortest = ending.flatMap((language) => stemsOf(accented, language)).map((stemmed) => shared(word, stemmed));
  return word.slice(0, Math.max(SHORTEST_BEGINNING, Math.min(word.length, ...shortest)));
}
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** A term that stands for a word, and what it counts: 1 for the word itself. */
export interface Stands {
  readonly term: string;
  readonly id: number;
  readonly weight: number;
}
const [OTHER_ENDING, LONGER, PART, MISSPELT] = [0.9, 0.7, 0.6, 0.5];
/** Terms that stand for one word at most: each costs a look-up for every message. */
const MOST_TERMS = 10;

/** The terms that stand for a word, best first. */
export function standsFor(sought: SoughtWord, vocabulary: ReadonlyMap<string, number>, languages: readonly string[]): Stands[] {
  const { word, accented, isPair, isUnfinished, isExact } = sought;
  const exact = vocabulary.get(word);
  const found: Stands[] = exact === undefined ? [] : [{ term: word, id: exact, weight: 1 }];
  for (const spelling of otherDigitsOf(sought)) {
    const id = vocabulary.get(spelling);
    // In a text that is read, its digits are Latin ones.
    if (id !== undefined) found.push({ term: word, id, weight: 1 });
  }
  if (isExact && !isUnfinished) return found;
  const stemmed = isArabic(word) ? stem(accented, "ar") : word;
  const stored = stemmed === word ? undefined : vocabulary.get(stemmed);
  if (stored !== undefined) found.push({ term: stemmed, id: stored, weight: OTHER_ENDING });
  const beginning = beginningOf(sought, languages);
  if (beginning === undefined) return found;
  const stems = isPair ? [] : languages.map((language) => [language, new Set(stemsOf(accented, language))] as const);
  for (const [term, id] of vocabulary) {
    if (term === word || term === stemmed || !term.startsWith(beginning)) continue;
    const isForm =
      word.length >= SHORTEST_BEGINNING && stems.some(([language, own]) => stemsOf(term, language).some((stemmed) => own.has(stemmed)));
    if (isForm) found.push({ term, id, weight: OTHER_ENDING });
    else if (isLonger(term, sought)) found.push({ term, id, weight: LONGER });
  }
  return found.toSorted((a, b) => b.weight - a.weight || a.term.length - b.term.length).slice(0, MOST_TERMS);
}
/** An unfinished word stands for everything that it begins; a whole one for longer words only if it says something alone. */
const isLonger = (term: string, { word, isUnfinished }: SoughtWord): boolean => term.startsWith(word) && (isUnfinished || word.length >= 4);

/** Length of the beginning whose terms are compared with a word that is misspelt, and how many of these. */
const [SPELT_ALIKE, MOST_ALIKE] = [2, 800];
export const SPELLING = MOST_ALIKE;
/** Where similarly spelt terms are looked for; undefined for numbers, codes and short words. */
export const spellingOf = ({ word, isPair, isExact }: SoughtWord): { exact: string[]; beginning: string } | undefined =>
  isPair || isExact || !mayBeMisspelt(word)
    ? undefined
    : { exact: [...neighboursOf(word, SPELT_ALIKE + 1)], beginning: word.slice(0, SPELT_ALIKE + 1) };
/** The terms that are spelt like a word that the project does not have, nearest first. */
export function spelltLike(
  { word, accented }: SoughtWord,
  vocabulary: ReadonlyMap<string, number>,
  languages: readonly string[],
): Stands[] {
  const forms = new Set([word, ...languages.flatMap((language) => stemsOf(accented, language)).filter((stemmed) => stemmed.length >= 5)]);
  const most = word.length < TWO_SLIPS ? 1 : 2;
  const near = [...vocabulary].flatMap(([term, id]) => {
    if (!mayBeMisspelt(term)) return [];
    const slips = Math.min(...[...forms].map((form) => editDistance(form, term, most)));
    return slips > most ? [] : [{ term, id, slips, isFirst: term[0] === word[0] }];
  });
  const nearest = near.toSorted((a, b) => a.slips - b.slips || Number(b.isFirst) - Number(a.isFirst) || a.term.length - b.term.length);
  const [first] = nearest;
  if (!first) return [];
  // Other endings of the nearest one are meant too.
  const own = languages.map((language) => [language, new Set(stemsOf(first.term, language))] as const);
  return nearest
    .filter(
      ({ term, slips }) => slips === first.slips || own.some(([language, stems]) => stemsOf(term, language).some((one) => stems.has(one))),
    )
    .slice(0, MOST_TERMS)
    .map(({ term, id, slips }) => ({ term, id, weight: MISSPELT / slips }));
}
/**
 * What else a word is stored as: the parts of a compound ("Rechnungsadresse" stands for both of its words), and of an Arabic word, whose
 * beginning changes too, its stem.
 */
export const partsOf = ({ word, accented, isPair, isExact }: SoughtWord, languages: readonly string[]): readonly string[] =>
  isPair || isExact
    ? []
    : [
        ...new Set([
          ...languages.flatMap((language) => compoundParts(accented, language)),
          ...(isArabic(word) ? [stem(accented, "ar")] : []),
        ]),
      ];
/** How messages of before have a number in other digits: they were stored as they were written. */
export const otherDigitsOf = ({ word }: SoughtWord): readonly string[] =>
  /\d/.test(word) ? [0x660, 0x6f0].map((zero) => word.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))) : [];
export const PART_WEIGHT = PART;
