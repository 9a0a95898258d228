// The help center in the widget: first articles, search, and one article as a tree.
import { iso, minutes } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { type ArticleId, isId, type ProjectId } from "#kernel/ids/index.ts";
import { type Counter, customCounter } from "#kernel/limits/index.ts";
import { type ArticleNode, parseArticle } from "#kernel/rich-text/article.ts";
import { type Hit, readQueryTermCounts, retrieve } from "#modules/retrieval";
import { publicArticlePath } from "#modules/articles/contract";
import { countedRead, type ReaderCtx, addressCounter } from "#modules/help-insights";
import {
  readArticle,
  readArticleLines,
  readArticlesAt,
  readFirstArticles,
  readHelpCenter,
  articleAddress,
  bestLocale,
} from "#modules/articles";

interface Reader {
  readonly projectId: ProjectId;
  /** Language of the page that shows the widget. */
  readonly locale: string | undefined;
}
const FIRST = 6;
const HITS = 8;
/** Links of one article that are resolved to articles. */
const MAX_LINKS = 100;

const counters = async (ctx: ReaderCtx, { projectId }: Reader, what: "Searches" | "Reads", perMinute: number): Promise<Counter[]> => [
  ...(await addressCounter(ctx, `help${what}PerIpMinute`, minutes(1), perMinute)),
  customCounter(`help${what}PerProjectMinute`, projectId, ctx.clock.now(), minutes(1), perMinute * 30),
];

/** The first articles, in the language that fits the reader best. 404 while the help center is closed. */
export async function readHelp(ctx: ReaderCtx, reader: Reader) {
  const [center, articles] = await countedRead(
    ctx,
    await counters(ctx, reader, "Reads", 120),
    readHelpCenter(reader.projectId),
    readFirstArticles(reader.projectId, reader.locale, FIRST),
  );
  if (!center) throw notFound();
  const locale = bestLocale(reader.locale, center.locales, center.defaultLocale);
  return { title: center.translations[locale]?.title || center.title, locale, articles, path: `/help/${center.slug}/${locale}/` };
}

/** Published, public articles that match, each once, in the reader's language where it exists. `readAs`: the corrected query. */
export async function searchHelp(ctx: ReaderCtx, reader: Reader & { readonly query: string }) {
  const { projectId, query } = reader;
  const [center, termCounts] = await countedRead(
    ctx,
    await counters(ctx, reader, "Searches", 90),
    readHelpCenter(projectId),
    readQueryTermCounts(projectId, query, true),
  );
  if (!center) throw notFound();
  const own = bestLocale(reader.locale, center.locales, center.defaultLocale);
  const { hits, semantic, readAs, fits } = await retrieve(ctx, {
    projectId,
    query,
    termCounts,
    locales: [...new Set([own, center.defaultLocale])],
    audiences: ["public"],
    kinds: ["articles"],
    limit: HITS * 2,
    live: true,
  });
  const found = new Map<ArticleId, Hit>();
  for (const hit of hits) {
    const [id = ""] = hit.key.split("/");
    // Of an article found in two languages, keeps the one in the reader's.
    if (isId("article", id) && (!found.has(id) || hit.locale === own)) found.set(id, hit);
  }
  const shown = [...found].slice(0, HITS);
  // A document may lag behind its article, and a hit in another language may exist in the reader's.
  const foreign = shown.flatMap(([id, { locale }]) => (locale === own ? [] : [id]));
  const [lines] = foreign.length === 0 ? [[]] : await ctx.db.read(readArticleLines(projectId, foreign, reader.locale));
  return {
    locale: own,
    semantic,
    readAs,
    fits,
    items: shown.map(([articleId, { locale, title, heading, quote, coverage, confidence }]) => {
      const line = lines.find((one) => one.articleId === articleId && one.locale !== locale);
      return {
        articleId,
        coverage,
        confidence,
        ...(line ? { locale: line.locale, title: line.title, heading: "", quote: line.summary } : { locale, title, heading, quote }),
      };
    }),
  };
}

/** One article as a tree, with its links to articles of the same help center. 404 unless it is published and public. */
export async function readHelpArticle(ctx: ReaderCtx, reader: Reader & { readonly articleId: ArticleId }, appOrigin: string) {
  const { projectId, articleId, locale } = reader;
  const [center, article] = await countedRead(
    ctx,
    await counters(ctx, reader, "Reads", 120),
    readHelpCenter(projectId),
    readArticle(projectId, articleId, locale),
  );
  if (!center || !article) throw notFound();
  const { content, slug, publishedAt, ...line } = article;
  const tree = parseArticle(content);
  const addresses = [...new Set(hrefsOf(tree))]
    .flatMap((href) => {
      const at = articleAddress(href, center.slug, appOrigin);
      return at ? [{ href, at }] : [];
    })
    .slice(0, MAX_LINKS);
  const [ids] =
    addresses.length === 0
      ? [[]]
      : await ctx.db.read(
          readArticlesAt(
            projectId,
            addresses.map(({ at }) => at),
          ),
        );
  return {
    ...line,
    tree,
    links: Object.fromEntries(addresses.flatMap(({ href }, i) => (ids[i] ? [[href, ids[i]]] : []))) as Record<string, string>,
    path: publicArticlePath(center.slug, article.locale, slug),
    publishedAt: iso(publishedAt),
    /** Whether the text is in another language than the reader asked for. */
    foreign: article.locale !== bestLocale(locale, center.locales, center.defaultLocale) || isForeign(locale, article.locale),
  };
}
const isForeign = (wish: string | undefined, is: string): boolean => wish !== undefined && wish.split("-")[0] !== is.split("-")[0];

/** Every URL that the tree links to. */
function hrefsOf(tree: readonly ArticleNode[]): string[] {
  return tree.flatMap((node) => [
    ...(node.type === "link" ? [node.href] : []),
    ...("children" in node ? hrefsOf(node.children) : []),
    ...(node.type === "table" ? [node.head, ...node.rows].flatMap((row) => row.flatMap((cells) => hrefsOf(cells))) : []),
  ]);
}
