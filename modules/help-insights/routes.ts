import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { gaps, settleGap } from "./gaps.ts";
import { writeGapArticle } from "./write-gap-article.ts";
import { comments, exportSearches, insights } from "./overview.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.readInsights, (ctx, { query }) => insights(ctx, query.days)),
  serve(contract.exportSearches, (ctx, { query }) => exportSearches(ctx, query.days)),
  serve(contract.listComments, (ctx, { params, query }) => comments(ctx, params.articleId, query.cursor)),
  serve(contract.listGaps, (ctx, { query }) => gaps(ctx, query)),
  serve(contract.settleGap, (ctx, { params, body }) => settleGap(ctx, params.gapId, body)),
  serve(contract.writeGapArticle, (ctx, { params, body }) => writeGapArticle(ctx, params.gapId, body)),
];
