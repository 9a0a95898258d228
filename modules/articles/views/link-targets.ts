// Finds other articles that a link may lead to.
import { call } from "#dashboard/api.ts";
import { type ArticleSummary, type CollectionList, listArticles, publicArticlePath } from "../contract.ts";
import type { LinkTarget } from "#modules/article-editor/views";
import { titleOf } from "./labels.tsx";

const MOST = 8;

/**
 * The link target for readers of a language: the live address of the text that they would get, which redirects if it changes. An article
 * that was never published has no lasting address, so it cannot be linked yet.
 */
export function targetOf(article: ArticleSummary, list: CollectionList, locale: string): LinkTarget {
  const live = article.locales.filter(({ liveSlug }) => liveSlug !== null);
  const text = live.find((each) => each.locale === locale) ?? live.find((each) => each.locale === list.defaultLocale) ?? live[0];
  const slug = text?.liveSlug;
  return {
    id: article.id,
    title: text?.title || titleOf(article, locale),
    path: text && slug ? publicArticlePath(list.projectSlug, text.locale, slug) : null,
    locale: text === undefined || text.locale === locale ? undefined : text.locale,
    teamOnly: article.audience !== "public",
  };
}

/** Finds at most eight articles by title, published ones first. */
export const findTargets =
  (projectId: string, own: string, list: CollectionList, locale: string) =>
  async (q: string, signal: AbortSignal): Promise<LinkTarget[]> => {
    const { items } = await call(listArticles, { params: { projectId }, query: { q: q.slice(0, 100) }, signal });
    const targets = items.filter(({ id }) => id !== own).map((article) => targetOf(article, list, locale));
    return [...targets.filter(({ path }) => path !== null), ...targets.filter(({ path }) => path === null)].slice(0, MOST);
  };
