// The built-in crawler: fetches given pages, or those of sitemaps, one after the other and at the pace that the site asks for.
import { safeFetch, textOf, USER_AGENT, type World } from "#kernel/safe-fetch/index.ts";
import { m } from "#messages";
import { MAX_OWN_PAGES, type WebsiteInput } from "../contract.ts";
import { isWanted, pageKey, globPieces, siteOf } from "../rules.ts";
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
/** Limit of comparisons (pattern pieces times characters of addresses): a second or two. */
const MAX_WORK = 200_000_000;

/**
 * Reads a site's robots.txt. A site whose file cannot be read is not fetched (RFC 9309 §2.3.1.4), and the reason is returned; a site
 * without one allows everything.
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

/** The addresses to fetch, up to the maximum. `whole`: none was left out because of it. */
export async function listPages(
  ctx: World,
  website: WebsiteInput,
): Promise<{ readonly keys: string[]; readonly whole: boolean } | { readonly message: string; readonly retryAfter?: number | undefined }> {
  const max = Math.min(website.maxPages, MAX_OWN_PAGES);
  const wanted = new Set<string>();
  // Total pieces of the patterns that each address is compared with.
  const pieces = [...website.include, ...website.exclude].reduce((sum, glob) => sum + globPieces(glob).length, 0);
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

/** Fetches one page and extracts its content. `named`: a member entered this very page. `allows`: the site's robots.txt. */
export async function fetchPage(
  ctx: World,
  known: Pick<KnownPage, "url" | "title" | "parts" | "etag">,
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
    // Loaded with the first page: parsing HTML is a quarter of the worker's code.
    const [{ extractMainContent }, { markdownOf }] = await Promise.all([
      import("./extract-main.ts"),
      import("#kernel/rich-text/from-html.ts"),
    ]);
    const page = extractMainContent(text);
    if (!named && saysNoindex(page.robots)) return failed(m.knowledge_sources_page_noindex(), "skipped");
    const content = markdownOf(page.html, { base: answer.url });
    const canonical = canonicalOf(page.canonical, answer.url, key);
    return { page: { key, title: page.title || key, content, etag: answer.etag, canonical, links: linksOf(page.links, answer.url) } };
  } catch {
    return failed(m.knowledge_sources_page_unread());
  }
}
/** The addresses of pages of the same site that these links lead to, each once. */
const linksOf = (links: readonly string[], base: string): string[] => [
  ...new Set(
    links.flatMap((link) => {
      const to = URL.canParse(link, base) ? pageKey(new URL(link, base).href) : undefined;
      return to !== undefined && siteOf(to) === siteOf(base) ? [to] : [];
    }),
  ),
];
const titleOf = (text: string): string => /^(?:#{0,6}[ \t]+)?(\S.{0,199})/.exec(text.slice(0, 10_000).trimStart())?.[1]?.trim() ?? "";
/** Whether the robots directives, for everybody or for us, exclude the page. */
export const saysNoindex = (robots: string): boolean => /(?:^|,)\s*(?:seeddesk\s*:\s*)?(?:noindex|none)\s*(?:,|$)/i.test(robots);

/** The page of the same site that this one declares as canonical, if it is another one. */
export function canonicalOf(named: string | undefined, base: string, key: string): string | undefined {
  if (named === undefined || !URL.canParse(named, base)) return undefined;
  const to = pageKey(new URL(named, base).href);
  if (to === undefined || to === key || siteOf(to) !== siteOf(key)) return undefined;
  // Many sites declare their front page as canonical on every page.
  return new URL(to).pathname === "/" ? undefined : to;
}
