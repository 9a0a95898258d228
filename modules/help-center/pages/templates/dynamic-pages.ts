// Renders the pages that are made per request: search, thanks, not found, busy.
import { Html, html } from "#kernel/http/index.ts";
import { homePath, href, searchPath } from "../addresses.ts";
import type { Center } from "../center.ts";
import { contactLink, langOf, type Page, searchForm, stillNeedHelp } from "./shell.ts";
import { counted, inSpokenLanguage, type Translations, translationsFor } from "./translations.ts";

export interface Found {
  readonly title: string;
  readonly href: string;
  readonly locale: string;
  readonly heading: string;
  readonly quote: string;
  /** How well it answers the query, from 0 to 1. */
  readonly confidence: number;
}

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The quote with the searched words marked; all text is escaped. */
export function marked(quote: string, query: string): Html {
  const single = (query.toLowerCase().match(/[\p{L}\p{N}]{2,40}/gu) ?? []).slice(0, 12);
  // A search for "dish washer" also finds "dishwasher". The longer word comes first, because the first that fits is marked.
  const joined = single.slice(1).map((word, at) => `${single[at]}${word}`);
  const words = [...new Set([...joined, ...single])];
  if (words.length === 0) return html`${quote}`;
  // At the beginning of a word, except in scripts without spaces.
  const pattern = new RegExp(`(${words.map((w) => (WITHOUT_SPACES.test(w) ? w : `(?<![\\p{L}\\p{N}])${w}`)).join("|")})`, "giu");
  return new Html(
    quote
      .split(pattern)
      .map((piece, i) => (i % 2 === 1 ? html`<mark>${piece}</mark>` : html`${piece}`).text)
      .join(""),
  );
}

/** What a search found. */
export interface Answer {
  readonly found: readonly Found[];
  /** Semantic search failed just now, so only words were searched. */
  readonly down: boolean;
  /** The corrected query; null if nothing was corrected. */
  readonly readAs: string | null;
  /** Whether the best result fits well. If not, the results are only the nearest. */
  readonly fits: boolean;
}

/** The number of results as a sentence, announced below the field while the reader types. */
export function resultSummary(locale: string, query: string, { found, readAs, fits }: Answer): string {
  const { words, spoken } = translationsFor(locale);
  if (found.length === 0) return words.nothing(query);
  if (!fits) return `${words.nothingFits} · ${words.maybe}`;
  return readAs === null ? counted(spoken, words.found, found.length) : words.readAs(readAs);
}

export function searchPage(center: Center, locale: string, query: string, { found, down, readAs, fits }: Answer): Page {
  const { words, spoken } = translationsFor(locale);
  const say = inSpokenLanguage(locale);
  const nothing = query !== "" && found.length === 0;
  const heading = query === "" ? words.ask : nothing ? words.nothing(query) : fits ? words.results(query) : words.nothingFits;
  const body = html`<main id="p-main" class="wrap narrow">
    <h1>${say(heading)}</h1>
    ${
      found.length > 0 &&
      html`<p class="meta" role="status">
          ${say(fits ? counted(spoken, words.found, found.length) : words.maybe)}${readAs !== null && html` · ${say(words.readAs(readAs))}`}
        </p>
        <ul class="list">
          ${found.map((f) => html`<li><a href="${f.href}"${langOf(f.locale, locale)}>${f.title}</a>${f.heading !== "" && f.heading !== f.title && html`<p${langOf(f.locale, locale)}>${f.heading}</p>`}<p${langOf(f.locale, locale)}>${marked(f.quote, `${query} ${readAs ?? ""}`)}</p></li>`)}
        </ul>`
    }${nothing && html`<p class="lead" role="status">${say(words.nothingSays)}</p>`}${down && html`<p class="meta">${say(words.onlyWords)}</p>`}
    <p><a href="${href(center, homePath(locale))}">${say(words.home)}</a></p>
    ${stillNeedHelp(center, locale, words, { query })}
  </main>`;
  return { title: heading, parts: ["lists"], locale, hidden: true, query, from: { query }, languages: otherSearches(center, query), body };
}
const otherSearches = (center: Center, query: string): { locale: string; path: string }[] =>
  center.locales.map((l) => ({ locale: l, path: `${searchPath(l)}${query === "" ? "" : `?q=${encodeURIComponent(query)}`}` }));

const message = (locale: string, title: string, inside: (words: Translations) => Html): Page => {
  const { words } = translationsFor(locale);
  return {
    title,
    parts: ["lists", "form"],
    locale,
    hidden: true,
    searchInside: true,
    body: html`<main id="p-main" class="wrap narrow">
      <h1>${inSpokenLanguage(locale)(title)}</h1>
      ${inside(words)}
    </main>`,
  };
};
/** The "not found" page of a help center. */
export const missingPage = (center: Center, locale: string): Page =>
  message(
    locale,
    translationsFor(locale).words.missing,
    (words) =>
      html`<p class="lead">${inSpokenLanguage(locale)(words.missingSays)}</p>
        ${searchForm(center, locale, words, "p-q")}
        <p><a href="${href(center, homePath(locale))}">${inSpokenLanguage(locale)(words.home)}</a></p>
        ${stillNeedHelp(center, locale, words)}`,
  );
export const busyPage = (center: Center, locale: string): Page =>
  message(
    locale,
    translationsFor(locale).words.tooMany,
    (words) =>
      html`<p><a href="${href(center, homePath(locale))}">${words.home}</a></p>
        ${stillNeedHelp(center, locale, words)}`,
  );
/**
 * The page after feedback. `ask`: hidden fields of the comment form. `back`: the article's address. `email`: the field for the reader's
 * address, where answers can be sent.
 */
export function thanksPage(
  center: Center,
  locale: string,
  said: "yes" | "no" | "sent",
  back: string | undefined,
  ask: { readonly article: string; readonly reader?: string; readonly helpful: string },
  email: Html | undefined,
  comment = "",
): Page {
  const { words } = translationsFor(locale);
  const from = { article: ask.article, feedback: ask.reader };
  const title = said === "yes" ? words.thanks : said === "no" ? words.sorry : words.sent;
  const page = message(
    locale,
    title,
    () =>
      html`${said === "no" && html`<form method="post" action="${href(center, `${locale}/feedback`)}">${Object.entries(ask).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<label for="p-comment">${words.what}</label><textarea id="p-comment" name="comment" maxlength="2000" required dir="auto">${comment}</textarea>${email}<button class="go">${words.send}</button> ${contactLink(center, locale, words, "button", from)}</form>`}${back !== undefined && html`<p><a href="${back}">${words.back}</a></p>`}${said !== "no" && stillNeedHelp(center, locale, words, from)}`,
  );
  return { ...page, from };
}
