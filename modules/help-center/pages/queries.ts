// What public pages read. Only what readers may see comes out of here, except where it says otherwise.
import { col, onePart, type Part, part, type Row } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Settings } from "./center.ts";

export const readSettings = (projectId: ProjectId): Part<Settings | undefined> =>
  onePart(
    sql`SELECT open, title, description, default_locale, locales, links, contact, revision FROM help_centers WHERE project_id = ${projectId}`,
    (row) => ({
      open: col.truth(row, "open"),
      title: col.text(row, "title"),
      description: col.text(row, "description"),
      defaultLocale: col.text(row, "default_locale"),
      locales: col.json<string[]>(row, "locales"),
      links: col.json<Settings["links"]>(row, "links"),
      contact: col.textOrNull(row, "contact"),
      revision: col.number(row, "revision"),
    }),
  );

/** Which article an address is of. The article's own text in this language comes first, then the default one's, then old addresses. */
export const readWhose = (projectId: ProjectId, fallback: string, locale: string, slug: string): Part<ArticleId | undefined> =>
  onePart(
    sql`SELECT article_id FROM (
      SELECT 1 AS rank, article_id FROM help_article_texts WHERE project_id = ${projectId} AND locale = ${locale} AND live_slug = ${slug}
      UNION ALL SELECT 2, article_id FROM help_article_texts WHERE project_id = ${projectId} AND locale = ${fallback} AND live_slug = ${slug}
      UNION ALL SELECT 3, article_id FROM help_redirects WHERE project_id = ${projectId} AND locale = ${locale} AND path = ${`articles/${slug}`}
      UNION ALL SELECT 4, article_id FROM help_redirects WHERE project_id = ${projectId} AND locale = ${fallback} AND path = ${`articles/${slug}`}
    ) ORDER BY rank LIMIT 1`,
    (row) => col.id<ArticleId>(row, "article_id"),
  );
/** The article of an old address of an import. */
export const readOld = (projectId: ProjectId, path: string): Part<{ articleId: ArticleId; locale: string } | undefined> =>
  onePart(
    sql`SELECT article_id, locale FROM help_redirects WHERE project_id = ${projectId} AND locale IN (SELECT value FROM json_each((SELECT locales FROM help_centers WHERE project_id = ${projectId}))) AND path = ${path} ORDER BY created_at DESC LIMIT 1`,
    (row) => ({ articleId: col.id<ArticleId>(row, "article_id"), locale: col.text(row, "locale") }),
  );

/** A published text with where it stands. */
export interface Live {
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
}
const live = (row: Row): Live => ({
  articleId: col.id<ArticleId>(row, "id"),
  collectionId: col.idOrNull<CollectionId>(row, "collection_id"),
  place: col.number(row, "place"),
  audience: col.id<Live["audience"]>(row, "audience"),
  locale: col.text(row, "locale"),
  slug: col.text(row, "live_slug"),
  title: col.text(row, "title"),
  summary: col.text(row, "summary"),
  content: col.text(row, "content"),
  publishedAt: col.number(row, "published_at"),
});
/** The published text in the language, else in the default one. Of any audience: whoever shows it has to ask. */
export const readLive = (projectId: ProjectId, articleId: ArticleId, locale: string, fallback: string): Part<Live | undefined> =>
  onePart(
    sql`SELECT a.id, a.collection_id, a.place, a.audience, t.locale, t.live_slug, v.title, v.summary, v.content, v.published_at
      FROM help_articles a JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.locale IN (${locale}, ${fallback}) AND t.version IS NOT NULL AND t.live_slug IS NOT NULL
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE a.project_id = ${projectId} AND a.id = ${articleId} AND a.archived_at IS NULL ORDER BY t.locale = ${locale} DESC LIMIT 1`,
    live,
  );
/** The languages that the article is published in, with its address in each. */
export const readLiveSlugs = (projectId: ProjectId, articleId: ArticleId): Part<{ locale: string; slug: string }[]> =>
  part(
    sql`SELECT locale, live_slug FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND version IS NOT NULL AND live_slug IS NOT NULL ORDER BY locale LIMIT 50`,
    (rows) => rows.map((row) => ({ locale: col.text(row, "locale"), slug: col.text(row, "live_slug") })),
  );
/** Every address that the article has or had, as `articles/<slug>` or as an old path of an import; with those that are `known` besides. */
export const readPaths = (
  projectId: ProjectId,
  articleId: ArticleId,
  known: readonly string[] = [],
): Part<{ slugs: string[]; old: string[] }> =>
  part(
    sql`SELECT DISTINCT 'articles/' || slug AS path FROM help_article_versions WHERE project_id = ${projectId} AND article_id = ${articleId}
      UNION SELECT 'articles/' || live_slug FROM help_article_texts WHERE project_id = ${projectId} AND article_id = ${articleId} AND live_slug IS NOT NULL
      UNION SELECT path FROM help_redirects WHERE project_id = ${projectId} AND article_id = ${articleId} LIMIT 200`,
    (rows) => {
      const paths = [...new Set([...known, ...rows.map((row) => col.text(row, "path"))])];
      return {
        slugs: paths.filter((path) => /^articles\/[^/]+$/.test(path)).map((path) => path.slice("articles/".length)),
        old: paths.filter((path) => !/^articles\/[^/]+$/.test(path)),
      };
    },
  );
/** A published article in a list of the public. */
export interface Listed {
  readonly articleId: ArticleId;
  readonly place: number;
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
}
const listed = (rows: readonly Row[]): Listed[] =>
  rows.map((row) => ({
    articleId: col.id<ArticleId>(row, "id"),
    place: col.number(row, "place"),
    locale: col.text(row, "locale"),
    slug: col.text(row, "slug"),
    title: col.text(row, "title"),
    summary: col.text(row, "summary"),
  }));
const LISTED = (projectId: ProjectId, locale: string, fallback: string, from: SQL): SQL => sql`
  SELECT a.id, a.place, v.locale, CASE WHEN l.version IS NULL THEN d.live_slug ELSE l.live_slug END AS slug, v.title, v.summary
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
/** The public articles of a collection after a place, in their order. */
export const readAfter = (
  projectId: ProjectId,
  collection: CollectionId | null,
  [locale, fallback]: readonly [string, string],
  after: At,
  limit: number,
): Part<Listed[]> =>
  part(
    sql`${LISTED(projectId, locale, fallback, NONE)} AND ${inCollection(collection)} AND (a.place, a.id) > (${after.place}, ${after.id}) ORDER BY a.place, a.id LIMIT ${limit}`,
    listed,
  );
/** Those before it, the nearest first. */
export const readBefore = (
  projectId: ProjectId,
  collection: CollectionId | null,
  [locale, fallback]: readonly [string, string],
  before: At,
  limit: number,
): Part<Listed[]> =>
  part(
    sql`${LISTED(projectId, locale, fallback, NONE)} AND ${inCollection(collection)} AND (a.place, a.id) < (${before.place}, ${before.id}) ORDER BY a.place DESC, a.id DESC LIMIT ${limit}`,
    listed,
  );
/** These articles as the public sees them: what it does not see is left out. */
export const readListed = (projectId: ProjectId, [locale, fallback]: readonly [string, string], ids: readonly string[]): Part<Listed[]> =>
  part(
    sql`${LISTED(projectId, locale, fallback, NONE)} AND a.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) LIMIT ${ids.length}`,
    listed,
  );

/** Where the article stands, also when readers do not see it any more. */
export const readPlace = (
  projectId: ProjectId,
  articleId: ArticleId,
): Part<{ collectionId: CollectionId | null; place: number } | undefined> =>
  onePart(sql`SELECT collection_id, place FROM help_articles WHERE project_id = ${projectId} AND id = ${articleId}`, (row) => ({
    collectionId: col.idOrNull<CollectionId>(row, "collection_id"),
    place: col.number(row, "place"),
  }));

export interface Shelf {
  readonly id: CollectionId;
  readonly locale: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}
const shelf = (row: Row): Shelf => ({
  id: col.id<CollectionId>(row, "id"),
  locale: col.text(row, "locale"),
  slug: col.text(row, "slug"),
  name: col.text(row, "name"),
  description: col.text(row, "description"),
});
const SHELF = (projectId: ProjectId, locale: string, fallback: string): SQL => sql`
  FROM help_collections c JOIN help_collection_texts x ON x.project_id = c.project_id AND x.collection_id = c.id
    AND x.locale = coalesce((SELECT locale FROM help_collection_texts WHERE project_id = c.project_id AND collection_id = c.id AND locale = ${locale}), ${fallback})
  WHERE c.project_id = ${projectId} AND c.removed_at IS NULL`;
/** The collection at an address: of this language, else of the default one where it has no name in this. */
export const readShelfAt = (projectId: ProjectId, [locale, fallback]: readonly [string, string], slug: string): Part<Shelf | undefined> =>
  onePart(
    sql`SELECT c.id, x.locale, x.slug, x.name, x.description ${SHELF(projectId, locale, fallback)} AND x.slug = ${slug} ORDER BY x.locale = ${locale} DESC LIMIT 1`,
    shelf,
  );
export const readShelf = (
  projectId: ProjectId,
  [locale, fallback]: readonly [string, string],
  id: CollectionId | null,
): Part<Shelf | undefined> =>
  onePart(sql`SELECT c.id, x.locale, x.slug, x.name, x.description ${SHELF(projectId, locale, fallback)} AND c.id = ${id} LIMIT 1`, shelf);

/** A collection's count stops here: more is "100+". */
export const MAX_COUNTED = 100;
/** All collections in their order, with how many articles readers find in each. */
export const readShelves = (projectId: ProjectId, [locale, fallback]: readonly [string, string]): Part<(Shelf & { articles: number })[]> =>
  part(
    sql`SELECT c.id, x.locale, x.slug, x.name, x.description, (SELECT count(*) FROM (SELECT 1 FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id AND a.archived_at IS NULL AND a.audience = 'public'
        AND EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = a.project_id AND t.article_id = a.id AND t.locale IN (${locale}, ${fallback}) AND t.version IS NOT NULL) LIMIT ${MAX_COUNTED + 1})) AS articles
      ${SHELF(projectId, locale, fallback)} ORDER BY c.place, c.id LIMIT 500`,
    (rows) => rows.map((row) => ({ ...shelf(row), articles: col.number(row, "articles") })),
  );
/** Ids of collections after one, for walks over all of them. */
export const readShelfIds = (projectId: ProjectId, after: string, limit: number): Part<CollectionId[]> =>
  part(
    sql`SELECT DISTINCT collection_id FROM help_collection_texts WHERE project_id = ${projectId} AND collection_id > ${after} ORDER BY collection_id LIMIT ${limit}`,
    (rows) => rows.map((row) => col.id<CollectionId>(row, "collection_id")),
  );
/** Ids of articles that were ever published, after one. */
export const readPublishedIds = (projectId: ProjectId, after: string, limit: number): Part<ArticleId[]> =>
  part(
    sql`SELECT DISTINCT article_id FROM help_article_texts WHERE project_id = ${projectId} AND article_id > ${after} AND (version IS NOT NULL OR EXISTS (SELECT 1 FROM help_article_versions v WHERE v.project_id = help_article_texts.project_id AND v.article_id = help_article_texts.article_id)) ORDER BY article_id LIMIT ${limit}`,
    (rows) => rows.map((row) => col.id<ArticleId>(row, "article_id")),
  );
/** Ids of a collection's articles after a place, whatever readers see of them. */
export const readIdsOf = (
  projectId: ProjectId,
  collection: CollectionId,
  after: At,
  limit: number,
): Part<{ id: ArticleId; place: number }[]> =>
  part(
    sql`SELECT id, place FROM help_articles a WHERE project_id = ${projectId} AND ${inCollection(collection)} AND archived_at IS NULL AND (place, id) > (${after.place}, ${after.id}) ORDER BY place, id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: col.id<ArticleId>(row, "id"), place: col.number(row, "place") })),
  );

/** Public texts for the sitemap, by article, with the article's other languages. */
export interface Mapped {
  readonly articleId: string;
  readonly publishedAt: number;
  readonly texts: readonly { readonly locale: string; readonly slug: string }[];
}
export const readMapped = (projectId: ProjectId, after: string, limit: number): Part<Mapped[]> =>
  part(
    sql`SELECT t.article_id, max(t.published_at) AS published_at, json_group_array(json_object('locale', t.locale, 'slug', t.live_slug)) AS texts
      FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id AND a.archived_at IS NULL AND a.audience = 'public'
      WHERE t.project_id = ${projectId} AND t.article_id > ${after} AND t.version IS NOT NULL AND t.live_slug IS NOT NULL GROUP BY t.article_id ORDER BY t.article_id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        articleId: col.text(row, "article_id"),
        publishedAt: col.number(row, "published_at"),
        texts: col.json<Mapped["texts"]>(row, "texts"),
      })),
  );

// --- runs -------------------------------------------------------------------------

export const writeRun = (projectId: ProjectId, jobId: string, cursor: string, now: number): SQL =>
  sql`INSERT INTO help_render_runs (project_id, job_id, cursor, created_at) VALUES (${projectId}, ${jobId}, ${cursor}, ${now}) ON CONFLICT (project_id, job_id) DO UPDATE SET cursor = excluded.cursor`;
export const writeRunEnded = (projectId: ProjectId, jobId: string): SQL =>
  sql`DELETE FROM help_render_runs WHERE project_id = ${projectId} AND job_id = ${jobId}`;
export const readRun = (projectId: ProjectId, jobId: string): Part<string | undefined> =>
  onePart(sql`SELECT cursor FROM help_render_runs WHERE project_id = ${projectId} AND job_id = ${jobId}`, (row) => col.text(row, "cursor"));
/** The run becomes the newest: an earlier one stops. */
export const writeBegun = (projectId: ProjectId, which: "whole" | "sitemap", jobId: string, now: number): SQL =>
  which === "whole"
    ? sql`INSERT INTO help_renders (project_id, whole_run, begun_at) VALUES (${projectId}, ${jobId}, ${now}) ON CONFLICT (project_id) DO UPDATE SET whole_run = excluded.whole_run, begun_at = excluded.begun_at`
    : sql`INSERT INTO help_renders (project_id, sitemap_run) VALUES (${projectId}, ${jobId}) ON CONFLICT (project_id) DO UPDATE SET sitemap_run = excluded.sitemap_run`;
export const writeRendered = (projectId: ProjectId, now: number): SQL =>
  sql`INSERT INTO help_renders (project_id, rendered_at) VALUES (${projectId}, ${now}) ON CONFLICT (project_id) DO UPDATE SET rendered_at = excluded.rendered_at`;
export const readNewest = (
  projectId: ProjectId,
): Part<{ whole: string | null; sitemap: string | null; begunAt: number | null } | undefined> =>
  onePart(sql`SELECT whole_run, sitemap_run, begun_at FROM help_renders WHERE project_id = ${projectId}`, (row) => ({
    whole: col.textOrNull(row, "whole_run"),
    sitemap: col.textOrNull(row, "sitemap_run"),
    begunAt: col.numberOrNull(row, "begun_at"),
  }));
/** Holds while readers can open the help center. */
export const isOpen = (projectId: ProjectId): SQL => sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND open = 1)`;

/** The draft in the language, else in the default one, as if it were published now. For the team's eyes only. */
export const readDraft = (projectId: ProjectId, articleId: ArticleId, locale: string, fallback: string): Part<Live | undefined> =>
  onePart(
    sql`SELECT a.id, a.collection_id, a.place, a.audience, t.locale, t.slug AS live_slug, t.title, t.summary, t.content, t.updated_at AS published_at
      FROM help_articles a JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id AND t.locale IN (${locale}, ${fallback})
      WHERE a.project_id = ${projectId} AND a.id = ${articleId} ORDER BY t.locale = ${locale} DESC LIMIT 1`,
    live,
  );

// --- settings ---------------------------------------------------------------------

export interface GivenSettings extends Omit<Settings, "revision"> {
  readonly revision: number;
}
/** Saves them when nobody has since the revision that the admin saw; 0: nobody ever has. */
export const writeSettings = (projectId: ProjectId, s: GivenSettings, by: string, now: number, when: SQL): SQL => sql`
  INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, contact, revision, updated_at, updated_by)
  SELECT ${projectId}, ${s.open ? 1 : 0}, ${s.title}, ${s.description}, ${s.defaultLocale}, ${JSON.stringify(s.locales)}, ${JSON.stringify(s.links)}, ${s.contact}, 1, ${now}, ${by} WHERE ${when}
    AND (${s.revision} = 0 OR EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId}))
  ON CONFLICT (project_id) DO UPDATE SET open = excluded.open, title = excluded.title, description = excluded.description, default_locale = excluded.default_locale,
    locales = excluded.locales, links = excluded.links, contact = excluded.contact, revision = help_centers.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
  WHERE help_centers.revision = ${s.revision}`;
/** How far the pages are: when they were last drawn, and what waits or has failed. */
export const readRendering = (projectId: ProjectId): Part<{ renderedAt: number | null; waiting: boolean; failed: boolean } | undefined> =>
  onePart(
    sql`SELECT (SELECT rendered_at FROM help_renders WHERE project_id = ${projectId}) AS rendered_at,
      EXISTS (SELECT 1 FROM jobs WHERE project_id = ${projectId} AND kind = 'help.render' AND state IN ('queued', 'running') AND error IS NULL AND key NOT LIKE 'help.close:%') AS waiting,
      EXISTS (SELECT 1 FROM jobs WHERE project_id = ${projectId} AND kind = 'help.render' AND state IN ('queued', 'running') AND error IS NOT NULL) AS failed`,
    (row) => ({ renderedAt: col.numberOrNull(row, "rendered_at"), waiting: col.truth(row, "waiting"), failed: col.truth(row, "failed") }),
  );
export const writeForgetRuns = (before: number, limit: number): SQL =>
  sql`DELETE FROM help_render_runs WHERE rowid IN (SELECT rowid FROM help_render_runs WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
