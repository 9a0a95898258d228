// Articles for the team only: nobody else learns that they exist.
import { expect, test } from "vitest";
import { helpWorld } from "./help-kit.ts";
import { counted, openSite, publish, settleJobs, type Site } from "./help-pages-kit.ts";
import type { Answer } from "./world.ts";

const getPage = (site: Site, path: string, headers: Record<string, string> = {}): Promise<Answer<string>> =>
  site.world.call<string>(`/help/${site.slug}/${path}`, { headers });

test("every route answers a team-only article like a missing one", async () => {
  const site = await openSite();
  const { world, owner } = site;
  const id = await publish(site, "Secret", "For the team.");
  await settleJobs(world);
  const { text } = (await owner.read(id)).body;
  const renamed = (await owner.save(id, text.revision, { title: "Secret plan", content: "For the team.", slug: "secret-plan" })).body.text;
  expect((await owner.publish(id, renamed.revision)).status).toBe(200);
  await settleJobs(world);
  expect((await getPage(site, "en/articles/secret")).headers.get("location")).toBe(`/help/${site.slug}/en/articles/secret-plan`);
  await owner.change(id, { audience: "members" });
  await settleJobs(world);
  // An account of another project counts as anonymous here.
  const { operator: stranger } = await helpWorld();
  const answer = async (path: string, init: object): Promise<unknown> => {
    const watched = counted(world.env);
    const { status, headers, body } = await world.call<string>(`/help/${site.slug}/${path}`, { env: watched.env, ...init });
    const comparedHeaders = [...headers].filter(([name]) => name !== "x-request-id");
    // Query counts stand for response times. Bucket reads are not compared, because the isolate may do two at once.
    const slug = (path.split("/").at(-1) ?? "").replace(/\.md$/, "");
    return [status, JSON.stringify([comparedHeaders, body]).replaceAll(new RegExp(slug, "gi"), "…"), watched.counts.d1];
  };
  for (const init of [{}, { method: "HEAD" }, { headers: { cookie: stranger.cookie } }, { headers: { "if-none-match": "*" } }]) {
    for (const locale of ["en", "fr"]) {
      const missing = await answer(`${locale}/articles/nothing-here`, init);
      for (const slug of ["secret-plan", "secret"])
        expect([locale, slug, init, await answer(`${locale}/articles/${slug}`, init)]).toEqual([locale, slug, init, missing]);
    }
    expect(await answer("en/articles/Secret-Plan", init)).toEqual(await answer("en/articles/Nothing-Here", init));
    expect(await answer("en/articles/secret-plan.md", init)).toEqual(await answer("en/articles/nothing-here.md", init));
  }
  for (const path of ["en/", "de/", "sitemap.xml", "sitemap-1.xml", "llms.txt", "en/search?q=secret", "en/search?q=secret&live=1"])
    expect(JSON.stringify((await getPage(site, path)).body)).not.toMatch(/secret-plan|For the team/);
  const form = (article: string) => ({
    raw: `article=${article}&helpful=1`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const nothing = `art_${"0".repeat(26)}`;
  const submitFeedback = async (article: string): Promise<unknown> => {
    const { status, body } = await world.call<string>(`/help/${site.slug}/en/feedback`, { method: "POST", ...form(article) });
    return [status, String(body).replaceAll(article, "…")];
  };
  expect(await submitFeedback(id)).toEqual(await submitFeedback(nothing));
  for (const path of ["feedback?said=yes&article=", "contact?article="])
    expect([
      path,
      String((await getPage(site, `en/${path}${id}`)).body)
        .replaceAll(id, "…")
        .replaceAll(/hlt_\w+/g, "…"),
    ]).toEqual([
      path,
      String((await getPage(site, `en/${path}${nothing}`)).body)
        .replaceAll(nothing, "…")
        .replaceAll(/hlt_\w+/g, "…"),
    ]);
  // The team can read it at every earlier address.
  for (const slug of ["secret-plan", "secret"]) {
    const read = await getPage(site, `en/articles/${slug}`, { cookie: site.operator.cookie });
    expect([read.status, read.headers.get("cache-control"), read.headers.get("vary")]).toEqual([200, "private, no-store", "Cookie"]);
    expect(read.body).toContain("For the team.");
  }
});
