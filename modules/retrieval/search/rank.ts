// Ranks documents with BM25F, by the frequencies of the project's texts in the same language. Pure.
import { withoutAddresses } from "../text/plain-text.ts";
import { languageOf } from "../text/stem.ts";
import type { Field, Matcher } from "./matcher.ts";
import type { QueryTerm } from "./query-terms.ts";

/** Parameters of ranking. Chosen on one half of the questions of tests/knowledge, measured on the other. */
export interface Weights {
  readonly title: number;
  readonly heading: number;
  readonly body: number;
  /** How quickly repetitions of a word stop adding to the score. */
  readonly k1: number;
  /** How strongly the length of a field lowers the score, by field. */
  readonly titleLength: number;
  readonly headingLength: number;
  readonly bodyLength: number;
  /** For the share of the question's weight that the chunk contains at all. */
  readonly coverage: number;
  /** For words that are neighbours both in the question and in the chunk. */
  readonly adjacency: number;
  /** Factor for stop words. */
  readonly stopWord: number;
  /** Factor for ordinary words of the language. */
  readonly common: number;
  /** Factor for a corrected word; half of it for two errors. */
  readonly correction: number;
  /** For the whole document beside its best chunk. */
  readonly page: number;
}
export const WEIGHTS: Weights = {
  title: 4,
  heading: 2,
  body: 1,
  k1: 1.2,
  titleLength: 0.3,
  headingLength: 0.3,
  bodyLength: 0.6,
  coverage: 0.4,
  adjacency: 0.2,
  stopWord: 0.1,
  common: 0.7,
  correction: 0.65,
  page: 0.6,
};

/** Average lengths of a project's index. */
export interface Averages {
  readonly pieces: number;
  readonly title: number;
  readonly heading: number;
  readonly body: number;
}
export interface WeightedTerm extends QueryTerm {
  readonly weight: number;
}
/** Share of the weight of a word that nothing has, if it is an ordinary one. */
const COMMON_UNKNOWN = 0.35;
/**
 * Chunks without any of the words that are counted in addition. In a company's first three articles the words of its subject occur in all
 * chunks; without these they would weigh nothing, and a question about them would not fit.
 */
const ADDED = 20;
const weightOf = (pieces: number, having: number): number =>
  Math.log(1 + (ADDED + Math.max(pieces, having) - having + 0.5) / (having + 0.5));
const weighUnknown = (pieces: number): number => weightOf(pieces, 0);
/** Weighs a word: rare words more (Robertson and Spärck Jones, never below zero). */
export function weigh(asked: QueryTerm, pieces: number, having: number): WeightedTerm {
  const weight = weightOf(pieces, having);
  return { ...asked, weight: having === 0 && asked.isCommon ? weight * COMMON_UNKNOWN : weight };
}

export interface Piece {
  readonly title: string;
  readonly heading: string;
  readonly content: string;
  readonly locale: string;
}

/** How often the words of a question occur in the fields of a chunk. */
export interface Counts {
  readonly title: Field;
  readonly heading: Field;
  readonly body: Field;
}
export function countsOf(piece: Piece, matcher: Matcher): Counts {
  const language = languageOf(piece.locale);
  return {
    title: matcher.fieldOf(piece.title, language),
    heading: matcher.fieldOf(withoutAddresses(piece.heading), language),
    body: matcher.fieldOf(withoutAddresses(piece.content), language),
  };
}
/** The counts of several chunks of a document as if they were one. */
export function together(all: readonly Counts[]): Counts {
  const [first, ...rest] = all;
  if (first === undefined || rest.length === 0) return first ?? { title: EMPTY, heading: EMPTY, body: EMPTY };
  const sum = (fields: readonly Field[]): Field => ({
    counts: fields[0]?.counts.map((_, i) => fields.reduce((total, { counts }) => total + (counts[i] ?? 0), 0)) ?? [],
    words: fields.reduce((total, { words }) => total + words, 0),
    beside: fields.reduce((total, { beside }) => total + beside, 0),
  });
  return { title: first.title, heading: sum(all.map(({ heading }) => heading)), body: sum(all.map(({ body }) => body)) };
}
const EMPTY: Field = { counts: [], words: 0, beside: 0 };

const factorOf = ({ isStopWord, isCommon, slips }: QueryTerm, w: Weights): number =>
  (isStopWord ? w.stopWord : isCommon ? w.common : 1) * (slips ? w.correction / slips : 1);

/** How often each word occurs, weighed by field and its length. */
function oftenIn({ title, heading, body }: Counts, averages: Averages, w: Weights): (i: number) => number {
  const long = (b: number, words: number, average: number): number => 1 - b + (b * words) / Math.max(average, 1);
  const ofTitle = w.title / long(w.titleLength, title.words, averages.title);
  const ofHeading = w.heading / long(w.headingLength, heading.words, averages.heading);
  const ofBody = w.body / long(w.bodyLength, body.words, averages.body);
  return (i) => ofTitle * (title.counts[i] ?? 0) + ofHeading * (heading.counts[i] ?? 0) + ofBody * (body.counts[i] ?? 0);
}

/** The score of a chunk or of a whole document; 0 if it has none of the words. */
export function scoreOf(counts: Counts, asked: readonly WeightedTerm[], averages: Averages, w: Weights = WEIGHTS): number {
  const often = oftenIn(counts, averages, w);
  let score = 0;
  let all = 0;
  let has = 0;
  for (const [i, term] of asked.entries()) {
    const weight = term.weight * factorOf(term, w);
    score += (weight * often(i)) / (w.k1 + often(i));
    all += weight;
    if (often(i) > 0) has += weight;
  }
  if (score === 0) return 0;
  const { title, heading, body } = counts;
  const beside = Math.min(1, (title.beside + heading.beside + body.beside) / Math.max(1, asked.length - 1));
  return score * (1 + w.coverage * (has / all) + w.adjacency * beside);
}

/** How well a document fits a question, in figures that are comparable between questions. */
export interface Fit {
  /** Share of the question's weight that the document contains. */
  readonly coverage: number;
  readonly confidence: number;
}
/** The part of the confidence that counts how prominent the words are, not only that they occur. */
const PROMINENCE = 0.4;
/** How quickly repetitions stop adding to the confidence. Slower than in ranking: that separates right hits from others better. */
const PROMINENCE_K1 = 2;
/** The words that carry weight: no stop words, unless there are no others. */
const tellingOf = (asked: readonly WeightedTerm[]): readonly boolean[] => {
  const only = asked.every(({ isStopWord }) => isStopWord);
  return asked.map(({ isStopWord }) => only || !isStopWord);
};
/** How much a corrected word proves: the less, the shorter it is. */
const trustIn = ({ slips, word }: QueryTerm): number => (slips ? Math.max(0, 1 - (2 * slips) / word.length) : 1);

/**
 * What a word counts that a text has only in part (another word for the same, a part of a compound): more than in ranking, where it competes with
 * documents that have the word itself.
 */
const creditOf = (found: number): number => Math.sqrt(Math.min(1, found));
/** A long question is never contained wholly, and one word proves little: what the confidence gains with the length, from `USUAL_WORDS` on. */
const PER_LENGTH = 0.1;
const USUAL_WORDS = 3;

/** `counts`: of the whole document. A word that the project lacks weighs most, because it may be what is asked about. */
export function fitOf(counts: Counts, asked: readonly WeightedTerm[], averages: Averages, w: Weights = WEIGHTS): Fit {
  const telling = tellingOf(asked);
  const often = oftenIn(counts, averages, w);
  let [all, has, prominent, words] = [0, 0, 0, 0];
  for (const [i, term] of asked.entries()) {
    if (telling[i] !== true) continue;
    const weight = term.slips ? weighUnknown(averages.pieces) : term.weight;
    const found = Math.max(counts.title.counts[i] ?? 0, counts.heading.counts[i] ?? 0, counts.body.counts[i] ?? 0);
    words += term.isPair ? 0.5 : 1;
    all += weight;
    has += weight * trustIn(term) * creditOf(found);
    prominent += (weight * trustIn(term) * often(i)) / (PROMINENCE_K1 + often(i));
  }
  if (has === 0) return { coverage: 0, confidence: 0 };
  const plain = ((1 - PROMINENCE) * has + PROMINENCE * prominent) / all;
  return { coverage: has / all, confidence: Math.min(1, Math.max(0, plain + PER_LENGTH * Math.log(words / USUAL_WORDS))) };
}
