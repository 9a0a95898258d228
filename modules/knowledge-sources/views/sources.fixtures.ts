// Fixtures of sources, items and crawls for the browser suite.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";
import type { Crawl, Item, Source } from "../contract.ts";
import type { SourceKind } from "#modules/retrieval/contract";

type WithId<T> = Omit<T, "id" | "run"> & { readonly id: string };
type CrawlFixture = WithId<Crawl>;
type SourceFixture = WithId<Source> & { readonly run: CrawlFixture | null };
type ItemFixture = WithId<Item>;
export const AT = "2026-11-02T09:14:00.000Z";
export const SOURCE_ID = fixtureId("ksr", 1);

export const crawl = (change: Partial<CrawlFixture> = {}): CrawlFixture => ({
  id: fixtureId("crl", 1),
  way: "sitemap",
  state: "done",
  aborting: false,
  found: 84,
  stored: 12,
  unchanged: 69,
  skipped: 2,
  failed: 1,
  removed: 3,
  costUsd: null,
  error: null,
  createdAt: AT,
  finishedAt: AT,
  ...change,
});
export const source = (kind: SourceKind, change: Partial<SourceFixture> = {}): SourceFixture => ({
  id: SOURCE_ID,
  kind,
  name: "Repair notes",
  audience: "public",
  assistant: true,
  locale: "en",
  createdAt: AT,
  syncedAt: AT,
  documents: 12,
  drafts: 0,
  waiting: 0,
  failed: 0,
  website:
    kind === "website"
      ? {
          way: "sitemap",
          addresses: ["https://acme.example/sitemap.xml"],
          include: ["https://acme.example/docs/**"],
          exclude: [],
          maxPages: 200,
          schedule: "weekly",
          nextAt: "2026-11-09T09:14:00.000Z",
        }
      : null,
  run: null,
  filled: null,
  ...change,
});
export const item = (n: number, title: string, change: Partial<ItemFixture> = {}): ItemFixture => ({
  id: fixtureId("kit", n),
  title,
  url: null,
  state: "ready",
  error: null,
  type: null,
  size: 0,
  parts: 1,
  revision: 1,
  updatedAt: AT,
  ...change,
});
