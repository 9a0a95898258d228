// Names the object of a piece in its row. Of two attempts one stays, and the object of the other goes.
import type { SQL } from "#kernel/db/index.ts";
import type { DeskExportId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Piece, readPieces, writePiece } from "./queries.ts";

/** Whether the piece is stored: the upload still takes some. */
export async function replacePiece(
  ctx: Pick<Ctx, "db" | "env">,
  piece: Piece & { readonly projectId: ProjectId; readonly id: DeskExportId },
  when: SQL,
): Promise<boolean> {
  const { projectId, id, kind, n, key } = piece;
  const [before] = await ctx.db.read(readPieces(projectId, id));
  const [stored] = await ctx.db.commit([writePiece(piece, when)]);
  const old = before.find((one) => one.kind === kind && one.n === n)?.key;
  const gone = stored === 0 ? key : old;
  if (gone !== undefined) await ctx.env.FILES.delete(gone);
  return stored !== 0;
}
