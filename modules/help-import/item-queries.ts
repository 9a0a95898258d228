// Statements on imported items. An item ties an article of the source, in one language, to a text here, with the hash of the source's
// content and the revision that the import wrote; a later run tells from them what changed in the source and what was edited here.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import type { ImportedText } from "./rules.ts";
import type { Run } from "./run-queries.ts";

const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** The `client_id` of an imported collection or article. It depends only on the source, so a later run finds the row and makes no copy. */
export const sourceKey = ({ platform, site }: Pick<Run, "platform" | "site">, id: string): string => `import:${platform}:${site}:${id}`;
/** Above what a project may have (`MAX_LIST`, 500), so that no imported collection is missed and created twice. */
const MAX_COLLECTIONS = 600;
/** Our collections by the source's ids, without those that somebody removed. */
export const readImportedCollections = (run: Run): Query<ReadonlyMap<string, CollectionId>> => {
  const prefix = sourceKey(run, "");
  return query(
    sql`SELECT ${columns("help_collections", "client_id, id")} FROM help_collections WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`} AND removed_at IS NULL LIMIT ${MAX_COLLECTIONS}`,
    (rows) => new Map(rows.map((row) => [row.client_id.slice(prefix.length), row.id])),
  );
};
/** Collections of the source, created since the run began, that hold no article. */
export const readEmptyCollections = (run: Run, limit: number): Query<CollectionId[]> => {
  const prefix = sourceKey(run, "");
  return query(
    sql`SELECT ${columns("help_collections", "id")} FROM help_collections c WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`} AND removed_at IS NULL AND created_at >= ${run.createdAt}
      AND NOT EXISTS (SELECT 1 FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id) LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
};
/**
 * Deletes articles of the source that have no text. The article is inserted before its text, so an empty one remains if the run is aborted
 * in between or the text is refused.
 */
export const writeDeleteUnfinishedArticles = (run: Run): SQL => {
  const prefix = sourceKey(run, "");
  return sql`DELETE FROM help_articles WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`}
    AND NOT EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = help_articles.project_id AND t.article_id = help_articles.id)`;
};

export interface ImportedItem extends ImportedText {
  readonly sourceId: string;
  readonly locale: string;
  readonly articleId: ArticleId;
}
/** One help desk as a source for one project. */
type ImportSource = Pick<Run, "projectId" | "platform" | "site">;
/** Condition: the item `i` belongs to this source in this project. */
const isItemOf = (source: ImportSource): SQL =>
  sql`i.project_id = ${source.projectId} AND i.platform = ${source.platform} AND i.place = ${source.site}`;
/** What earlier runs stored for these articles, and the current state of article and text. */
export const readImportedItems = (source: ImportSource, sourceIds: readonly string[]): Query<ImportedItem[]> =>
  query(
    sql`SELECT ${columns({ i: "help_import_items", a: "help_articles?" }, "i.source_id, i.locale, i.article_id, i.hash, i.revision, a.id AS existing_id, a.archived_at, a.audience, i.audience AS imported_audience, i.publish")}, t.version IS NOT NULL ${as.number("live")}, ${columns({ t: "help_article_texts?" }, "t.revision AS current_revision")}
      FROM help_import_items i LEFT JOIN help_articles a ON a.project_id = i.project_id AND a.id = i.article_id
      LEFT JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
      WHERE ${isItemOf(source)} AND i.source_id IN ${among(sourceIds)}`,
    (rows) =>
      rows.map((row) => ({
        sourceId: row.source_id,
        locale: row.locale,
        articleId: row.article_id,
        hash: row.hash,
        revision: row.revision,
        article: row.existing_id === null ? "deleted" : row.archived_at === null ? "active" : "archived",
        currentRevision: row.current_revision,
        currentAudience: row.audience,
        importedAudience: row.imported_audience,
        publish: row.publish !== 0,
        live: row.live !== 0,
      })),
  );
export interface ItemKey {
  readonly sourceId: string;
  readonly locale: string;
}
interface NewItem {
  readonly articleId: ArticleId;
  readonly hash: string;
  readonly publish: boolean;
  /** The audience that the run wants. Stored only if the article has it, as one that an import set. */
  readonly audience: Audience;
}
/**
 * Stores the item after its text was written. An update leaves `audience` alone on purpose: a re-import changes the article's audience only in
 * `followAudience`, which also stores it here, and a null must stay null because a member may have chosen the current audience.
 */
export const writeItem = (run: Run, key: ItemKey, item: NewItem, guard: SQL): SQL => sql`
  INSERT INTO help_import_items (project_id, platform, place, source_id, locale, article_id, run_id, hash, revision, publish, audience)
  SELECT ${run.projectId}, ${run.platform}, ${run.site}, ${key.sourceId}, ${key.locale}, ${item.articleId}, ${run.id}, ${item.hash}, t.revision, ${item.publish ? 1 : 0},
    (SELECT a.audience FROM help_articles a WHERE a.project_id = t.project_id AND a.id = t.article_id AND a.audience = ${item.audience})
  FROM help_article_texts t WHERE t.project_id = ${run.projectId} AND t.article_id = ${item.articleId} AND t.locale = ${key.locale} AND ${guard}
  ON CONFLICT (project_id, platform, place, source_id, locale) DO UPDATE SET article_id = excluded.article_id, run_id = excluded.run_id, hash = excluded.hash, revision = excluded.revision, publish = excluded.publish`;
/** Updates columns of an article's items, in all languages unless `guard` names one. */
export const writeItemsOfArticle = (run: Run, sourceId: string, set: SQL, guard: SQL): SQL =>
  sql`UPDATE help_import_items AS i SET ${set} WHERE ${isItemOf(run)} AND i.source_id = ${sourceId} AND ${guard}`;
/** Sets the item to the current revision of its text; for the batch in which the import itself changed the text. */
export const writeItemRevision = (run: Run, key: ItemKey, guard: SQL, hash?: string): SQL => sql`
  UPDATE help_import_items AS i SET revision = (SELECT t.revision FROM help_article_texts t WHERE t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale)${hash === undefined ? sql`` : sql`, hash = ${hash}`}
  WHERE ${isItemOf(run)} AND i.source_id = ${key.sourceId} AND i.locale = ${key.locale} AND ${guard}`;
/** Deletes the item, so a later run imports the text as new. */
export const writeForgetItem = (run: Run, key: ItemKey, guard: SQL): SQL =>
  sql`DELETE FROM help_import_items AS i WHERE ${isItemOf(run)} AND i.source_id = ${key.sourceId} AND i.locale = ${key.locale} AND ${guard}`;
/** Condition: this run wrote the item last, and nobody has edited the draft since. */
export const isOurs = (run: Run, key: ItemKey, articleId: ArticleId, revision: number): SQL => sql`EXISTS (SELECT 1 FROM help_import_items i
  JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
  WHERE ${isItemOf(run)} AND i.source_id = ${key.sourceId} AND i.locale = ${key.locale} AND i.article_id = ${articleId} AND i.run_id = ${run.id} AND i.revision = ${revision} AND t.revision = ${revision})`;

/** Where a link to an article of the source leads here: its published slug, or its draft's if it is not published. */
export interface LinkTarget {
  readonly sourceId: string;
  readonly locale: string;
  readonly slug: string;
}
export const readLinkTargets = (run: Run, sourceIds: readonly string[]): Query<LinkTarget[]> =>
  query(
    sql`SELECT ${columns({ i: "help_import_items" }, "i.source_id, i.locale")}, coalesce(t.live_slug, t.slug) ${as.text("slug")} FROM help_import_items i
      JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
      WHERE ${isItemOf(run)} AND i.source_id IN ${among(sourceIds)}`,
    (rows) => rows.map((row) => ({ sourceId: row.source_id, locale: row.locale, slug: row.slug })),
  );
