// Routes as values: method, path, who may call, limits and schemas. Router, client, API reference and tests read the same values.
// Safe to load in a browser.
import type { BaseIssue, BaseSchema, InferInput, InferOutput } from "valibot";

export type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/**
 * Who may call a route:
 * `anyone`; `account` = a signed-in person; `member`, `admin`, `owner` = that role or more in the project of the path, or a program with an API token of somebody who has it,
 * except `personOnly`;
 * `widget` = the public widget key with the project's exact origin; `visitor` = a visitor's token with that origin;
 * `reader` = a member or a visitor, decided by the verb for the one object that is requested;
 * `gateway` = a mail gateway with the inbound token; `token` = a program with an API token, which names its project;
 * `device` = a paired computer with its device token, which names its project.
 */
export type Who = "anyone" | "account" | "member" | "admin" | "owner" | "widget" | "visitor" | "reader" | "gateway" | "token" | "device";
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

type PathKeys<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? K | PathKeys<Rest>
  : P extends `${string}:${infer K}`
    ? K
    : never;

export interface Route<P extends string = string, Params = unknown, Query = unknown, Body = unknown, Reply = unknown, W extends Who = Who> {
  /** Released in logs and the API reference, so it stays even where the constant has a better name by now. */
  readonly name: string;
  readonly method: Method;
  readonly path: P;
  readonly who: W;
  /** Keys of `RATE_LIMITS` that limit this route. */
  readonly limits: readonly string[];
  readonly params: Params;
  readonly query: Query;
  /** A schema for a JSON body, `"raw"` if the verb reads the stream itself, undefined for no body. */
  readonly body: Body;
  /** A schema for a JSON reply, `"raw"` if the verb returns a whole Response (page, file, socket). */
  readonly reply: Reply;
  readonly status: number;
  readonly errors: readonly string[];
  /** Pages of any origin may send it, because no cookie means anything to it: what its path names is the whole proof. */
  readonly anyOrigin?: true;
  /** Only a signed-in person may send it: no program acts for them, because it makes or ends authority, or is of their browser. */
  readonly personOnly?: true;
}

type RouteOptions<P extends string, Reply, W extends Who> = {
  name: string;
  method: Method;
  path: P;
  who: W;
  reply: Reply;
  limits?: readonly string[];
  status?: number;
  errors?: readonly string[];
  anyOrigin?: true;
  personOnly?: true;
};
type WithParams<P extends string, Params> = [PathKeys<P>] extends [never] ? { params?: never } : { params: Params };

/**
 * Declares a route. `params` must name every `:key` of the path, and no route exists without `who`.
 * Bundlers drop the routes that are not used.
 */
// @__NO_SIDE_EFFECTS__
export function route<
  const P extends string,
  const W extends Who,
  Reply extends Schema | "raw",
  Params extends Record<PathKeys<P>, Schema>,
  Query extends Schema | undefined = undefined,
  Body extends Schema | "raw" | undefined = undefined,
>(options: RouteOptions<P, Reply, W> & WithParams<P, Params> & { query?: Query; body?: Body }): Route<P, Params, Query, Body, Reply, W> {
  return {
    status: 200,
    errors: [],
    limits: [],
    ...options,
    params: (options.params ?? {}) as Params,
    query: options.query as Query,
    body: options.body as Body,
  };
}

type In<S> = S extends Schema ? InferInput<S> : never;
type Out<S> = S extends Schema ? InferOutput<S> : undefined;
export type ParamsOf<R extends Route> = { [K in keyof R["params"]]: Out<R["params"][K]> };
/** The parsed input of a verb. */
export type Input<R extends Route> = { params: ParamsOf<R>; query: Out<R["query"]>; body: Out<R["body"]> };
/** What a handler returns: the input of the reply schema, or a whole Response for a raw route. */
export type ReplyOf<R extends Route> = R["reply"] extends "raw" ? Response : In<R["reply"]>;
/** What a client gets: the output of the reply schema. */
export type AnswerOf<R extends Route> = R["reply"] extends Schema ? InferOutput<R["reply"]> : never;

type Maybe<K extends string, S> = S extends Schema ? { [k in K]: In<S> } : unknown;
type ParamStrings<R extends Route> = { [K in keyof R["params"]]: string };
export type CallArgs<R extends Route> = (keyof R["params"] extends never ? unknown : { params: ParamStrings<R> }) &
  Maybe<"query", R["query"]> &
  Maybe<"body", R["body"]> & {
    signal?: AbortSignal;
    /** The request outlives the page. Browsers allow 64 KiB for all of these together. https://fetch.spec.whatwg.org/#request-keepalive-flag */
    keepalive?: boolean;
  };

/** The path of a route with its parameters filled in. */
export function pathOf(r: Route, params: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const path = r.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([k, value]) => (value === undefined || value === null ? [] : [[k, String(value)]])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

export interface Problem {
  readonly error: string;
  readonly code: string;
  readonly issues?: readonly { path: string; message: string }[];
  readonly limit?: string;
  readonly retryAfter?: number;
  readonly revision?: number;
  readonly [more: string]: unknown;
}

/** A refused or failed call. `problem.error` is a sentence that can be shown to the person. */
export class CallError extends Error {
  readonly status: number;
  readonly problem: Problem;
  readonly requestId: string | undefined;
  constructor(status: number, problem: Problem, requestId: string | undefined) {
    super(problem.error);
    this.name = "CallError";
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
  }
}

/**
 * A typed client: `call(postMessage, { params, body })` returns the parsed reply.
 * Throws CallError for a refusal (status 0 and code `offline` if the server could not be reached).
 */
export function makeCall(send: (path: string, init: RequestInit) => Promise<Response>) {
  return async <R extends Route>(r: R, args: CallArgs<R>): Promise<AnswerOf<R>> => {
    const {
      params = {},
      query = {},
      body,
      signal,
      keepalive,
    } = args as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
      signal?: AbortSignal;
      keepalive?: boolean;
    };
    const init: RequestInit = { method: r.method, headers: { accept: "application/json" } };
    if (signal) init.signal = signal;
    if (keepalive) Object.assign(init, { keepalive });
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { ...init.headers, "content-type": "application/json" };
    }
    let response: Response;
    try {
      response = await send(pathOf(r, params, query), init);
    } catch (cause) {
      if (cause instanceof CallError || (cause instanceof DOMException && cause.name === "AbortError")) throw cause;
      throw new CallError(0, { error: "Couldn’t reach the server. Check your connection and try again.", code: "offline" }, undefined);
    }
    const requestId = response.headers.get("x-request-id") ?? undefined;
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const problem = isProblem(answer) ? answer : { error: `The server responded with status ${response.status}.`, code: "unavailable" };
      throw new CallError(response.status, problem, requestId);
    }
    return answer as AnswerOf<R>;
  };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "error" in value && "code" in value;
}
