// The variables of crawling websites and of search by meaning. A variable with a fault counts as missing.
import {
  type AiKey,
  type Config,
  declareCeilings,
  declareVariables,
  headerValue,
  must,
  serviceAddress,
  type Values,
} from "#kernel/config/index.ts";

export interface CrawlerConfig {
  /** As the provider's addresses write it: `owner~name`, or an id. */
  readonly actorId: string | undefined;
  readonly token: string | undefined;
  /** Where tests answer in the provider's place. */
  readonly testBaseUrl: string | undefined;
  /** Milliseconds between two pages of our own fetch; only tests shorten it. */
  readonly paceMs: number;
}
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
const EMBEDDING_MODEL = /^(openai|google|mistral)\/(\w[\w.:@-]*(?:\/\w[\w.:@-]*)*)$/;
/** The variables that may hold a provider's key; the first one is named when all are missing. */
const KEYS = {
  openai: ["OPENAI_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
} as const satisfies Record<EmbeddingProvider, readonly AiKey[]>;

export const knowledgeVariables = declareVariables({
  public: {
    CRAWLER_ACTOR_ID: must("an actor's id, or its owner and name as owner~name", (text) => /^[\w.-]{1,64}([~/][\w.-]{1,64})?$/.test(text)),
    VECTOR_STORE_URL: serviceAddress,
    KNOWLEDGE_EMBEDDING_MODEL: must(
      "openai/, google/ or mistral/ and the name of an embedding model, such as openai/text-embedding-3-small",
      (text) => EMBEDDING_MODEL.test(text),
    ),
    OPENAI_BASE_URL: serviceAddress,
  },
  secrets: { CRAWLER_TOKEN: headerValue, VECTOR_STORE_API_KEY: headerValue },
  capability: {
    name: "knowledge-crawl-and-semantic-search",
    module: "knowledge",
    public: ["CRAWLER_ACTOR_ID", "VECTOR_STORE_URL", "KNOWLEDGE_EMBEDDING_MODEL", "OPENAI_BASE_URL"],
    secrets: ["CRAWLER_TOKEN", "VECTOR_STORE_API_KEY"],
    oneOf: [...KEYS.openai, ...KEYS.google, ...KEYS.mistral],
    also: "lexical retrieval over supplied content needs none of these; OPENAI_BASE_URL only for a model of your own",
  },
  read: (values) => ({ crawler: crawlerOf(values), semantic: semanticOf(values) }),
});
export const crawlerConfig = (config: Config): CrawlerConfig => config.of(knowledgeVariables).crawler;
export const semanticConfig = (config: Config): SemanticConfig => config.of(knowledgeVariables).semantic;

export const { declaration: knowledgeCeilings, of: knowledgeCeilingsOf } = declareCeilings({ spendUsdPerProject: 10 });

const crawlerOf = ({ valid, test }: Values<"CRAWLER_ACTOR_ID" | "CRAWLER_TOKEN">): CrawlerConfig => ({
  actorId: valid("CRAWLER_ACTOR_ID")?.replace("/", "~"),
  token: valid("CRAWLER_TOKEN"),
  testBaseUrl: test("TEST_CRAWLER_BASE_URL"),
  paceMs: Number(test("TEST_CRAWLER_PACE") ?? 500),
});

function semanticOf({
  valid,
  aiKey,
}: Values<"KNOWLEDGE_EMBEDDING_MODEL" | "OPENAI_BASE_URL" | "VECTOR_STORE_URL" | "VECTOR_STORE_API_KEY">): SemanticConfig {
  const [id, provider, name] = EMBEDDING_MODEL.exec(valid("KNOWLEDGE_EMBEDDING_MODEL") ?? "") ?? [];
  const model = id === undefined || name === undefined ? undefined : { provider: provider as EmbeddingProvider, name, id };
  const keys: readonly AiKey[] = model === undefined ? [] : KEYS[model.provider];
  const baseUrl = model?.provider === "openai" ? valid("OPENAI_BASE_URL") : undefined;
  return {
    model,
    apiKey: keys.map(aiKey).find((key) => key !== undefined),
    storeUrl: valid("VECTOR_STORE_URL")?.replace(/\/+$/, ""),
    storeKey: valid("VECTOR_STORE_API_KEY"),
    baseUrl: baseUrl?.replace(/\/+$/, ""),
  };
}

/** Names of the variables without which no crawl is started. */
export const missingForCrawling = (crawler: CrawlerConfig): string[] => [
  ...(crawler.actorId === undefined ? ["CRAWLER_ACTOR_ID"] : []),
  ...(crawler.token === undefined ? ["CRAWLER_TOKEN"] : []),
];
/** Names of the variables without which nothing is found by meaning; empty when it can be. The key's name follows from the model. */
export const missingForSemantic = ({ model, apiKey, storeUrl, storeKey }: SemanticConfig): string[] => [
  ...(model === undefined ? ["KNOWLEDGE_EMBEDDING_MODEL"] : []),
  ...(model !== undefined && apiKey === undefined ? [KEYS[model.provider][0]] : []),
  ...(storeUrl === undefined ? ["VECTOR_STORE_URL"] : []),
  ...(storeKey === undefined ? ["VECTOR_STORE_API_KEY"] : []),
];
