import { serve, type Served } from "#kernel/http/index.ts";
import { articleRoutes } from "./articles/routes.ts";
import * as files from "./files/contract.ts";
import { uploadForArticle } from "./files/keep.ts";
import { importRoutes } from "./imports/routes.ts";
import { insertRoutes } from "./insert/routes.ts";
import { insightsRoutes } from "./insights/routes.ts";
import { letterRoutes } from "./letters/routes.ts";
import { pageRoutes } from "./pages/routes.ts";

export const routes: Served[] = [
  ...articleRoutes,
  ...importRoutes,
  ...insertRoutes,
  ...insightsRoutes,
  ...letterRoutes,
  ...pageRoutes,
  serve(files.uploadForArticle, (ctx, { params, query }) => uploadForArticle(ctx, params.articleId, query)),
];
