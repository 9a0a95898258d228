// The search over conversations by keyboard alone, from the inbox to the message, and on a phone.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let kettle = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const write = async (first: string, ...more: readonly string[]): Promise<string> => {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    const id = (await visitor.open(first)).body.conversation.id;
    for (const text of more) await visitor.postMessage(id, text);
    return id;
  };
  kettle = await write(
    "Hello, I have a question",
    ...Array.from({ length: 6 }, (_, i) => `A line about something else ${i}.\n\n${"It goes on for a while. ".repeat(20)}`),
    "The copper kettle whistles too loudly.",
    ...Array.from({ length: 60 }, (_, i) => `Another line ${i}.`),
  );
  await write("When do you open on Sundays?");
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").nth(1).waitFor();
});
test.afterAll(() => stage.stop());

const field = () => page.getByRole("combobox", { name: "Search conversations" });
/** Whether the message of this revision is the thread's, and within what is seen of it. */
const isShown = (revision: number): Promise<boolean> =>
  page.evaluate((wanted) => {
    const box = document.querySelector(`[data-revision="${wanted}"]`)?.getBoundingClientRect();
    return box !== undefined && box.top > 0 && box.bottom < innerHeight;
  }, revision);

test("the slash opens the search, what is typed is found, and Enter opens the thread at the message", async () => {
  await page.keyboard.press("/");
  await field().waitFor();
  await until("the field to have the focus", () => field().evaluate((at) => at === document.activeElement));
  await page.keyboard.type("copper whistle");
  const found = page.getByRole("list", { name: "Conversations found" });
  await found.getByText("whistles").waitFor();
  assert.deepEqual(await found.locator("mark").allTextContents(), ["copper", "whistles"]);
  assert.match(page.url(), /search\?q=copper\+whistle$/);
  await checkPage(page, "search-results", "copper");
  await page.keyboard.press("ArrowDown");
  await until("the hit to have the focus", () => page.evaluate(() => document.activeElement?.matches("[data-hit]") ?? false));
  await page.keyboard.press("ArrowUp");
  await until("the field to have the focus again", () => field().evaluate((at) => at === document.activeElement));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/inbox/all/${kettle}#r8$`));
  await until("the message to be shown", () => isShown(8), 15_000);
});

test("the way back has the search, filters are suggested and chosen by keyboard, and taken away as chips", async () => {
  await page.goBack();
  await field().waitFor();
  await page.getByRole("list", { name: "Conversations found" }).getByText("whistles").waitFor();
  assert.equal(await field().inputValue(), "copper whistle");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("line as");
  await page.getByRole("option", { name: /^assignee:/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: /^assignee:none/ }).waitFor();
  await page.keyboard.type("no");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until("the filter to be in the field", async () => (await field().inputValue()) === "line assignee:none ");
  await page.getByRole("list", { name: "Conversations found" }).getByText("more matches in this conversation").waitFor();
  await page.getByRole("button", { name: "Remove filter assignee:none" }).click();
  assert.equal(await field().inputValue(), "line");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("line before:soon");
  await page.getByText("“before:” needs a date such as 2026-11-03.").waitFor();
  await checkPage(page, "search-refused", "needs a date");
});

test("a search is saved under a name, chosen again, deleted, and brought back", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/search`);
  await until("the field to have the focus", () => field().evaluate((at) => at === document.activeElement));
  await page.keyboard.type("copper kettle");
  await page.getByRole("list", { name: "Conversations found" }).getByText("kettle").waitFor();
  await page.getByRole("button", { name: "Save search" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kettles");
  await page.keyboard.press("Enter");
  await page.getByText("Search saved").waitFor();
  await page.goto(`${stage.served.url}/projects/${project.id}/search`);
  await page.getByRole("button", { name: /^Kettles/ }).click();
  await page.getByRole("list", { name: "Conversations found" }).getByText("kettle").waitFor();
  assert.equal(await field().inputValue(), "copper kettle");
  await page.getByRole("button", { name: "Clear the search" }).first().click();
  await page.getByText("Recent searches").waitFor();
  await page.getByRole("button", { name: "Delete saved search Kettles" }).click();
  await page.getByRole("button", { name: /^Kettles/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^Kettles/ }).waitFor();
  await checkPage(page, "search-start", "Saved searches");
});

test("the palette shows conversations after its own actions", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").nth(1).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).waitFor();
  await page.keyboard.type("whistl");
  const hit = page.getByRole("option", { name: /whistles too loudly/ });
  await hit.waitFor();
  await checkPage(page, "search-palette", "whistles");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/inbox/all/${kettle}#r8$`));
  await until("the message to be shown", () => isShown(8), 15_000);
});

test("on a phone the search opens from the inbox, fits its width, and leads to the message", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await phone.getByRole("button", { name: "Search conversations" }).click();
  const input = phone.getByRole("combobox", { name: "Search conversations" });
  await input.fill("whistles copper");
  const hit = phone.locator("[data-hit]").first();
  await hit.getByText("whistles").waitFor();
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.viewport.width);
  await hit.click();
  await phone.waitForURL(new RegExp(`/inbox/all/${kettle}#r8$`));
  await phone.locator('[data-revision="8"]').getByText("The copper kettle").waitFor();
});
