// What the installation needs to let a provider crawl websites. A variable with a fault counts as missing.
import type { VariableName } from "./names.ts";

export interface CrawlerConfig {
  /** As the provider's addresses write it: `owner~name`, or an id. */
  readonly actorId: string | undefined;
  readonly token: string | undefined;
  /** Where tests answer in the provider's place. */
  readonly testBaseUrl: string | undefined;
  /** Milliseconds between two pages of our own fetch; only tests shorten it. */
  readonly paceMs: number;
}

/** The part of the configuration that is about crawling. `value` answers only values without a fault. */
export const crawlerConfigOf = (
  value: (name: VariableName) => string | undefined,
  testBaseUrl: unknown,
  testPace: unknown,
): CrawlerConfig => ({
  actorId: value("CRAWLER_ACTOR_ID")?.replace("/", "~"),
  token: value("CRAWLER_TOKEN"),
  testBaseUrl: typeof testBaseUrl === "string" ? testBaseUrl : undefined,
  paceMs: typeof testPace === "string" ? Number(testPace) : 500,
});

/** Names of the variables without which no crawl is started. */
export const missingForCrawling = (crawler: CrawlerConfig): VariableName[] => [
  ...(crawler.actorId === undefined ? (["CRAWLER_ACTOR_ID"] as const) : []),
  ...(crawler.token === undefined ? (["CRAWLER_TOKEN"] as const) : []),
];
