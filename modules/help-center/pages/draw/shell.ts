// The frame of every public page: head, top, foot. Readable without scripts.
import { Html, html } from "#kernel/http/index.ts";
import { address, homePath, href, searchPath } from "../addresses.ts";
import type { Center } from "../center.ts";
import type { Drawn } from "../store.ts";
import { CSS, policyFor, SCRIPT } from "./style.ts";
import { themeCss } from "./theme.ts";
import { dirOf, languageName, type Words, wordsFor } from "./words.ts";

export interface Page {
  readonly title: string;
  readonly description?: string;
  readonly locale: string;
  /** Below the help center, of the page that search engines should show; undefined: none. */
  readonly canonical?: string | undefined;
  /** The same page in the other languages, below the help center. */
  readonly languages?: readonly { readonly locale: string; readonly path: string }[];
  /** Kept from search engines. */
  readonly hidden?: boolean;
  readonly kind?: "article" | "website";
  readonly data?: readonly object[];
  readonly query?: string;
  /** The home page has its search below the title. */
  readonly searchInside?: boolean;
  /** The policy stands in the page: the header of an answer below `/api/` is given. */
  readonly policyInside?: boolean;
  readonly body: Html;
}

/** Values that would end the element are written as JSON escapes. */
const dataScript = (data: object): Html =>
  new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`);

export function searchForm(center: Center, locale: string, words: Words, id: string, query = ""): Html {
  return html`<form class="find" role="search" action="${href(center, searchPath(locale))}">
    <input
      type="search"
      name="q"
      id="${id}"
      value="${query}"
      maxlength="200"
      aria-label="${words.search}"
      placeholder="${words.search}"
      autocomplete="off"
      enterkeyhint="search"
    /><button>${words.find}</button>
  </form>`;
}

/** A link to people; nothing where the project has named no place for it. */
export const contactLink = (center: Center, words: Words, className: string): Html | undefined =>
  center.contact === null ? undefined : html`<a class="${className}" href="${center.contact}">${words.contact}</a>`;

/** "Still need help?" */
export const stillNeed = (center: Center, words: Words): Html | undefined =>
  center.contact === null
    ? undefined
    : html`<section class="still">
        <div>
          <h2>${words.stillNeed}</h2>
          <p>${words.stillNeedSays}</p>
        </div>
        ${contactLink(center, words, "button go")}
      </section>`;

/** The whole document as text, and its policy. */
export function pageOf(center: Center, page: Page): { body: string; policy: string } {
  const { locale } = page;
  const { words, spoken } = wordsFor(locale);
  const theme = themeCss(center.color);
  const policy = policyFor(theme);
  const others = page.languages ?? center.locales.map((l) => ({ locale: l, path: homePath(l) }));
  const fallback = others.find((o) => o.locale === center.defaultLocale);
  const name = center.title;
  const title = page.title === name ? name : `${page.title} · ${name}`;
  const { description } = page;
  const canonical = page.canonical === undefined ? undefined : address(center, page.canonical);
  // Where our own words are in another language than the page, they say so.
  const lang = spoken === locale ? "" : spoken;
  const own = new Html(lang === "" ? "" : ` lang="${lang}" dir="ltr"`);
  const document = html`<html lang="${locale}" dir="${dirOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${page.policyInside === true && html`<meta http-equiv="Content-Security-Policy" content="${policy}" />`}<title>${title}</title>${description !== undefined && description !== "" && html`<meta name="description" content="${description}" />`}${page.hidden === true && html`<meta name="robots" content="noindex" />`}${canonical !== undefined && html`<link rel="canonical" href="${canonical}" />`}${page.languages?.map((o) => html`<link rel="alternate" hreflang="${o.locale}" href="${address(center, o.path)}" />`)}${page.languages && fallback && html`<link rel="alternate" hreflang="x-default" href="${address(center, fallback.path)}" />`}${canonical !== undefined && html`<meta property="og:title" content="${page.title}" /><meta property="og:type" content="${page.kind ?? "website"}" /><meta property="og:url" content="${canonical}" /><meta property="og:site_name" content="${name}" />${description !== undefined && description !== "" && html`<meta property="og:description" content="${description}" />`}`}${new Html(`<style>${CSS}</style><style>${theme}</style>`)}${page.data?.map(dataScript)}</head><body data-copy="${words.copy}" data-copied="${words.copied}"><a class="skip" href="#p-main"${own}>${words.skip}</a><header class="top"><div><a class="brand" href="${href(center, homePath(locale))}"><span aria-hidden="true">${[...name][0]?.toUpperCase() ?? "?"}</span>${name}</a>${page.searchInside !== true && searchForm(center, locale, words, "p-q", page.query)}<ul${own}>${
    others.length > 1 &&
    html`<li>
      <details class="lang">
        <summary aria-label="${`${words.language}: ${languageName(locale)}`}">${languageName(locale)}</summary>
        <div>
          ${others.map((o) => html`<a href="${href(center, o.path)}" hreflang="${o.locale}" lang="${o.locale}" ${new Html(o.locale === locale ? ' aria-current="true"' : "")}>${languageName(o.locale)}</a>`)}
        </div>
      </details>
    </li>`
  }${center.contact !== null && html`<li>${contactLink(center, words, "")}</li>`}</ul></div></header>${page.body}${center.links.length > 0 && html`<footer><nav aria-label="${words.legal}">${center.links.map((l) => html`<a href="${l.url}">${l.label}</a>`)}</nav></footer>`}${new Html(`<script type="module">${SCRIPT}</script>`)}</body></html>`;
  return { body: `<!doctype html>${document.text}`, policy };
}
export const drawnPage = (center: Center, page: Page): Extract<Drawn, { kind: "page" }> => ({ kind: "page", ...pageOf(center, page) });

/** Where a page stands. The last one is itself. */
export function breadcrumb(center: Center, locale: string, words: Words, above: readonly { name: string; path: string }[]): Html {
  const all = [{ name: words.help, path: homePath(locale) }, ...above];
  return html`<ol class="bc">
    ${all.map((p) => html`<li><a href="${href(center, p.path)}">${p.name}</a></li>`)}
  </ol>`;
}
export const breadcrumbData = (center: Center, trail: readonly { name: string; path: string }[]): object => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: trail.map((p, i) => ({ "@type": "ListItem", position: i + 1, name: p.name, item: address(center, p.path) })),
});
/** The language that a piece of text is in, when it is not the page's. */
export const langOf = (text: string, page: string): Html => new Html(text === page ? "" : ` lang="${text}" dir="${dirOf(text)}"`);
