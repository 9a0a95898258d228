// Stores objects of mail. A key is reserved in a row before its object is stored, so the schedule finds whatever was interrupted.
import { minutes } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import { readAbandoned, writeReserved, writeTaken } from "../queries.ts";

type Store = Pick<Ctx, "db" | "env" | "clock">;
/** So long that no upload can still be running. */
const ABANDONED = minutes(60);
const PER_TICK = 100;

/** Reserves new keys. The batch that refers to a key elsewhere removes its reservation (`writeTaken`). */
export async function reserveObjects(ctx: Store, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => {
    const objectKey = newObjectKey("m/");
    return objectKey;
  });
  if (count > 0) await ctx.db.commit([writeReserved(keys, ctx.clock.now())]);
  return keys;
}
export const putObject = (ctx: Store, objectKey: string, body: ReadableStream | Uint8Array | string, contentType: string) =>
  ctx.env.FILES.put(objectKey, body, { httpMetadata: { contentType } });
/** Objects first: deleting a missing object again is harmless, but an object without a row would never be found. */
export async function dropObjects(ctx: Store, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await ctx.env.FILES.delete([...keys]);
  await ctx.db.commit([writeTaken(keys)]);
}
/** Deletes objects whose reservation was never taken. */
export async function removeAbandonedUploads(ctx: Store): Promise<void> {
  const [keys] = await ctx.db.read(readAbandoned(ctx.clock.now() - ABANDONED, PER_TICK));
  await dropObjects(ctx, keys);
}
