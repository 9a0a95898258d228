// Light stemming of Arabic, after "light10" of Larkey, Ballesteros and Connell, "Light Stemming for Arabic Information Retrieval" (2007).
// Snowball's stemmer, which the other languages use, cuts اشتراك to another stem than الاشتراك. Differences to light10: possessives are
// removed, because articles say "your account" and customers "my account"; "and" stays, because it also begins nouns (وصول), and is
// removed as a second reading.
import { fold } from "./tokenizer.ts";

/** Whether a folded word is written in Arabic letters. Few messages are long enough to tell their language, but letters tell this one. */
export const isArabic = (word: string): boolean => /^[\u0621-\u064a]/.test(word);

/** The article, alone and after a preposition or conjunction of one letter. The longest first. */
const ARTICLES = ["وبال", "وال", "بال", "كال", "فال", "ولل", "ال", "لل"];
/** Words that only begin like the article. */
const NO_ARTICLE = /^(?:الغ|الكترون|التزام|الزام|الله)/u;
/** Before these, the feminine ending is written as an open letter: فاتورتك. */
const POSSESSIVES = ["ها", "هم", "كم", "نا", "ي", "ك", "ه"];
const ENDINGS = [...POSSESSIVES, "ان", "ات", "ون", "ين", "يه", "ا"];
/** What is left has at least so many letters. */
const SHORTEST = 3;
const SHORTEST_AFTER_ARTICLE = 2;

/** Letters that are often written for each other are made alike. */
const plainOf = (word: string): string => fold(word).replaceAll("ى", "ي").replaceAll("ة", "ه");

function withoutEnding(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST);
  if (ending === undefined) return word;
  const left = word.slice(0, -ending.length);
  return POSSESSIVES.includes(ending) && left.endsWith("ت") && left.length > SHORTEST ? left.slice(0, -1) : left;
}

/** The stem of an Arabic word. */
export function arabic(word: string): string {
  const plain = plainOf(word);
  const article = NO_ARTICLE.test(plain)
    ? undefined
    : ARTICLES.find((one) => plain.startsWith(one) && plain.length - one.length >= SHORTEST_AFTER_ARTICLE);
  let stemmed = plain.slice(article?.length ?? 0);
  for (;;) {
    const shorter = withoutEnding(stemmed);
    if (shorter === stemmed) return stemmed;
    stemmed = shorter;
  }
}

/** The word after an "and" that is written together with it: وفاتورة. Undefined if none can stand there. */
export function afterAnd(word: string): string | undefined {
  const plain = plainOf(word);
  return plain.startsWith("و") && !plain.startsWith("وال") && plain.length > SHORTEST + 1 ? plain.slice(1) : undefined;
}
