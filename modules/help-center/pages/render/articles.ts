// Renders and stores article pages: those of one article, its neighbours, and all articles of a list.
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { articlePath, parsePagePath } from "../addresses.ts";
import { readPaths } from "#modules/articles";
import { readPlace } from "../article-queries.ts";
import type { Center } from "../center.ts";
import { NEIGHBOURS, renderArticle, renderOldAddress, listingHash, LIST_START } from "../render-path.ts";
import { type At, readAfter, readBefore, readListed } from "../queries.ts";
import { readIdsOf, readPublishedIds } from "../run-queries.ts";
import { listPages, pageKey, readStored, writeObjects } from "../store.ts";
import { isBudgetSpent } from "./step.ts";

/** Renders every address that the article has or had, in every language. Returns the index at which to resume, or undefined when done. */
export async function storeArticle(
  ctx: Ctx,
  center: Center,
  articleId: ArticleId,
  from = 0,
  paths?: readonly string[],
  own = false,
): Promise<number | undefined> {
  const { projectId } = center;
  const [{ slugs, old }] = await ctx.db.read(readPaths(projectId, articleId, paths));
  const tasks = [
    ...slugs.flatMap((slug) => center.locales.map((locale) => () => storeArticleAt(ctx, projectId, locale, slug, own))),
    ...old.map(
      (path) => () => writeObjects(ctx.env, [pageKey(projectId, path)], async () => [await renderOldAddress(ctx, projectId, path)]),
    ),
  ];
  for (let at = from; at < tasks.length; at += TOGETHER) {
    await Promise.all(tasks.slice(at, at + TOGETHER).map((work) => work()));
    if (isBudgetSpent(ctx) && at + TOGETHER < tasks.length) return at + TOGETHER;
  }
  return undefined;
}
/** Pages that are rendered in parallel: waiting for the object store takes longer than rendering. */
const TOGETHER = 4;
/** `own`: called by the job of this article, which also renders the pages that list it. */
export async function storeArticleAt(ctx: Ctx, projectId: ProjectId, locale: string, slug: string, own = false): Promise<void> {
  const path = pageKey(projectId, articlePath(locale, slug));
  await writeObjects(ctx.env, [path, `${path}.md`], async () => {
    const [page, text] = await renderArticle(ctx, projectId, locale, slug);
    return own || page.kind !== "page" ? [page, text] : [{ ...page, line: undefined }, text];
  });
}
/**
 * Whether title, summary, slug and position of the article are as they were when its own job last rendered it, so that no other page has to
 * change. Call before the job renders anything, and keep the result: the article's own pages hold the old values.
 */
export async function isListedAsBefore(ctx: Ctx, { projectId, locales, defaultLocale }: Center, articleId: ArticleId): Promise<boolean> {
  const [place, ...listed] = await ctx.db.read(
    readPlace(projectId, articleId),
    ...locales.map((locale) => readListed(projectId, [locale, defaultLocale], [articleId])),
  );
  const same = await Promise.all(
    locales.map(async (locale, i) => {
      const line = listed[i]?.[0];
      if (!line || !place) return false;
      const stored = await readStored(ctx.env, pageKey(projectId, articlePath(locale, line.slug)), false);
      return stored?.meta["kind"] === "page" && stored.meta["line"] === listingHash(line, place.collectionId);
    }),
  );
  return same.every(Boolean);
}
/**
 * Renders the pages that show this article in their side list or as previous or next. One language per call; returns the index of the next
 * language.
 */
export async function storeNeighbours(ctx: Ctx, center: Center, articleId: ArticleId, from: number): Promise<number | undefined> {
  const { projectId, locales, defaultLocale } = center;
  const locale = locales[from];
  const [place] = await ctx.db.read(readPlace(projectId, articleId));
  if (!place || locale === undefined) return undefined;
  const at: At = { place: place.place, id: articleId };
  const both = [locale, defaultLocale] as const;
  const lists = await ctx.db.read(
    readBefore(projectId, place.collectionId, both, at, NEIGHBOURS),
    readAfter(projectId, place.collectionId, both, at, NEIGHBOURS),
  );
  await Promise.all(lists.flat().map(({ slug }) => storeArticleAt(ctx, projectId, locale, slug)));
  return from + 1;
}
/** Renders the pages that link to the article as a neighbour or as related. */
export async function storeReferringPages(
  ctx: Ctx,
  projectId: ProjectId,
  articleId: ArticleId,
  from: string | undefined,
): Promise<string | undefined> {
  const prefix = pageKey(projectId, "");
  const listed = await listPages(ctx.env, projectId, 500, from);
  for (const { key, names } of listed.objects) {
    if (!names.includes(articleId)) continue;
    const place = parsePagePath(key.slice(prefix.length));
    if (place?.kind === "article" && !place.markdown) await storeArticleAt(ctx, projectId, place.locale, place.slug);
    if (isBudgetSpent(ctx)) return key;
  }
  return listed.more ? listed.objects.at(-1)?.key : undefined;
}
/** A position in a list of articles. `done`: the last article that was rendered. `within`: where to resume in the next one. */
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
  const { done, within = 0 } = from === undefined ? { done: LIST_START } : (JSON.parse(from) as Walk);
  const found = await next(done);
  let last = done;
  for (let i = 0; i < found.length && !isBudgetSpent(ctx); i += TOGETHER) {
    const some = found.slice(i, i + TOGETHER);
    // Only the first article of the list can be partly rendered.
    const rests = await Promise.all(some.map(({ id }, n) => storeArticle(ctx, center, id, i + n === 0 ? within : 0)));
    for (const [n, rest] of rests.entries()) {
      if (rest !== undefined) return JSON.stringify({ done: last, within: n === 0 ? rest : 0 } satisfies Walk);
      last = some[n] ?? last;
    }
  }
  return found.length === 0 ? undefined : JSON.stringify({ done: { place: last.place, id: last.id } } satisfies Walk);
}
const AT_ONCE = 50;
export const storeArticlesAfter = (ctx: Ctx, center: Center, from: string | undefined): Promise<string | undefined> =>
  walk(ctx, center, from, async ({ id: after }) => {
    const [ids] = await ctx.db.read(readPublishedIds(center.projectId, after, AT_ONCE));
    return ids.map((id) => ({ id, place: 0 }));
  });
export const storeArticlesOf = (
  ctx: Ctx,
  center: Center,
  collectionId: CollectionId,
  from: string | undefined,
): Promise<string | undefined> =>
  walk(ctx, center, from, async (after) => (await ctx.db.read(readIdsOf(center.projectId, collectionId, after, AT_ONCE)))[0]);
