import { expect, test } from "vitest";
import { extractMainContent } from "./extract-main.ts";
import { canonicalOf, listPages, saysNoindex } from "./fetch-pages.ts";
import { robotsOf } from "./robots.ts";
import { sitemapOf } from "./sitemap.ts";

const allows = (text: string, path: string): boolean => robotsOf(text, "SeedDesk").allows(`https://a.example${path}`);
test.for([
  ["", "/x", true],
  ["User-agent: *\nDisallow: /", "/x", false],
  ["User-agent: *\nDisallow:", "/x", true],
  ["User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
  ["User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/c", false],
  ["User-agent: *\nAllow: /a\nDisallow: /a", "/a", true],
  ["User-agent: other\nDisallow: /", "/x", true],
  ["User-agent: *\nDisallow: /\n\nUser-agent: seeddesk\nAllow: /", "/x", true],
  ["User-agent: other\nUser-agent: SeedDesk\nDisallow: /x # no", "/x", false],
  ["User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false],
  ["User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", true],
  ["User-agent: *\nDisallow: /*?*s=", "/x?a=1&s=2", false],
  [`User-agent: *\nDisallow: /${"*a".repeat(200)}b`, `/${"a".repeat(1900)}`, true],
] as const)("robots.txt %j allows %s: %s", ([text, path, may]) => {
  expect(allows(text, path)).toBe(may);
});
test("a hostile site's robots.txt and sitemap are parsed in bounded time", () => {
  const started = performance.now();
  expect(allows(`User-agent: *\nDisallow: /x${" ".repeat(100_000)}y`, "/z")).toBe(true);
  // A site whose rules take too long to compare is not fetched.
  const rules = Array.from({ length: 900 }, () => `Disallow: /*${"a".repeat(480)}b`).join("\n");
  expect(allows(`User-agent: *\n${rules}`, `/${"a".repeat(1900)}`)).toBe(false);
  expect(sitemapOf(`<urlset>${`<loc>${" ".repeat(2999)}<x`.repeat(300)}<loc><![CDATA[ https://a.example/1 ]]> </loc>`)?.addresses).toEqual([
    "https://a.example/1",
  ]);
  expect(performance.now() - started).toBeLessThan(1000);
});
test("names in a hostile page are matched in bounded time, and nested articles count as one", () => {
  const started = performance.now();
  const named = `<div class="cookie${"_a".repeat(5000)}!">Text</div>`;
  expect(extractMainContent(`<body>${named}<div class="cookie-law_bar">Cookies</div></body>`).html).toBe(`<body>${named}</body>`);
  const inner = "<article>a</article>".repeat(3);
  expect(extractMainContent(`<p>x</p><article>${inner}</article>`).html).toBe(`<article>${inner}</article>`);
  expect(extractMainContent(`<article>${inner}</article><article>b</article>`).html).toContain("<article>b</article>");
  expect(performance.now() - started).toBeLessThan(3000);
});
test("patterns with many stars are not compared with all addresses of a large sitemap", async () => {
  const long = `https://a.example/${"a".repeat(1900)}`;
  const body = `<urlset>${Array.from({ length: 200 }, (_, i) => `<loc>${long}${i}</loc>`).join("")}</urlset>`;
  const ctx = {
    config: { ownOrigins: [] } as never,
    env: {},
    fetch: async () => new Response(body, { headers: { "content-type": "text/xml" } }),
  };
  const exclude = Array.from({ length: 20 }, (_, i) => `${"*a".repeat(95)}b${i}`);
  const listed = await listPages(
    ctx as never,
    {
      way: "sitemap",
      addresses: ["https://a.example/sitemap.xml"],
      include: exclude,
      exclude,
      maxPages: 100,
    } as never,
  );
  expect(listed).toMatchObject({ message: expect.stringContaining("Too many addresses") });
});
test("the crawl delay is read", () => {
  expect(robotsOf("User-agent: *\nCrawl-delay: 3", "SeedDesk").delay).toBe(3);
});

test("sitemaps, sitemap indexes and plain lists are parsed", () => {
  const entry =
    "<url><loc>\n https://a.example/?a=1&amp;b=2 </loc><image:image><image:loc>https://i.example/</image:loc></image:image></url>";
  expect(sitemapOf(`<?xml version="1.0"?><urlset xmlns="x">${entry}</urlset>`)).toEqual({
    kind: "pages",
    addresses: ["https://a.example/?a=1&b=2"],
  });
  expect(sitemapOf("<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>")?.kind).toBe("index");
  expect(sitemapOf("https://a.example/1\nhttps://a.example/2\n")?.addresses).toHaveLength(2);
  expect(sitemapOf("<html><body>Not found</body></html>")).toBeUndefined();
});

test("only the main content of a page remains", () => {
  const main = extractMainContent(
    `<html lang="de"><head><title>Shop | Acme</title></head><body><header>Head</header><nav>Menu</nav><main><header><h1>Das <b>Rad</b></h1></header><aside>Beside</aside><p>Text</p><script>x()</script></main><footer>Foot</footer></body></html>`,
  );
  expect([main.title, main.lang]).toEqual(["Das Rad", "de"]);
  expect(main.html).toContain("Text");
  for (const word of ["Head<", "Menu", "Beside", "Foot", "x()"]) expect(main.html).not.toContain(word);
  expect(extractMainContent("<p>Bare</p>").html).toContain("Bare");
  expect(extractMainContent(`${"<div>".repeat(500)}deep`).html).not.toContain("deep");
  expect(extractMainContent(`${"<div>".repeat(50_000)}deep`)).toHaveProperty("html");
});
test("every robots tag counts, whichever comes first", () => {
  const robotsIn = (tags: string): string => extractMainContent(`<head>${tags}</head><p>Text</p>`).robots;
  const everybody = '<meta name="robots" content="index, follow">';
  const us = '<meta name="SeedDesk" content="noindex">';
  expect(saysNoindex(robotsIn(everybody + us))).toBe(true);
  expect(saysNoindex(robotsIn(us + everybody))).toBe(true);
  expect(saysNoindex(robotsIn(everybody + '<meta name="googlebot" content="noindex">'))).toBe(false);
  expect(robotsIn("")).toBe("");
});
test.for([
  ["noindex", true],
  ["NOINDEX, nofollow", true],
  ["index, none", true],
  ["seeddesk: noindex", true],
  ["googlebot: noindex", false],
  ["nosnippet, index", false],
  ["", false],
] as const)("the directives %j exclude the page: %s", ([robots, hidden]) => {
  expect(saysNoindex(robots)).toBe(hidden);
});
test.for([
  ["/a", "https://a.example/b", "https://a.example/a"],
  ["https://www.a.example/a", "https://a.example/b", "https://www.a.example/a"],
  ["/b#top", "https://a.example/b", undefined],
  ["https://b.example/a", "https://a.example/b", undefined],
  ["/", "https://a.example/b", undefined],
  ["http://[", "https://a.example/b", undefined],
  [undefined, "https://a.example/b", undefined],
] as const)("the declared canonical address %j of %s is read as %s", ([named, key, to]) => {
  expect(canonicalOf(named, key, key)).toBe(to);
});
test("menus, skip links and consent banners are removed whatever their markup, but long texts are content whatever their name", () => {
  const long = "The law of cookies. ".repeat(200);
  const page = `<body><div id="CybotCookiebotDialog">A</div><div class="x cookie-consent-banner">B</div><ul class="breadcrumb"><li>C</li></ul><a class="skip-link" href="#m">D</a><div style="color:red;display: none">E</div>
    <h1 class="sidebar">Title</h1><section class="cookie-notice">${long}</section><p>Words</p></body>`;
  const text = extractMainContent(page)
    .html.replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  expect(text).toBe(`Title ${long.trim()} Words`);
  // Several articles are all parts of the page.
  expect(extractMainContent("<article>One</article><article>Two</article>").html).toContain("Two");
  expect(extractMainContent("<p>Around</p><article>One<article>Inner</article></article>").html).not.toContain("Around");
  expect(extractMainContent('<head><meta name="Robots" content="noindex"><link rel="canonical" href="/a"></head>')).toMatchObject({
    robots: "noindex",
    canonical: "/a",
  });
});
