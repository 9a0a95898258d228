import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { promote, raiseShare, stopRollout } from "./promote.ts";
import { readPromotions } from "./read-promotions.ts";
import { rollBack } from "./roll-back.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readPromotions, (ctx) => readPromotions(ctx)),
  serve(contract.promote, (ctx, { body }) => promote(ctx, body)),
  serve(contract.raiseShare, (ctx, { params, body }) => raiseShare(ctx, params.promotionId, body.share)),
  serve(contract.stopRollout, (ctx, { params }) => stopRollout(ctx, params.promotionId)),
  serve(contract.rollBack, (ctx, { params, body }) => rollBack(ctx, params.promotionId, body.clientId)),
];
