import { audit } from "#modules/projects";
import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { deleteView, restoreView } from "./delete-view.ts";
import { listViews } from "./list-views.ts";
import { writeOrder } from "./queries.ts";
import { changeView, createView, mustMayKeep, saveDraft } from "./save-view.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listSavedViews, (ctx) => listViews(ctx)),
  serve(contract.createSavedView, (ctx, { body }) => createView(ctx, body)),
  serve(contract.saveDraftView, (ctx, { body }) => saveDraft(ctx, body)),
  serve(contract.orderSavedViews, async (ctx, { body: { kind, ids } }) => {
    mustMayKeep(ctx, kind);
    await ctx.db.commit([
      writeOrder(ctx.caller.projectId, ctx.caller.accountId, kind, ids),
      ...(kind === "shared" ? [audit(ctx, "saved_views.ordered")] : []),
    ]);
    return { ok: true as const };
  }),
  serve(contract.changeSavedView, (ctx, { params, body }) => changeView(ctx, params.viewId, body as never)),
  serve(contract.deleteSavedView, (ctx, { params }) => deleteView(ctx, params.viewId)),
  serve(contract.restoreSavedView, (ctx, { params }) => restoreView(ctx, params.viewId)),
];
