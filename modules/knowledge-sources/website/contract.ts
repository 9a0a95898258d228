// Wire contract of websites and their crawls. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

/** Pages of one crawl by the built-in crawler. */
export const MAX_OWN_PAGES = 200;
/** Pages of one crawl by the provider. */
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
/**
 * How pages are fetched: by the crawler provider starting from the addresses, or by the built-in crawler, either these pages or those in
 * sitemaps.
 */
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
  /** A stop was requested but has not happened yet. */
  aborting: v.boolean(),
  found: v.number(),
  stored: v.number(),
  unchanged: v.number(),
  skipped: v.number(),
  failed: v.number(),
  removed: v.number(),
  /** Cost in US dollars as the provider reports it; null until then, and for the built-in crawler. */
  costUsd: v.nullable(v.number()),
  error: v.nullable(v.string()),
  createdAt: Time,
  finishedAt: v.nullable(Time),
});
export type Crawl = v.InferOutput<typeof Crawl>;

/** `missing`: missing variables of the provider. `mayOpen`: the caller may allow or forbid this project to use it. */
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
/** Allows or forbids the project the installation's crawler. Only the installation's first owner. */
export const openCrawler = route({
  name: "openCrawler",
  method: "PUT",
  path: `${ADMIN}/crawler-access`,
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ open: v.boolean() }),
  reply: Done,
});
