// The platform's REST API: bearer, envelope, codes, pages, time limits, and patience where a repeat is safe.
import * as v from "valibot";
import { type Asked, type PlatformError, refusal, unanswered } from "./errors.ts";

export interface RestOptions {
  /** Ends in /client/v4, without a slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** For one call, in milliseconds. */
  readonly timeoutMs?: number;
  /** Waits so many milliseconds; tests do not. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface Call extends Asked {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Asking twice changes nothing; otherwise only a 429, which did nothing, is asked again. */
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

/** Seconds until the platform wants to be asked again; the header may hold a date. */
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

  /** The result of one call, in the shape that the caller expects. */
  async call<S extends v.GenericSchema>(shape: S, call: Call): Promise<v.InferOutput<S>> {
    return this.#parse(shape, call, (await this.#patiently(call)).result);
  }

  /** All pages of a list. */
  async list<S extends v.GenericSchema>(shape: S, call: Call): Promise<v.InferOutput<S>[]> {
    const all: v.InferOutput<S>[] = [];
    for (let page = 1; ; page++) {
      const { result, result_info } = await this.#patiently({ ...call, query: { ...call.query, page: String(page), per_page: "50" } });
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

  async #patiently(call: Call): Promise<Envelope> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(call);
      } catch (error) {
        if (!(error instanceof Failed) || attempt === TRIES) throw error instanceof Failed ? error.reason : error;
        const { trouble } = error.reason;
        const again =
          trouble === "busy" || ((call.safe ?? (call.method ?? "GET") === "GET") && ["unavailable", "unanswered"].includes(trouble));
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
      throw new Failed(unanswered(call, late ? "it took too long" : "the connection failed"));
    }
    const envelope = v.safeParse(Envelope, jsonOf(text));
    if (response.ok && envelope.success && envelope.output.success) return envelope.output;
    if (response.ok && !envelope.success) throw new Failed(unanswered(call, "the answer is not the platform's"));
    const code = envelope.success ? (envelope.output.errors[0]?.code ?? 0) : 0;
    const after = retryAfter(response.headers);
    throw new Failed(refusal(call, response.status, code, after), after);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One try that failed, with what the platform said about trying again. */
class Failed extends Error {
  readonly reason: PlatformError;
  readonly afterS: number | undefined;
  constructor(reason: PlatformError, afterS?: number) {
    super(reason.message);
    this.reason = reason;
    this.afterS = afterS;
  }
}
