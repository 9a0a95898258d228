// Handles one request: find the route, parse, authenticate and read in one round trip, run the handler, answer.
import { anonymous, type Principal } from "#kernel/auth/index.ts";
import type { Clock } from "#kernel/clock/index.ts";
import { type Config, isLoopbackName } from "#kernel/config/index.ts";
import { configOf } from "#kernel/config/of-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { forbidden } from "#kernel/errors/index.ts";
import { makeLog } from "#kernel/module/log.ts";
import type { Credential, Env, AppRegistry, RequestCtx, Served } from "#kernel/module/vocabulary.ts";
import type { Route } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { addressOf } from "./address.ts";
import { secure } from "./headers.ts";
import { parseInput } from "./input.ts";
import { proveAndRun } from "./authenticate.ts";
import { missing, refusalOf } from "./refusals.ts";

export interface App {
  fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response>;
}
interface Options {
  readonly clock: Clock;
}

const WIDGET = "/api/widget/";
const HELP = "/help/";
const HEALTH = "/health";
/** Milliseconds from which a request is worth a line. */
const SLOW = 1000;
const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "7200",
};

/** The whole router of the registry. Every route was mounted with its access rule and its schemas are enforced. */
export function makeApp(registry: AppRegistry, options: Options): App {
  const router = new Hono<{ Bindings: Env }>();
  // Wildcards last: the first route that matches answers, and a higher module may serve an address below a lower one's wildcard.
  const isWildcard = ({ route }: Served): boolean => route.path.endsWith("*");
  const ordered = [...registry.routes.filter((served) => !isWildcard(served)), ...registry.routes.filter(isWildcard)];
  for (const served of ordered) router.on(served.route.method, served.route.path, (c) => answer(registry, options, served, c));
  // Visitors read files with their bearer, from another origin.
  for (const { route } of registry.routes)
    if (route.who === "reader") router.options(route.path, (c) => preflight(registry, c.req.raw, c.env));
  router.notFound((c) => nothingAt(registry, c.req.raw, c.env));
  return {
    async fetch(request, env, execution) {
      if (isElsewhere(request, configOf(env, registry.variables))) return nothingAt(registry, request, env);
      if (request.method === "OPTIONS" && new URL(request.url).pathname.startsWith(WIDGET)) return preflight(registry, request, env);
      return await router.fetch(request, env, execution);
    },
  };
}

function nothingAt({ variables }: AppRegistry, request: Request, env: Env): Response {
  const response = missing(request);
  secure(response.headers, configOf(env, variables), crypto.randomUUID());
  return response;
}

/**
 * Once APP_ORIGIN names the installation, nothing is served under another name, such as a preview domain or the platform's own. Probes
 * of the machine's health ask by its address. The names of the own computer are one name. An APP_ORIGIN that is not valid names nothing:
 * what it bounds says so itself.
 */
function isElsewhere(request: Request, { appOrigin: origin, faults }: Config): boolean {
  if (origin === undefined) return false;
  const { hostname, pathname } = new URL(request.url);
  const { hostname: own } = new URL(origin);
  const known = hostname === own || (isLoopbackName(hostname) && isLoopbackName(own));
  return !known && pathname !== HEALTH && !faults.some(({ variable }) => variable === "APP_ORIGIN");
}

/** Answered for any origin and without the database: the real answer decides. */
function preflight({ variables }: AppRegistry, request: Request, env: Env): Response {
  const origin = request.headers.get("origin");
  const response = new Response(null, {
    status: 204,
    headers: { ...PREFLIGHT, ...(origin === null ? {} : { "access-control-allow-origin": origin }), vary: "Origin" },
  });
  secure(response.headers, configOf(env, variables), crypto.randomUUID());
  return response;
}

async function answer(registry: AppRegistry, options: Options, served: Served, c: Context<{ Bindings: Env }>): Promise<Response> {
  const started = options.clock.now();
  const requestId = crypto.randomUUID();
  const log = makeLog(requestId);
  const config = configOf(c.env, registry.variables);
  const db = new Database(c.env.DB);
  const { route } = served;
  let allowed: string | undefined;
  const answered: RequestCtx["reply"] = { status: undefined, headers: new Headers() };
  let response: Response;
  try {
    const request = c.req.raw;
    const url = new URL(request.url);
    checkOrigin(route, request, url, config);
    const input = await parseInput(route, c);
    const credential = await beginProof(registry, route, {
      request,
      url,
      params: c.req.param() as Record<string, string>,
      body: input.given,
      route,
      config,
      now: started,
    });
    const after = (work: Promise<unknown>, failed: string): void =>
      c.executionCtx.waitUntil(work.catch((error: unknown) => log.error(failed, error, { route: route.name })));
    const reply = await proveAndRun(served, input, credential, {
      db,
      now: started,
      config,
      reply: { allowOrigin: (origin) => (allowed = origin) },
      touch: (statement) => after(new Database(c.env.DB).commit([statement]), "the use was not noted"),
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
        address: addressOf(request),
        reply: answered,
        proof,
        fetch: (to, init) => fetch(to, init),
        after: (work) => after(work, "work after the answer failed"),
      }),
    });
    if (route.reply === "raw") {
      response = reply as Response;
      if (response.status === 101) return response;
      // Answers of other services and of the assets have immutable headers.
      response = new Response(response.body, response);
    } else response = Response.json(checked(route, reply, c.env), { status: answered.status ?? route.status });
    for (const [name, value] of answered.headers) response.headers.append(name, value);
  } catch (error) {
    response = refusalOf(error, { request: c.req.raw, requestId, route, log });
  }
  // Anybody may frame what is published (specification, Authentication 9).
  secure(response.headers, config, requestId, !route.path.startsWith(HELP));
  if (route.path.startsWith(WIDGET) || route.who === "reader") response.headers.append("vary", "Origin");
  if (allowed !== undefined) {
    response.headers.set("access-control-allow-origin", allowed);
    response.headers.set("access-control-expose-headers", "retry-after, x-request-id, content-disposition");
  }
  const { trips, rowsRead, rowsWritten } = db.cost;
  // One line per request would cost more than many requests: only slow ones, or all with LOG_REQUESTS.
  const ms = options.clock.now() - started;
  if (ms > SLOW || c.env["LOG_REQUESTS"] !== undefined)
    log.info("answered", { route: route.name, status: response.status, ms, trips, rowsRead, rowsWritten });
  return response;
}

/**
 * Cookie-proved changes need an Origin equal to the application's; a browser always sends one. So does every form of the
 * application's own pages. A credential in a header excuses only a request without cookies: a browser may add one by itself.
 */
function checkOrigin(route: Route, request: Request, url: URL, config: Config): void {
  if (route.method === "GET") return;
  const origin = request.headers.get("origin");
  const withCookie = request.headers.has("cookie");
  const cookieProved =
    route.who === "account" || route.who === "member" || route.who === "admin" || route.who === "owner" || route.name === "logout";
  const matters = cookieProved
    ? withCookie || !request.headers.has("authorization")
    : !route.path.startsWith("/api/") && (withCookie || origin !== null);
  if (matters && origin !== appOrigin(config, url)) throw forbidden(m.kernel_other_origin({ origin: appOrigin(config, url) }));
}
/** The origin that links are built from. The Host header only counts while APP_ORIGIN is not set. */
export const appOrigin = (config: Config, url: URL): string => config.appOrigin ?? url.origin;

const nobody: Credential = { claims: {}, queries: [], prove: (): Principal => anonymous };
async function beginProof(
  registry: AppRegistry,
  route: Route,
  request: Parameters<NonNullable<ReturnType<AppRegistry["authenticators"]["get"]>>["begin"]>[0],
): Promise<Credential> {
  if (route.who === "anyone") return nobody;
  const authenticator = registry.authenticators.get(route.who);
  if (!authenticator) throw new Error(`nothing proves ${route.who}`);
  return await authenticator.begin(request);
}

/** Under test every answer must fit its declared schema; in production the types have to do. */
function checked(route: Route, reply: unknown, env: Env): unknown {
  if (env["TEST_CHECK_REPLIES"] !== undefined) v.parse(route.reply as v.GenericSchema, reply);
  return reply;
}
