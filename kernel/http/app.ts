// Handles one request: finds the route, parses the input, authenticates and reads in one round trip, runs the handler, and responds.
import { anonymous, type Principal } from "#kernel/auth/index.ts";
import type { Clock } from "#kernel/clock/index.ts";
import { type Config, isLoopbackName } from "#kernel/config/index.ts";
import { configOf } from "#kernel/config/from-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { forbidden } from "#kernel/errors/index.ts";
import { makeLog } from "#kernel/module/log.ts";
import { inLanguage, languageOfRequest } from "#kernel/language/current.ts";
import { ownOrigin, type OwnOrigin } from "./own-origin.ts";
import type { Authenticator, Credential, Ctx, Env, AppRegistry, RequestCtx, RegisteredRoute } from "#kernel/module/types.ts";
import type { Route } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { clientAddressOf } from "./address.ts";
import { setSecurityHeaders } from "./headers.ts";
import { parseInput } from "./input.ts";
import { authenticateAndRun } from "./authenticate.ts";
import { notFoundResponse, refusalResponse } from "./refusals.ts";

export interface App {
  fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response>;
}
interface Options {
  readonly clock: Clock;
}

const WIDGET = "/api/widget/";
const HELP = "/help/";
const HEALTH = "/health";
/** Milliseconds after which a request is logged as slow. */
const SLOW = 1000;
const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST, PUT, OPTIONS",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "7200",
};

/** Builds the router with every route of the registry, its access rule and its schemas. */
export function makeApp(registry: AppRegistry, options: Options): App {
  const router = new Hono<{ Bindings: Env }>();
  // Wildcards last: the first match wins, and a higher module may serve a path under a lower module's wildcard.
  const isWildcard = ({ route }: RegisteredRoute): boolean => route.path.endsWith("*");
  const ordered = [...registry.routes.filter((served) => !isWildcard(served)), ...registry.routes.filter(isWildcard)];
  for (const served of ordered) router.on(served.route.method, served.route.path, (c) => handleRequest(registry, options, served, c));
  // Visitors fetch files from another origin with a bearer token, so the browser sends a preflight first.
  for (const { route } of registry.routes)
    if (route.who === "reader") router.options(route.path, (c) => preflight(registry, c.req.raw, c.env));
  router.notFound((c) => notFoundFor(registry, c.req.raw, c.env));
  return {
    fetch: (request, env, execution) => inLanguage(languageOfRequest(request), () => answer(request, env, execution)),
  };
  async function answer(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const site = ownOriginOf(registry, request, configOf(env, registry.variables));
    if (site) return await handleOwnOrigin(registry, options, site, { request, env, execution });
    if (isForeignHost(request, configOf(env, registry.variables))) return notFoundFor(registry, request, env);
    if (request.method === "OPTIONS" && new URL(request.url).pathname.startsWith(WIDGET)) return preflight(registry, request, env);
    return await router.fetch(request, env, execution);
  }
}

/** The module whose own origin the request came to. The scheme is not compared: a proxy before the server may have ended TLS. */
function ownOriginOf({ extensions }: AppRegistry, request: Request, config: Config): OwnOrigin | undefined {
  const { host } = new URL(request.url);
  return extensions.of(ownOrigin).find((one) => {
    const origin = one.originOf(config);
    return origin !== undefined && new URL(origin).host === host;
  });
}

/** Answers a request to a module's own origin. No route of the product exists there, and nobody is authenticated by a cookie. */
async function handleOwnOrigin(
  registry: AppRegistry,
  options: Options,
  site: OwnOrigin,
  { request, env, execution }: { request: Request; env: Env; execution: ExecutionContext },
): Promise<Response> {
  const requestId = crypto.randomUUID();
  const log = makeLog(requestId);
  const db = new Database(env.DB);
  const started = options.clock.now();
  const ctx: Ctx = {
    ...{ env, db, log, requestId, registry, caller: anonymous },
    config: configOf(env, registry.variables),
    clock: options.clock,
    fetch: (to, init) => fetch(to, init),
    after: (work) => execution.waitUntil(work.catch((error: unknown) => log.error("work after the response failed", error))),
  };
  const response = await site.handle(ctx, request);
  const { roundTrips, rowsRead, rowsWritten } = db.cost;
  if (env["LOG_REQUESTS"] !== undefined)
    log.info("answered", {
      ...{ route: site.name, status: response.status, ms: options.clock.now() - started },
      ...{ roundTrips, rowsRead, rowsWritten },
    });
  return response;
}

function notFoundFor({ variables }: AppRegistry, request: Request, env: Env): Response {
  const response = notFoundResponse(request);
  setSecurityHeaders(response.headers, configOf(env, variables), crypto.randomUUID());
  return response;
}

/**
 * Whether the request came under another host than APP_ORIGIN, such as a preview domain or the platform's own. Such requests get 404, except
 * health checks, which use the machine's address. All loopback names count as one host. With an invalid APP_ORIGIN every host is served:
 * routes that need the origin refuse by themselves.
 */
function isForeignHost(request: Request, { appOrigin: origin, errors }: Config): boolean {
  if (origin === undefined) return false;
  const { hostname, pathname } = new URL(request.url);
  const { hostname: own } = new URL(origin);
  const known = hostname === own || (isLoopbackName(hostname) && isLoopbackName(own));
  return !known && pathname !== HEALTH && !errors.some(({ variable }) => variable === "APP_ORIGIN");
}

/** Answers a preflight without a query. It may allow any origin, because the request that follows is checked. */
function preflight({ variables }: AppRegistry, request: Request, env: Env): Response {
  const origin = request.headers.get("origin");
  const response = new Response(null, {
    status: 204,
    headers: { ...PREFLIGHT, ...(origin === null ? {} : { "access-control-allow-origin": origin }), vary: "Origin" },
  });
  setSecurityHeaders(response.headers, configOf(env, variables), crypto.randomUUID());
  return response;
}

async function handleRequest(
  registry: AppRegistry,
  options: Options,
  served: RegisteredRoute,
  c: Context<{ Bindings: Env }>,
): Promise<Response> {
  const started = options.clock.now();
  const requestId = crypto.randomUUID();
  const log = makeLog(requestId);
  const config = configOf(c.env, registry.variables);
  const db = new Database(c.env.DB);
  const { route } = served;
  let allowedOrigin: string | undefined;
  const replyOptions: RequestCtx["reply"] = { status: undefined, headers: new Headers() };
  let response: Response;
  try {
    const request = c.req.raw;
    const url = new URL(request.url);
    checkOrigin(route, request, url, config);
    const input = await parseInput(route, c);
    const credential = await readCredential(registry, route, {
      request,
      url,
      params: c.req.param() as Record<string, string>,
      body: input.given,
      route,
      config,
      now: started,
    });
    const runAfterResponse = (work: Promise<unknown>, failureMessage: string): void =>
      c.executionCtx.waitUntil(work.catch((error: unknown) => log.error(failureMessage, error, { route: route.name })));
    const reply = await authenticateAndRun(served, input, credential, {
      db,
      now: started,
      config,
      reply: { allowOrigin: (origin) => (allowedOrigin = origin) },
      recordLastUse: (statements) => runAfterResponse(new Database(c.env.DB).commit(statements), "storing the last use failed"),
      context: (caller, proof) => ({
        env: c.env,
        db,
        config,
        clock: options.clock,
        log,
        requestId,
        registry,
        caller,
        request,
        url,
        address: clientAddressOf(request),
        reply: replyOptions,
        proof,
        fetch: (to, init) => fetch(to, init),
        after: (work) => runAfterResponse(work, "work after the response failed"),
      }),
    });
    if (route.reply === "raw") {
      response = reply as Response;
      if (response.status === 101) return response;
      // Responses of other services and of static assets have immutable headers.
      response = new Response(response.body, response);
    } else response = Response.json(validateReply(route, reply, c.env), { status: replyOptions.status ?? route.status });
    for (const [name, value] of replyOptions.headers) response.headers.append(name, value);
  } catch (error) {
    response = refusalResponse(error, { request: c.req.raw, requestId, served, log });
  }
  // Published help pages may be framed by anybody (specification, Authentication 9).
  setSecurityHeaders(response.headers, config, requestId, !route.path.startsWith(HELP));
  if (route.path.startsWith(WIDGET) || route.who === "reader") response.headers.append("vary", "Origin");
  if (allowedOrigin !== undefined) {
    response.headers.set("access-control-allow-origin", allowedOrigin);
    response.headers.set("access-control-expose-headers", "retry-after, x-request-id, content-disposition");
  }
  const { roundTrips, rowsRead, rowsWritten } = db.cost;
  // Logging costs more than many requests do, so only slow ones are logged, or all with LOG_REQUESTS.
  const ms = options.clock.now() - started - (replyOptions.waited ?? 0);
  if (ms > SLOW || c.env["LOG_REQUESTS"] !== undefined)
    log.info("answered", { route: route.name, status: response.status, ms, roundTrips, rowsRead, rowsWritten });
  return response;
}

/**
 * Protects against CSRF. Browsers always send Origin with such requests, so it must be ours for changes that a cookie authenticates and for
 * forms of our own pages. An Authorization header exempts a change only without cookies: browsers add Basic credentials by themselves.
 * Programs with an API token send no Origin; a page that does must be ours (the specification of MCP asks for this check).
 */
function checkOrigin(route: Route, request: Request, url: URL, config: Config): void {
  if (route.method === "GET" || route.anyOrigin === true) return;
  const origin = request.headers.get("origin");
  const withCookie = request.headers.has("cookie");
  const cookieAuthenticated =
    route.who === "account" || route.who === "member" || route.who === "admin" || route.who === "owner" || route.name === "logout";
  const mustMatch = cookieAuthenticated
    ? withCookie || !request.headers.has("authorization")
    : route.who === "token" || route.who === "device"
      ? origin !== null
      : !route.path.startsWith("/api/") && (withCookie || origin !== null);
  if (mustMatch && origin !== appOrigin(config, url)) throw forbidden(m.kernel_other_origin({ origin: appOrigin(config, url) }));
}
/** The origin for links. The Host header counts only if APP_ORIGIN is not set. */
export const appOrigin = (config: Config, url: URL): string => config.appOrigin ?? url.origin;

const anonymousCredential: Credential = { claims: {}, queries: [], prove: (): Principal => anonymous };
async function readCredential(registry: AppRegistry, route: Route, request: Parameters<Authenticator["begin"]>[0]): Promise<Credential> {
  if (route.who === "anyone") return anonymousCredential;
  const authenticator = registry.authenticators.get(route.who)?.find(({ accepts }) => accepts?.(request.request) ?? true);
  if (!authenticator) throw new Error(`no module registers an authenticator for "${route.who}" routes`);
  return await authenticator.begin(request);
}

/** Checks the reply against the route's schema, in tests only: it costs time, and in production the types suffice. */
function validateReply(route: Route, reply: unknown, env: Env): unknown {
  if (env["TEST_CHECK_REPLIES"] !== undefined) v.parse(route.reply as v.GenericSchema, reply);
  return reply;
}
