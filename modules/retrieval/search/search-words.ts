// Lexical search: finds candidate chunks for a question and ranks them.
import type { Query } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Counted, isEmptyScope, candidateQueriesFor, matchAny } from "./candidate-queries.ts";
import { correctionsFor, spellingLookupOf, worthCorrecting } from "./spelling.ts";
import {
  type Counts,
  countsOf,
  coverageOf,
  type Matcher,
  matcherOf,
  scoreOf,
  weigh,
  type WeightedTerm,
  type Weights,
  WEIGHTS,
  wordsIn,
} from "./rank.ts";
import {
  type Candidate,
  type TermCounts,
  readFindable,
  readKinds,
  readTermCounts,
  readCandidates,
  readTermsLike,
  type Scope,
  type Totals,
  withKinds,
} from "./queries.ts";
import { type QueryTerm, queryTermsOf, languagesOf } from "./query-terms.ts";

export interface WordQuery extends Scope {
  readonly query: string;
  /** The last word is still being typed. */
  readonly live?: boolean | undefined;
  /** Misspelt words are not corrected. */
  readonly withoutCorrection?: boolean | undefined;
  /** The result of `readQueryTermCounts` for this question, if it was read before. */
  readonly termCounts?: TermCounts | undefined;
}
export interface Ranked {
  readonly piece: Candidate;
  readonly score: number;
}
export interface WordMatches {
  /** The best chunk of each document, best first. */
  readonly ranked: readonly Ranked[];
  /** The words of the question, with their weights in this project. */
  readonly terms: readonly WeightedTerm[];
  readonly matcher: Matcher;
  /** How well each document fits, by its id. */
  readonly fit: ReadonlyMap<string, Fit>;
}
/** How well a document fits a question; comparable between questions. */
export interface Fit {
  readonly coverage: number;
  readonly confidence: number;
}
const NOTHING: WordMatches = { ranked: [], terms: [], matcher: matcherOf([]), fit: new Map() };

type Reads = Pick<Ctx, "db">;
interface Search {
  readonly query: WordQuery;
  readonly totals: Totals;
  readonly weights: Weights;
}

/** What the project's index contains of a question's words. Without `locales` it can be used for a search in any of them. */
export const readQueryTermCounts = (projectId: ProjectId, query: string, live = false, locales?: readonly string[]): Query<TermCounts> => {
  const words = queryTermsOf(query, locales, live);
  return readTermCounts(
    projectId,
    [...new Set(words.flatMap(({ terms }) => terms))],
    words.filter(({ isPrefix }) => isPrefix).map(({ word }) => word),
  );
};

/** The best chunks for a question, one per document. Two round trips to the database, three with a misspelt word. */
export async function searchWords(ctx: Reads, query: WordQuery, weights: Weights = WEIGHTS): Promise<WordMatches> {
  const words = queryTermsOf(query.query, query.locales, query.live ?? false);
  if (words.length === 0 || isEmptyScope(query)) return NOTHING;
  const { totals, having, beginning } =
    query.termCounts ?? (await ctx.db.read(readQueryTermCounts(query.projectId, query.query, query.live, query.locales)))[0];
  if (!totals || totals.chunks === 0) return NOTHING;
  const counted = words.map((term): Counted => {
    const exact = term.terms.reduce((sum, one) => sum + (having.get(one) ?? 0), 0);
    return { term, having: Math.min(totals.chunks, term.isPrefix ? Math.max(exact, beginning.get(term.word) ?? 0) : exact) };
  });
  return await searchWithCorrections(ctx, { query, totals, weights }, counted);
}

/**
 * Corrects words that occur in nothing within the scope. Documents outside the scope neither provide a correction nor prevent one, so a
 * response reveals nothing about them.
 */
async function searchWithCorrections(ctx: Reads, search: Search, counted: readonly Counted[]): Promise<WordMatches> {
  const { query, totals } = search;
  const { number } = totals;
  const languages = languagesOf(query.locales);
  const near = (words: readonly Counted[]) =>
    query.withoutCorrection ? [] : worthCorrecting(words.map(({ term }) => term)).map((term) => spellingLookupOf(term, languages));
  const readNear = (all: ReturnType<typeof near>) =>
    readTermsLike(
      number,
      [...new Set(all.flatMap(({ words }) => [...words.values()].flat()))],
      [...new Set(all.map(({ beginning }) => beginning))],
    );

  // Words that the project lacks entirely are looked up in the same round trip as the chunks.
  const lacking = near(counted.filter(({ having }) => having === 0));
  const candidates = candidateQueriesFor(number, query, counted);
  if (candidates.length + lacking.length === 0) return NOTHING;
  const [kinds, pieces, likeLacking] = await ctx.db.read(readKinds(query), readCandidates(query, number, candidates), readNear(lacking));
  const plain = rank(search, counted, withKinds(pieces, kinds));
  const unseen = near(counted.filter(({ having, term }) => having > 0 && !plain.seen.has(term)));
  const [likeUnseen] = unseen.length > 0 ? await ctx.db.read(readNear(unseen)) : [likeLacking];

  const corrections = new Map<QueryTerm, readonly Counted[]>();
  for (const one of lacking) corrections.set(one.term, correctionsFor(one, likeLacking, languages));
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
    readCandidates(query, number, candidateQueriesFor(number, query, likely)),
  );
  const right = chosen((one) => findable.has(matchOf(one)));
  if (right.every(({ term }) => !term.slips)) return plain;
  if (right.every((one, i) => one === likely[i])) return rank(search, right, withKinds(likelyPieces, kindsNow));
  const [kindsThen, rightPieces] = await ctx.db.read(
    readKinds(query),
    readCandidates(query, number, candidateQueriesFor(number, query, right)),
  );
  return rank(search, right, withKinds(rightPieces, kindsThen));
}

function rank(
  { totals, weights }: Search,
  counted: readonly Counted[],
  pieces: readonly Candidate[],
): WordMatches & { readonly seen: ReadonlySet<QueryTerm> } {
  const terms = counted.map((group) => weigh(group.term, totals.chunks, group.having));
  const matcher = matcherOf(terms);
  const averages = {
    pieces: totals.chunks,
    title: totals.titleWords / totals.chunks,
    heading: totals.headingWords / totals.chunks,
    body: totals.bodyWords / totals.chunks,
  };
  const seen = new Set<QueryTerm>();
  const inDocument = new Map<string, boolean[]>();
  const ranked = pieces.map((piece) => {
    const counts = countsOf(piece, terms, matcher);
    for (const [i, one] of counted.entries()) if (has(counts, i)) seen.add(one.term);
    const [here, before] = [wordsIn(counts), inDocument.get(piece.documentId)];
    inDocument.set(piece.documentId, before ? before.map((found, i) => found || here[i] === true) : here);
    return { piece, score: scoreOf(counts, terms, averages, weights) };
  });
  const fit = new Map(
    [...inDocument].map(([id, found]) => {
      const coverage = coverageOf(found, terms);
      return [id, { coverage, confidence: coverage }] as const;
    }),
  );
  return { ranked: bestPerDocument(ranked, weights), terms, matcher, seen, fit };
}
const has = ({ title, heading, body }: Counts, i: number): boolean =>
  (title.counts[i] ?? 0) + (heading.counts[i] ?? 0) + (body.counts[i] ?? 0) > 0;

/** Each document's best chunk, raised by the average of its chunks. Equal ones in the order in which they were written. */
function bestPerDocument(all: readonly Ranked[], weights: Weights): Ranked[] {
  const byDocument = new Map<string, { best: Ranked; sum: number; count: number }>();
  for (const ranked of all) {
    if (ranked.score === 0) continue;
    const known = byDocument.get(ranked.piece.documentId);
    if (!known) byDocument.set(ranked.piece.documentId, { best: ranked, sum: ranked.score, count: 1 });
    else {
      if (ranked.score > known.best.score || (ranked.score === known.best.score && ranked.piece.id < known.best.piece.id))
        known.best = ranked;
      known.sum += ranked.score;
      known.count += 1;
    }
  }
  // As if two more chunks scored zero, because one chunk alone says little about its document.
  const scored = [...byDocument.values()].map(({ best: { piece, score }, sum, count }) => ({
    piece,
    score: score + (weights.average * sum) / (count + 2),
  }));
  return scored.toSorted((a, b) => b.score - a.score || a.piece.id - b.piece.id);
}
