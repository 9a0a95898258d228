// What is read of articles and collections. Lists read an index that holds no contents.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { col, onePart, type Part, part, type Row } from "#kernel/db/index.ts";
import type { AccountId, ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import type { Audience } from "#modules/knowledge/contract";
import { type SQL, sql } from "drizzle-orm";
import type { ArticleLocale, ArticleState, ArticleSummary, ArticleText, Collection, CollectionList, VersionSummary } from "./contract.ts";
import { MAX_LIST } from "./contract.ts";

/** Languages of one article that are shown. */
const MAX_LOCALES = 50;
/** Articles that one page of a search looks at. */
const LOOKED_AT = 2000;

// --- one text ---------------------------------------------------------------------

export const isText = (projectId: ProjectId, articleId: ArticleId | SQL, locale: string | SQL): SQL =>
  sql`project_id = ${projectId} AND article_id = ${articleId} AND locale = ${locale}`;
const TEXT = sql`locale, revision, slug, slug_kept, title, summary, content, updated_at, ${nameOf(sql`t.updated_by`)} AS updated_name, version, live_slug, live_revision, published_at,
  publish_at, ${nameOf(sql`t.publish_by`)} AS scheduler,
  (SELECT ${nameOf(sql`w.published_by`)} FROM help_article_versions w WHERE w.project_id = t.project_id AND w.article_id = t.article_id AND w.locale = t.locale AND w.version = t.version) AS publisher`;
const textOf = (row: Row): ArticleText => ({
  locale: col.text(row, "locale"),
  revision: col.number(row, "revision"),
  slug: col.text(row, "slug"),
  slugKept: col.truth(row, "slug_kept"),
  title: col.text(row, "title"),
  summary: col.text(row, "summary"),
  content: col.text(row, "content"),
  updatedAt: iso(col.number(row, "updated_at")),
  updatedBy: col.textOrNull(row, "updated_name"),
  version: col.numberOrNull(row, "version"),
  changed: col.numberOrNull(row, "version") !== null && col.numberOrNull(row, "live_revision") !== col.number(row, "revision"),
  liveSlug: col.textOrNull(row, "live_slug"),
  publishedAt: isoOrNull(col.numberOrNull(row, "published_at")),
  publishedBy: col.textOrNull(row, "publisher"),
  publishAt: isoOrNull(col.numberOrNull(row, "publish_at")),
  publishBy: col.textOrNull(row, "scheduler"),
});
export const readText = (projectId: ProjectId, articleId: ArticleId, locale: string): Part<ArticleText | undefined> =>
  onePart(sql`SELECT ${TEXT} FROM help_article_texts t WHERE ${isText(projectId, articleId, locale)}`, textOf);
/** The draft in the locale, else in the default one, else the oldest. */
export const readBestText = (projectId: ProjectId, articleId: ArticleId, locale: string | undefined): Part<ArticleText | undefined> =>
  onePart(
    sql`SELECT ${TEXT} FROM help_article_texts t WHERE ${isText(projectId, articleId, locale ?? sql`(SELECT locale FROM help_article_texts INDEXED BY help_article_texts_listed WHERE project_id = ${projectId} AND article_id = ${articleId} ORDER BY locale = ${defaultLocale(projectId)} DESC, locale LIMIT 1)`)}`,
    textOf,
  );

// --- articles ---------------------------------------------------------------------

/** The default language of the project's help center. */
export const defaultLocale = (projectId: ProjectId): SQL =>
  sql`coalesce((SELECT default_locale FROM help_centers WHERE project_id = ${projectId}), 'en')`;
const SUMMARY = sql`a.id, a.collection_id, a.audience, a.assistant, a.created_at, ${nameOf(sql`a.created_by`)} AS creator, a.archived_at,
  (SELECT json_group_array(json_array(locale, title, slug, revision, version, live_revision, live_slug, publish_at, updated_at)) FROM
    (SELECT locale, title, slug, revision, version, live_revision, live_slug, publish_at, updated_at FROM help_article_texts INDEXED BY help_article_texts_listed
      WHERE project_id = a.project_id AND article_id = a.id ORDER BY locale LIMIT ${MAX_LOCALES})) AS locales`;
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
const summaryOf = (row: Row): ArticleSummary => ({
  id: col.id<ArticleId>(row, "id"),
  collectionId: col.idOrNull<CollectionId>(row, "collection_id"),
  audience: col.id<Audience>(row, "audience"),
  assistant: col.truth(row, "assistant"),
  createdAt: iso(col.number(row, "created_at")),
  createdBy: col.textOrNull(row, "creator"),
  archivedAt: isoOrNull(col.numberOrNull(row, "archived_at")),
  locales: col.json<Listed[]>(row, "locales").map(localeOf),
});
export const readArticle = (projectId: ProjectId, id: ArticleId): Part<ArticleSummary | undefined> =>
  onePart(sql`SELECT ${SUMMARY} FROM help_articles a WHERE a.project_id = ${projectId} AND a.id = ${id}`, summaryOf);
export const readArticleBy = (projectId: ProjectId, clientId: string): Part<ArticleSummary | undefined> =>
  onePart(sql`SELECT ${SUMMARY} FROM help_articles a WHERE a.project_id = ${projectId} AND a.client_id = ${clientId}`, summaryOf);

export interface ListRow {
  readonly place: number;
  readonly article: ArticleSummary;
}
const listed = (rows: readonly Row[]): ListRow[] => rows.map((row) => ({ place: col.number(row, "place"), article: summaryOf(row) }));
const inCollection = (id: CollectionId | null): SQL => (id === null ? sql`collection_id IS NULL` : sql`collection_id = ${id}`);
/** The articles of one collection that are not archived, in their order. */
export const readInCollection = (
  projectId: ProjectId,
  collection: CollectionId | null,
  after: { at: number; id: string } | undefined,
  limit: number,
): Part<ListRow[]> =>
  part(
    sql`SELECT a.place, ${SUMMARY} FROM help_articles a WHERE a.project_id = ${projectId} AND ${inCollection(collection)} AND a.archived_at IS NULL${after === undefined ? sql`` : sql` AND (a.place, a.id) > (${after.at}, ${after.id})`} ORDER BY a.place, a.id LIMIT ${limit}`,
    listed,
  );

const some = (which: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts t INDEXED BY help_article_texts_listed WHERE t.project_id = a.project_id AND t.article_id = a.id AND ${which})`;
const STATES: Readonly<Record<Exclude<ArticleState, "archived">, SQL>> = {
  draft: sql`NOT ${some(sql`t.version IS NOT NULL`)}`,
  published: some(sql`t.version IS NOT NULL`),
  changed: some(sql`t.version IS NOT NULL AND t.live_revision <> t.revision`),
  scheduled: some(sql`t.publish_at IS NOT NULL`),
};
/**
 * The newest first, of those that fit. At most `LOOKED_AT` are looked at: the second part is the last of these, or null when there are
 * no more.
 */
export const readFitting = (
  projectId: ProjectId,
  { state, title, before, limit }: { state: ArticleState | undefined; title: string; before: string | undefined; limit: number },
): readonly [Part<ListRow[]>, Part<string | null | undefined>] => {
  const window = sql`SELECT id FROM help_articles WHERE project_id = ${projectId} AND archived_at IS ${state === "archived" ? sql`NOT NULL` : sql`NULL`}${before === undefined ? sql`` : sql` AND id < ${before}`} ORDER BY id DESC LIMIT ${LOOKED_AT}`;
  const fits = sql`${state === undefined || state === "archived" ? sql`1` : STATES[state]} AND ${title === "" ? sql`1` : some(sql`instr(t.folded, ${title}) > 0`)}`;
  return [
    part(
      sql`SELECT a.place, ${SUMMARY} FROM help_articles a WHERE a.project_id = ${projectId} AND a.id IN (${window}) AND ${fits} ORDER BY a.id DESC LIMIT ${limit}`,
      listed,
    ),
    onePart(sql`SELECT CASE WHEN count(*) = ${LOOKED_AT} THEN min(id) END AS last FROM (${window})`, (row) => col.textOrNull(row, "last")),
  ];
};

// --- orders -----------------------------------------------------------------------

const ids = <T extends string>(statement: SQL): Part<T[]> => part(statement, (rows) => rows.map((row) => col.id<T>(row, "id")));
const articleIds = (projectId: ProjectId, collection: CollectionId | null): SQL =>
  sql`SELECT id FROM help_articles WHERE project_id = ${projectId} AND ${inCollection(collection)} AND archived_at IS NULL ORDER BY place, id LIMIT ${MAX_LIST + 1}`;
const collectionIds = (projectId: ProjectId): SQL =>
  sql`SELECT id FROM help_collections WHERE project_id = ${projectId} AND removed_at IS NULL ORDER BY place, id LIMIT ${MAX_LIST + 1}`;
export const readArticleOrder = (projectId: ProjectId, collection: CollectionId | null): Part<ArticleId[]> =>
  ids(articleIds(projectId, collection));
export const readCollectionOrder = (projectId: ProjectId): Part<CollectionId[]> => ids(collectionIds(projectId));
const isOrder = (list: SQL, order: readonly string[]): SQL => sql`(SELECT json_group_array(id) FROM (${list})) = ${JSON.stringify(order)}`;
/** Holds while the articles of the collection stand in this order. */
export const articlesStand = (projectId: ProjectId, collection: CollectionId | null, order: readonly string[]): SQL =>
  isOrder(articleIds(projectId, collection), order);
export const collectionsStand = (projectId: ProjectId, order: readonly string[]): SQL => isOrder(collectionIds(projectId), order);
/** Holds while each of the articles is the project's and not archived. */
export const allKept = (projectId: ProjectId, articles: readonly string[]): SQL =>
  sql`(SELECT count(*) FROM help_articles WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(articles)})) AND archived_at IS NULL) = ${articles.length}`;

// --- collections ------------------------------------------------------------------

/** Holds while the collection is the project's and not removed; without one always. */
export const collectionKept = (projectId: ProjectId, id: CollectionId | null): SQL =>
  id === null ? sql`1` : sql`EXISTS (SELECT 1 FROM help_collections WHERE project_id = ${projectId} AND id = ${id} AND removed_at IS NULL)`;
export const roomForCollection = (projectId: ProjectId): SQL =>
  sql`(SELECT count(*) FROM help_collections WHERE project_id = ${projectId} AND removed_at IS NULL) < ${MAX_LIST}`;
const COLLECTION = sql`c.id, (SELECT json_group_array(json_object('locale', locale, 'slug', slug, 'name', name, 'description', description)) FROM
    (SELECT locale, slug, name, description FROM help_collection_texts WHERE project_id = c.project_id AND collection_id = c.id ORDER BY locale LIMIT ${MAX_LOCALES})) AS texts,
  (SELECT count(*) FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id AND a.archived_at IS NULL) AS articles`;
const collectionOf = (row: Row): Collection => ({
  id: col.id<CollectionId>(row, "id"),
  texts: col.json<Collection["texts"]>(row, "texts"),
  articles: col.number(row, "articles"),
});
export const readCollections = (projectId: ProjectId): Part<Collection[]> =>
  part(
    sql`SELECT ${COLLECTION} FROM help_collections c WHERE c.project_id = ${projectId} AND c.removed_at IS NULL ORDER BY c.place, c.id LIMIT ${MAX_LIST}`,
    (rows) => rows.map(collectionOf),
  );
export const readCollection = (projectId: ProjectId, id: CollectionId): Part<Collection | undefined> =>
  onePart(
    sql`SELECT ${COLLECTION} FROM help_collections c WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.removed_at IS NULL`,
    collectionOf,
  );
export const readCollectionBy = (projectId: ProjectId, clientId: string): Part<Collection | undefined> =>
  onePart(sql`SELECT ${COLLECTION} FROM help_collections c WHERE c.project_id = ${projectId} AND c.client_id = ${clientId}`, collectionOf);
/** What stands above the lists. */
export const readHelpCenter = (projectId: ProjectId): Part<Omit<CollectionList, "items"> | undefined> =>
  onePart(
    sql`SELECT p.slug, coalesce(h.open, 0) AS open, coalesce(h.default_locale, 'en') AS default_locale, coalesce(h.locales, '["en"]') AS locales,
      (SELECT count(*) FROM help_articles a WHERE a.project_id = p.id AND a.collection_id IS NULL AND a.archived_at IS NULL) AS without
      FROM projects p LEFT JOIN help_centers h ON h.project_id = p.id WHERE p.id = ${projectId}`,
    (row) => ({
      projectSlug: col.text(row, "slug"),
      open: col.truth(row, "open"),
      defaultLocale: col.text(row, "default_locale"),
      locales: col.json<string[]>(row, "locales"),
      without: col.number(row, "without"),
    }),
  );

// --- versions ---------------------------------------------------------------------

/** Versions that are kept of one text. */
export const KEPT_VERSIONS = 100;
const VERSION = sql`version, slug, title, published_at, ${nameOf(sql`v.published_by`)} AS publisher`;
const versionOf = (row: Row): VersionSummary => ({
  version: col.number(row, "version"),
  slug: col.text(row, "slug"),
  title: col.text(row, "title"),
  publishedAt: iso(col.number(row, "published_at")),
  publishedBy: col.textOrNull(row, "publisher"),
});
export const readVersions = (projectId: ProjectId, articleId: ArticleId, locale: string): Part<VersionSummary[]> =>
  part(
    sql`SELECT ${VERSION} FROM help_article_versions v WHERE ${isText(projectId, articleId, locale)} ORDER BY version DESC LIMIT ${KEPT_VERSIONS}`,
    (rows) => rows.map(versionOf),
  );
export const readVersion = (
  projectId: ProjectId,
  articleId: ArticleId,
  locale: string,
  version: number | SQL,
): Part<(VersionSummary & { summary: string; content: string }) | undefined> =>
  onePart(
    sql`SELECT ${VERSION}, summary, content FROM help_article_versions v WHERE ${isText(projectId, articleId, locale)} AND version = ${version}`,
    (row) => ({ ...versionOf(row), summary: col.text(row, "summary"), content: col.text(row, "content") }),
  );

// --- publishing -------------------------------------------------------------------

/** All that decides whether a draft can be published, and what of it others keep. */
export interface Publishable {
  readonly revision: number;
  readonly liveRevision: number | null;
  readonly updatedAt: number;
  readonly updatedBy: string | null;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly archived: boolean;
  readonly projectSlug: string;
  /** The project was deleted. */
  readonly gone: boolean;
}
export const readPublishable = (projectId: ProjectId, articleId: ArticleId, locale: string): Part<Publishable | undefined> =>
  onePart(
    sql`SELECT t.revision, t.live_revision, t.updated_at, ${nameOf(sql`t.updated_by`)} AS updated_name, t.slug, t.title, t.summary, t.content, a.audience, a.assistant, a.archived_at, p.slug AS project_slug, p.deleted_at
      FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id JOIN projects p ON p.id = t.project_id
      WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${locale}`,
    (row) => ({
      revision: col.number(row, "revision"),
      liveRevision: col.numberOrNull(row, "live_revision"),
      updatedAt: col.number(row, "updated_at"),
      updatedBy: col.textOrNull(row, "updated_name"),
      slug: col.text(row, "slug"),
      title: col.text(row, "title"),
      summary: col.text(row, "summary"),
      content: col.text(row, "content"),
      audience: col.id<Audience>(row, "audience"),
      assistant: col.truth(row, "assistant"),
      archived: col.numberOrNull(row, "archived_at") !== null,
      projectSlug: col.text(row, "project_slug"),
      gone: col.numberOrNull(row, "deleted_at") !== null,
    }),
  );

export interface Due {
  readonly projectId: ProjectId;
  readonly articleId: ArticleId;
  readonly locale: string;
  readonly publishAt: number;
  readonly by: AccountId;
}
/** Texts whose time has come, the oldest first. */
export const readDue = (now: number, limit: number): Part<Due[]> =>
  part(
    sql`SELECT project_id, article_id, locale, publish_at, publish_by FROM help_article_texts WHERE publish_at IS NOT NULL AND publish_at <= ${now} ORDER BY publish_at LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        projectId: col.id<ProjectId>(row, "project_id"),
        articleId: col.id<ArticleId>(row, "article_id"),
        locale: col.text(row, "locale"),
        publishAt: col.number(row, "publish_at"),
        by: col.id<AccountId>(row, "publish_by"),
      })),
  );

/** A published text as the team's knowledge holds it. */
export interface LiveText {
  readonly locale: string;
  readonly version: number;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly audience: Audience;
  readonly assistant: boolean;
}
/** The next published text of the article after a locale: one at a time, since each may be long. */
export const readNextLive = (projectId: ProjectId, articleId: ArticleId, after: string): Part<LiveText | undefined> =>
  onePart(
    sql`SELECT t.locale, t.version, v.slug, v.title, v.summary, v.content, a.audience, a.assistant
      FROM help_articles a JOIN help_article_texts t ON t.project_id = a.project_id AND t.article_id = a.id
      JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
      WHERE a.project_id = ${projectId} AND a.id = ${articleId} AND a.archived_at IS NULL AND t.locale > ${after} ORDER BY t.locale LIMIT 1`,
    (row) => ({
      locale: col.text(row, "locale"),
      version: col.number(row, "version"),
      slug: col.text(row, "slug"),
      title: col.text(row, "title"),
      summary: col.text(row, "summary"),
      content: col.text(row, "content"),
      audience: col.id<Audience>(row, "audience"),
      assistant: col.truth(row, "assistant"),
    }),
  );
/** Holds while readers see this version, for this audience. */
export const stillLive = (projectId: ProjectId, articleId: ArticleId, live: LiveText): SQL =>
  sql`EXISTS (SELECT 1 FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id WHERE t.project_id = ${projectId} AND t.article_id = ${articleId} AND t.locale = ${live.locale} AND t.version = ${live.version} AND a.audience = ${live.audience} AND a.assistant = ${live.assistant ? 1 : 0} AND a.archived_at IS NULL)`;
