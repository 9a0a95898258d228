// The built-in crawler: fetches named pages, or those of sitemaps, one after the other and as slowly as the site asks.
import { safeFetch, textOf, USER_AGENT, type World } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { MAX_OWN_PAGES, type WebsiteInput } from "../contract.ts";
import { isWanted, pageKey, piecesOf, siteOf } from "../rules.ts";
import type { KnownPage } from "./queries.ts";
import { readSitemaps } from "./read-sitemaps.ts";
import { type Robots, robotsOf } from "./robots.ts";
import { describeFetchError } from "./fetch-errors.ts";
import type { FoundPage } from "./store-page.ts";

const PAGE = {
  maxBytes: 4_000_000,
  timeout: 20_000,
  accept: ["text/html", "application/xhtml+xml", "text/plain", "text/markdown"],
} as const;
const ROBOTS = { maxBytes: 500_000, timeout: 10_000, accept: ["*/*"] } as const;
/** Pieces of patterns times letters of addresses that are compared: a second or two. */
const MAX_WORK = 200_000_000;

/**
 * What a site asks of us. A site whose robots.txt cannot be read is left alone (RFC 9309 §2.3.1.4), and why is said; one without
 * has no wishes.
 */
export async function robotsFor(ctx: World, origin: string): Promise<Robots | { readonly unread: string }> {
  const answer = await safeFetch(ctx, `${origin}/robots.txt`, ROBOTS);
  if (answer.ok) return robotsOf(textOf(answer), USER_AGENT);
  const none =
    answer.reason === "status" && answer.status !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  if (none) return { allows: () => true, delay: undefined };
  return {
    unread:
      answer.reason === "unreachable" || answer.reason === "timeout" ? describeFetchError(answer) : m.knowledge_sources_robots_unread(),
  };
}

/** The addresses to fetch, as many as are wanted at most; `whole` = none was left out for their number. */
export async function listPages(
  ctx: World,
  website: WebsiteInput,
): Promise<{ readonly keys: string[]; readonly whole: boolean } | { readonly message: string; readonly retryAfter?: number | undefined }> {
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
  let whole = true;
  if (website.way === "pages") website.addresses.forEach(take);
  else {
    const read = await readSitemaps(ctx, website.addresses, take, () => wanted.size > max);
    if ("message" in read) return read;
    ({ whole } = read);
    const [elsewhere] = read.elsewhere;
    if (wanted.size === 0 && elsewhere !== undefined)
      return {
        message: m.knowledge_sources_sitemap_of_other_site({ sites: elsewhere }),
      };
  }
  if (work > MAX_WORK) return { message: m.knowledge_sources_patterns_too_wide() };
  const keys = [...wanted];
  return { keys: keys.slice(0, max), whole: whole && keys.length <= max };
}

/** Fetches one page and reads it. `named`: a person named this very page. `allows`: what the site's robots.txt says. */
export async function fetchPage(
  ctx: World,
  known: KnownPage,
  { named = false, allows = () => true }: { readonly named?: boolean; readonly allows?: Robots["allows"] } = {},
): Promise<{ readonly page: FoundPage } | { readonly wait: number; readonly message: string }> {
  const key = known.url;
  const failed = (message: string, kind: "failed" | "skipped" | "gone" = "failed"): { page: FoundPage } => ({
    page: { key, title: known.title, content: "", problem: { message, kind } },
  });
  const answer = await safeFetch(ctx, key, { ...PAGE, etag: known.parts > 0 ? (known.etag ?? undefined) : undefined });
  if (!answer.ok) {
    const busy = answer.reason === "status" && (answer.status === 429 || answer.status === 503);
    if (busy) return { wait: answer.retryAfter ?? 60, message: describeFetchError(answer) };
    const gone = answer.reason === "status" && (answer.status === 404 || answer.status === 410);
    return failed(describeFetchError(answer), gone ? "gone" : "failed");
  }
  if (answer.status === 304) return { page: { key, title: known.title, content: "", unchanged: true, etag: known.etag } };
  if (!named && siteOf(answer.url) !== siteOf(key))
    return failed(m.knowledge_sources_redirects_elsewhere({ host: new URL(answer.url).host }), "skipped");
  if (siteOf(answer.url) === siteOf(key) && !allows(answer.url)) return failed(m.knowledge_sources_robots_disallows_target(), "skipped");
  if (!named && saysNoindex(answer.robots ?? "")) return failed(m.knowledge_sources_page_noindex(), "skipped");
  try {
    const text = textOf(answer).replaceAll("\0", "");
    if (answer.type === "text/plain" || answer.type === "text/markdown")
      return { page: { key, title: titleOf(text) || key, content: text, etag: answer.etag } };
    // Loaded with the first page: reading HTML is a quarter of the worker's code.
    const [{ mainOf }, { markdownOf }] = await Promise.all([import("./extract-main.ts"), import("#kernel/rich-text/from-html.ts")]);
    const main = mainOf(text);
    if (!named && saysNoindex(main.robots)) return failed(m.knowledge_sources_page_noindex(), "skipped");
    const content = markdownOf(main.html, { base: answer.url });
    return { page: { key, title: main.title || key, content, etag: answer.etag, canonical: canonicalOf(main.canonical, answer.url, key) } };
  } catch {
    return failed(m.knowledge_sources_page_unread());
  }
}
const titleOf = (text: string): string => /^(?:#{0,6}[ \t]+)?(\S.{0,199})/.exec(text.slice(0, 10_000).trimStart())?.[1]?.trim() ?? "";
/** Whether a list of directives for everybody, or for us, says that the page shall not be found. */
export const saysNoindex = (robots: string): boolean => /(?:^|,)\s*(?:seeddesk\s*:\s*)?(?:noindex|none)\s*(?:,|$)/i.test(robots);

/** The page of the same site that this one names as the same, if that is another. */
export function canonicalOf(named: string | undefined, base: string, key: string): string | undefined {
  if (named === undefined || !URL.canParse(named, base)) return undefined;
  const to = pageKey(new URL(named, base).href);
  if (to === undefined || to === key || siteOf(to) !== siteOf(key)) return undefined;
  // Many a site names its front page on all of them.
  return new URL(to).pathname === "/" ? undefined : to;
}
