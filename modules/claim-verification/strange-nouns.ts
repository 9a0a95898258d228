// Nouns of a German sentence that what it cites does not have. All nouns have capitals there, so a name can't be told from its spelling; but a noun
// that neither the passages nor the question have, and that is no ordinary word, is most likely a name, or a thing that was put in another's place.
import { fold, isCommonIn, stem } from "#modules/retrieval";
import { isOrdinaryNoun } from "./ordinary-nouns.ts";

const WORD = /[\p{L}][\p{L}\p{M}-]*/gu;
/** Endings by which German makes nouns of other words. A name that ends so is missed. */
const MADE_NOUN = /(?:ung|heit|keit|schaft|tion|tat|nis|tum|ling|ment|anz|enz|ismus)(?:en|e|s|es|se|er)?$/u;
/** Parts that words must share to be of one family: "Zahlung" and "zahlen", "Versandkosten" and "Kosten". */
const SHARED = 4;

/** `known`: the cited text with titles and the question. */
export function strangeNounsOf(text: string, known: string): string[] {
  const words = [...new Set(fold(known).match(/[\p{L}]{3,}/gu) ?? [])];
  const stems = new Set(words.map((word) => stem(word, "de")));
  const found: string[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(end, match.index);
    const starts = end === 0 || /[.!?:;•…\n]|["“„«(]/u.test(between);
    end = match.index + match[0].length;
    if (starts || !/^\p{Lu}\p{Ll}/u.test(match[0]) || match[0].length < SHARED) continue;
    if (match[0].split("-").every((part) => isKnown(part, words, stems))) continue;
    found.push(match[0]);
  }
  return found;
}

function isKnown(noun: string, words: readonly string[], stems: ReadonlySet<string>): boolean {
  const folded = fold(noun);
  if (folded.length < SHARED || isOrdinaryNoun(folded) || isCommonIn(folded, ["de"]) || MADE_NOUN.test(folded)) return true;
  const own = stem(noun.toLowerCase(), "de");
  if (stems.has(own) || isOrdinaryNoun(own) || isCommonIn(own, ["de"])) return true;
  // Compounds, verbs of the same family, and endings that the stemmer leaves.
  return words.some((word) => {
    const [short, long] = word.length < own.length ? [word, own] : [own, word];
    return short.length >= SHARED && (long.startsWith(short.slice(0, Math.max(SHARED, short.length - 2))) || long.endsWith(short));
  });
}
