// Answers every request to the preview's origin: exchanges codes, and shows pages and files of the website within a session. Nothing of the
// product is served here; no cookie is read or set.
import { randomToken, sha256 } from "#kernel/auth/index.ts";
import { isId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { mediaTypeOf, safeHop } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { widgetConfigOf } from "#modules/widget";
import { ARTICLE_HASH } from "../contract.ts";
import { readEnd, readExchanged, readUse, type Use, writeCounted, writeExchanged, writeLastOpened } from "../queries.ts";
import { addressIn, cssIn, isInScope, type Place, readingOf, sessionPathOf, type Target, targetOf } from "./addresses.ts";
import { decoded } from "./charset.ts";
import { guarded } from "./guarded.ts";
import { helpAt } from "./help.ts";
import { type Fault, faultPage } from "./page.ts";
import { headersOf } from "./policy.ts";
import { rewriteHtml, scriptElement } from "./rewrite-html.ts";

/** Milliseconds for one page or file of the website, from the request to the last byte. */
const TIMEOUT = 20_000;
const MAX_PAGE = 5_000_000;
const MAX_STYLE = 2_000_000;
const MAX_FILE = 10_000_000;
/** Redirects that a browser is sent through before it is told. */
const MAX_HOPS = 5;
/** Milliseconds between two looks whether a preview that is under way still holds. */
const LOOK_EVERY = 1000;

const PAGES = ["text/html", "application/xhtml+xml"];
const SCRIPTS = ["text/javascript", "application/javascript", "application/x-javascript", "application/json", "text/plain"];
const FONT_FILE = /\.(woff2?|ttf|otf)$/i;

interface Exchange {
  readonly ctx: Ctx;
  readonly request: Request;
  readonly url: URL;
}
interface Session extends Exchange {
  readonly use: Use;
  readonly place: Place;
  readonly tokenHash: string;
}

export async function answerPreview(ctx: Ctx, request: Request): Promise<Response> {
  const exchange = { ctx, request, url: new URL(request.url) };
  try {
    return await answer(exchange);
  } catch (error) {
    ctx.log.error("a website preview failed", error);
    return fault(exchange, "failed");
  }
}

async function answer(exchange: Exchange): Promise<Response> {
  const { ctx, request, url } = exchange;
  if (request.method !== "GET" && request.method !== "HEAD") return fault(exchange, "method");
  const [, code] = /^\/open\/([\w-]{43})$/.exec(url.pathname) ?? [];
  if (code !== undefined) return await exchangeCode(exchange, code);
  const path = sessionPathOf(url.pathname);
  if (!path) return fault(exchange, "nothing");
  const tokenHash = sha256(path.token);
  // A page that says where a link leads asks nothing of the website, so it is not counted.
  if (path.rest === "/away") {
    const [end] = await ctx.db.read(readEnd(tokenHash, ctx.clock.now()));
    return end ? fault(exchange, end) : fault(exchange, "away", url.searchParams.get("to") ?? "");
  }
  // A worker of the page could answer for others; browsers name the request.
  if (request.headers.has("service-worker")) return fault(exchange, "type");
  const now = ctx.clock.now();
  const [use] = await ctx.db.commitAndRead([writeCounted(tokenHash, now)], readUse(tokenHash, now));
  if (!use?.counted) return fault(exchange, use ? (use.ended ?? "spent") : "ended");
  const place = { prefix: path.prefix, origins: [use.site, ...use.fileOrigins] };
  const session: Session = { ...exchange, use, place, tokenHash };
  if (path.rest.startsWith("/help/")) {
    const { status, body } = await helpAt(ctx, request, use.projectId);
    return Response.json(request.method === "HEAD" ? null : body, { status, headers: headersOf(policyInput(session, session), {}) });
  }
  const target = targetOf(url, place.origins);
  if (!target) return fault(exchange, "nothing");
  return await show(session, target);
}

/** The code of an opened preview becomes its session, once. */
async function exchangeCode(exchange: Exchange, code: string): Promise<Response> {
  const { ctx, request, url } = exchange;
  if (request.method === "HEAD") return fault(exchange, "method");
  const token = randomToken();
  const [tokenHash, now] = [sha256(token), ctx.clock.now()];
  const [paths] = await ctx.db.commitAndRead(
    [writeExchanged(sha256(code), tokenHash, now), writeLastOpened(tokenHash, now)],
    readExchanged(tokenHash),
  );
  if (!paths) return fault(exchange, "code");
  const wanted = url.searchParams.get("path") ?? "";
  if (wanted !== "" && !/^\/(?![/\\])/.test(wanted)) return fault(exchange, "path", wanted.slice(0, 2000));
  const path = wanted === "" ? (paths[0] ?? "/") : wanted;
  const at = new URL(path, "https://site.example");
  // The widget in the page takes it off again.
  const article = url.searchParams.get("article") ?? "";
  const hash = isId("article", article) ? `${ARTICLE_HASH}${article}` : at.hash;
  const headers = headersOf(policyInput(exchange, undefined), { location: `/s/${token}/0${at.pathname}${at.search}${hash}` });
  return new Response(null, { status: 303, headers });
}

const isPageRequest = (request: Request): boolean => {
  const asked = request.headers.get("sec-fetch-dest");
  return asked === null || asked === "document" || asked === "iframe" || asked === "frame";
};

/** Fetches what a session asks for, and shows it. */
async function show(session: Session, target: Target): Promise<Response> {
  const { ctx, request, use } = session;
  const at = new URL(target.url);
  // Before anything is asked of the website; files are told from pages by their type below.
  const inScope = target.origin === 0 && isInScope(at.pathname, use.paths);
  if (isPageRequest(request) && !inScope) return fault(session, "scope", target.url);
  const signal = AbortSignal.timeout(TIMEOUT);
  const asked = ctx.clock.now();
  const hop = await safeHop(ctx, target.url, {
    method: request.method === "HEAD" ? "HEAD" : "GET",
    accept: isPageRequest(request) ? "text/html, application/xhtml+xml;q=0.9, */*;q=0.5" : "*/*",
    language: languageOf(request),
    signal,
  });
  if (!hop.ok) return fault(session, hop.reason, hop.reason === "address" ? hop.url : undefined);
  const { response } = hop;
  const refuse = async (reason: Fault, detail?: string): Promise<Response> => {
    await response.body?.cancel().catch(() => undefined);
    return fault(session, reason, detail);
  };
  // While the website was silent, nobody looked.
  const whyEnded = async () => (await ctx.db.read(readEnd(session.tokenHash, ctx.clock.now())))[0];
  const end = ctx.clock.now() - asked >= LOOK_EVERY ? await whyEnded() : undefined;
  if (end) return await refuse(end);
  const to = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && to !== null) {
    await response.body?.cancel().catch(() => undefined);
    return redirected(session, target, to);
  }
  // Error pages of the website are part of it; without a page there is nothing to show.
  const { type, charset } = mediaTypeOf(response.headers);
  const isPage = PAGES.includes(type);
  if (!response.ok && !isPage) return await refuse("status", `${response.status} ${target.url}`);
  if (isPage && !inScope) return await refuse("scope", target.url);
  const shown = shownType(type, at.pathname, use.scripts);
  // As a picture it does nothing; as a page it could lead away, and it is not rewritten.
  if (shown === "image/svg+xml" && isPageRequest(request)) return await refuse("type", target.url);
  if (shown === undefined || !isKnownCoding(response.headers)) return await refuse("type", target.url);
  const maxBytes = isPage ? MAX_PAGE : shown === "text/css" ? MAX_STYLE : MAX_FILE;
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) return await refuse("too_large", target.url);
  const headers = headersOf(policyInput(session, session), { "content-type": isText(shown) ? `${shown}; charset=utf-8` : shown });
  if (request.method === "HEAD" || response.body === null) return new Response(null, { status: response.status, headers });
  let cut: Fault | undefined;
  const tooMuch = new AbortController();
  const body = guarded(response.body, {
    ...{ maxBytes, signal, tooMuch: tooMuch.signal, every: LOOK_EVERY, closes: isPage, onEnd: (reason) => (cut = reason) },
    whyEnded,
  });
  if (isPage) {
    const page = new Response(await decoded(body, charset), { status: response.status, headers });
    const { place } = session;
    return rewriteHtml(page, {
      ...{ place, url: target.url, scripts: use.scripts, widget: await widgetOf(session, target) },
      ...{ tooMuch: () => tooMuch.abort(), cutOff: () => cut },
    });
  }
  if (shown !== "text/css") return new Response(isText(shown) ? await decoded(body, charset) : body, { status: response.status, headers });
  try {
    const css = await new Response(await decoded(body, charset)).text();
    return new Response(cssIn(readingOf(session.place, at), css), { status: response.status, headers });
  } catch {
    return fault(session, cut ?? "unreachable");
  }
}

function redirected(session: Session, { url, hops }: Target, to: string): Response {
  if (!URL.canParse(to, url)) return fault(session, "address", to);
  const next = new URL(to, url);
  if (hops >= MAX_HOPS) return fault(session, "redirects", next.href);
  const within = addressIn(session.place, next, hops + 1);
  // Loopback, metadata services and everybody else: nothing is asked of them.
  if (within === undefined) return fault(session, "away", next.href);
  return new Response(null, { status: 302, headers: headersOf(policyInput(session, session), { location: within }) });
}

/** The type that the browser is told; undefined for one that is not shown. */
function shownType(type: string, pathname: string, scripts: boolean): string | undefined {
  if (PAGES.includes(type)) return "text/html";
  if (type === "text/css") return type;
  if (/^(?:image|font)\/[\w.+-]+$/.test(type)) return type;
  if (/^application\/(?:x-)?font-?[\w.+-]*$/.test(type) || type === "application/vnd.ms-fontobject") return type;
  const [, font] = FONT_FILE.exec(pathname) ?? [];
  if (font !== undefined && (type === "" || type === "application/octet-stream")) return `font/${font.toLowerCase()}`;
  return scripts && SCRIPTS.includes(type) ? type : undefined;
}
const isText = (type: string): boolean => type.startsWith("text/") || SCRIPTS.includes(type);
/** The runtime has taken off these codings; a body in another one would be shown as it is. */
const isKnownCoding = (headers: Headers): boolean =>
  /^(?:identity|gzip|br)?$/.test((headers.get("content-encoding") ?? "").trim().toLowerCase());

/** The languages that the browser prefers, if they are written as such: the only header that is passed on. */
function languageOf(request: Request): string | undefined {
  const given = request.headers.get("accept-language") ?? "";
  return /^[\w\-,;=.* ]{1,200}$/.test(given) ? given : undefined;
}

async function widgetOf({ ctx, use, url, request, place }: Session, target: Target): Promise<string> {
  const config = await widgetConfigOf(ctx, use.projectId, languageOf(request)?.replace(/;[^,]*/g, "") ?? "");
  if (!config) return "";
  const { pathname, search } = new URL(target.url);
  const prefix = `${place.prefix}/0`;
  return scriptElement(`${ctx.config.previewOrigin ?? url.origin}/widget-preview.js`, {
    // Mail would ask the product for an address, which a preview can't reach.
    ...{ preview: JSON.stringify({ ...config, mail: false }), app: ctx.config.appOrigin ?? "" },
    ...{ path: pathname + search, prefix, refusal: m.website_preview_nothing_sent(), form: m.website_preview_form() },
  });
}

const policyInput = ({ ctx }: Exchange, session: Session | undefined) => ({
  ...{ config: ctx.config, prefix: session?.place.prefix, scripts: session?.use.scripts ?? false },
});

/** A readable page. It loads nothing, whatever session it belongs to. */
function fault(exchange: Exchange, reason: Fault, detail?: string): Response {
  const { text, status } = faultPage(reason, detail);
  const headers = headersOf(policyInput(exchange, undefined), { "content-type": "text/html; charset=utf-8" });
  return new Response(exchange.request.method === "HEAD" ? null : text, { status, headers });
}
