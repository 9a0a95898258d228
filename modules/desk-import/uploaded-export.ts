// The upload that an import reads instead of the help desk.
import type { DeskExportId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readExport } from "#modules/desk-exports";
import type { From } from "./contract.ts";
import { exportGone } from "./errors.ts";

/** The uploaded export that is read instead of the help desk; null for none. */
export const exportOf = (from: From): DeskExportId | null => ("exportId" in from ? (from.exportId ?? null) : null);
/** Refuses an export that is gone, was not found good, or is of another help desk. */
export async function requireExport(
  ctx: Pick<Ctx, "db"> & { readonly caller: { readonly projectId: ProjectId } },
  from: From,
): Promise<void> {
  const id = exportOf(from);
  if (id === null) return;
  const [found] = await ctx.db.read(readExport(ctx.caller.projectId, id));
  if (found?.state !== "checked" || found.platform !== from.platform) throw exportGone();
}
