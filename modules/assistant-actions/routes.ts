import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listRuns } from "./list-runs.ts";
import { listAsked } from "./requests/asked.ts";
import { confirmRequest, declineRequest } from "./requests/confirm-request.ts";
import { proveAsker, requestCode } from "./requests/prove-asker.ts";
import { listActions, readAction, removeAction, saveHosts, switchAction } from "./settings/manage-actions.ts";
import { changeAction, createAction } from "./settings/save-action.ts";
import { tryAction } from "./settings/try-action.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listActions, (ctx) => listActions(ctx)),
  serve(contract.readAction, (ctx, { params }) => readAction(ctx, params.actionId)),
  serve(contract.createAction, async (ctx, { body }) => ({ action: await createAction(ctx, body) })),
  serve(contract.changeAction, async (ctx, { params, body }) => ({ action: await changeAction(ctx, params.actionId, body) })),
  serve(contract.switchAction, async (ctx, { params, body }) => ({ action: await switchAction(ctx, params.actionId, body.enabled) })),
  serve(contract.removeAction, (ctx, { params }) => removeAction(ctx, params.actionId)),
  serve(contract.saveActionHosts, (ctx, { body }) => saveHosts(ctx, body.hosts)),
  serve(contract.tryAction, (ctx, { params, body }) => tryAction(ctx, params.actionId, body)),
  serve(contract.listRuns, (ctx, { query }) => listRuns(ctx, query)),
  serve(contract.listActionRequests, (ctx, { params }) => listAsked(ctx, params.conversationId)),
  serve(contract.confirmActionRequest, async (ctx, { params, body }) => ({
    request: await confirmRequest(ctx, params.requestId, body),
  })),
  serve(contract.declineActionRequest, async (ctx, { params }) => ({ request: await declineRequest(ctx, params.requestId) })),
  serve(contract.requestActionCode, async (ctx, { params, body }) => ({ request: await requestCode(ctx, params.requestId, body) })),
  serve(contract.proveActionRequest, async (ctx, { params, body }) => ({ request: await proveAsker(ctx, params.requestId, body.code) })),
];
