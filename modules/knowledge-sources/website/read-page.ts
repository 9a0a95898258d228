// Reads single pages as the built-in crawler does, for modules that keep them elsewhere: robots.txt obeyed, at the pace that a site asks for.
import type { Ctx } from "#kernel/module/index.ts";
import type { World } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { crawlerConfig } from "../variables.ts";
import { fetchPage, robotsFor } from "./fetch-pages.ts";

export interface ReadPage {
  readonly title: string;
  /** Markdown; empty if there is a problem. */
  readonly content: string;
  /** Addresses of the same site that the page links to, menus included. */
  readonly links: readonly string[];
  /** A sentence why it was not read. `robots`: the site does not want it. `busy`: it asked to come back later. */
  readonly problem?: { readonly kind: "robots" | "skipped" | "failed" | "busy"; readonly message: string };
}
const SECONDS_OF_DELAY = 10;

/**
 * A reader of pages, which reads each site's robots.txt once. `named`: a person entered this very address, so it may lead to another site.
 * Never throws for what a site answers.
 */
export function pageReader(ctx: World & Pick<Ctx, "fetch">): (url: string, of: { readonly named: boolean }) => Promise<ReadPage> {
  const sites = new Map<string, Awaited<ReturnType<typeof robotsFor>>>();
  let first = true;
  return async (url, { named }) => {
    const without = (kind: "robots" | "skipped" | "failed" | "busy", message: string): ReadPage => ({
      ...{ title: url, content: "", links: [] },
      problem: { kind, message },
    });
    const { origin } = new URL(url);
    const robots = sites.get(origin) ?? (await robotsFor(ctx, origin));
    sites.set(origin, robots);
    if ("unread" in robots) return without("failed", robots.unread);
    if (!robots.allows(url)) return without("robots", m.knowledge_sources_robots_disallows());
    const wait = Math.max(crawlerConfig(ctx.config).paceMs, Math.min(SECONDS_OF_DELAY, robots.delay ?? 0) * 1000);
    if (!first && wait > 0) await scheduler.wait(wait);
    first = false;
    const read = await fetchPage(ctx, { url, title: url, parts: 0, etag: null }, { named, allows: robots.allows });
    if ("wait" in read) return without("busy", read.message);
    const { title, content, links = [], problem } = read.page;
    return problem === undefined ? { title, content, links } : without(problem.kind === "skipped" ? "skipped" : "failed", problem.message);
  };
}
