// One request: find the route, parse, prove the caller and read in one trip, run the verb, answer.
import { anonymous, type Principal } from "#kernel/auth/index.ts";
import type { Clock } from "#kernel/clock/index.ts";
import { configOf, type Config } from "#kernel/config/index.ts";
import { Database, type Part } from "#kernel/db/index.ts";
import { forbidden, invalidRequest, type Issue, notFound, Refusal, unavailable } from "#kernel/errors/index.ts";
import { makeLog } from "#kernel/module/log.ts";
import type { Credential, Env, House, Proof, RequestCtx, Served } from "#kernel/module/vocabulary.ts";
import type { Route } from "#kernel/wire/route.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { addressOf } from "./address.ts";
import { readJson } from "./body.ts";
import { secure } from "./headers.ts";
import { html } from "./html.ts";
import { pageResponse } from "./page.ts";

export interface App {
  fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response>;
}
interface Options {
  readonly clock: Clock;
}

const WIDGET = "/api/widget/";
/** Milliseconds from which a request is worth a line. */
const SLOW = 1000;
const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "7200",
};

/** The whole router of a house. Every route was mounted with its access rule and its schemas are enforced. */
export function makeApp(house: House, options: Options): App {
  const router = new Hono<{ Bindings: Env }>();
  for (const served of house.routes) router.on(served.route.method, served.route.path, (c) => answer(house, options, served, c));
  // Visitors read files with their bearer, from another origin.
  for (const { route } of house.routes) if (route.who === "reader") router.options(route.path, (c) => preflight(c.req.raw, c.env));
  router.notFound((c) => {
    const config = configOf(c.env);
    const response = wantsPage(c.req.raw) ? nothingHere() : refuse(notFound(), undefined);
    secure(response.headers, config, crypto.randomUUID());
    return response;
  });
  return {
    async fetch(request, env, execution) {
      if (request.method === "OPTIONS" && new URL(request.url).pathname.startsWith(WIDGET)) return preflight(request, env);
      return await router.fetch(request, env, execution);
    },
  };
}

/** Answered for any origin and without the database: the real answer decides. */
function preflight(request: Request, env: Env): Response {
  const origin = request.headers.get("origin");
  const response = new Response(null, {
    status: 204,
    headers: { ...PREFLIGHT, ...(origin === null ? {} : { "access-control-allow-origin": origin }), vary: "Origin" },
  });
  secure(response.headers, configOf(env), crypto.randomUUID());
  return response;
}

/** A person followed a link, rather than a program. */
const wantsPage = (request: Request): boolean =>
  !new URL(request.url).pathname.startsWith("/api/") && (request.headers.get("accept") ?? "").includes("text/html");
const nothingHere = (): Response =>
  pageResponse({
    title: "Not found",
    status: 404,
    body: html`<h1>Not found</h1>
      <p>There is nothing here under this address. It may have been moved, or the link was cut off.</p>
      <a class="button" href="/">Home</a>`,
  });

/** A refusal as a page, for a person who followed a link or sent a form. */
function asPage(response: Response, error: unknown): Response {
  if (response.status === 404) return nothingHere();
  if (!(error instanceof Refusal)) return response;
  const page = pageResponse({
    title: "Not possible",
    status: response.status,
    body: html`<h1>This is not possible</h1>
      <p>${error.message}</p>
      <a class="button" href="/">Home</a>`,
  });
  for (const [name, value] of Object.entries(error.headers)) page.headers.set(name, value);
  return page;
}

async function answer(house: House, options: Options, served: Served, c: Context<{ Bindings: Env }>): Promise<Response> {
  const started = options.clock.now();
  const requestId = crypto.randomUUID();
  const log = makeLog(requestId);
  const config = configOf(c.env);
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
    const credential = await beginProof(house, route, {
      request,
      url,
      params: c.req.param() as Record<string, string>,
      body: input.given,
      route,
      config,
      now: started,
    });
    const tell = { allowOrigin: (origin: string) => (allowed = origin) };
    const context = (caller: Principal, proof?: Proof): RequestCtx => ({
      env: c.env,
      db,
      config,
      clock: options.clock,
      log,
      requestId,
      house,
      caller,
      request,
      url,
      address: addressOf(request),
      reply: answered,
      proof,
      after: (work) =>
        c.executionCtx.waitUntil(work.catch((error: unknown) => log.error("work after the answer failed", error, { route: route.name }))),
    });
    const touch = (rows: readonly unknown[]): void => {
      const statement = credential.afterwards?.(rows);
      if (statement)
        c.executionCtx.waitUntil(
          new Database(c.env.DB).commit([statement]).catch((error: unknown) => log.error("the use was not noted", error)),
        );
    };
    const readFirst = async (): Promise<unknown> => {
      const own: readonly Part<unknown>[] = input.issues ? [] : served.reads(credential.claims, input as never, { now: started, config });
      const rows = await db.read(...credential.parts, ...own);
      const proved = rows.slice(0, credential.parts.length);
      const caller = credential.prove(proved, tell);
      if (input.problem) throw input.problem;
      touch(proved);
      return await served.handle(context(caller), input as never, rows.slice(credential.parts.length) as never);
    };
    const proveInBatch = async ({ caller, holds, held }: NonNullable<Credential["inBatch"]>): Promise<unknown> => {
      let settled = false;
      const settle = (rows: readonly unknown[]): void => {
        settled = true;
        credential.prove(rows, tell);
        touch(rows);
      };
      try {
        const proof: Proof = { holds, held: () => ((settled = true), held(tell)), parts: credential.parts, settle };
        return await served.handle(context(caller, proof), input as never, [] as never);
      } catch (error) {
        // Refused before its batch: a stranger learns nothing of that either.
        if (!settled) credential.prove(await db.read(...credential.parts), tell);
        throw error;
      }
    };
    const reply = await (served.proving && credential.inBatch && !input.problem ? proveInBatch(credential.inBatch) : readFirst());
    if (route.reply === "raw") {
      response = reply as Response;
      if (response.status === 101) return response;
      // Answers of other services and of the assets have immutable headers.
      response = new Response(response.body, response);
    } else response = Response.json(checked(route, reply, c.env), { status: answered.status ?? route.status });
    for (const [name, value] of answered.headers) response.headers.append(name, value);
  } catch (error) {
    response = toResponse(error, requestId, route, log);
    if (route.reply === "raw" && wantsPage(c.req.raw)) response = asPage(response, error);
  }
  const own = response.headers.get("content-security-policy");
  secure(response.headers, config, requestId);
  if (own !== null) response.headers.set("content-security-policy", own);
  if (route.path.startsWith(WIDGET) || route.who === "reader") response.headers.append("vary", "Origin");
  if (allowed !== undefined) {
    response.headers.set("access-control-allow-origin", allowed);
    response.headers.set("access-control-expose-headers", "retry-after, x-request-id, content-disposition");
  }
  const { trips, rowsRead, rowsWritten } = db.cost;
  // One line per request would cost more than many requests: only slow ones, and all when asked for.
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
  if (matters && origin !== appOrigin(config, url))
    throw forbidden(`This request did not come from the application's own pages. Open it at ${appOrigin(config, url)} and try again.`);
}
/** The origin that links are built from. The Host header only counts while APP_ORIGIN is not set. */
export const appOrigin = (config: Config, url: URL): string => config.appOrigin ?? url.origin;

interface Parsed {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The JSON as it came: a credential in it counts also when the rest is wrong. */
  given: unknown;
  issues?: Issue[];
  /** Kept until the caller is proved: a stranger learns nothing from a malformed body. */
  problem?: Refusal;
}

async function parseInput(route: Route, c: Context): Promise<Parsed> {
  const issues: Issue[] = [];
  const parse = (schema: unknown, value: unknown, where: string): unknown => {
    if (schema === undefined || schema === "raw") return undefined;
    const result = v.safeParse(schema as v.GenericSchema, value);
    if (result.success) return result.output;
    for (const issue of result.issues)
      issues.push({ path: issue.path?.map((p) => String(p.key)).join(".") ?? where, message: issue.message });
    return undefined;
  };
  // An id of the wrong shape names nothing: answered like a missing one.
  const params = v.safeParse(v.object(route.params as Record<string, v.GenericSchema>), c.req.param());
  if (!params.success) return { params: undefined, query: undefined, body: undefined, given: undefined, issues, problem: notFound() };
  const query = parse(route.query, c.req.query(), "query");
  let given: unknown;
  let body: unknown;
  try {
    if (route.body !== undefined && route.body !== "raw") {
      given = await readJson(c.req.raw);
      body = parse(route.body, given, "body");
    }
  } catch (error) {
    if (error instanceof Refusal) return { params: params.output, query, body: undefined, given, issues, problem: error };
    throw error;
  }
  const parsed: Parsed = { params: params.output, query, body, given };
  return issues.length === 0 ? parsed : { ...parsed, issues, problem: invalidRequest(issues) };
}

const nobody: Credential = { claims: {}, parts: [], prove: (): Principal => anonymous };
async function beginProof(
  house: House,
  route: Route,
  request: Parameters<NonNullable<ReturnType<House["authenticators"]["get"]>>["begin"]>[0],
): Promise<Credential> {
  if (route.who === "anyone") return nobody;
  const authenticator = house.authenticators.get(route.who);
  if (!authenticator) throw new Error(`nothing proves ${route.who}`);
  return await authenticator.begin(request);
}

/** Under test every answer must fit its declared schema; in production the types have to do. */
function checked(route: Route, reply: unknown, env: Env): unknown {
  if (env["TEST_CHECK_REPLIES"] !== undefined) v.parse(route.reply as v.GenericSchema, reply);
  return reply;
}

function toResponse(error: unknown, requestId: string, route: Route, log: ReturnType<typeof makeLog>): Response {
  if (error instanceof Refusal) {
    if (error.status === 503) log.warn("refused", { route: route.name, code: error.code });
    // Visitors can do nothing about the configuration; its names stay in the body for whoever runs the website.
    if (error.code === "misconfigured" && route.path.startsWith(WIDGET))
      error.message = "This chat is not available right now. Please try again later.";
    return refuse(error, error.status === 503 ? requestId : undefined);
  }
  if (isTransient(error)) {
    log.error("a store did not answer", error, { route: route.name });
    return refuse(unavailable(), requestId);
  }
  log.error("failed", error, { route: route.name });
  return Response.json(
    {
      error: `Something went wrong here. If it happens again, tell the administrator this number: ${requestId}`,
      code: "internal",
      requestId,
    },
    { status: 500 },
  );
}
function refuse(error: Refusal, requestId: string | undefined): Response {
  return Response.json(
    { error: error.message, code: error.code, ...error.more, ...(requestId === undefined ? {} : { requestId }) },
    { status: error.status, headers: error.headers },
  );
}
/** D1 and R2 say so in words only. A statement of ours that is wrong is not transient. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof Error &&
    /network connection lost|storage (operation )?(caused|timeout)|overloaded|internal error|reset because|timed? ?out|D1_ERROR: (?!.*(constraint|syntax|no such|ambiguous|too many|RAISE))/i.test(
      error.message,
    )
  );
}
