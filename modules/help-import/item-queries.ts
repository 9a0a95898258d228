// Statements on imported items: which collections and articles of a source exist here, and who may overwrite their texts.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId } from "#kernel/ids/index.ts";
import type { Audience } from "#modules/retrieval/contract";
import type { KnownText } from "./rules.ts";
import type { Run } from "./run-queries.ts";

const among = (values: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
/** Stable keys by which imported collections and articles are recognised in later runs. */
export const sourceKey = ({ platform, place }: Pick<Run, "platform" | "place">, id: string): string => `import:${platform}:${place}:${id}`;
/** Collections of the source that exist here, by the source's id. */
export const readImported = (run: Run): Query<ReadonlyMap<string, CollectionId>> => {
  const prefix = sourceKey(run, "");
  return query(
    sql`SELECT ${columns("help_collections", "client_id, id")} FROM help_collections WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`} AND removed_at IS NULL LIMIT 600`,
    (rows) => new Map(rows.map((row) => [row.client_id.slice(prefix.length), row.id])),
  );
};
/** Empty collections that the run created. */
export const readEmptied = (run: Run, limit: number): Query<CollectionId[]> => {
  const prefix = sourceKey(run, "");
  return query(
    sql`SELECT ${columns("help_collections", "id")} FROM help_collections c WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`} AND removed_at IS NULL AND created_at >= ${run.createdAt}
      AND NOT EXISTS (SELECT 1 FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id) LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
};
/** Removes an article whose first text an aborted run had not stored yet. */
export const writeDropBegun = (run: Run): SQL => {
  const prefix = sourceKey(run, "");
  return sql`DELETE FROM help_articles WHERE project_id = ${run.projectId} AND client_id >= ${prefix} AND client_id < ${`${prefix}\uffff`}
    AND NOT EXISTS (SELECT 1 FROM help_article_texts t WHERE t.project_id = help_articles.project_id AND t.article_id = help_articles.id)`;
};

export interface KnownItem extends KnownText {
  readonly sourceId: string;
  readonly locale: string;
  readonly articleId: ArticleId;
}
type Place = Pick<Run, "projectId" | "platform" | "place">;
const itemsOf = (run: Place): SQL => sql`i.project_id = ${run.projectId} AND i.platform = ${run.platform} AND i.place = ${run.place}`;
export const readKnown = (run: Place, sourceIds: readonly string[]): Query<KnownItem[]> =>
  query(
    sql`SELECT ${columns({ i: "help_import_items", a: "help_articles?" }, "i.source_id, i.locale, i.article_id, i.hash, i.revision, a.id AS there, a.archived_at, a.audience, i.audience AS given, i.publish")}, t.version IS NOT NULL ${as.number("live")}, ${columns({ t: "help_article_texts?" }, "t.revision AS current")}
      FROM help_import_items i LEFT JOIN help_articles a ON a.project_id = i.project_id AND a.id = i.article_id
      LEFT JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
      WHERE ${itemsOf(run)} AND i.source_id IN ${among(sourceIds)}`,
    (rows) =>
      rows.map((row) => ({
        sourceId: row.source_id,
        locale: row.locale,
        articleId: row.article_id,
        hash: row.hash,
        revision: row.revision,
        article: row.there === null ? "gone" : row.archived_at === null ? "there" : "archived",
        current: row.current,
        audience: row.audience,
        given: row.given,
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
  /** The audience the run wants; stored once the article has it. */
  readonly audience: Audience;
}
export const writeItem = (run: Run, w: ItemKey, item: NewItem, done: SQL): SQL => sql`
  INSERT INTO help_import_items (project_id, platform, place, source_id, locale, article_id, run_id, hash, revision, publish, audience)
  SELECT ${run.projectId}, ${run.platform}, ${run.place}, ${w.sourceId}, ${w.locale}, ${item.articleId}, ${run.id}, ${item.hash}, t.revision, ${item.publish ? 1 : 0},
    (SELECT a.audience FROM help_articles a WHERE a.project_id = t.project_id AND a.id = t.article_id AND a.audience = ${item.audience})
  FROM help_article_texts t WHERE t.project_id = ${run.projectId} AND t.article_id = ${item.articleId} AND t.locale = ${w.locale} AND ${done}
  ON CONFLICT (project_id, platform, place, source_id, locale) DO UPDATE SET article_id = excluded.article_id, run_id = excluded.run_id, hash = excluded.hash, revision = excluded.revision, publish = excluded.publish`;
/** Changes what the items of an article remember of its audience, in all languages; `done` may name one. */
export const writeItemsFollowed = (run: Run, sourceId: string, set: SQL, done: SQL): SQL =>
  sql`UPDATE help_import_items AS i SET ${set} WHERE ${itemsOf(run)} AND i.source_id = ${sourceId} AND ${done}`;
/** The item takes the revision of its text, which the import has just changed. */
export const writeItemFollows = (run: Run, w: ItemKey, done: SQL, hash?: string): SQL => sql`
  UPDATE help_import_items AS i SET revision = (SELECT t.revision FROM help_article_texts t WHERE t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale)${hash === undefined ? sql`` : sql`, hash = ${hash}`}
  WHERE ${itemsOf(run)} AND i.source_id = ${w.sourceId} AND i.locale = ${w.locale} AND ${done}`;
export const writeForgetItem = (run: Run, w: ItemKey, done: SQL): SQL =>
  sql`DELETE FROM help_import_items AS i WHERE ${itemsOf(run)} AND i.source_id = ${w.sourceId} AND i.locale = ${w.locale} AND ${done}`;
/** Condition: the draft is still the one that this run wrote. */
export const isOurs = (run: Run, w: ItemKey, articleId: ArticleId, revision: number): SQL => sql`EXISTS (SELECT 1 FROM help_import_items i
  JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
  WHERE ${itemsOf(run)} AND i.source_id = ${w.sourceId} AND i.locale = ${w.locale} AND i.article_id = ${articleId} AND i.run_id = ${run.id} AND i.revision = ${revision} AND t.revision = ${revision})`;

/** An article of the source with its address here. */
export interface Target {
  readonly sourceId: string;
  readonly locale: string;
  readonly slug: string;
}
export const readTargets = (run: Run, sourceIds: readonly string[]): Query<Target[]> =>
  query(
    sql`SELECT ${columns({ i: "help_import_items" }, "i.source_id, i.locale")}, coalesce(t.live_slug, t.slug) ${as.text("slug")} FROM help_import_items i
      JOIN help_article_texts t ON t.project_id = i.project_id AND t.article_id = i.article_id AND t.locale = i.locale
      WHERE ${itemsOf(run)} AND i.source_id IN ${among(sourceIds)}`,
    (rows) => rows.map((row) => ({ sourceId: row.source_id, locale: row.locale, slug: row.slug })),
  );
