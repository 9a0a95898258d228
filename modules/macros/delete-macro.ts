// Deletes a macro, and restores it.
import { notFound } from "#kernel/errors/index.ts";
import type { MacroId } from "#kernel/ids/index.ts";
import type { Macro } from "./contract.ts";
import { onlyAdminsShare, tooMany } from "./errors.ts";
import { KEPT, readMacro, readMacroOrDeleted, writeDeleted, writeRestored } from "./queries.ts";
import { auditShared, type Ctx, isAdmin } from "./save-macro.ts";

/** Deleting again is answered like the first time. */
export async function deleteMacro(ctx: Ctx, id: MacroId): Promise<{ ok: true }> {
  const { projectId, accountId, role } = ctx.caller;
  const [macro] = await ctx.db.read(readMacroOrDeleted(projectId, accountId, id, ctx.clock.now() - KEPT));
  if (!macro) throw notFound();
  if (macro.shared && role === "operator") throw onlyAdminsShare();
  await ctx.db.commit([
    writeDeleted(projectId, accountId, id, isAdmin(ctx), ctx.clock.now()),
    ...auditShared(ctx, macro.shared, "macros.deleted", macro, undefined),
  ]);
  return { ok: true };
}

/** Throws `not_found` a day after it was deleted, `conflict` if there is no room for it any more. */
export async function restoreMacro(ctx: Ctx, id: MacroId): Promise<{ macro: Macro }> {
  const { projectId, accountId, role } = ctx.caller;
  const [before] = await ctx.db.read(readMacroOrDeleted(projectId, accountId, id, ctx.clock.now() - KEPT));
  if (!before) throw notFound();
  if (before.shared && role === "operator") throw onlyAdminsShare();
  const [macro] = await ctx.db.commitAndRead(
    [
      writeRestored(projectId, accountId, id, before.shared, isAdmin(ctx)),
      ...auditShared(ctx, before.shared, "macros.restored", undefined, before),
    ],
    readMacro(projectId, accountId, id),
  );
  if (!macro) throw tooMany(before.shared);
  return { macro };
}
