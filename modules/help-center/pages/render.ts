// The job that renders public pages into the bucket, in bounded slices. It may be killed anywhere and begins its slice again; two of
// them may run at once: each object is written as the database says, whoever writes it (store.ts).
import { seconds } from "#kernel/clock/index.ts";
import { type ArticleId, type CollectionId, isId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { articlePath, collectionPath, homePath, placeOf } from "./addresses.ts";
import type { Center } from "./center.ts";
import { BESIDE, drawArticle, drawCollection, drawHome, drawLlms, drawOld, readCenter, START } from "./draw-path.ts";
import { sitemapIndex, sitemapPart } from "./draw/lists.ts";
import { renderJob } from "./jobs.ts";
import {
  type At,
  readAfter,
  readBefore,
  readIdsOf,
  readMapped,
  readNewest,
  readPaths,
  readPlace,
  readPublishedIds,
  readRun,
  readShelf,
  readShelfIds,
  writeBegun,
  writeRendered,
  writeRun,
  writeRunEnded,
} from "./queries.ts";
import { type Drawn, listPages, manifestKey, pageKey, readStored, removePages, settle } from "./store.ts";
import { readFace } from "#modules/projects";

/** Statements of one slice: an invocation may ask about 900, and what follows the last check takes its share. */
const ENOUGH = 600;
const enough = (ctx: Ctx): boolean => ctx.db.cost.statements > ENOUGH;
const PER_SITEMAP = 1000;
const GONE: Drawn = { kind: "gone" };
/** Longer than the lease of a job: whatever wrote when the help center closed has ended. */
const AFTER_CLOSING = seconds(6 * 60);

/** Where a run is: its step, and within it. */
interface Cursor {
  readonly step: number;
  readonly at?: string;
  /** The collection whose page lists the article although it stands there no more. */
  readonly left?: CollectionId | undefined;
}
/** Does a part of a step from `at`, and answers where to go on; undefined: the step is done. */
type Step = (at: string | undefined) => Promise<string | undefined>;

interface What {
  readonly projectId: ProjectId;
  readonly articleId?: ArticleId | undefined;
  readonly hidden?: boolean | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly collectionId?: CollectionId | undefined;
  readonly all?: boolean | undefined;
  readonly left?: CollectionId | undefined;
}

export const render = handle(renderJob, async (ctx, what, { jobId }) => {
  const { projectId } = what;
  const center = await readCenter(ctx, projectId);
  if (!center) return await close(ctx, projectId, jobId);
  const [saved] = await ctx.db.read(readRun(projectId, jobId));
  let cursor: Cursor = saved === undefined ? { step: 0, left: await leftOf(ctx, center, what) } : (JSON.parse(saved) as Cursor);
  const { left } = cursor;
  // Kept from the first moment on: once its page is drawn anew, nothing else knows it.
  if (saved === undefined && left) await ctx.db.commit([writeRun(projectId, jobId, JSON.stringify(cursor), ctx.clock.now())]);
  if (saved === undefined && what.all === true) await ctx.db.commit([writeBegun(projectId, "whole", jobId, ctx.clock.now())]);
  const steps = stepsOf(ctx, center, { ...what, left }, jobId);
  for (let step = steps[cursor.step]; step; step = steps[cursor.step]) {
    if (enough(ctx)) {
      await ctx.db.commit([writeRun(projectId, jobId, JSON.stringify(cursor), ctx.clock.now())]);
      return "again";
    }
    // A later run draws the same again, with all that this one would say.
    if (what.all === true && (await isOvertaken(ctx, projectId, "whole", jobId))) break;
    const at = await step(cursor.at);
    cursor = at === undefined ? { step: cursor.step + 1, left } : { step: cursor.step, at, left };
  }
  await ctx.db.commit([writeRunEnded(projectId, jobId), writeRendered(projectId, ctx.clock.now())]);
  return undefined;
});

/** The collection that the article stood in when its page was last drawn, if it has left that. */
async function leftOf(ctx: Ctx, { projectId, locales }: Center, { articleId, paths }: What): Promise<CollectionId | undefined> {
  if (articleId === undefined) return undefined;
  const [place, { slugs }] = await ctx.db.read(readPlace(projectId, articleId), readPaths(projectId, articleId, paths));
  const drawn = await Promise.all(
    slugs
      .slice(0, 20)
      .flatMap((slug) => locales.map((locale) => readStored(ctx.env, pageKey(projectId, articlePath(locale, slug)), false))),
  );
  const shelf = drawn.find((stored) => stored?.meta["shelf"] !== undefined)?.meta["shelf"];
  return shelf !== undefined && shelf !== place?.collectionId && isId("collection", shelf) ? shelf : undefined;
}

async function isOvertaken(ctx: Ctx, projectId: ProjectId, which: "whole" | "sitemap", jobId: string): Promise<boolean> {
  const [newest] = await ctx.db.read(readNewest(projectId));
  return newest !== undefined && newest[which] !== jobId;
}

function stepsOf(ctx: Ctx, center: Center, { articleId, hidden, paths, collectionId, all, left }: What, jobId: string): Step[] {
  const { projectId, locales } = center;
  const front = locales.map((locale): Step => once(() => renderHome(ctx, projectId, locale)));
  const lists = [...front, once(() => renderLlms(ctx, projectId)), sitemap(ctx, center, jobId)];
  if (all === true)
    return [
      (at) => articlesAfter(ctx, center, at),
      (after = "") => collectionsAfter(ctx, center, after),
      ...lists,
      (after) => sweep(ctx, projectId, after),
      // Last: until here readers find what the manifest before this one names.
      once(() => renderManifest(ctx, projectId)),
    ];
  if (collectionId !== undefined)
    return [
      (at) => articlesOf(ctx, center, collectionId, at),
      (at) => collectionPages(ctx, center, collectionId, at),
      ...lists,
      once(() => renderManifest(ctx, projectId)),
    ];
  if (articleId !== undefined)
    return [
      numbered((from) => renderArticle(ctx, center, articleId, from, paths)),
      numbered((from) => renderBeside(ctx, center, articleId, from)),
      async (at) => {
        const [place] = await ctx.db.read(readPlace(projectId, articleId));
        return place?.collectionId ? await collectionPages(ctx, center, place.collectionId, at) : undefined;
      },
      ...(left
        ? [
            (at: string | undefined) => articlesOf(ctx, center, left, at),
            (at: string | undefined) => collectionPages(ctx, center, left, at),
          ]
        : []),
      ...(hidden === true ? [(after: string | undefined) => renderNaming(ctx, projectId, articleId, after)] : []),
      ...lists,
    ];
  return [...lists, once(() => renderManifest(ctx, projectId))];
}
const once =
  (work: () => Promise<void>): Step =>
  async () => {
    await work();
    return undefined;
  };

const numbered =
  (work: (from: number) => Promise<number | undefined>): Step =>
  async (from) => {
    const next = await work(Number(from ?? 0));
    return next === undefined ? undefined : String(next);
  };

// --- articles ---------------------------------------------------------------------

/** Every address that the article has or had, in every language: from one of them on, until it is enough. */
async function renderArticle(
  ctx: Ctx,
  center: Center,
  articleId: ArticleId,
  from = 0,
  paths?: readonly string[],
): Promise<number | undefined> {
  const { projectId } = center;
  const [{ slugs, old }] = await ctx.db.read(readPaths(projectId, articleId, paths));
  const works = [
    ...slugs.flatMap((slug) => center.locales.map((locale) => () => renderAt(ctx, projectId, locale, slug))),
    ...old.map((path) => () => settle(ctx.env, [pageKey(projectId, path)], async () => [await drawOld(ctx, projectId, path)])),
  ];
  for (let at = from; at < works.length; at += TOGETHER) {
    await Promise.all(works.slice(at, at + TOGETHER).map((work) => work()));
    if (enough(ctx) && at + TOGETHER < works.length) return at + TOGETHER;
  }
  return undefined;
}
/** Pages that are drawn at the same time: a call of the bucket takes longer than what is between two of them. */
const TOGETHER = 4;
async function renderAt(ctx: Ctx, projectId: ProjectId, locale: string, slug: string): Promise<void> {
  const path = pageKey(projectId, articlePath(locale, slug));
  await settle(ctx.env, [path, `${path}.md`], () => drawArticle(ctx, projectId, locale, slug));
}
/** The pages that name this article in the list beside them, or as the one before or after; in one language at a time. */
async function renderBeside(ctx: Ctx, center: Center, articleId: ArticleId, from: number): Promise<number | undefined> {
  const { projectId, locales, defaultLocale } = center;
  const locale = locales[from];
  const [place] = await ctx.db.read(readPlace(projectId, articleId));
  if (!place || locale === undefined) return undefined;
  const at: At = { place: place.place, id: articleId };
  const both = [locale, defaultLocale] as const;
  const lists = await ctx.db.read(
    readBefore(projectId, place.collectionId, both, at, BESIDE),
    readAfter(projectId, place.collectionId, both, at, BESIDE),
  );
  await Promise.all(lists.flat().map(({ slug }) => renderAt(ctx, projectId, locale, slug)));
  return from + 1;
}
/** The pages that lead to the article, near to it or related. */
async function renderNaming(ctx: Ctx, projectId: ProjectId, articleId: ArticleId, from: string | undefined): Promise<string | undefined> {
  const prefix = pageKey(projectId, "");
  const listed = await listPages(ctx.env, projectId, 500, from);
  for (const { key, names } of listed.objects) {
    if (!names.includes(articleId)) continue;
    const place = placeOf(key.slice(prefix.length));
    if (place?.kind === "article" && !place.markdown) await renderAt(ctx, projectId, place.locale, place.slug);
    if (enough(ctx)) return key;
  }
  return listed.more ? listed.objects.at(-1)?.key : undefined;
}
/** A walk over articles: `done` = the last one that was drawn, `within` = where the next one goes on. */
interface Walk {
  readonly done: At;
  readonly within?: number;
}
async function walk(
  ctx: Ctx,
  center: Center,
  from: string | undefined,
  next: (after: At) => Promise<readonly { id: ArticleId; place: number }[]>,
): Promise<string | undefined> {
  const { done, within = 0 } = from === undefined ? { done: START } : (JSON.parse(from) as Walk);
  const found = await next(done);
  let last = done;
  for (let i = 0; i < found.length && !enough(ctx); i += TOGETHER) {
    const some = found.slice(i, i + TOGETHER);
    // Only of the first one a part may be done.
    const rests = await Promise.all(some.map(({ id }, n) => renderArticle(ctx, center, id, i + n === 0 ? within : 0)));
    for (const [n, rest] of rests.entries()) {
      if (rest !== undefined) return JSON.stringify({ done: last, within: n === 0 ? rest : 0 } satisfies Walk);
      last = some[n] ?? last;
    }
  }
  return found.length === 0 ? undefined : JSON.stringify({ done: { place: last.place, id: last.id } } satisfies Walk);
}
const AT_ONCE = 50;
const articlesAfter = (ctx: Ctx, center: Center, from: string | undefined): Promise<string | undefined> =>
  walk(ctx, center, from, async ({ id: after }) => {
    const [ids] = await ctx.db.read(readPublishedIds(center.projectId, after, AT_ONCE));
    return ids.map((id) => ({ id, place: 0 }));
  });
const articlesOf = (ctx: Ctx, center: Center, collectionId: CollectionId, from: string | undefined): Promise<string | undefined> =>
  walk(ctx, center, from, async (after) => (await ctx.db.read(readIdsOf(center.projectId, collectionId, after, AT_ONCE)))[0]);

// --- collections, home, lists -----------------------------------------------------

interface CollectionCursor {
  readonly locale: number;
  readonly page: number;
  readonly after: At;
}
/** One page of a collection in one language at a time; after the last one, the pages that were there before. */
async function collectionPages(ctx: Ctx, center: Center, id: CollectionId, from: string | undefined): Promise<string | undefined> {
  const { projectId, locales, defaultLocale } = center;
  const at: CollectionCursor = from === undefined ? { locale: 0, page: 1, after: START } : (JSON.parse(from) as CollectionCursor);
  const locale = locales[at.locale];
  if (locale === undefined) return undefined;
  const next = JSON.stringify({ locale: at.locale + 1, page: 1, after: START } satisfies CollectionCursor);
  const [shelf] = await ctx.db.read(readShelf(projectId, [locale, defaultLocale], id));
  if (!shelf) return next;
  const path = collectionPath(locale, shelf.slug, at.page);
  let following: At | undefined;
  await settle(ctx.env, [pageKey(projectId, path)], async () => {
    const { drawn, next: then } = await drawCollection(
      ctx,
      projectId,
      { kind: "collection", locale, slug: shelf.slug, page: at.page },
      at.after,
    );
    following = then;
    return [drawn];
  });
  if (following) return JSON.stringify({ locale: at.locale, page: at.page + 1, after: following } satisfies CollectionCursor);
  await clear(ctx, projectId, (n) => collectionPath(locale, shelf.slug, at.page + n));
  return next;
}
/** Empties the objects of a numbered row, until there is none. */
async function clear(ctx: Ctx, projectId: ProjectId, pathOf: (n: number) => string): Promise<void> {
  for (let n = 1; ; n += 1) {
    const key = pageKey(projectId, pathOf(n));
    const there = await readStored(ctx.env, key, false);
    if (!there || there.meta["kind"] === "gone") return;
    await settle(ctx.env, [key], async () => [GONE]);
  }
}
async function collectionsAfter(ctx: Ctx, center: Center, from: string): Promise<string | undefined> {
  const cut = from.indexOf(" ");
  const [done, within] = cut === -1 ? [from, undefined] : [from.slice(0, cut), from.slice(cut + 1)];
  const [[id]] = await ctx.db.read(readShelfIds(center.projectId, done, 1));
  if (id === undefined) return undefined;
  const at = await collectionPages(ctx, center, id, within);
  return at === undefined ? id : `${done} ${at}`;
}
const renderHome = (ctx: Ctx, projectId: ProjectId, locale: string): Promise<void> =>
  settle(ctx.env, [pageKey(projectId, homePath(locale))], async () => [await drawHome(ctx, projectId, locale)]);
const renderLlms = (ctx: Ctx, projectId: ProjectId): Promise<void> =>
  settle(ctx.env, [pageKey(projectId, "llms.txt")], async () => [await drawLlms(ctx, projectId)]);

const XML = "application/xml; charset=utf-8";
/** Part after part, then the list of them. A run that began later writes them all, so this one stops. */
function sitemap(ctx: Ctx, center: Center, jobId: string): Step {
  const { projectId } = center;
  return async (from) => {
    const [n, after] = from === undefined ? [1, ""] : (JSON.parse(from) as [number, string]);
    if (from === undefined) await ctx.db.commit([writeBegun(projectId, "sitemap", jobId, ctx.clock.now())]);
    else if (await isOvertaken(ctx, projectId, "sitemap", jobId)) return undefined;
    let last: string | undefined;
    await settle(ctx.env, [pageKey(projectId, `sitemap-${n}.xml`)], async () => {
      const now = await readCenter(ctx, projectId);
      if (!now) return [GONE];
      const [mapped] = await ctx.db.read(readMapped(projectId, after, PER_SITEMAP));
      last = mapped.length < PER_SITEMAP ? undefined : mapped.at(-1)?.articleId;
      return [{ kind: "text", type: XML, body: sitemapPart(now, mapped, n === 1) }];
    });
    if (last !== undefined) return JSON.stringify([n + 1, last]);
    await settle(ctx.env, [pageKey(projectId, "sitemap.xml")], async () => [{ kind: "text", type: XML, body: sitemapIndex(center, n) }]);
    await clear(ctx, projectId, (more) => `sitemap-${n + more}.xml`);
    return undefined;
  };
}

// --- the whole --------------------------------------------------------------------

/** Clocks of the worker and the bucket differ by less. */
const SKEW = seconds(60);
/** What lies in the bucket and should not: pages of languages, collections and addresses that are no more. */
async function sweep(ctx: Ctx, projectId: ProjectId, from: string | undefined): Promise<string | undefined> {
  const prefix = pageKey(projectId, "");
  const listed = await listPages(ctx.env, projectId, 500, from);
  const center = await readCenter(ctx, projectId);
  const [newest] = await ctx.db.read(readNewest(projectId));
  for (const { key, uploadedAt } of listed.objects) {
    // This run has just drawn it.
    if (newest?.begunAt && uploadedAt > newest.begunAt + SKEW) continue;
    const place = placeOf(key.slice(prefix.length));
    if (place?.kind === "article" && !place.markdown) await renderAt(ctx, projectId, place.locale, place.slug);
    else if (place?.kind === "home") await renderHome(ctx, projectId, place.locale);
    else if (place?.kind === "collection" && !(await isShelf(ctx, center, place.locale, place.slug)))
      await settle(ctx.env, [key], async () => [GONE]);
    if (enough(ctx)) return key;
  }
  return listed.more ? listed.objects.at(-1)?.key : undefined;
}
async function isShelf(ctx: Ctx, center: Center | undefined, locale: string, slug: string): Promise<boolean> {
  if (!center?.locales.includes(locale)) return false;
  // Any page number: the pages after the last one went with their collection's own step.
  const { drawn } = await drawCollection(ctx, center.projectId, { kind: "collection", locale, slug, page: 1 }, START);
  return drawn.kind !== "gone";
}

/** What a reader's request begins with. */
async function renderManifest(ctx: Ctx, projectId: ProjectId): Promise<void> {
  const [face] = await ctx.db.read(readFace(projectId));
  if (!face) return;
  await settle(ctx.env, [manifestKey(face.slug)], async () => {
    const center = await readCenter(ctx, projectId);
    return [center ? { kind: "text", type: "application/json", body: JSON.stringify(center) } : GONE];
  });
}

/** First nobody finds the pages any more, then they go. Once more later: a job may have been about to write one. */
async function close(ctx: Ctx, projectId: ProjectId, jobId: string): Promise<"again" | undefined> {
  await renderManifest(ctx, projectId);
  const { objects, more } = await listPages(ctx.env, projectId, 500);
  await removePages(
    ctx.env,
    objects.map((o) => o.key),
  );
  if (more) return "again";
  const now = ctx.clock.now();
  await ctx.db.commit([
    writeRunEnded(projectId, jobId),
    ...(objects.length === 0
      ? []
      : [
          writeJobs(
            [
              {
                id: newId("job", now),
                kind: renderJob.kind,
                key: `help.close:${jobId}`,
                payload: { projectId },
                projectId,
                dueAt: now + AFTER_CLOSING,
              },
            ],
            now,
          ),
        ]),
  ]);
  return undefined;
}
