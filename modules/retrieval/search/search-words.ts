// Lexical search: finds candidate chunks for a question and ranks them.
import type { Query } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { SourceKind } from "../contract.ts";
import { type Counted, isEmptyScope, candidateQueriesFor, matchAny, otherTitleQueriesFor } from "./candidate-queries.ts";
import { correctionsFor, spellingLookupOf, worthCorrecting } from "./spelling.ts";
import { type Matcher, matcherOf } from "./matcher.ts";
import {
  type Counts,
  countsOf,
  type Fit,
  fitOf,
  type Piece,
  scoreOf,
  together,
  weigh,
  type WeightedTerm,
  type Weights,
  WEIGHTS,
} from "./rank.ts";
import {
  type Candidate,
  type OtherTitle,
  type TermCounts,
  readFindable,
  readKinds,
  readTermCounts,
  readCandidates,
  readOtherTitles,
  readTermsLike,
  type Scope,
  type Totals,
  withKinds,
} from "./queries.ts";
import { languageOf, partsOfTerm } from "../text/stem.ts";
import { type QueryTerm, queryTermsOf, languagesOf, type Readings, readingsOf, termsOfReadings } from "./query-terms.ts";

export interface WordQuery extends Scope {
  readonly query: string;
  /** The last word is still being typed. */
  readonly live?: boolean | undefined;
  /** Misspelt words are not corrected, and titles in other languages not searched. */
  readonly withoutCorrection?: boolean | undefined;
  /** Reads fewer chunks, for a caller that shows few hits and needs no exact order: most of a search is reading and counting words. */
  readonly fewer?: boolean | undefined;
  /** The result of `readQueryTermCounts` for this question, if it was read before. */
  readonly termCounts?: TermCounts | undefined;
}
export interface Ranked {
  /** The best chunk of the document. */
  readonly piece: Candidate;
  readonly score: number;
  /** The best chunks, the best first. */
  readonly pieces: readonly Candidate[];
}
export interface WordMatches {
  /** The best chunk of each document, best first. */
  readonly ranked: readonly Ranked[];
  /** The words of the question, with their weights in the texts of a language. */
  readonly termsIn: (language: string) => readonly WeightedTerm[];
  readonly matcher: Matcher;
  /** How well each document fits, by its id. */
  readonly fit: ReadonlyMap<string, Fit>;
  /** The share of the question's weight that a text contains. */
  readonly coverageIn: (piece: Piece) => number;
}
const NOTHING: WordMatches = { ranked: [], termsIn: () => [], matcher: matcherOf([]), fit: new Map(), coverageIn: () => 0 };

type Reads = Pick<Ctx, "db">;
interface Search {
  readonly query: WordQuery;
  readonly totals: Totals;
  /** Number of chunks by language. */
  readonly languages: ReadonlyMap<string, number>;
  /** Other readings of words: parts of compounds, neighbours as one word. */
  readonly extra: readonly Counted[];
  /** Words that are spelt right whether the project has them or not. */
  readonly spelt: ReadonlySet<string>;
  /** The words in the project's other languages, in the order of the question; empty if it has none. */
  readonly abroad: readonly QueryTerm[];
  readonly weights: Weights;
}

/** What the project's index contains of a question's words. Without `locales` it can be used for a search in any of them. */
export const readQueryTermCounts = (projectId: ProjectId, query: string, live = false, locales?: readonly string[]): Query<TermCounts> => {
  const words = queryTermsOf(query, locales, live);
  return readTermCounts(
    projectId,
    languagesOf(locales),
    [...new Set([...words.flatMap(({ terms }) => terms), ...termsOfReadings(readingsOf(query, words, locales))])],
    words.filter(({ isPrefix }) => isPrefix).map(({ word }) => word),
  );
};

/** The best chunks for a question, one per document. Two round trips to the database, three with a misspelt word. */
export async function searchWords(ctx: Reads, query: WordQuery, weights: Weights = WEIGHTS): Promise<WordMatches> {
  const words = queryTermsOf(query.query, query.locales, query.live ?? false);
  if (words.length === 0 || isEmptyScope(query)) return NOTHING;
  const counts = query.termCounts ?? (await ctx.db.read(readQueryTermCounts(query.projectId, query.query, query.live, query.locales)))[0];
  const { totals, languages, beginning } = counts;
  if (!totals || totals.chunks === 0) return NOTHING;
  const count = countIn(counts.having);
  const counted = words.map((term): Counted => {
    const exact = count(term);
    return {
      ...exact,
      having: Math.min(totals.chunks, term.isPrefix ? Math.max(exact.having, beginning.get(term.word) ?? 0) : exact.having),
    };
  });
  const readings = readingsOf(query.query, words, query.locales);
  const extra = usedReadings(readings, counted, count);
  const spelt = new Set(readings.synonyms.flatMap(({ means }) => means ?? []));
  const abroad = wordsAbroad(query, [...languages.keys()]);
  return await searchWithCorrections(ctx, { query, totals, languages, extra, spelt, abroad, weights }, counted);
}

/** The words of the question in the languages of the project that are not searched otherwise, in the same order. */
function wordsAbroad({ query, locales, withoutCorrection }: WordQuery, present: readonly string[]): readonly QueryTerm[] {
  const own = languagesOf(locales);
  const others = present.filter((language) => !own.includes(language));
  return others.length === 0 || withoutCorrection ? [] : queryTermsOf(query, others, false);
}

const countIn =
  (having: ReadonlyMap<string, number>) =>
  (term: QueryTerm): Counted => {
    const byLanguage = new Map<string, number>();
    for (const one of term.terms) {
      const { language } = partsOfTerm(one);
      byLanguage.set(language, (byLanguage.get(language) ?? 0) + (having.get(one) ?? 0));
    }
    return { term, having: [...byLanguage.values()].reduce((sum, n) => sum + n, 0), byLanguage };
  };

/** The readings that the project has words for. A word is read as two only if it occurs nowhere itself. */
function usedReadings(
  { splits, joined, parts, synonyms }: Readings,
  counted: readonly Counted[],
  count: (term: QueryTerm) => Counted,
): Counted[] {
  const known = [...joined, ...parts].map(count).filter(({ having }) => having > 0);
  const read = new Set(known.map(({ term }) => term.partOf));
  const split = counted.flatMap(({ term, having }) => {
    if (having > 0 || term.isCommon || read.has(term.word)) return [];
    const [best] = (splits.get(term.word) ?? [])
      .map((pair) => pair.map(count))
      .filter((pair) => pair.every((part) => part.having > 0 && !part.term.isStopWord))
      .toSorted((a, b) => Math.min(...b.map(({ having: n }) => n)) - Math.min(...a.map(({ having: n }) => n)));
    return best ?? [];
  });
  return [...known, ...split, ...synonyms.map(count).filter(({ having }) => having > 0)];
}

/**
 * Corrects words that occur in nothing within the scope. Documents outside the scope neither provide a correction nor prevent one, so a
 * response reveals nothing about them.
 */
async function searchWithCorrections(ctx: Reads, search: Search, counted: readonly Counted[]): Promise<WordMatches> {
  const { query, totals, extra, languages: present, abroad, spelt } = search;
  const { number } = totals;
  const languages = languagesOf(query.locales).filter((language) => present.has(language));
  const near = (words: readonly Counted[]) =>
    query.withoutCorrection ? [] : worthCorrecting(words.map(({ term }) => term)).map((term) => spellingLookupOf(term, languages));
  const readNear = (all: ReturnType<typeof near>) =>
    readTermsLike(
      number,
      [...new Set(all.flatMap(({ words }) => [...words.values()].flat()))],
      [...new Set(all.map(({ beginning }) => beginning))],
    );

  // Words that the project lacks entirely are looked up in the same round trip as the chunks.
  const read = new Set([...spelt, ...extra.flatMap(({ term }) => term.joins ?? [term.partOf])]);
  const lacking = near(counted.filter(({ having, term }) => having === 0 && !read.has(term.word)));
  const candidates = candidateQueriesFor(number, query, [...counted, ...extra], query.fewer ? FEWER : 1);
  const titles = otherTitleQueriesFor(number, query, abroad);
  if (candidates.length + lacking.length + titles.length === 0) return NOTHING;
  const [kinds, pieces, likeLacking, others] = await ctx.db.read(
    readKinds(query),
    readCandidates(query, number, candidates),
    readNear(lacking),
    readOtherTitles(query, number, titles),
  );
  const titled = titledAbroad(abroad, others);
  const plain = rank(search, counted, withPieces(pieces, others, kinds), titled);
  const unseen = near(counted.filter(({ having, term }) => having > 0 && !plain.seen.has(term) && !read.has(term.word)));
  const [likeUnseen] = unseen.length > 0 ? await ctx.db.read(readNear(unseen)) : [likeLacking];

  const corrections = new Map<QueryTerm, readonly Counted[]>();
  // A word of a title in another language is spelt right.
  for (const one of lacking) if (!plain.seen.has(one.term)) corrections.set(one.term, correctionsFor(one, likeLacking, languages));
  for (const one of unseen) {
    // It may occur in chunks that no candidate query returned.
    const own = counted.filter(({ term }) => term === one.term);
    corrections.set(one.term, [...own, ...correctionsFor(one, likeUnseen, languages)]);
  }
  const tried = [...corrections.values()].flat();
  if (tried.every(({ term }) => !term.slips)) return plain;
  const matchOf = ({ term }: Counted): string => matchAny(number, query, term.terms);
  const chosen = (may: (one: Counted) => boolean): Counted[] => counted.map((one) => corrections.get(one.term)?.find(may) ?? one);
  const likely = chosen(() => true);
  const [kindsNow, findable, likelyPieces] = await ctx.db.read(
    readKinds(query),
    readFindable(query, number, tried.map(matchOf)),
    readCandidates(query, number, candidateQueriesFor(number, query, [...likely, ...extra])),
  );
  const right = chosen((one) => findable.has(matchOf(one)));
  if (right.every(({ term }) => !term.slips)) return plain;
  if (right.every((one, i) => one === likely[i])) return rank(search, right, withPieces(likelyPieces, others, kindsNow), titled);
  const [kindsThen, rightPieces] = await ctx.db.read(
    readKinds(query),
    readCandidates(query, number, candidateQueriesFor(number, query, [...right, ...extra])),
  );
  return rank(search, right, withPieces(rightPieces, others, kindsThen), titled);
}

/** The chunks found, and those that are found by a title in another language. */
const withPieces = (
  pieces: readonly Omit<Candidate, "kind">[],
  others: readonly OtherTitle[],
  kinds: ReadonlyMap<string, SourceKind>,
): Candidate[] =>
  withKinds([...new Map([...others.map(({ piece }) => piece), ...pieces].map((piece) => [piece.id, piece])).values()], kinds);

/** What a word counts that only the title in another language has. */
const IN_OTHER_TITLE = 0.5;
/** By document: how often its titles in other languages contain the words of the question. */
function titledAbroad(abroad: readonly QueryTerm[], others: readonly OtherTitle[]): ReadonlyMap<string, readonly number[]> {
  const titled = new Map<string, readonly number[]>();
  if (others.length === 0) return titled;
  const matcher = matcherOf(abroad);
  for (const { piece, title, locale } of others) {
    const before = titled.get(piece.documentId);
    const { counts } = matcher.fieldOf(title, languageOf(locale));
    titled.set(
      piece.documentId,
      counts.map((count, i) => Math.max(before?.[i] ?? 0, IN_OTHER_TITLE * Math.min(1, count))),
    );
  }
  return titled;
}
/** Counts in addition the words that only a title in another language has. */
function withTitles(counts: Counts, titles: readonly number[] | undefined): Counts {
  if (titles === undefined) return counts;
  const { title } = counts;
  return { ...counts, title: { ...title, counts: title.counts.map((count, i) => (has(counts, i) ? count : (titles[i] ?? 0))) } };
}

/** The share of the chunks that is read for `fewer`. */
const FEWER = 0.4;
/** Chunks of a document that are handed on: as few as contain the answer of nine in ten documents found (tests/knowledge/words). */
const MOST_PIECES = 5;

function rank(
  { totals, languages, extra, weights }: Search,
  counted: readonly Counted[],
  pieces: readonly Candidate[],
  titled: ReadonlyMap<string, readonly number[]>,
): WordMatches & { readonly seen: ReadonlySet<QueryTerm> } {
  const chunksIn = (language: string): number => languages.get(language) ?? totals.chunks;
  const weighed = new Map<string, readonly WeightedTerm[]>();
  const termsIn = (language: string): readonly WeightedTerm[] => {
    const known = weighed.get(language);
    if (known) return known;
    const chunks = chunksIn(language);
    const terms = counted.map(({ term, having, byLanguage }) =>
      weigh(term, chunks, Math.min(chunks, term.isPrefix ? having : (byLanguage.get(language) ?? 0))),
    );
    weighed.set(language, terms);
    return terms;
  };
  const matcher = matcherOf(
    counted.map(({ term }) => term),
    extra.map(({ term }) => term),
  );
  const averages = {
    pieces: totals.chunks,
    title: totals.titleWords / totals.chunks,
    heading: totals.headingWords / totals.chunks,
    body: totals.bodyWords / totals.chunks,
  };
  const seen = new Set<QueryTerm>();
  const documents = new Map<string, { piece: Candidate; counts: Counts; score: number }[]>();
  for (const piece of pieces) {
    const counts = withTitles(countsOf(piece, matcher), titled.get(piece.documentId));
    for (const [i, one] of counted.entries()) if (has(counts, i)) seen.add(one.term);
    const score = scoreOf(counts, termsIn(languageOf(piece.locale)), averages, weights);
    if (score > 0) documents.set(piece.documentId, [...(documents.get(piece.documentId) ?? []), { piece, counts, score }]);
  }
  const lengths = [...documents.values()].map((chunks) => chunks.reduce((sum, { counts }) => sum + counts.body.words, 0));
  const pageAverages = { ...averages, body: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) };
  const fit = new Map<string, Fit>();
  const ranked = [...documents.values()].flatMap((chunks): Ranked[] => {
    const best = chunks.toSorted((a, b) => b.score - a.score || a.piece.id - b.piece.id);
    const [first] = best;
    if (first === undefined) return [];
    const terms = termsIn(languageOf(first.piece.locale));
    const page = together(best.map(({ counts }) => counts));
    fit.set(first.piece.documentId, fitOf(page, terms, { ...pageAverages, pieces: chunksIn(languageOf(first.piece.locale)) }, weights));
    return [
      {
        piece: first.piece,
        score: first.score + weights.page * scoreOf(page, terms, pageAverages, weights),
        pieces: best.slice(0, MOST_PIECES).map(({ piece }) => piece),
      },
    ];
  });
  const coverageIn = (piece: Piece): number => {
    const language = languageOf(piece.locale);
    return fitOf(countsOf(piece, matcher), termsIn(language), { ...averages, pieces: chunksIn(language) }, weights).coverage;
  };
  return { ranked: ranked.toSorted((a, b) => b.score - a.score || a.piece.id - b.piece.id), termsIn, matcher, seen, fit, coverageIn };
}
const has = ({ title, heading, body }: Counts, i: number): boolean =>
  (title.counts[i] ?? 0) + (heading.counts[i] ?? 0) + (body.counts[i] ?? 0) > 0;
