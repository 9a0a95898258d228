// Doubles of embedding providers as their documentation describes them: OpenAI and Mistral at …/embeddings, Google at …:batchEmbedContents.
// They answer a fetch, so that they also serve inside workerd.
import { vectorOf } from "./vectors.ts";

type Json = Record<string, unknown>;
export type EmbeddingTrouble =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | "hang"
  | "reset"
  /** Vectors of another size than before. */
  | "other size"
  | "zeros"
  | "nonsense"
  | "too few";

export const PROVIDER_KEY = "embedding-double-key";

export class Embeddings {
  /** The texts of every answered request, in order. */
  readonly texts: string[] = [];
  readonly requests: { readonly url: string; readonly kind: string | undefined; readonly count: number }[] = [];
  key = PROVIDER_KEY;
  dimension = 64;
  /** Maximum length of a text; providers count tokens, this double characters. */
  longest = 8192;
  down: EmbeddingTrouble | undefined;
  readonly #troubles: EmbeddingTrouble[] = [];

  trouble(...troubles: readonly EmbeddingTrouble[]): void {
    this.#troubles.push(...troubles);
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const google = /\/models\/([\w.-]+):batchEmbedContents$/.exec(pathname);
    const mistral = request.url.includes("mistral");
    let body: Json;
    try {
      body = await request.json();
    } catch {
      return refusal(google !== null, 400, "invalid_request_error", "INVALID_ARGUMENT");
    }
    const texts = google ? textsOfGoogle(body) : Array.isArray(body["input"]) ? body["input"].map(String) : [];
    this.requests.push({ url: request.url, kind: google ? kindOf(body) : undefined, count: texts.length });
    const trouble = this.down ?? this.#troubles.shift();
    if (trouble === "reset") throw new TypeError("Network connection lost.");
    if (trouble === "hang")
      return await new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(new Error("aborted"))));
    if (typeof trouble === "object")
      return Response.json(trouble.body ?? { error: { message: "trouble" } }, { status: trouble.status, headers: trouble.headers ?? {} });
    if (trouble === "nonsense") return new Response("<!doctype html>");
    const key = google ? request.headers.get("x-goog-api-key") : request.headers.get("authorization")?.replace(/^Bearer /, "");
    if (key !== this.key) return google ? googleKey() : refusal(false, 401, "invalid_api_key", "");
    if (texts.length === 0 || texts.length > (google ? 100 : mistral ? 256 : 2048))
      return refusal(google !== null, 400, "invalid_request_error", "INVALID_ARGUMENT");
    if (texts.some((text) => text.length > this.longest))
      return refusal(google !== null, 400, "context_length_exceeded", "INVALID_ARGUMENT");
    const dimension = trouble === "other size" ? this.dimension / 2 : this.dimension;
    this.texts.push(...texts);
    let vectors = texts.map((text) => (trouble === "zeros" ? Array.from({ length: dimension }, () => 0) : vectorOf(text, dimension)));
    if (trouble === "too few") vectors = vectors.slice(1);
    if (google) return Response.json({ embeddings: vectors.map((values) => ({ values })) });
    const tokens = Math.ceil(texts.join(" ").length / 4);
    // Shuffled on purpose: the API promises no order.
    const data = vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).toReversed();
    return Response.json({ object: "list", data, model: body["model"], usage: { prompt_tokens: tokens, total_tokens: tokens } });
  }
}

const field = (value: unknown, name: string): unknown => (typeof value === "object" && value !== null ? (value as Json)[name] : undefined);
function textsOfGoogle(body: Json): string[] {
  const requests = Array.isArray(body["requests"]) ? body["requests"] : [];
  return requests.map((one: unknown) => {
    const parts = field(field(one, "content"), "parts");
    return Array.isArray(parts) ? parts.map((part: unknown) => String(field(part, "text"))).join(" ") : "";
  });
}
const kindOf = (body: Json): string | undefined => {
  const kind = Array.isArray(body["requests"]) ? field(body["requests"][0], "taskType") : undefined;
  return typeof kind === "string" ? kind : undefined;
};
const refusal = (google: boolean, status: number, code: string, googleStatus: string): Response =>
  google
    ? Response.json({ error: { code: status, message: "Refused.", status: googleStatus } }, { status })
    : Response.json({ error: { message: "Refused.", type: "invalid_request_error", param: null, code } }, { status });
const googleKey = (): Response =>
  Response.json(
    {
      error: {
        code: 400,
        message: "API key not valid. Please pass a valid API key.",
        status: "INVALID_ARGUMENT",
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
      },
    },
    { status: 400 },
  );
