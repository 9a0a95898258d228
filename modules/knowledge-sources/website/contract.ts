// Websites and their crawls: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

/** Pages of one run of the built-in fetch. */
export const MAX_OWN_PAGES = 200;
/** Pages of one run of the provider. */
export const MAX_CRAWLED_PAGES = 5000;

export const Way = v.picklist(["crawler", "pages", "sitemap"]);
export type Way = v.InferOutput<typeof Way>;
export const Schedule = v.picklist(["manual", "daily", "weekly"]);

const Address = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, m.knowledge_sources_enter_address),
  v.maxLength(2000, m.knowledge_sources_address_too_long),
  v.url(m.knowledge_sources_address_example),
);
const Glob = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(200, m.knowledge_sources_line_too_long),
  v.regex(/^\S+$/, m.knowledge_sources_pattern_spaces),
);
/** How pages are fetched: by the crawler provider from the addresses on, or by ourselves, those pages or the ones of sitemaps. */
export const WebsiteInput = v.strictObject({
  way: Way,
  addresses: v.pipe(
    v.array(Address),
    v.minLength(1, m.knowledge_sources_one_address),
    v.maxLength(50, m.knowledge_sources_fifty_addresses),
  ),
  include: v.pipe(v.array(Glob), v.maxLength(20, m.knowledge_sources_twenty_lines)),
  exclude: v.pipe(v.array(Glob), v.maxLength(20, m.knowledge_sources_twenty_lines)),
  maxPages: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, m.knowledge_sources_one_page),
    v.maxValue(MAX_CRAWLED_PAGES, m.knowledge_sources_page_limit),
  ),
  schedule: Schedule,
});
export type WebsiteInput = v.InferOutput<typeof WebsiteInput>;

export const CrawlState = v.picklist(["starting", "running", "reading", "removing", "done", "failed", "aborted"]);
export const Crawl = v.object({
  id: idOf("crawl"),
  way: Way,
  state: CrawlState,
  /** Somebody asked it to stop, and it has not yet. */
  aborting: v.boolean(),
  found: v.number(),
  stored: v.number(),
  unchanged: v.number(),
  skipped: v.number(),
  failed: v.number(),
  removed: v.number(),
  /** What the provider says that it cost; null while nobody knows, and for our own fetch. */
  costUsd: v.nullable(v.number()),
  error: v.nullable(v.string()),
  createdAt: Time,
  finishedAt: v.nullable(Time),
});
export type Crawl = v.InferOutput<typeof Crawl>;

/** `missing`: variables without which the crawler provider is not there. `mayOpen`: the caller opens and closes it for this project. */
export const Crawler = v.object({ missing: v.array(v.string()), allowed: v.boolean(), mayOpen: v.boolean(), opened: v.boolean() });
export type Crawler = v.InferOutput<typeof Crawler>;

const inProject = { projectId: idOf("project") };
const ofCrawl = { ...inProject, crawlId: idOf("crawl") };
const BASE = "/api/dashboard/projects/:projectId/knowledge";
const ADMIN = "/api/management/projects/:projectId/knowledge";

export const startCrawl = route({
  name: "startCrawl",
  method: "POST",
  path: `${ADMIN}/sources/:sourceId/crawls`,
  who: "admin",
  params: { ...inProject, sourceId: idOf("knowledgeSource") },
  body: v.strictObject({ clientId: ClientId }),
  status: 201,
  reply: v.object({ crawl: Crawl }),
  errors: ["conflict", "not_configured"],
});
export const readCrawl = route({
  name: "readCrawl",
  method: "GET",
  path: `${BASE}/crawls/:crawlId`,
  who: "member",
  params: ofCrawl,
  reply: v.object({ crawl: Crawl }),
});
export const abortCrawl = route({
  name: "abortCrawl",
  method: "POST",
  path: `${ADMIN}/crawls/:crawlId/abort`,
  who: "admin",
  params: ofCrawl,
  body: Empty,
  reply: v.object({ crawl: Crawl }),
  errors: ["conflict"],
});
/** Lets the project fetch with the installation's crawler, or no longer. Only the installation's first owner. */
export const openCrawler = route({
  name: "openCrawler",
  method: "PUT",
  path: `${ADMIN}/crawler-access`,
  who: "admin",
  params: inProject,
  body: v.strictObject({ open: v.boolean() }),
  reply: Done,
});
