// What search by meaning needs: a model that turns texts into vectors, and a store that keeps them. A variable with a fault counts as missing.
import type { VariableName } from "./names.ts";

export type EmbeddingProvider = "openai" | "google" | "mistral";
export interface SemanticConfig {
  readonly model: { readonly provider: EmbeddingProvider; readonly name: string; /** As it was given. */ readonly id: string } | undefined;
  /** The provider's key. */
  readonly apiKey: string | undefined;
  readonly storeUrl: string | undefined;
  readonly storeKey: string | undefined;
  /** Where a service of one's own answers in the provider's place: `OPENAI_BASE_URL`. */
  readonly baseUrl: string | undefined;
}

/** `provider/model`; the model's own name may hold slashes, as names of local models do. */
export const EMBEDDING_MODEL = /^(openai|google|mistral)\/(\w[\w.:@-]*(?:\/\w[\w.:@-]*)*)$/;

/** The part of the configuration that is about search by meaning. `value` answers only values without a fault. */
export function semanticConfigOf(value: (name: VariableName) => string | undefined): SemanticConfig {
  const [id, provider, name] = EMBEDDING_MODEL.exec(value("KNOWLEDGE_EMBEDDING_MODEL") ?? "") ?? [];
  const model = id === undefined || name === undefined ? undefined : { provider: provider as EmbeddingProvider, name, id };
  const keys = model === undefined ? [] : KEYS[model.provider];
  const given = model?.provider === "openai" ? value("OPENAI_BASE_URL") : undefined;
  return {
    model,
    apiKey: keys.map(value).find((key) => key !== undefined),
    storeUrl: value("VECTOR_STORE_URL")?.replace(/\/+$/, ""),
    storeKey: value("VECTOR_STORE_API_KEY"),
    baseUrl: given?.replace(/\/+$/, ""),
  };
}

/** The variables that may hold a provider's key; the first one is named when all are missing. */
const KEYS = {
  openai: ["OPENAI_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
} as const satisfies Record<EmbeddingProvider, readonly VariableName[]>;
export const EMBEDDING_KEY_VARIABLES = [...KEYS.openai, ...KEYS.google, ...KEYS.mistral] as const;

/** Names of the variables without which nothing is found by meaning; empty when it can be. The key's name follows from the model. */
export const missingForSemantic = ({ model, apiKey, storeUrl, storeKey }: SemanticConfig): VariableName[] => [
  ...(model === undefined ? (["KNOWLEDGE_EMBEDDING_MODEL"] as const) : []),
  ...(model !== undefined && apiKey === undefined ? [KEYS[model.provider][0]] : []),
  ...(storeUrl === undefined ? (["VECTOR_STORE_URL"] as const) : []),
  ...(storeKey === undefined ? (["VECTOR_STORE_API_KEY"] as const) : []),
];
