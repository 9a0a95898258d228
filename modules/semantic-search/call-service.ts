// Calls an external service that the administrator configured, with a deadline. Failures are a `ServiceError` with a sentence for people.
import { retryAfter } from "#kernel/http/service-response.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";

/**
 * `later`: retry after a while. `settings`: a setting has to be changed. `input`: these texts were refused, others may be accepted.
 * `missing`: the requested object does not exist.
 */
export type ServiceErrorKind = "later" | "settings" | "input" | "missing";
/** Why a service call failed. The message is a sentence without secrets and without anybody's text. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  /** Seconds after which to retry, if the service said so. */
  readonly after: number | undefined;
  constructor(kind: ServiceErrorKind, message: string, after?: number) {
    super(message);
    this.name = "ServiceError";
    this.kind = kind;
    this.after = after;
  }
}

export interface ServiceRequest {
  readonly method: "GET" | "PUT" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined if there is none or it is invalid. */
  readonly body: unknown;
}

/** More than a hundred vectors of four thousand numbers need. */
const MAX_ANSWER = 24 * 1024 * 1024;

/** Sends a request. Throws a `ServiceError` if no response arrives in time; any response is returned for the caller to judge. */
export async function callService(
  ctx: Pick<Ctx, "fetch">,
  title: string,
  { method, url, headers, body }: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  try {
    const response = await ctx.fetch(url, {
      method,
      headers: {
        accept: "application/json",
        "user-agent": "seed-desk",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // No redirects: the key may only be sent to the configured address.
      redirect: "manual",
      signal,
    });
    if (Number(response.headers.get("content-length") ?? 0) > MAX_ANSWER)
      throw new ServiceError("settings", m.semantic_search_too_much({ title }));
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (signal.aborted) throw new ServiceError("later", m.semantic_search_late({ title }));
    throw new ServiceError("later", m.semantic_search_unreachable({ title }));
  }
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What an unsuccessful response means. `variables`: which to check if the key or address is wrong. */
export function serviceErrorOf(
  title: string,
  { status, headers }: ServiceAnswer,
  detail: string,
  variables: string,
  now: number,
): ServiceError {
  const message =
    detail === "" ? m.semantic_search_answered({ title, status }) : m.semantic_search_answered_detail({ title, status, detail });
  if (status === 401 || status === 403) return new ServiceError("settings", m.semantic_search_check_variables({ message, variables }));
  if (status === 404) return new ServiceError("missing", message);
  if (status === 400 || status === 413 || status === 422) return new ServiceError("input", message);
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500)
    return new ServiceError("later", message, retryAfter(headers, now));
  return new ServiceError("settings", m.semantic_search_check_variables({ message, variables }));
}

/** An error code such as `insufficient_quota`. Never a sentence, because that could quote the input. */
export const errorCodeOf = (value: unknown): string => (typeof value === "string" && /^[\w.-]{1,60}$/.test(value) ? value : "");
