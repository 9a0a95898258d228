// Renders and stores article pages: those of one article, those that link to it, and all articles of a list.
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { articlePath, parsePagePath } from "../addresses.ts";
import { readPaths } from "#modules/articles";
import type { Center } from "../center.ts";
import { renderArticles, renderOldAddress, LIST_START } from "../render-path.ts";
import type { At } from "../queries.ts";
import { readIdsOf, readPublishedIds } from "../run-queries.ts";
import { listPages, GONE, pageKey, type Rendered, writeObjects } from "../store.ts";
import { isBudgetSpent } from "./step.ts";

/** Called before the article's own job replaces a page: what was stored, and what is stored now. May be called again for the same page. */
export type Replaced = (before: Readonly<Record<string, string>>, now: Rendered) => Promise<void>;

/** Renders every address that the article has or had, in every language. Returns the index at which to resume, or undefined when done. */
export async function storeArticle(ctx: Ctx, center: Center, articleId: ArticleId, from = 0): Promise<number | undefined> {
  const [paths] = await ctx.db.read(readPaths(center.projectId, articleId));
  return await storeAddresses(ctx, center, paths, from);
}
/** Renders these addresses in every language. `own`: by the job of their article, whose change reaches the pages that list it. */
export async function storeAddresses(
  ctx: Ctx,
  center: Center,
  { slugs, old }: { readonly slugs: readonly string[]; readonly old: readonly string[] },
  from: number,
  own?: Replaced,
): Promise<number | undefined> {
  const { projectId } = center;
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
export const TOGETHER = 4;
export async function storeArticleAt(ctx: Ctx, projectId: ProjectId, locale: string, slug: string, own?: Replaced): Promise<void> {
  const path = pageKey(projectId, articlePath(locale, slug));
  await writeObjects(ctx.env, [path, `${path}.md`], async ([before = {}]) => {
    const [[page, text] = [GONE, GONE]] = await renderArticles(ctx, projectId, [{ locale, slug }]);
    await own?.(before, page);
    return [own ? page : asListedBefore(page), text];
  });
}
/** Renders articles' pages after changes of other articles. Their Markdown names no other article, so it stays. */
export async function storeArticlePagesAt(
  ctx: Ctx,
  projectId: ProjectId,
  places: readonly { readonly locale: string; readonly slug: string }[],
): Promise<void> {
  const keys = places.map(({ locale, slug }) => pageKey(projectId, articlePath(locale, slug)));
  await writeObjects(ctx.env, keys, async (before) => {
    const asked = places.map(({ locale, slug }, i) => ({ locale, slug, related: before[i]?.["related"]?.split(" ") }));
    return (await renderArticles(ctx, projectId, asked)).map(([page]) => asListedBefore(page));
  });
}
/** Keeps the stored hash of what other pages show of the article, until its own job has made them follow. */
const asListedBefore = (page: Rendered): Rendered => (page.kind === "page" ? { ...page, line: undefined } : page);
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
    if (place?.kind === "article" && !place.markdown) await storeArticlePagesAt(ctx, projectId, [place]);
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
