// Builds the index entry of a chunk: the terms of its fields, without the project's number, which the database prepends.
import { type Chunk, chunk } from "./chunk.ts";
import { withoutAddresses } from "../text/plain-text.ts";
import { compoundParts } from "../text/compounds.ts";
import { languageOf, stem, termOf } from "../text/stem.ts";
import { eachWord } from "../text/tokenizer.ts";

export interface Entry {
  readonly heading: string;
  readonly content: string;
  readonly language: string;
  /** Terms with their language, each preceded by a space. */
  readonly titleTerms: string;
  readonly headingTerms: string;
  readonly bodyTerms: string;
  readonly titleWords: number;
  readonly headingWords: number;
  readonly bodyWords: number;
}

/** Separator between the headings of a path. */
export const BETWEEN = " › ";

/** The terms of a text, and its number of words. With `written`, the unstemmed words are included for search while typing. */
function termsOf(text: string, language: string, written: boolean): { terms: string; words: number } {
  let terms = "";
  let words = 0;
  eachWord(text, (word, _from, _to, pair, _index, accented) => {
    const stemmed = pair ? word : stem(accented, language);
    terms += ` ${termOf(stemmed, language)}`;
    if (written && stemmed !== word) terms += ` ${termOf(word, language)}`;
    if (!pair) for (const part of compoundParts(accented, language)) terms += ` ${termOf(stem(part, language), language)}`;
    words += 1;
  });
  return { terms, words };
}

/** The headings of a chunk without the title, in case that is repeated among them. */
const ownHeadings = (title: string, headings: readonly string[]): string => {
  const [first, ...rest] = headings;
  return (first !== undefined && first.trim().toLowerCase() === title.trim().toLowerCase() ? rest : headings).join(BETWEEN);
};

export function entriesOf(title: string, markdown: string, locale: string): Entry[] {
  const pieces = chunk(markdown);
  // A document without text can be found by its title.
  const all: readonly Chunk[] = pieces.length > 0 ? pieces : [{ headings: [], content: "" }];
  return all.map(({ headings, content }) => entryOf(title, ownHeadings(title, headings), content, locale));
}

export function entryOf(title: string, heading: string, content: string, locale: string): Entry {
  const language = languageOf(locale);
  const inTitle = termsOf(title, language, true);
  const inHeading = termsOf(withoutAddresses(heading), language, true);
  const inBody = termsOf(withoutAddresses(content), language, false);
  return {
    heading,
    content,
    language,
    titleTerms: inTitle.terms,
    headingTerms: inHeading.terms,
    bodyTerms: inBody.terms,
    titleWords: inTitle.words,
    headingWords: inHeading.words,
    bodyWords: inBody.words,
  };
}
