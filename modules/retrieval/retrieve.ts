// Answers a question from all documents that the caller may find, by words and by meaning.
import type { Ctx } from "#kernel/module/index.ts";
import { type KnowledgeHit, MAX_QUESTION } from "./contract.ts";
import { searchWords, type WordQuery, type Ranked } from "./search/search-words.ts";
import { quoteOf } from "./search/quote.ts";
import { correctedQuestion } from "./search/corrected-question.ts";
import { languageOf } from "./text/stem.ts";
import { searchByMeaning } from "./extension.ts";
import { FITS_FROM, fuse, isQuestion } from "./rules.ts";

export interface Retrieval extends WordQuery {
  readonly limit: number;
  /** Lexical search only, without corrections, for callers that need speed rather than the best hit. */
  readonly onlyWords?: boolean | undefined;
}
/** `score` is comparable only within one response: with semantic search it is derived from ranks. */
export type Hit = KnowledgeHit;
export interface Retrieved {
  readonly hits: Hit[];
  /** `down`: semantic search failed, so only words were searched. */
  readonly semantic: "off" | "on" | "down";
  /** The question with misspelt words corrected; null if nothing was corrected. */
  readonly readAs: string | null;
  /** Whether the best hit fits well. If not, the hits are only the nearest, and a caller says so. */
  readonly fits: boolean;
  /** The confidence of the best hit; 0 without hits. */
  readonly confidence: number;
}

/** The part of a context that a search needs. */
type RetrieveCtx = Pick<Ctx, "db" | "config" | "clock" | "fetch" | "log" | "after" | "registry">;

/** The best documents for a question, at most `limit`. Documents outside the scope are excluded before ranking. */
export async function retrieve(ctx: RetrieveCtx, retrieval: Retrieval): Promise<Retrieved> {
  // Routes refuse longer questions with an error message.
  const query = retrieval.query.slice(0, MAX_QUESTION);
  const [words, meaning] = await Promise.all([
    searchWords(ctx, { ...retrieval, query, withoutCorrection: retrieval.onlyWords }),
    retrieval.onlyWords || (retrieval.live && !isQuestion(query))
      ? undefined
      : ctx.registry.extensions.of(searchByMeaning)[0]?.(ctx, retrieval, query),
  ]);
  const { terms, matcher } = words;
  const best = joinRankings(words.ranked, meaning?.ranked ?? []).slice(0, retrieval.limit);
  const hits = best.map(({ piece, score }): Hit => {
    const quote = quoteOf(withoutOwnHeading(piece.content), languageOf(piece.locale), terms, matcher);
    return {
      documentId: piece.documentId,
      sourceId: piece.sourceId,
      kind: piece.kind,
      key: piece.key,
      title: piece.title,
      url: piece.url,
      locale: piece.locale,
      audience: piece.audience,
      heading: piece.heading,
      quote: quote.text,
      marks: quote.marks.map(([from, to]) => [from, to]),
      text: piece.content,
      score,
      coverage: words.fit.get(piece.documentId)?.coverage ?? 0,
      confidence: words.fit.get(piece.documentId)?.confidence ?? 0,
    };
  });
  const confidence = Math.max(0, ...hits.map((hit) => hit.confidence));
  const read = correctedQuestion(
    query,
    terms,
    matcher,
    best.map(({ piece }) => piece),
  );
  return { hits, semantic: meaning?.semantic ?? "off", readAs: read ?? null, fits: confidence >= FITS_FROM, confidence };
}

/** The text without the headings at its beginning, because these are shown above the quote. A chunk of headings only is kept whole. */
function withoutOwnHeading(markdown: string): string {
  const body = markdown.replace(/^(?:\s*#{1,6}[ \t][^\n]*(?:\n|$))+/, "");
  return body.trim() === "" ? markdown : body;
}

/** Joins both rankings. A document that both found shows the chunk of the lexical search, because words can be marked in it. */
function joinRankings(words: readonly Ranked[], meaning: readonly Ranked[]): readonly Ranked[] {
  if (meaning.length === 0) return words;
  const pieces = new Map([...meaning, ...words].map((one) => [String(one.piece.documentId), one.piece]));
  return fuse([words, meaning].map((ranking) => ranking.map(({ piece }) => piece.documentId))).flatMap(({ id, score }) => {
    const piece = pieces.get(id);
    return piece === undefined ? [] : [{ piece, score }];
  });
}
