// Lists articles, and orders articles and collections.
import { as, queryOne, decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { ArticleId, CollectionId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { collectionDetail, type Ctx, mayPublish } from "./permissions.ts";
import { writeCollectionOrder } from "./collection-writes.ts";
import { type ArticleState, type ArticleSummary, MAX_LIST } from "./contract.ts";
import { orderMoved } from "./errors.ts";
import {
  areActiveArticles,
  articlesAreInOrder,
  isActiveCollection,
  collectionsAreInOrder,
  readArticleOrder,
  readCollectionOrder,
  readMatching,
  readInCollection,
} from "./queries.ts";
import { startRendering } from "./rendering.ts";
import { folded, isWholeOrder } from "./rules.ts";
import { writeArticleOrder } from "./writes.ts";

const PAGE = 100;
interface Query {
  readonly cursor?: string | undefined;
  readonly collection?: "none" | CollectionId | undefined;
  readonly state?: ArticleState | undefined;
  readonly locale?: string | undefined;
  readonly missing?: string | undefined;
  readonly q?: string | undefined;
}

export async function listArticles(ctx: Ctx, query: Query): Promise<{ items: ArticleSummary[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const cursor = decodeCursor(query.cursor);
  const title = folded(query.q ?? "");
  const { collection, state, locale, missing } = query;
  const id = collection === "none" ? null : collection;
  if (id !== undefined && state === undefined && locale === undefined && missing === undefined && title === "") {
    const [found] = await ctx.db.read(readInCollection(projectId, id, cursor, PAGE + 1));
    const last = found[PAGE - 1];
    return {
      items: found.slice(0, PAGE).map(({ article }) => article),
      next: found.length > PAGE && last ? encodeCursor([last.place, last.article.id]) : null,
    };
  }
  const [found, lookedTo] = await ctx.db.read(
    ...readMatching(projectId, { collection: id, state, locale, missing, title, before: cursor?.id, limit: PAGE + 1 }),
  );
  const last = found.length > PAGE ? found[PAGE - 1]?.article.id : lookedTo;
  return {
    items: found.slice(0, PAGE).map(({ article }) => article),
    next: last === null || last === undefined ? null : encodeCursor([0, last]),
  };
}

/** Orders the articles of a collection; articles of other collections in `order` move into it. */
export async function orderArticles(
  ctx: Ctx,
  { collectionId, seen, order }: { collectionId: CollectionId | null; seen: readonly ArticleId[]; order: readonly ArticleId[] },
): Promise<{ order: ArticleId[] }> {
  requireWholeOrder(seen, order);
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const when = sql`${articlesAreInOrder(projectId, collectionId, seen)} AND ${areActiveArticles(projectId, order)} AND ${isActiveCollection(projectId, collectionId)} AND ${mayPublish(ctx)}`;
  const { job, decides, done } = startRendering(projectId, collectionId === null ? { all: true } : { collectionId }, now, when);
  const [current, kept] = await ctx.db.commitAndRead(
    [
      decides,
      writeArticleOrder(projectId, collectionId, order, done),
      ...(seen.join() === order.join()
        ? []
        : [audit(ctx, "help.articles_ordered", { detail: collectionId === null ? {} : collectionDetail(projectId, collectionId) }, done)]),
    ],
    readArticleOrder(projectId, collectionId),
    queryOne(sql`SELECT ${isActiveCollection(projectId, collectionId)} ${as.number("kept")}`, (row) => row.kept === 1),
  );
  if (!kept) throw notFound();
  return await settled(ctx, job, current, order);
}
export async function orderCollections(
  ctx: Ctx,
  { seen, order }: { seen: readonly CollectionId[]; order: readonly CollectionId[] },
): Promise<{ order: CollectionId[] }> {
  requireWholeOrder(seen, order);
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const when = sql`${collectionsAreInOrder(projectId, seen)} AND ${order.length} = ${seen.length} AND ${mayPublish(ctx)}`;
  const { job, decides, done } = startRendering(projectId, { all: true }, now, when);
  const [current] = await ctx.db.commitAndRead(
    [
      decides,
      writeCollectionOrder(projectId, order, done),
      ...(seen.join() === order.join() ? [] : [audit(ctx, "help.collections_ordered", {}, done)]),
    ],
    readCollectionOrder(projectId),
  );
  return await settled(ctx, job, current, order);
}

function requireWholeOrder(seen: readonly string[], order: readonly string[]): void {
  if (!isWholeOrder(seen, order) || order.length > MAX_LIST)
    throw invalidRequest([{ path: "order", message: m.articles_order_incomplete() }]);
}
/** Answers the requested order if this call or an earlier one stored it; else throws that the order has changed. */
async function settled<T extends string>(ctx: Ctx, job: string, current: T[], order: readonly T[]): Promise<{ order: T[] }> {
  if (current.join() !== order.join()) throw orderMoved({ order: current });
  wakeJobs(ctx, [job]);
  return { order: current };
}
