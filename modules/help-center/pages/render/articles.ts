// Renders article pages: their own, their neighbours', and walks over many.
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { articlePath, placeOf } from "../addresses.ts";
import { readPaths } from "#modules/articles";
import { readPlace } from "../article-queries.ts";
import type { Center } from "../center.ts";
import { NEIGHBOURS, drawArticle, drawOld, lineOf, START } from "../draw-path.ts";
import { type At, readAfter, readBefore, readListed } from "../queries.ts";
import { readIdsOf, readPublishedIds } from "../run-queries.ts";
import { listPages, pageKey, readStored, settle } from "../store.ts";
import { enough } from "./step.ts";

/** Every address that the article has or had, in every language: from one of them on, until it is enough. */
export async function renderArticle(
  ctx: Ctx,
  center: Center,
  articleId: ArticleId,
  from = 0,
  paths?: readonly string[],
  own = false,
): Promise<number | undefined> {
  const { projectId } = center;
  const [{ slugs, old }] = await ctx.db.read(readPaths(projectId, articleId, paths));
  const works = [
    ...slugs.flatMap((slug) => center.locales.map((locale) => () => renderAt(ctx, projectId, locale, slug, own))),
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
/** `own`: the job of this article, which also sees to those that name it. */
export async function renderAt(ctx: Ctx, projectId: ProjectId, locale: string, slug: string, own = false): Promise<void> {
  const path = pageKey(projectId, articlePath(locale, slug));
  await settle(ctx.env, [path, `${path}.md`], async () => {
    const [page, text] = await drawArticle(ctx, projectId, locale, slug);
    return own || page.kind !== "page" ? [page, text] : [{ ...page, line: undefined }, text];
  });
}
/**
 * Whether readers find the article under the same name and at the same place as when its own job last drew it: then no other page
 * says anything else. Only of a job that has drawn nothing yet, and it keeps the answer, since its own pages are the proof.
 */
export async function isNamedAsBefore(ctx: Ctx, { projectId, locales, defaultLocale }: Center, articleId: ArticleId): Promise<boolean> {
  const [place, ...listed] = await ctx.db.read(
    readPlace(projectId, articleId),
    ...locales.map((locale) => readListed(projectId, [locale, defaultLocale], [articleId])),
  );
  const same = await Promise.all(
    locales.map(async (locale, i) => {
      const line = listed[i]?.[0];
      if (!line || !place) return false;
      const stored = await readStored(ctx.env, pageKey(projectId, articlePath(locale, line.slug)), false);
      return stored?.meta["kind"] === "page" && stored.meta["line"] === lineOf(line, place.collectionId);
    }),
  );
  return same.every(Boolean);
}
/** The pages that name this article in the list beside them, or as the one before or after; in one language at a time. */
export async function renderNeighbours(ctx: Ctx, center: Center, articleId: ArticleId, from: number): Promise<number | undefined> {
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
  await Promise.all(lists.flat().map(({ slug }) => renderAt(ctx, projectId, locale, slug)));
  return from + 1;
}
/** The pages that lead to the article, near to it or related. */
export async function renderNaming(
  ctx: Ctx,
  projectId: ProjectId,
  articleId: ArticleId,
  from: string | undefined,
): Promise<string | undefined> {
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
export const articlesAfter = (ctx: Ctx, center: Center, from: string | undefined): Promise<string | undefined> =>
  walk(ctx, center, from, async ({ id: after }) => {
    const [ids] = await ctx.db.read(readPublishedIds(center.projectId, after, AT_ONCE));
    return ids.map((id) => ({ id, place: 0 }));
  });
export const articlesOf = (ctx: Ctx, center: Center, collectionId: CollectionId, from: string | undefined): Promise<string | undefined> =>
  walk(ctx, center, from, async (after) => (await ctx.db.read(readIdsOf(center.projectId, collectionId, after, AT_ONCE)))[0]);
