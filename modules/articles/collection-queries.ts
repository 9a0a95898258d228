// Reads collections, and the help center they belong to.
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
import type { CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { type Collection, type CollectionList, MAX_LIST } from "./contract.ts";
import { MAX_LOCALES } from "./list-queries.ts";

/** Holds while the collection is the project's and not removed; always for null. */
export const isActiveCollection = (projectId: ProjectId, id: CollectionId | null): SQL =>
  id === null ? sql`1` : sql`EXISTS (SELECT 1 FROM help_collections WHERE project_id = ${projectId} AND id = ${id} AND removed_at IS NULL)`;
export const roomForCollection = (projectId: ProjectId): SQL =>
  sql`(SELECT count(*) FROM help_collections WHERE project_id = ${projectId} AND removed_at IS NULL) < ${MAX_LIST}`;
const COLLECTION = columnList`${columns({ c: "help_collections" }, "c.id")}, (SELECT json_group_array(json_object('locale', locale, 'slug', slug, 'name', name, 'description', description)) FROM
    (SELECT locale, slug, name, description FROM help_collection_texts WHERE project_id = c.project_id AND collection_id = c.id ORDER BY locale LIMIT ${MAX_LOCALES})) ${as.of<{ texts: JsonText }>("texts")},
  (SELECT count(*) FROM help_articles a WHERE a.project_id = c.project_id AND a.collection_id = c.id AND a.archived_at IS NULL) ${as.number("articles")}`;
const collectionOf = (row: RowIn<typeof COLLECTION>): Collection => ({
  id: row.id,
  texts: parseJson<Collection["texts"]>(row.texts),
  articles: row.articles,
});
export const readCollections = (projectId: ProjectId): Query<Collection[]> =>
  query(
    sql`SELECT ${COLLECTION} FROM help_collections c WHERE c.project_id = ${projectId} AND c.removed_at IS NULL ORDER BY c.place, c.id LIMIT ${MAX_LIST}`,
    (rows) => rows.map(collectionOf),
  );
export const readCollection = (projectId: ProjectId, id: CollectionId): Query<Collection | undefined> =>
  queryOne(
    sql`SELECT ${COLLECTION} FROM help_collections c WHERE c.project_id = ${projectId} AND c.id = ${id} AND c.removed_at IS NULL`,
    collectionOf,
  );
export const readCollectionBy = (projectId: ProjectId, clientId: string): Query<Collection | undefined> =>
  queryOne(sql`SELECT ${COLLECTION} FROM help_collections c WHERE c.project_id = ${projectId} AND c.client_id = ${clientId}`, collectionOf);
/** The state of the help center that the collection list shows. */
export const readHelpCenter = (projectId: ProjectId): Query<Omit<CollectionList, "items"> | undefined> =>
  queryOne(
    sql`SELECT ${columns({ p: "projects" }, "p.slug")}, coalesce(h.open, 0) ${as.number("open")}, coalesce(h.default_locale, 'en') ${as.text("default_locale")}, coalesce(h.locales, '["en"]') ${as.of<{ locales: JsonText }>("locales")},
      (SELECT count(*) FROM help_articles a WHERE a.project_id = p.id AND a.collection_id IS NULL AND a.archived_at IS NULL) ${as.number("without")}
      FROM projects p LEFT JOIN help_centers h ON h.project_id = p.id WHERE p.id = ${projectId}`,
    (row) => ({
      projectSlug: row.slug,
      open: row.open !== 0,
      defaultLocale: row.default_locale,
      locales: parseJson<string[]>(row.locales),
      without: row.without,
    }),
  );
