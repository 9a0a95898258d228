// Reads articles as readers may: published, public, not archived, of an open help center.
import { as, columns, parseJson, type Query, query, queryOne, type Selected, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, ProjectId } from "#kernel/ids/index.ts";
import { languageFallbacks } from "./rules.ts";

/** Holds while the project's help center is open. */
export const helpIsOpen = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1)`;
export const readHelpOpen = (projectId: ProjectId): Query<boolean> =>
  query(sql`SELECT ${helpIsOpen(projectId)} ${as.number("open")}`, ([row]) => row !== undefined && row.open !== 0);

const isPublic = sql`a.audience = 'public' AND a.archived_at IS NULL`;
/** Holds when anybody may read the article in some language. */
export const isReadable = (projectId: ProjectId, articleId: ArticleId): SQL => sql`EXISTS (SELECT 1 FROM help_articles a
  JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.version IS NOT NULL
  WHERE a.id = ${articleId} AND a.project_id = ${projectId} AND ${isPublic} AND ${helpIsOpen(projectId)})`;

/** SQL of an article's live title, in the default language if possible; null without one. */
export const liveTitle = (projectId: ProjectId, articleId: SQL): SQL =>
  sql`(SELECT t.title FROM help_article_texts t INDEXED BY help_article_texts_listed WHERE t.project_id = ${projectId} AND t.article_id = ${articleId}
    ORDER BY t.locale = (SELECT default_locale FROM help_centers WHERE project_id = ${projectId}) DESC, t.locale LIMIT 1)`;

/** ORDER BY of an article's texts for a reader: preferred language, then a regional variant of it, then the default, then any. */
const bestFirst = (column: SQL, locale: string | undefined, fallback: SQL): SQL => {
  const [own = ""] = (locale ?? "").split("-");
  const exact = sql`(SELECT w.key FROM json_each(${JSON.stringify(languageFallbacks(locale))}) w WHERE w.value = ${column})`;
  return sql`CASE WHEN ${exact} IS NOT NULL THEN ${exact} WHEN ${own} <> '' AND (${column} = ${own} OR substr(${column}, 1, ${own.length + 1}) = ${`${own}-`}) THEN 10 WHEN ${column} = ${fallback} THEN 20 ELSE 30 END, ${column}`;
};

export interface HelpCenter {
  readonly title: string;
  /** Its name in other languages; an empty one falls back to `title`. */
  readonly translations: Readonly<Record<string, { readonly title: string }>>;
  readonly slug: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
}
/** Undefined when it is closed or missing. */
export const readHelpCenter = (projectId: ProjectId): Query<HelpCenter | undefined> =>
  queryOne(
    sql`SELECT ${columns({ h: "help_centers", p: "projects" }, "h.title, h.translations, p.slug, h.default_locale, h.locales")} FROM help_centers h JOIN projects p ON p.id = h.project_id WHERE h.project_id = ${projectId} AND h.open = 1`,
    (row) => ({
      title: row.title,
      translations: parseJson<HelpCenter["translations"]>(row.translations),
      slug: row.slug,
      defaultLocale: row.default_locale,
      locales: parseJson<string[]>(row.locales),
    }),
  );

export interface ArticleLine {
  readonly articleId: ArticleId;
  readonly locale: string;
  readonly title: string;
  readonly summary: string;
}
const parseLine = (row: Selected<"help_article_versions", "article_id, locale, title, summary">): ArticleLine => ({
  articleId: row.article_id,
  locale: row.locale,
  title: row.title,
  summary: row.summary,
});
/** Articles scanned to find the first ones, because some of them may be unpublished. */
const MAX_CANDIDATES = 40;
/** SQL of the best text for a reader, among the languages that the help center offers. */
const best = (projectId: ProjectId, locale: string | undefined): SQL =>
  sql`(SELECT t.locale FROM help_article_texts t INDEXED BY help_article_texts_listed WHERE t.project_id = ${projectId} AND t.article_id = a.id AND t.version IS NOT NULL
      AND t.locale IN (SELECT value FROM json_each((SELECT locales FROM help_centers WHERE project_id = ${projectId})))
    ORDER BY ${bestFirst(sql`t.locale`, locale, sql`(SELECT default_locale FROM help_centers WHERE project_id = ${projectId})`)} LIMIT 1)`;
const lines = (projectId: ProjectId, locale: string | undefined, from: SQL, limit: number) =>
  sql`SELECT n.id ${as.of<{ article_id: ArticleId }>("article_id")}, ${columns({ v: "help_article_versions" }, "v.locale, v.title, v.summary")} FROM (SELECT a.id, a.at, ${best(projectId, locale)} AS locale FROM (${from}) a) n
    JOIN help_article_texts t ON t.project_id = ${projectId} AND t.article_id = n.id AND t.locale = n.locale
    JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
    ORDER BY n.at LIMIT ${limit}`;
/** Public articles in the order of their collections; those of none come last. */
const places = (
  projectId: ProjectId,
): SQL => sql`SELECT * FROM (SELECT a.id, c.place AS shelf, c.id AS shelf_id, a.place FROM help_collections c CROSS JOIN help_articles a ON a.project_id = c.project_id AND a.collection_id = c.id
    WHERE c.project_id = ${projectId} AND c.removed_at IS NULL AND ${isPublic} ORDER BY c.place, c.id, a.place, a.id LIMIT ${MAX_CANDIDATES})
  UNION ALL SELECT * FROM (SELECT a.id, ${Number.MAX_SAFE_INTEGER} AS shelf, '' AS shelf_id, a.place FROM help_articles a
    WHERE a.project_id = ${projectId} AND a.collection_id IS NULL AND ${isPublic} ORDER BY a.place, a.id LIMIT ${MAX_CANDIDATES})`;
/** The first articles of the help center. */
export const readFirstArticles = (projectId: ProjectId, locale: string | undefined, limit: number): Query<ArticleLine[]> =>
  query(
    lines(
      projectId,
      locale,
      // Sort and limit the ids first, so that only the texts of the first articles are read.
      sql`SELECT p.id, row_number() OVER (ORDER BY p.shelf, p.shelf_id, p.place, p.id) AS at FROM (${places(projectId)}) p
        WHERE EXISTS (SELECT 1 FROM help_article_texts t INDEXED BY help_article_texts_listed WHERE t.project_id = ${projectId} AND t.article_id = p.id AND t.version IS NOT NULL)
        ORDER BY p.shelf, p.shelf_id, p.place, p.id LIMIT ${limit}`,
      limit,
    ),
    (rows) => rows.map(parseLine),
  );
/** Titles and summaries of these articles for a reader, in this order. Articles that are not public are left out. */
export const readArticleLines = (projectId: ProjectId, ids: readonly string[], locale: string | undefined): Query<ArticleLine[]> =>
  query(
    lines(
      projectId,
      locale,
      sql`SELECT a.id, k.key AS at FROM json_each(${JSON.stringify(ids)}) k CROSS JOIN help_articles a ON a.id = k.value AND a.project_id = ${projectId} WHERE ${isPublic} AND ${helpIsOpen(projectId)}`,
      ids.length,
    ),
    (rows) => rows.map(parseLine),
  );

export interface ReadableArticle extends ArticleLine {
  readonly slug: string;
  readonly content: string;
  readonly publishedAt: number;
}
/** The published text of an article that suits the reader best. */
export const readArticle = (projectId: ProjectId, articleId: ArticleId, locale: string | undefined): Query<ReadableArticle | undefined> =>
  queryOne(
    sql`SELECT ${columns({ v: "help_article_versions" }, "v.article_id, v.locale, v.title, v.summary, v.slug, v.content, v.published_at")} FROM help_articles a
      JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.locale = ${best(projectId, locale)}
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE a.id = ${articleId} AND a.project_id = ${projectId} AND ${isPublic} AND ${helpIsOpen(projectId)}`,
    (row) => ({
      ...parseLine(row),
      slug: row.slug,
      content: row.content,
      publishedAt: row.published_at,
    }),
  );
/** The articles at public addresses, by language and slug. */
export const readArticlesAt = (projectId: ProjectId, at: readonly { locale: string; slug: string }[]): Query<(string | null)[]> =>
  query(
    sql`SELECT (SELECT a.id FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id
        WHERE t.project_id = ${projectId} AND t.locale = k.value ->> 'locale' AND t.live_slug = k.value ->> 'slug' AND ${isPublic}) ${as.textOrNull("id")} FROM json_each(${JSON.stringify(at)}) k ORDER BY k.key`,
    (rows) => rows.map((row) => row.id),
  );

export interface PublishedText extends Pick<ArticleLine, "locale" | "title"> {
  /** Of the text in this language; goes up with each publication. */
  readonly version: number;
  /** Markdown. */
  readonly content: string;
}
/**
 * The published text of an article that the assistant may cite, in the language, or in the default one if it is null. Undefined for an article that
 * is not published, archived, for members only, or not for the assistant.
 */
export const readCitableText = (projectId: ProjectId, articleId: ArticleId, locale: string | null): Query<PublishedText | undefined> =>
  queryOne(
    sql`SELECT ${columns({ v: "help_article_versions" }, "v.locale, v.title, v.version, v.content")} FROM help_articles a
      JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.version IS NOT NULL
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE a.id = ${articleId} AND a.project_id = ${projectId} AND a.archived_at IS NULL AND a.audience IN ('public', 'told') AND a.assistant = 1
        ${locale === null ? sql`` : sql`AND t.locale = ${locale}`}
      ORDER BY t.locale = (SELECT default_locale FROM help_centers WHERE project_id = ${projectId}) DESC, t.locale LIMIT 1`,
    (row) => row,
  );
