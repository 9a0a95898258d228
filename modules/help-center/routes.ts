import type { RegisteredRoute } from "#kernel/http/index.ts";
import { serve } from "#kernel/http/index.ts";
import { uploadHelpImage } from "./images/contract.ts";
import { storeHelpImage } from "./images/store-image.ts";
import { insertRoutes } from "./insert/routes.ts";
import { pageRoutes } from "./pages/routes.ts";

export const routes: RegisteredRoute[] = [
  ...insertRoutes,
  serve(uploadHelpImage, (ctx, { query }) => storeHelpImage(ctx, query)),
  ...pageRoutes,
];
