// The terms of a message: its words, folded. What endings a word may have is decided when it is searched, so nothing is stored of it here;
// only Arabic words, which also begin differently, are stored by their stem too.
import { compoundParts, fold, isArabic, isStopWordIn, LANGUAGES, readable, stem, wordsOf } from "#modules/retrieval";

/** Words as short as this that are stop words of the text's language are left out: they are a fourth of the words of a message. */
const SHORT = 3;
/** Terms of one message; a longer one is a log or a list of data. */
const MOST_TERMS = 800;
/** Stop words that show which language a text has. */
const RECOGNISED_BY = 2;

/** The language of a text by its stop words; undefined if they do not tell. */
export function languageIn(words: readonly string[]): string | undefined {
  const distinct = [...new Set(words)].slice(0, 400);
  const counts = LANGUAGES.map((language) => [language, distinct.filter((word) => isStopWordIn(word, [language])).length] as const);
  const [best, next] = counts.toSorted(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= RECOGNISED_BY && best[1] > (next?.[1] ?? 0) ? best[0] : undefined;
}

export interface MessageTerms {
  readonly terms: readonly string[];
  readonly language: string | undefined;
}
/** The distinct terms of texts that are found together: a message, the names of its files, the subject. */
export function termsOf(texts: readonly string[]): MessageTerms {
  const words = wordsOf(texts.map(readable).join("\n"));
  const language = languageIn(words.filter(({ pair }) => !pair).map(({ word }) => word));
  const terms = new Set<string>();
  for (const { word, accented, pair } of words) {
    if (!pair && word.length <= SHORT && language !== undefined && isStopWordIn(word, [language])) continue;
    terms.add(word);
    if (!pair && language !== undefined) for (const part of compoundParts(accented, language)) terms.add(fold(part));
    if (isArabic(word)) terms.add(stem(accented, "ar"));
    if (terms.size >= MOST_TERMS) break;
  }
  return { terms: [...terms], language };
}
