// Lists, creates, names, removes and restores collections.
import { notFound } from "#kernel/errors/index.ts";
import { type CollectionId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { audit } from "#modules/projects";
import { collectionChanges, collectionDetail, type Ctx, mayPublish } from "./permissions.ts";
import {
  collectionExists,
  collectionRemoved,
  writeCollection,
  writeCollectionText,
  writeRemovedCollection,
  writeRestoredCollection,
} from "./collection-writes.ts";
import { type Collection, type CollectionList, MAX_LIST } from "./contract.ts";
import { sameClientId, tooManyCollections } from "./errors.ts";
import { isActiveCollection, readCollection, readCollectionBy, readCollections, readHelpCenter, roomForCollection } from "./queries.ts";
import { startRendering } from "./rendering.ts";

type Answer = { collection: Collection };

export async function listCollections(ctx: Ctx): Promise<CollectionList> {
  const { projectId } = ctx.caller;
  const [items, center] = await ctx.db.read(readCollections(projectId), readHelpCenter(projectId));
  if (!center) throw notFound();
  return { items, ...center };
}

/** Adds a collection at the end of the list. Readers see it once something in it is published. */
export async function createCollection(
  ctx: Ctx,
  input: { clientId: string; locale: string; name: string; description: string },
): Promise<Answer> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const id = newId("collection", now);
  const created = collectionExists(projectId, id);
  const [collection] = await ctx.db.commitAndRead(
    [
      writeCollection({ id, projectId, clientId: input.clientId, now }, sql`${roomForCollection(projectId)} AND ${mayPublish(ctx)}`),
      writeCollectionText({ projectId, collectionId: id, locale: input.locale, name: input.name, description: input.description }, created),
      audit(ctx, "help.collection_created", { detail: collectionDetail(projectId, id) }, created),
    ],
    readCollectionBy(projectId, input.clientId),
  );
  if (!collection) throw tooManyCollections(MAX_LIST);
  if (collection.id !== id) {
    const { locale, name, description } = input;
    if (!collection.texts.some((text) => text.locale === locale && text.name === name && text.description === description))
      throw sameClientId();
    ctx.reply.status = 200;
  }
  return { collection };
}

export async function saveCollectionText(
  ctx: Ctx,
  id: CollectionId,
  locale: string,
  input: { name: string; description: string },
): Promise<Answer> {
  const { projectId } = ctx.caller;
  const { job, decides, done } = startRendering(
    projectId,
    { all: true },
    ctx.clock.now(),
    sql`${isActiveCollection(projectId, id)} AND ${mayPublish(ctx)}`,
  );
  const [collection] = await ctx.db.commitAndRead(
    [
      decides,
      audit(
        ctx,
        "help.collection_changed",
        { detail: { ...collectionDetail(projectId, id), locale }, changes: collectionChanges(projectId, id, locale, input) },
        done,
      ),
      writeCollectionText({ projectId, collectionId: id, locale, ...input }, done),
    ],
    readCollection(projectId, id),
  );
  if (!collection) throw notFound();
  wakeJobs(ctx, [job]);
  return { collection };
}

/** Removes a collection; its articles stay, without a collection. Repeating does nothing. */
export async function removeCollection(ctx: Ctx, id: CollectionId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const { job, decides, done } = startRendering(
    projectId,
    { all: true },
    now,
    sql`${isActiveCollection(projectId, id)} AND ${mayPublish(ctx)}`,
  );
  const [there] = await ctx.db.commitAndRead(
    [
      decides,
      audit(ctx, "help.collection_removed", { detail: collectionDetail(projectId, id) }, done),
      ...writeRemovedCollection(projectId, id, now, done),
    ],
    queryOne(sql`SELECT ${collectionExists(projectId, id)} ${as.number("there")}`, (row) => row.there === 1),
  );
  if (!there) throw notFound();
  wakeJobs(ctx, [job]);
  return { ok: true };
}
/** Undoes a removal, with the articles that have no other collection since. */
export async function restoreCollection(ctx: Ctx, id: CollectionId): Promise<Answer> {
  const { projectId } = ctx.caller;
  const when = sql`${collectionRemoved(projectId, id)} AND ${roomForCollection(projectId)} AND ${mayPublish(ctx)}`;
  const { job, decides, done } = startRendering(projectId, { all: true }, ctx.clock.now(), when);
  const [collection, there] = await ctx.db.commitAndRead(
    [
      decides,
      ...writeRestoredCollection(projectId, id, done),
      audit(ctx, "help.collection_restored", { detail: collectionDetail(projectId, id) }, done),
    ],
    readCollection(projectId, id),
    queryOne(sql`SELECT ${collectionExists(projectId, id)} ${as.number("there")}`, (row) => row.there === 1),
  );
  if (!there) throw notFound();
  if (!collection) throw tooManyCollections(MAX_LIST);
  wakeJobs(ctx, [job]);
  return { collection };
}
