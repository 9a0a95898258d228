// Concurrent publishing, hiding, moving, and rendering: in every order the pages end up as the database says.
import { expect, test } from "vitest";
import { env as bindings } from "cloudflare:workers";
import { openSite, publish, setHelp, settleJobs, type Site } from "./help-pages-kit.ts";

const LONG = (bindings as unknown as { LONG?: string }).LONG !== "";

/** Compares what readers find of the articles with the database. */
async function compare(site: Site, ids: readonly string[], collectionId: string): Promise<void> {
  const { world, slug } = site;
  const get = async (path: string) => await world.call<string>(`/help/${slug}/${path}`);
  const texts = await world.rows<{ article_id: string; slug: string; live_slug: string | null; title: string; content: string }>(
    `SELECT t.article_id, t.slug, t.live_slug, v.title, v.content FROM help_article_texts t JOIN help_articles a ON a.id = t.article_id AND a.project_id = t.project_id
     LEFT JOIN help_article_versions v ON v.project_id = t.project_id AND v.article_id = t.article_id AND v.locale = t.locale AND v.version = t.version
     WHERE t.project_id = ? AND a.collection_id = ? ORDER BY a.place, a.id`,
    world.projectId,
    collectionId,
  );
  expect(texts.map(({ article_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const text of texts) {
    const page = await get(`en/articles/${text.live_slug ?? text.slug}`);
    expect([text.slug, page.status]).toEqual([text.slug, text.live_slug === null ? 404 : 200]);
    if (text.live_slug !== null) expect(page.body).toContain(text.content);
  }
  const live = texts.filter((text) => text.live_slug !== null);
  const { body: list } = await get("en/collections/shelf");
  const shown = [...list.matchAll(/href="[^"]*\/en\/articles\/([^"]+)"/g)].map(([, found]) => found);
  expect(shown).toEqual(live.map((text) => text.live_slug));
  const { body: map } = await get("sitemap-1.xml");
  for (const text of texts)
    expect([text.slug, map.includes(`/en/articles/${text.live_slug ?? text.slug}<`)]).toEqual([text.slug, text.live_slug !== null]);
  const [left] = await world.rows<{ n: number }>("SELECT count(*) AS n FROM help_render_runs WHERE project_id = ?", world.projectId);
  expect(left?.n).toBe(0);
}

test("concurrent publishing, unpublishing, reordering, two full renders, and the schedule end in what the database says", async () => {
  const site = await openSite();
  const { world, owner } = site;
  const { body } = await owner.createCollection("Shelf");
  const collectionId = body.collection.id;
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push(await publish(site, `Piece ${i}`, `Text ${i} of round 0.`, { collectionId }));
  await settleJobs(world);
  const render = (): Promise<unknown> => world.as(`/api/management/projects/${world.projectId}/help/render`, { body: {} });
  for (let round = 1; round <= (LONG ? 5 : 1); round += 1) {
    const order = [...ids.slice(round), ...ids.slice(0, round)];
    const seen = (
      await world.rows<{ id: string }>("SELECT id FROM help_articles WHERE collection_id = ? ORDER BY place, id", collectionId)
    ).map(({ id }) => id);
    await Promise.all([
      publish(site, `Piece 0`, `Text 0 of round ${round}.`, { id: ids[0] ?? "" }),
      owner.unpublish(ids[1] ?? ""),
      render(),
      owner.order(collectionId, seen, order),
      render(),
      world.tick(),
      publish(site, `Piece 2 r${round}`, `Text 2 of round ${round}.`, { id: ids[2] ?? "" }),
      owner.unpublish(ids[3] ?? "").then(() => publish(site, "Piece 3", `Text 3 of round ${round}.`, { id: ids[3] ?? "" })),
      setHelp(world, { description: `Round ${round}` }),
      world.tick(),
    ]);
    await settleJobs(world);
    await compare(site, ids, collectionId);
    expect((await world.call<string>(`/help/${site.slug}/en/`)).body).toContain(`Round ${round}`);
    await publish(site, "Piece 1", `Text 1 of round ${round}.`, { id: ids[1] ?? "" });
  }
}, 300_000);
