// Search by words: finds candidate pieces for a question and ranks them.
import type { Query } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Counted, isNothing, looksFor, matchAny } from "./candidate-queries.ts";
import { meantBy, nearOf, worthCorrecting } from "./spelling.ts";
import { type Counts, countsOf, type Matcher, matcherOf, scoreOf, weigh, type Weighed, type Weights, WEIGHTS } from "./rank.ts";
import {
  type Candidate,
  type Known,
  readFindable,
  readKinds,
  readKnownTerms,
  readPieces,
  readTermsLike,
  type Scope,
  type Totals,
  withKinds,
} from "./queries.ts";
import { type Asked, askedWords, languagesOf } from "./query-terms.ts";

export interface LexicalQuery extends Scope {
  readonly query: string;
  /** The last word is still being typed. */
  readonly live?: boolean | undefined;
  /** Words that nothing has are not taken for others. */
  readonly asTyped?: boolean | undefined;
  /** What `readKnown` answered to this question, where it was read before. */
  readonly known?: Known | undefined;
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
const NOTHING: Lexical = { ranked: [], asked: [], matcher: matcherOf([]) };

type Reads = Pick<Ctx, "db">;
interface Search {
  readonly query: LexicalQuery;
  readonly totals: Totals;
  readonly weights: Weights;
}

/** What the project's index knows of a question's words. Without `locales` it serves whatever locales are then searched. */
export const readKnown = (projectId: ProjectId, query: string, live = false, locales?: readonly string[]): Query<Known> => {
  const words = askedWords(query, locales, live);
  return readKnownTerms(
    projectId,
    [...new Set(words.flatMap(({ terms }) => terms))],
    words.filter(({ begins }) => begins).map(({ word }) => word),
  );
};

/** The best pieces for a question, each document's best once. Two trips to the database, for a misspelt word three. */
export async function lexical(ctx: Reads, query: LexicalQuery, weights: Weights = WEIGHTS): Promise<Lexical> {
  const words = askedWords(query.query, query.locales, query.live ?? false);
  if (words.length === 0 || isNothing(query)) return NOTHING;
  const { totals, having, beginning } =
    query.known ?? (await ctx.db.read(readKnown(query.projectId, query.query, query.live, query.locales)))[0];
  if (!totals || totals.chunks === 0) return NOTHING;
  const counted = words.map((asked): Counted => {
    const exact = asked.terms.reduce((sum, term) => sum + (having.get(term) ?? 0), 0);
    return { asked, having: Math.min(totals.chunks, asked.begins ? Math.max(exact, beginning.get(asked.word) ?? 0) : exact) };
  });
  return await found(ctx, { query, totals, weights }, counted);
}

/**
 * Takes words that nothing has which who asks may find for others that are written nearly so. What nobody of them may find corrects
 * nothing, and keeps nothing from being corrected: an answer tells nothing of it.
 */
async function found(ctx: Reads, search: Search, counted: readonly Counted[]): Promise<Lexical> {
  const { query, totals } = search;
  const { number } = totals;
  const languages = languagesOf(query.locales);
  const near = (words: readonly Counted[]) =>
    query.asTyped ? [] : worthCorrecting(words.map(({ asked }) => asked)).map((asked) => nearOf(asked, languages));
  const readNear = (all: ReturnType<typeof near>) =>
    readTermsLike(
      number,
      [...new Set(all.flatMap(({ words }) => [...words.values()].flat()))],
      [...new Set(all.map(({ beginning }) => beginning))],
    );

  // What the project lacks altogether is looked for in the same trip as the pieces.
  const lacking = near(counted.filter(({ having }) => having === 0));
  const looks = looksFor(number, query, counted);
  if (looks.length + lacking.length === 0) return NOTHING;
  const [kinds, pieces, likeLacking] = await ctx.db.read(readKinds(query), readPieces(query, number, looks), readNear(lacking));
  const plain = rank(search, counted, withKinds(pieces, kinds));
  const unseen = near(counted.filter(({ having, asked }) => having > 0 && !plain.seen.has(asked)));
  const [likeUnseen] = unseen.length > 0 ? await ctx.db.read(readNear(unseen)) : [likeLacking];

  const meant = new Map<Asked, readonly Counted[]>();
  for (const one of lacking) meant.set(one.asked, meantBy(one, likeLacking, languages));
  for (const one of unseen) {
    // It may stand in pieces that no look took.
    const own = counted.filter(({ asked }) => asked === one.asked);
    meant.set(one.asked, [...own, ...meantBy(one, likeUnseen, languages)]);
  }
  const tried = [...meant.values()].flat();
  if (tried.every(({ asked }) => !asked.instead)) return plain;
  const matchOf = ({ asked }: Counted): string => matchAny(number, query, asked.terms);
  const chosen = (may: (one: Counted) => boolean): Counted[] => counted.map((one) => meant.get(one.asked)?.find(may) ?? one);
  const likely = chosen(() => true);
  const [kindsNow, findable, likelyPieces] = await ctx.db.read(
    readKinds(query),
    readFindable(query, number, tried.map(matchOf)),
    readPieces(query, number, looksFor(number, query, likely)),
  );
  const right = chosen((one) => findable.has(matchOf(one)));
  if (right.every(({ asked }) => !asked.instead)) return plain;
  if (right.every((one, i) => one === likely[i])) return rank(search, right, withKinds(likelyPieces, kindsNow));
  const [kindsThen, rightPieces] = await ctx.db.read(readKinds(query), readPieces(query, number, looksFor(number, query, right)));
  return rank(search, right, withKinds(rightPieces, kindsThen));
}

function rank(
  { totals, weights }: Search,
  counted: readonly Counted[],
  pieces: readonly Candidate[],
): Lexical & { readonly seen: ReadonlySet<Asked> } {
  const asked = counted.map((group) => weigh(group.asked, totals.chunks, group.having));
  const matcher = matcherOf(asked);
  const averages = {
    pieces: totals.chunks,
    title: totals.titleWords / totals.chunks,
    heading: totals.headingWords / totals.chunks,
    body: totals.bodyWords / totals.chunks,
  };
  const seen = new Set<Asked>();
  const ranked = pieces.map((piece) => {
    const counts = countsOf(piece, asked, matcher);
    for (const [i, one] of counted.entries()) if (has(counts, i)) seen.add(one.asked);
    return { piece, score: scoreOf(counts, asked, averages, weights) };
  });
  return { ranked: bestOfEach(ranked, weights), asked, matcher, seen };
}
const has = ({ title, heading, body }: Counts, i: number): boolean =>
  (title.counts[i] ?? 0) + (heading.counts[i] ?? 0) + (body.counts[i] ?? 0) > 0;

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
