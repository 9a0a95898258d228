import type { RegisteredRoute } from "#kernel/http/index.ts";
import { insertRoutes } from "./insert/routes.ts";
import { pageRoutes } from "./pages/routes.ts";

export const routes: RegisteredRoute[] = [...insertRoutes, ...pageRoutes];
