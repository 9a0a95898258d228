// The variables of crawling websites. A variable with an invalid value counts as missing.
import { type Config, declareVariables, headerValue, must, type Values } from "#kernel/config/index.ts";
import { EMBEDDING_KEY_VARIABLES } from "#modules/semantic-search";

export interface CrawlerConfig {
  /** In the form of the provider's URLs: `owner~name`, or an id. */
  readonly actorId: string | undefined;
  readonly token: string | undefined;
  /** Base URL of the test double. */
  readonly testBaseUrl: string | undefined;
  /** Milliseconds between two pages of the built-in crawler; only tests change it. */
  readonly paceMs: number;
}

export const crawlerVariables = declareVariables({
  public: {
    CRAWLER_ACTOR_ID: must("an actor's id, or its owner and name as owner~name", (text) => /^[\w.-]{1,64}([~/][\w.-]{1,64})?$/.test(text)),
  },
  secrets: { CRAWLER_TOKEN: headerValue },
  capability: {
    name: "knowledge-crawl-and-semantic-search",
    module: "knowledge-sources",
    public: ["CRAWLER_ACTOR_ID", "VECTOR_STORE_URL", "KNOWLEDGE_EMBEDDING_MODEL", "OPENAI_BASE_URL"],
    secrets: ["CRAWLER_TOKEN", "VECTOR_STORE_API_KEY"],
    oneOf: EMBEDDING_KEY_VARIABLES,
    alsoRequires: "lexical retrieval over supplied content needs none of these; OPENAI_BASE_URL only for a model of your own",
  },
  read: crawlerOf,
});
export const crawlerConfig = (config: Config): CrawlerConfig => config.of(crawlerVariables);

function crawlerOf({ validValue, test }: Values<"CRAWLER_ACTOR_ID" | "CRAWLER_TOKEN">): CrawlerConfig {
  return {
    actorId: validValue("CRAWLER_ACTOR_ID")?.replace("/", "~"),
    token: validValue("CRAWLER_TOKEN"),
    testBaseUrl: test("TEST_CRAWLER_BASE_URL"),
    paceMs: Number(test("TEST_CRAWLER_PACE") ?? 500),
  };
}

/** Names of the missing variables without which the provider cannot be used. */
export const missingForCrawling = (crawler: CrawlerConfig): string[] => [
  ...(crawler.actorId === undefined ? ["CRAWLER_ACTOR_ID"] : []),
  ...(crawler.token === undefined ? ["CRAWLER_TOKEN"] : []),
];
