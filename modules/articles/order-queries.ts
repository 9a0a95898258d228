// Reads and checks the order of articles and collections.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ArticleId, CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { MAX_LIST } from "./contract.ts";
import { inCollection } from "./list-queries.ts";

const ids = <T extends string>(statement: SQL<{ readonly id: T }>): Query<T[]> => query(statement, (rows) => rows.map((row) => row.id));
const articleIds = (projectId: ProjectId, collection: CollectionId | null) =>
  sql`SELECT ${columns("help_articles", "id")} FROM help_articles WHERE project_id = ${projectId} AND ${inCollection(collection)} AND archived_at IS NULL ORDER BY place, id LIMIT ${MAX_LIST + 1}`;
const collectionIds = (projectId: ProjectId) =>
  sql`SELECT ${columns("help_collections", "id")} FROM help_collections WHERE project_id = ${projectId} AND removed_at IS NULL ORDER BY place, id LIMIT ${MAX_LIST + 1}`;
export const readArticleOrder = (projectId: ProjectId, collection: CollectionId | null): Query<ArticleId[]> =>
  ids(articleIds(projectId, collection));
export const readCollectionOrder = (projectId: ProjectId): Query<CollectionId[]> => ids(collectionIds(projectId));
const isOrder = (list: SQL, order: readonly string[]): SQL => sql`(SELECT json_group_array(id) FROM (${list})) = ${JSON.stringify(order)}`;
/** Holds while the articles of the collection are in this order. */
export const articlesAreInOrder = (projectId: ProjectId, collection: CollectionId | null, order: readonly string[]): SQL =>
  isOrder(articleIds(projectId, collection), order);
export const collectionsAreInOrder = (projectId: ProjectId, order: readonly string[]): SQL => isOrder(collectionIds(projectId), order);
/** Holds while each of the articles is the project's and not archived. */
export const areActiveArticles = (projectId: ProjectId, articles: readonly string[]): SQL =>
  sql`(SELECT count(*) FROM help_articles WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(articles)})) AND archived_at IS NULL) = ${articles.length}`;
