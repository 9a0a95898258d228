// Health check: reports whether database and object store respond. For people, deployments and monitoring.
import type { RequestCtx } from "#kernel/http/index.ts";
import { sql } from "#kernel/db/index.ts";

/** Version of the product, as in package.json. */
export const VERSION = "0.1.0";

/** Id of the running build, by which a deployment recognises itself; "none" without a build, as under `pnpm dev`. */
const BUILD = import.meta.env?.BUILD_ID ?? "none";

async function reachable(ask: Promise<unknown>): Promise<"ok" | "unreachable"> {
  try {
    await ask;
    return "ok";
  } catch {
    return "unreachable";
  }
}

export async function health(ctx: RequestCtx): Promise<Response> {
  const [database, files] = await Promise.all([
    reachable(ctx.db.read({ statement: sql`SELECT 1`, parse: () => 1 })),
    reachable(ctx.env.FILES.head("health")),
  ]);
  const ok = database === "ok" && files === "ok";
  return Response.json(
    { status: ok ? "ok" : "unavailable", version: VERSION, build: BUILD, runtime: navigator.userAgent, database, files },
    { status: ok ? 200 : 503, headers: ok ? {} : { "retry-after": "5" } },
  );
}
