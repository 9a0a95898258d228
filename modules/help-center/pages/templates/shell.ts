// The frame of every public page: head, header, footer. Works without scripts.
import { Html, html } from "#kernel/http/index.ts";
import { address, contactPath, homePath, href, searchPath } from "../addresses.ts";
import { type Center, type CenterImage, inLocale } from "../center.ts";
import type { Rendered } from "../store.ts";
import { scriptOf } from "./script.ts";
import { cssOf, type Part, policyFor } from "./style.ts";
import { themeCss } from "./theme.ts";
import { dirOf, languageName, inSpokenLanguage, territoryOf, type Translations, translationsFor } from "./translations.ts";

interface At {
  readonly locale: string;
  readonly path: string;
}
export interface Page {
  readonly title: string;
  readonly description?: string;
  readonly locale: string;
  /** Path of the canonical page, below the help center; undefined for none. */
  readonly canonical?: string | undefined;
  /** The same page in other languages: path by language, for the language switch. */
  readonly languages?: readonly At[];
  /** Languages that have a text of their own, this one included. Only these are announced to search engines. */
  readonly alternates?: readonly At[];
  /** Sets `noindex`. */
  readonly hidden?: boolean;
  readonly kind?: "article" | "website";
  readonly modifiedAt?: number;
  /** The image for link previews. */
  readonly image?: Picture | undefined;
  /** The one for link previews if there is neither that nor a cover. */
  readonly lastImage?: Picture | undefined;
  readonly parts: readonly Part[];
  /** Origins of embedded video players, for the Content-Security-Policy. */
  readonly frames?: readonly string[];
  readonly data?: readonly object[];
  readonly query?: string;
  /** Context that "Contact us" passes to the form. */
  readonly from?: ContactContext;
  /** The home page shows the search below its title instead of in the header. */
  readonly searchInside?: boolean;
  /** Sets the policy as a meta element, because answers below `/api/` have a fixed policy header. */
  readonly policyInside?: boolean;
  readonly body: Html;
}

export interface Picture {
  /** Path below the application's origin. */
  readonly path: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Escapes characters that would end the script element as JSON escapes. */
function dataScript(data: readonly object[]): Html {
  const graph = JSON.stringify({ "@context": "https://schema.org", "@graph": data });
  return new Html(`<script type="application/ld+json">${graph.replaceAll("<", "\\u003c")}</script>`);
}

export function searchForm(center: Center, locale: string, words: Translations, id: string, query = ""): Html {
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
    /><button type="submit">${inSpokenLanguage(locale)(words.find)}</button>
  </form>`;
}

const property = (name: string, content: string | number): Html => html`<meta property="${name}" content="${content}" />`;
/** Open Graph metadata for link previews. */
function openGraph(center: Center, page: Page, canonical: string): Html {
  const { alternates = [], modifiedAt } = page;
  const { cover } = center.images ?? {};
  const image = page.image ?? (cover && { ...cover, path: imagePath(cover), alt: "" }) ?? page.lastImage;
  const others = alternates.filter(({ locale }) => locale !== page.locale);
  return html`${property("og:title", page.title)}${property("og:type", page.kind ?? "website")}${property("og:url", canonical)}${property("og:site_name", center.title)}${property("og:locale", territoryOf(page.locale))}${others.map(({ locale }) => property("og:locale:alternate", territoryOf(locale)))}${page.description !== undefined && page.description !== "" && property("og:description", page.description)}${modifiedAt !== undefined && property("article:modified_time", new Date(modifiedAt).toISOString())}${image && html`${property("og:image", center.origin + image.path)}${property("og:image:width", image.width)}${property("og:image:height", image.height)}${image.alt !== "" && property("og:image:alt", image.alt)}<meta name="twitter:card" content="summary_large_image" />`}`;
}

/** What the reader was looking at before opening the contact form. */
interface ContactContext {
  readonly article?: string | undefined;
  readonly query?: string | undefined;
  readonly feedback?: string | undefined;
}
/** The query string that passes this context to the form. */
export function contactQuery({ article, query, feedback }: ContactContext): string {
  const told = Object.entries({ article, q: query, reader: feedback }).flatMap(([k, v]) => (v === undefined || v === "" ? [] : [[k, v]]));
  return told.length === 0 ? "" : `?${new URLSearchParams(told)}`;
}
/** "Contact us": links to the form, else to the configured address; nothing without either. */
export function contactLink(
  center: Center,
  locale: string,
  words: Translations,
  className: string,
  from: ContactContext = {},
): Html | undefined {
  if (center.contactForm)
    return html`<a class="${className}" href="${href(center, contactPath(locale))}${contactQuery(from)}" rel="nofollow"
      >${words.contact}</a
    >`;
  return center.contact === null ? undefined : html`<a class="${className}" href="${center.contact}">${words.contact}</a>`;
}

/** "Still need help?" */
export function stillNeedHelp(center: Center, locale: string, words: Translations, from: ContactContext = {}): Html | undefined {
  const link = contactLink(center, locale, words, "button go", from);
  return (
    link &&
    html`<section class="still">
      <div>
        <h2>${words.stillNeed}</h2>
        <p>${words.stillNeedSays}</p>
      </div>
      ${link}
    </section>`
  );
}

/** The path of an image of the help center. */
export const imagePath = ({ fileId }: Pick<CenterImage, "fileId">): string => `/files/${fileId}`;
/** Size of the logo in the header, in pixels. A wider one is scaled down. */
const LOGO = { height: 32, width: 200 };
/**
 * The logo, with the name as its alternative text, else the name with its first letter. A logo without a version for dark backgrounds has a
 * light one behind it there.
 */
function brandOf({ title, images: { logo, logoDark } = {} }: Center): Html {
  if (!logo) return html`<span aria-hidden="true">${[...title][0]?.toUpperCase() ?? "?"}</span><span dir="auto">${title}</span>`;
  const scale = Math.min(LOGO.height / logo.height, LOGO.width / logo.width);
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  const dark = logoDark && html`<source media="(prefers-color-scheme:dark)" srcset="${imagePath(logoDark)}" />`;
  return html`<picture${new Html(logoDark ? "" : ' class="plate"')}>${dark}<img src="${imagePath(logo)}" alt="${title}" width="${String(width)}" height="${String(height)}" /></picture>`;
}

/** The whole document, and its Content-Security-Policy. */
export function pageOf(given: Center, page: Page): { body: string; policy: string } {
  const { locale } = page;
  const center = inLocale(given, locale);
  const { words, spoken } = translationsFor(locale);
  const theme = themeCss(center.color);
  const [css, script] = [cssOf(page.parts), scriptOf(page.parts)];
  const policy = policyFor([css, theme], script, page.frames ?? []);
  const others = page.languages ?? center.locales.map((l) => ({ locale: l, path: homePath(l) }));
  const { alternates = [] } = page;
  const fallback = alternates.find((o) => o.locale === center.defaultLocale);
  const name = center.title;
  const title = page.title === name ? name : `${page.title} · ${name}`;
  const { description } = page;
  const canonical = page.canonical === undefined ? undefined : address(center, page.canonical);
  const contact = contactLink(center, locale, words, "", page.from);
  // Interface text in another language than the page carries its own `lang`.
  const lang = spoken === locale ? "" : spoken;
  const own = new Html(lang === "" ? "" : ` lang="${lang}" dir="ltr"`);
  const document = html`<html lang="${locale}" dir="${dirOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${page.policyInside === true && html`<meta http-equiv="Content-Security-Policy" content="${policy}" />`}<title>${title}</title>${description !== undefined && description !== "" && html`<meta name="description" content="${description}" />`}${page.hidden === true && html`<meta name="robots" content="noindex" />`}${canonical !== undefined && html`<link rel="canonical" href="${canonical}" />`}${alternates.map((o) => html`<link rel="alternate" hreflang="${o.locale}" href="${address(center, o.path)}" />`)}${fallback && html`<link rel="alternate" hreflang="x-default" href="${address(center, fallback.path)}" />`}${canonical !== undefined && openGraph(center, page, canonical)}${new Html(`<style>${css}</style><style>${theme}</style>`)}${page.data !== undefined && page.data.length > 0 && dataScript(page.data)}</head><body data-copy="${words.copy}" data-copied="${words.copied}"><a class="skip" href="#p-main"${own}>${words.skip}</a><header class="top"><div><a class="brand" href="${href(center, homePath(locale))}">${brandOf(center)}</a>${page.searchInside !== true && searchForm(center, locale, words, "p-q", page.query)}<ul${own}>${
    others.length > 1 &&
    html`<li>
      <details class="lang">
        <summary aria-label="${`${words.language}: ${languageName(locale)}`}">${languageName(locale)}</summary>
        <div>
          ${others.map((o) => html`<a href="${href(center, o.path)}" hreflang="${o.locale}" lang="${o.locale}" ${new Html(o.locale === locale ? ' aria-current="true"' : "")}>${languageName(o.locale)}</a>`)}
        </div>
      </details>
    </li>`
  }${contact && html`<li>${contact}</li>`}</ul></div></header>${page.body}${center.links.length > 0 && html`<footer><nav aria-label="${words.legal}">${center.links.map((l) => html`<a href="${l.url}">${l.label}</a>`)}</nav></footer>`}${new Html(`<script type="module">${script}</script>`)}</body></html>`;
  return { body: `<!doctype html>${document.text}`, policy };
}
export const renderedPage = (center: Center, page: Page): Extract<Rendered, { kind: "page" }> => ({
  kind: "page",
  ...pageOf(center, page),
});

/** The path to a page; the last entry is the page itself. */
export function breadcrumb(center: Center, locale: string, words: Translations, above: readonly { name: string; path: string }[]): Html {
  return html`<ol class="bc">
    <li><a href="${href(center, homePath(locale))}">${inSpokenLanguage(locale)(words.help)}</a></li>
    ${above.map((p) => html`<li><a href="${href(center, p.path)}" dir="auto">${p.name}</a></li>`)}
  </ol>`;
}
export const breadcrumbData = (center: Center, trail: readonly { name: string; path: string }[]): object => ({
  "@type": "BreadcrumbList",
  itemListElement: trail.map((p, i) => ({ "@type": "ListItem", position: i + 1, name: p.name, item: address(center, p.path) })),
});
/** The `lang` and `dir` attributes for text in another language than the page's. */
export const langOf = (text: string, page: string): Html => new Html(text === page ? "" : ` lang="${text}" dir="${dirOf(text)}"`);
