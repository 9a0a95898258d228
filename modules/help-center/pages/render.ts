// The job that renders public pages and stores them in the object store, in bounded slices. It may be killed anywhere and then repeats its slice. Two
// jobs may run at once: what an object holds depends only on the database, not on who writes it (store.ts).
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { renderJob } from "#modules/articles";
import type { Center } from "./center.ts";
import { centerFrom, centerReads } from "./render-path.ts";
import { changeReads, storeChangedArticle } from "./render/article-job.ts";
import { storeArticlesAfter, storeArticlesOf } from "./render/articles.ts";
import { storeDuePages } from "./render/due.ts";
import { storeCollection, storeCollectionsAfter, storeHome, storeLlms, sitemap } from "./render/lists.ts";
import { isBudgetSpent, isSuperseded, numbered, once, type Step } from "./render/step.ts";
import { closeHelpCenter, storeSiteConfig, sweep } from "./render/whole.ts";
import { readRun, writeLatestRun, writeRendered, writeRun, writeRunFinished } from "./run-queries.ts";

/** An id that no article has: other jobs read nothing of an article, in the same round trip. */
const NONE = "" as ArticleId;
/** Where a run resumes: the step, and the position within it. Stored as JSON. */
interface Cursor {
  readonly step: number;
  readonly at?: string;
}
/** What versions before due pages stored for an article's job. */
interface FormerCursor {
  readonly alike?: boolean;
  readonly left?: CollectionId;
}
interface RenderRequest {
  readonly projectId: ProjectId;
  readonly articleId?: ArticleId | undefined;
  readonly hidden?: boolean | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly collectionId?: CollectionId | undefined;
  readonly all?: boolean | undefined;
}

export const render = handle(renderJob, async (ctx, what, { jobId }) => {
  const { projectId, articleId, due, all } = what;
  const [saved, profile, settings, answers, ...changed] = await ctx.db.read(
    readRun(projectId, jobId),
    ...centerReads(projectId),
    ...changeReads(projectId, articleId ?? NONE, what.paths),
  );
  const center = centerFrom(ctx, projectId, [profile, settings, answers]);
  if (!center) return await closeHelpCenter(ctx, projectId, jobId);
  if (due === true) return await storeDuePages(ctx, center, jobId);
  const { alike, left, ...resumed }: Cursor & FormerCursor = saved === undefined ? { step: 0 } : (JSON.parse(saved) as Cursor);
  // Such a run begins again: it may have replaced the pages that tell what has changed.
  const former = alike !== undefined;
  let cursor: Cursor = former ? { step: 0 } : resumed;
  if (saved === undefined && all === true) await ctx.db.commit([writeLatestRun(projectId, "whole", jobId, ctx.clock.now())]);
  const steps =
    articleId === undefined
      ? stepsOf(ctx, center, what, jobId)
      : [numbered((from) => storeChangedArticle(ctx, center, { articleId, hidden: what.hidden === true || former, left }, changed, from))];
  for (let step = steps[cursor.step]; step; step = steps[cursor.step]) {
    if (isBudgetSpent(ctx)) {
      await ctx.db.commit([writeRun(projectId, jobId, JSON.stringify(cursor), ctx.clock.now())]);
      return "again";
    }
    // A later full run renders the same pages from newer data.
    if (all === true && (await isSuperseded(ctx, projectId, "whole", jobId))) break;
    const at = await step(cursor.at);
    cursor = at === undefined ? { step: cursor.step + 1 } : { step: cursor.step, at };
  }
  // The pages that name an article are still due.
  if (articleId === undefined) await ctx.db.commit([writeRunFinished(projectId, jobId), writeRendered(projectId, ctx.clock.now())]);
  else if (saved !== undefined) await ctx.db.commit([writeRunFinished(projectId, jobId)]);
  return undefined;
});
function stepsOf(ctx: Ctx, center: Center, { collectionId, all }: RenderRequest, jobId: string): Step[] {
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
  return [...lists, once(() => storeSiteConfig(ctx, projectId))];
}
