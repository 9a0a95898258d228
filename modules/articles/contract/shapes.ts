// Wire schemas of articles and collections, with their length limits.
import { idOf } from "#kernel/ids/index.ts";
import { atMost, noNul, Revision, Time, wellFormed } from "#kernel/wire/values.ts";
import { Audience, Locale } from "#modules/retrieval/contract";
import { m } from "#messages";
import * as v from "valibot";

export const MAX_TITLE = 200;
export const MAX_SUMMARY = 400;
export const MAX_ARTICLE = 200_000;
export const MAX_SLUG = 120;
/** Most articles of a list that can be ordered, and most collections of a project. */
export const MAX_LIST = 500;

export const ArticleIdField = idOf("article");
export const CollectionIdField = idOf("collection");

export const Title = v.pipe(v.string(), noNul, v.trim(), atMost(MAX_TITLE), v.regex(/^[^\r\n]*$/, m.articles_single_line), wellFormed);
export const Slug = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, m.articles_not_empty),
  atMost(MAX_SLUG),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, m.articles_slug),
);

export const ARTICLE_STATES = ["draft", "published", "changed", "scheduled", "archived"] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

/** One language of an article, without its content. */
export const ArticleLocale = v.object({
  locale: Locale,
  title: v.string(),
  slug: v.string(),
  revision: Revision,
  /** The version that readers see; null when unpublished. */
  version: v.nullable(v.number()),
  /** The draft differs from what readers see. */
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

/** Why a scheduled text was not published: its scheduler may no longer publish, it was empty or archived, or it failed for an hour. */
export const SCHEDULE_FAILURES = ["giver", "text", "trouble"] as const;
export type ScheduleFailure = (typeof SCHEDULE_FAILURES)[number];

/** The draft of one language. */
export const ArticleText = v.object({
  locale: Locale,
  revision: Revision,
  slug: v.string(),
  /** The slug no longer follows the title, because a person edited it or it was published. */
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
  /** The last schedule failed. Null once the text is published, scheduled again or unscheduled (`at` null). */
  scheduleFailed: v.nullable(v.object({ at: Time, why: v.picklist(SCHEDULE_FAILURES) })),
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
export const VersionSummary = v.object({
  version: v.number(),
  title: v.string(),
  slug: v.string(),
  publishedAt: Time,
  publishedBy: v.nullable(v.string()),
});
export type VersionSummary = v.InferOutput<typeof VersionSummary>;
