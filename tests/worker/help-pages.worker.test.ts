// Public help pages: served from the bucket, at one address each, and nothing that is not published.
import { expect, test } from "vitest";
import { counted, openSite, publish, setHelp, settleJobs, type Site } from "./help-pages-kit.ts";
import type { Answer } from "./world.ts";

const getPage = (site: Site, path: string, headers: Record<string, string> = {}): Promise<Answer<string>> =>
  site.world.call<string>(`/help/${site.slug}/${path}`, { headers });

test("a published article takes two bucket reads and no database row, with a strict policy that allows framing", async () => {
  const site = await openSite();
  const { body } = await site.owner.createCollection("Basics");
  await publish(site, "Export data", "# Start\n\nText.\n\n## More\n\n## Again\n\n```js\nlet a;\n```", { collectionId: body.collection.id });
  await settleJobs(site.world);
  // The files of a run share an isolate: another one's project may have had this slug, which the isolate remembers until a page of this one is read.
  expect((await site.world.call(`/help/${site.slug}/en/`)).status).toBe(200);
  const { env, counts } = counted(site.world.env);
  const page = await site.world.call<string>(`/help/${site.slug}/en/articles/export-data`, { env });
  expect(page.status).toBe(200);
  expect(counts).toEqual({ r2: 2, d1: 0 });
  for (const part of [
    '<h1 dir="auto">Export data</h1>',
    'id="start"',
    "On this page",
    "Basics",
    'rel="canonical"',
    '"@type":"Article"',
    'hreflang="de"',
  ])
    expect(page.body).toContain(part);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+' 'sha256-[^']+'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'$/,
  );
  expect(page.headers.get("x-frame-options")).toBeNull();
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const etag = page.headers.get("etag") ?? "";
  expect((await getPage(site, "en/articles/export-data", { "if-none-match": etag })).status).toBe(304);
  const head = await site.world.call<string>(`/help/${site.slug}/en/articles/export-data`, { method: "HEAD" });
  expect([head.status, head.body, head.headers.get("etag")]).toEqual([200, "", etag]);
  const markdown = await getPage(site, "en/articles/export-data.md");
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(markdown.body).toContain("# Export data");
  expect((await getPage(site, "en/")).body).toContain("Basics");
  expect((await getPage(site, "en/collections/basics")).body).toContain("Export data");
  expect((await getPage(site, "sitemap.xml")).body).toContain("sitemap-1.xml");
  expect((await getPage(site, "sitemap-1.xml")).body).toContain(`/help/${site.slug}/en/articles/export-data`);
  expect((await getPage(site, "llms.txt")).body).toContain("[Export data]");
});

test("a page has one canonical URL; old slugs redirect to it, and other languages to an existing text", async () => {
  const site = await openSite();
  const id = await publish(site, "First name", "Text.");
  await publish(site, "Second name", "Text.", { id });
  await settleJobs(site.world);
  const redirectOf = async (path: string, headers = {}): Promise<[number, string | null]> => {
    const { status, headers: got } = await getPage(site, path, headers);
    return [status, got.get("location")];
  };
  const to = (path: string): string => `/help/${site.slug}/${path}`;
  const slug = (await site.owner.read(id)).body.text.liveSlug ?? "";
  expect(await redirectOf("", { "accept-language": "fr;q=0.3, de-AT" })).toEqual([302, to("de/")]);
  expect(await redirectOf("", { "accept-language": "fr" })).toEqual([302, to("en/")]);
  expect(await redirectOf("en")).toEqual([301, to("en/")]);
  expect(await redirectOf(`EN/Articles/${slug.toUpperCase()}/`)).toEqual([301, to(`en/articles/${slug}`)]);
  // The rest of a redirect's path stays a path, encoded for a header.
  expect(await redirectOf("EN/articles/%E4%B8%AD%3Fa%23b/")).toEqual([301, to("en/articles/%E4%B8%AD%3Fa%23b")]);
  expect(await redirectOf("fr/articles/%E4%B8%AD")).toEqual([302, to("en/articles/%E4%B8%AD")]);
  expect(await redirectOf(`fr/articles/${slug}`)).toEqual([302, to(`en/articles/${slug}`)]);
  expect((await getPage(site, "en/articles/no-such")).status).toBe(404);
  expect((await getPage(site, "en/articles/no-such")).body).toContain("Page not found");
  expect((await getPage(site, "../../etc")).status).toBe(404);
  const german = await getPage(site, `de/articles/${slug}`);
  expect(german.body).toContain("noch nicht in Ihrer Sprache");
  expect(german.body).toContain('<article lang="en" dir="ltr">');
  expect(german.body).toContain(`rel="canonical" href="${to(`en/articles/${slug}`)}"`);
  // Once published in German, that page has its own URL, and redirects to the English text lead to it.
  await publish(site, "Zweiter Name", "Wörter.", { id, locale: "de" });
  await settleJobs(site.world);
  expect(await redirectOf(`de/articles/${slug}`)).toEqual([301, to("de/articles/zweiter-name")]);
  expect((await getPage(site, "de/articles/zweiter-name")).body).not.toContain("noch nicht in Ihrer Sprache");
});

test("unpublished, archived, team-only, and closed pages are gone for readers once the job ran", async () => {
  const site = await openSite();
  const [one, two, three] = [await publish(site, "One", "a"), await publish(site, "Two", "b"), await publish(site, "Three", "c")];
  await settleJobs(site.world);
  await site.owner.unpublish(one);
  await site.owner.setState(two, "archive");
  await site.owner.change(three, { audience: "members" });
  await settleJobs(site.world);
  expect([(await getPage(site, "en/articles/one")).status, (await getPage(site, "de/articles/two")).status]).toEqual([404, 404]);
  expect((await getPage(site, "en/articles/three")).status).toBe(404);
  for (const path of ["en/", "sitemap-1.xml", "llms.txt", "en/search?q=three"])
    expect((await getPage(site, path)).body).not.toMatch(/articles\/(?:one|two|three)/);
  for (const cookie of [site.world.cookie, site.operator.cookie]) {
    const read = await getPage(site, "en/articles/three", { cookie });
    expect([read.status, read.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(read.body).toContain("<p>c</p>");
  }
  await setHelp(site.world, { open: false });
  await settleJobs(site.world);
  expect((await getPage(site, "en/")).status).toBe(404);
  site.world.clock.advance({ minutes: 10 });
  await settleJobs(site.world);
  expect((await site.world.env.FILES.list({ prefix: `help/${site.world.projectId}/` })).objects).toEqual([]);
});

test("an article that moves disappears from its former list", async () => {
  const site = await openSite();
  const [from, to] = [
    (await site.owner.createCollection("From")).body.collection.id,
    (await site.owner.createCollection("To")).body.collection.id,
  ];
  await publish(site, "Stays", "a", { collectionId: from });
  const id = await publish(site, "Moves", "b", { collectionId: from });
  await settleJobs(site.world);
  expect((await getPage(site, "en/articles/stays")).body).toContain("articles/moves");
  expect((await site.owner.change(id, { collectionId: to })).status).toBe(200);
  await settleJobs(site.world);
  expect((await getPage(site, "en/collections/from")).body).not.toContain("articles/moves");
  expect((await getPage(site, "en/collections/to")).body).toContain("articles/moves");
  // No list of related articles names it.
  expect((await getPage(site, "en/articles/stays")).body).not.toMatch(/class="side".*articles\/moves.*<main/);
});

test("a changed text renders its article alone, and a changed title also its neighbours, even after a kill", async () => {
  const site = await openSite();
  const { env } = site.world;
  const { body } = await site.owner.createCollection("Basics");
  const id = await publish(site, "Export", "old", { collectionId: body.collection.id });
  await publish(site, "Import", "b", { collectionId: body.collection.id });
  await settleJobs(site.world);
  const etag = async (path: string): Promise<string | undefined> => (await env.FILES.head(`help/${site.world.projectId}/${path}`))?.etag;
  const around = ["en/articles/import", "en/collections/basics", "en/", "llms.txt"];
  const before = await Promise.all(around.map(etag));
  const kept = env.DB.prepare("SELECT count(*) AS n FROM help_render_runs");
  await publish(site, "Export", "new", { id });
  await settleJobs(site.world);
  expect((await getPage(site, "en/articles/export")).body).toContain("<p>new</p>");
  expect(await Promise.all(around.map(etag))).toEqual(before);
  // The job is killed when the article's page is stored and its neighbour's is not.
  const files = new Proxy(env.FILES, {
    get(on, name) {
      if (name === "put")
        return (key: string, ...rest: [string]) =>
          key.includes("/articles/import") ? Promise.reject(new Error("killed")) : on.put(key, ...rest);
      const value: unknown = Reflect.get(on, name);
      return typeof value === "function" ? (value as (...all: unknown[]) => unknown).bind(on) : value;
    },
  });
  const revision = (await site.owner.read(id)).body.text?.revision ?? 0;
  const saved = await site.owner.save(id, revision, { title: "Export all", content: "new" });
  const published = await site.world.as(`/api/management/projects/${site.world.projectId}/help/articles/${id}/texts/en/publish`, {
    body: { revision: saved.body.text.revision },
    env: { ...env, FILES: files },
  });
  expect(published.status).toBe(200);
  await site.world.tick({ ...env, FILES: files });
  expect((await getPage(site, "en/articles/import")).body).not.toContain("Export all");
  site.world.clock.advance({ minutes: 10 });
  await settleJobs(site.world);
  for (const path of around.filter((one) => one !== "en/")) expect((await getPage(site, path)).body).toContain("Export all");
  expect(await kept.first()).toEqual({ n: 0 });
});

test("search and feedback work as forms", async () => {
  const site = await openSite();
  const id = await publish(site, "Refund an order", "Open the order and choose refund.");
  await settleJobs(site.world);
  const found = await getPage(site, "en/search?q=refund");
  expect(found.body).toContain(`/help/${site.slug}/en/articles/refund-an-order`);
  expect(found.body).toContain("<mark>");
  expect((await getPage(site, "en/search?q=refnud+order")).body).toContain("Showing results for “refund order”");
  expect((await getPage(site, "en/search?q=%3Cscript%3Exyzzy")).body).toContain("No results for “&lt;script&gt;xyzzy”");
  const send = (fields: Record<string, string>, origin = "http://localhost:8787"): Promise<Answer<string>> =>
    site.world.call<string>(`/help/${site.slug}/en/feedback`, {
      method: "POST",
      raw: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin },
    });
  const feedback = await send({ article: id, helpful: "0" });
  expect(feedback.status).toBe(303);
  const thanks = await site.world.call<string>(feedback.headers.get("location") ?? "");
  const reader = /name="reader" value="([^"]+)"/.exec(thanks.body)?.[1] ?? "";
  expect((await send({ article: id, helpful: "0", reader, comment: "No word on <b>cards</b>" })).status).toBe(303);
  await send({ article: id, helpful: "0" });
  expect(await site.world.rows("SELECT helpful, comment FROM help_feedback")).toEqual([{ helpful: 0, comment: "No word on <b>cards</b>" }]);
  expect((await send({ article: id, helpful: "1" }, "https://evil.example")).status).toBe(403);
});

test("a page's policy allows only the players of its own videos", async () => {
  const site = await openSite();
  const video = "https://youtu.be/abc123XYZ_-";
  await publish(site, "With videos", `Watch.\n\n${video}\n\n> [!NOTE]\n>\n> https://vimeo.com/123456789\n\n${video}`);
  await publish(site, "Without one", `Watch [it](${video}).`);
  await settleJobs(site.world);
  const policyAt = async (path: string): Promise<string> => (await getPage(site, path)).headers.get("content-security-policy") ?? "";
  const page = await getPage(site, "en/articles/with-videos");
  expect(page.headers.get("content-security-policy")).toMatch(
    /; frame-src https:\/\/player\.vimeo\.com https:\/\/www\.youtube-nocookie\.com; form-action 'self'; base-uri 'none'$/,
  );
  expect(page.body).toContain(`href="${video}" data-player="https://www.youtube-nocookie.com/embed/abc123XYZ_-?autoplay=1"`);
  expect(page.body).not.toContain("<iframe ");
  for (const path of ["en/articles/without-one", "en/", "en/search?q=videos", "en/articles/nothing"])
    expect(await policyAt(path)).not.toContain("frame-src");
});

test("a missing or closed help center answers in the reader's language and reveals nothing else", async () => {
  const site = await openSite();
  await publish(site, "One", "a");
  await settleJobs(site.world);
  await setHelp(site.world, { open: false });
  await settleJobs(site.world);
  const { env, counts } = counted(site.world.env);
  const ask = (path: string, language: string): Promise<Answer<string>> =>
    site.world.call<string>(path, { env, headers: { "accept-language": language, accept: "text/html" } });
  const closed = await ask(`/help/${site.slug}/en/articles/one`, "de-AT,de;q=0.8");
  expect([closed.status, closed.headers.get("vary")]).toEqual([404, "Accept-Language"]);
  expect(closed.body).toContain('<html lang="de">');
  expect(closed.body).toContain("<h1>Hier ist kein Hilfebereich</h1>");
  expect(closed.body).toContain('content="noindex"');
  expect(closed.body).not.toContain("Acme");
  for (const path of [
    "/help/nobody/",
    "/help/nobody",
    "/help/nobody/en/search?q=a",
    "/help/a%20b/en/",
    "/help/a%20b/en/contact",
    `/help/${site.slug}/sitemap.xml`,
  ])
    expect((await ask(path, "de")).body).toBe(closed.body);
  expect((await ask("/help/nobody/", "ja")).body).toContain('<html lang="ja">');
  expect((await ask("/help/nobody/", "tlh")).body).toContain("No help center here");
  // The answer contains nothing of the URL or the header.
  for (const path of [
    `/help/${"x".repeat(5000)}/en/`,
    "/help/..%2f..%2fhelp-slugs/",
    "/help/%22%3E%3Cscript%3E/",
    "/help/%00/en/articles/a",
  ])
    for (const language of ['de"><script>', "de;q=9e99,".repeat(2000), ",;=,de;q=x;q"]) {
      const answer = await ask(path, language);
      expect(
        [answer.status, answer.body.includes("<script") || answer.body.includes("xxx")],
        `${path.slice(0, 40)} ${language.slice(0, 20)}`,
      ).toEqual([404, false]);
    }
  expect(counts.d1).toBe(0);
});

test("articles name their author only where enabled, and never a former member", async () => {
  const site = await openSite();
  await publish(site, "One", "a");
  await settleJobs(site.world);
  const page = async (): Promise<string> => (await getPage(site, "en/articles/one")).body;
  expect(await page()).not.toMatch(/Written by|"author"/);
  expect((await setHelp(site.world, { authors: true })).body.authors).toBe(true);
  await settleJobs(site.world);
  expect(await page()).toContain("Written by Olga · ");
  expect(await page()).toContain('"author":{"@type":"Person","name":"Olga"}');
  expect(await page()).not.toContain("@acme");
  expect((await site.world.as("/api/account/me", { method: "PATCH", body: { name: "Olga <b>" } })).status).toBe(200);
  await settleJobs(site.world);
  expect(await page()).toContain("Written by Olga &lt;b&gt; · ");
  // The author leaves: another owner takes over.
  await site.world.rows("UPDATE memberships SET role = 'owner' WHERE project_id = ?", site.world.projectId);
  const [{ id } = { id: "" }] = await site.world.rows<{ id: string }>("SELECT id FROM accounts WHERE name = 'Olga <b>'");
  const left = await site.world.as(
    `/api/management/projects/${site.world.projectId}/members/${id}`,
    { method: "DELETE" },
    site.operator.cookie,
  );
  expect(left.status).toBe(200);
  await settleJobs(site.world);
  expect(await page()).not.toMatch(/Written by|"author"/);
});

test("search engines see the languages that have a text, each with its own date", async () => {
  const site = await openSite();
  const id = await publish(site, "Export", "a");
  await settleJobs(site.world);
  const alternates = async (path: string): Promise<string[]> =>
    [...(await getPage(site, path)).body.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, l, to]) => `${l} ${to}`,
    );
  const to = (path: string): string => `/help/${site.slug}/${path}`;
  expect(await alternates("en/articles/export")).toEqual([`en ${to("en/articles/export")}`, `x-default ${to("en/articles/export")}`]);
  expect(await alternates("de/articles/export")).toEqual([]);
  site.world.clock.advance({ days: 2 });
  await publish(site, "Ausfuhr", "b", { id, locale: "de" });
  await settleJobs(site.world);
  const both = [`de ${to("de/articles/ausfuhr")}`, `en ${to("en/articles/export")}`, `x-default ${to("en/articles/export")}`];
  expect(await alternates("en/articles/export")).toEqual(both);
  expect(await alternates("de/articles/ausfuhr")).toEqual(both);
  const english = await getPage(site, "en/articles/export");
  for (const [name, content] of [
    ["og:locale", "en_US"],
    ["og:locale:alternate", "de_DE"],
  ])
    expect(english.body).toContain(`<meta property="${name}" content="${content}" />`);
  expect(english.body).toMatch(/<meta property="article:modified_time" content="\d{4}-\d\d-\d\dT/);
  const days = [...(await getPage(site, "sitemap-1.xml")).body.matchAll(/articles\/(\w+)<\/loc><lastmod>([^<]+)</g)];
  expect(days.map(([, slug]) => slug).toSorted()).toEqual(["ausfuhr", "export"]);
  expect(new Set(days.map(([, , day]) => day)).size).toBe(2);
});

test("a new name and colour appear on every page, and a deleted project leaves no page", async () => {
  const site = await openSite();
  await publish(site, "One", "a");
  await settleJobs(site.world);
  const widget = await site.world.as<{ look: object }>(`/api/dashboard/projects/${site.world.projectId}/widget`);
  const changed = await site.world.as(`/api/management/projects/${site.world.projectId}/widget`, {
    method: "PATCH",
    body: { look: { ...widget.body.look, color: "#8a1f5c" } },
  });
  expect(changed.status).toBe(200);
  await settleJobs(site.world);
  expect((await getPage(site, "en/articles/one")).body).toContain("--brand:#8a1f5c");
  const gone = await site.world.as(`/api/management/projects/${site.world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(gone.status).toBe(200);
  await settleJobs(site.world);
  expect((await getPage(site, "en/articles/one")).status).toBe(404);
  expect((await site.world.env.FILES.list({ prefix: `help/${site.world.projectId}/` })).objects).toEqual([]);
});

test("an unpublished article is named nowhere: neither as related, nor after deletion before a page was rendered", async () => {
  const site = await openSite();
  const { world, owner } = site;
  const lists = await Promise.all(["A", "B", "C"].map(async (name) => (await owner.createCollection(name)).body.collection.id));
  const [stays, hidden, deleted] = await Promise.all(
    ["Refund an order", "Refund a secret order", "Refund a deleted order"].map((title, i) =>
      publish(site, title, "Refund the order.", { collectionId: lists[i] ?? "" }),
    ),
  );
  await world.as(`/api/management/projects/${world.projectId}/help/render`, { body: {} });
  await settleJobs(world);
  const page = async (): Promise<string> => (await getPage(site, "en/articles/refund-an-order")).body;
  expect(stays).toBeDefined();
  expect(await page()).toContain("Refund a secret order");
  expect(await page()).toContain("Refund a deleted order");
  await owner.change(hidden ?? "", { audience: "members" });
  // The bucket fails until the article is deleted.
  const broken = new Proxy(world.env.FILES, { get: () => () => Promise.reject(new Error("killed")) });
  for (const [what, body] of [
    ["archive", {}],
    ["delete", { confirm: deleted }],
  ] as const)
    await world.as(`/api/management/projects/${world.projectId}/help/articles/${deleted}/${what}`, {
      body,
      env: { ...world.env, FILES: broken },
    });
  world.clock.advance({ minutes: 10 });
  await settleJobs(world);
  expect(await page()).not.toMatch(/secret|deleted/);
  expect((await getPage(site, "en/articles/refund-a-deleted-order")).status).toBe(404);
  expect((await getPage(site, "en/collections/c")).status).toBe(404);
});

test("an imported old address that looks like one of ours still redirects after a full render", async () => {
  const site = await openSite();
  const id = await publish(site, "Refund", "Words.");
  await site.world.rows(
    "INSERT INTO help_redirects (project_id, locale, path, article_id, created_at) VALUES (?, 'en', 'en/articles/123-refund', ?, 0)",
    site.world.projectId,
    id,
  );
  for (let i = 0; i < 2; i += 1) {
    await site.world.as(`/api/management/projects/${site.world.projectId}/help/render`, { body: {} });
    await settleJobs(site.world);
    const old = await getPage(site, "en/articles/123-refund");
    expect([old.status, old.headers.get("location")]).toEqual([301, `/help/${site.slug}/en/articles/refund`]);
    site.world.clock.advance({ days: 1 });
  }
});
