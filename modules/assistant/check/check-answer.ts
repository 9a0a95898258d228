// Decides, without a model, whether an answer may be said: each claim cites passages that exist, with quotes that stand there, and states no
// number, name or negation that they don't.
import { fold, isStopWordIn, languageOf, readable, stem, wordsOf } from "#modules/retrieval";
import type { Fault } from "../contract.ts";
import {
  costsNothing,
  isNegatedAlike,
  isRestricted,
  isStated,
  keepsRestriction,
  lacksAmount,
  namesOf,
  negationsIn,
  quantitiesOf,
} from "./facts.ts";

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
const SUPPORT_FROM = 0.4;
/** A clause with this many words that carry weight needs support of its own, so that nothing is added to what is proved. */
const LONG_CLAUSE = 3;
const CLAUSE_FROM = 0.25;

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
  const stated = cited.flatMap(({ source, sentences }) => quantitiesOf(sentences, languageOf(source.locale)));
  const titled = cited.flatMap(({ source }) => quantitiesOf(`${source.title}\n${source.heading}`, languageOf(source.locale)));
  for (const quantity of quantitiesOf(oneLine(claim.text), language))
    if (!isStated(quantity, [...stated, ...titled])) faults.push({ fault: "number", detail: quantity.text });

  const known = fold(`${context}\n${question}`);
  for (const name of namesOf(claim.text, language)) if (!known.includes(fold(oneLine(name)))) faults.push({ fault: "name", detail: name });

  const stems = stemsOf(claim.text, language);
  const evidence = evidenceOf(cited);
  if (!sameTone(claim.text, language, evidence, translated) || (costsNothing(claim.text) && !costsNothing(context)))
    faults.push({ fault: "negation", detail: claim.text });
  const dropped = translated ? undefined : droppedRestriction(claim.text, language, evidence);
  if (dropped !== undefined) faults.push({ fault: "condition", detail: dropped });

  const support = translated ? null : shareOf(stems, stemsOf(context, language));
  const carried = stemsOf(context, language);
  const clauses = translated ? [] : clausesOf(oneLine(claim.text)).map((clause) => stemsOf(clause, language));
  const added = clauses.some((clause) => clause.size >= LONG_CLAUSE && shareOf(clause, carried) < CLAUSE_FROM);
  if (support !== null && (support < SUPPORT_FROM || added)) faults.push({ fault: "unsupported", detail: claim.text });
  return { claim, faults, translated, support };
}

interface Cited {
  readonly source: Source;
  readonly sentences: string;
}
interface Evidence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly negations: ReturnType<typeof negationsIn>;
  readonly restricted: boolean;
}
const evidenceOf = (cited: readonly Cited[]): Evidence[] =>
  cited.flatMap(({ source, sentences }) => {
    const own = languageOf(source.locale);
    return sentencesOf(sentences).map((text) => ({
      ...{ text, stems: stemsOf(text, own) },
      ...{ negations: negationsIn(text, own), restricted: isRestricted(text, own) },
    }));
  });
/** The cited sentences that resemble a part of a claim most, and those that do at least `near` as much. */
function nearestTo(part: string, language: string, evidence: readonly Evidence[], near = 1): Evidence[] {
  const stems = stemsOf(part, language);
  const shares = evidence.map((one) => ({ one, share: shareOf(stems, one.stems) }));
  const most = Math.max(...shares.map(({ share }) => share));
  return shares.filter(({ share }) => share >= most * near).map(({ one }) => one);
}

/** A claim may join two sentences; then it may be negated as the other one is. */
const ALSO_NEAR = 0.5;
/**
 * Whether each part of a claim is negated as a cited sentence is that resembles it. Sentences in another language can't be compared word by
 * word, so one of them has to be negated as the part is.
 */
const sameTone = (claim: string, language: string, evidence: readonly Evidence[], translated: boolean): boolean =>
  sentencesOf(claim).every((part) => {
    const negations = negationsIn(part, language);
    const near = translated ? evidence : nearestTo(part, language, evidence, ALSO_NEAR);
    return near.some((one) => isNegatedAlike(one.negations, negations));
  });

/** The restricted sentence that a claim repeats without its restriction. */
function droppedRestriction(claim: string, language: string, evidence: readonly Evidence[]): string | undefined {
  if (keepsRestriction(claim, language)) return undefined;
  for (const part of sentencesOf(claim)) {
    const nearest = nearestTo(part, language, evidence);
    if (nearest.every(({ restricted }) => restricted)) return nearest[0]?.text;
  }
  return undefined;
}

/** How what is cited is compared with the question. */
export interface Relevance {
  readonly question: string;
  /** The share of the question's weight that a text contains, or how near its document is by meaning; from 0 to 1. */
  readonly of: (text: { readonly title: string; readonly heading: string; readonly content: string; readonly source: Source }) => number;
  /** How well the document of a passage fits the question. */
  readonly fits: (source: Source) => number;
}
/** Chosen on one half of the questions of tests/knowledge/declining.md, measured on the other. */
const DOCUMENT_FROM = 0.25;
const CITED_FROM = 0.2;
const REPEATED_FROM = 0.6;

/**
 * What is wrong with an answer whose sentences are proved, but by passages about something else: no sentence of a document that fits, hardly
 * any of the question's words in what is cited, the question's own words said although what is cited lacks them, or no amount where one is asked for.
 */
export function checkRelevance(claims: readonly Claim[], sources: readonly Source[], locale: string, relevance: Relevance): Fault[] {
  const language = languageOf(locale);
  const cited = claims.map(({ citations }) =>
    citations.flatMap(({ source: id, quote }): Cited[] => {
      const source = sources.find((one) => one.id === id);
      const sentences = source && sentencesAround(comparable(source.text), quote);
      return source === undefined || sentences === undefined ? [] : [{ source, sentences }];
    }),
  );
  const all = cited.flat();
  const joined = (of: readonly Cited[], and = "") => ({
    title: [...new Set(of.map(({ source }) => source.title))].join("\n"),
    heading: [...new Set(of.map(({ source }) => source.heading))].join("\n"),
    content: [...of.map(({ sentences }) => sentences), and].join("\n"),
  });
  const faults: Fault[] = [];
  const [first] = all;
  if (first === undefined) return faults;
  // Words can't be compared with those of another language; that the document was found then has to do.
  const comparableTo = all.some(({ source }) => languageOf(source.locale) === language);
  if (comparableTo && relevance.of({ ...joined(all), source: first.source }) < CITED_FROM)
    faults.push({ fault: "irrelevant", detail: claims.map(({ text }) => text).join(" ") });
  for (const [i, { text }] of claims.entries()) {
    const own = cited[i] ?? [];
    const [one] = own;
    if (one === undefined) continue;
    const carried = relevance.of({ ...joined(own), source: one.source });
    const said = relevance.of({ ...joined(own, text), source: one.source });
    const isFar = own.every(({ source }) => relevance.fits(source) < DOCUMENT_FROM);
    if (isFar || (comparableTo && said > 0 && carried / said < REPEATED_FROM)) faults.push({ fault: "irrelevant", detail: text });
  }
  if (
    faults.length === 0 &&
    lacksAmount(relevance.question, [...all.map(({ sentences }) => sentences), ...claims.map(({ text }) => text)], language)
  )
    faults.push({ fault: "irrelevant", detail: relevance.question });
  return faults;
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

/** The clauses of a sentence. */
const clausesOf = (text: string): string[] => text.split(/[,;:.!?、，]\s+|\s[–—-]\s|[、。]/u);

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
  stemsOf(text, language).size === 0 && quantitiesOf(text, language).length === 0 && namesOf(text, language).length === 0;
