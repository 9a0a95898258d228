// Serves the dashboard's HTML: one static page, only for signed-in accounts, with the headers of operator pages.
import { readCookie } from "#kernel/auth/index.ts";
import { LANGUAGE_COOKIE } from "#kernel/language/current.ts";
import { type Language, languageOf } from "#kernel/language/languages.ts";
import { givenSession, pageLanguage, sessionQuery } from "#modules/accounts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readMe } from "#modules/accounts/contract";
import { pagePreload } from "./extension.ts";
import { listProjects, readProject } from "./contract.ts";

/** Where the build put the page of a language (scripts/lib/languages-of-build.ts). */
const folderOf = (language: Language): string => (language === "en" || import.meta.env?.DEV ? "/dashboard/" : `/dashboard/${language}/`);

/** Which files the shell and each lazily loaded source begin with; `scripts/lib/first-files.ts` writes it at build time. */
type FirstFiles = Readonly<Record<string, readonly string[]>>;
/** Stays the same as long as the worker does. The value is kept, not the promise: another request must not wait for this one's fetch. */
const firstFiles = new Map<Language, FirstFiles>();
async function readFirstFiles({ env, url }: RequestCtx, language: Language): Promise<FirstFiles> {
  const known = firstFiles.get(language);
  if (known) return known;
  const answer = await env.ASSETS.fetch(new Request(new URL(`${folderOf(language)}first-files.json`, url)));
  // Under `pnpm dev` there is none: there the page works without.
  const files = answer.ok && answer.headers.get("content-type")?.includes("json") === true ? await answer.json<FirstFiles>() : {};
  firstFiles.set(language, files);
  return files;
}

/**
 * What the screen at this address waits for. The browser fetches all of it at once, instead of the page, then what it names, then what that
 * names: on a slow phone that is more than half a second earlier. Modes have to be those of the later requests, or everything would be
 * fetched twice: that of `call` in the dashboard, and that of the page's own tags.
 */
function preloads({ url, registry }: RequestCtx, files: FirstFiles): string {
  // `/projects/last` leads to the project that was open last, which the page finds out.
  const [, projectId, path = ""] = /^\/projects\/(?!last(?:\/|$))(\w+)(?:\/(.*))?$/.exec(url.pathname) ?? [];
  const known = projectId === undefined ? [] : registry.extensions.of(pagePreload).flatMap((of) => of(projectId, path) ?? []);
  const code = new Set(["shell", ...known.flatMap((one) => one.code)].flatMap((name) => files[name] ?? []));
  const reads = [
    readMe.path,
    listProjects.path,
    ...(projectId === undefined ? [] : [readProject.path.replace(":projectId", projectId)]),
    ...known.flatMap((one) => one.reads),
  ];
  return [
    ...[...code].map((file) => (file.endsWith(".css") ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`)),
    ...reads.map((one) => `<${one}>; rel=preload; as=fetch; crossorigin=anonymous`),
  ].join(", ");
}

/** The page, which may frame the website preview: its own policy lets it frame nothing else, and so keeps those frames there. */
const withPreview = (page: Response, origin: string | undefined): Response =>
  origin === undefined
    ? page
    : new HTMLRewriter()
        .on('meta[http-equiv="Content-Security-Policy"]', {
          element(meta) {
            const policy = meta.getAttribute("content") ?? "";
            meta.setAttribute("content", policy.replace("frame-src 'self'", `frame-src 'self' ${origin}`));
          },
        })
        .transform(page);

export async function dashboardPage(ctx: RequestCtx): Promise<Response> {
  const given = await givenSession(ctx.request, ctx.url, ctx.config);
  const [signed] = given ? await ctx.db.read(sessionQuery(given, ctx.clock.now())) : [undefined];
  if (!signed)
    return new Response(null, {
      status: 303,
      headers: { location: `/login?next=${encodeURIComponent(ctx.url.pathname + ctx.url.search)}` },
    });
  const current = languageOf(readCookie(ctx.request.headers.get("cookie"), LANGUAGE_COOKIE) ?? "");
  const { language, cookie } = pageLanguage(ctx, signed, current);
  const [page, files] = await Promise.all([
    ctx.env.ASSETS.fetch(new Request(new URL(folderOf(language), ctx.url))),
    readFirstFiles(ctx, language),
  ]);
  if (cookie !== undefined) ctx.reply.headers.append("set-cookie", cookie);
  const shown = withPreview(page, ctx.config.previewOrigin);
  return new Response(shown.body, {
    status: page.status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", link: preloads(ctx, files) },
  });
}
