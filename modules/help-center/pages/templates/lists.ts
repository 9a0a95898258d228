// Renders the home page, collections, and the lists for programs: sitemap and llms.txt.
import { type Html, html } from "#kernel/http/index.ts";
import { escapeHtml } from "#kernel/http/html.ts";
import { address, articlePath, collectionPath, homePath, href, searchPath } from "../addresses.ts";
import type { Center } from "../center.ts";
import { type Listed, type Mapped, MAX_COUNTED, type Shelf } from "../queries.ts";
import { breadcrumb, breadcrumbData, imagePath, langOf, type Page, searchForm, stillNeedHelp } from "./shell.ts";
import { counted, inSpokenLanguage, translationsFor } from "./translations.ts";

const articleList = (center: Center, locale: string, articles: readonly Listed[]): Html =>
  html`<ul class="list">
    ${articles.map((a) => html`<li><a href="${href(center, articlePath(locale, a.slug))}" ${langOf(a.locale, locale)}>${a.title}</a>${a.summary !== "" && html`<p${langOf(a.locale, locale)}>${a.summary}</p>`}</li>`)}
  </ul>`;

/** The home page in one language. `others`: articles without a collection. */
export function homePage(
  center: Center,
  locale: string,
  shelves: readonly (Shelf & { articles: number })[],
  others: readonly Listed[],
): Page {
  const { words, spoken } = translationsFor(locale);
  const say = inSpokenLanguage(locale);
  const filled = shelves.filter((s) => s.articles > 0);
  const { cover } = center.images ?? {};
  const body = html`<main id="p-main">
    ${cover && html`<img class="cover" src="${imagePath(cover)}" alt="" width="${cover.width}" height="${cover.height}" />`}
    <div class="hero">
      <h1 dir="auto">${center.title}</h1>
      ${center.description !== "" && html`<p dir="auto">${center.description}</p>`}${searchForm(center, locale, words, "p-q")}
    </div>
    <div class="wrap">
      ${
        filled.length > 0 &&
        html`<ul class="cards">
          ${filled.map((s) => html`<li><a href="${href(center, collectionPath(locale, s.slug))}"${langOf(s.locale, locale)}><strong>${s.name}</strong>${s.description !== "" && html`<span>${s.description}</span>`}<span${langOf(spoken, s.locale)}>${counted(spoken, words.articles, Math.min(s.articles, MAX_COUNTED), s.articles > MAX_COUNTED)}</span></a></li>`)}
        </ul>`
      }${others.length > 0 && html`${filled.length > 0 && html`<h2 class="sec">${say(words.others)}</h2>`}${articleList(center, locale, others)}`}${filled.length + others.length === 0 && html`<p>${say(words.empty)}</p>`}${stillNeedHelp(center, locale, words)}
    </div>
  </main>`;
  return {
    title: center.title,
    parts: ["lists"],
    description: center.description,
    locale,
    canonical: homePath(locale),
    alternates: center.locales.map((l) => ({ locale: l, path: homePath(l) })),
    searchInside: true,
    data: [
      {
        "@type": "WebSite",
        name: center.title,
        url: address(center, homePath(locale)),
        inLanguage: locale,
        potentialAction: {
          "@type": "SearchAction",
          target: `${address(center, searchPath(locale))}?q={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      },
    ],
    body,
  };
}

/** One page of a collection. `shelves`: the same collection by language, for the language switch. */
export function collectionPage(
  center: Center,
  locale: string,
  shelf: Shelf,
  slugs: readonly { locale: string; slug: string; spoken: string }[],
  articles: readonly Listed[],
  page: number,
  more: boolean,
): Page {
  const { words } = translationsFor(locale);
  const say = inSpokenLanguage(locale);
  const at = (n: number): string => href(center, collectionPath(locale, shelf.slug, n));
  const body = html`<main id="p-main" class="wrap narrow">${breadcrumb(center, locale, words, [])}<div${langOf(shelf.locale, locale)}><h1>${shelf.name}</h1>${shelf.description !== "" && html`<p class="lead">${shelf.description}</p>`}</div>${articleList(center, locale, articles)}${(page > 1 || more) && html`<nav class="pn" aria-label="${words.pages}">${page > 1 && html`<a href="${at(page - 1)}" rel="prev">${say(words.previous)}</a>`}${more && html`<a class="n" href="${at(page + 1)}" rel="next">${say(words.next)}</a>`}</nav>`}${stillNeedHelp(center, locale, words)}</main>`;
  const own = collectionPath(shelf.locale, shelf.slug, page);
  return {
    title: shelf.name,
    parts: ["lists"],
    description: shelf.description,
    locale,
    canonical: own,
    languages: center.locales.map((l) => ({ locale: l, path: collectionPath(l, slugs.find((s) => s.locale === l)?.slug ?? shelf.slug) })),
    // Only on the first page: other languages may have fewer pages.
    alternates:
      shelf.locale === locale && page === 1
        ? slugs.filter((s) => s.spoken === s.locale).map((s) => ({ locale: s.locale, path: collectionPath(s.locale, s.slug) }))
        : [],
    data: [
      breadcrumbData(center, [
        { name: center.title, path: homePath(locale) },
        { name: shelf.name, path: own },
      ]),
    ],
    body,
  };
}

// --- for programs -----------------------------------------------------------------

const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** One part of the sitemap: articles with their languages. The first part also lists the home pages. */
export function sitemapPart(center: Center, mapped: readonly Mapped[], homes: boolean): string {
  const group = (texts: readonly { locale: string; path: string; changed?: number }[]): string => {
    const links =
      texts.length < 2
        ? ""
        : texts.map((t) => `<xhtml:link rel="alternate" hreflang="${t.locale}" href="${escapeHtml(address(center, t.path))}"/>`).join("");
    return texts
      .map(
        (t) =>
          `<url><loc>${escapeHtml(address(center, t.path))}</loc>${t.changed === undefined ? "" : `<lastmod>${new Date(t.changed).toISOString()}</lastmod>`}${links}</url>`,
      )
      .join("");
  };
  const urls = mapped.map((m) =>
    group(
      m.texts
        .filter((t) => center.locales.includes(t.locale))
        .map((t) => ({ locale: t.locale, path: articlePath(t.locale, t.slug), changed: t.publishedAt })),
    ),
  );
  const first = homes ? group(center.locales.map((l) => ({ locale: l, path: homePath(l) }))) : "";
  return `<urlset ${NS} xmlns:xhtml="http://www.w3.org/1999/xhtml">${first}${urls.join("")}</urlset>`;
}
export const sitemapIndex = (center: Center, partsCount: number): string =>
  `<sitemapindex ${NS}>${Array.from({ length: partsCount }, (_, i) => `<sitemap><loc>${escapeHtml(address(center, `sitemap-${i + 1}.xml`))}</loc></sitemap>`).join("")}</sitemapindex>`;

/** llms.txt: an index of the help center for language models (llmstxt.org). */
export function llmsText(center: Center, sections: readonly { name: string; articles: readonly Listed[]; more: boolean }[]): string {
  // A line break would begin another entry, a bracket another link.
  const line = (text: string): string => text.replace(/\s+/g, " ").replace(/[[\]]/g, "");
  const entry = (a: Listed): string =>
    `- [${line(a.title)}](${address(center, `${articlePath(center.defaultLocale, a.slug)}.md`)})${a.summary === "" ? "" : `: ${line(a.summary)}`}`;
  return [
    `# ${line(center.title)}`,
    ...(center.description === "" ? [] : [`> ${line(center.description)}`]),
    ...sections.map((s) =>
      [`## ${line(s.name)}`, "", ...s.articles.map(entry), ...(s.more ? ["- More: see the sitemap."] : [])].join("\n"),
    ),
    `## Optional\n\n- [Sitemap](${address(center, "sitemap.xml")})`,
  ].join("\n\n");
}
