// Finds related articles while a page is rendered, so that readers' requests need no query.
import { readQueryTermCounts, retrieve, type TermCounts } from "#modules/retrieval";
import type { Center, RenderCtx } from "./center.ts";
import type { LiveText } from "./article-queries.ts";
import { type Listed, readListed } from "./queries.ts";

const SHOWN = 4;

const localesOf = ({ defaultLocale }: Center, locale: string): string[] => [...new Set([locale, defaultLocale])];
/** What the search of `relatedTo` reads first, to be read together with something else. */
export const relatedTermCounts = (center: Center, locale: string, { title }: LiveText) =>
  readQueryTermCounts(center.projectId, title, false, localesOf(center, locale));

/** Public articles that are similar to this one, by its title. */
export async function relatedTo(
  ctx: RenderCtx,
  center: Center,
  locale: string,
  article: LiveText,
  termCounts: TermCounts,
): Promise<Listed[]> {
  const { projectId, defaultLocale } = center;
  const { hits } = await retrieve(ctx, {
    projectId,
    query: article.title,
    termCounts,
    locales: localesOf(center, locale),
    audiences: ["public"],
    kinds: ["articles"],
    limit: 12,
    // Words only: thousands of pages may be rendered at once, and each semantic search is a provider call.
    onlyWords: true,
  });
  const ids = [...new Set(hits.map((hit) => hit.key.split("/")[0] ?? ""))]
    .filter((id) => id !== "" && id !== article.articleId)
    .slice(0, 8);
  if (ids.length === 0) return [];
  const [listed] = await ctx.db.read(readListed(projectId, [locale, defaultLocale], ids));
  const place = new Map(ids.map((id, i) => [id, i]));
  return listed.toSorted((a, b) => (place.get(a.articleId) ?? 0) - (place.get(b.articleId) ?? 0)).slice(0, SHOWN);
}
