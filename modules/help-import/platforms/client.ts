// The HTTP client for help desks, with its own error types. Hosts are fixed: what a member types is only one label of a host name.
import { minutes, seconds } from "#kernel/clock/index.ts";
import { retryAfter } from "#kernel/http/service-response.ts";
import { readUpTo } from "#kernel/http/body.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { helpDesksConfig } from "../variables.ts";

/** Bytes of one response; one with a hundred long articles is far below. */
const MAX_ANSWER = 24_000_000;
const TIMEOUT = 30_000;
/** Attempts after a network failure, without a pause; the job waits longer between its own attempts. */
const TRIES = 2;
const MAX_WAIT = 3600;

export type Reason = "refused" | "missing" | "busy" | "unavailable";
/** Why a help desk did not answer. `wait`: seconds before the next request is allowed. */
export class HelpDeskError extends Error {
  readonly reason: Reason;
  readonly wait: number;
  constructor(reason: Reason, wait = 0) {
    super(`the help desk did not answer: ${reason}`);
    this.name = "HelpDeskError";
    this.reason = reason;
    this.wait = Math.min(MAX_WAIT, Math.max(0, Math.ceil(wait)));
  }
}

/** Failures in a row after which a run stops and a member has to resume it. */
const MAX_FAILURES = 8;
/**
 * Milliseconds until a run that failed tries again; null if somebody has to look first. A busy or unavailable help desk is tried again, and
 * so is what failed here (`internal`); a refused token has to be fixed. `failures`: those in a row before this one.
 */
export function waitAfter(
  { reason, wait }: { readonly reason: Reason | "internal"; readonly wait: number },
  failures: number,
): number | null {
  if (reason === "refused" || reason === "missing" || (reason !== "busy" && failures + 1 >= MAX_FAILURES)) return null;
  return Math.max(wait * 1000, reason === "busy" ? 1000 : Math.min(minutes(30), seconds(10) * 2 ** failures));
}

const INTERCOM_HOSTS: Readonly<Record<string, string>> = {
  us: "https://api.intercom.io",
  eu: "https://api.eu.intercom.io",
  au: "https://api.au.intercom.io",
};
/** The host of Intercom's API in a region. */
export const intercomHost = (region: string): string => INTERCOM_HOSTS[region] ?? "https://api.intercom.io";

export interface HelpDeskResponse {
  readonly body: unknown;
  /** Whether a `Link` header names a next page. */
  readonly more: boolean;
}
/** Asks for a path. `search`: what is posted there, as JSON or as a form, where the help desk searches or signs in by POST. */
export type HelpDeskGet = (path: string, search?: Readonly<Record<string, unknown>> | URLSearchParams) => Promise<HelpDeskResponse>;

export interface HelpDeskAccess {
  /** Names the double in tests. */
  readonly platform: string;
  readonly place: string;
  /** The fixed host, and the authorization header. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The unit of `X-RateLimit-Reset`. */
  readonly reset: "epoch" | "seconds";
}

/** Makes the function that requests paths of one help desk. Nothing is changed there, so retries are always safe. */
export function helpDeskClient(ctx: Pick<Ctx, "fetch" | "config" | "clock">, way: HelpDeskAccess): HelpDeskGet {
  const test = helpDesksConfig(ctx.config).testBaseUrl;
  const base = test === undefined ? way.base : `${test}/${way.platform}/${way.place}`;
  /** Time before which the rate limit allows no further request. */
  let rests = 0;
  return async (path, search) => {
    const early = rests - ctx.clock.now();
    if (early > 0) throw new HelpDeskError("busy", early / 1000);
    for (let left = TRIES - 1; ; left -= 1) {
      let response: Response | undefined;
      let asked: HelpDeskResponse | undefined;
      try {
        response = await ctx.fetch(base + path, {
          ...(search === undefined ? { headers: { accept: "application/json", ...way.headers } } : posted(search, way.headers)),
          redirect: "manual",
          signal: AbortSignal.timeout(TIMEOUT),
        });
        if (response.ok) asked = await read(response);
        else await response.body?.cancel();
      } catch (error) {
        if (error instanceof HelpDeskError) throw error;
      }
      if (response !== undefined) rests = restUntil(response.headers, way.reset, ctx.clock.now()) ?? rests;
      if (asked !== undefined) return asked;
      const status = response?.status ?? 0;
      const after =
        response && (retryAfter(response.headers, ctx.clock.now()) ?? secondsOf(response.headers.get("x-ratelimit-retry-after")));
      if (status === 401 || status === 403) throw new HelpDeskError("refused");
      if (status === 429) throw new HelpDeskError("busy", after ?? Math.max(60, (rests - ctx.clock.now()) / 1000));
      if (status >= 300 && status < 500) throw new HelpDeskError("missing");
      if (left === 0) throw new HelpDeskError("unavailable", after);
    }
  };
}

function posted(search: Readonly<Record<string, unknown>> | URLSearchParams, headers: Readonly<Record<string, string>>): RequestInit {
  const isForm = search instanceof URLSearchParams;
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  return {
    method: "POST",
    headers: { accept: "application/json", "content-type": type, ...headers },
    body: isForm ? search.toString() : JSON.stringify(search),
  };
}

async function read(response: Response): Promise<HelpDeskResponse | undefined> {
  const { bytes, size } = await readUpTo(response.body, MAX_ANSWER);
  // Retrying would not make the response smaller.
  if (size > MAX_ANSWER) throw new HelpDeskError("missing");
  try {
    return {
      body: JSON.parse(new TextDecoder().decode(bytes)) as unknown,
      more: /;\s*rel="?next"?/i.test((response.headers.get("link") ?? "").slice(0, 4000)),
    };
  } catch {
    // Not JSON, such as a sign-in page or a truncated response: treated as a failure.
    return undefined;
  }
}

const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;

/** When the last response used up the rate limit: the time from which requests are allowed again. */
function restUntil(headers: Headers, reset: "epoch" | "seconds", now: number): number | undefined {
  const left = headers.get("x-ratelimit-remaining");
  const until = secondsOf(headers.get("x-ratelimit-reset"));
  if (left === null || Number(left) > 0 || until === undefined) return undefined;
  return Math.min(now + MAX_WAIT * 1000, reset === "epoch" ? until * 1000 : now + until * 1000);
}

export const basic = (user: string, password: string): string => `Basic ${btoa(`${user}:${password}`)}`;
