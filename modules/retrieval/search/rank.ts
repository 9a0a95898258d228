// Ranks pieces with BM25F, by the project's own frequencies and lengths. Pure.
import { withoutAddresses } from "../text/plain-text.ts";
import { languageOf, stem } from "../text/stem.ts";
import type { QueryTerm } from "./query-terms.ts";
import { type Beginnings, beginningsOf, eachWord } from "../text/tokenizer.ts";

/** How ranking weighs. Chosen on one half of the questions of tests/knowledge/words, judged on the other. */
export interface Weights {
  readonly title: number;
  readonly heading: number;
  readonly body: number;
  /** How soon more of the same says nothing new. */
  readonly k1: number;
  /** How much a longer field counts less, by field. */
  readonly titleLength: number;
  readonly headingLength: number;
  readonly bodyLength: number;
  /** For the part of the question's weight that the piece has at all. */
  readonly coverage: number;
  /** For words of the question that stand beside each other in the piece too. */
  readonly adjacency: number;
  /** Of the weight of words that nearly every text of the language has. */
  readonly stopWord: number;
  /** Of the weight of a word that a misspelt one is taken for; half of it after two slips. */
  readonly correction: number;
  /** For what the document's pieces have on average, so that a document about the question is before one that mentions it. */
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

/** What a project's index is made of, on average. */
export interface Averages {
  readonly pieces: number;
  readonly title: number;
  readonly heading: number;
  readonly body: number;
}
export interface WeightedTerm extends QueryTerm {
  readonly weight: number;
}
/** Rare words weigh more (Robertson and Spärck Jones, never below zero). */
export const weigh = (asked: QueryTerm, pieces: number, having: number): WeightedTerm => ({
  ...asked,
  weight: Math.log(1 + (Math.max(pieces, having) - having + 0.5) / (having + 0.5)),
});

interface Field {
  /** How often each word of the question stands there. */
  readonly counts: number[];
  readonly words: number;
  /** Pairs of neighbours of the question that are neighbours here. */
  readonly beside: number;
}

/** The way from a word of a text to the words of the question that it is. */
export interface Matcher {
  /** The place of the question's word, or -1. */
  readonly of: (word: string, pair: boolean, language: string) => number;
  /** How a word must begin to be one of them: no ending reaches into the first two letters. Undefined when a letter is being typed. */
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

/** How often the words of a question stand in the fields of a piece. */
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

/** How well a piece answers; 0 when it has none of the words. */
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
