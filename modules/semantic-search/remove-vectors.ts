// Removes the vectors of removed documents; a row stays until the store has confirmed it.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type DueDocument, readPlaces, writeRemovalDone, writeProjectGone } from "./queries.ts";
import { ofDocuments, ofProject } from "./store/filter.ts";
import type { OpenStore } from "./store/open-store.ts";
import { placeOf } from "./store/points.ts";
import { deletePoints } from "./store/qdrant.ts";

/** Rows per invocation. */
const ROWS = 500;

/** Removes the documents' vectors from all places in this store except `keep`. */
export async function clearVectors(ctx: Ctx, open: OpenStore, rows: readonly DueDocument[], keep?: string): Promise<void> {
  const groups = Map.groupBy(rows, ({ projectId, place }) => JSON.stringify([projectId, collectionIn(ctx, open, place)]));
  for (const group of groups.values()) {
    const [first] = group;
    const collection = first === undefined ? undefined : collectionIn(ctx, open, first.place);
    if (first === undefined || collection === undefined || collection === keep) continue;
    const ids = group.map(({ documentId }) => documentId);
    await deletePoints(open.store, collection, ofDocuments(first.projectId, ids), open.signal());
  }
}
/** Undefined if nothing can be removed: for another store we have neither the key nor, possibly, the address. */
function collectionIn(ctx: Ctx, open: OpenStore, text: string): string | undefined {
  const place = placeOf(text);
  if (place === undefined) return undefined;
  if (place.store === open.hash) return place.collection;
  ctx.log.warn("vectors stay behind in a store that is no longer set up", { collection: place.collection });
  return undefined;
}

/** Removes the vectors of removed documents. */
export async function removeVectors(ctx: Ctx, open: OpenStore, rows: readonly DueDocument[]): Promise<void> {
  if (rows.length === 0) return;
  await clearVectors(ctx, open, rows);
  await ctx.db.commit([writeRemovalDone(rows)]);
}

/** Removes all vectors of a deleted project. */
export async function removeProject(ctx: Ctx, open: OpenStore, projectId: ProjectId): Promise<void> {
  const [places] = await ctx.db.read(readPlaces(projectId));
  const collections = new Set(places.flatMap((place) => collectionIn(ctx, open, place) ?? []));
  for (const collection of collections) await deletePoints(open.store, collection, ofProject(projectId), open.signal());
  await ctx.db.commit(writeProjectGone(projectId, ROWS));
}
