// Queries for one article: its texts, addresses and position. They return only what readers may see unless a comment says otherwise.
import { as, columns, notNull, type Query, query, queryOne, type Selected, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { memberName } from "#modules/projects";

/** The help center's default language. */
const fallbackOf = (projectId: ProjectId): SQL => sql`(SELECT default_locale FROM help_centers WHERE project_id = ${projectId})`;
/** The id of the article at an address. The text in this language wins, then the one in the default language, then redirects. */
const articleIdAt = (projectId: ProjectId, locale: string, slug: string): SQL => {
  const fallback = fallbackOf(projectId);
  return sql`(SELECT article_id FROM (
      SELECT 1 AS rank, article_id FROM help_article_texts WHERE project_id = ${projectId} AND locale = ${locale} AND live_slug = ${slug}
      UNION ALL SELECT 2, article_id FROM help_article_texts WHERE project_id = ${projectId} AND locale = ${fallback} AND live_slug = ${slug}
      UNION ALL SELECT 3, article_id FROM help_redirects WHERE project_id = ${projectId} AND locale = ${locale} AND path = ${`articles/${slug}`}
      UNION ALL SELECT 4, article_id FROM help_redirects WHERE project_id = ${projectId} AND locale = ${fallback} AND path = ${`articles/${slug}`}
    ) ORDER BY rank LIMIT 1)`;
};
/** Finds the article that had this path in the help desk it was imported from. */
export const readImportedAddress = (projectId: ProjectId, path: string): Query<{ articleId: ArticleId; locale: string } | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_redirects", "article_id, locale")} FROM help_redirects WHERE project_id = ${projectId} AND locale IN (SELECT value FROM json_each((SELECT locales FROM help_centers WHERE project_id = ${projectId}))) AND path = ${path} ORDER BY created_at DESC LIMIT 1`,
    (row) => ({ articleId: row.article_id, locale: row.locale }),
  );

/** A published text with its position in the collection. */
export interface LiveText {
  readonly articleId: ArticleId;
  readonly collectionId: CollectionId | null;
  readonly place: number;
  readonly audience: "public" | "members" | "told";
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly publishedAt: number;
  /** The name of the member who published it, as customers know it; null once they have left the team. */
  readonly author: string | null;
}
const live = (
  row: Selected<"help_articles", "id, collection_id, place, audience"> &
    Selected<"help_article_texts", "locale, live_slug"> &
    Selected<"help_article_versions", "title, summary, content, published_at"> & { readonly author: string | null },
): LiveText => ({
  articleId: row.id,
  collectionId: row.collection_id,
  place: row.place,
  audience: row.audience,
  locale: row.locale,
  slug: notNull(row.live_slug),
  title: row.title,
  summary: row.summary,
  content: row.content,
  publishedAt: row.published_at,
  author: row.author,
});
/** The published text in the language, else in the default one. Includes every audience: the caller must check access. */
export const readLive = (
  projectId: ProjectId,
  articleId: ArticleId | SQL,
  locale: string,
  fallback: string | SQL,
): Query<LiveText | undefined> =>
  queryOne(
    sql`SELECT ${columns({ a: "help_articles", t: "help_article_texts", v: "help_article_versions" }, "a.id, a.collection_id, a.place, a.audience, t.locale, t.live_slug, v.title, v.summary, v.content, v.published_at")}, ${memberName(projectId, sql`v.published_by`)} ${as.textOrNull("author")}
      FROM help_articles a JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.locale IN (${locale}, ${fallback}) AND t.version IS NOT NULL AND t.live_slug IS NOT NULL
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE a.project_id = ${projectId} AND a.id = ${articleId} AND a.archived_at IS NULL ORDER BY t.locale = ${locale} DESC LIMIT 1`,
    live,
  );
/** The published text of the article at an address, as `readLive`. */
export const readLiveAt = (projectId: ProjectId, locale: string, slug: string): Query<LiveText | undefined> =>
  readLive(projectId, articleIdAt(projectId, locale, slug), locale, fallbackOf(projectId));
/** The languages in which the article is published, with the slug in each. */
export const readLiveSlugs = (projectId: ProjectId, articleId: ArticleId): Query<{ locale: string; slug: string }[]> =>
  query(
    sql`SELECT ${columns("help_article_texts", "locale, live_slug")} FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND version IS NOT NULL AND live_slug IS NOT NULL ORDER BY locale LIMIT 50`,
    (rows) => rows.map((row) => ({ locale: row.locale, slug: notNull(row.live_slug) })),
  );
/** The draft in the language, else in the default one, in the form of a published text. For members only. */
export const readDraft = (projectId: ProjectId, articleId: ArticleId, locale: string, fallback: string): Query<LiveText | undefined> =>
  queryOne(
    sql`SELECT ${columns({ a: "help_articles", t: "help_article_texts" }, "a.id, a.collection_id, a.place, a.audience, t.locale, t.slug AS live_slug, t.title, t.summary, t.content, t.updated_at AS published_at")}, ${memberName(projectId, sql`t.updated_by`)} ${as.textOrNull("author")}
      FROM help_articles a JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.locale IN (${locale}, ${fallback})
      WHERE a.project_id = ${projectId} AND a.id = ${articleId} ORDER BY t.locale = ${locale} DESC LIMIT 1`,
    live,
  );

/** The article's position, also when readers no longer see it. */
export const readPlace = (
  projectId: ProjectId,
  articleId: ArticleId,
): Query<{ collectionId: CollectionId | null; place: number } | undefined> =>
  queryOne(
    sql`SELECT ${columns("help_articles", "collection_id, place")} FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId}`,
    (row) => ({
      collectionId: row.collection_id,
      place: row.place,
    }),
  );
