// Importing from another help desk in a real browser, against a double of Zendesk: preview, dry run, import, report, undo.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { HELP_DESK_VARS, SUBDOMAIN } from "../doubles/help-desks/index.ts";
import { type HelpDeskDouble, startHelpDesks } from "../doubles/help-desks/server.ts";
import { DESKTOP, collectErrors, openStage, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let double: HelpDeskDouble;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  double = await startHelpDesks();
  // The picture host is a test name that only workerd's own tests can reach.
  for (const article of double.desks.desk.articles) article.html = article.html.replace(/<p><img[^>]*><\/p>/, "");
  stage = await openStage({ vars: { ...HELP_DESK_VARS, TEST_HELP_DESK_BASE_URL: double.url, TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

/** The status chip beside the name; a live region repeats it. */
const state = (words: string) => page.locator("section span", { hasText: new RegExp(`^${words}$`) }).first();
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("articles are imported from Zendesk, and the import is undone", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/help/articles`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("textbox", { name: "Help center name" }).fill(`https://${SUBDOMAIN}.zendesk.com/hc`);
  await button("Preview contents").click();
  await page.getByText("Languages: English (8), German (1)").waitFor();
  const name = page.getByRole("textbox", { name: "Import name" });
  assert.equal(await name.inputValue(), "Import from Zendesk");
  await name.fill("The move");
  await button("Dry run").click();
  await state("Dry run done").waitFor({ timeout: 30_000 });
  await page.getByText("To create", { exact: true }).nth(9).waitFor();

  await button("Import").click();
  await state("Done").waitFor({ timeout: 60_000 });
  // Nine articles, and their count.
  await page.getByText("Created", { exact: true }).nth(9).waitFor();
  await page.getByText("It’s a draft there and was imported as one.").waitFor();
  await page.getByRole("link", { name: "How to do thing 2", exact: true }).click();
  await page.waitForURL(/\/help\/articles\/art_/);
  await page.goBack();

  await button("Undo this import").click();
  await page.getByRole("dialog").getByRole("textbox").fill("The move");
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  await state("Undone").waitFor({ timeout: 60_000 });
  const { body } = await project.owner.call<{ items: unknown[] }>(`/api/dashboard/projects/${project.id}/help/articles`);
  assert.deepEqual(body.items, []);
  assert.deepEqual(complaints.policy, []);
});

test("articles of the other help desks can be previewed, imported, and undone", async () => {
  test.skip(process.env["LONG"] === undefined, "only with LONG=1");
  for (const [label, said, texts] of [
    ["Freshdesk", "Languages: English (8), German (1)", 9],
    ["Intercom", "Languages: English (8), German (1)", 9],
    ["Help Scout Docs", "One language: English (8)", 8],
  ] as const) {
    await page.goto(`${stage.served.url}/projects/${project.id}/help/import`);
    await page.getByRole("radio", { name: label }).check();
    if (label === "Freshdesk") await page.getByRole("textbox", { name: "Help center name" }).fill(SUBDOMAIN);
    await button("Preview contents").click();
    await page.getByText(said).waitFor();
    await button("Import").click();
    await state("Done").waitFor({ timeout: 60_000 });
    await page.getByText("Created", { exact: true }).nth(texts).waitFor();
    await button("Undo this import").click();
    await page.getByRole("dialog").getByRole("textbox").fill(`Import from ${label}`);
    await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
    await state("Undone").waitFor({ timeout: 60_000 });
  }
  assert.deepEqual(complaints.policy, []);
});
