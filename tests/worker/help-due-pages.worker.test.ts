// Many publications in a row: each article is there at once, and the pages that list them are rendered once for all.
import { expect, test } from "vitest";
import type { Env } from "#kernel/module/index.ts";
import { openSite, publish, settleJobs, type Site } from "./help-pages-kit.ts";

/** The environment with a record of the keys that are written, without the project's prefix. */
function watched({ world }: Site): { env: Env; written: string[] } {
  const written: string[] = [];
  const FILES = new Proxy(world.env.FILES, {
    get(on, name) {
      const value: unknown = Reflect.get(on, name);
      if (typeof value !== "function") return value;
      return (...given: [string]) => {
        if (name === "put") written.push(given[0].split("/").slice(2).join("/"));
        return (value as (...all: unknown[]) => unknown).apply(on, given);
      };
    },
  });
  return { env: { ...world.env, FILES }, written };
}
const count = (all: readonly string[], key: string): number => all.filter((one) => one === key).length;
const due = ({ world }: Site): Promise<{ page: string }[]> =>
  world.rows("SELECT page FROM help_due_pages WHERE project_id = ? ORDER BY page", world.projectId);
const duringRuns = ({ world }: Site): Promise<{ due_at: number }[]> =>
  world.rows("SELECT due_at FROM jobs WHERE project_id = ? AND key LIKE 'help.due:%' AND state = 'queued'", world.projectId);

test("of twelve publications in a row each article is there at once, and the lists are rendered twice", async () => {
  const site = await openSite();
  const { world } = site;
  const { body } = await site.owner.createCollection("Basics");
  await settleJobs(world);
  world.clock.advance({ minutes: 1 });
  const { env, written } = watched(site);
  const real = world.env;
  world.env = env;
  for (let i = 0; i < 12; i += 1) {
    await publish(site, `Piece ${i}`, `Text ${i}.`, { collectionId: body.collection.id });
    expect((await world.call<string>(`/help/${site.slug}/en/articles/piece-${i}`)).body).toContain(`<p>Text ${i}.</p>`);
  }
  // The first publication is in the lists at once; a single job waits for the others.
  expect((await world.call<string>(`/help/${site.slug}/en/collections/basics`)).body).toContain("Piece 0");
  const waiting = await duringRuns(site);
  expect(waiting.length).toBe(1);
  expect(waiting[0]?.due_at).toBeLessThanOrEqual(world.clock.now() + 2000);
  await settleJobs(world);
  world.env = real;
  for (const list of ["en/", "de/", "en/collections/basics", "llms.txt", "sitemap-1.xml"])
    expect([list, count(written, list)]).toEqual([list, 2]);
  // Its own job, and once more for those that came after it.
  for (let i = 1; i < 12; i += 1) expect(count(written, `en/articles/piece-${i}`)).toBe(2);
  const list = (await world.call<string>(`/help/${site.slug}/en/collections/basics`)).body;
  for (let i = 0; i < 12; i += 1) expect(list).toContain(`Piece ${i}`);
  expect((await world.call<string>(`/help/${site.slug}/en/articles/piece-5`)).body).toContain("Piece 6");
  expect(await due(site)).toEqual([]);
});

test("what is asked for while a run renders it stays due, and a later run takes over", async () => {
  const site = await openSite();
  const { world } = site;
  await publish(site, "One", "a");
  await settleJobs(world);
  world.clock.advance({ minutes: 1 });
  let between: (() => Promise<unknown>) | undefined = async () => {
    between = undefined;
    await publish(site, "Two", "b");
  };
  const real = world.env;
  const files = new Proxy(real.FILES, {
    get(on, name) {
      const value: unknown = Reflect.get(on, name);
      if (typeof value !== "function") return value;
      return async (...given: [string]) => {
        // The run has read the database for the home page and is about to store it.
        if (name === "put" && given[0].endsWith("/en/")) await between?.();
        return await ((value as (...all: unknown[]) => unknown).apply(on, given) as Promise<unknown>);
      };
    },
  });
  world.env = { ...real, FILES: files };
  await publish(site, "Three", "c");
  world.env = real;
  expect(between).toBeUndefined();
  await settleJobs(world);
  const home = (await world.call<string>(`/help/${site.slug}/en/`)).body;
  for (const title of ["One", "Two", "Three"]) expect(home).toContain(title);
  expect(await due(site)).toEqual([]);
});

test("a run that is killed leaves its pages due, and the next publication renders them too", async () => {
  const site = await openSite();
  const { world } = site;
  const { body } = await site.owner.createCollection("Basics");
  await publish(site, "One", "a", { collectionId: body.collection.id });
  await settleJobs(world);
  world.clock.advance({ minutes: 1 });
  const real = world.env;
  const files = new Proxy(real.FILES, {
    get(on, name) {
      if (name === "put")
        return (key: string, ...rest: [string]) =>
          key.includes("/collections/") ? Promise.reject(new Error("killed")) : on.put(key, ...rest);
      const value: unknown = Reflect.get(on, name);
      return typeof value === "function" ? (value as (...all: unknown[]) => unknown).bind(on) : value;
    },
  });
  world.env = { ...real, FILES: files };
  await publish(site, "Two", "b", { collectionId: body.collection.id });
  world.env = real;
  expect((await due(site)).map(({ page }) => page)).toContain(`collection:${body.collection.id}`);
  // The killed job waits for its next attempt; the next publication does not wait for it.
  world.clock.advance({ seconds: 4 });
  await publish(site, "Three", "c", { collectionId: body.collection.id });
  await settleJobs(world);
  const list = (await world.call<string>(`/help/${site.slug}/en/collections/basics`)).body;
  for (const title of ["One", "Two", "Three"]) expect(list).toContain(title);
  expect(await due(site)).toEqual([]);
});

test("a page that is rendered because of another article keeps its related articles, until one of them is lost", async () => {
  const site = await openSite();
  const { world } = site;
  const words = ["invoice", "parcel", "card", "ticket", "voucher"];
  const ids: string[] = [];
  for (const word of words) ids.push(await publish(site, `Refund for a ${word}`, `About the ${word}.`));
  await settleJobs(world);
  const page = async (): Promise<string> => (await world.call<string>(`/help/${site.slug}/en/articles/refund-for-a-voucher`)).body;
  const related = async (): Promise<string[]> =>
    [...((await page()).split('<section class="more">')[1]?.split("</section>")[0] ?? "").matchAll(/Refund for a \w+/g)]
      .map(String)
      .toSorted();
  const four = ["card", "invoice", "parcel", "ticket"].map((word) => `Refund for a ${word}`);
  expect(await related()).toEqual(four);
  world.clock.advance({ minutes: 1 });
  // Nearer to it than any of the four.
  const seen: string[] = [];
  const real = world.env;
  world.env = {
    ...real,
    DB: new Proxy(real.DB, {
      get(on, name) {
        const value: unknown = Reflect.get(on, name);
        if (typeof value !== "function") return value;
        return (...given: [string]) => {
          if (name === "prepare" && given[0].includes("knowledge_words MATCH")) seen.push(given[0]);
          return (value as (...all: unknown[]) => unknown).apply(on, given);
        };
      },
    }),
  };
  await publish(site, "Refund for a voucher voucher", "About the voucher.");
  await settleJobs(world);
  world.env = real;
  expect(await page()).toContain("Refund for a voucher voucher");
  expect(await related()).toEqual(four);
  // The new article's own pages are searched for in both languages; the eight pages that follow would each add one.
  expect(seen.length).toBeGreaterThanOrEqual(2);
  expect(seen.length).toBeLessThan(8);
  await site.owner.unpublish(ids[0] ?? "");
  await settleJobs(world);
  expect(await related()).toEqual(["Refund for a card", "Refund for a parcel", "Refund for a ticket", "Refund for a voucher"]);
});
