// Finds the chunks nearest to a question. Never throws: if the provider or the store does not respond in time, the search continues with
// words only.
import { seconds } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import type { KnowledgeDocumentId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { ceilingsOf, dayOf, micros, readSpending, writeUsage } from "#modules/ai";
import type { MeaningMatches, Scope } from "#modules/retrieval";
import { m } from "#messages";
import { embed } from "./embedding/embed.ts";
import { usageOf } from "./embedding/usage.ts";
import { readAnySettled, readNear, readStore } from "./queries.ts";
import { fittingSimilarity, minimumSimilarity } from "./rules.ts";
import { ServiceError } from "./call-service.ts";
import { type Setup, completeSetup } from "./setup.ts";
import { visibleTo } from "./store/filter.ts";
import { rowName, storeOf } from "./store/open-store.ts";
import { collectionName, storeName } from "./store/points.ts";
import { queryPoints, type Scored } from "./store/qdrant.ts";

/** How long a search waits for the embedding; the lexical results are there long before. */
const DEADLINE = seconds(1.5);
/** After a failure this isolate makes no requests for a while, so that not every search waits in vain. */
const PAUSE = seconds(15);
/** Chunks requested; several may belong to one document. */
const MOST = 50;

const OFF: MeaningMatches = { semantic: "off", fitsFrom: 1, ranked: [] };
const DOWN: MeaningMatches = { semantic: "down", fitsFrom: 1, ranked: [] };
/** End of the pause, by configuration: an isolate has one. */
const paused = new WeakMap<Config, number>();

type SearchCtx = Pick<Ctx, "db" | "config" | "clock" | "fetch" | "log" | "after">;

/** The chunks nearest to the question, within the scope. */
export async function searchNearest(ctx: SearchCtx, scope: Scope, question: string): Promise<MeaningMatches> {
  const setup = completeSetup(ctx.config);
  if (!setup) return OFF;
  const fitsFrom = fittingSimilarity(setup.model.provider);
  if (question.trim() === "") return { semantic: "on", fitsFrom, ranked: [] };
  if ((paused.get(ctx.config) ?? 0) > ctx.clock.now()) return DOWN;
  try {
    const points = await queryStore(ctx, setup, scope, question);
    if (points === undefined) return DOWN;
    return { semantic: "on", fitsFrom, ranked: await readVisible(ctx, scope, points) };
  } catch (error) {
    const trouble = error instanceof ServiceError ? error : undefined;
    // A refused question says nothing about the next one.
    if (trouble?.kind !== "input") paused.set(ctx.config, ctx.clock.now() + Math.max(PAUSE, seconds(trouble?.after ?? 0)));
    ctx.log.warn("only words are searched", { reason: error instanceof Error ? error.message : String(error) });
    return DOWN;
  }
}

/** Undefined if the project has reached today's spending limit. */
async function queryStore(ctx: SearchCtx, setup: Setup, scope: Scope, question: string): Promise<readonly Scored[] | undefined> {
  const signal = AbortSignal.timeout(DEADLINE);
  const now = ctx.clock.now();
  const { projectId } = scope;
  const [state, costs, any] = await ctx.db.read(
    readStore(rowName(storeName(setup.storeUrl), setup)),
    readSpending([projectId], dayOf(now)),
    readAnySettled(projectId),
  );
  // There are no vectors yet, so no request is needed.
  if (state.dimension === null || !any) return state.error === null ? [] : undefined;
  if ((costs.get(projectId) ?? 0) >= micros(ceilingsOf(ctx.config).spendUsdPerProject)) return undefined;
  const embedded = await embed(ctx, setup, [question], "query", signal);
  ctx.after(ctx.db.commit([writeUsage([usageOf(setup, projectId, embedded)], dayOf(now))]));
  const [vector] = embedded.vectors;
  if (vector?.length !== state.dimension)
    throw new ServiceError(
      "settings",
      m.semantic_search_wrong_dimension({ id: setup.model.id, found: vector?.length ?? 0, expected: state.dimension }),
    );
  const query = { vector, filter: visibleTo(scope), limit: MOST };
  const found = await queryPoints(storeOf(ctx, setup), collectionName(setup.model.id, state.dimension), query, signal);
  return found.filter(({ score }) => score >= minimumSimilarity(setup.model.provider));
}

/** The store's response only suggests candidates: visibility and text come from the database. */
async function readVisible(ctx: SearchCtx, scope: Scope, points: readonly Scored[]): Promise<MeaningMatches["ranked"]> {
  const named = points.flatMap(({ score, payload: { documentId, ordinal, hash } }) =>
    documentId === undefined || ordinal === undefined || hash === undefined ? [] : [{ documentId, ordinal, hash, score }],
  );
  if (named.length === 0) return [];
  const [pieces] = await ctx.db.read(readNear(scope, named));
  const best = new Map<KnowledgeDocumentId, MeaningMatches["ranked"][number]>();
  for (const one of pieces.toSorted((a, b) => b.score - a.score || a.piece.id - b.piece.id))
    if (!best.has(one.piece.documentId)) best.set(one.piece.documentId, one);
  return [...best.values()];
}
