// Wire contract of websites and their crawls. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, Time } from "#kernel/wire/values.ts";
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
  v.minLength(1, "Enter an address."),
  v.maxLength(2000, "Use at most 2,000 characters."),
  v.url("Enter an address such as https://acme.example/docs."),
);
const Glob = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(200, "Use at most 200 characters per line."),
  v.regex(/^\S+$/, "Address patterns can’t contain spaces."),
);
/**
 * How pages are fetched: by the crawler provider starting from the addresses, or by the built-in crawler, either these pages or those in
 * sitemaps.
 */
export const WebsiteInput = v.strictObject({
  way: Way,
  addresses: v.pipe(v.array(Address), v.minLength(1, "Enter at least one address."), v.maxLength(50, "Use at most 50 addresses.")),
  include: v.pipe(v.array(Glob), v.maxLength(20, "Use at most 20 lines.")),
  exclude: v.pipe(v.array(Glob), v.maxLength(20, "Use at most 20 lines.")),
  maxPages: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, "Fetch at least one page."),
    v.maxValue(MAX_CRAWLED_PAGES, "Fetch at most 5,000 pages."),
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
  params: inProject,
  body: v.strictObject({ open: v.boolean() }),
  reply: Done,
});
