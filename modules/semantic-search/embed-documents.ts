// Embeds documents: sends texts to the provider and vectors to the store. Every step can be repeated from any point.
import { seconds } from "#kernel/clock/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { dayOf, writeUsage } from "#modules/ai";
import { embed, mostTexts } from "./embedding/embed.ts";
import { usageOf } from "./embedding/usage.ts";
import { type Chunk, type DueDocument, readBegun, readChunks, writeBegun, writeSettled } from "./queries.ts";
import { clearVectors } from "./remove-vectors.ts";
import { textOf } from "./rules.ts";
import { leftBehind, ofDocuments } from "./store/filter.ts";
import type { OpenStore } from "./store/open-store.ts";
import { placeOf, type Point, pointId, placeText } from "./store/points.ts";
import { deletePoints, setPayload, upsertPoints } from "./store/qdrant.ts";

/** How long a provider may take for a batch of texts. */
const DEADLINE = seconds(30);
/** Characters of one request: about 40,000 tokens, far below the limit of every provider. */
const MOST_CHARACTERS = 120_000;
/** Texts of one request, even if a provider accepts more: vectors of 3,072 numbers are 40 kB each. */
const MOST_TEXTS = 96;

type Written = DueDocument & { readonly document: NonNullable<DueDocument["document"]> };
interface Text extends Chunk {
  readonly projectId: ProjectId;
  readonly text: string;
}

/** Creates the documents' vectors. Throws a `ServiceError`; then all of them are still due. */
export async function embedDocuments(ctx: Ctx, open: OpenStore, rows: readonly Written[]): Promise<void> {
  const [chunks] = await ctx.db.read(readChunks(rows));
  const byId = new Map(rows.map((row) => [row.documentId, row]));
  const texts = chunks.flatMap((chunk): Text[] => {
    const row = byId.get(chunk.documentId);
    return row === undefined ? [] : [{ ...chunk, projectId: row.projectId, text: textOf(row.document.title, chunk) }];
  });
  const vectors: (readonly number[])[] = [];
  for (const batch of batchesOf(texts, Math.min(MOST_TEXTS, mostTexts(open.setup)))) vectors.push(...(await embedBatch(ctx, open, batch)));
  const [first] = vectors;
  const place = first === undefined ? open.place : await open.ensureCollection(first.length);
  const at = place === undefined ? "" : placeText(place);
  // Vectors in another place are removed first, because a row names only one place.
  await clearVectors(ctx, open, rows, place?.collection);
  const [begun] = await ctx.db.commitAndRead([writeBegun(rows, at)], readBegun(rows, at));
  const still = rows.filter(({ documentId }) => begun.has(documentId));
  if (place !== undefined) {
    const points = await pointsOf(texts, vectors, open, byId, begun);
    for (let i = 0; i < points.length; i += MOST_TEXTS)
      await upsertPoints(open.store, place.collection, points.slice(i, i + MOST_TEXTS), open.signal());
    // An earlier, longer text may have left chunks that the new one does not have.
    const before = Map.groupBy(
      still.filter((row) => placeOf(row.place)?.collection === place.collection),
      ({ projectId }) => projectId,
    );
    for (const [projectId, own] of before) {
      const [ids, hashes] = [own.map(({ documentId }) => documentId), own.map(({ document }) => document.hash)];
      await deletePoints(open.store, place.collection, leftBehind(projectId, ids, hashes), open.signal());
    }
  }
  await ctx.db.commit([writeSettled(still, at)]);
}

async function embedBatch(ctx: Ctx, open: OpenStore, batch: readonly Text[]): Promise<readonly (readonly number[])[]> {
  const embedded = await embed(
    ctx,
    open.setup,
    batch.map(({ text }) => text),
    "document",
    AbortSignal.timeout(DEADLINE),
  );
  const all = batch.reduce((sum, { text }) => sum + text.length, 0);
  const usage = [...Map.groupBy(batch, ({ projectId }) => projectId)].map(([projectId, own]) => {
    const part = own.reduce((sum, { text }) => sum + text.length, 0) / all;
    return usageOf(open.setup, projectId, embedded, part);
  });
  // The provider charges for it, whatever happens to the vectors.
  await ctx.db.commit([writeUsage(usage, dayOf(ctx.clock.now()))]);
  return embedded.vectors;
}

function batchesOf(texts: readonly Text[], most: number): Text[][] {
  const batches: Text[][] = [];
  let room = 0;
  for (const text of texts) {
    if (text.text.length > room || (batches.at(-1)?.length ?? most) >= most) {
      batches.push([]);
      room = MOST_CHARACTERS;
    }
    batches.at(-1)?.push(text);
    room -= text.text.length;
  }
  return batches;
}

async function pointsOf(
  texts: readonly Text[],
  vectors: readonly (readonly number[])[],
  open: OpenStore,
  byId: ReadonlyMap<string, Written>,
  begun: ReadonlySet<string>,
): Promise<Point[]> {
  const points = texts.map(async ({ projectId, documentId, position }, i): Promise<Point[]> => {
    const [document, vector] = [byId.get(documentId)?.document, vectors[i]];
    if (document === undefined || vector === undefined || !begun.has(documentId)) return [];
    const { hash, locale, audience, assistant, kind } = document;
    const id = await pointId(projectId, documentId, position, open.setup.model.id);
    return [{ id, vector, payload: { projectId, documentId, ordinal: position, hash, locale, audience, assistant, kind } }];
  });
  return (await Promise.all(points)).flat();
}

/** Only the visibility of the documents has changed: updates the store without embedding anything. */
export async function updatePayloads(ctx: Ctx, open: OpenStore, collection: string, rows: readonly Written[]): Promise<void> {
  const groups = Map.groupBy(rows, ({ projectId, document: { locale, audience, assistant } }) =>
    JSON.stringify([projectId, locale, audience, assistant]),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { locale, audience, assistant } = first.document;
    const ids = group.map(({ documentId }) => documentId);
    await setPayload(open.store, collection, ofDocuments(first.projectId, ids), { locale, audience, assistant }, open.signal());
  }
  await ctx.db.commit([writeSettled(rows, open.placeText)]);
}
