// Asks GitHub's REST interface (https://docs.github.com/rest) and its OAuth endpoints, and says in one word why something failed.
import { readUpTo } from "#kernel/http/body.ts";
import { fieldOf, retryAfter, textOf } from "#kernel/http/service-response.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { codeHostingConfig } from "./variables.ts";

export type ClientCtx = Pick<Ctx, "fetch" | "config" | "clock">;
/**
 * `withdrawn`: whoever connected the project may not do that any more. `unauthorized`: the token is not, or no longer, valid. `sso`: the organisation wants the token authorised for its single sign-on.
 * `suspended`: the installation of the app, or the account, is. `missing`: there is no such thing, or the token may not see it, which GitHub does not tell apart. `gone`: the repository has no issues,
 * or the issue was deleted. `forbidden`: the token may not do this. `limited`: a rate limit, primary or secondary. `changed`: the repository is
 * not what it was.
 */
export type CodeHostFault =
  | "withdrawn"
  | "unauthorized"
  | "sso"
  | "suspended"
  | "forbidden"
  | "missing"
  | "gone"
  | "limited"
  | "invalid"
  | "unavailable"
  | "changed";
export class CodeHostError extends Error {
  readonly fault: CodeHostFault;
  /** Seconds until the next request may be made. */
  readonly wait: number;
  /** Fields that GitHub refused, in its words, such as `title: missing_field`. */
  readonly problems: readonly string[];
  constructor(fault: CodeHostFault, wait = 0, problems: readonly string[] = []) {
    super(`the code host did not answer: ${fault}`);
    this.name = "CodeHostError";
    this.fault = fault;
    this.problems = problems;
    this.wait = Math.min(MAX_WAIT, Math.max(0, Math.ceil(wait)));
  }
}
export interface CodeHostAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly etag: string | null;
  /** The scopes of a classic token; null for others. */
  readonly scopes: string | null;
  /** It was answered at another address: what was asked for was renamed, or moved. */
  readonly isMoved: boolean;
}
interface Asked {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** Of the version that is known: an unchanged one is answered 304, which counts towards no limit. */
  readonly etag?: string | null;
  /** Instead of the token's. */
  readonly authorization?: string;
  /** Nothing is sent to another address: a redirection is the fault `changed`. */
  readonly stays?: boolean;
}

/** Bytes of one answer. GitHub ends a text at 65,536 characters for issues and at 125,000 for releases. */
const MAX_ANSWER = 8_000_000;
const TIMEOUT = 15_000;
const MAX_WAIT = 3600;
/** Repositories that were renamed or transferred are answered with a redirection. */
const MAX_REDIRECTS = 3;
/** GitHub refuses requests without one. */
const USER_AGENT = "SeedDesk";

/** The path of GraphQL, whose errors are part of its answers (https://docs.github.com/graphql). */
export const GRAPH = "/graphql";
/** Throws `CodeHostError`. `token` undefined: without one. */
export async function askCodeHost(ctx: ClientCtx, token: string | undefined, path: string, asked: Asked = {}): Promise<CodeHostAnswer> {
  const { api, graph } = codeHostingConfig(ctx.config);
  let url = path === GRAPH ? graph : api + path;
  for (let hops = 0; ; hops += 1) {
    const response = await send(ctx, url, {
      method: asked.method ?? "GET",
      headers: {
        accept: "application/vnd.github+json",
        "user-agent": USER_AGENT,
        "x-github-api-version": "2022-11-28",
        ...(asked.authorization !== undefined
          ? { authorization: asked.authorization }
          : token === undefined
            ? {}
            : { authorization: `Bearer ${token}` }),
        ...(asked.etag ? { "if-none-match": asked.etag } : {}),
        ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    });
    const next = response.status >= 300 && response.status < 400 && response.status !== 304 ? response.headers.get("location") : null;
    // Only within the same service: the token goes nowhere else.
    if (next !== null && asked.stays) throw new CodeHostError("changed");
    if (next !== null && hops < MAX_REDIRECTS && URL.canParse(next, url) && new URL(next, url).href.startsWith(`${api}/`)) {
      await response.body?.cancel();
      url = new URL(next, url).href;
      continue;
    }
    const body = await read(response);
    if (response.ok || response.status === 304) {
      if (body === UNREADABLE) throw new CodeHostError("unavailable");
      return {
        status: response.status,
        body,
        etag: response.headers.get("etag"),
        scopes: response.headers.get("x-oauth-scopes"),
        isMoved: hops > 0,
      };
    }
    const [fault, wait] = faultOf(response, ctx.clock.now(), body);
    throw new CodeHostError(fault, wait, fault === "invalid" ? problemsOf(body) : []);
  }
}

const MAX_PROBLEMS = 5;
/** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed */
function problemsOf(body: unknown): string[] {
  const errors = fieldOf(body, "errors");
  const said = (Array.isArray(errors) ? errors : []).flatMap((one: unknown) => {
    if (typeof one === "string") return [one];
    const [field, why] = [textOf(fieldOf(one, "field")), textOf(fieldOf(one, "message")) ?? textOf(fieldOf(one, "code"))];
    return field === undefined && why === undefined ? [] : [[field, why].filter((part) => part !== undefined).join(": ")];
  });
  const all = said.length > 0 ? said : [textOf(fieldOf(body, "message")) ?? ""].filter((one) => one !== "");
  return all.slice(0, MAX_PROBLEMS).map((one) => one.toWellFormed().slice(0, 200));
}

/** Asks for a token. GitHub answers errors of OAuth with status 200 and a field `error`. */
export async function askForToken(ctx: ClientCtx, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await send(ctx, `${codeHostingConfig(ctx.config).web}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", "user-agent": USER_AGENT },
    body: JSON.stringify(fields),
  });
  const body = await read(response);
  if (!response.ok) throw new CodeHostError(...faultOf(response, ctx.clock.now(), body));
  if (body === UNREADABLE) throw new CodeHostError("unavailable");
  return body;
}

async function send(ctx: ClientCtx, url: string, init: RequestInit): Promise<Response> {
  try {
    return await ctx.fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
  } catch {
    throw new CodeHostError("unavailable");
  }
}

/** An answer that is too large, was cut, or is no JSON. It must never be taken for one that says that there is nothing. */
const UNREADABLE = Symbol("unreadable");
/** Undefined: it has no body. */
async function read(response: Response): Promise<unknown> {
  try {
    const { bytes, size } = await readUpTo(response.body, MAX_ANSWER);
    if (size > MAX_ANSWER) return UNREADABLE;
    return size === 0 ? undefined : (JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  } catch {
    return UNREADABLE;
  }
}

const SECONDARY = /secondary rate limit/i;
/** GitHub has no code for it: “This installation has been suspended”, “Sorry. Your account was suspended.” */
const SUSPENDED = /\bsuspended\b/i;
/** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api, and its page on rate limits. */
function faultOf({ status, headers }: Response, now: number, body: unknown): [CodeHostFault, number?] {
  const wait = waitOf(headers, now);
  // The secondary limit does not always say how long: then GitHub asks for a minute at least.
  if (status === 429 || (status === 403 && (wait !== undefined || SECONDARY.test(textOf(fieldOf(body, "message")) ?? ""))))
    return ["limited", wait ?? 60];
  if (status === 401) return ["unauthorized"];
  if (status === 403)
    return [headers.has("x-github-sso") ? "sso" : SUSPENDED.test(textOf(fieldOf(body, "message")) ?? "") ? "suspended" : "forbidden"];
  if (status === 410) return ["gone"];
  if (status === 422 || status === 400) return ["invalid"];
  return status < 500 ? ["missing"] : ["unavailable", wait ?? 0];
}

/** Seconds, if a limit is used up: the secondary one names them, the primary one the time at which it begins anew. */
function waitOf(headers: Headers, now: number): number | undefined {
  const after = retryAfter(headers, now);
  if (after !== undefined) return after;
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  return headers.get("x-ratelimit-remaining") === "0" && Number.isFinite(reset) ? Math.max(1, reset - now / 1000) : undefined;
}
