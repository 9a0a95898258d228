// Writes collections.
import type { CollectionId, ProjectId } from "#kernel/ids/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { candidates, slugOf } from "./rules.ts";

export interface NewCollection {
  readonly id: CollectionId;
  readonly projectId: ProjectId;
  readonly clientId: string;
  readonly now: number;
}
/** Adds a collection at the end of the list. */
export const writeCollection = (c: NewCollection, when: SQL): SQL => sql`
  INSERT INTO help_collections (id, project_id, client_id, place, created_at)
  SELECT ${c.id}, ${c.projectId}, ${c.clientId}, (SELECT coalesce(max(place), 0) + 1 FROM help_collections WHERE project_id = ${c.projectId} AND removed_at IS NULL), ${c.now} WHERE ${when}
  ON CONFLICT (project_id, client_id) DO NOTHING`;
export const collectionExists = (projectId: ProjectId, id: CollectionId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_collections WHERE project_id = ${projectId} AND id = ${id})`;
/** Writes name and description in one language. The slug is made from the first name and stays. */
export const writeCollectionText = (
  c: { projectId: ProjectId; collectionId: CollectionId; locale: string; name: string; description: string },
  when: SQL,
): SQL => sql`
  INSERT INTO help_collection_texts (project_id, collection_id, locale, slug, name, description)
  SELECT ${c.projectId}, ${c.collectionId}, ${c.locale}, (SELECT k.value FROM json_each(${JSON.stringify(candidates(slugOf(c.name), c.collectionId, "collection"))}) k
    WHERE NOT EXISTS (SELECT 1 FROM help_collection_texts o WHERE o.project_id = ${c.projectId} AND o.locale = ${c.locale} AND o.slug = k.value AND o.collection_id <> ${c.collectionId}) ORDER BY k.key LIMIT 1),
    ${c.name}, ${c.description} WHERE ${when}
  ON CONFLICT (project_id, collection_id, locale) DO UPDATE SET name = excluded.name, description = excluded.description`;
export const writeRemovedCollection = (projectId: ProjectId, id: CollectionId, now: number, done: SQL): SQL[] => [
  sql`UPDATE help_collections SET removed_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND ${done}`,
  // Appended in their old order to the articles without a collection.
  sql`UPDATE help_articles SET left_collection_id = collection_id, collection_id = NULL, place = place + (SELECT coalesce(max(o.place), 0) FROM help_articles o WHERE o.project_id = ${projectId} AND o.collection_id IS NULL AND o.archived_at IS NULL)
    WHERE project_id = ${projectId} AND collection_id = ${id} AND ${done}`,
];
export const collectionRemoved = (projectId: ProjectId, id: CollectionId): SQL =>
  sql`EXISTS (SELECT 1 FROM help_collections WHERE project_id = ${projectId} AND id = ${id} AND removed_at IS NOT NULL)`;
export const writeRestoredCollection = (projectId: ProjectId, id: CollectionId, done: SQL): SQL[] => [
  sql`UPDATE help_collections SET removed_at = NULL WHERE project_id = ${projectId} AND id = ${id} AND ${done}`,
  sql`UPDATE help_articles SET collection_id = ${id}, left_collection_id = NULL WHERE project_id = ${projectId} AND left_collection_id = ${id} AND collection_id IS NULL AND ${done}`,
];
export const writeCollectionOrder = (projectId: ProjectId, order: readonly string[], done: SQL): SQL => sql`
  UPDATE help_collections SET place = j.key + 1 FROM json_each(${JSON.stringify(order)}) j
  WHERE help_collections.id = j.value AND help_collections.project_id = ${projectId} AND help_collections.removed_at IS NULL AND ${done}`;
