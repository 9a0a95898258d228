// Reads a text in one language, its versions and its addresses.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import type { ArticleText, VersionSummary } from "./contract.ts";

/** The default language of the project's help center. */
export const defaultLocale = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT default_locale FROM help_centers WHERE project_id = ${projectId}), 'en')`;

export const isText = (projectId: ProjectId, articleId: ArticleId | SQL, locale: string | SQL): SQL =>
  sql`project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale}`;
const TEXT = columnList`${columns("help_article_texts", "locale, revision, slug, slug_kept, title, summary, content, updated_at")}, ${nameOf(sql`t.updated_by`)} ${as.textOrNull("updated_name")}, ${columns("help_article_texts", "version, live_slug, live_revision, published_at, publish_at")}, ${nameOf(sql`t.publish_by`)} ${as.textOrNull("scheduler")}, ${columns("help_article_texts", "schedule_failed_at, schedule_failed")},
  (SELECT ${nameOf(sql`w.published_by`)} FROM help_article_versions w WHERE w.project_id = t.project_id AND w.article_id = t.article_id AND w.locale = t.locale AND w.version = t.version) ${as.textOrNull("publisher")}`;
const failureOf = (row: RowIn<typeof TEXT>): ArticleText["scheduleFailed"] => {
  const [at, why] = [row.schedule_failed_at, row.schedule_failed];
  return at === null || why === null ? null : { at: iso(at), why };
};
const textOf = (row: RowIn<typeof TEXT>): ArticleText => ({
  locale: row.locale,
  revision: row.revision,
  slug: row.slug,
  slugKept: row.slug_kept !== 0,
  title: row.title,
  summary: row.summary,
  content: row.content,
  updatedAt: iso(row.updated_at),
  updatedBy: row.updated_name,
  version: row.version,
  changed: row.version !== null && row.live_revision !== row.revision,
  liveSlug: row.live_slug,
  publishedAt: isoOrNull(row.published_at),
  publishedBy: row.publisher,
  publishAt: isoOrNull(row.publish_at),
  publishBy: row.scheduler,
  scheduleFailed: failureOf(row),
});
export const readText = (projectId: ProjectId, articleId: ArticleId, locale: string): Query<ArticleText | undefined> =>
  queryOne(sql`SELECT ${TEXT} FROM help_article_texts t WHERE ${isText(projectId, articleId, locale)}`, textOf);
/** The draft in the locale, else in the default language, else the oldest. */
export const readBestText = (projectId: ProjectId, articleId: ArticleId, locale: string | undefined): Query<ArticleText | undefined> =>
  queryOne(
    sql`SELECT ${TEXT} FROM help_article_texts t WHERE ${isText(projectId, articleId, locale ?? sql`(SELECT locale FROM help_article_texts INDEXED BY help_article_texts_listed WHERE project_id = ${projectId} AND article_id = ${articleId} ORDER BY locale = ${defaultLocale(projectId)} DESC, locale LIMIT 1)`)}`,
    textOf,
  );

/** Versions that are kept of each text. */
export const KEPT_VERSIONS = 100;
const VERSION = columnList`${columns("help_article_versions", "version, slug, title, published_at")}, ${nameOf(sql`v.published_by`)} ${as.textOrNull("publisher")}`;
const versionOf = (row: RowIn<typeof VERSION>): VersionSummary => ({
  version: row.version,
  slug: row.slug,
  title: row.title,
  publishedAt: iso(row.published_at),
  publishedBy: row.publisher,
});
export const readVersions = (projectId: ProjectId, articleId: ArticleId, locale: string): Query<VersionSummary[]> =>
  query(
    sql`SELECT ${VERSION} FROM help_article_versions v WHERE ${isText(projectId, articleId, locale)} ORDER BY version DESC LIMIT ${KEPT_VERSIONS}`,
    (rows) => rows.map(versionOf),
  );
export const readVersion = (
  projectId: ProjectId,
  articleId: ArticleId,
  locale: string,
  version: number | SQL,
): Query<(VersionSummary & { summary: string; content: string }) | undefined> =>
  queryOne(
    sql`SELECT ${VERSION}, ${columns("help_article_versions", "summary, content")} FROM help_article_versions v WHERE ${isText(projectId, articleId, locale)} AND version = ${version}`,
    (row) => ({ ...versionOf(row), summary: row.summary, content: row.content }),
  );

/** All current and former paths of the article, as `articles/<slug>` or as an imported path, together with the `known` ones. */
export const readPaths = (
  projectId: ProjectId,
  articleId: ArticleId,
  known: readonly string[] = [],
): Query<{ slugs: string[]; old: string[] }> =>
  query(
    sql`SELECT DISTINCT 'articles/' || slug ${as.text("path")} FROM help_article_versions WHERE project_id = ${projectId} AND article_id = ${articleId}
      UNION SELECT 'articles/' || live_slug FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND live_slug IS NOT NULL
      UNION SELECT path FROM help_redirects WHERE project_id = ${projectId} AND article_id = ${articleId} LIMIT 200`,
    (rows) => {
      const paths = [...new Set([...known, ...rows.map((row) => row.path)])];
      return {
        slugs: paths.filter((path) => /^articles\/[^/]+$/.test(path)).map((path) => path.slice("articles/".length)),
        old: paths.filter((path) => !/^articles\/[^/]+$/.test(path)),
      };
    },
  );
