// The only way to fetch or call an address that a person entered or a foreign page named (protection against server-side request forgery).
// `safeFetch` sends nothing of the caller: no cookies, no authorization, no referrer.
import { readUpTo } from "#kernel/http/body.ts";
import type { Ctx, Env } from "#kernel/module/types.ts";
import { type BadAddress, judgeAddress } from "#kernel/wire/address.ts";

export { type BadAddress, judgeAddress } from "#kernel/wire/address.ts";

export interface SafeFetch {
  /** Maximum size of the body in bytes. */
  readonly maxBytes: number;
  /** Milliseconds for everything, redirects and body included. */
  readonly timeout: number;
  /** Accepted media types, such as `text/html`, `image/*` or `*\/*`. */
  readonly accept: readonly string[];
  /** Whether plain http is allowed too. */
  readonly http?: boolean;
  /** The ETag of the known version: an unchanged page is not sent again (status 304). */
  readonly etag?: string | undefined;
}
export type SafeAnswer =
  | {
      readonly ok: true;
      /** The address after redirects. */
      readonly url: string;
      readonly status: number;
      readonly type: string;
      readonly charset: string | undefined;
      readonly etag: string | undefined;
      /** Directives for search engines (X-Robots-Tag). */
      readonly robots: string | undefined;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | {
      readonly ok: false;
      readonly url: string;
      readonly reason: "address" | "redirects" | "status" | "type" | "too_large" | "timeout" | "unreachable";
      readonly bad?: BadAddress;
      readonly status?: number;
      /** Seconds to wait, as the server asked. */
      readonly retryAfter?: number;
    };

/** The user agent, also for robots.txt. */
export const USER_AGENT = "SeedDesk";
const MAX_REDIRECTS = 3;
const MAX_WAIT = 86_400;
/** The part of the context that a fetch needs. */
export type World = Pick<Ctx, "fetch" | "config"> & { readonly env: Pick<Env, "PUBLIC_NETWORK"> };

/**
 * The fetch function for such addresses. On a self-hosted server it reaches public addresses only: the runtime resolves the name and
 * connects only to an address that it has checked (`scripts/lib/public-network.ts`). Elsewhere it is the platform's own fetch, which
 * cannot check that.
 */
const fetchOf = (ctx: World): Ctx["fetch"] => {
  const network = ctx.env.PUBLIC_NETWORK;
  return network === undefined ? ctx.fetch : (to, init) => network.fetch(to, init);
};

/** Whether `safeFetch` would fetch the address. */
export const mayFetch = (ctx: Pick<Ctx, "config">, url: string, http = false): boolean =>
  "url" in judgeAddress(url, { http, own: ctx.config.ownOrigins });

/** Fetches by GET. Never throws: failures are results with `ok: false`. */
export async function safeFetch(ctx: World, address: string, options: SafeFetch): Promise<SafeAnswer> {
  const signal = AbortSignal.timeout(options.timeout);
  let next = address;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const judged = judgeAddress(next, { http: options.http, own: ctx.config.ownOrigins });
      if ("bad" in judged) return { ok: false, url: next, reason: "address", bad: judged.bad };
      const url = judged.url.href;
      const response = await orTimeout(fetchOf(ctx)(url, requestOf(options, signal)), signal);
      const to = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && response.status !== 304 && to !== null) {
        await response.body?.cancel();
        if (!URL.canParse(to, url)) return { ok: false, url: to, reason: "address", bad: "not_an_address" };
        next = new URL(to, url).href;
        continue;
      }
      return await readResponse(response, url, options, signal);
    }
    return { ok: false, url: next, reason: "redirects" };
  } catch (error) {
    const late = signal.aborted || (error instanceof Error && error.name === "TimeoutError");
    return { ok: false, url: next, reason: late ? "timeout" : "unreachable" };
  }
}

const requestOf = (options: SafeFetch, signal: AbortSignal): RequestInit => ({
  method: "GET",
  redirect: "manual",
  signal,
  headers: {
    accept: options.accept.join(", "),
    "user-agent": `${USER_AGENT}/1.0`,
    ...(options.etag === undefined ? {} : { "if-none-match": options.etag }),
  },
});

async function readResponse(response: Response, url: string, options: SafeFetch, signal: AbortSignal): Promise<SafeAnswer> {
  const { status, headers } = response;
  const refuse = async (answer: Omit<Extract<SafeAnswer, { ok: false }>, "ok" | "url">): Promise<SafeAnswer> => {
    await response.body?.cancel();
    return { ok: false, url, ...answer };
  };
  const unchanged = status === 304 && options.etag !== undefined;
  if (!response.ok && !unchanged) {
    const wait = secondsOf(headers.get("retry-after"));
    return await refuse({ reason: "status", status, ...(wait === undefined ? {} : { retryAfter: wait }) });
  }
  const { type, charset } = mediaTypeOf(headers);
  if (!unchanged && !isAccepted(type, options.accept)) return await refuse({ reason: "type", status });
  if (Number(headers.get("content-length") ?? 0) > options.maxBytes) return await refuse({ reason: "too_large", status });
  const { bytes, size } = await orTimeout(readUpTo(response.body, options.maxBytes), signal);
  if (size > options.maxBytes) return { ok: false, url, reason: "too_large", status };
  const [etag, robots] = ["etag", "x-robots-tag"].map((name) => headers.get(name) ?? undefined);
  return { ok: true, url, status, type, charset, etag, robots, bytes };
}

export interface SafeCall {
  readonly method: string;
  /** Must hold no line break; the caller's schemas see to it. They reach the judged address only: redirects are not followed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly maxBytes: number;
  /** Milliseconds for everything, body included. */
  readonly timeout: number;
}
export type CallAnswer =
  | {
      /** An answer was read whole, whatever its status. */
      readonly ok: true;
      readonly status: number;
      readonly type: string;
      readonly charset: string | undefined;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Seconds to wait, as the server asked. */
      readonly retryAfter: number | undefined;
    }
  | {
      readonly ok: false;
      /** After `address` nothing was sent; after `timeout` and `unreachable` the server may have got the request. */
      readonly reason: "address" | "redirects" | "too_large" | "timeout" | "unreachable";
      readonly bad?: BadAddress;
      readonly status?: number;
    };

/** Calls an API at an address that a person entered, with the caller's own headers. Never throws, and never follows a redirect. */
export async function safeCall(ctx: World, address: string, call: SafeCall): Promise<CallAnswer> {
  const judged = judgeAddress(address, { own: ctx.config.ownOrigins });
  if ("bad" in judged) return { ok: false, reason: "address", bad: judged.bad };
  const signal = AbortSignal.timeout(call.timeout);
  try {
    const response = await orTimeout(
      fetchOf(ctx)(judged.url.href, {
        method: call.method,
        redirect: "manual",
        signal,
        headers: { ...call.headers, "user-agent": `${USER_AGENT}/1.0` },
        ...(call.body === undefined ? {} : { body: call.body }),
      }),
      signal,
    );
    const { status, headers } = response;
    const fails = async (reason: "redirects" | "too_large"): Promise<CallAnswer> => {
      await response.body?.cancel();
      return { ok: false, reason, status };
    };
    if (status >= 300 && status < 400) return await fails("redirects");
    if (Number(headers.get("content-length") ?? 0) > call.maxBytes) return await fails("too_large");
    const { bytes, size } = await orTimeout(readUpTo(response.body, call.maxBytes), signal);
    if (size > call.maxBytes) return { ok: false, reason: "too_large", status };
    const { type, charset } = mediaTypeOf(headers);
    return { ok: true, status, type, charset, bytes, retryAfter: secondsOf(headers.get("retry-after")) };
  } catch (error) {
    const late = signal.aborted || (error instanceof Error && error.name === "TimeoutError");
    return { ok: false, reason: late ? "timeout" : "unreachable" };
  }
}

export interface SafeHop {
  readonly method: "GET" | "HEAD";
  /** Accepted media types, for the server to choose by. */
  readonly accept: string;
  /** Preferred languages, as a browser sends them. */
  readonly language?: string | undefined;
  /** Ends the whole exchange, body included. */
  readonly signal: AbortSignal;
}
export type HopAnswer =
  | { readonly ok: true; readonly url: string; readonly response: Response }
  | { readonly ok: false; readonly url: string; readonly reason: "address" | "timeout" | "unreachable"; readonly bad?: BadAddress };

/**
 * One request of `safeFetch`, whose answer is not read: redirects, errors and the body are the caller's, who must read or cancel it, count
 * its bytes, and judge by this function wherever it leads. Never throws.
 */
export async function safeHop(ctx: World, address: string, { method, accept, language, signal }: SafeHop): Promise<HopAnswer> {
  const judged = judgeAddress(address, { own: ctx.config.ownOrigins });
  if ("bad" in judged) return { ok: false, url: address, reason: "address", bad: judged.bad };
  const url = judged.url.href;
  try {
    const headers = { accept, "user-agent": `${USER_AGENT}/1.0`, ...(language === undefined ? {} : { "accept-language": language }) };
    return { ok: true, url, response: await orTimeout(fetchOf(ctx)(url, { method, redirect: "manual", signal, headers }), signal) };
  } catch {
    return { ok: false, url, reason: signal.aborted ? "timeout" : "unreachable" };
  }
}

/** The media type and charset of an answer, in lower case. */
export function mediaTypeOf(headers: Headers): { readonly type: string; readonly charset: string | undefined } {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  return { type: type.trim(), charset: /charset\s*=\s*"?([\w.:-]{1,40})/.exec(parameters.join(";"))?.[1] };
}

const isAccepted = (type: string, accept: readonly string[]): boolean =>
  accept.some((one) => one === "*/*" || one === type || (one.endsWith("/*") && type.startsWith(one.slice(0, -1))));

/** `Retry-After` in seconds, at most a day; a date counts as an hour, because the server's clock may differ. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  return /^\d{1,9}$/.test(header.trim()) ? Math.min(MAX_WAIT, Number(header)) : 3600;
}

/** Rejects at the timeout even if the server accepted the connection and stays silent. */
async function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const end = (): void => over.reject(signal.reason as Error);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener("abort", end);
    work.catch(() => undefined);
  }
}

/** Decodes a response in the charset of its header, or of a <meta> in its first kilobyte; UTF-8 by default. */
export function textOf(answer: { readonly bytes: Uint8Array; readonly charset: string | undefined }): string {
  const head = new TextDecoder("latin1").decode(answer.bytes.subarray(0, 1024));
  const named = answer.charset ?? /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(answer.bytes);
  } catch {
    return new TextDecoder().decode(answer.bytes);
  }
}
