// Serves a page from the site config and one stored object, without a database query. Redirects, languages and 404s follow from these two.
import type { RequestCtx } from "#kernel/http/index.ts";
import { isId, type ProjectId } from "#kernel/ids/index.ts";
import { href, homePath, parsePagePath } from "./addresses.ts";
import { missingResponse, noHelpCenterResponse, openCenter, redirect } from "./responses.ts";
import type { Center } from "./center.ts";
import { bestLocale } from "./languages.ts";
import { serveToMembers } from "./member-pages.ts";
import { pageKey, readStored, type Stored } from "./store.ts";

/**
 * Browsers keep the page and revalidate it each time: unpublished articles are gone at once, and an unchanged page costs a 304. Shared
 * caches may do the same.
 */
const CACHE = "public, max-age=0, must-revalidate";

/** A slug belongs to one project for good, so this cache cannot become stale. The site config and the page are still read on every request. */
const projectsBySlug = new Map<string, ProjectId>();
const MAX_KNOWN = 1000;
function remember({ slug, projectId }: Center): void {
  if (projectsBySlug.size >= MAX_KNOWN) projectsBySlug.clear();
  projectsBySlug.set(slug, projectId);
}

/** Redirects `/help/<slug>` and `/help/<slug>/` to the home page in the best language. */
export async function serveStart(ctx: RequestCtx, slug: string): Promise<Response> {
  const center = await openCenter(ctx, slug);
  if (!center) return noHelpCenterResponse(ctx.request);
  const best = bestLocale(ctx.request.headers.get("accept-language"), center.locales, center.defaultLocale);
  return redirect(href(center, homePath(best)), 302, { vary: "Accept-Language" });
}
export async function servePage(ctx: RequestCtx, slug: string): Promise<Response> {
  const rest = pathBelow(ctx.url.pathname);
  if (rest === undefined) return noHelpCenterResponse(ctx.request);
  if (rest === "") return await serveStart(ctx, slug);
  const known = projectsBySlug.get(slug);
  // Reads both in parallel where the isolate knows the project of the slug.
  const [center, guessed] = await Promise.all([openCenter(ctx, slug), known && readForRequest(ctx, pageKey(known, rest))]);
  if (!center) return noHelpCenterResponse(ctx.request);
  remember(center);
  const path = canonicalPath(rest, center);
  if (path !== rest || slug !== center.slug) return redirect(href(center, encodedPath(path)) + ctx.url.search, 301);
  const stored = known === center.projectId ? guessed : await readForRequest(ctx, pageKey(center.projectId, path));
  switch (stored?.meta["kind"]) {
    case "page":
    case "text":
      return content(ctx.request, stored as Stored);
    case "redirect": {
      const to = stored?.meta["to"] ?? "";
      const target = await readStored(ctx.env, pageKey(center.projectId, to), false);
      // A redirect to a team-only article would reveal that it exists.
      if (target?.meta["kind"] === "members") return await forMembers(ctx, center, path, target.meta);
      return redirect(href(center, to), 301);
    }
    case "members":
      return await forMembers(ctx, center, path, stored?.meta);
    default:
      return parsePagePath(path)?.kind === "article" ? await forMembers(ctx, center, path, undefined) : redirectOrMissing(center, path);
  }
}

/**
 * Team-only articles, and addresses without an article. Everybody else gets the same response after the same queries, so that nobody learns
 * which addresses exist.
 */
async function forMembers(ctx: RequestCtx, center: Center, path: string, meta: Stored["meta"] | undefined): Promise<Response> {
  const { article = "", locale = center.defaultLocale } = meta ?? {};
  return (await serveToMembers(ctx, center, isId("article", article) ? article : undefined, locale)) ?? redirectOrMissing(center, path);
}

/** The path below `/help/<slug>/`; undefined for one that no page can have. */
function pathBelow(pathname: string): string | undefined {
  try {
    const rest = decodeURIComponent(pathname.split("/").slice(3).join("/"));
    return rest.length > 500 || /[\p{Cc}\\]|(?:^|\/)\.{1,2}(?:\/|$)/u.test(rest) ? undefined : rest;
  } catch {
    return undefined;
  }
}
/** Encodes a decoded path again, so that a character such as `?` stays part of the path. */
const encodedPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
/** The canonical spelling of a path: locales in their own case, slugs in lower case, a trailing slash only after a locale. */
function canonicalPath(rest: string, center: Center): string {
  const [first = "", ...others] = rest.replace(/\/+$/, "").split("/");
  const locale = center.locales.find((l) => l.toLowerCase() === first.toLowerCase());
  const below = others.join("/");
  if (locale === undefined) return below === "" ? first : `${first}/${below}`;
  if (below === "") return homePath(locale);
  return `${locale}/${/^(?:articles|collections)\//i.test(below) ? below.toLowerCase() : below}`;
}
/** Redirects a language that the help center does not offer to the same page in the default one; anything else is not found. */
function redirectOrMissing(center: Center, path: string): Response {
  const [first = "", ...others] = path.split("/");
  const known = center.locales.includes(first);
  const looksLikeLocale = /^[a-z]{2,3}(?:-[A-Za-z]{2,4}){0,2}$/i.test(first);
  const below = others.join("/");
  if (!known && looksLikeLocale && (below === "" || /^(?:articles|collections|search)(?:\/|$)/.test(below)))
    return redirect(href(center, below === "" ? homePath(center.defaultLocale) : `${center.defaultLocale}/${encodedPath(below)}`), 302);
  return missingResponse(center, known ? first : center.defaultLocale);
}

/** Reads the body only if the client has no copy. A client with an outdated copy costs a second read. */
async function readForRequest(ctx: RequestCtx, key: string): Promise<Stored | undefined> {
  const { headers, method } = ctx.request;
  const first = await readStored(ctx.env, key, method !== "HEAD" && !headers.has("if-none-match"));
  if (!first || first.body || method === "HEAD" || isCached(headers, first)) return first;
  return await readStored(ctx.env, key, true);
}
const etagOf = ({ meta }: Stored): string => `"${meta["hash"] ?? ""}"`;
function isCached(headers: Headers, stored: Stored): boolean {
  const asked = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return asked.includes(etagOf(stored)) || asked[0] === "*";
}

function content(request: Request, stored: Stored): Response {
  const { kind, policy = "", type = "" } = stored.meta;
  const headers: Record<string, string> = {
    etag: etagOf(stored),
    "cache-control": CACHE,
    "content-type": kind === "page" ? "text/html; charset=utf-8" : type,
    "content-security-policy": kind === "page" ? policy : "default-src 'none'",
  };
  return isCached(request.headers, stored) ? new Response(null, { status: 304, headers }) : new Response(stored.body ?? null, { headers });
}
