import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listHolds } from "./list-holds.ts";
import { reconcileHold } from "./reconcile-hold.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listHolds, (ctx, { query }) => listHolds(ctx, query.cursor)),
  serve(contract.reconcileHold, (ctx, { params, body }) => reconcileHold(ctx, params.holdId, body.outcome)),
];
