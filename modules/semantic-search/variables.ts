// The variables of semantic search. A variable with an invalid value counts as missing.
import { type AiKey, type Config, declareVariables, headerValue, must, serviceAddress, type Values } from "#kernel/config/index.ts";

export type EmbeddingProvider = "openai" | "google" | "mistral";
export interface SemanticConfig {
  readonly model: { readonly provider: EmbeddingProvider; readonly name: string; /** As it was given. */ readonly id: string } | undefined;
  /** The provider's API key. */
  readonly apiKey: string | undefined;
  readonly storeUrl: string | undefined;
  readonly storeKey: string | undefined;
}

/** `provider/model`; the model's name may contain slashes, as names of local models do. */
const EMBEDDING_MODEL = /^(openai|google|mistral)\/(\w[\w.:@-]*(?:\/\w[\w.:@-]*)*)$/;
/** Variables that may contain a provider's key; if all are missing, the first one is named. */
const KEYS = {
  openai: ["OPENAI_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
} as const satisfies Record<EmbeddingProvider, readonly AiKey[]>;
/** Every variable that may contain the key of an embedding model. */
export const EMBEDDING_KEY_VARIABLES: readonly AiKey[] = [...KEYS.openai, ...KEYS.google, ...KEYS.mistral];

export const semanticVariables = declareVariables({
  public: {
    VECTOR_STORE_URL: serviceAddress,
    KNOWLEDGE_EMBEDDING_MODEL: must(
      "openai/, google/ or mistral/ and the name of an embedding model, such as openai/text-embedding-3-small",
      (text) => EMBEDDING_MODEL.test(text),
    ),
  },
  secrets: { VECTOR_STORE_API_KEY: headerValue },
  read: semanticOf,
});
export const semanticConfig = (config: Config): SemanticConfig => config.of(semanticVariables);

function semanticOf({
  validValue,
  aiKey,
}: Values<"KNOWLEDGE_EMBEDDING_MODEL" | "VECTOR_STORE_URL" | "VECTOR_STORE_API_KEY">): SemanticConfig {
  const [id, provider, name] = EMBEDDING_MODEL.exec(validValue("KNOWLEDGE_EMBEDDING_MODEL") ?? "") ?? [];
  const model = id === undefined || name === undefined ? undefined : { provider: provider as EmbeddingProvider, name, id };
  const keys: readonly AiKey[] = model === undefined ? [] : KEYS[model.provider];
  return {
    model,
    apiKey: keys.map(aiKey).find((key) => key !== undefined),
    storeUrl: validValue("VECTOR_STORE_URL")?.replace(/\/+$/, ""),
    storeKey: validValue("VECTOR_STORE_API_KEY"),
  };
}

/** Names of the missing variables; empty if semantic search can be used. The key's name depends on the model. */
export const missingForSemantic = ({ model, apiKey, storeUrl, storeKey }: SemanticConfig): string[] => [
  ...(model === undefined ? ["KNOWLEDGE_EMBEDDING_MODEL"] : []),
  ...(model !== undefined && apiKey === undefined ? [KEYS[model.provider][0]] : []),
  ...(storeUrl === undefined ? ["VECTOR_STORE_URL"] : []),
  ...(storeKey === undefined ? ["VECTOR_STORE_API_KEY"] : []),
];
