// Wire contract of publishing.
import { route } from "#kernel/wire/route.ts";
import { Done, Empty, Revision, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { ofArticle, ofText } from "./params.ts";
import { ArticleIdField, ArticleSummary, ArticleText } from "./shapes.ts";

const Published = v.object({ article: ArticleSummary, text: ArticleText });
/** Publishes the draft of this revision. Repeating answers the first result. */
export const publishArticle = route({
  name: "publishArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/texts/:locale/publish",
  who: "admin",
  params: ofText,
  body: v.strictObject({ revision: Revision }),
  reply: Published,
  errors: ["stale_frontier", "conflict"],
});
/** Unpublishes one language. The draft stays. */
export const unpublishArticle = route({
  name: "unpublishArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/texts/:locale/unpublish",
  who: "admin",
  params: ofText,
  body: Empty,
  reply: Published,
});
/** Schedules the publication of the draft; `at` null: unschedules it. */
export const scheduleArticle = route({
  name: "scheduleArticle",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/articles/:articleId/texts/:locale/schedule",
  who: "admin",
  params: ofText,
  body: v.strictObject({ revision: Revision, at: v.nullable(Time) }),
  reply: Published,
  errors: ["stale_frontier", "conflict"],
});
/** Archives the article: removes it from readers, in all languages, and from the lists. */
export const archiveArticle = route({
  name: "archiveArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/archive",
  who: "admin",
  params: ofArticle,
  body: Empty,
  reply: v.object({ article: ArticleSummary }),
});
/** Restores an archived article, as a draft. */
export const restoreArticle = route({
  name: "restoreArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/restore",
  who: "admin",
  params: ofArticle,
  body: Empty,
  reply: v.object({ article: ArticleSummary }),
});
/** Deletes an archived article with all versions, irreversibly; `confirm` repeats its id. */
export const deleteArticle = route({
  name: "deleteArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/delete",
  who: "admin",
  params: ofArticle,
  body: v.strictObject({ confirm: ArticleIdField }),
  reply: Done,
  errors: ["conflict"],
});
