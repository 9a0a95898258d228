// Client of the platform's REST API: authentication, response envelope, error codes, paging, timeouts, and retries where a repeat is safe.
import * as v from "valibot";
import { type Operation, type PlatformError, refusal, unanswered } from "./errors.ts";

export interface RestOptions {
  /** Ends in /client/v4, without a slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Timeout of one call, in milliseconds. */
  readonly timeoutMs?: number;
  /** Waits this many milliseconds; replaced in tests. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface Call extends Operation {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether a repeat is harmless. Otherwise only a 429, which did nothing, is retried. */
  readonly safe?: boolean;
}

const TRIES = 3;
const LONGEST_WAIT_S = 30;

const Envelope = v.object({
  success: v.boolean(),
  errors: v.optional(v.array(v.object({ code: v.number() })), []),
  result: v.unknown(),
  result_info: v.nullish(v.object({ total_count: v.optional(v.number()) })),
});
type Envelope = v.InferOutput<typeof Envelope>;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Seconds of a `Retry-After` header, which may be a date. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

export class Rest {
  readonly #options: RestOptions;
  constructor(options: RestOptions) {
    this.#options = options;
  }

  /** The validated result of one call. */
  async call<S extends v.GenericSchema>(shape: S, call: Call): Promise<v.InferOutput<S>> {
    return this.#parse(shape, call, (await this.#withRetries(call)).result);
  }

  /** All pages of a list. */
  async list<S extends v.GenericSchema>(shape: S, call: Call): Promise<v.InferOutput<S>[]> {
    const all: v.InferOutput<S>[] = [];
    for (let page = 1; ; page++) {
      const { result, result_info } = await this.#withRetries({ ...call, query: { ...call.query, page: String(page), per_page: "50" } });
      const items = this.#parse(v.array(shape), call, result);
      all.push(...items);
      if (items.length === 0 || all.length >= (result_info?.total_count ?? 0)) return all;
    }
  }

  #parse<S extends v.GenericSchema>(shape: S, call: Call, result: unknown): v.InferOutput<S> {
    const parsed = v.safeParse(shape, result);
    if (!parsed.success) throw unanswered(call, "the answer has another shape than expected");
    return parsed.output;
  }

  async #withRetries(call: Call): Promise<Envelope> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(call);
      } catch (error) {
        if (!(error instanceof FailedAttempt) || attempt === TRIES) throw error instanceof FailedAttempt ? error.reason : error;
        const { kind } = error.reason;
        const again = kind === "busy" || ((call.safe ?? (call.method ?? "GET") === "GET") && ["unavailable", "unanswered"].includes(kind));
        if (!again || (error.afterS ?? 0) > LONGEST_WAIT_S) throw error.reason;
        await (this.#options.wait ?? pause)((error.afterS ?? attempt) * 1000);
      }
    }
  }

  async #once(call: Call): Promise<Envelope> {
    const url = new URL(`${this.#options.baseUrl}${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method: call.method ?? "GET",
        headers: { authorization: `Bearer ${this.#options.token}`, "content-type": "application/json" },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        redirect: "error",
        signal: AbortSignal.timeout(this.#options.timeoutMs ?? 30_000),
      });
      text = await response.text();
    } catch (error) {
      const late = error instanceof Error && error.name === "TimeoutError";
      throw new FailedAttempt(unanswered(call, late ? "it took too long" : "the connection failed"));
    }
    const envelope = v.safeParse(Envelope, jsonOf(text));
    if (response.ok && envelope.success && envelope.output.success) return envelope.output;
    if (response.ok && !envelope.success) throw new FailedAttempt(unanswered(call, "the answer is not the platform's"));
    const code = envelope.success ? (envelope.output.errors[0]?.code ?? 0) : 0;
    const after = retryAfter(response.headers);
    throw new FailedAttempt(refusal(call, response.status, code, after), after);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A failed attempt, with the seconds after which the platform allows another. */
class FailedAttempt extends Error {
  readonly reason: PlatformError;
  readonly afterS: number | undefined;
  constructor(reason: PlatformError, afterS?: number) {
    super(reason.message);
    this.reason = reason;
    this.afterS = afterS;
  }
}
