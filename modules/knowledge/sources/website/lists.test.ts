import { expect, test } from "vitest";
import { mainOf } from "./extract.ts";
import { listPages } from "./own-fetch.ts";
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
] as const)("robots.txt %j for %s: %s", ([text, path, may]) => {
  expect(allows(text, path)).toBe(may);
});
test("lists of a hostile site are read in bounded time", () => {
  const started = performance.now();
  expect(allows(`User-agent: *\nDisallow: /x${" ".repeat(100_000)}y`, "/z")).toBe(true);
  // Whose rules take too long to compare is left alone.
  const rules = Array.from({ length: 900 }, () => `Disallow: /*${"a".repeat(480)}b`).join("\n");
  expect(allows(`User-agent: *\n${rules}`, `/${"a".repeat(1900)}`)).toBe(false);
  expect(sitemapOf(`<urlset>${`<loc>${" ".repeat(2999)}<x`.repeat(300)}<loc><![CDATA[ https://a.example/1 ]]> </loc>`)?.addresses).toEqual([
    "https://a.example/1",
  ]);
  expect(performance.now() - started).toBeLessThan(1000);
});
test("patterns of many stars are not compared with all addresses of a large sitemap", async () => {
  const long = `https://a.example/${"a".repeat(1900)}`;
  const body = `<urlset>${Array.from({ length: 200 }, (_, i) => `<loc>${long}${i}</loc>`).join("")}</urlset>`;
  const ctx = { config: { ownOrigins: [] } as never, fetch: async () => new Response(body, { headers: { "content-type": "text/xml" } }) };
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
  expect(listed).toMatchObject({ says: expect.stringContaining("too many addresses") });
});
test("how slowly one may come", () => {
  expect(robotsOf("User-agent: *\nCrawl-delay: 3", "SeedDesk").delay).toBe(3);
});

test("sitemaps, lists of them, and plain lists", () => {
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

test("of a page the main part remains", () => {
  const main = mainOf(
    `<html lang="de"><head><title>Shop | Acme</title></head><body><header>Head</header><nav>Menu</nav><main><header><h1>Das <b>Rad</b></h1></header><aside>Beside</aside><p>Text</p><script>x()</script></main><footer>Foot</footer></body></html>`,
  );
  expect([main.title, main.lang]).toEqual(["Das Rad", "de"]);
  expect(main.html).toContain("Text");
  for (const word of ["Head<", "Menu", "Beside", "Foot", "x()"]) expect(main.html).not.toContain(word);
  expect(mainOf("<p>Bare</p>").html).toContain("Bare");
  expect(mainOf(`${"<div>".repeat(500)}deep`).html).not.toContain("deep");
  expect(mainOf(`${"<div>".repeat(50_000)}deep`)).toHaveProperty("html");
});
