// Website sources: our own crawler and the crawler provider. What is kept, what is removed, what a kill in the middle leaves, and what is
// never fetched.
import { env as bindings } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { Apify, CRAWLER_ACTOR, CRAWLER_TOKEN, type Item } from "../doubles/crawler/apify.ts";
import { BAD_ADDRESSES, OWN } from "../../kernel/testing/bad-addresses.ts";
import { readConfig } from "#kernel/config/index.ts";
import type { WebsiteInput } from "#modules/knowledge-sources/contract";
import { fetchPage, listPages, robotsFor } from "../../modules/knowledge-sources/website/fetch-pages.ts";
import { crawlHandler } from "../../modules/knowledge-sources/website/run-crawl.ts";
import { crawlCron } from "../../modules/knowledge-sources/website/start-crawl.ts";
import { type Fetch, html, makeSources, Site, type Sources } from "./sources-kit.ts";

const LONG = (bindings as unknown as Record<string, unknown>)["LONG"] !== "";
const HOST = "https://docs.example.test";
const websiteSource = (way: string, addresses: string[], more: Record<string, unknown> = {}) => ({
  website: { way, addresses, include: [], exclude: [], maxPages: 100, schedule: "manual", ...more },
});
const titles = async (kit: Sources, sourceId: string): Promise<string[]> =>
  (await kit.items(sourceId)).map(({ title, state, error }) => `${state} ${title}${error === null ? "" : `: ${error}`}`).toSorted();
const documents = async (kit: Sources): Promise<number> =>
  (await kit.world.rows("SELECT id FROM knowledge_documents WHERE project_id = ?", kit.world.projectId)).length;

const map = (...paths: string[]) => ({
  type: "application/xml",
  body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`,
});

test("a sitemap's pages are fetched; missing ones are removed, and unchanged ones kept", async () => {
  const kit = await makeSources();
  const site = new Site({
    "/sitemap.xml": map("/a", "/b", "/private/x", "/skip/y"),
    "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /private/" },
    "/a": html("Brewing", "Use ninety degrees for oolong."),
    "/b": { ...html("Cleaning", "Wipe with a damp cloth."), headers: { etag: '"b1"' } },
    "/private/x": html("Hidden", "Nobody reads this."),
    "/skip/y": html("Skipped", "Not wanted."),
  });
  kit.fetch = site.fetch;
  const source = await kit.add("website", websiteSource("sitemap", [`${HOST}/sitemap.xml`], { exclude: [`${HOST}/skip/**`] }));
  const run = await kit.start(source.id);
  await kit.work();
  expect(await kit.crawl(run.id)).toMatchObject({
    state: "done",
    found: 3,
    stored: 2,
    skipped: 1,
    failed: 0,
    removed: 0,
    error: null,
    costUsd: null,
  });
  expect(await titles(kit, source.id)).toEqual([
    "ready Brewing",
    "ready Cleaning",
    `skipped ${HOST}/private/x: The site’s robots.txt disallows it.`,
  ]);
  expect(await kit.find("oolong degrees")).toEqual(["Brewing"]);
  expect(await kit.find("menu foot")).toEqual([]);
  expect([site.count("/private/x"), site.count("/skip/y"), site.elsewhere]).toEqual([0, 0, []]);

  site.pages["/sitemap.xml"] = map("/a", "/b", "/c");
  site.pages["/a"] = html("Brewing", "Use eighty degrees for sencha.");
  site.pages["/c"] = { status: 500 };
  const second = await kit.start(source.id);
  await kit.work();
  expect(await kit.crawl(second.id)).toMatchObject({ state: "done", found: 3, stored: 1, unchanged: 1, failed: 1, removed: 1 });
  expect(await kit.find("oolong")).toEqual([]);
  expect(await kit.find("sencha")).toEqual(["Brewing"]);

  // A page that fails keeps its document; one that is gone does not.
  site.pages["/a"] = { status: 503 };
  site.pages["/b"] = { status: 404 };
  site.pages["/c"] = html("Contact", "Write to the office.");
  const third = await kit.start(source.id);
  await kit.work(60);
  expect(await kit.crawl(third.id)).toMatchObject({ state: "done", stored: 1, failed: 2 });
  expect(site.count("/a")).toBe(2 + 3);
  expect(await titles(kit, source.id)).toEqual([
    "failed Brewing: The site answered 503.",
    "failed Cleaning: Page not found (404).",
    "ready Contact",
  ]);
  expect([await kit.find("sencha"), await kit.find("damp cloth"), await documents(kit)]).toEqual([["Brewing"], [], 2]);
});

test("an incomplete run removes nothing, nor does one whose sitemap cannot be read", async () => {
  const kit = await makeSources();
  const site = new Site({ "/sitemap.xml": map("/a", "/b"), "/a": html("First", "Alpha."), "/b": html("Second", "Beta.") });
  kit.fetch = site.fetch;
  const source = await kit.add("website", websiteSource("sitemap", [`${HOST}/sitemap.xml`]));
  await kit.start(source.id);
  await kit.work();
  expect(await documents(kit)).toBe(2);
  await kit.world.as(`${kit.management}/sources/${source.id}`, {
    method: "PATCH",
    body: websiteSource("sitemap", [`${HOST}/sitemap.xml`], { maxPages: 1 }),
  });
  const small = await kit.start(source.id);
  await kit.work();
  expect(await kit.crawl(small.id)).toMatchObject({ state: "done", found: 1, removed: 0 });
  site.pages["/sitemap.xml"] = { status: 500 };
  const broken = await kit.start(source.id);
  await kit.work();
  expect(await kit.crawl(broken.id)).toMatchObject({
    state: "failed",
    error: `Couldn’t read the sitemap ${HOST}/sitemap.xml. The site answered 500.`,
  });
  expect(await documents(kit)).toBe(2);
});

test("noindex pages, redirects elsewhere, and duplicates are left out; charsets, compressed and nested sitemaps are read", async () => {
  const kit = await makeSources();
  const gzip = async (text: string): Promise<Uint8Array> =>
    new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
  const index = (...paths: string[]) => ({
    type: "application/xml",
    body: `<sitemapindex>${paths.map((path) => `<sitemap><loc>${HOST}${path}</loc></sitemap>`).join("")}</sitemapindex>`,
  });
  const page = (head: string, body: string) => ({ body: `<html><head><title>T</title>${head}</head><body>${body}</body></html>` });
  const site = new Site({
    "/sitemap.xml": index("/nested.xml", "/packed.xml.gz"),
    "/nested.xml": index("/deep.xml"),
    "/deep.xml": map("/a", "/a-copy", "/named", "/noindex", "/header", "/away", "/moved", "/latin"),
    "/packed.xml.gz": { type: "application/gzip", body: await gzip(map("/packed").body.replaceAll("https:", "http:")) },
    "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /secret" },
    "/a": html("Kilns", "Fire at a thousand degrees."),
    "/a-copy": html("Kilns", "Fire at a thousand degrees."),
    "/named": page(`<link rel="canonical" href="${HOST}/a">`, "<main><p>Other words.</p></main>"),
    "/noindex": page('<meta name="robots" content="noindex, follow">', "<main><p>Hidden words.</p></main>"),
    "/header": { ...html("Header", "Hidden words too."), headers: { "x-robots-tag": "noindex" } },
    "/away": { status: 302, headers: { location: "https://elsewhere.example.test/login" } },
    "/moved": { status: 302, headers: { location: "/secret" } },
    "/secret": html("Secret", "Not for fetchers."),
    "/latin": {
      type: "text/html; charset=windows-1252",
      body: Uint8Array.from("<html><main><h1>Gr\xf6\xdfe</h1><p>F\xfcr alle.</p></main></html>", (sign) => sign.charCodeAt(0)),
    },
    "/packed": page("", '<div id="onetrust-banner-sdk">We value your cookies</div><div class="breadcrumbs">Home</div><p>Packed words.</p>'),
  });
  kit.fetch = (url, init) =>
    url.startsWith("https://elsewhere.example.test/")
      ? Promise.resolve(new Response("<p>Sign in", { headers: { "content-type": "text/html" } }))
      : site.fetch(url, init);
  const source = await kit.add("website", websiteSource("sitemap", [`${HOST}/sitemap.xml`]));
  const run = await kit.start(source.id);
  await kit.work();
  expect(await titles(kit, source.id)).toEqual([
    "ready Größe",
    "ready Kilns",
    "ready T",
    `skipped Kilns: It is the same page as ${HOST}/a.`,
    `skipped T: It is the same page as ${HOST}/a.`,
    `skipped ${HOST}/away: It redirects to another site: elsewhere.example.test.`,
    `skipped ${HOST}/header: The page asks not to be indexed (noindex).`,
    `skipped ${HOST}/moved: The site’s robots.txt disallows the page it redirects to.`,
    `skipped ${HOST}/noindex: The page asks not to be indexed (noindex).`,
  ]);
  expect(await kit.crawl(run.id)).toMatchObject({ state: "done", found: 9, stored: 3, skipped: 6 });
  expect([await kit.find("für alle"), await kit.find("packed"), await kit.find("cookies"), await kit.find("hidden")]).toEqual([
    ["Größe"],
    ["T"],
    [],
    [],
  ]);
  // A page that a person named is imported even with noindex.
  const named = await kit.add("website", websiteSource("pages", [`${HOST}/noindex`]));
  await kit.start(named.id);
  await kit.work();
  expect(await kit.find("hidden")).toEqual(["T"]);
  // The duplicate is kept once the first page is gone.
  site.pages["/deep.xml"] = map("/a-copy");
  const again = await kit.start(source.id);
  await kit.work();
  expect(await kit.crawl(again.id)).toMatchObject({ stored: 1, unchanged: 1, removed: 7 });
  expect(await kit.find("thousand degrees")).toEqual(["Kilns"]);
});

test("a partly read set of sitemaps removes nothing, and one of another site is reported", async () => {
  const kit = await makeSources();
  const lists = Array.from({ length: 30 }, (_, n) => `/s${n}.xml`);
  const site = new Site({
    "/sitemap.xml": {
      type: "application/xml",
      body: `<sitemapindex>${lists.map((path) => `<loc>${HOST}${path}</loc>`).join("")}</sitemapindex>`,
    },
    ...Object.fromEntries(lists.map((path, n) => [path, n < 20 ? map(`/p${n}`) : map()])),
    ...Object.fromEntries(lists.map((_, n) => [`/p${n}`, html(`P${n}`, `Words of ${n}.`)])),
  });
  kit.fetch = site.fetch;
  const listed = await listPages(kit.ctx(), websiteSource("sitemap", [`${HOST}/sitemap.xml`]).website as WebsiteInput);
  expect(listed).toMatchObject({ whole: false });
  site.pages["/sitemap.xml"] = { type: "application/xml", body: "<urlset><loc>https://other.example.test/a</loc></urlset>" };
  expect(await listPages(kit.ctx(), websiteSource("sitemap", [`${HOST}/sitemap.xml`]).website as WebsiteInput)).toMatchObject({
    message: "The sitemap lists only pages of other.example.test, but a sitemap counts only for its own site. Use that site’s sitemap.",
  });
  site.pages["/sitemap.xml"] = { type: "application/xml", body: "<urlset><loc>http://www.docs.example.test/a</loc></urlset>" };
  expect(await listPages(kit.ctx(), websiteSource("sitemap", [`${HOST}/sitemap.xml`]).website as WebsiteInput)).toEqual({
    keys: ["https://www.docs.example.test/a"],
    whole: true,
  });
});

test("a busy site is asked again when it says, and not before", async () => {
  const kit = await makeSources();
  let busy = true;
  const site = new Site({ "/a": () => (busy ? { status: 429, headers: { "retry-after": "600" } } : html("Late", "Gamma.")) });
  kit.fetch = site.fetch;
  const source = await kit.add("website", websiteSource("pages", [`${HOST}/a`]));
  const run = await kit.start(source.id);
  await kit.work(3, 0);
  await kit.work(8, 1);
  expect([site.count("/a"), (await kit.crawl(run.id)).state]).toEqual([1, "running"]);
  busy = false;
  await kit.work(12, 1);
  expect([site.count("/a"), (await kit.crawl(run.id)).state]).toEqual([2, "done"]);
});

test("a source has one run at a time, and stopping it keeps what was stored", async () => {
  const kit = await makeSources();
  const paths = Array.from({ length: 20 }, (_, n) => `/p${n}`);
  const site = new Site(Object.fromEntries(paths.map((path) => [path, html(path, `Text of ${path}.`)])));
  kit.fetch = site.fetch;
  const source = await kit.add(
    "website",
    websiteSource(
      "pages",
      paths.map((path) => HOST + path),
    ),
  );
  const run = await kit.start(source.id);
  await expect(kit.start(source.id)).rejects.toMatchObject({ status: 409 });
  await kit.work(1, 0);
  expect((await kit.crawl(run.id)).stored).toBe(8);
  const asked = await kit.world.as(`${kit.management}/crawls/${run.id}/abort`, { body: {} });
  expect(asked.status).toBe(200);
  await kit.work(3, 0);
  expect(await kit.crawl(run.id)).toMatchObject({ state: "aborted", stored: 8, removed: 0, aborting: false });
  expect(await documents(kit)).toBe(8);
  expect((await kit.source(source.id)).waiting).toBe(0);
});

// --- the provider ------------------------------------------------------------------------------------------------------------

const VARS = { CRAWLER_ACTOR_ID: "apify/website-content-crawler", CRAWLER_TOKEN, TEST_CRAWLER_BASE_URL: "https://crawler.example.test/v2" };
const item = (path: string, title: string, markdown: string, status = 200): Item => ({
  url: HOST + path,
  markdown,
  metadata: { title },
  crawl: { loadedUrl: HOST + path, httpStatusCode: status, depth: 1 },
});
/** The provider through ctx.fetch; any other fetch is an error. */
const throughProvider =
  (apify: Apify): Fetch =>
  async (address, init) => {
    const url = new URL(address);
    if (url.host !== "crawler.example.test") throw new TypeError(`fetched ${address}`);
    return await apify.answer({
      method: init.method ?? "GET",
      path: url.pathname.replace(/^\/v2/, ""),
      search: url.searchParams,
      authorization: new Headers(init.headers).get("authorization"),
      body: () => Promise.resolve(String(init.body)),
    });
  };
async function withProvider(items: Item[] = []): Promise<{ kit: Sources; apify: Apify; sourceId: string }> {
  const kit = await makeSources(VARS);
  const apify = new Apify();
  apify.now = kit.world.clock.now;
  apify.items = items;
  kit.fetch = throughProvider(apify);
  // The installation's crawler serves the first owner, who created every world of this file.
  const source = await kit.add("website", websiteSource("crawler", [`${HOST}/`], { include: [`${HOST}/**`] }));
  return { kit, apify, sourceId: source.id };
}
const TWENTY = Array.from({ length: 20 }, (_, n) => item(`/p${n}`, `Page ${n}`, `The text of number${n} is here.`));

test("the provider's results become documents, with their cost", async () => {
  const { kit, apify, sourceId } = await withProvider([
    ...TWENTY,
    item("/gone", "Gone", "Not found", 404),
    item("/empty", "Empty", ""),
    { url: "https://elsewhere.example/x", markdown: "Foreign words", metadata: { title: "Foreign" } },
  ]);
  apify.polls = 2;
  const run = await kit.start(sourceId);
  await kit.work();
  expect(await kit.crawl(run.id)).toMatchObject({
    state: "done",
    found: 23,
    stored: 20,
    failed: 1,
    skipped: 2,
    removed: 0,
    costUsd: 0.039,
  });
  expect(await kit.find("number7")).toEqual(["Page 7"]);
  expect(await kit.find("foreign")).toEqual([]);
  expect(apify.runs[0]?.input).toMatchObject({
    startUrls: [{ url: `${HOST}/` }],
    maxCrawlPages: 100,
    includeUrlGlobs: [{ glob: `${HOST}/**` }],
    saveMarkdown: true,
  });
  expect(CRAWLER_ACTOR).toBe("apify~website-content-crawler");
  // A second run: nothing changed but one missing page.
  apify.items = TWENTY.slice(1);
  const again = await kit.start(sourceId);
  await kit.work();
  expect(await kit.crawl(again.id)).toMatchObject({ state: "done", stored: 0, unchanged: 19, removed: 4 });
  expect([await kit.find("number0"), await documents(kit)]).toEqual([[], 19]);
});

test.for([
  [401, "The crawler provider refused CRAWLER_TOKEN. Set a new token."],
  [402, "The crawler provider’s account is out of credit, or its plan is used up."],
  [404, "The crawler provider doesn’t know the actor in CRAWLER_ACTOR_ID, or the run no longer exists."],
] as const)("%s of the provider ends the run with a readable error", async ([status, error]) => {
  const { kit, apify, sourceId } = await withProvider(TWENTY);
  apify.trouble(/^POST/, { status });
  const run = await kit.start(sourceId);
  await kit.work();
  expect(await kit.crawl(run.id)).toMatchObject({ state: "failed", error });
});

test("429 is waited out as long as it says, and 500 is retried", async () => {
  const { kit, apify, sourceId } = await withProvider(TWENTY);
  apify.trouble(/^POST .acts/, { status: 429, retryAfter: 300 });
  apify.trouble(/^GET .actor-runs/, { status: 500 }, 2);
  apify.trouble(/^GET .datasets.*items/, { status: 429, retryAfter: 60 });
  const run = await kit.start(sourceId);
  await kit.work(2, 0);
  await kit.work(4, 1);
  expect(apify.runs.length).toBe(0);
  await kit.work(60, 1);
  expect(await kit.crawl(run.id)).toMatchObject({ state: "done", stored: 20 });
  expect(apify.runs.length).toBe(1);
});

test.for(["FAILED", "TIMED-OUT", "ABORTED"])("a run that ends as %s keeps what it found and removes nothing", async (status) => {
  const { kit, apify, sourceId } = await withProvider(TWENTY);
  await kit.start(sourceId);
  await kit.work();
  apify.items = [item("/new", "New", "Fresh words.")];
  apify.endsAs = status;
  const run = await kit.start(sourceId);
  await kit.work();
  expect(await kit.crawl(run.id)).toMatchObject({ state: "failed", stored: 1, removed: 0 });
  expect(await documents(kit)).toBe(21);
});

test("stopping also stops the provider's run", async () => {
  const { kit, apify, sourceId } = await withProvider(TWENTY);
  apify.polls = 1000;
  const run = await kit.start(sourceId);
  await kit.work(4, 1);
  await kit.world.rows("UPDATE knowledge_crawls SET abort_asked = 1 WHERE id = ?", run.id);
  await kit.work(4, 1);
  expect(apify.runs[0]?.status).toBe("ABORTED");
  expect(await kit.crawl(run.id)).toMatchObject({ state: "aborted", stored: 0 });
});

test("a run killed at any statement resumes: nothing is stored twice, and the provider has one run", async () => {
  // Counts the batches of an undisturbed run, then kills a run right before and right after each of them.
  const few = TWENTY.slice(0, 10);
  for (const after of LONG ? [true, false] : [true])
    for (let deadly = after ? 1 : 3; deadly <= 24; deadly += LONG ? 1 : 6) {
      const { kit, apify, sourceId } = await withProvider(few);
      const run = await kit.start(sourceId);
      const d1 = kit.world.env.DB;
      let batches = 0;
      let dead = false;
      const dying = new Proxy(d1, {
        get(target, name) {
          if (name !== "batch") return (...args: unknown[]) => (target[name as keyof D1Database] as (...a: unknown[]) => unknown)(...args);
          return async (statements: D1PreparedStatement[]) => {
            batches += 1;
            dead ||= batches === deadly && !after;
            if (dead) throw new Error("killed");
            const results = await target.batch(statements);
            dead = batches === deadly;
            if (dead) throw new Error("killed");
            return results;
          };
        },
      });
      const whole = kit.ctx;
      kit.ctx = () => ({
        ...whole(),
        db: new (whole().db.constructor as new (
          d: D1Database,
        ) => Sources["ctx"] extends () => infer C ? (C extends { db: infer D } ? D : never) : never)(dying),
      });
      await kit.work(8, 1).catch(() => undefined);
      kit.ctx = whole;
      dead = false;
      kit.world.clock.advance({ minutes: 6 });
      await kit.world.rows(
        "UPDATE jobs SET state = 'queued', lease = NULL WHERE project_id = ? AND state = 'running'",
        kit.world.projectId,
      );
      await kit.work(80, 2);
      const found = {
        deadly,
        after,
        state: (await kit.crawl(run.id)).state,
        runs: apify.runs.length,
        stored: (await kit.crawl(run.id)).stored,
        documents: await documents(kit),
      };
      expect(found).toEqual({ deadly, after, state: "done", runs: 1, stored: 10, documents: 10 });
    }
});

test.for(LONG ? [0, 1, 2, 3, 4, 5, 6] : [1, 4])(
  "removing a source after %i steps of its run ends the run and leaves nothing",
  async (steps) => {
    for (const way of ["crawler", "pages"]) {
      const { kit, apify, sourceId: first } = await withProvider(TWENTY);
      let sourceId = first;
      if (way === "pages") {
        const paths = Array.from({ length: 20 }, (_, n) => `/p${n}`);
        kit.fetch = new Site(Object.fromEntries(paths.map((path) => [path, html(path, "Some words about it.")]))).fetch;
        sourceId = (
          await kit.add(
            "website",
            websiteSource(
              "pages",
              paths.map((path) => HOST + path),
            ),
          )
        ).id;
      }
      const run = await kit.start(sourceId);
      await kit.work(steps, 1);
      expect((await kit.world.as(`${kit.management}/sources/${sourceId}`, { method: "DELETE" })).status).toBe(200);
      await kit.work(60, 1);
      await crawlCron(kit.ctx());
      const left = await kit.world.rows(
        "SELECT (SELECT count(*) FROM knowledge_items WHERE source_id = ?1) AS items, (SELECT count(*) FROM knowledge_documents WHERE source_id = ?1) AS documents, (SELECT count(*) FROM knowledge_crawls WHERE id = ?2 AND finished_at IS NULL) AS open, (SELECT count(*) FROM jobs WHERE project_id = ?3 AND state IN ('queued', 'running')) AS jobs",
        sourceId,
        run.id,
        kit.world.projectId,
      );
      expect([way, steps, left]).toEqual([way, steps, [{ items: 0, documents: 0, open: 0, jobs: 0 }]]);
      expect(apify.runs.every(({ status }) => status !== "RUNNING")).toBe(true);
    }
  },
);

test("when the provider's answer is lost, its run is found again by its mark", async () => {
  const { kit, apify, sourceId } = await withProvider(TWENTY);
  let lose = true;
  const inner = kit.fetch;
  kit.fetch = async (url, init) => {
    const answer = await inner(url, init);
    if (lose && init.method === "POST") {
      lose = false;
      throw new TypeError("the connection broke");
    }
    return answer;
  };
  const run = await kit.start(sourceId);
  await kit.work(40, 2);
  expect([apify.runs.length, (await kit.crawl(run.id)).state]).toEqual([1, "done"]);
});

test("without the provider's variables the crawl is refused by their names", async () => {
  const kit = await makeSources();
  const answer = await kit.world.as(`${kit.management}/sources`, {
    body: {
      clientId: crypto.randomUUID(),
      kind: "website",
      name: "Docs",
      audience: "public",
      assistant: true,
      locale: "en",
      ...websiteSource("crawler", [`${HOST}/`]),
    },
  });
  expect(answer).toMatchObject({ status: 503, body: { code: "not_configured", variables: ["CRAWLER_ACTOR_ID", "CRAWLER_TOKEN"] } });
});

test("another owner's project uses the installation's crawler only while its first owner allows it", async () => {
  const { kit, apify, sourceId } = await withProvider(TWENTY);
  const { projectId } = kit.world;
  const createSource = async () =>
    (
      await kit.world.as(`${kit.management}/sources`, {
        body: { clientId: crypto.randomUUID(), ...DOCS, ...websiteSource("crawler", [`${HOST}/`]) },
      })
    ).status;
  const crawler = async () => (await kit.world.as<{ crawler: object }>(`${kit.dashboard}/sources`)).body.crawler;
  const setAccess = async (value: boolean) =>
    (await kit.world.as(`${kit.management}/crawler-access`, { method: "PUT", body: { open: value } })).status;
  const [before] = await kit.world.rows<{ first_owner_id: string }>("SELECT first_owner_id FROM installation");
  try {
    await kit.world.rows("UPDATE installation SET first_owner_id = 'acc_other'");
    expect([await createSource(), await crawler(), await setAccess(true)]).toEqual([
      403,
      { missing: [], allowed: false, mayOpen: false, opened: false },
      403,
    ]);
  } finally {
    await kit.world.rows("UPDATE installation SET first_owner_id = ?", before?.first_owner_id);
  }
  // The first owner is an admin of a project that another account owns.
  await kit.world.rows("UPDATE memberships SET role = 'admin' WHERE project_id = ?", projectId);
  expect([await createSource(), await crawler()]).toEqual([403, { missing: [], allowed: false, mayOpen: true, opened: false }]);
  expect([await setAccess(true), await setAccess(true), await createSource()]).toEqual([200, 200, 201]);
  expect(await crawler()).toEqual({ missing: [], allowed: true, mayOpen: true, opened: true });
  // Access revoked during a run: it ends, at the provider as well.
  apify.polls = 1000;
  const run = await kit.start(sourceId);
  await kit.work(4, 1);
  expect(await setAccess(false)).toBe(200);
  await kit.work(4, 1);
  expect(apify.runs[0]?.status).toBe("ABORTED");
  expect(await kit.crawl(run.id)).toMatchObject({
    state: "failed",
    error: "This project can’t use the installation’s crawler. Its first owner can allow it on the Sources page.",
  });
  expect(
    (await kit.world.rows("SELECT action FROM audit_log WHERE project_id = ? AND action LIKE 'knowledge.crawler%' ORDER BY id", projectId))
      .length,
  ).toBe(2);
});

test("the schedule begins a run once each time it is due", async () => {
  const kit = await makeSources();
  const source = await kit.add("website", websiteSource("pages", ["https://nobody.example.test/a"], { schedule: "daily" }));
  // Not the whole schedule: work that it starts would use the platform's own fetch.
  const tick = () => crawlCron({ ...kit.ctx(), after: () => undefined });
  await tick();
  const runs = () => kit.world.rows("SELECT id FROM knowledge_crawls WHERE source_id = ?", source.id);
  expect((await runs()).length).toBe(0);
  kit.world.clock.advance({ days: 1, minutes: 1 });
  await tick();
  await tick();
  expect((await runs()).length).toBe(1);
});

// --- what is never fetched -----------------------------------------------------------------------------------------------------

const DOCS = { kind: "website", name: "Docs", audience: "public", assistant: true, locale: "en" };
const calls: string[] = [];
const counting: Fetch = (url) => {
  calls.push(url);
  return Promise.reject(new TypeError("no connection"));
};
afterEach(() => void (calls.length = 0));

/** Sets the installation's origins only now: its owner signed in without them. */
async function withOrigins(): Promise<Sources> {
  const kit = await makeSources(VARS);
  kit.world.env = { ...kit.world.env, ...OWN };
  // Under an https origin the cookie has another name.
  kit.world.cookie = `${kit.world.cookie}; __Host-${kit.world.cookie}`;
  kit.fetch = counting;
  return kit;
}

test("no forbidden address can be saved in any way", async () => {
  const kit = await withOrigins();
  for (const [n, address] of BAD_ADDRESSES.entries())
    for (const way of ["pages", "sitemap", "crawler"].filter((_, i) => LONG || n % 3 === i)) {
      const answer = await kit.world.as(`${OWN.APP_ORIGIN}${kit.management}/sources`, {
        headers: { origin: OWN.APP_ORIGIN },
        body: { clientId: crypto.randomUUID(), ...DOCS, ...websiteSource(way, [address]) },
      });
      expect([way, address, answer.status]).toEqual([way, address, 400]);
    }
  expect(calls).toEqual([]);
});

test("no forbidden address is fetched as a page, a sitemap, or for its robots.txt, whatever was saved", async () => {
  const kit = await withOrigins();
  const ctx = { ...kit.ctx(), config: readConfig({ ...OWN }) };
  for (const address of BAD_ADDRESSES) {
    const listed = await listPages(ctx, websiteSource("sitemap", [address]).website as WebsiteInput);
    const page = await fetchPage(ctx, { etag: null, parts: 0, url: address, title: "" });
    expect([address, "message" in listed, "page" in page && page.page.problem?.kind]).toEqual([address, true, "failed"]);
    if (URL.canParse(address) && !address.startsWith("https://example.test")) await robotsFor(ctx, address.replace(/\/$/, ""));
  }
  expect(calls.filter((url) => new URL(url).hostname !== "example.test")).toEqual([]);
});

test("a run neither fetches forbidden addresses planted in the database nor hands them to the provider", async () => {
  const kit = await withOrigins();
  for (const way of ["pages", "sitemap", "crawler"]) {
    const made = await kit.world.as<{ source: { id: string } }>(`${OWN.APP_ORIGIN}${kit.management}/sources`, {
      headers: { origin: OWN.APP_ORIGIN },
      body: { clientId: crypto.randomUUID(), ...DOCS, ...websiteSource(way, [`${HOST}/a`]) },
    });
    const { id } = made.body.source;
    for (const address of BAD_ADDRESSES.filter((_, n) => LONG || n % 36 === 0)) {
      const crawl = `crl_${crypto.randomUUID().replaceAll("-", "").slice(0, 26)}`;
      await kit.world.rows("DELETE FROM knowledge_items WHERE source_id = ?", id);
      await kit.world.rows("UPDATE knowledge_websites SET addresses = ? WHERE source_id = ?", JSON.stringify([address]), id);
      await kit.world.rows(
        "INSERT INTO knowledge_crawls (id, project_id, source_id, way, state, started_by, client_id, created_at) VALUES (?, ?, ?, ?, 'starting', (SELECT first_owner_id FROM installation), ?, ?)",
        crawl,
        kit.world.projectId,
        id,
        way,
        crawl,
        kit.world.clock.now(),
      );
      for (let step = 0; step < 5; step += 1) await crawlHandler.run(kit.ctx(), { crawlId: crawl } as never, {} as never);
      const [row] = await kit.world.rows<{ finished_at: number | null }>("SELECT finished_at FROM knowledge_crawls WHERE id = ?", crawl);
      expect([way, address, row?.finished_at !== null]).toEqual([way, address, true]);
    }
  }
  // One of them is only too long: its site may be asked for its robots.txt.
  expect(calls.filter((url) => url !== "https://example.test/robots.txt")).toEqual([]);
});

test("neither a redirect, nor a sitemap, nor robots.txt leads to a forbidden address", async () => {
  const kit = await makeSources();
  const site = new Site({});
  kit.fetch = site.fetch;
  const source = await kit.add("website", websiteSource("sitemap", [`${HOST}/sitemap.xml`]));
  const elsewhere = BAD_ADDRESSES.filter(
    (address) => /^https?:/.test(address) && URL.canParse(address) && address.length < 2000 && !address.includes("own.example"),
  );
  const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  site.pages = {
    "/sitemap.xml": {
      type: "application/xml",
      body: `<urlset>${[...elsewhere, `${HOST}/r`].map((address) => `<url><loc>${escaped(address)}</loc></url>`).join("")}</urlset>`,
    },
    "/robots.txt": { status: 302, headers: { location: "https://127.0.0.1/robots.txt" } },
    "/r": { status: 302, headers: { location: "https://169.254.169.254/latest/meta-data/" } },
  };
  await kit.start(source.id);
  await kit.work();
  site.pages["/robots.txt"] = { status: 404 };
  await kit.start(source.id);
  await kit.work();
  expect(site.elsewhere).toEqual([]);
  expect(await titles(kit, source.id)).toEqual([`failed ${HOST}/r: This address can’t be fetched: it isn’t a public https address.`]);
});
