// What readers get: pages out of the bucket, at one address each, and nothing that is not published.
import { expect, test } from "vitest";
import { counted, openSite, publish, setHelp, settleJobs, type Site } from "./help-pages-kit.ts";
import type { Answer } from "./world.ts";

const at = (site: Site, path: string, headers: Record<string, string> = {}): Promise<Answer<string>> =>
  site.world.call<string>(`/help/${site.slug}/${path}`, { headers });

test("a published article is read from the bucket: two objects, no row, a strict policy, nothing about frames", async () => {
  const site = await openSite();
  const { body } = await site.owner.collect("Basics");
  await publish(site, "Export data", "# Start\n\nText.\n\n## More\n\n## Again\n\n```js\nlet a;\n```", { collectionId: body.collection.id });
  await settleJobs(site.world);
  const { env, counts } = counted(site.world.env);
  const page = await site.world.call<string>(`/help/${site.slug}/en/articles/export-data`, { env });
  expect(page.status).toBe(200);
  expect(counts).toEqual({ r2: 2, d1: 0 });
  for (const part of [
    "<h1>Export data</h1>",
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
  expect((await at(site, "en/articles/export-data", { "if-none-match": etag })).status).toBe(304);
  const head = await site.world.call<string>(`/help/${site.slug}/en/articles/export-data`, { method: "HEAD" });
  expect([head.status, head.body, head.headers.get("etag")]).toEqual([200, "", etag]);
  const markdown = await at(site, "en/articles/export-data.md");
  expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(markdown.body).toContain("# Export data");
  expect((await at(site, "en/")).body).toContain("Basics");
  expect((await at(site, "en/collections/basics")).body).toContain("Export data");
  expect((await at(site, "sitemap.xml")).body).toContain("sitemap-1.xml");
  expect((await at(site, "sitemap-1.xml")).body).toContain(`/help/${site.slug}/en/articles/export-data`);
  expect((await at(site, "llms.txt")).body).toContain("[Export data]");
});

test("an address has one spelling; old ones lead to it, other languages to what there is", async () => {
  const site = await openSite();
  const id = await publish(site, "First name", "Text.");
  await publish(site, "Second name", "Text.", { id });
  await settleJobs(site.world);
  const moved = async (path: string, headers = {}): Promise<[number, string | null]> => {
    const { status, headers: got } = await at(site, path, headers);
    return [status, got.get("location")];
  };
  const to = (path: string): string => `/help/${site.slug}/${path}`;
  const slug = (await site.owner.read(id)).body.text.liveSlug ?? "";
  expect(await moved("", { "accept-language": "fr;q=0.3, de-AT" })).toEqual([302, to("de/")]);
  expect(await moved("", { "accept-language": "fr" })).toEqual([302, to("en/")]);
  expect(await moved("en")).toEqual([301, to("en/")]);
  expect(await moved(`EN/Articles/${slug.toUpperCase()}/`)).toEqual([301, to(`en/articles/${slug}`)]);
  // What stands in a path stays in the path, in letters that a header may have.
  expect(await moved("EN/articles/%E4%B8%AD%3Fa%23b/")).toEqual([301, to("en/articles/%E4%B8%AD%3Fa%23b")]);
  expect(await moved("fr/articles/%E4%B8%AD")).toEqual([302, to("en/articles/%E4%B8%AD")]);
  expect(await moved(`fr/articles/${slug}`)).toEqual([302, to(`en/articles/${slug}`)]);
  expect((await at(site, "en/articles/no-such")).status).toBe(404);
  expect((await at(site, "en/articles/no-such")).body).toContain("This page is not here");
  expect((await at(site, "../../etc")).status).toBe(404);
  const german = await at(site, `de/articles/${slug}`);
  expect(german.body).toContain("noch nicht in Ihrer Sprache");
  expect(german.body).toContain('<article lang="en" dir="ltr">');
  expect(german.body).toContain(`rel="canonical" href="${to(`en/articles/${slug}`)}"`);
  // Published in German, the page is its own, and what led to the English text leads to it.
  await publish(site, "Zweiter Name", "Wörter.", { id, locale: "de" });
  await settleJobs(site.world);
  expect(await moved(`de/articles/${slug}`)).toEqual([301, to("de/articles/zweiter-name")]);
  expect((await at(site, "de/articles/zweiter-name")).body).not.toContain("noch nicht in Ihrer Sprache");
});

test("what is unpublished, archived, kept for the team or closed is gone for readers once the job ran", async () => {
  const site = await openSite();
  const [one, two, three] = [await publish(site, "One", "a"), await publish(site, "Two", "b"), await publish(site, "Three", "c")];
  await settleJobs(site.world);
  await site.owner.unpublish(one);
  await site.owner.whole(two, "archive");
  await site.owner.change(three, { audience: "members" });
  await settleJobs(site.world);
  expect([(await at(site, "en/articles/one")).status, (await at(site, "de/articles/two")).status]).toEqual([404, 404]);
  const asked = await at(site, "en/articles/three");
  expect([asked.status, asked.headers.get("location")]).toEqual([
    302,
    `/login?next=${encodeURIComponent(`/help/${site.slug}/en/articles/three`)}`,
  ]);
  for (const path of ["en/", "sitemap-1.xml", "llms.txt", "en/search?q=three"])
    expect((await at(site, path)).body).not.toMatch(/articles\/(?:one|two|three)/);
  for (const cookie of [site.world.cookie, site.operator.cookie]) {
    const read = await at(site, "en/articles/three", { cookie });
    expect([read.status, read.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(read.body).toContain("<p>c</p>");
  }
  await setHelp(site.world, { open: false });
  await settleJobs(site.world);
  expect((await at(site, "en/")).status).toBe(404);
  site.world.clock.advance({ minutes: 10 });
  await settleJobs(site.world);
  expect((await site.world.env.FILES.list({ prefix: `help/${site.world.projectId}/` })).objects).toEqual([]);
});

test("an article that moves leaves the list that it stood in", async () => {
  const site = await openSite();
  const [from, to] = [(await site.owner.collect("From")).body.collection.id, (await site.owner.collect("To")).body.collection.id];
  await publish(site, "Stays", "a", { collectionId: from });
  const id = await publish(site, "Moves", "b", { collectionId: from });
  await settleJobs(site.world);
  expect((await at(site, "en/articles/stays")).body).toContain("articles/moves");
  expect((await site.owner.change(id, { collectionId: to })).status).toBe(200);
  await settleJobs(site.world);
  expect((await at(site, "en/collections/from")).body).not.toContain("articles/moves");
  expect((await at(site, "en/collections/to")).body).toContain("articles/moves");
  // No list beside the other names it.
  expect((await at(site, "en/articles/stays")).body).not.toMatch(/class="side".*articles\/moves.*<main/);
});

test("search and feedback work as forms", async () => {
  const site = await openSite();
  const id = await publish(site, "Refund an order", "Open the order and choose refund.");
  await settleJobs(site.world);
  const found = await at(site, "en/search?q=refund");
  expect(found.body).toContain(`/help/${site.slug}/en/articles/refund-an-order`);
  expect(found.body).toContain("<mark>");
  expect((await at(site, "en/search?q=%3Cscript%3Exyzzy")).body).toContain("Nothing found for “&lt;script&gt;xyzzy”");
  const send = (fields: Record<string, string>, origin = "http://localhost:8787"): Promise<Answer<string>> =>
    site.world.call<string>(`/help/${site.slug}/en/feedback`, {
      method: "POST",
      raw: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin },
    });
  const said = await send({ article: id, helpful: "0" });
  expect(said.status).toBe(303);
  const thanks = await site.world.call<string>(said.headers.get("location") ?? "");
  const reader = /name="reader" value="([^"]+)"/.exec(thanks.body)?.[1] ?? "";
  expect((await send({ article: id, helpful: "0", reader, comment: "No word on <b>cards</b>" })).status).toBe(303);
  await send({ article: id, helpful: "0" });
  expect(await site.world.rows("SELECT helpful, comment FROM help_feedback")).toEqual([{ helpful: 0, comment: "No word on <b>cards</b>" }]);
  expect((await send({ article: id, helpful: "1" }, "https://evil.example")).status).toBe(403);
});

test("a new name and a new colour are on every page; a deleted project leaves nothing", async () => {
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
  expect((await at(site, "en/articles/one")).body).toContain("--brand:#8a1f5c");
  const gone = await site.world.as(`/api/management/projects/${site.world.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  expect(gone.status).toBe(200);
  await settleJobs(site.world);
  expect((await at(site, "en/articles/one")).status).toBe(404);
  expect((await site.world.env.FILES.list({ prefix: `help/${site.world.projectId}/` })).objects).toEqual([]);
});

test("what readers lose is named nowhere any more: neither as related, nor after it was archived and deleted before a page was drawn", async () => {
  const site = await openSite();
  const { world, owner } = site;
  const lists = await Promise.all(["A", "B", "C"].map(async (name) => (await owner.collect(name)).body.collection.id));
  const [stays, hidden, deleted] = await Promise.all(
    ["Refund an order", "Refund a secret order", "Refund a deleted order"].map((title, i) =>
      publish(site, title, "Refund the order.", { collectionId: lists[i] ?? "" }),
    ),
  );
  await world.as(`/api/management/projects/${world.projectId}/help/render`, { body: {} });
  await settleJobs(world);
  const page = async (): Promise<string> => (await at(site, "en/articles/refund-an-order")).body;
  expect(stays).toBeDefined();
  expect(await page()).toContain("Refund a secret order");
  expect(await page()).toContain("Refund a deleted order");
  await owner.change(hidden ?? "", { audience: "members" });
  // The bucket fails until the article is gone.
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
  expect((await at(site, "en/articles/refund-a-deleted-order")).status).toBe(404);
  expect((await at(site, "en/collections/c")).status).toBe(404);
});

test("an old address of an import that looks like one of ours still leads on after everything was drawn anew", async () => {
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
    const old = await at(site, "en/articles/123-refund");
    expect([old.status, old.headers.get("location")]).toEqual([301, `/help/${site.slug}/en/articles/refund`]);
    site.world.clock.advance({ days: 1 });
  }
});
