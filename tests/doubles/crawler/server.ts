// Serves the crawler's double on loopback, for tests outside workerd.
import { serveDouble } from "../serve.ts";
import { Apify } from "./apify.ts";

export interface CrawlerDouble {
  readonly apify: Apify;
  /** For TEST_CRAWLER_BASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startCrawler(): Promise<CrawlerDouble> {
  const apify = new Apify();
  const served = await serveDouble({
    answer: (request) => {
      const url = new URL(request.url);
      return apify.answer({
        method: request.method,
        path: url.pathname.replace(/^\/v2/, ""),
        search: url.searchParams,
        authorization: request.headers.get("authorization"),
        body: () => request.text(),
      });
    },
  });
  return { apify, url: `${served.url}/v2`, stop: () => served.stop() };
}
