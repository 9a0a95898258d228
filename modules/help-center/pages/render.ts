// The job that renders public pages and stores them in the object store, in bounded slices. It may be killed anywhere and then repeats its slice. Two
// jobs may run at once: what an object holds depends only on the database, not on who writes it (store.ts).
import { type ArticleId, type CollectionId, isId, type ProjectId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { articlePath } from "./addresses.ts";
import { readPaths, renderJob } from "#modules/articles";
import { readPlace } from "./article-queries.ts";
import type { Center } from "./center.ts";
import { readCenter } from "./render-path.ts";
import {
  storeArticlesAfter,
  storeArticlesOf,
  isListedAsBefore,
  storeArticle,
  storeNeighbours,
  storeReferringPages,
} from "./render/articles.ts";
import { storeCollection, storeCollectionsAfter, storeHome, storeLlms, sitemap } from "./render/lists.ts";
import { isBudgetSpent, isSuperseded, numbered, once, type Step } from "./render/step.ts";
import { closeHelpCenter, storeSiteConfig, sweep } from "./render/whole.ts";
import { readRun, writeLatestRun, writeRendered, writeRun, writeRunFinished } from "./run-queries.ts";
import { pageKey, readStored } from "./store.ts";

/** Where a run resumes: the step, and the position within it. Stored as JSON. */
interface Cursor {
  readonly step: number;
  readonly at?: string;
  /** The collection that the article has left; its page still lists the article. */
  readonly left?: CollectionId | undefined;
  /** Nothing that other pages show of the article has changed, so only its own pages are rendered. */
  readonly alike?: boolean | undefined;
}
interface RenderRequest {
  readonly projectId: ProjectId;
  readonly articleId?: ArticleId | undefined;
  readonly hidden?: boolean | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly collectionId?: CollectionId | undefined;
  readonly all?: boolean | undefined;
  readonly left?: CollectionId | undefined;
  readonly alike?: boolean | undefined;
}

export const render = handle(renderJob, async (ctx, what, { jobId }) => {
  const { projectId } = what;
  const center = await readCenter(ctx, projectId);
  if (!center) return await closeHelpCenter(ctx, projectId, jobId);
  const [saved] = await ctx.db.read(readRun(projectId, jobId));
  let cursor: Cursor = saved === undefined ? await firstCursor(ctx, center, what) : (JSON.parse(saved) as Cursor);
  const { left, alike } = cursor;
  // Stored before anything is rendered: both values are read from the article's stored page, which the first step overwrites.
  if (saved === undefined && what.articleId !== undefined)
    await ctx.db.commit([writeRun(projectId, jobId, JSON.stringify(cursor), ctx.clock.now())]);
  if (saved === undefined && what.all === true) await ctx.db.commit([writeLatestRun(projectId, "whole", jobId, ctx.clock.now())]);
  const steps = stepsOf(ctx, center, { ...what, left, alike }, jobId);
  for (let step = steps[cursor.step]; step; step = steps[cursor.step]) {
    if (isBudgetSpent(ctx)) {
      await ctx.db.commit([writeRun(projectId, jobId, JSON.stringify(cursor), ctx.clock.now())]);
      return "again";
    }
    // A later full run renders the same pages from newer data.
    if (what.all === true && (await isSuperseded(ctx, projectId, "whole", jobId))) break;
    const at = await step(cursor.at);
    cursor = at === undefined ? { step: cursor.step + 1, left, alike } : { step: cursor.step, at, left, alike };
  }
  await ctx.db.commit([writeRunFinished(projectId, jobId), writeRendered(projectId, ctx.clock.now())]);
  return undefined;
});

async function firstCursor(ctx: Ctx, center: Center, what: RenderRequest): Promise<Cursor> {
  const { articleId, hidden } = what;
  if (articleId === undefined) return { step: 0 };
  const left = await formerCollectionOf(ctx, center, what);
  return { step: 0, left, alike: hidden !== true && left === undefined && (await isListedAsBefore(ctx, center, articleId)) };
}

/** The collection that the article was in when its page was last rendered, if it has left it since. */
async function formerCollectionOf(
  ctx: Ctx,
  { projectId, locales }: Center,
  { articleId, paths }: RenderRequest,
): Promise<CollectionId | undefined> {
  if (articleId === undefined) return undefined;
  const [place, { slugs }] = await ctx.db.read(readPlace(projectId, articleId), readPaths(projectId, articleId, paths));
  const pages = await Promise.all(
    slugs
      .slice(0, 20)
      .flatMap((slug) => locales.map((locale) => readStored(ctx.env, pageKey(projectId, articlePath(locale, slug)), false))),
  );
  const shelf = pages.find((page) => page?.meta["shelf"] !== undefined)?.meta["shelf"];
  return shelf !== undefined && shelf !== place?.collectionId && isId("collection", shelf) ? shelf : undefined;
}

function stepsOf(
  ctx: Ctx,
  center: Center,
  { articleId, hidden, paths, collectionId, all, left, alike }: RenderRequest,
  jobId: string,
): Step[] {
  const { projectId, locales } = center;
  const front = locales.map((locale): Step => once(() => storeHome(ctx, projectId, locale)));
  const lists = [...front, once(() => storeLlms(ctx, projectId)), sitemap(ctx, center, jobId)];
  if (all === true)
    return [
      (at) => storeArticlesAfter(ctx, center, at),
      (after = "") => storeCollectionsAfter(ctx, center, after),
      ...lists,
      (after) => sweep(ctx, projectId, after),
      // Last, because until then readers are served by the previous site config.
      once(() => storeSiteConfig(ctx, projectId)),
    ];
  if (collectionId !== undefined)
    return [
      (at) => storeArticlesOf(ctx, center, collectionId, at),
      (at) => storeCollection(ctx, center, collectionId, at),
      ...lists,
      once(() => storeSiteConfig(ctx, projectId)),
    ];
  if (articleId !== undefined) {
    const own = numbered((from) => storeArticle(ctx, center, articleId, from, paths, true));
    if (alike === true) return [own, sitemap(ctx, center, jobId)];
    return [
      own,
      numbered((from) => storeNeighbours(ctx, center, articleId, from)),
      async (at) => {
        const [place] = await ctx.db.read(readPlace(projectId, articleId));
        return place?.collectionId ? await storeCollection(ctx, center, place.collectionId, at) : undefined;
      },
      ...(left
        ? [
            (at: string | undefined) => storeArticlesOf(ctx, center, left, at),
            (at: string | undefined) => storeCollection(ctx, center, left, at),
          ]
        : []),
      ...(hidden === true ? [(after: string | undefined) => storeReferringPages(ctx, projectId, articleId, after)] : []),
      ...lists,
    ];
  }
  return [...lists, once(() => storeSiteConfig(ctx, projectId))];
}
