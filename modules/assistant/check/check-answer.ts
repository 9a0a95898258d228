// Decides, without a model, whether an answer may be said: each claim cites passages that exist, with quotes that stand there, and states no
// number, name or negation that they don't.
import { fold, isStopWordIn, languageOf, readable, stem, wordsOf } from "#modules/retrieval";
import type { Fault } from "../contract.ts";
import { isNegated, isStated, namesOf, quantitiesOf } from "./facts.ts";

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

export interface Checked {
  readonly claim: Claim;
  readonly faults: readonly Fault[];
  /** Whether the cited passages are in another language than the answer. */
  readonly translated: boolean;
  /** Share of the claim's words that stand in the cited sentences, from 0 to 1; null where the languages differ. */
  readonly support: number | null;
}

/** Quotes with fewer letters prove nothing. */
const SHORTEST_QUOTE = 8;
/** The least share of a claim's words that its cited sentences contain. */
export const SUPPORT_FROM = 0.5;

/** Checks a sentence in the language `locale` against the passages that the reader may see. */
export function checkClaim(claim: Claim, sources: readonly Source[], locale: string, question = ""): Checked {
  const language = languageOf(locale);
  const cited: { readonly source: Source; readonly quote: string; readonly sentences: string }[] = [];
  const faults: Fault[] = [];
  for (const { source: id, quote } of claim.citations) {
    const source = sources.find((one) => one.id === id);
    if (source === undefined) {
      faults.push({ fault: "unknown_source", detail: id });
      continue;
    }
    const sentences = sentencesAround(comparable(source.text), quote);
    if (sentences === undefined) faults.push({ fault: "not_quoted", detail: quote });
    else cited.push({ source, quote, sentences });
  }
  const translated = cited.length > 0 && cited.every(({ source }) => languageOf(source.locale) !== language);
  if (claim.citations.length === 0) {
    if (!isCourtesy(claim.text, language)) faults.push({ fault: "uncited", detail: claim.text });
    return { claim, faults, translated: false, support: null };
  }
  if (cited.length === 0) return { claim, faults, translated, support: null };

  const context = cited.map(({ source, sentences }) => `${source.title}\n${source.heading}\n${sentences}`).join("\n");
  const stated = cited.flatMap(({ sentences }) => quantitiesOf(sentences));
  const titled = cited.flatMap(({ source }) => quantitiesOf(`${source.title}\n${source.heading}`));
  for (const quantity of quantitiesOf(oneLine(claim.text)))
    if (!isStated(quantity, [...stated, ...titled])) faults.push({ fault: "number", detail: quantity.text });

  const known = fold(`${context}\n${question}`);
  for (const name of namesOf(claim.text, language)) if (!known.includes(fold(oneLine(name)))) faults.push({ fault: "name", detail: name });

  const stems = stemsOf(claim.text, language);
  if (!sameTone(claim.text, language, cited, translated)) faults.push({ fault: "negation", detail: claim.text });

  const support = translated ? null : shareOf(stems, stemsOf(context, language));
  if (support !== null && support < SUPPORT_FROM) faults.push({ fault: "unsupported", detail: claim.text });
  return { claim, faults, translated, support };
}

interface Cited {
  readonly source: Source;
  readonly sentences: string;
}
/**
 * Whether each part of a claim is negated as the cited sentence is that resembles it most. Sentences in another language can't be compared
 * word by word, so one of them has to be negated as the part is.
 */
function sameTone(claim: string, language: string, cited: readonly Cited[], translated: boolean): boolean {
  const evidence = cited.flatMap(({ source, sentences }) => {
    const own = languageOf(source.locale);
    return sentencesOf(sentences).map((sentence) => ({ stems: stemsOf(sentence, own), negated: isNegated(sentence, own) }));
  });
  return sentencesOf(claim).every((part) => {
    const negated = isNegated(part, language);
    if (translated) return evidence.some((one) => one.negated === negated);
    const stems = stemsOf(part, language);
    const shares = evidence.map((one) => ({ ...one, share: shareOf(stems, one.stems) }));
    const most = Math.max(...shares.map(({ share }) => share));
    return shares.some((one) => one.share === most && one.negated === negated);
  });
}

/** Text as it is compared: without Markdown, one kind of quotation marks and dashes. Lines stay. */
const comparable = (markdown: string): string =>
  markdown
    .split("\n")
    .map(readable)
    .filter((line) => line !== "")
    .join("\n")
    .replace(/[‘’‚´`]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―]/g, "-");
const oneLine = (text: string): string => comparable(text).replace(/\s+/g, " ");

/** Where one sentence ends and the next begins. List items and rows of tables end sentences too. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?。！？;])\s+|\n+|(?<=[。！？])/u).filter((one) => one.trim() !== "");

/** The whole sentences of a text from which a quote was taken; undefined when it does not stand there. */
function sentencesAround(text: string, quote: string): string | undefined {
  const wanted = fold(oneLine(quote)).replace(/^[\s"'.…]+|[\s"'.…]+$/g, "");
  if (
    wanted.replace(/[^\p{L}\p{N}]/gu, "").length < SHORTEST_QUOTE &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(wanted)
  )
    return undefined;
  const sentences = sentencesOf(text);
  const folded = sentences.map(fold);
  const joined = folded.join(" ");
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

/** The stems of a text's words that have weight. */
function stemsOf(text: string, language: string): Set<string> {
  return new Set(
    wordsOf(oneLine(text))
      .filter(({ word, pair }) => pair || !isStopWordIn(word, [language]))
      .map(({ accented }) => stem(accented, language)),
  );
}
const shareOf = (wanted: ReadonlySet<string>, found: ReadonlySet<string>): number =>
  wanted.size === 0 ? 1 : [...wanted].filter((one) => found.has(one)).length / wanted.size;

/** Whether a sentence states nothing, because it consists of stop words, greetings and filler. */
const isCourtesy = (text: string, language: string): boolean =>
  stemsOf(text, language).size === 0 && quantitiesOf(text).length === 0 && namesOf(text, language).length === 0;
