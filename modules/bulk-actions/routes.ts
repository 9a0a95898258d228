import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { readOwn, startBulkAction, stopBulkAction, undoBulkAction } from "./start-bulk-action.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.startBulkAction, (ctx, { body }) => startBulkAction(ctx, body)),
  serve(contract.readBulkAction, (ctx, { params }) => readOwn(ctx, params.bulkActionId)),
  serve(contract.stopBulkAction, (ctx, { params }) => stopBulkAction(ctx, params.bulkActionId)),
  serve(contract.undoBulkAction, (ctx, { params }) => undoBulkAction(ctx, params.bulkActionId)),
];
