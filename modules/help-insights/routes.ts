import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listGaps, resolveGap } from "./gaps.ts";
import { writeGapArticle } from "./write-gap-article.ts";
import { listComments, exportSearches, readInsights } from "./overview.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readInsights, (ctx, { query }) => readInsights(ctx, query.days)),
  serve(contract.exportSearches, (ctx, { query }) => exportSearches(ctx, query.days)),
  serve(contract.listComments, (ctx, { params, query }) => listComments(ctx, params.articleId, query.cursor)),
  serve(contract.listGaps, (ctx, { query }) => listGaps(ctx, query)),
  serve(contract.settleGap, (ctx, { params, body }) => resolveGap(ctx, params.gapId, body)),
  serve(contract.writeGapArticle, (ctx, { params, body }) => writeGapArticle(ctx, params.gapId, body)),
];
