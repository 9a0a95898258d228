// Stores the object of a piece. Every object is named by a row before it is there and until it is gone, so that an erasure finds it.
import type { SQL } from "#kernel/db/index.ts";
import type { DeskExportId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Piece, readPieces, writePiece, writeReplaced, writeSettled } from "./queries.ts";

const attemptNumber = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Whether the piece is stored: the upload still takes some. `put` stores the object; what it throws is thrown again, and nothing is left. */
export async function replacePiece(
  ctx: Pick<Ctx, "db" | "env">,
  piece: Piece & { readonly projectId: ProjectId; readonly id: DeskExportId },
  when: SQL,
  put: () => Promise<void>,
): Promise<boolean> {
  const { projectId, id, key } = piece;
  const [named] = await ctx.db.commit([writePiece({ ...piece, kind: "pending", n: attemptNumber() }, when)]);
  if (named === 0) return false;
  try {
    await put();
  } catch (error) {
    await remove(ctx, projectId, id, key);
    throw error;
  }
  const attempt = attemptNumber();
  const [pieces] = await ctx.db.commitAndRead(
    [writeReplaced(piece, attempt, when), writePiece(piece, when), writeSettled(projectId, id, key, true)],
    readPieces(projectId, id),
  );
  const isStored = pieces.some((one) => one.kind !== "pending" && one.key === key);
  const old = pieces.find((one) => one.kind === "pending" && one.n === attempt)?.key;
  const gone = isStored ? old : key;
  if (gone !== undefined) await remove(ctx, projectId, id, gone);
  return isStored;
}
/** The object goes first, and then the row that names it. */
async function remove(ctx: Pick<Ctx, "db" | "env">, projectId: ProjectId, id: DeskExportId, objectKey: string): Promise<void> {
  await ctx.env.FILES.delete(objectKey);
  await ctx.db.commit([writeSettled(projectId, id, objectKey, false)]);
}
