// The help center in the widget: a visitor searches, reads, finds no answer, and writes; the team sees what was read.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { PNG } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { violations } from "./axe.ts";
import { DESKTOP, collectErrors, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

const SHOTS = process.env["SHOTS"];
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let shipping = "";

const CONTENT = `We send parcels every weekday.

## How long it takes

| Where | Days |
| --- | --- |
| Norway | 2 |
| Elsewhere in Europe | 4 to 6 |

> [!WARNING]
> In December everything takes two days more.

Run \`track\` or:

\`\`\`sh
curl https://track.example.test/parcels
\`\`\`

See [returns](RETURNS) when something is broken.`;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  const db = await stage.served.runtime.getD1Database("DB");
  await db
    .prepare(
      "INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, 1, 'Northwind help', '', 'en', '[\"en\"]', '[]', 0, 'test') ON CONFLICT (project_id) DO UPDATE SET open = 1",
    )
    .bind(project.id)
    .run();
  const { results } = await db.prepare("SELECT slug FROM projects WHERE id = ?").bind(project.id).all();
  const slug = String(results[0]?.["slug"]);
  const shelf = await project.owner.post<{ collection: { id: string } }>(`/api/management/projects/${project.id}/help/collections`, {
    ...{ clientId: randomUUID(), locale: "en", name: "Orders" },
  });
  assert.equal(shelf.status, 201, JSON.stringify(shelf.body));
  const write = async (title: string, content: string): Promise<string> => {
    const { body } = await project.owner.post<{ article: { id: string } }>(`/api/dashboard/projects/${project.id}/help/articles`, {
      ...{ clientId: randomUUID(), locale: "en", title, content, collectionId: shelf.body.collection.id },
    });
    const published = await project.owner.post(`/api/management/projects/${project.id}/help/articles/${body.article.id}/texts/en/publish`, {
      revision: 1,
    });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    return body.article.id;
  };
  await write("Returning something", "Send it back within 30 days. A broken bowl is sent back for free.");
  shipping = await write("Shipping times", CONTENT.replace("RETURNS", `/help/${slug}/en/articles/returning-something`));
  await write("Paying by invoice", "Companies pay by invoice within 14 days.");
});
test.afterAll(() => stage.stop());

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector("[data-seed-desk]")?.shadowRoot?.activeElement?.textContent ?? "");

test("a visitor searches, reads, and still writes; the team sees which articles were read", async () => {
  const page = await (await stage.context(DESKTOP)).newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}/strict-csp`);
  const { launcher, panel, field, log } = widgetOf(page);
  await launcher.click();
  const search = panel.getByRole("searchbox", { name: "Search for help" });
  await search.waitFor();
  await panel.getByRole("button", { name: "Paying by invoice" }).waitFor();
  await until("the search to have the keyboard", () => search.evaluate((it) => (it.getRootNode() as ShadowRoot).activeElement === it));
  await checkPage(page, "help-home", "Paying by invoice");

  await search.fill("zebra crossing");
  await panel.getByText("No results for “zebra crossing”.").waitFor();
  await checkPage(page, "help-none", "No results for “zebra crossing”.");
  // Shares one word with an article, and asks something else.
  await search.fill("companies selling zebra crossings by airship");
  const nothingFits = "Nothing fits well. Maybe one of these helps:";
  await panel.getByRole("status").filter({ hasText: nothingFits }).waitFor();
  await panel.getByRole("list", { name: "Search results" }).getByRole("button", { name: "Paying by invoice" }).waitFor();
  await checkPage(page, "help-maybe", nothingFits);
  await search.fill("how long does shippi");
  await panel.getByText(/^\d articles? found/).waitFor();
  await checkPage(page, "help-found", "Shipping times");
  await search.press("ArrowDown");
  await page.keyboard.press("Enter");
  await panel.getByRole("heading", { name: "Shipping times" }).waitFor();
  await until("the title to have the keyboard", async () => (await focused(page)) === "Shipping times");
  await panel.getByRole("cell", { name: "Norway" }).waitFor();
  await checkPage(page, "help-article", "Norway");
  await panel.getByRole("link", { name: "returns" }).click();
  await panel.getByRole("heading", { name: "Returning something" }).waitFor();
  await panel.getByRole("button", { name: "Back" }).click();
  await panel.getByRole("button", { name: "No", exact: true }).click();
  const why = panel.getByLabel("What was missing or wrong?");
  await why.fill("And to Iceland?");
  await checkPage(page, "help-why", "What was missing or wrong?");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await panel.getByText("Thanks for your feedback.").waitFor();
  await panel.getByRole("button", { name: "Still need help?" }).click();
  await field.waitFor();
  const along = panel.getByRole("region", { name: "Sent with your message" });
  await along.getByText("Read: “Shipping times”, “Returning something”").waitFor();
  await checkPage(page, "help-along", "Sent with your message");
  await field.fill("Do you ship to Iceland?");
  await field.press("Enter");
  await log.getByText("Do you ship to Iceland?").waitFor();
  await along.waitFor({ state: "detached" });
  assert.deepEqual(complaints.policy, []);
  assert.deepEqual(complaints.console, []);

  const team = await (await stage.context(DESKTOP, project.owner)).newPage();
  await team.goto(`${stage.served.url}/conversations`);
  await team.getByText("Do you ship to Iceland?").first().click();
  await team.getByText("Read in the help center:").waitFor();
  await team.getByRole("link", { name: "Shipping times" }).waitFor();
  await checkPage(team, "help-thread", "Read in the help center:");
  await until("the questions to be grouped", async () => {
    await stage.served.tick();
    const { body } = await project.owner.call<{ items: { question: string }[] }>(`/api/dashboard/projects/${project.id}/help/gaps`);
    return body.items.some(({ question }) => question === "And to Iceland?");
  });
  await team.goto(`${stage.served.url}/projects/${project.id}/help/insights`);
  await team.getByText("And to Iceland?").first().waitFor();
  await team.getByText("zebra crossing").first().waitFor();
  await checkPage(team, "help-insights", "zebra crossing");
});

test("the website can open an article or a search by API; offline is reported and retried", async () => {
  const page = await (await stage.context(PHONE)).newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}/plain`);
  const { panel } = widgetOf(page);
  await page.evaluate((id) => (window as unknown as { SeedDesk: (...call: unknown[]) => void }).SeedDesk("showArticle", id), shipping);
  await panel.getByRole("heading", { name: "Shipping times" }).waitFor();
  await page.evaluate(() => (window as unknown as { SeedDesk: (...call: unknown[]) => void }).SeedDesk("search", "invoice"));
  await panel.getByRole("button", { name: "Paying by invoice" }).waitFor();
  await page.context().setOffline(true);
  const search = panel.getByRole("searchbox", { name: "Search for help" });
  await search.fill("broken");
  await panel.getByRole("alert").getByText("You seem to be offline.").waitFor();
  await checkPage(page, "help-offline", "You seem to be offline.");
  await page.context().setOffline(false);
  await panel.getByRole("button", { name: "Retry" }).click();
  await panel.getByRole("button", { name: "Returning something" }).waitFor();
  assert.deepEqual(complaints.policy, []);
});

test("dark and right-to-left panels are accessible, work by keyboard alone, and show an article's picture", async () => {
  const { owner, id } = project;
  const at = `/api/dashboard/projects/${id}/help/articles`;
  const { body: made } = await owner.post<{ article: { id: string } }>(at, {
    ...{ clientId: randomUUID(), locale: "en", title: "Drawing a cup", content: "" },
  });
  const kept = await owner.call<{ file: { fileId: string } }>(`${at}/${made.article.id}/files?name=cup.png&clientId=${randomUUID()}`, {
    raw: PNG,
  });
  assert.ok(kept.status < 300, JSON.stringify(kept.body));
  const saved = await owner.call<{ text: { revision: number } }>(`${at}/${made.article.id}/texts/en`, {
    method: "PUT",
    body: {
      revision: 1,
      title: "Drawing a cup",
      summary: "",
      content: `Like this:\n\n![A cup](/files/${kept.body.file.fileId})\n\n- [x] Form it\n- [ ] Fire it\n\n| Clay | kg |\n|:-:|--:|\n| red | 2 |`,
    },
  });
  const published = await owner.post(`${at.replace("dashboard", "management")}/${made.article.id}/texts/en/publish`, {
    revision: saved.body.text.revision,
  });
  assert.equal(published.status, 200, JSON.stringify(published.body));

  const page = await (await stage.context({ ...DESKTOP, colorScheme: "dark" })).newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}/rtl`);
  const { launcher, panel } = widgetOf(page);
  await launcher.focus();
  await page.keyboard.press("Enter");
  const search = panel.getByRole("searchbox", { name: "Search for help" });
  await until("the search to have the keyboard", () => search.evaluate((it) => (it.getRootNode() as ShadowRoot).activeElement === it));
  assert.equal(await panel.evaluate((it) => getComputedStyle(it).direction), "rtl");
  await panel.getByRole("button", { name: "Paying by invoice" }).waitFor();
  const checkInBothDirections = async (name: string, shows: string): Promise<void> => {
    for (const shape of [DESKTOP, PHONE]) {
      await page.setViewportSize(shape.viewport);
      assert.deepEqual(await violations(page, shows), [], `${name}, ${shape.viewport.width} px`);
      if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/rtl-${name}-${shape.viewport.width}.png` });
    }
    await page.setViewportSize(DESKTOP.viewport);
  };
  await checkInBothDirections("home", "Paying by invoice");
  await page.keyboard.type("drawing cup");
  await panel.getByText(/^\d articles? found/).waitFor();
  await checkInBothDirections("found", "1 article found");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until("the title to have the keyboard", async () => (await focused(page)) === "Drawing a cup");
  const picture = panel.getByRole("img", { name: "A cup" });
  // Drawn on a canvas, so that the page's image policy does not matter.
  await until("the picture to be drawn", () =>
    picture.evaluate((it: HTMLCanvasElement) => it.classList.contains("ready") && !it.hidden && it.width > 0 && it.height > 0),
  );
  // Each task has a labelled checkbox, and columns keep their alignment.
  for (const [name, text] of [
    ["Done", "Form it"],
    ["To do", "Fire it"],
  ] as const)
    assert.equal(await panel.getByRole("listitem").filter({ hasText: text }).getByRole("img", { name, exact: true }).count(), 1);
  const sides = panel.getByRole("cell").evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign));
  assert.deepEqual(await sides, ["center", "right"]);
  await checkInBothDirections("article", "Drawing a cup");
  // Back and out by keyboard.
  await page.keyboard.press("Escape");
  if (await panel.isVisible()) await page.keyboard.press("Escape");
  await until("the panel to close", async () => !(await panel.isVisible()));
  assert.equal(await page.evaluate(() => document.querySelector("[data-seed-desk]")?.shadowRoot?.activeElement?.className), "l");
  assert.deepEqual([complaints.policy, complaints.console], [[], []]);
});
