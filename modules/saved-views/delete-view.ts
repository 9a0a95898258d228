// Deletes a view, and restores it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { SavedViewId } from "#kernel/ids/index.ts";
import { MAX_PERSONAL, MAX_SHARED, type SavedView } from "./contract.ts";
import { tooMany } from "./errors.ts";
import { readView, readViews, type StoredView, writeDeleted, writeRestored } from "./queries.ts";
import { asShown, auditShared, mustMayKeep } from "./save-view.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function deleteView(ctx: Ctx, viewId: SavedViewId): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const was = await mine(ctx, viewId);
  await ctx.db.commit([
    writeDeleted(projectId, accountId, was, ctx.clock.now()),
    ...auditShared(ctx, "saved_views.deleted", was, undefined),
  ]);
  return { ok: true };
}
export async function restoreView(ctx: Ctx, viewId: SavedViewId): Promise<{ view: SavedView }> {
  const { projectId, accountId } = ctx.caller;
  const was = await mine(ctx, viewId);
  const [found, views] = await ctx.db.commitAndRead(
    [writeRestored(projectId, accountId, was), ...auditShared(ctx, "saved_views.restored", undefined, was)],
    readView(projectId, accountId, viewId),
    readViews(projectId, accountId),
  );
  const kind = was.kind === "module" ? "shared" : was.kind;
  if (!found) throw tooMany(kind, views.filter((view) => view.kind === kind).length < (kind === "shared" ? MAX_SHARED : MAX_PERSONAL));
  return await asShown(ctx, found);
}
/** The view, deleted or not, if the caller may change it. */
async function mine(ctx: Ctx, viewId: SavedViewId): Promise<StoredView> {
  const [was] = await ctx.db.read(readView(ctx.caller.projectId, ctx.caller.accountId, viewId, true));
  if (!was || was.kind === "module") throw notFound();
  mustMayKeep(ctx, was.kind);
  return was;
}
