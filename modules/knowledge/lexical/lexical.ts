// Search by words: what a question asks for, which pieces may answer, and how well each does.
import type { Ctx } from "#kernel/module/index.ts";
import { looksFor } from "./looks.ts";
import { type Candidate, readBeginnings, readCandidates, readFrequencies, readTotals, type Scope } from "./queries.ts";
import { countsOf, type Matcher, matcherOf, scoreOf, weigh, type Weighed, type Weights, WEIGHTS } from "./rank.ts";
import { askedWords } from "./terms.ts";

export interface LexicalQuery extends Scope {
  readonly query: string;
  /** The last word is still being typed. */
  readonly live?: boolean | undefined;
}
export interface Ranked {
  readonly piece: Candidate;
  readonly score: number;
}
export interface Lexical {
  /** The best piece of each document, best first. */
  readonly ranked: readonly Ranked[];
  /** The words that were asked for, with their weights here. */
  readonly asked: readonly Weighed[];
  readonly matcher: Matcher;
}

/** Beginnings of words stand for this many terms at most. */
const BEGINNINGS = 50;

/** The best pieces for a question, each document's best once. Two trips to the database. */
export async function lexical(ctx: Pick<Ctx, "db">, query: LexicalQuery, weights: Weights = WEIGHTS): Promise<Lexical> {
  const words = askedWords(query.query, query.locales, query.live ?? false);
  const nothing: Lexical = { ranked: [], asked: [], matcher: matcherOf([]) };
  if (words.length === 0) return nothing;
  const { projectId } = query;
  const [totals, having, ...beginning] = await ctx.db.read(
    readTotals(projectId),
    readFrequencies(projectId, [...new Set(words.flatMap(({ terms }) => terms))]),
    ...words.filter(({ begins }) => begins).map(({ word }) => readBeginnings(projectId, word, BEGINNINGS)),
  );
  if (!totals || totals.chunks === 0) return nothing;
  let typed = 0;
  const counted = words.map((asked) => {
    const exact = asked.terms.reduce((sum, term) => sum + (having.get(term) ?? 0), 0);
    return { asked, having: Math.min(totals.chunks, asked.begins ? Math.max(exact, beginning[typed++] ?? 0) : exact) };
  });
  const looks = looksFor(totals.number, query, counted);
  if (looks.length === 0) return nothing;
  const [candidates] = await ctx.db.read(readCandidates(query, totals.number, looks));
  const asked = counted.map((group) => weigh(group.asked, totals.chunks, group.having));
  const matcher = matcherOf(asked);
  const averages = {
    pieces: totals.chunks,
    title: totals.titleWords / totals.chunks,
    heading: totals.headingWords / totals.chunks,
    body: totals.bodyWords / totals.chunks,
  };
  const ranked = candidates.map((piece) => ({ piece, score: scoreOf(countsOf(piece, asked, matcher), asked, averages, weights) }));
  return { ranked: bestOfEach(ranked, weights), asked, matcher };
}

/** Each document's best piece, raised by what its pieces have on average. Equal ones in the order in which they were written. */
function bestOfEach(all: readonly Ranked[], weights: Weights): Ranked[] {
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
  // As if two more pieces had nothing of it: one piece alone says little about its document.
  const scored = [...byDocument.values()].map(({ best: { piece, score }, sum, count }) => ({
    piece,
    score: score + (weights.average * sum) / (count + 2),
  }));
  return scored.toSorted((a, b) => b.score - a.score || a.piece.id - b.piece.id);
}
