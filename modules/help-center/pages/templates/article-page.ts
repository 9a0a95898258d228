// Renders the page of one article.
import { Html, html } from "#kernel/http/index.ts";
import { articleHtml, type Size } from "#kernel/rich-text/article-html.ts";
import { type ArticleNode, headingsOf, parseArticle, plainOf } from "#kernel/rich-text/article.ts";
import { playerOf } from "#kernel/rich-text/embeds.ts";
import { address, articlePath, collectionPath, homePath, href } from "../addresses.ts";
import type { CardPictures } from "../../extension.ts";
import type { Center } from "../center.ts";
import type { LiveText } from "../article-queries.ts";
import type { Listed, Shelf } from "../queries.ts";
import { breadcrumb, breadcrumbData, imagePath, langOf, type Page, type Picture, stillNeedHelp } from "./shell.ts";
import { dateIn, languageName, inSpokenLanguage, translationsFor } from "./translations.ts";

export interface ArticleView {
  readonly article: Pick<LiveText, "articleId" | "locale" | "slug" | "title" | "summary" | "content" | "publishedAt" | "author">;
  /** The page's language; the text may be in another. */
  readonly locale: string;
  readonly shelf: Shelf | undefined;
  readonly before: readonly Listed[];
  readonly after: readonly Listed[];
  readonly related: readonly Listed[];
  /** Sizes of its images, as far as they are known. */
  readonly sizes: ReadonlyMap<string, { readonly width: number | null; readonly height: number | null }>;
  /** Images for link previews that were made for this article, and for the start page. */
  readonly cards?: CardPictures;
  /** The languages in which it is published. */
  readonly texts: readonly { readonly locale: string; readonly slug: string }[];
  /** Set if not public. `draft`: not published. `members`: only for the team. */
  readonly shown?: "draft" | "members";
}

// Reading speed: about 220 words a minute, or 500 characters of a script without spaces.
const minutesOf = (text: string): number => {
  const dense = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return Math.max(1, Math.round(text.split(/\s+/).length / 220 + dense / 500));
};
/** Sites that show link previews use an image only from this width and height on. */
const MIN_PICTURE = 200;
/** The first image that is large enough for a link preview. Images of public articles are public. */
function pictureOf(tree: readonly ArticleNode[], sizes: ReadonlyMap<string, Size>): Picture | undefined {
  for (const node of tree) {
    if (node.type === "image") {
      const size = sizes.get(node.file);
      if (size && size.width >= MIN_PICTURE && size.height >= MIN_PICTURE) return { path: `/files/${node.file}`, alt: node.alt, ...size };
    }
    const within = "children" in node ? pictureOf(node.children, sizes) : undefined;
    if (within) return within;
  }
  return undefined;
}
/** Origins of the embedded video players. Videos are blocks of their own; the deepest they can be is within a callout. */
function framesOf(tree: readonly ArticleNode[]): string[] {
  const origins = tree.flatMap((node): string[] =>
    node.type === "embed" ? [playerOf(node)?.origin ?? ""] : "children" in node ? framesOf(node.children) : [],
  );
  return [...new Set(origins)].filter(Boolean).toSorted();
}
const hasCode = (tree: readonly ArticleNode[]): boolean =>
  tree.some((node) => node.type === "codeblock" || ("children" in node && hasCode(node.children)));
// A table of contents is shown from this number of headings on.
const MIN_HEADINGS = 3;

export function articlePage(center: Center, view: ArticleView): Page {
  const { article, locale, shelf } = view;
  const { words, spoken } = translationsFor(locale);
  const say = inSpokenLanguage(locale);
  const tree = parseArticle(article.content);
  const plain = plainOf(tree);
  const sizes = new Map(
    [...view.sizes].flatMap(([file, { width, height }]) => (width === null || height === null ? [] : [[file, { width, height }] as const])),
  );
  const headings = headingsOf(tree).filter((h) => h.level <= 3);
  const link = (a: Listed): string => href(center, articlePath(locale, a.slug));
  const description = article.summary || plain.replace(/\s+/g, " ").slice(0, 160);
  const own = articlePath(article.locale, article.slug);
  const lang = langOf(article.locale, locale);
  const changed = new Date(article.publishedAt).toISOString();
  const author = center.authors === true ? (article.author ?? undefined) : undefined;
  const image = view.cards?.article ?? pictureOf(tree, sizes);
  const frames = framesOf(tree);
  const trail = [...(shelf ? [{ name: shelf.name, path: collectionPath(locale, shelf.slug) }] : []), { name: article.title, path: own }];
  const beside = [...view.before.toReversed(), { ...article, place: 0 }, ...view.after];
  const [previous] = view.before;
  const [next] = view.after;
  const shelfName = shelf ? html`<span${langOf(shelf.locale, locale)} dir="auto">${shelf.name}</span>` : say(words.others);
  const near = html`<ul>
    ${beside.map((a) => html`<li><a href="${link(a)}" ${langOf(a.locale, locale)}${new Html(a.articleId === article.articleId ? ' aria-current="page"' : "")}>${a.title}</a></li>`)}
  </ul>`;
  const side = html`<nav class="side" aria-label="${words.inThis}">
    <h2>${shelfName}</h2>
    ${near}${shelf && html`<a href="${href(center, collectionPath(locale, shelf.slug))}">${say(words.all)}</a>`}
  </nav>`;
  // On phones both lists are collapsed and come before the text. Their names differ, because both copies are in the page.
  const fold = html`<nav class="fold" aria-label="${words.inThis}: ${shelf?.name ?? words.others}">
    <details>
      <summary>${shelfName}</summary>
      ${near}
    </details>
  </nav>`;
  const places = html`<ul${new Html(article.locale === locale ? "" : ` lang="${article.locale}"`)}>
    ${headings.map((h) => html`<li class="l${h.level}"><a href="#${encodeURIComponent(h.id)}">${h.text}</a></li>`)}
  </ul>`;
  const hasToc = headings.length >= MIN_HEADINGS;
  const toc =
    hasToc &&
    html`<nav class="side toc" aria-label="${words.onThisPage}">
      <h2>${say(words.onThisPage)}</h2>
      ${places}
    </nav>`;
  const foldedToc =
    hasToc &&
    html`<nav class="fold here" aria-label="${words.onThisPage}: ${article.title}" ${langOf(locale, article.locale)}>
      <details>
        <summary>${say(words.onThisPage)}</summary>
        ${places}
      </details>
    </nav>`;
  const from = { article: article.articleId };
  const action = href(center, `${locale}/feedback`);
  const feedback =
    view.shown === undefined &&
    html`<form class="fb" method="post" action="${action}">
      <input type="hidden" name="article" value="${article.articleId}" /><span>${say(words.helped)}</span>
      <div>
        <button type="submit" name="helpful" value="1">${say(words.yes)}</button>
        <button type="submit" name="helpful" value="0">${say(words.no)}</button>
      </div>
    </form>`;
  const body = html`<div class="g${toc === false ? " two" : ""}">${side}${fold}<main id="p-main">${view.shown === "draft" && html`<p class="notice">${say(words.draft)}</p>`}${article.locale !== locale && html`<p class="notice">${say(words.fallback(languageName(article.locale, spoken)))}</p>`}<article${lang}>${breadcrumb(center, locale, words, trail.slice(0, -1))}<h1 dir="auto">${article.title}</h1><p class="meta"${langOf(locale, article.locale)}>${author !== undefined && html`${say(words.writtenBy(author))} · `}<time datetime="${changed}">${say(words.updated(dateIn(spoken, article.publishedAt)))}</time> · ${say(words.minutes(minutesOf(plain)))}</p>${foldedToc}<div class="text">${new Html(articleHtml(tree, { sizes, words }))}</div></article>${feedback}${(previous ?? next) && html`<nav class="pn" aria-label="${words.pages}">${previous && html`<a href="${link(previous)}" rel="prev" ${langOf(previous.locale, locale)}><span>${say(words.previous)}</span>${previous.title}</a>`}${next && html`<a class="n" href="${link(next)}" rel="next" ${langOf(next.locale, locale)}><span>${say(words.next)}</span>${next.title}</a>`}</nav>`}${
    view.related.length > 0 &&
    html`<section class="more">
      <h2>${say(words.related)}</h2>
      <ul>
        ${view.related.map((a) => html`<li><a href="${link(a)}" ${langOf(a.locale, locale)}>${a.title}</a></li>`)}
      </ul>
    </section>`
  }${stillNeedHelp(center, locale, words, from)}</main>${toc}</div>`;
  const languages = center.locales.map((l) => ({
    locale: l,
    path: articlePath(l, view.texts.find((t) => t.locale === l)?.slug ?? article.slug),
  }));
  return {
    title: article.title,
    description,
    locale,
    // A page that falls back to another language repeats that text, so only the original address is canonical.
    canonical: view.shown === undefined ? own : undefined,
    hidden: view.shown !== undefined,
    kind: "article",
    modifiedAt: article.publishedAt,
    image: view.shown === undefined ? image : undefined,
    lastImage: view.cards?.start,
    parts: ["article", ...(hasCode(tree) ? (["code"] as const) : []), ...(frames.length > 0 ? (["video"] as const) : [])],
    frames,
    from,
    languages,
    alternates:
      article.locale === locale && view.shown === undefined
        ? view.texts
            .filter((t) => center.locales.includes(t.locale))
            .map((t) => ({ locale: t.locale, path: articlePath(t.locale, t.slug) }))
        : [],
    data:
      view.shown === undefined
        ? [
            {
              "@type": "Article",
              headline: article.title,
              description,
              inLanguage: article.locale,
              dateModified: changed,
              ...(image ? { image: center.origin + image.path } : {}),
              ...(author === undefined ? {} : { author: { "@type": "Person", name: author } }),
              mainEntityOfPage: address(center, own),
              publisher: {
                "@type": "Organization",
                name: center.title,
                ...(center.images?.logo ? { logo: center.origin + imagePath(center.images.logo) } : {}),
              },
            },
            breadcrumbData(center, [{ name: center.title, path: homePath(locale) }, ...trail]),
          ]
        : [],
    body,
  };
}

/** The article as Markdown with absolute addresses, for programs. */
export const articleText = (
  center: Center,
  article: Pick<LiveText, "locale" | "slug" | "title" | "summary" | "content" | "publishedAt">,
): string =>
  `# ${article.title}\n\n${article.summary === "" ? "" : `${article.summary}\n\n`}${article.content.replace(/\]\(\/(files|help)\//g, `](${center.origin}/$1/`).trim()}\n\n---\n\nSource: ${address(center, articlePath(article.locale, article.slug))}\nUpdated: ${new Date(article.publishedAt).toISOString().slice(0, 10)}\n`;
