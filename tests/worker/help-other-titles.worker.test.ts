// An article is found by its title in another language, and readers get it in their own: on the pages, in the panel, in the team's search.
import { expect, test } from "vitest";
import { ask, write } from "./knowledge-kit.ts";
import { openSite, publish, setHelp, settleJobs } from "./help-pages-kit.ts";
import { makeWorld, Visitor } from "./world.ts";

test("the word of another language finds the article, shown in the reader's language", async () => {
  const site = await openSite();
  const { world, slug } = site;
  await setHelp(world, { locales: ["en", "de", "fr"] });
  const id = await publish(site, "Invoices and receipts", "Download them from the billing page.");
  await publish(site, "Rechnungen und Belege", "Laden Sie diese auf der Seite Zahlung herunter.", { id, locale: "de" });
  await publish(site, "Shipping times", "Parcels take three days.");
  const secret = await publish(site, "Team notes", "For us.", { audience: "members" });
  await publish(site, "Rechnungen der Mannschaft", "Für uns.", { id: secret, locale: "de" });
  await settleJobs(world);

  const page = async (locale: string, q: string): Promise<string> =>
    (await world.call<string>(`/help/${slug}/${locale}/search?q=${encodeURIComponent(q)}`)).body;
  const english = await page("en", "Rechnung");
  expect(english).toContain(`/help/${slug}/en/articles/invoices-and-receipts`);
  expect(english).toContain("Invoices and receipts");
  expect(english).not.toContain("Team notes");
  // French has no text of its own: the page shows the default language's.
  expect(await page("fr", "Rechnungen")).toContain("Invoices and receipts");
  // Only titles are searched in other languages.
  expect(await page("en", "Zahlung")).not.toContain("Invoices and receipts");

  const panel = async (q: string, locale: string) =>
    (
      await new Visitor(world).call<{ items: { articleId: string; title: string; locale: string }[] }>(
        `/api/widget/help/search?${new URLSearchParams({ key: world.key, q, locale })}`,
      )
    ).body.items.map(({ articleId, title, locale: is }) => [articleId, title, is]);
  expect(await panel("rechnung", "en")).toEqual([[id, "Invoices and receipts", "en"]]);
  expect(await panel("rechnung", "fr")).toEqual([[id, "Invoices and receipts", "en"]]);
  expect(await panel("rechnung", "de")).toEqual([[id, "Rechnungen und Belege", "de"]]);

  const team = await world.as<{ hits: { title: string; locale: string }[] }>(
    `/api/dashboard/projects/${world.projectId}/knowledge?q=Rechnung&locale=en`,
  );
  expect(team.body.hits.map(({ title }) => title).toSorted()).toEqual(["Invoices and receipts", "Team notes"]);
});

test("words of the own language count more than those of a title in another", async () => {
  const world = await makeWorld();
  await write(world, {
    "a/en": { title: "Invoices", content: "Download them." },
    "a/de": { title: "Konto", content: "Laden.", locale: "de" },
    "b/en": { title: "Konto explained", content: "A word." },
    "c/en": { title: "Shipping", content: "Parcels." },
    "d/de": { title: "Konto schließen", content: "Ohne Übersetzung.", locale: "de" },
  });
  const hits = await ask(world, "konto", { locales: ["en"], audiences: ["public"] });
  expect(hits.map(({ key }) => key)).toEqual(["b/en", "a/en"]);
  expect(hits[1]?.confidence).toBeLessThan(hits[0]?.confidence ?? 0);
});
