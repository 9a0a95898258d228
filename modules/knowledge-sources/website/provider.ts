// Client of the crawler provider (Apify's API): starts a run of an actor, polls it, reads its results in pages, aborts it.
import type { Ctx } from "#kernel/module/index.ts";
import { retryAfter, textOf } from "#kernel/http/service-response.ts";
import { readUpTo } from "#kernel/http/body.ts";
import { m } from "#messages";
import type { WebsiteInput } from "../contract.ts";
import { crawlerConfig } from "../variables.ts";

const BASE = "https://api.apify.com/v2";
const TIMEOUT = 30_000;
/** Bytes of one response. */
const MAX_ANSWER = 30_000_000;
type ProviderCtx = Pick<Ctx, "fetch" | "config" | "clock">;

export type ProviderAnswer<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** Temporarily unavailable: retry after so many seconds. */
  | { readonly kind: "wait"; readonly seconds: number }
  /** Refused; with a sentence for people. */
  | { readonly kind: "refused"; readonly message: string; readonly status: number };

const MESSAGES: Readonly<Record<number, () => string>> = {
  400: m.knowledge_sources_crawler_bad_request,
  401: m.knowledge_sources_crawler_bad_token,
  402: m.knowledge_sources_crawler_no_credit,
  403: m.knowledge_sources_crawler_not_permitted,
  404: m.knowledge_sources_crawler_unknown_actor,
};

/** Calls the provider. Throws if it is unreachable or has an internal error, so that the job is retried later. */
async function ask(ctx: ProviderCtx, method: "GET" | "POST", path: string, body?: unknown): Promise<ProviderAnswer<unknown>> {
  const { token, testBaseUrl } = crawlerConfig(ctx.config);
  const response = await ctx.fetch(`${testBaseUrl ?? BASE}${path}`, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 429) {
    await response.body?.cancel();
    return { kind: "wait", seconds: Math.min(3600, Math.max(1, retryAfter(response.headers, ctx.clock.now()) ?? 60)) };
  }
  const message = MESSAGES[response.status]?.();
  if (message !== undefined) {
    await response.body?.cancel();
    return { kind: "refused", message, status: response.status };
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the crawler provider answered ${response.status}`);
  }
  const { bytes, size } = await readUpTo(response.body, MAX_ANSWER);
  if (size > MAX_ANSWER) throw new Error("the crawler provider sent too much");
  return { kind: "ok", value: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

export interface ProviderRun {
  readonly id: string;
  readonly status: string;
  readonly datasetId: string;
  readonly storeId: string | undefined;
  readonly costUsd: number | undefined;
}
function runOf(value: unknown): ProviderRun {
  const run = object(value);
  const id = textOf(run["id"]);
  const datasetId = textOf(run["defaultDatasetId"]);
  const safe = (one: string | undefined): one is string => one !== undefined && /^[\w-]{1,64}$/.test(one);
  if (!safe(id) || !safe(datasetId)) throw new Error("the crawler provider’s answer is no run");
  const cost = run["usageTotalUsd"];
  return {
    id,
    datasetId,
    status: textOf(run["status"]) ?? "",
    storeId: textOf(run["defaultKeyValueStoreId"]),
    costUsd: typeof cost === "number" && Number.isFinite(cost) ? cost : undefined,
  };
}
const map = <A, B>(answered: ProviderAnswer<A>, to: (value: A) => B): ProviderAnswer<B> =>
  answered.kind === "ok" ? { kind: "ok", value: to(answered.value) } : answered;

/** The actor's input. `mark` identifies the run if the response was lost. */
const inputOf = (website: WebsiteInput, mark: string) => ({
  startUrls: website.addresses.map((url) => ({ url, userData: { seedCrawl: mark } })),
  crawlerType: "cheerio",
  maxCrawlPages: website.maxPages,
  includeUrlGlobs: website.include.map((glob) => ({ glob })),
  excludeUrlGlobs: website.exclude.map((glob) => ({ glob })),
  saveMarkdown: true,
  saveHtml: false,
  saveFiles: false,
  respectRobotsTxtFile: true,
});

export const startRun = async (ctx: ProviderCtx, website: WebsiteInput, mark: string): Promise<ProviderAnswer<ProviderRun>> =>
  map(
    await ask(ctx, "POST", `/acts/${encodeURIComponent(crawlerConfig(ctx.config).actorId ?? "")}/runs`, inputOf(website, mark)),
    (value) => runOf(object(value)["data"]),
  );

/** The run that was started with the mark, if there is one, among the actor's newest runs. */
export async function findRun(ctx: ProviderCtx, mark: string, since: number): Promise<ProviderAnswer<ProviderRun | undefined>> {
  const listed = await ask(ctx, "GET", `/acts/${encodeURIComponent(crawlerConfig(ctx.config).actorId ?? "")}/runs?desc=1&limit=20`);
  if (listed.kind !== "ok") return listed;
  const runs = object(object(listed.value)["data"])["items"];
  for (const each of Array.isArray(runs) ? runs : []) {
    const started = Date.parse(String(object(each)["startedAt"]));
    // Allows for differences between clocks.
    if (Number.isFinite(started) && started < since - 600_000) break;
    const run = runOf(each);
    if (run.storeId === undefined) continue;
    const input = await ask(ctx, "GET", `/key-value-stores/${encodeURIComponent(run.storeId)}/records/INPUT`);
    if (input.kind === "wait") return input;
    if (input.kind === "ok" && JSON.stringify(input.value).includes(JSON.stringify({ seedCrawl: mark }).slice(1, -1)))
      return { kind: "ok", value: run };
  }
  return { kind: "ok", value: undefined };
}

export const readProviderRun = async (ctx: ProviderCtx, id: string): Promise<ProviderAnswer<ProviderRun>> =>
  map(await ask(ctx, "GET", `/actor-runs/${id}`), (value) => runOf(object(value)["data"]));
export const abortProviderRun = (ctx: ProviderCtx, id: string): Promise<ProviderAnswer<unknown>> =>
  ask(ctx, "POST", `/actor-runs/${id}/abort`);
/** The number of results so far. */
export const countResults = async (ctx: ProviderCtx, datasetId: string): Promise<ProviderAnswer<number | undefined>> =>
  map(await ask(ctx, "GET", `/datasets/${datasetId}`), (value) => {
    const count = object(object(value)["data"])["itemCount"];
    return typeof count === "number" ? count : undefined;
  });

export interface Result {
  readonly url: string | undefined;
  readonly title: string;
  readonly markdown: string;
  readonly status: number | undefined;
}
export const readResults = async (ctx: ProviderCtx, datasetId: string, offset: number, limit: number): Promise<ProviderAnswer<Result[]>> =>
  map(await ask(ctx, "GET", `/datasets/${datasetId}/items?format=json&offset=${offset}&limit=${limit}`), (value) =>
    (Array.isArray(value) ? value : []).map((each): Result => {
      const item = object(each);
      const crawl = object(item["crawl"]);
      const status = Number(crawl["httpStatusCode"]);
      return {
        url: textOf(crawl["loadedUrl"]) ?? textOf(item["url"]),
        title: (textOf(object(item["metadata"])["title"]) ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 300),
        markdown: textOf(item["markdown"]) ?? textOf(item["text"]) ?? "",
        status: Number.isInteger(status) && status > 0 ? status : undefined,
      };
    }),
  );
