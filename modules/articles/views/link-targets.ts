// Finds other articles that a link may lead to.
import { call } from "#dashboard/api.ts";
import { type ArticleSummary, type CollectionList, listArticles, publicArticlePath } from "../contract.ts";
import type { LinkTarget } from "#modules/article-editor/views";
import { titleOf } from "./labels.tsx";

const MOST = 8;

/**
 * The text that readers of this language would get, by the address that they know it by: when it changes, the old one leads on. What
 * was never published may still get any address, so nothing can lead to it yet.
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

/** At most eight by their titles, those that readers can open first. */
export const findTargets =
  (projectId: string, own: string, list: CollectionList, locale: string) =>
  async (q: string, signal: AbortSignal): Promise<LinkTarget[]> => {
    const { items } = await call(listArticles, { params: { projectId }, query: { q: q.slice(0, 100) }, signal });
    const targets = items.filter(({ id }) => id !== own).map((article) => targetOf(article, list, locale));
    return [...targets.filter(({ path }) => path !== null), ...targets.filter(({ path }) => path === null)].slice(0, MOST);
  };
