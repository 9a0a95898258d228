// Serves the dashboard's HTML: one static page, only for signed-in accounts, with the headers of operator pages.
import { givenSession, sessionQuery } from "#modules/accounts";
import type { RequestCtx } from "#kernel/http/index.ts";

export async function dashboardPage(ctx: RequestCtx): Promise<Response> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const [signed] = given ? await ctx.db.read(sessionQuery(given, ctx.clock.now())) : [undefined];
  if (!signed) return new Response(null, { status: 303, headers: { location: `/login?next=${encodeURIComponent(ctx.url.pathname)}` } });
  const page = await ctx.env.ASSETS.fetch(new Request(new URL("/dashboard/", ctx.url)));
  return new Response(page.body, {
    status: page.status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
