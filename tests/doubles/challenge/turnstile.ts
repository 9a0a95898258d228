// Double of Cloudflare Turnstile's siteverify, as its documentation describes it: a response is valid once, for five minutes. It answers a
// fetch, so that it also serves inside workerd.
export const CHALLENGE_SECRET = "0x4AAAAAAA-double-secret";
export const CHALLENGE_SITE_KEY = "0x4AAAAAAA-double-site";
const VALID = 300_000;

interface Issued {
  readonly hostname: string;
  readonly action: string;
  readonly at: number;
}
/** A failure instead of an answer: the service is down, answers nonsense, or cuts the connection after it took the response. */
export type ChallengeTrouble = "down" | "nonsense" | "reset after body" | "internal error";

const failed = (...codes: string[]): Response => Response.json({ success: false, "error-codes": codes, messages: [] });

export class Turnstile {
  readonly #issued = new Map<string, Issued>();
  /** Responses already verified, by the idempotency key of that call: the same call may be repeated. */
  readonly #spent = new Map<string, string | undefined>();
  readonly #troubles: ChallengeTrouble[] = [];
  readonly requests: Record<string, unknown>[] = [];
  readonly #now: () => number;
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }
  /** The response that the widget puts into the form when a person has passed. */
  pass(action: string, hostname = "localhost"): string {
    const response = `0.${crypto.randomUUID()}${"x".repeat(200)}`;
    this.#issued.set(response, { hostname, action, at: this.#now() });
    return response;
  }
  trouble(...troubles: readonly ChallengeTrouble[]): void {
    this.#troubles.push(...troubles);
  }
  /** Answers POST /turnstile/v0/siteverify. */
  async answer(request: Request): Promise<Response> {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/turnstile/v0/siteverify")
      return new Response(null, { status: 404 });
    let body: Record<string, unknown>;
    try {
      body = await request.json();
    } catch {
      return failed("bad-request");
    }
    this.requests.push(body);
    const trouble = this.#troubles.shift();
    if (trouble === "down") return new Response("<h1>502</h1>", { status: 502 });
    if (trouble === "nonsense") return new Response("<!doctype html>");
    if (trouble === "internal error") return failed("internal-error");
    const answer = this.#verify(body);
    if (trouble === "reset after body") throw new TypeError("Network connection lost.");
    return answer;
  }
  #verify({ secret, response, idempotency_key: key }: Record<string, unknown>): Response {
    if (secret === undefined || secret === "") return failed("missing-input-secret");
    if (secret !== CHALLENGE_SECRET) return failed("invalid-input-secret");
    if (typeof response !== "string" || response === "") return failed("missing-input-response");
    const known = this.#issued.get(response);
    if (!known || response.length > 2048) return failed("invalid-input-response");
    const again = this.#spent.has(response) && (key === undefined || this.#spent.get(response) !== key);
    if (again || this.#now() - known.at > VALID) return failed("timeout-or-duplicate");
    this.#spent.set(response, typeof key === "string" ? key : undefined);
    return Response.json({
      success: true,
      challenge_ts: new Date(known.at).toISOString(),
      hostname: known.hostname,
      "error-codes": [],
      action: known.action,
      cdata: "",
    });
  }
}
