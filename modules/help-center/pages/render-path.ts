// Renders the page at a path from the current state of the database. Every stored page is written through this file.
import { sha256 } from "#kernel/auth/index.ts";
import { type Query, type QueryResults, query, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { filesIn } from "#kernel/rich-text/article.ts";
import { readTakesAnswers } from "#modules/email";
import { readPublicProfile } from "#modules/projects";
import { readFileSizes } from "#modules/articles";
import { mailRequirements, canReceiveRequests } from "./mail-requirements.ts";
import { articlePath, type PagePath } from "./addresses.ts";
import { type CardPictures, socialCards } from "../extension.ts";
import { type Center, centerOf, inLocale, type RenderCtx, textIn } from "./center.ts";
import { articlePage, articleText } from "./templates/article-page.ts";
import { collectionPage, homePage, llmsText } from "./templates/lists.ts";
import { renderedPage } from "./templates/shell.ts";
import { type LiveText, readLive, readLiveAt, readLiveSlugs, readImportedAddress } from "./article-queries.ts";
import { type At, type Listed, readAfter, readBefore, readShelf, readShelfAt, readShelves } from "./queries.ts";
import { readSettings } from "./settings-queries.ts";
import { relatedBeginning, relatedTo } from "./related.ts";
import { type Rendered, GONE } from "./store.ts";

/**
 * How many articles before and after this one its side list shows. The same number of pages is rendered again when it appears or disappears.
 */
export const NEIGHBOURS = 4;
/** Articles on one page of a collection. */
export const PER_PAGE = 100;
/** Articles without a collection that the home page shows. */
const OTHERS = 50;
/** Before the first article of a list. */
export const LIST_START: At = { place: Number.MIN_SAFE_INTEGER, id: "" };
const MARKDOWN = "text/markdown; charset=utf-8";

/** What `centerFrom` needs, to be read together with something else. */
export const centerReads = (projectId: ProjectId) =>
  [readPublicProfile(projectId), readSettings(projectId), readTakesAnswers(projectId)] as const;
export function centerFrom(
  ctx: Pick<RenderCtx, "config">,
  projectId: ProjectId,
  [profile, settings, answers]: QueryResults<ReturnType<typeof centerReads>>,
): Center | undefined {
  return centerOf(projectId, profile, settings, ctx.config.appOrigin ?? "", canReceiveRequests(mailRequirements(ctx.config, answers)));
}
export const readCenter = async (ctx: RenderCtx, projectId: ProjectId): Promise<Center | undefined> =>
  centerFrom(ctx, projectId, await ctx.db.read(...centerReads(projectId)));

/** A hash of what other pages show of an article: title, summary, slug, place and collection. */
export const listingHash = (
  a: Pick<LiveText, "place" | "locale" | "slug" | "title" | "summary">,
  collectionId: CollectionId | null,
): string => sha256(JSON.stringify([collectionId, a.place, a.locale, a.slug, a.title, a.summary])).slice(0, 24);

/** The page of an article to render. `related`: the related articles that it has shown so far, to keep them if the list is full. */
export interface ArticleAddress {
  readonly locale: string;
  readonly slug: string;
  readonly related?: readonly string[] | undefined;
}
/** The article page and its Markdown at each address: [page, Markdown]. Several cost as many round trips as one. */
export async function renderArticles(
  ctx: RenderCtx,
  projectId: ProjectId,
  addresses: readonly ArticleAddress[],
): Promise<(readonly [Rendered, Rendered])[]> {
  const [profile, settings, answers, ...articles] = await ctx.db.read(
    ...centerReads(projectId),
    ...addresses.map(({ locale, slug }) => readLiveAt(projectId, locale, slug)),
  );
  const center = centerFrom(ctx, projectId, [profile, settings, answers]);
  if (!center) return addresses.map(() => [GONE, GONE]);
  const found = addresses.map((at, i) => ({ ...at, article: center.locales.includes(at.locale) ? articles[i] : undefined }));
  const shown = found.flatMap(({ article, ...at }) =>
    article?.slug === at.slug && article.audience === "public" ? [{ ...at, article }] : [],
  );
  const views = new Map((await viewsOf(ctx, center, shown)).map((view, i) => [shown[i]?.article, view]));
  return await Promise.all(
    found.map(async ({ locale, slug, article }): Promise<readonly [Rendered, Rendered]> => {
      if (!center.locales.includes(locale)) return [GONE, GONE];
      // Some help desks used addresses of the same form as ours, so imported addresses are looked up too.
      if (!article) return [await renderOldAddress(ctx, projectId, articlePath(locale, slug)), GONE];
      const view = views.get(article);
      return view ? renderLive(center, view) : standIn(article, locale, slug);
    }),
  );
}
function renderLive(center: Center, view: ArticleView): readonly [Rendered, Rendered] {
  const { article, related } = view;
  const page = articlePage(inLocale(center, view.locale), view);
  return [
    {
      ...renderedPage(center, page),
      shelf: article.collectionId ?? undefined,
      names: [...new Set([...view.before, ...view.after, ...related].map((one) => one.articleId))],
      related: related.map((one) => one.articleId),
      line: listingHash(article, article.collectionId),
    },
    { kind: "text", type: MARKDOWN, body: articleText(center, article) },
  ];
}
/** What an address holds instead of a page: a redirect to the article's present address, or that it is for the team. */
function standIn(article: LiveText, locale: string, slug: string): readonly [Rendered, Rendered] {
  if (article.slug !== slug) {
    const to = articlePath(locale, article.slug);
    return [
      { kind: "redirect", to },
      { kind: "redirect", to: `${to}.md` },
    ];
  }
  const members: Rendered = { kind: "members", article: article.articleId, locale };
  return [members, members];
}

/** Images for link previews in a language: of an article, and of the start page. */
function readCards(ctx: RenderCtx, center: Center, locale: string, article?: { articleId: ArticleId; title: string }): Query<CardPictures> {
  const [read] = ctx.registry.extensions.of(socialCards);
  const page = { articleId: article?.articleId, locale, title: article?.title ?? "", name: textIn(center, locale).title };
  return read ? read(center.projectId, page) : query(sql`SELECT 1 WHERE 0`, () => ({ article: undefined, start: undefined }));
}

interface ViewOf {
  readonly locale: string;
  readonly article: LiveText;
  readonly related?: readonly string[] | undefined;
}
type ArticleView = Awaited<ReturnType<typeof viewsOf>>[number];
/** Loads everything around articles that their pages show. */
export async function viewsOf(ctx: RenderCtx, center: Center, shown: readonly ViewOf[]) {
  const { projectId } = center;
  const reads = shown.map(({ locale, article, related }) => {
    const both = [locale, center.defaultLocale] as const;
    const at = { place: article.place, id: article.articleId };
    return [
      readShelf(projectId, both, article.collectionId),
      readBefore(projectId, article.collectionId, both, at, NEIGHBOURS),
      readAfter(projectId, article.collectionId, both, at, NEIGHBOURS),
      readFileSizes(projectId, filesIn(article.content)),
      readLiveSlugs(projectId, article.articleId),
      relatedBeginning(center, locale, article, related),
      readCards(ctx, center, article.locale, article),
    ] as const;
  });
  const read = await ctx.db.readEach(reads);
  return await Promise.all(
    read.map(async ([shelf, before, after, sizes, texts, beginning, cards], i) => {
      const { locale, article } = shown[i] as ViewOf;
      const related = await relatedTo(ctx, center, locale, article, beginning);
      return { article, locale, shelf, before, after, sizes, texts, related, cards };
    }),
  );
}

/** One page of a collection, and the cursor of the next. `after`: the cursor of this one. */
export async function renderCollection(
  ctx: RenderCtx,
  projectId: ProjectId,
  place: Extract<PagePath, { kind: "collection" }>,
  after: At,
): Promise<{ rendered: Rendered; next: At | undefined }> {
  const gone = { rendered: GONE, next: undefined };
  const center = await readCenter(ctx, projectId);
  if (!center?.locales.includes(place.locale)) return gone;
  const both = [place.locale, center.defaultLocale] as const;
  const [shelf] = await ctx.db.read(readShelfAt(projectId, both, place.slug));
  if (!shelf) return gone;
  const [articles, cards, ...slugs] = await ctx.db.read(
    readAfter(projectId, shelf.id, both, after, PER_PAGE + 1),
    readCards(ctx, center, place.locale),
    ...center.locales.map((l) => readShelf(projectId, [l, center.defaultLocale], shelf.id)),
  );
  const shown = articles.slice(0, PER_PAGE);
  if (shown.length === 0) return gone;
  const more = articles.length > PER_PAGE;
  const last = shown.at(-1);
  const bySlug = center.locales.flatMap((l, i) => (slugs[i] ? [{ locale: l, slug: slugs[i].slug, spoken: slugs[i].locale }] : []));
  return {
    rendered: renderedPage(center, {
      ...collectionPage(inLocale(center, place.locale), place.locale, shelf, bySlug, shown, place.page, more),
      lastImage: cards.start,
    }),
    next: more && last ? { place: last.place, id: last.articleId } : undefined,
  };
}

export async function renderHome(ctx: RenderCtx, projectId: ProjectId, locale: string): Promise<Rendered> {
  const center = await readCenter(ctx, projectId);
  if (!center?.locales.includes(locale)) return GONE;
  const both = [locale, center.defaultLocale] as const;
  const [shelves, others, cards] = await ctx.db.read(
    readShelves(projectId, both),
    readAfter(projectId, null, both, LIST_START, OTHERS),
    readCards(ctx, center, locale),
  );
  return renderedPage(center, { ...homePage(inLocale(center, locale), locale, shelves, others), lastImage: cards.start });
}

/** Limits of llms.txt: articles of a section, and sections. Keeps the file short enough to be read in one go. */
const LLMS = { articles: 20, sections: 25 };
export async function renderLlms(ctx: RenderCtx, projectId: ProjectId): Promise<Rendered> {
  const center = await readCenter(ctx, projectId);
  if (!center) return GONE;
  const both = [center.defaultLocale, center.defaultLocale] as const;
  const [shelves] = await ctx.db.read(readShelves(projectId, both));
  const kept = shelves.filter((s) => s.articles > 0).slice(0, LLMS.sections);
  const ids: (CollectionId | null)[] = [...kept.map((s) => s.id), null];
  const lists = await ctx.db.read(...ids.map((id) => readAfter(projectId, id, both, LIST_START, LLMS.articles + 1)));
  const sections = lists.flatMap((articles: readonly Listed[], i) =>
    articles.length === 0
      ? []
      : [{ name: kept[i]?.name ?? "Articles", articles: articles.slice(0, LLMS.articles), more: articles.length > LLMS.articles }],
  );
  return { kind: "text", type: "text/plain; charset=utf-8", body: llmsText(center, sections) };
}

/**
 * Redirects an address of the former help desk. Not for team-only articles: old addresses are numbered, so a redirect to a slug would let
 * anybody enumerate their titles.
 */
export async function renderOldAddress(ctx: RenderCtx, projectId: ProjectId, path: string): Promise<Rendered> {
  const center = await readCenter(ctx, projectId);
  if (!center) return GONE;
  const [old] = await ctx.db.read(readImportedAddress(projectId, path));
  const [article] = old ? await ctx.db.read(readLive(projectId, old.articleId, old.locale, center.defaultLocale)) : [undefined];
  return article?.audience === "public" && old ? { kind: "redirect", to: articlePath(old.locale, article.slug) } : GONE;
}
