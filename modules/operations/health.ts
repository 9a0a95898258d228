// Health check: reports whether both stores answer. For people, deployments and monitoring.
import type { RequestCtx } from "#kernel/http/index.ts";
import { sql } from "#kernel/db/index.ts";

/** The version of the product, as package.json has it. */
export const VERSION = "0.1.0";

/** The build that answers, so that a deployment recognises its own; "none" where nothing was built, as under `pnpm dev`. */
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
