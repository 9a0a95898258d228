// Wire formats of the embedding providers.
import { fieldOf } from "#kernel/http/service-response.ts";
import { type ServiceRequest, errorCodeOf } from "../call-service.ts";
import type { EmbeddingProvider } from "../variables.ts";

/** The role of a text: some models embed documents and queries differently. */
export type TextKind = "document" | "query";
export interface EmbeddingRequest {
  readonly model: string;
  readonly apiKey: string;
  readonly base: string;
  readonly kind: TextKind;
}
/** One provider's wire format. */
export interface ProviderFormat {
  readonly title: string;
  /** Maximum number of texts of one request. */
  readonly most: number;
  readonly base: string;
  readonly requestOf: (texts: readonly string[], asked: EmbeddingRequest) => ServiceRequest;
  /** One vector per text, in the texts' order; undefined if the response is invalid. */
  readonly vectorsOf: (body: unknown) => readonly unknown[] | undefined;
  /** Billed tokens; undefined if the provider does not report them. */
  readonly tokensOf: (body: unknown) => number | undefined;
  /** The provider's error code. */
  readonly errorOf: (body: unknown) => string;
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" && value >= 0 ? value : undefined);
/** `data` may be in any order: each entry has the index of its text. */
function ordered(body: unknown): readonly unknown[] | undefined {
  const data = fieldOf(body, "data");
  if (!Array.isArray(data)) return undefined;
  const vectors: unknown[] = Array.from({ length: data.length });
  for (const [place, one] of data.entries()) vectors[numberOf(fieldOf(one, "index")) ?? place] = fieldOf(one, "embedding");
  return vectors;
}
const openAiLike = (title: string, base: string, most: number, errorOf: ProviderFormat["errorOf"]): ProviderFormat => ({
  title,
  base,
  most,
  requestOf: (input, { model, apiKey, base: at }) => ({
    method: "POST",
    url: `${at}/embeddings`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: { model, input, encoding_format: "float" },
  }),
  vectorsOf: ordered,
  tokensOf: (body) => numberOf(fieldOf(body, "usage", "total_tokens")),
  errorOf,
});

export const PROVIDERS: Readonly<Record<EmbeddingProvider, ProviderFormat>> = {
  openai: openAiLike(
    "OpenAI",
    "https://api.openai.com/v1",
    256,
    (body) => errorCodeOf(fieldOf(body, "error", "code")) || errorCodeOf(fieldOf(body, "error", "type")),
  ),
  mistral: openAiLike("Mistral", "https://api.mistral.ai/v1", 128, (body) => errorCodeOf(fieldOf(body, "type"))),
  google: {
    title: "Google",
    base: "https://generativelanguage.googleapis.com/v1beta",
    most: 100,
    requestOf: (texts, { model, apiKey, base, kind }) => ({
      method: "POST",
      url: `${base}/models/${model}:batchEmbedContents`,
      headers: { "x-goog-api-key": apiKey },
      body: {
        requests: texts.map((text) => ({
          model: `models/${model}`,
          content: { parts: [{ text }] },
          taskType: kind === "query" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT",
        })),
      },
    }),
    vectorsOf: (body) => {
      const embeddings = fieldOf(body, "embeddings");
      return Array.isArray(embeddings) ? embeddings.map((one: unknown) => fieldOf(one, "values")) : undefined;
    },
    tokensOf: () => undefined,
    errorOf: (body) => {
      const details = fieldOf(body, "error", "details");
      const reason = Array.isArray(details)
        ? details.map((one: unknown) => errorCodeOf(fieldOf(one, "reason"))).find((word) => word !== "")
        : "";
      return reason === undefined || reason === "" ? errorCodeOf(fieldOf(body, "error", "status")) : reason;
    },
  },
};
