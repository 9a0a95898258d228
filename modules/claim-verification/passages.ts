// The passages that an answer may cite, and the sentences that its quotes are taken from. A passage is prepared when it is first cited, once for all
// sentences of an answer, so that a sentence can be checked while the next one is written.
import { fold, isStopWordIn, languageOf, readable, stem, wordsOf } from "#modules/retrieval";

/** A passage that the answer may cite. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
  readonly locale: string;
}
export interface Citation {
  readonly source: string;
  readonly quote: string;
}
/** A sentence of an answer. */
export interface Claim {
  readonly text: string;
  readonly citations: readonly Citation[];
}
/** What a citation stands for: the whole sentences that its quote is taken from. */
export interface Cited {
  readonly source: Source;
  readonly language: string;
  readonly sentences: string;
  /** The lines that these sentences stand in, as Markdown. */
  readonly lines: () => readonly string[];
}

export interface Passages {
  /** What is cited; or why it can't be. */
  cite(citation: Citation): Cited | "unknown_source" | "not_quoted";
}

/** Quotes with fewer letters prove nothing. */
const SHORTEST_QUOTE = 8;

/** `sources` may grow while the answer is written: a tool brings passages. */
export function passagesOf(sources: readonly Source[]): Passages {
  const prepared = new Map<string, Prepared>();
  const prepare = (source: Source): Prepared => {
    const known = prepared.get(source.id);
    if (known !== undefined) return known;
    const sentences = sentencesOf(comparable(source.text));
    const folded = sentences.map(fold);
    const one = { source, language: languageOf(source.locale), sentences, folded, joined: folded.join(" ") };
    prepared.set(source.id, one);
    return one;
  };
  return {
    cite({ source: id, quote }) {
      const source = sources.find((one) => one.id === id);
      if (source === undefined) return "unknown_source";
      const passage = prepare(source);
      const sentences = sentencesAround(passage, quote);
      return sentences === undefined
        ? "not_quoted"
        : { source, language: passage.language, sentences, lines: () => linesWith(sentences, source.text) };
    },
  };
}

/** A passage in the form in which it is compared. */
interface Prepared {
  readonly source: Source;
  readonly language: string;
  readonly sentences: readonly string[];
  readonly folded: readonly string[];
  /** All sentences, folded. */
  readonly joined: string;
}

/** The whole sentences from which a quote was taken; undefined when it does not stand there. */
function sentencesAround({ sentences, folded, joined }: Prepared, quote: string): string | undefined {
  const wanted = fold(oneLine(quote)).replace(/^[\s"'.…]+|[\s"'.…]+$/g, "");
  if (
    wanted.replace(/[^\p{L}\p{N}]/gu, "").length < SHORTEST_QUOTE &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(wanted)
  )
    return undefined;
  const from = joined.indexOf(wanted);
  if (from < 0) return undefined;
  const to = from + wanted.length;
  let at = 0;
  return sentences
    .filter((_, i) => {
      const [start, end] = [at, at + (folded[i]?.length ?? 0)];
      at = end + 1;
      return start < to && end > from;
    })
    .join(" ");
}

const linesWith = (sentences: string, markdown: string): string[] =>
  markdown.split("\n").filter((line) => sentencesOf(comparable(line)).some((sentence) => sentences.includes(sentence)));

/** Text as it is compared: without Markdown, one kind of quotation marks and dashes. Lines stay. */
export const comparable = (markdown: string): string =>
  markdown
    .split("\n")
    .map(readable)
    .filter((line) => line !== "")
    .join("\n")
    .replace(/[‘’‚´`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―]/g, "-");
export const oneLine = (text: string): string => comparable(text).replace(/\s+/g, " ");

/** Where one sentence ends and the next begins. List items and rows of tables end sentences too. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?؟。！？;؛])\s+|\n+|(?<=[。！？])/u).filter((one) => one.trim() !== "");

/** The clauses of a sentence. */
export const clausesOf = (text: string): string[] => text.split(/[,;:.!?،؛؟、，]\s+|\s[–—-]\s|[、。]/u);

/** The stems of a text's words that have weight. */
export const stemsOf = (text: string, language: string): Set<string> =>
  new Set(
    wordsOf(oneLine(text))
      .filter(({ word, pair }) => pair || !isStopWordIn(word, [language]))
      .map(({ accented }) => stem(accented, language)),
  );
export const shareOf = (wanted: ReadonlySet<string>, found: ReadonlySet<string>): number =>
  wanted.size === 0 ? 1 : [...wanted].filter((one) => found.has(one)).length / wanted.size;
