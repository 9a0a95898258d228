// Finds related articles while a page is rendered, so that readers' requests need no query.
import type { Query } from "#kernel/db/index.ts";
import { readQueryTermCounts, retrieve, type TermCounts } from "#modules/retrieval";
import type { Center, RenderCtx } from "./center.ts";
import type { LiveText } from "./article-queries.ts";
import { type Listed, readListed } from "./queries.ts";

const SHOWN = 4;

/** What is read first: the articles that the page has shown so far, as far as they are still public, or what a search begins with. */
type Beginning = { readonly kept: readonly Listed[] } | { readonly termCounts: TermCounts };

const localesOf = ({ defaultLocale }: Center, locale: string): string[] => [...new Set([locale, defaultLocale])];
const inOrder = (listed: readonly Listed[], ids: readonly string[]): Listed[] => {
  const place = new Map(ids.map((id, i) => [id, i]));
  return listed.toSorted((a, b) => (place.get(a.articleId) ?? 0) - (place.get(b.articleId) ?? 0));
};

/**
 * What `relatedTo` reads first, to be read together with something else. `kept`: the articles that the page has shown so far, for a page
 * that is rendered because of other articles. A full list needs no search, which costs more than the rest of the page.
 */
export function relatedBeginning(center: Center, locale: string, { title }: LiveText, kept: readonly string[] = []): Query<Beginning> {
  if (kept.length < SHOWN) {
    const { statement, parse } = readQueryTermCounts(center.projectId, title, false, localesOf(center, locale));
    return { statement, parse: (rows) => ({ termCounts: parse(rows) }) };
  }
  const { statement, parse } = readListed(center.projectId, [locale, center.defaultLocale], kept);
  return { statement, parse: (rows) => ({ kept: inOrder(parse(rows), kept) }) };
}

/** Public articles that are similar to this one, by its title. */
export async function relatedTo(
  ctx: RenderCtx,
  center: Center,
  locale: string,
  article: LiveText,
  beginning: Beginning,
): Promise<readonly Listed[]> {
  if ("kept" in beginning && beginning.kept.length === SHOWN) return beginning.kept;
  const { projectId, defaultLocale } = center;
  const { hits } = await retrieve(ctx, {
    projectId,
    query: article.title,
    termCounts: "termCounts" in beginning ? beginning.termCounts : undefined,
    locales: localesOf(center, locale),
    audiences: ["public"],
    kinds: ["articles"],
    limit: 12,
    // Words only: thousands of pages may be rendered at once, and each semantic search is a provider call.
    onlyWords: true,
    fewer: true,
  });
  const ids = [...new Set(hits.map((hit) => hit.key.split("/")[0] ?? ""))]
    .filter((id) => id !== "" && id !== article.articleId)
    .slice(0, 8);
  if (ids.length === 0) return [];
  const [listed] = await ctx.db.read(readListed(projectId, [locale, defaultLocale], ids));
  return inOrder(listed, ids).slice(0, SHOWN);
}
