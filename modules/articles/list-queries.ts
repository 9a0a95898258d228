// Reads single articles and lists. Lists use an index without contents.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
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
import { nameOf } from "#modules/accounts";
import type { ArticleLocale, ArticleState, ArticleSummary } from "./contract.ts";

/** Most languages of one article or collection that are listed. */
export const MAX_LOCALES = 50;
/** Articles that one page of a filtered list scans. */
const MAX_SCANNED = 2000;

const SUMMARY = columnList`${columns({ a: "help_articles" }, "a.id, a.collection_id, a.audience, a.assistant, a.created_at")}, ${nameOf(sql`a.created_by`)} ${as.textOrNull("creator")}, ${columns({ a: "help_articles" }, "a.archived_at")},
  (SELECT json_group_array(json_array(locale, title, slug, revision, version, live_revision, live_slug, publish_at, updated_at)) FROM
    (SELECT locale, title, slug, revision, version, live_revision, live_slug, publish_at, updated_at FROM help_article_texts INDEXED BY help_article_texts_listed
      WHERE project_id = a.project_id AND article_id = a.id ORDER BY locale LIMIT ${MAX_LOCALES})) ${as.of<{ locales: JsonText }>("locales")}`;
type Listed = [string, string, string, number, number | null, number | null, string | null, number | null, number];
const localeOf = ([locale, title, slug, revision, version, live, liveSlug, publishAt, updatedAt]: Listed): ArticleLocale => ({
  locale,
  title,
  slug,
  revision,
  version,
  changed: version !== null && live !== revision,
  liveSlug,
  publishAt: isoOrNull(publishAt),
  updatedAt: iso(updatedAt),
});
const summaryOf = (row: RowIn<typeof SUMMARY>): ArticleSummary => ({
  id: row.id,
  collectionId: row.collection_id,
  audience: row.audience,
  assistant: row.assistant !== 0,
  createdAt: iso(row.created_at),
  createdBy: row.creator,
  archivedAt: isoOrNull(row.archived_at),
  locales: parseJson<Listed[]>(row.locales).map(localeOf),
});
export const readArticle = (projectId: ProjectId, id: ArticleId): Query<ArticleSummary | undefined> =>
  queryOne(sql`SELECT ${SUMMARY} FROM help_articles a WHERE a.project_id = ${projectId} AND a.id = ${id}`, summaryOf);
export const readArticleBy = (projectId: ProjectId, clientId: string): Query<ArticleSummary | undefined> =>
  queryOne(sql`SELECT ${SUMMARY} FROM help_articles a WHERE a.project_id = ${projectId} AND a.client_id = ${clientId}`, summaryOf);

export interface ListRow {
  readonly place: number;
  readonly article: ArticleSummary;
}
const LISTED = columnList`${columns({ a: "help_articles" }, "a.place")}, ${SUMMARY}`;
const listed = (rows: readonly RowIn<typeof LISTED>[]): ListRow[] => rows.map((row) => ({ place: row.place, article: summaryOf(row) }));
export const inCollection = (id: CollectionId | null): SQL => (id === null ? sql`collection_id IS NULL` : sql`collection_id = ${id}`);
/** The articles of a collection that are not archived, in their order. */
export const readInCollection = (
  projectId: ProjectId,
  collection: CollectionId | null,
  after: { at: number; id: string } | undefined,
  limit: number,
): Query<ListRow[]> =>
  query(
    sql`SELECT ${LISTED} FROM help_articles a WHERE a.project_id = ${projectId} AND ${inCollection(collection)} AND a.archived_at IS NULL${after === undefined ? sql`` : sql` AND (a.place, a.id) > (${after.at}, ${after.id})`} ORDER BY a.place, a.id LIMIT ${limit}`,
    listed,
  );

const hasText = (which: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts t INDEXED BY help_article_texts_listed WHERE t.project_id = a.project_id AND t.article_id = a.id AND ${which})`;
const ALL = sql`1`;
/** Condition that an article has a text in the state, in any language or in one. */
const inState = (state: Exclude<ArticleState, "archived">, of: SQL): SQL => {
  switch (state) {
    case "draft":
      return sql`NOT ${hasText(sql`${of} AND t.version IS NOT NULL`)}`;
    case "published":
      return hasText(sql`${of} AND t.version IS NOT NULL`);
    case "changed":
      return hasText(sql`${of} AND t.version IS NOT NULL AND t.live_revision <> t.revision`);
    case "scheduled":
      return hasText(sql`${of} AND t.publish_at IS NOT NULL`);
  }
};
export interface ArticleFilter {
  /** Null: without a collection; undefined: any. */
  readonly collection: CollectionId | null | undefined;
  readonly state: ArticleState | undefined;
  /** Written in this language, to which `state` then refers. */
  readonly locale: string | undefined;
  /** Not written in this language. */
  readonly missing: string | undefined;
  /** Part of a title, folded for search. */
  readonly title: string;
}
const matches = ({ collection, state, locale, missing, title }: ArticleFilter): SQL => {
  const of = locale === undefined ? ALL : sql`t.locale = ${locale}`;
  return sql.join(
    [
      collection === undefined ? ALL : collection === null ? sql`a.collection_id IS NULL` : sql`a.collection_id = ${collection}`,
      state === undefined || state === "archived" ? ALL : inState(state, of),
      locale === undefined ? ALL : hasText(of),
      missing === undefined ? ALL : sql`NOT ${hasText(sql`t.locale = ${missing}`)}`,
      title === "" ? ALL : hasText(sql`instr(t.folded, ${title}) > 0`),
    ],
    sql` AND `,
  );
};
/**
 * Matching articles, newest first. Scans at most `MAX_SCANNED` articles: the second query answers the last scanned one, or null when there
 * are no more.
 */
export const readMatching = (
  projectId: ProjectId,
  { before, limit, ...which }: ArticleFilter & { before: string | undefined; limit: number },
): readonly [Query<ListRow[]>, Query<string | null | undefined>] => {
  const window = sql`SELECT id FROM help_articles WHERE project_id = ${projectId} AND archived_at IS ${which.state === "archived" ? sql`NOT NULL` : sql`NULL`}${before === undefined ? sql`` : sql` AND id < ${before}`} ORDER BY id DESC LIMIT ${MAX_SCANNED}`;
  const fits = matches(which);
  return [
    query(
      sql`SELECT ${LISTED} FROM help_articles a WHERE a.project_id = ${projectId} AND a.id IN (${window}) AND ${fits} ORDER BY a.id DESC LIMIT ${limit}`,
      listed,
    ),
    queryOne(sql`SELECT CASE WHEN count(*) = ${MAX_SCANNED} THEN min(id) END ${as.textOrNull("last")} FROM (${window})`, (row) => row.last),
  ];
};

/** Holds while the project has an article, whatever its state. */
export const hasArticle = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM help_articles WHERE project_id = ${projectId})`;
