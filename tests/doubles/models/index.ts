// Doubles of six providers of language models, and of a server on one's own machine: they speak each one's wire and answer what a test scripted.
// They answer a fetch, so that they also serve inside workerd; `serve.ts` serves them on loopback.
import { chatCompletions } from "./chat-completions.ts";
import { generateContent } from "./generate-content.ts";
import { formOf, images } from "./images.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";
import {
  type Answer,
  type Asked,
  type Decide,
  type Fault,
  type Frame,
  Invalid,
  type Json,
  makeId,
  type Reply,
  type Vendor,
  type Wire,
} from "./script.ts";
import { type Kind, PROVIDERS, type Refusal, xaiFiltered } from "./vendors.ts";

export type { Answer, Asked, Decide, Fault, Vendor } from "./script.ts";

/** The key that every provider accepts; `compatible` asks for none. */
export const MODEL_KEY = "model-double-key-0123456789";
/** Known models if a test names no others; requests may name any. */
const LISTED: Readonly<Record<Vendor, readonly string[]>> = {
  openai: ["gpt-5-mini", "gpt-5"],
  anthropic: ["claude-haiku-4-5", "claude-sonnet-4-5"],
  google: ["gemini-2.5-flash", "gemini-3-pro-preview"],
  mistral: ["mistral-small-latest", "mistral-large-latest"],
  xai: ["grok-4", "grok-4-fast"],
  groq: ["llama-3.3-70b-versatile", "openai/gpt-oss-120b"],
  compatible: ["local-model"],
};
const VENDORS = Object.keys(PROVIDERS) as readonly Vendor[];

/** Which wire a path speaks. */
function wireOf(vendor: Vendor, path: string): Wire | undefined {
  if (vendor === "anthropic") return path === "/messages" ? messages : undefined;
  if (vendor === "google") return /^\/models\/[^/:]+:(generateContent|streamGenerateContent)$/.test(path) ? generateContent : undefined;
  if (path === "/chat/completions") return chatCompletions;
  if (path === "/images/generations" || path === "/images/edits")
    return vendor === "openai" || vendor === "compatible" ? images : undefined;
  return path === "/responses" && (vendor === "openai" || vendor === "xai") ? responses : undefined;
}

export class Models {
  /** Every request that asked a model, refused ones included, in order. */
  readonly requests: Asked[] = [];
  /** Requests for which nothing was scripted. They are answered 418, and `check` reports them. */
  readonly unscripted: string[] = [];
  key = MODEL_KEY;
  /** If set, a provider knows these models and no others. */
  known: Partial<Record<Vendor, readonly string[]>> = {};
  readonly #script: (Answer | Decide)[] = [];

  /** Scripts answers. A request takes the first that matches; each is used once, unless it is `always` or a function. */
  answer(...answers: readonly (Answer | Decide)[]): void {
    this.#script.push(...answers);
  }
  /** Forgets requests and what is left of the script. */
  reset(): void {
    this.requests.length = 0;
    this.unscripted.length = 0;
    this.#script.length = 0;
  }
  /** Throws if a request was not expected, or an answer was never asked for. */
  check(): void {
    if (this.unscripted.length > 0) throw new Error(`No answer was scripted for:\n${this.unscripted.join("\n")}`);
    const left = this.#script.filter((one) => typeof one !== "function" && one.always !== true);
    if (left.length > 0) throw new Error(`Nobody asked for ${left.length} of the scripted answers: ${JSON.stringify(left)}`);
  }

  /** Answers a request to a provider: by its host, or by its name as first part of the path. */
  async respond(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const named = VENDORS.find((one) => url.pathname.startsWith(`/${one}/`));
    const vendor = named ?? VENDORS.find((one) => PROVIDERS[one].host === url.hostname);
    const full = named ? url.pathname.slice(named.length + 1) : url.pathname;
    if (vendor === undefined || !full.startsWith(`${PROVIDERS[vendor].base}/`)) return this.#loud(`${request.method} ${request.url}`);
    const provider = PROVIDERS[vendor];
    const path = full.slice(provider.base.length);
    const key = provider.keyOf(request.headers, url);
    const refuse = (kind: Kind, model = "", detail = "", retryAfter?: number): Response =>
      refused(provider.refuse(kind, { model, key, path, retryAfter, detail }));
    if (request.method === "GET") {
      if (vendor !== "compatible" && key !== this.key) return refuse("key");
      return path === "/models" ? Response.json(this.#list(vendor)) : this.#loud(`GET ${request.url}`);
    }
    const wire = wireOf(vendor, path);
    if (!wire) return this.#loud(`${request.method} ${request.url}`);
    let asked: Asked;
    try {
      if (vendor !== "compatible" && key !== this.key) return refuse("key");
      if (vendor === "anthropic" && !request.headers.has("anthropic-version")) throw new Invalid("anthropic-version: header is required");
      const body = await jsonOf(request);
      const prompt = wire.read(body, path);
      if (vendor === "google" && prompt.stream && url.searchParams.get("alt") !== "sse")
        return this.#loud(`POST ${request.url}: the double streams with alt=sse only`);
      const text = prompt.turns.findLast(({ role }) => role === "user")?.text ?? "";
      asked = { ...prompt, vendor, path, headers: Object.fromEntries(request.headers), body, text, left: false };
    } catch (error) {
      if (error instanceof Invalid) return refuse("invalid", "", error.message);
      throw error;
    }
    this.requests.push(asked);
    if (this.known[vendor]?.includes(asked.model) === false) return refuse("unknown model", asked.model);
    const answer = this.#next(asked);
    if (!answer) return this.#loud(`${vendor} ${asked.model}: ${asked.text.slice(0, 200)}`);
    request.signal.addEventListener("abort", () => void (asked.left = true));
    await pause(answer.delayMs, request.signal);
    switch (answer.fault) {
      case "key":
      case "rate limit":
      case "no credit":
      case "overloaded":
      case "server error":
      case "unknown model":
      case "context too long":
        return refuse(answer.fault, asked.model, "", answer.retryAfter);
      case "bad gateway":
        return new Response("<html><head><title>502 Bad Gateway</title></head></html>", {
          status: 502,
          headers: { "content-type": "text/html" },
        });
      case "reset":
        throw new TypeError("Network connection lost.");
      case "time-out":
        return await forever(request.signal);
      default:
    }
    if (answer.refusal !== undefined && vendor === "xai") return refused(xaiFiltered(asked.model));
    const reply = replyOf(asked, answer);
    if (asked.stream) return streamed(this.#frames(wire, asked, reply, answer), answer, asked, request.signal);
    if (answer.fault === "cut" || answer.fault === "ends early") throw new TypeError("Network connection lost.");
    if (answer.fault === "stalls") return await forever(request.signal);
    if (answer.fault === "fails midway") return refuse("server error", asked.model);
    const whole = JSON.stringify(wire.whole(asked, reply));
    const sent = answer.fault === "malformed" ? whole.slice(0, Math.floor(whole.length / 2)) : whole;
    return new Response(sent, { headers: { "content-type": "application/json", ...idHeaders(vendor, reply) } });
  }

  /** The events of a stream, as far as the fault lets them come. */
  #frames(wire: Wire, asked: Asked, reply: Reply, answer: Answer): readonly Frame[] {
    const all = wire.stream(asked, reply);
    if (!isMidway(answer.fault)) return all;
    const half = all.slice(0, Math.max(1, Math.floor(all.length / 2)));
    if (answer.fault === "malformed") return [...half, { data: JSON.stringify(all[half.length]?.data).slice(0, -7) }];
    if (answer.fault === "fails midway") {
      const given = { model: asked.model, key: this.key, path: asked.path, retryAfter: undefined, detail: "" };
      return [...half, ...wire.failure(PROVIDERS[asked.vendor].refuse("overloaded", given).body)];
    }
    return half;
  }
  #next(asked: Asked): Answer | undefined {
    for (const [index, one] of this.#script.entries()) {
      if (typeof one === "function") {
        const decided = one(asked);
        if (decided) return decided;
      } else if (matches(one.match, asked)) {
        if (one.always !== true) this.#script.splice(index, 1);
        return one;
      }
    }
    return undefined;
  }
  #loud(what: string): Response {
    this.unscripted.push(what);
    return Response.json({ error: { message: `No answer is scripted for: ${what}`, type: "unscripted" } }, { status: 418 });
  }
  #list(vendor: Vendor): Json {
    const ids = this.known[vendor] ?? LISTED[vendor];
    if (vendor === "google")
      return {
        models: ids.map((id) => ({
          name: `models/${id}`,
          displayName: id,
          inputTokenLimit: 1_048_576,
          outputTokenLimit: 65_536,
          supportedGenerationMethods: ["generateContent", "countTokens"],
        })),
      };
    if (vendor === "anthropic")
      return {
        data: ids.map((id) => ({ type: "model", id, display_name: id, created_at: "2025-09-29T00:00:00Z" })),
        has_more: false,
        first_id: ids[0] ?? null,
        last_id: ids.at(-1) ?? null,
      };
    const more: Json =
      vendor === "mistral"
        ? { type: "base", max_context_length: 131_072, capabilities: { completion_chat: true, function_calling: true, vision: true } }
        : vendor === "groq"
          ? { active: true, context_window: 131_072, public_apps: null }
          : {};
    return { object: "list", data: ids.map((id) => ({ id, object: "model", created: 1_754_073_306, owned_by: vendor, ...more })) };
  }
}

const isMidway = (fault: Fault | undefined): boolean =>
  fault === "cut" || fault === "ends early" || fault === "stalls" || fault === "malformed" || fault === "fails midway";
const refused = ({ status, body, headers }: Refusal): Response => Response.json(body, { status, headers: { ...headers } });

async function jsonOf(request: Request): Promise<Json> {
  try {
    if (request.headers.get("content-type")?.startsWith("multipart/form-data") === true) return await formOf(request);
    const body: unknown = await request.json();
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Json;
  } catch {} // said below
  throw new Invalid("We could not parse the JSON body of your request.");
}
function matches(match: Answer["match"], asked: Asked): boolean {
  if (match === undefined) return true;
  if (typeof match === "string") return asked.text.includes(match);
  return match instanceof RegExp ? match.test(asked.text) : match(asked);
}

function replyOf(asked: Asked, answer: Answer): Reply {
  const prefix = { openai: "chatcmpl-", anthropic: "msg_01", google: "", mistral: "", xai: "", groq: "chatcmpl-", compatible: "chatcmpl-" };
  const callPrefix = asked.vendor === "anthropic" ? "toolu_01" : "call_";
  const size = answer.chunk ?? 12;
  const split = (text: string): string[] => {
    const letters = [...text];
    return Array.from({ length: Math.ceil(letters.length / size) }, (_, i) => letters.slice(i * size, (i + 1) * size).join(""));
  };
  const said = answer.text ?? (answer.object === undefined ? "" : JSON.stringify(answer.object));
  // Mistral's ids of calls have nine characters.
  const callId = (): string => (asked.vendor === "mistral" ? makeId("", 9) : makeId(callPrefix));
  const toolCalls = (answer.toolCalls ?? []).map(({ id, name, input }) => ({ id: id ?? callId(), name, input }));
  const sent = asked.instructions.length + asked.turns.reduce((sum, { text }) => sum + text.length, 0);
  const usage = answer.usage ?? {
    input: Math.max(1, Math.ceil(sent / 4)),
    output: Math.max(1, Math.ceil((said.length + JSON.stringify(toolCalls).length) / 4)),
  };
  return {
    id: asked.path === "/responses" ? makeId("resp_", 48) : makeId(prefix[asked.vendor]),
    created: Math.floor(Date.now() / 1000),
    text: said,
    pieces: split(said),
    toolCalls,
    refusal: answer.refusal,
    picture: answer.picture,
    counts: answer.usage !== undefined,
    tooLong: answer.tooLong === true,
    usage: { cached: 0, reasoning: 0, cost: undefined, ...usage },
    split,
  };
}
const idHeaders = (vendor: Vendor, { id }: Reply): Record<string, string> =>
  vendor === "google" ? {} : { [vendor === "anthropic" ? "request-id" : "x-request-id"]: `req_${id.slice(-24)}` };

function streamed(frames: readonly Frame[], answer: Answer, asked: Asked, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at > 0) await pause(answer.chunkMs, signal);
      const frame = frames[at];
      at += 1;
      if (frame) return controller.enqueue(encoder.encode(lineOf(frame)));
      if (answer.fault === "stalls") await forever(signal);
      if (answer.fault === "cut") throw new TypeError("Network connection lost.");
      controller.close();
    },
    cancel: () => void (asked.left = true),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" } });
}
const lineOf = ({ event, data }: Frame): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

const forever = async (signal: AbortSignal): Promise<never> =>
  await new Promise((_, reject) => {
    if (signal.aborted) reject(new Error("aborted"));
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
/** Waits, but not for a client that left. */
async function pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms === undefined || ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("aborted"));
    });
  });
}
