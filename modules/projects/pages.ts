// Serves the dashboard's HTML: one static page, only for signed-in accounts, with the headers of operator pages.
import { givenSession, sessionQuery } from "#modules/accounts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readMe } from "#modules/accounts/contract";
import { pagePreload } from "./extension.ts";
import { listProjects, readProject } from "./contract.ts";

/**
 * The answers that every screen waits for. The browser fetches them beside the scripts, not after them: on a slow phone that is a second
 * earlier. The mode has to be that of `call` in the dashboard, or the answer would be fetched twice.
 */
function preloads({ url, registry }: RequestCtx): string {
  const [, projectId, path = ""] = /^\/projects\/(\w+)(?:\/(.*))?$/.exec(url.pathname + url.search) ?? [];
  const ofProject =
    projectId === undefined
      ? []
      : [
          readProject.path.replace(":projectId", projectId),
          ...registry.extensions.of(pagePreload).flatMap((addressesOf) => addressesOf(projectId, path)),
        ];
  return [readMe.path, listProjects.path, ...ofProject].map((one) => `<${one}>; rel=preload; as=fetch; crossorigin=anonymous`).join(", ");
}

export async function dashboardPage(ctx: RequestCtx): Promise<Response> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const [signed] = given ? await ctx.db.read(sessionQuery(given, ctx.clock.now())) : [undefined];
  if (!signed) return new Response(null, { status: 303, headers: { location: `/login?next=${encodeURIComponent(ctx.url.pathname)}` } });
  const page = await ctx.env.ASSETS.fetch(new Request(new URL("/dashboard/", ctx.url)));
  return new Response(page.body, {
    status: page.status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", link: preloads(ctx) },
  });
}
