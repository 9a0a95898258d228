// The search of the public pages, with and without scripts. Finds only published, public articles of an open help center.
import { minutes } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ArticleId, isId } from "#kernel/ids/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { readQueryTermCounts, retrieve } from "#modules/retrieval";
import { countedRead, addressCounter, recordSearch } from "#modules/help-insights";
import { articlePath, href, searchPath } from "./addresses.ts";
import type { Center } from "./center.ts";
import { MAX_QUERY } from "./contract.ts";
import { type Answer, busyPage, type Found, resultSummary, searchPage } from "./templates/dynamic-pages.ts";
import { localeAt } from "./languages.ts";
import { readListed } from "./queries.ts";
import { pageResponse, noHelpCenterResponse, openCenter, redirect } from "./responses.ts";

const SHOWN = 20;
/** Results shown below the field while the reader types. */
const LIVE = 6;
/** Searches per address and minute. Typing quickly makes one for every few characters. */
const PER_MINUTE = 90;

export async function serveSearch(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const center = await openCenter(ctx, slug);
  if (!center) return noHelpCenterResponse(ctx.request);
  const locale = localeAt(given, center.locales);
  if (locale !== given || slug !== center.slug)
    return redirect(href(center, searchPath(locale ?? center.defaultLocale)) + ctx.url.search, locale === undefined ? 302 : 301);
  const query = (ctx.url.searchParams.get("q") ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_QUERY);
  const live = ctx.url.searchParams.get("live") === "1";
  try {
    const { nearest, ...answer } = query === "" ? NOTHING : await find(ctx, center, locale, query, live);
    const { found, fits } = answer;
    if (live)
      return Response.json({
        items: found.map(({ title, href: to, confidence }) => ({ title, href: to, confidence })),
        fits,
        says: resultSummary(locale, query, answer),
      });
    // Recorded once per submitted search, not while the reader types.
    if (query !== "")
      ctx.after(recordSearch(ctx, { projectId: center.projectId, locale, query, place: "page", results: found.length, nearest }));
    return pageResponse(center, searchPage(center, locale, query, answer));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429 || live) throw error;
    return pageResponse(center, busyPage(center, locale), 429, error.headers);
  }
}

/** `nearest`: the best result if it does not fit well. */
type Search = Answer & { readonly nearest?: ArticleId | undefined };
const NOTHING: Search = { found: [], down: false, readAs: null, fits: true };

async function find(ctx: RequestCtx, center: Center, locale: string, query: string, live: boolean): Promise<Search> {
  const limit = live ? LIVE : SHOWN;
  const { projectId, defaultLocale } = center;
  const now = ctx.clock.now();
  const locales = [...new Set([locale, defaultLocale])];
  const [termCounts] = await countedRead(
    ctx,
    [
      ...(await addressCounter(ctx, "helpPageSearchesPerIpMinute", minutes(1), PER_MINUTE)),
      customCounter("helpPageSearchesPerProjectMinute", projectId, now, minutes(1), PER_MINUTE * 30),
    ],
    readQueryTermCounts(projectId, query, live, locales),
  );
  const { hits, semantic, readAs, fits } = await retrieve(ctx, {
    projectId,
    query,
    termCounts,
    locales,
    audiences: ["public"],
    kinds: ["articles"],
    limit: limit * 2,
    live,
  });
  const byArticle = new Map<ArticleId, (typeof hits)[number]>();
  for (const hit of hits) {
    const [articleId = ""] = hit.key.split("/");
    if (!isId("article", articleId)) continue;
    const before = byArticle.get(articleId);
    // Of an article found in two languages, keeps the one in the page's language.
    if (!before || (before.locale !== locale && hit.locale === locale)) byArticle.set(articleId, hit);
  }
  const ids = [...byArticle.keys()];
  // The index lags behind the articles, so hits are checked against what is published now.
  const [listed] = await ctx.db.read(readListed(projectId, [locale, defaultLocale], ids));
  const lines = new Map<string, (typeof listed)[number]>(listed.map((line) => [line.articleId, line]));
  const found = ids
    .flatMap((id): Found[] => {
      const [line, hit] = [lines.get(id), byArticle.get(id)];
      if (!line || !hit) return [];
      const same = hit.locale === line.locale;
      return [
        {
          title: line.title,
          href: href(center, articlePath(locale, line.slug)),
          locale: line.locale,
          heading: same ? hit.heading : "",
          quote: same ? hit.quote : line.summary,
          confidence: hit.confidence,
        },
      ];
    })
    .slice(0, limit);
  return { found, down: semantic === "down", readAs, fits, nearest: fits ? undefined : ids.find((id) => lines.has(id)) };
}
