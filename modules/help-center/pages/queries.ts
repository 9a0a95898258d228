// Queries for lists of public pages: articles, collections, and all texts for the sitemap. They return only what readers may see.
import {
  as,
  columnList,
  columns,
  type JsonText,
  parseJson,
  type Query,
  query,
  queryOne,
  type RowIn,
  type SQL,
  sql,
} from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";

/** A published article as public lists show it. */
export interface Listed {
  readonly articleId: ArticleId;
  readonly place: number;
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
}
const LISTED_COLUMNS = columnList`${columns({ a: "help_articles", v: "help_article_versions" }, "a.id, a.place, v.locale")}, CASE WHEN l.version IS NULL THEN d.live_slug ELSE l.live_slug END ${as.text("slug")}, ${columns({ v: "help_article_versions" }, "v.title, v.summary")}`;
const listed = (rows: readonly RowIn<typeof LISTED_COLUMNS>[]): Listed[] =>
  rows.map((row) => ({
    articleId: row.id,
    place: row.place,
    locale: row.locale,
    slug: row.slug,
    title: row.title,
    summary: row.summary,
  }));
const FROM_LISTED = (projectId: ProjectId, locale: string, fallback: string, from: SQL): SQL => sql`
  FROM help_articles a ${from}
  LEFT JOIN help_article_texts l ON l.project_id = a.project_id AND l.article_id = a.id AND l.locale = ${locale} AND l.version IS NOT NULL
  LEFT JOIN help_article_texts d ON d.project_id = a.project_id AND d.article_id = a.id AND d.locale = ${fallback} AND d.version IS NOT NULL
  JOIN help_article_versions v ON v.project_id = a.project_id AND v.article_id = a.id
    AND v.locale = CASE WHEN l.version IS NULL THEN d.locale ELSE l.locale END AND v.version = coalesce(l.version, d.version)
  WHERE a.project_id = ${projectId} AND a.archived_at IS NULL AND a.audience = 'public'`;
const NONE = sql``;
const inCollection = (id: CollectionId | null): SQL => (id === null ? sql`a.collection_id IS NULL` : sql`a.collection_id = ${id}`);

export interface At {
  readonly place: number;
  readonly id: string;
}
/** The public articles of a collection after a position, in order. */
export const readAfter = (
  projectId: ProjectId,
  collection: CollectionId | null,
  [locale, fallback]: readonly [string, string],
  after: At,
  limit: number,
): Query<Listed[]> =>
  query(
    sql`SELECT ${LISTED_COLUMNS} ${FROM_LISTED(projectId, locale, fallback, NONE)} AND ${inCollection(collection)} AND (a.place, a.id) > (${after.place}, ${after.id}) ORDER BY a.place, a.id LIMIT ${limit}`,
    listed,
  );
/** The public articles before a position, nearest first. */
export const readBefore = (
  projectId: ProjectId,
  collection: CollectionId | null,
  [locale, fallback]: readonly [string, string],
  before: At,
  limit: number,
): Query<Listed[]> =>
  query(
    sql`SELECT ${LISTED_COLUMNS} ${FROM_LISTED(projectId, locale, fallback, NONE)} AND ${inCollection(collection)} AND (a.place, a.id) < (${before.place}, ${before.id}) ORDER BY a.place DESC, a.id DESC LIMIT ${limit}`,
    listed,
  );
/** These articles, as far as they are public. */
export const readListed = (projectId: ProjectId, [locale, fallback]: readonly [string, string], ids: readonly string[]): Query<Listed[]> =>
  query(
    sql`SELECT ${LISTED_COLUMNS} ${FROM_LISTED(projectId, locale, fallback, NONE)} AND a.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) LIMIT ${ids.length}`,
    listed,
  );

export interface Shelf {
  readonly id: CollectionId;
  readonly locale: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}
const SHELF_COLUMNS = columns({ c: "help_collections", x: "help_collection_texts" }, "c.id, x.locale, x.slug, x.name, x.description");
const shelf = (row: RowIn<typeof SHELF_COLUMNS>): Shelf => ({
  id: row.id,
  locale: row.locale,
  slug: row.slug,
  name: row.name,
  description: row.description,
});
const FROM_SHELVES = (projectId: ProjectId, locale: string, fallback: string): SQL => sql`
  FROM help_collections c JOIN help_collection_texts x ON x.project_id = c.project_id AND x.collection_id = c.id
    AND x.locale = coalesce((SELECT locale FROM help_collection_texts WHERE project_id = c.project_id AND collection_id = c.id AND locale = ${locale}), ${fallback})
  WHERE c.project_id = ${projectId} AND c.removed_at IS NULL`;
/** The collection at an address: by its slug in this language, else in the default one if it has no name in this. */
export const readShelfAt = (projectId: ProjectId, [locale, fallback]: readonly [string, string], slug: string): Query<Shelf | undefined> =>
  queryOne(
    sql`SELECT ${SHELF_COLUMNS} ${FROM_SHELVES(projectId, locale, fallback)} AND x.slug = ${slug} ORDER BY x.locale = ${locale} DESC LIMIT 1`,
    shelf,
  );
export const readShelf = (
  projectId: ProjectId,
  [locale, fallback]: readonly [string, string],
  id: CollectionId | null,
): Query<Shelf | undefined> =>
  queryOne(sql`SELECT ${SHELF_COLUMNS} ${FROM_SHELVES(projectId, locale, fallback)} AND c.id = ${id} LIMIT 1`, shelf);

/** Counting stops here; more is shown as "100+". */
export const MAX_COUNTED = 100;
/** All collections in order, with the number of public articles in each. */
export const readShelves = (projectId: ProjectId, [locale, fallback]: readonly [string, string]): Query<(Shelf & { articles: number })[]> =>
  query(
    sql`SELECT ${SHELF_COLUMNS}, (SELECT count(*) FROM (SELECT 1 FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id AND a.archived_at IS NULL AND a.audience = 'public'
        AND EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = a.project_id AND t.article_id = a.id AND t.locale IN (${locale}, ${fallback}) AND t.version IS NOT NULL) LIMIT ${MAX_COUNTED + 1})) ${as.number("articles")}
      ${FROM_SHELVES(projectId, locale, fallback)} ORDER BY c.place, c.id LIMIT 500`,
    (rows) => rows.map((row) => ({ ...shelf(row), articles: row.articles })),
  );
/** An article for the sitemap, with all its languages. */
export interface Mapped {
  readonly articleId: string;
  readonly texts: readonly { readonly locale: string; readonly slug: string; readonly publishedAt: number }[];
}
export const readMapped = (projectId: ProjectId, after: string, limit: number): Query<Mapped[]> =>
  query(
    sql`SELECT ${columns({ t: "help_article_texts" }, "t.article_id")}, json_group_array(json_object('locale', t.locale, 'slug', t.live_slug, 'publishedAt', t.published_at)) ${as.of<{ texts: JsonText }>("texts")}
      FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id AND a.archived_at IS NULL AND a.audience = 'public'
      WHERE t.project_id = ${projectId} AND t.article_id > ${after} AND t.version IS NOT NULL AND t.live_slug IS NOT NULL GROUP BY t.article_id ORDER BY t.article_id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        articleId: row.article_id,
        texts: parseJson<Mapped["texts"]>(row.texts),
      })),
  );
