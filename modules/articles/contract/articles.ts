// Wire contract of articles and their drafts.
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, Cursor, noNul, page, Revision, wellFormed } from "#kernel/wire/values.ts";
import { Audience, Locale } from "#modules/retrieval/contract";
import * as v from "valibot";
import { inProject, ofArticle, ofText } from "./params.ts";
import {
  MAX_SUMMARY,
  MAX_ARTICLE,
  MAX_LIST,
  ArticleIdField,
  CollectionIdField,
  Title,
  Slug,
  ARTICLE_STATES,
  ArticleSummary,
  ArticleText,
} from "./shapes.ts";

/**
 * Lists articles: those of one collection in its order (`collection=none`: without one); with any other filter the newest first.
 * `locale`: written in this language, to which `state` then refers; `missing`: not written in it. Pages may be short or even empty while
 * `next` is not null, because each scans a bounded number of articles.
 */
export const listArticles = route({
  name: "listArticles",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles",
  who: "member",
  params: inProject,
  query: v.object({
    cursor: v.optional(Cursor),
    collection: v.optional(v.union([v.literal("none"), CollectionIdField])),
    state: v.optional(v.picklist(ARTICLE_STATES)),
    locale: v.optional(Locale),
    missing: v.optional(Locale),
    q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  }),
  reply: page(ArticleSummary),
});
export const createArticle = route({
  name: "createArticle",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/help/articles",
  who: "member",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    locale: Locale,
    title: v.optional(Title, ""),
    content: v.optional(v.pipe(v.string(), noNul, atMost(MAX_ARTICLE), wellFormed), ""),
    collectionId: v.optional(v.nullable(CollectionIdField), null),
  }),
  status: 201,
  reply: v.object({ article: ArticleSummary, text: ArticleText }),
  errors: ["conflict"],
});
/** The article with its languages, and the draft in one of them (without `locale`: the default language, else the first). */
export const readArticle = route({
  name: "readArticle",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId",
  who: "member",
  params: ofArticle,
  query: v.object({ locale: v.optional(Locale) }),
  reply: v.object({ article: ArticleSummary, text: v.nullable(ArticleText) }),
});
/** Saves the draft of a language. `revision`: the one it is based on, 0 for a new language; `slug` null: follows the title. */
export const saveArticleText = route({
  name: "saveArticleText",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId/texts/:locale",
  who: "member",
  params: ofText,
  body: v.strictObject({
    revision: Revision,
    title: Title,
    slug: v.optional(v.nullable(Slug)),
    summary: v.pipe(v.string(), noNul, v.trim(), atMost(MAX_SUMMARY), wellFormed),
    content: v.pipe(v.string(), noNul, atMost(MAX_ARTICLE), wellFormed),
  }),
  reply: v.object({ text: ArticleText }),
  errors: ["stale_frontier", "conflict"],
});
/** Changes audience, use by the assistant, and collection, with immediate effect for readers. */
export const changeArticle = route({
  name: "changeArticle",
  method: "PATCH",
  path: "/api/management/projects/:projectId/help/articles/:articleId",
  who: "admin",
  params: ofArticle,
  body: v.strictObject({
    audience: v.optional(Audience),
    assistant: v.optional(v.boolean()),
    collectionId: v.optional(v.nullable(CollectionIdField)),
  }),
  reply: v.object({ article: ArticleSummary }),
  errors: ["conflict"],
});
/** Puts the articles of one collection (null: of none) in order; ids in `order` that are not in it move into it. */
export const orderArticles = route({
  name: "orderArticles",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/articles-order",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    collectionId: v.nullable(CollectionIdField),
    seen: v.pipe(v.array(ArticleIdField), v.maxLength(MAX_LIST)),
    order: v.pipe(v.array(ArticleIdField), v.maxLength(MAX_LIST)),
  }),
  reply: v.object({ order: v.array(ArticleIdField) }),
  errors: ["stale_frontier"],
});
