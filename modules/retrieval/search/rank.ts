// Ranks chunks with BM25F, by the project's own frequencies and lengths. Pure.
import { withoutAddresses } from "../text/plain-text.ts";
import { languageOf, stem } from "../text/stem.ts";
import type { QueryTerm } from "./query-terms.ts";
import { type Beginnings, beginningsOf, eachWord } from "../text/tokenizer.ts";

/** Parameters of ranking. Chosen on one half of the questions of tests/knowledge/words, measured on the other. */
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
  /** Factor for a corrected word; half of it for two errors. */
  readonly correction: number;
  /** For the average of the document's chunks, so that a document about the question precedes one that only mentions it. */
  readonly average: number;
}
export const WEIGHTS: Weights = {
  title: 1.2,
  heading: 2,
  body: 1,
  k1: 3,
  titleLength: 1,
  headingLength: 0.3,
  bodyLength: 0.6,
  coverage: 0.4,
  adjacency: 0.2,
  stopWord: 0.5,
  correction: 0.65,
  average: 0.6,
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
/** Weighs a word: rare words more (Robertson and Spärck Jones, never below zero). */
export const weigh = (asked: QueryTerm, pieces: number, having: number): WeightedTerm => ({
  ...asked,
  weight: Math.log(1 + (Math.max(pieces, having) - having + 0.5) / (having + 0.5)),
});

interface Field {
  /** How often each word of the question occurs. */
  readonly counts: number[];
  readonly words: number;
  /** Pairs of neighbours of the question that are neighbours here too. */
  readonly beside: number;
}

/** Maps the words of a text to the words of the question. */
export interface Matcher {
  /** The index of the question's word, or -1. */
  readonly of: (word: string, pair: boolean, language: string) => number;
  /** Possible first two letters of a match: no ending reaches into them. Undefined if a single letter is being typed. */
  readonly beginnings: Beginnings | undefined;
}
export function matcherOf(asked: readonly QueryTerm[]): Matcher {
  const byTerm = new Map<string, number>();
  const begins: [string, number][] = [];
  for (const [i, group] of asked.entries()) {
    for (const term of group.terms) if (!byTerm.has(term)) byTerm.set(term, i);
    if (group.isPrefix) begins.push([group.word, i]);
  }
  const anything = begins.some(([beginning]) => beginning.length < 2);
  return {
    of: (word, pair, language) => {
      const found = byTerm.get(pair ? word : stem(word, language));
      if (found !== undefined) return found;
      return begins.find(([beginning]) => word.startsWith(beginning))?.[1] ?? -1;
    },
    beginnings: anything ? undefined : beginningsOf(asked.flatMap(({ terms, word }) => [...terms, word])),
  };
}

function fieldOf(text: string, language: string, matcher: Matcher, size: number): Field {
  const counts: number[] = Array.from({ length: size }, () => 0);
  let beside = 0;
  let [before, beforeAt] = [-1, -2];
  const words = eachWord(
    text,
    (word, _from, _to, pair, index) => {
      const at = matcher.of(word, pair, language);
      if (at < 0) return;
      counts[at] = (counts[at] ?? 0) + 1;
      if (at === beforeAt + 1 && index === before + 1) beside += 1;
      [before, beforeAt] = [index, at];
    },
    matcher.beginnings,
  );
  return { counts, words, beside };
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
export function countsOf(piece: Piece, asked: readonly QueryTerm[], matcher: Matcher): Counts {
  const language = languageOf(piece.locale);
  return {
    title: fieldOf(piece.title, language, matcher, asked.length),
    heading: fieldOf(withoutAddresses(piece.heading), language, matcher, asked.length),
    body: fieldOf(withoutAddresses(piece.content), language, matcher, asked.length),
  };
}

/** Which words of the question a chunk contains. */
export const wordsIn = ({ title, heading, body }: Counts): boolean[] =>
  body.counts.map((count, i) => count + (title.counts[i] ?? 0) + (heading.counts[i] ?? 0) > 0);

/**
 * The share of the question's weight that the words found have. Stop words count only if there are no others. A word that the project lacks
 * weighs most: it may be what the question is about.
 */
export function coverageOf(found: readonly boolean[], asked: readonly WeightedTerm[]): number {
  const only = asked.every(({ isStopWord }) => isStopWord);
  let all = 0;
  let has = 0;
  for (const [i, { weight, isStopWord }] of asked.entries()) {
    if (isStopWord && !only) continue;
    all += weight;
    if (found[i]) has += weight;
  }
  return all === 0 ? 0 : has / all;
}

/** The score of a chunk; 0 if it has none of the words. */
export function scoreOf(
  { title, heading, body }: Counts,
  asked: readonly WeightedTerm[],
  averages: Averages,
  w: Weights = WEIGHTS,
): number {
  const long = (b: number, words: number, average: number): number => 1 - b + (b * words) / Math.max(average, 1);
  const ofTitle = w.title / long(w.titleLength, title.words, averages.title);
  const ofHeading = w.heading / long(w.headingLength, heading.words, averages.heading);
  const ofBody = w.body / long(w.bodyLength, body.words, averages.body);
  let score = 0;
  let all = 0;
  let has = 0;
  for (const [i, { weight: full, isStopWord, slips }] of asked.entries()) {
    const weight = full * (isStopWord ? w.stopWord : 1) * (slips ? w.correction / slips : 1);
    const often = ofTitle * (title.counts[i] ?? 0) + ofHeading * (heading.counts[i] ?? 0) + ofBody * (body.counts[i] ?? 0);
    score += (weight * often) / (w.k1 + often);
    all += weight;
    if (often > 0) has += weight;
  }
  if (score === 0) return 0;
  const beside = Math.min(1, (title.beside + heading.beside + body.beside) / Math.max(1, asked.length - 1));
  return score * (1 + w.coverage * (has / all) + w.adjacency * beside);
}
