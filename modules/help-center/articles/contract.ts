// Articles and collections: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import {
  atMost,
  ClientId,
  Cursor,
  Done,
  Empty,
  line,
  noNul,
  page,
  prose,
  Revision,
  RevisionText,
  Time,
  wellFormed,
} from "#kernel/wire/values.ts";
import { Audience, Locale } from "#modules/knowledge/contract";
import * as v from "valibot";

export const MAX_TITLE = 200;
export const MAX_SUMMARY = 400;
export const MAX_ARTICLE = 200_000;
export const MAX_SLUG = 120;
/** Articles of one list that can be put in order, and collections of a project. */
export const MAX_LIST = 500;

const ProjectIdField = idOf("project");
const ArticleIdField = idOf("article");
const CollectionIdField = idOf("collection");

export const Title = v.pipe(v.string(), noNul, v.trim(), atMost(MAX_TITLE), v.regex(/^[^\r\n]*$/, "Write it in one line."), wellFormed);
export const Slug = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "This cannot be empty."),
  atMost(MAX_SLUG),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use small letters, digits and single hyphens."),
);

export const ARTICLE_STATES = ["draft", "published", "changed", "scheduled", "archived"] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

/** One language of an article, without its text. */
export const ArticleLocale = v.object({
  locale: Locale,
  title: v.string(),
  slug: v.string(),
  revision: Revision,
  /** The version that readers see; null: none. */
  version: v.nullable(v.number()),
  /** The draft says something else than readers see. */
  changed: v.boolean(),
  liveSlug: v.nullable(v.string()),
  publishAt: v.nullable(Time),
  updatedAt: Time,
});
export type ArticleLocale = v.InferOutput<typeof ArticleLocale>;

export const ArticleSummary = v.object({
  id: ArticleIdField,
  collectionId: v.nullable(CollectionIdField),
  audience: Audience,
  assistant: v.boolean(),
  createdAt: Time,
  createdBy: v.nullable(v.string()),
  archivedAt: v.nullable(Time),
  locales: v.array(ArticleLocale),
});
export type ArticleSummary = v.InferOutput<typeof ArticleSummary>;

/** The draft of one language. */
export const ArticleText = v.object({
  locale: Locale,
  revision: Revision,
  slug: v.string(),
  /** The slug no longer follows the title: a person wrote it, or readers know it. */
  slugKept: v.boolean(),
  title: v.string(),
  summary: v.string(),
  content: v.string(),
  updatedAt: Time,
  updatedBy: v.nullable(v.string()),
  version: v.nullable(v.number()),
  changed: v.boolean(),
  liveSlug: v.nullable(v.string()),
  publishedAt: v.nullable(Time),
  publishedBy: v.nullable(v.string()),
  publishAt: v.nullable(Time),
  publishBy: v.nullable(v.string()),
});
export type ArticleText = v.InferOutput<typeof ArticleText>;

export const CollectionText = v.object({ locale: Locale, slug: v.string(), name: v.string(), description: v.string() });
export const Collection = v.object({
  id: CollectionIdField,
  texts: v.array(CollectionText),
  /** Articles in it that are not archived. */
  articles: v.number(),
});
export type Collection = v.InferOutput<typeof Collection>;

export const CollectionList = v.object({
  /** In their order. */
  items: v.array(Collection),
  /** Articles without a collection. */
  without: v.number(),
  defaultLocale: Locale,
  locales: v.array(Locale),
  projectSlug: v.string(),
  /** Whether readers can open the help center. */
  open: v.boolean(),
});
export type CollectionList = v.InferOutput<typeof CollectionList>;

const inProject = { projectId: ProjectIdField };
const ofCollection = { ...inProject, collectionId: CollectionIdField };
const ofArticle = { ...inProject, articleId: ArticleIdField };
const ofText = { ...ofArticle, locale: Locale };

const CollectionName = line(MAX_TITLE);
const Description = prose(MAX_SUMMARY, 0);

// --- collections ------------------------------------------------------------------

/** All collections of the project, at most 500, with how many articles each has. */
export const listCollections = route({
  name: "listCollections",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/collections",
  who: "member",
  params: inProject,
  reply: CollectionList,
});
export const createCollection = route({
  name: "createCollection",
  method: "POST",
  path: "/api/management/projects/:projectId/help/collections",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, locale: Locale, name: CollectionName, description: v.optional(Description, "") }),
  status: 201,
  reply: v.object({ collection: Collection }),
  errors: ["conflict"],
});
/** Name and description in one language. Its address stays. */
export const saveCollectionText = route({
  name: "saveCollectionText",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/collections/:collectionId/texts/:locale",
  who: "admin",
  params: { ...ofCollection, locale: Locale },
  body: v.strictObject({ name: CollectionName, description: Description }),
  reply: v.object({ collection: Collection }),
});
/** Removes the collection. Its articles stay and have none, until the removal is undone. */
export const removeCollection = route({
  name: "removeCollection",
  method: "DELETE",
  path: "/api/management/projects/:projectId/help/collections/:collectionId",
  who: "admin",
  params: ofCollection,
  reply: Done,
});
/** Undo of a removal: articles that nobody has moved since come back too. */
export const restoreCollection = route({
  name: "restoreCollection",
  method: "POST",
  path: "/api/management/projects/:projectId/help/collections/:collectionId/restore",
  who: "admin",
  params: ofCollection,
  body: Empty,
  reply: v.object({ collection: Collection }),
  errors: ["conflict"],
});
/** Puts all collections in order. `seen` is the order that the caller saw. */
export const orderCollections = route({
  name: "orderCollections",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/collections-order",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    seen: v.pipe(v.array(CollectionIdField), v.maxLength(MAX_LIST)),
    order: v.pipe(v.array(CollectionIdField), v.maxLength(MAX_LIST)),
  }),
  reply: v.object({ order: v.array(CollectionIdField) }),
  errors: ["stale_frontier"],
});

// --- articles ---------------------------------------------------------------------

/**
 * Of one collection in its order (`collection=none`: of none), else the newest first. Pages may be short, and even empty, while
 * `next` is not null: `q` looks into a bounded number of titles at once.
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
/** The article, what there is of it in each language, and the draft in one (without `locale`: the default, else the first). */
export const readArticle = route({
  name: "readArticle",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId",
  who: "member",
  params: ofArticle,
  query: v.object({ locale: v.optional(Locale) }),
  reply: v.object({ article: ArticleSummary, text: v.nullable(ArticleText) }),
});
/** Saves the draft of a language; `revision` = the one that it is based on, 0 for a new language. `slug`: null = follows the title. */
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
/** Who may read it, whether the assistant uses it, where it stands. Readers get it so at once. */
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

// --- publishing -------------------------------------------------------------------

const Published = v.object({ article: ArticleSummary, text: ArticleText });
/** Publishes the draft of this revision. Repeating it answers what the first call did. */
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
/** Takes a language away from readers. The draft stays. */
export const unpublishArticle = route({
  name: "unpublishArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/texts/:locale/unpublish",
  who: "admin",
  params: ofText,
  body: Empty,
  reply: Published,
});
/** Publishes the draft at a time to come; `at` null: no longer. */
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
/** Takes the article away from readers, in all languages, and out of the lists. */
export const archiveArticle = route({
  name: "archiveArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/archive",
  who: "admin",
  params: ofArticle,
  body: Empty,
  reply: v.object({ article: ArticleSummary }),
});
/** Back into its list, as a draft. */
export const restoreArticle = route({
  name: "restoreArticle",
  method: "POST",
  path: "/api/management/projects/:projectId/help/articles/:articleId/restore",
  who: "admin",
  params: ofArticle,
  body: Empty,
  reply: v.object({ article: ArticleSummary }),
});
/** Forever, with all versions. Only an archived one; `confirm` repeats its id. */
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

// --- versions ---------------------------------------------------------------------

export const VersionSummary = v.object({
  version: v.number(),
  title: v.string(),
  slug: v.string(),
  publishedAt: Time,
  publishedBy: v.nullable(v.string()),
});
export type VersionSummary = v.InferOutput<typeof VersionSummary>;
/** The versions that are kept, the newest first: at most 100. */
export const listVersions = route({
  name: "listVersions",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId/texts/:locale/versions",
  who: "member",
  params: ofText,
  reply: page(VersionSummary),
});
export const readVersion = route({
  name: "readVersion",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId/texts/:locale/versions/:version",
  who: "member",
  params: { ...ofText, version: RevisionText },
  reply: v.object({ ...VersionSummary.entries, summary: v.string(), content: v.string() }),
});
