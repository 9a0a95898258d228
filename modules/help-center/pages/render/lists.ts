// Renders and stores the pages that list articles: collections, home, and the lists for programs.
import type { CollectionId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { collectionPath, homePath } from "../addresses.ts";
import type { Center } from "../center.ts";
import { renderCollection, renderHome, renderLlms, readCenter, LIST_START } from "../render-path.ts";
import { sitemapIndex, sitemapPart } from "../templates/lists.ts";
import { type At, readMapped, readShelf } from "../queries.ts";
import { readShelfIds, writeLatestRun } from "../run-queries.ts";
import { GONE, pageKey, readStored, writeObjects } from "../store.ts";
import { isSuperseded, type Step } from "./step.ts";

const PER_SITEMAP = 1000;
interface CollectionCursor {
  readonly locale: number;
  readonly page: number;
  readonly after: At;
}
/** Renders one page of a collection in one language per call. After the last page, it clears pages that existed before. */
export async function storeCollection(ctx: Ctx, center: Center, id: CollectionId, from: string | undefined): Promise<string | undefined> {
  const { projectId, locales, defaultLocale } = center;
  const at: CollectionCursor = from === undefined ? { locale: 0, page: 1, after: LIST_START } : (JSON.parse(from) as CollectionCursor);
  const locale = locales[at.locale];
  if (locale === undefined) return undefined;
  const next = JSON.stringify({ locale: at.locale + 1, page: 1, after: LIST_START } satisfies CollectionCursor);
  const [shelf] = await ctx.db.read(readShelf(projectId, [locale, defaultLocale], id));
  if (!shelf) return next;
  const path = collectionPath(locale, shelf.slug, at.page);
  let following: At | undefined;
  await writeObjects(ctx.env, [pageKey(projectId, path)], async () => {
    const { rendered, next: then } = await renderCollection(
      ctx,
      projectId,
      { kind: "collection", locale, slug: shelf.slug, page: at.page },
      at.after,
    );
    following = then;
    return [rendered];
  });
  if (following) return JSON.stringify({ locale: at.locale, page: at.page + 1, after: following } satisfies CollectionCursor);
  await clearNumbered(ctx, projectId, (n) => collectionPath(locale, shelf.slug, at.page + n));
  return next;
}
/** Marks consecutively numbered objects as gone until one does not exist. */
async function clearNumbered(ctx: Ctx, projectId: ProjectId, pathOf: (n: number) => string): Promise<void> {
  for (let n = 1; ; n += 1) {
    const key = pageKey(projectId, pathOf(n));
    const there = await readStored(ctx.env, key, false);
    if (!there || there.meta["kind"] === "gone") return;
    await writeObjects(ctx.env, [key], async () => [GONE]);
  }
}
export async function storeCollectionsAfter(ctx: Ctx, center: Center, from: string): Promise<string | undefined> {
  const cut = from.indexOf(" ");
  const [done, within] = cut === -1 ? [from, undefined] : [from.slice(0, cut), from.slice(cut + 1)];
  const [[id]] = await ctx.db.read(readShelfIds(center.projectId, done, 1));
  if (id === undefined) return undefined;
  const at = await storeCollection(ctx, center, id, within);
  return at === undefined ? id : `${done} ${at}`;
}
export const storeHome = (ctx: Ctx, projectId: ProjectId, locale: string): Promise<void> =>
  writeObjects(ctx.env, [pageKey(projectId, homePath(locale))], async () => [await renderHome(ctx, projectId, locale)]);
export const storeLlms = (ctx: Ctx, projectId: ProjectId): Promise<void> =>
  writeObjects(ctx.env, [pageKey(projectId, "llms.txt")], async () => [await renderLlms(ctx, projectId)]);

const XML = "application/xml; charset=utf-8";
/** Renders the parts, then the index. Stops if a later run has begun, because that one renders all of them. */
export function sitemap(ctx: Ctx, center: Center, jobId: string): Step {
  const { projectId } = center;
  return async (from) => {
    const [n, after] = from === undefined ? [1, ""] : (JSON.parse(from) as [number, string]);
    if (from === undefined) await ctx.db.commit([writeLatestRun(projectId, "sitemap", jobId, ctx.clock.now())]);
    else if (await isSuperseded(ctx, projectId, "sitemap", jobId)) return undefined;
    let last: string | undefined;
    await writeObjects(ctx.env, [pageKey(projectId, `sitemap-${n}.xml`)], async () => {
      const now = await readCenter(ctx, projectId);
      if (!now) return [GONE];
      const [mapped] = await ctx.db.read(readMapped(projectId, after, PER_SITEMAP));
      last = mapped.length < PER_SITEMAP ? undefined : mapped.at(-1)?.articleId;
      return [{ kind: "text", type: XML, body: sitemapPart(now, mapped, n === 1) }];
    });
    if (last !== undefined) return JSON.stringify([n + 1, last]);
    await writeObjects(ctx.env, [pageKey(projectId, "sitemap.xml")], async () => [
      { kind: "text", type: XML, body: sitemapIndex(center, n) },
    ]);
    await clearNumbered(ctx, projectId, (more) => `sitemap-${n + more}.xml`);
    return undefined;
  };
}
