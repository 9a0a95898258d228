// Answers a question from all documents that the caller may find, by words and by meaning.
import type { Ctx } from "#kernel/module/index.ts";
import { type KnowledgeHit, MAX_QUESTION } from "./contract.ts";
import { searchWords, type WordMatches, type WordQuery, type Ranked } from "./search/search-words.ts";
import { quoteOf } from "./search/quote.ts";
import { correctedQuestion } from "./search/corrected-question.ts";
import { languageOf } from "./text/stem.ts";
import { type MeaningMatches, searchByMeaning } from "./extension.ts";
import { confidenceByMeaning, FITS_FROM, fuse, isQuestion } from "./rules.ts";

export interface Retrieval extends WordQuery {
  readonly limit: number;
  /** Lexical search only, without corrections, for callers that need speed rather than the best hit. */
  readonly onlyWords?: boolean | undefined;
}
/** A passage of a document, as Markdown. */
export interface Passage {
  readonly heading: string;
  readonly text: string;
}
/** `score` is comparable only within one response: with semantic search it is derived from ranks. */
export interface Hit extends KnowledgeHit {
  /** For the assistant: the document's best passages, the best first. The first one is `text`. */
  readonly passages?: readonly Passage[];
}
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
  /** For the assistant: the share of the question's weight that a text contains, or how near its document is by meaning if that is more. */
  readonly relevanceOf?: (piece: Parameters<WordMatches["coverageIn"]>[0], documentId?: string) => number;
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
  const { termsIn, matcher } = words;
  const byMeaning = new Map<string, number>(
    meaning?.ranked.map(({ piece, score }) => [piece.documentId, confidenceByMeaning(score, meaning.fitsFrom)] as const),
  );
  const best = joinRankings(words.ranked, meaning?.ranked ?? []).slice(0, retrieval.limit);
  const hits = best.map(({ piece, pieces, score }): Hit => {
    const fit = words.fit.get(piece.documentId) ?? { coverage: 0, confidence: 0 };
    const language = languageOf(piece.locale);
    const quote = quoteOf(withoutOwnHeading(piece.content), language, termsIn(language), matcher);
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
      coverage: fit.coverage,
      // Either search may be right alone: an answer can share no word with the question, and a name can mean nothing to a model.
      confidence: Math.max(fit.confidence, byMeaning.get(piece.documentId) ?? 0),
      ...(retrieval.onlyAssistant && { passages: pieces.map(({ heading, content }) => ({ heading, text: content })) }),
    };
  });
  const confidence = Math.max(0, ...hits.map((hit) => hit.confidence));
  const read = correctedQuestion(
    query,
    termsIn(languageOf(best[0]?.piece.locale ?? "")),
    matcher,
    best.map(({ piece }) => piece),
  );
  return {
    ...{ hits, semantic: meaning?.semantic ?? "off", readAs: read ?? null, fits: confidence >= FITS_FROM, confidence },
    ...(retrieval.onlyAssistant && {
      relevanceOf: (piece, documentId) => Math.max(words.coverageIn(piece), byMeaning.get(documentId ?? "") ?? 0),
    }),
  };
}

/** The text without the headings at its beginning, because these are shown above the quote. A chunk of headings only is kept whole. */
function withoutOwnHeading(markdown: string): string {
  const body = markdown.replace(/^(?:\s*#{1,6}[ \t][^\n]*(?:\n|$))+/, "");
  return body.trim() === "" ? markdown : body;
}

/** What is handed on of a document: its best chunk, and for the assistant others. */
type Found = Pick<Ranked, "piece" | "pieces" | "score">;

/** Joins both rankings. A document that both found shows the chunk of the lexical search, because words can be marked in it. */
function joinRankings(words: readonly Ranked[], meaning: MeaningMatches["ranked"]): readonly Found[] {
  if (meaning.length === 0) return words;
  const found = new Map<string, Pick<Found, "piece" | "pieces">>(
    [...meaning.map(({ piece }) => ({ piece, pieces: [piece] })), ...words].map((one) => [String(one.piece.documentId), one]),
  );
  // The passage that is nearest in meaning may be another one.
  for (const { piece } of meaning) {
    const one = found.get(piece.documentId);
    if (one && !one.pieces.some(({ id }) => id === piece.id))
      found.set(piece.documentId, { piece: one.piece, pieces: [...one.pieces, piece] });
  }
  return fuse([words, meaning].map((ranking) => ranking.map(({ piece }) => piece.documentId))).flatMap(({ id, score }) => {
    const one = found.get(id);
    return one === undefined ? [] : [{ piece: one.piece, pieces: one.pieces, score }];
  });
}
