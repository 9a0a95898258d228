// Our own fetch of pages: those that were named, or those of sitemaps. One after the other, as slowly as the site asks.
import type { Ctx } from "#kernel/module/index.ts";
import { markdownOf } from "#kernel/rich-text/from-html.ts";
import { type SafeAnswer, safeFetch, textOf, USER_AGENT } from "#kernel/safe-fetch/index.ts";
import { MAX_OWN_PAGES, type WebsiteInput } from "../contract.ts";
import { isWanted, pageKey, piecesOf } from "../rules.ts";
import { mainOf } from "./extract.ts";
import type { KnownPage } from "./queries.ts";
import { type Robots, robotsOf } from "./robots.ts";
import { sitemapOf } from "./sitemap.ts";
import type { FoundPage } from "./store-page.ts";

type World = Pick<Ctx, "fetch" | "config">;
const PAGE = {
  maxBytes: 4_000_000,
  timeout: 20_000,
  accept: ["text/html", "application/xhtml+xml", "text/plain", "text/markdown"],
} as const;
const LIST = {
  maxBytes: 10_000_000,
  timeout: 20_000,
  accept: ["application/xml", "text/xml", "text/plain", "application/rss+xml"],
} as const;
const ROBOTS = { maxBytes: 500_000, timeout: 10_000, accept: ["*/*"] } as const;
/** Pieces of patterns times letters of addresses that are compared: a second or two. */
const MAX_WORK = 200_000_000;
/** Lists of an index that are read. */
const MAX_LISTS = 10;

/** Why an address was not fetched, in words for people. */
export function saysOf(answer: Extract<SafeAnswer, { ok: false }>): string {
  switch (answer.reason) {
    case "address":
      return "This address is not fetched: it is no public https address.";
    case "redirects":
      return "It redirects too often.";
    case "status":
      return answer.status === 404 || answer.status === 410
        ? `The page is not there (${answer.status}).`
        : `The site answered ${answer.status}.`;
    case "type":
      return "It is no page of text.";
    case "too_large":
      return "The page is too large.";
    case "timeout":
      return "The site took too long to answer.";
    case "unreachable":
      return "The site could not be reached.";
  }
}

/** What a site asks of us. A site whose robots.txt cannot be read is left alone (RFC 9309 §2.3.1.4); one without has no wishes. */
export async function robotsFor(ctx: World, origin: string): Promise<Robots | undefined> {
  const answer = await safeFetch(ctx, `${origin}/robots.txt`, ROBOTS);
  if (answer.ok) return robotsOf(textOf(answer), USER_AGENT);
  const none =
    answer.reason === "status" && answer.status !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  return none ? { allows: () => true, delay: undefined } : undefined;
}

/** The addresses to fetch, as many as are wanted at most; `whole` = none was left out for their number. */
export async function listPages(
  ctx: World,
  website: WebsiteInput,
): Promise<{ readonly keys: string[]; readonly whole: boolean } | { readonly says: string; readonly retryAfter?: number | undefined }> {
  const max = Math.min(website.maxPages, MAX_OWN_PAGES);
  const wanted = new Set<string>();
  // Pieces of patterns that are compared with each address.
  const pieces = [...website.include, ...website.exclude].reduce((sum, glob) => sum + piecesOf(glob).length, 0);
  let work = 0;
  const take = (address: string): void => {
    const key = pageKey(address);
    if (key !== undefined && (work += pieces * key.length) > MAX_WORK) return;
    if (key !== undefined && isWanted(key, website.include, website.exclude)) wanted.add(key);
  };
  if (website.way === "pages") website.addresses.forEach(take);
  else
    for (const address of website.addresses) {
      const lists = [address];
      for (let read = 0; read < lists.length && read <= MAX_LISTS && wanted.size <= max; read += 1) {
        const from = lists[read] ?? "";
        const answer = await safeFetch(ctx, from, LIST);
        if (!answer.ok) return { says: `The sitemap ${from} could not be read. ${saysOf(answer)}`, retryAfter: answer.retryAfter };
        const map = sitemapOf(textOf(answer));
        if (!map) return { says: `${from} is no sitemap.` };
        // A sitemap speaks for its own site only.
        const { host } = new URL(from);
        const own = map.addresses.filter((one) => URL.canParse(one) && new URL(one).host === host);
        if (map.kind === "pages") own.forEach(take);
        else if (read === 0) lists.push(...own);
      }
    }
  if (work > MAX_WORK)
    return { says: "There are too many addresses for these patterns. Use fewer or shorter patterns, or a smaller sitemap." };
  const keys = [...wanted];
  return { keys: keys.slice(0, max), whole: keys.length <= max };
}

/** Fetches one page and reads it. */
export async function fetchPage(
  ctx: World,
  known: KnownPage,
): Promise<{ readonly page: FoundPage } | { readonly wait: number; readonly says: string }> {
  const key = known.url;
  const failed = (says: string, kind: "failed" | "skipped" | "gone" = "failed"): { page: FoundPage } => ({
    page: { key, title: known.title, content: "", problem: { says, kind } },
  });
  const answer = await safeFetch(ctx, key, { ...PAGE, etag: known.parts > 0 ? (known.etag ?? undefined) : undefined });
  if (!answer.ok) {
    const busy = answer.reason === "status" && (answer.status === 429 || answer.status === 503);
    if (busy) return { wait: answer.retryAfter ?? 60, says: saysOf(answer) };
    const gone = answer.reason === "status" && (answer.status === 404 || answer.status === 410);
    return failed(saysOf(answer), gone ? "gone" : "failed");
  }
  if (answer.status === 304) return { page: { key, title: known.title, content: "", unchanged: true, etag: known.etag } };
  try {
    const text = textOf(answer).replaceAll("\0", "");
    if (answer.type === "text/plain" || answer.type === "text/markdown")
      return { page: { key, title: titleOf(text) || key, content: text, etag: answer.etag } };
    const main = mainOf(text);
    return { page: { key, title: main.title || key, content: markdownOf(main.html, { base: answer.url }), etag: answer.etag } };
  } catch {
    return failed("The page could not be read.");
  }
}
const titleOf = (text: string): string => /^(?:#{0,6}[ \t]+)?(\S.{0,199})/.exec(text.slice(0, 10_000).trimStart())?.[1]?.trim() ?? "";
