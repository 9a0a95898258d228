// Wire contract of the help center in the widget, open to any page of the project's website without a visitor session. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, noNul, prose, Time } from "#kernel/wire/values.ts";
import { Locale } from "#modules/retrieval/contract";
import { WidgetKey } from "#modules/widget/contract";
import * as v from "valibot";

const MAX_QUERY = 200;
const keyAndLocale = { key: WidgetKey, locale: v.optional(Locale) };
const HelpArticleSummary = v.object({ articleId: idOf("article"), locale: v.string(), title: v.string(), summary: v.string() });
export type HelpArticleSummary = v.InferOutput<typeof HelpArticleSummary>;

export const HelpHome = v.object({
  title: v.string(),
  locale: v.string(),
  /** The first articles of the help center. */
  articles: v.array(HelpArticleSummary),
  /** Path of the public help center, below the application's origin. */
  path: v.string(),
});
export type HelpHome = v.InferOutput<typeof HelpHome>;
/** The panel's first view while the help center is open; 404 while it is closed. Rate-limited per address and project. */
export const readWidgetHelp = route({
  name: "readWidgetHelp",
  method: "GET",
  path: "/api/widget/help",
  who: "widget",
  query: v.object(keyAndLocale),
  reply: HelpHome,
  errors: ["rate_limited"],
});

export const HelpHit = v.object({
  articleId: idOf("article"),
  locale: v.string(),
  title: v.string(),
  heading: v.string(),
  quote: v.string(),
  /** Share of the query's weight that the article contains, from 0 to 1. */
  coverage: v.number(),
  /** How well the article answers the query, from 0 to 1. */
  confidence: v.number(),
});
export type HelpHit = v.InferOutput<typeof HelpHit>;
export const HelpSearchResults = v.object({
  locale: v.string(),
  items: v.array(HelpHit),
  /** `down`: semantic search failed, so only words were searched. */
  semantic: v.picklist(["off", "on", "down"]),
  /** The corrected query; null if nothing was corrected. */
  readAs: v.nullable(v.string()),
  /** Whether the best result fits well. If not, the results are only the nearest. */
  fits: v.boolean(),
});
export type HelpSearchResults = v.InferOutput<typeof HelpSearchResults>;
/** Published, public articles that match; the last word may be incomplete. Does not record the search. */
export const searchWidgetHelp = route({
  name: "searchWidgetHelp",
  method: "GET",
  path: "/api/widget/help/search",
  who: "widget",
  query: v.object({ ...keyAndLocale, q: v.pipe(v.string(), noNul, v.minLength(1), v.maxLength(MAX_QUERY)) }),
  reply: HelpSearchResults,
  errors: ["rate_limited"],
});

export const HelpArticle = v.object({
  ...HelpArticleSummary.entries,
  /** The article as a tree of kernel/rich-text/article.ts. */
  tree: v.array(v.unknown()),
  /** URLs in it that lead to other articles of the help center. */
  links: v.record(v.string(), v.string()),
  path: v.string(),
  publishedAt: Time,
  /** Whether it is in another language than requested. */
  foreign: v.boolean(),
});
export type HelpArticle = v.InferOutput<typeof HelpArticle>;
/** One article, in the best available language. 404 unless it is published and public. */
export const readWidgetArticle = route({
  name: "readWidgetArticle",
  method: "GET",
  path: "/api/widget/help/articles/:articleId",
  who: "widget",
  params: { articleId: idOf("article") },
  query: v.object(keyAndLocale),
  reply: HelpArticle,
  errors: ["rate_limited"],
});

/** Records a search once the reader has settled on it, or the article opened from it. `visit`: a UUID of this visit of the page. */
export const noteWidgetSearch = route({
  name: "noteWidgetSearch",
  method: "POST",
  path: "/api/widget/help/searches",
  who: "widget",
  body: v.strictObject({
    key: WidgetKey,
    visit: ClientId,
    locale: Locale,
    query: line(MAX_QUERY),
    results: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
    opened: v.optional(idOf("article")),
    /** The best result, if it does not fit well. */
    nearest: v.optional(idOf("article")),
  }),
  reply: Done,
});
/** Stores whether an article helped. The same `clientId` again changes the answer or adds a comment. */
export const sendWidgetFeedback = route({
  name: "sendWidgetFeedback",
  method: "POST",
  path: "/api/widget/help/feedback",
  who: "widget",
  body: v.strictObject({
    key: WidgetKey,
    clientId: ClientId,
    articleId: idOf("article"),
    locale: Locale,
    helpful: v.boolean(),
    comment: v.optional(prose(1000, 0)),
  }),
  reply: Done,
  errors: ["rate_limited", "conflict"],
});
