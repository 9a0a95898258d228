import type { Served } from "#kernel/http/index.ts";
import { insertRoutes } from "./insert/routes.ts";
import { pageRoutes } from "./pages/routes.ts";

export const routes: Served[] = [...insertRoutes, ...pageRoutes];
