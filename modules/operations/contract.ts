// Wire contract of the health check and the public homepage. Browser-safe.
import { route } from "#kernel/wire/route.ts";

export const homepage = route({ name: "homepage", method: "GET", path: "/", who: "anyone", reply: "raw" });
/** 200 `ok` or 503 `unavailable`, with `version`, `build`, `runtime`, `database` and `files`. */
export const health = route({ name: "health", method: "GET", path: "/health", who: "anyone", reply: "raw", errors: ["unavailable"] });
