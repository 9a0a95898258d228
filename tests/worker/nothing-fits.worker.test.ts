// Searches whose best result does not fit: page, panel, insert picker and team search say so, and the searches count as unanswered.
import { expect, test } from "vitest";
import type { Gap, Insights } from "#modules/help-insights/contract";
import { article, openHelp } from "./help-center-kit.ts";
import { openSite, publish, settleJobs } from "./help-pages-kit.ts";
import { makeWorld, Visitor, type World } from "./world.ts";

const REFUND = "Open the order and choose refund. The money arrives within three days.";
const FITTING = "refund an order";
/** Shares one word with the article and asks something else. */
const STRANGE = "order spare windows for my spaceship in Iceland";

const insights = async (world: World): Promise<Insights> =>
  (await world.as<Insights>(`/api/dashboard/projects/${world.projectId}/help/insights`)).body;
const gaps = async (world: World): Promise<Gap[]> =>
  (await world.as<{ items: Gap[] }>(`/api/dashboard/projects/${world.projectId}/help/gaps`)).body.items;

test("the search page says that nothing fits well, in the page's language, and keeps the nearest article as maybe", async () => {
  const site = await openSite();
  const id = await publish(site, "Refund an order", REFUND);
  await publish(site, "Eine Bestellung erstatten", "Öffnen Sie die Bestellung.", { id, locale: "de" });
  await settleJobs(site.world);
  const search = async (locale: string, q: string, more = ""): Promise<string> =>
    (await site.world.call<string>(`/help/${site.slug}/${locale}/search?q=${encodeURIComponent(q)}${more}`)).body;
  const strange = await search("en", STRANGE);
  expect(strange).toContain(`<h1>Nothing fits well</h1>`);
  expect(strange).toMatch(/<p class="meta" role="status">\s*Maybe one of these helps:/);
  expect(strange).toContain(`/help/${site.slug}/en/articles/refund-an-order`);
  const fitting = await search("en", FITTING);
  expect(fitting).toContain(`<h1>Results for “${FITTING}”</h1>`);
  expect(fitting).not.toContain("Maybe one of these");
  const german = await search("de", "Ersatzfenster für mein Raumschiff in Island bestellen, Bestellung");
  expect(german).toContain("Kein Artikel passt genau</h1>");
  expect(german).toContain("Vielleicht hilft einer von diesen:");
  // While typing, the same sentence is announced above the suggestions.
  const live = (
    await site.world.call<{ says: string; fits: boolean; items: object[] }>(
      `/help/${site.slug}/en/search?live=1&q=${encodeURIComponent(STRANGE)}`,
    )
  ).body;
  expect(live).toMatchObject({ fits: false, says: "Nothing fits well · Maybe one of these helps:" });
  expect(live.items).toHaveLength(1);

  const found = await insights(site.world);
  expect(found.without.map(({ terms, without, nearest }) => [terms, without, nearest])).toContainEqual([
    STRANGE.toLowerCase(),
    1,
    { articleId: id, title: "Refund an order" },
  ]);
  expect(found.without.map(({ terms }) => terms)).not.toContain(FITTING);
});

test("the panel, the insert picker and the team's search get the same answer", async () => {
  const world = await makeWorld();
  await openHelp(world);
  await article(world, { title: "Refund an order", content: REFUND });
  const fits = async (q: string): Promise<(boolean | undefined)[]> => {
    const panel = await new Visitor(world).call<{ fits: boolean }>(`/api/widget/help/search?${new URLSearchParams({ key: world.key, q })}`);
    const at = `/api/dashboard/projects/${world.projectId}`;
    const insert = await world.as<{ fits: boolean }>(`${at}/help/insertable?${new URLSearchParams({ q })}`);
    const team = await world.as<{ fits: boolean }>(`${at}/knowledge?${new URLSearchParams({ q })}`);
    return [panel, insert, team].map(({ body }) => body.fits);
  };
  expect(await fits(FITTING)).toEqual([true, true, true]);
  expect(await fits(STRANGE)).toEqual([false, false, false]);
});

test("a question that nothing fits is unanswered even if the nearest article was opened; the schedule names it as maybe", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const id = await article(world, { title: "Refund an order", content: REFUND });
  const ask = async (query: string, nearest: boolean): Promise<void> => {
    const visitor = await world.visitor();
    const visit = crypto.randomUUID();
    const body = { key: world.key, visit, locale: "en", query, results: 1, opened: id, ...(nearest ? { nearest: id } : {}) };
    expect((await visitor.call("/api/widget/help/searches", { body })).status).toBe(200);
    await visitor.open("Help", { help: { visit, locale: "en", read: [id], searched: [query] } });
  };
  await ask(STRANGE, true);
  await ask("refund order", false);
  for (let i = 0; i < 2; i += 1) await world.tick();
  expect((await gaps(world)).map(({ question, found, maybe }) => ({ question, found, maybe }))).toEqual([
    { question: STRANGE, found: null, maybe: { articleId: id, title: "Refund an order" } },
  ]);
  // Once an article answers it, it is found, and the nearest is no longer shown.
  const answer = await article(world, { title: "Order spare windows for a spaceship in Iceland", content: "Order spare windows here." });
  await world.rows("UPDATE help_gaps SET look_at = 0");
  await world.tick();
  expect((await gaps(world)).map(({ found, maybe }) => [found?.articleId, maybe])).toEqual([[answer, null]]);
});

test("a page cannot name an article that readers do not see as the nearest", async () => {
  const world = await makeWorld();
  await openHelp(world);
  const draft = await article(world, { title: "Secret plans", content: "Not yet.", publish: false });
  const visitor = await world.visitor();
  const body = { key: world.key, visit: crypto.randomUUID(), locale: "en", query: "plans", results: 1, nearest: draft };
  expect((await visitor.call("/api/widget/help/searches", { body })).status).toBe(200);
  expect(JSON.stringify(await insights(world))).not.toContain("Secret plans");
});
