import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { decide } from "./decide-review.ts";
import { savePlan, showRegressions } from "./plans.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readRegressions, (ctx) => showRegressions(ctx)),
  serve(contract.saveRegressionPlan, (ctx, { body }) => savePlan(ctx, body)),
  serve(contract.decideRegression, (ctx, { params, body }) => decide(ctx, params.regressionId, body)),
];
