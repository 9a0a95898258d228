import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { findToInsert, readToInsert } from "./find.ts";

export const insertRoutes: RegisteredRoute[] = [
  serve(contract.findToInsert, (ctx, { query }) => findToInsert(ctx, query.q)),
  serve(contract.readToInsert, (ctx, { params, query }) => readToInsert(ctx, params.articleId, query.locale)),
];
