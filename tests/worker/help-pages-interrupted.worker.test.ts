// The render job killed at each call to a store, running twice at once, and with many articles.
import { expect, test } from "vitest";
import { env as bindings } from "cloudflare:workers";
import type { Env } from "#kernel/module/index.ts";
import { type Rendered, writeObjects } from "../../modules/help-center/pages/store.ts";
import { counted, openSite, publish, setHelp, settleJobs, type Site } from "./help-pages-kit.ts";

const LONG = (bindings as unknown as { LONG?: string }).LONG !== "";

/** Stores that fail from the n-th call on, as if the isolate had been killed. */
function dyingAt(env: Env, n: number): { env: Env; used: () => number } {
  let calls = 0;
  const watch = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(on, name) {
        const value: unknown = Reflect.get(on, name);
        if (typeof value !== "function") return value;
        if (!names.includes(String(name))) return value.bind(on) as unknown;
        return (...given: unknown[]) => {
          calls += 1;
          if (calls >= n) return Promise.reject(new Error("killed"));
          return (value as (...all: unknown[]) => unknown).apply(on, given);
        };
      },
    });
  return {
    env: { ...env, FILES: watch(env.FILES, ["get", "put", "head", "list", "delete"]), DB: watch(env.DB, ["batch"]) },
    used: () => calls,
  };
}
const noFiles = (env: Env): Env => dyingAt({ ...env }, 1).env;
/** The objects of the bucket, by key. */
async function objects({ world }: Site): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const { objects: listed } = await world.env.FILES.list({
    prefix: `help/${world.projectId}/`,
    include: ["customMetadata"],
  } as R2ListOptions);
  for (const { key, customMetadata } of listed)
    found[key.split("/").slice(2).join("/")] = `${customMetadata?.["kind"]} ${customMetadata?.["hash"] ?? customMetadata?.["to"] ?? ""}`;
  return found;
}

test("a render job killed at any call is finished by the next one, and the pages are the same as without the kill", async () => {
  const site = await openSite();
  const { world, owner } = site;
  const { body } = await owner.createCollection("Basics");
  const where = { collectionId: body.collection.id };
  await publish(site, "Beside", "b", where);
  const id = await publish(site, "Title 0", "Text 0.", where);
  await settleJobs(world);
  const change = async (n: number): Promise<void> => {
    const draft = (await owner.read(id)).body.text;
    const saved = await owner.save(id, draft.revision, { title: `Title ${n}`, content: `Text ${n}.` });
    // Stored, but no job has run yet.
    const broken = { ...world.env, FILES: noFiles(world.env).FILES };
    await owner.publish(id, saved.body.text.revision, "en", broken);
    world.clock.advance({ minutes: 2 });
  };
  await change(1);
  const free = dyingAt(world.env, Number.MAX_SAFE_INTEGER);
  await world.tick(free.env);
  expect(free.used()).toBeGreaterThan(20);
  for (let n = 2; n <= free.used(); n += LONG ? 1 : 71) {
    await change(n);
    await world.tick(dyingAt(world.env, n).env).catch(() => undefined);
    // Longer than a lease.
    world.clock.advance({ minutes: 6 });
    await settleJobs(world);
    const slug = (await owner.read(id)).body.text.liveSlug;
    const { body: page } = await world.call<string>(`/help/${site.slug}/en/articles/${slug}`);
    expect(page).toContain(`Text ${n}.`);
    expect((await world.call<string>(`/help/${site.slug}/en/collections/basics`)).body).toContain(`Title ${n}`);
  }
  const before = await objects(site);
  await setHelp(world, { contact: null });
  const again = await world.as(`/api/management/projects/${world.projectId}/help/render`, { body: {} });
  expect(again.status).toBe(200);
  await settleJobs(world);
  // A full render stores the same objects.
  expect(await objects(site)).toEqual(before);
}, 120_000);

test("a hidden article disappears in the end, wherever the job that removes it is killed", async () => {
  const site = await openSite();
  const { world, owner } = site;
  const { body } = await owner.createCollection("Basics");
  const where = { collectionId: body.collection.id };
  await publish(site, "Beside", "b", where);
  const id = await publish(site, "Secret", "Whispered.", where);
  await settleJobs(world);
  const get = async (path: string) => await world.call<string>(`/help/${site.slug}/${path}`);
  const before = await objects(site);
  const publishCurrent = async (): Promise<void> => void (await owner.publish(id, (await owner.read(id)).body.text.revision));
  const ways: { hide: () => Promise<unknown>; show: () => Promise<unknown>; short: number }[] = [
    { hide: () => owner.unpublish(id), show: publishCurrent, short: 3 },
    { hide: () => owner.change(id, { audience: "members" }), show: () => owner.change(id, { audience: "public" }), short: 29 },
    {
      hide: () => owner.setState(id, "archive"),
      show: async () => {
        await owner.setState(id, "restore");
        await publishCurrent();
      },
      short: 61,
    },
    { hide: () => setHelp(world, { open: false }), show: () => setHelp(world, { open: true }), short: 4 },
  ];
  for (const [way, { hide, show, short }] of ways.entries())
    for (let n = LONG ? 1 : short, over = false; !over; n += 1) {
      const real = world.env;
      // Stored, but no job has run yet.
      world.env = { ...real, FILES: noFiles(real).FILES };
      await hide();
      world.env = real;
      world.clock.advance({ minutes: 2 });
      const dying = dyingAt(real, n);
      await world.tick(dying.env).catch(() => undefined);
      // Longer than a lease, and than the second check after closing.
      for (let i = 0; i < 2; i += 1) {
        world.clock.advance({ minutes: 7 });
        await settleJobs(world);
      }
      const page = await get("en/articles/secret");
      expect([way, n, page.status === 200 && page.body.includes("Whispered")]).toEqual([way, n, false]);
      for (const path of ["en/collections/basics", "en/articles/beside", "sitemap-1.xml", "llms.txt", "de/articles/secret.md"])
        expect([way, n, path, /secret|whispered/i.test((await get(path)).body)]).toEqual([way, n, path, false]);
      await show();
      await settleJobs(world);
      expect((await get("en/articles/secret")).body).toContain("Whispered.");
      over = !LONG || dying.used() < n;
    }
  // And nothing else has changed.
  const kinds = (all: Record<string, string>) => Object.entries(all).map(([path, said]) => `${path} ${said.split(" ")[0]}`);
  expect(kinds(await objects(site)).toSorted()).toEqual(kinds(before).toSorted());
}, 3_600_000);

test("a slow job cannot overwrite the result of a later one", async () => {
  const { FILES } = bindings as unknown as Env;
  const env = bindings as unknown as Env;
  const text = (body: string): Rendered => ({ kind: "text", type: "text/plain", body });
  let now = "old";
  const draws: string[] = [];
  const slow = writeObjects(env, ["help/test/slow"], async () => {
    const said = now;
    draws.push(said);
    if (said === "old") {
      // Meanwhile somebody changes it and renders it, and changes it back and forth.
      for (const next of ["new", "old again", "newest"]) {
        now = next;
        await writeObjects(env, ["help/test/slow"], async () => [text(now)]);
      }
    }
    return [text(said)];
  });
  await slow;
  expect(draws).toEqual(["old", "newest"]);
  expect(await (await FILES.get("help/test/slow"))?.text()).toMatch(/\nnewest$/);
});

test("a change of one article among many renders a bounded number of pages, and a full render runs in slices", async () => {
  const many = LONG ? 10_000 : 105;
  const site = await openSite();
  const { world, owner } = site;
  const { body } = await owner.createCollection("Basics");
  const collectionId = body.collection.id;
  const now = world.clock.now();
  const list = JSON.stringify(Array.from({ length: many }, (_, i) => i + 1));
  const id = `'art_' || substr('00000000000000000000000000' || j.value, -26)`;
  await world.env.DB.batch([
    world.env.DB.prepare(`INSERT INTO help_articles (id, project_id, client_id, collection_id, place, audience, assistant, created_at, created_by)
      SELECT ${id}, ?1, 'c' || j.value, ?2, j.value, 'public', 1, ?3, 'acc' FROM json_each(?4) j`).bind(
      world.projectId,
      collectionId,
      now,
      list,
    ),
    world.env.DB.prepare(`INSERT INTO help_article_texts (project_id, article_id, locale, slug, title, summary, content, revision, updated_at, updated_by, version, live_slug, live_revision, published_at)
      SELECT ?1, ${id}, 'en', 'a-' || j.value, 'Article ' || j.value, '', 'Text', 1, ?3, 'acc', 1, 'a-' || j.value, 1, ?3 FROM json_each(?4) j WHERE ?2 <> ''`).bind(
      world.projectId,
      collectionId,
      now,
      list,
    ),
    world.env.DB.prepare(`INSERT INTO help_article_versions (project_id, article_id, locale, version, slug, title, summary, content, published_at, published_by)
      SELECT ?1, ${id}, 'en', 1, 'a-' || j.value, 'Article ' || j.value, '', 'Text', ?3, 'acc' FROM json_each(?4) j WHERE ?2 <> ''`).bind(
      world.projectId,
      collectionId,
      now,
      list,
    ),
  ]);
  const { env, counts } = counted(world.env);
  const real = world.env;
  world.env = env;
  await publish(site, "The one", "Text.", { collectionId });
  await settleJobs(world);
  world.env = real;
  // Itself and eight neighbours, in two languages, with their Markdown; a page of the collection per hundred; the lists.
  expect(counts.r2).toBeLessThan(150 + (many / 100) * 2 * 4);
  expect((await world.call(`/help/${site.slug}/en/collections/basics/2`)).status).toBe(200);
  if (!LONG) return;
  await world.as(`/api/management/projects/${world.projectId}/help/render`, { body: {} });
  await settleJobs(world);
  for (const path of ["en/articles/a-1", `de/articles/a-${many}`, "en/collections/basics/2", "sitemap-1.xml"])
    expect((await world.call(`/help/${site.slug}/${path}`)).status).toBe(200);
  const [state] = await world.rows<{ n: number }>("SELECT count(*) AS n FROM help_render_runs WHERE project_id = ?", world.projectId);
  expect(state?.n).toBe(0);
}, 600_000);
