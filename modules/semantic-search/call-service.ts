// Calls a service that the administrator chose, with a deadline. Failures are a `Trouble` with a sentence for people.
import { retryAfter } from "#kernel/http/answer.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";

/**
 * `later` = ask again after a while; `settings` = somebody has to change something; `input` = these texts are refused, others may not
 * be; `missing` = what was asked about is not there.
 */
export type TroubleKind = "later" | "settings" | "input" | "missing";
/** Why a service did not do what it was asked. The message is a sentence without secrets and without anybody's words. */
export class Trouble extends Error {
  readonly kind: TroubleKind;
  /** Seconds after which to ask again, when the service said so. */
  readonly after: number | undefined;
  constructor(kind: TroubleKind, message: string, after?: number) {
    super(message);
    this.name = "Trouble";
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
  /** The parsed JSON; undefined when there is none or it cannot be read. */
  readonly body: unknown;
}

/** A hundred vectors of four thousand numbers are less. */
const MAX_ANSWER = 24 * 1024 * 1024;

/** Asks. Throws a `Trouble` when no answer comes in time; any answer that came is the caller's to judge. */
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
      // A key goes to the address it was given for, and nowhere else.
      redirect: "manual",
      signal,
    });
    if (Number(response.headers.get("content-length") ?? 0) > MAX_ANSWER)
      throw new Trouble("settings", m.semantic_search_too_much({ title }));
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  } catch (error) {
    if (error instanceof Trouble) throw error;
    if (signal.aborted) throw new Trouble("later", m.semantic_search_late({ title }));
    throw new Trouble("later", m.semantic_search_unreachable({ title }));
  }
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What an answer that is no success means. `variables` = what to look at when the service knows nobody of this key or address. */
export function troubleOf(title: string, { status, headers }: ServiceAnswer, detail: string, variables: string, now: number): Trouble {
  const message =
    detail === "" ? m.semantic_search_answered({ title, status }) : m.semantic_search_answered_detail({ title, status, detail });
  if (status === 401 || status === 403) return new Trouble("settings", m.semantic_search_check_variables({ message, variables }));
  if (status === 404) return new Trouble("missing", message);
  if (status === 400 || status === 413 || status === 422) return new Trouble("input", message);
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500)
    return new Trouble("later", message, retryAfter(headers, now));
  return new Trouble("settings", m.semantic_search_check_variables({ message, variables }));
}

/** A word of a program, such as `insufficient_quota`: never a sentence, which could quote what it was given. */
export const wordOf = (value: unknown): string => (typeof value === "string" && /^[\w.-]{1,60}$/.test(value) ? value : "");
