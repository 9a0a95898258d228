// Moving a conversation to another contact in a real browser, by keyboard: from the palette, with the search and the preview; both threads; Undo;
// and that neither visitor sees anything of the other one. SHOTS also takes the preview in Arabic.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage, takeScreenshots } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
const visitors: Visitor[] = [];
let from = "";
const TEXT = "Please send me the contract of my brother.";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  for (const name of ["Fay Former", "Ada Berg"]) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    visitors.push(visitor);
    const { id } = (await visitor.open(name === "Ada Berg" ? "Something of mine." : TEXT)).body.conversation;
    if (name !== "Ada Berg") from = id;
    const { body } = await project.owner.call<{ conversation: { contact: { id: string } } }>(
      `/api/dashboard/projects/${project.id}/conversations/${id}`,
    );
    await project.owner.call(`/api/dashboard/projects/${project.id}/contacts/${body.conversation.contact.id}`, {
      ...{ method: "PATCH", body: { name } },
    });
  }
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});
const path = (id: string): string => `${stage.served.url}/projects/${project.id}/inbox/all/${id}`;
const modal = (on: Page) => on.locator('[role=dialog]:not([aria-modal="false"])');
const own = async (n: number): Promise<string> => JSON.stringify((await visitors[n]?.call("/api/widget/conversations"))?.body);

test("from the palette: search, read who can read what, move; both threads say so; Undo", async () => {
  await page.goto(path(from));
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("move to another");
  await page.getByRole("option", { name: /Move to another contact/ }).waitFor();
  await page.keyboard.press("Enter");
  await modal(page).getByRole("searchbox").or(modal(page).getByRole("textbox")).first().fill("Ada");
  await modal(page)
    .getByRole("button", { name: /Ada Berg/ })
    .press("Enter");
  await modal(page).getByText("Your team reads the message in it, marked as Fay Former’s.").waitFor();
  await modal(page).getByText("has no address, and reads replies in the widget").waitFor();
  await checkPage(page, "move-preview", "Who can read what");
  await modal(page).getByRole("button", { name: "Move", exact: true }).press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(from));
  const thread = page.locator("[data-thread]");
  await thread.getByText(TEXT).waitFor();
  await thread.getByText("You moved this conversation here from another contact").waitFor();
  await thread.getByText("Fay Former").first().waitFor();
  await checkPage(page, "moved-here", "Open the former conversation");
  assert.equal((await own(1)).includes("contract"), false);
  const created = page.url().split("/").at(-1) ?? "";
  assert.equal((await own(1)).includes(created), false);
  await page.getByRole("link", { name: "Open the former conversation" }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(from));
  await thread.getByText("You moved this conversation to another contact").waitFor();
  await page.getByRole("link", { name: "Open the new conversation" }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(created));
  await page.getByRole("button", { name: "Undo move" }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(from));
  await page.getByText("Move undone").first().waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).first().waitFor();
});

test("the menu on a phone, and in Arabic", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(path(from));
  await phone.getByRole("button", { name: "More actions" }).click();
  await phone.getByRole("menuitem", { name: /Move to another contact/ }).click();
  await modal(phone).getByRole("searchbox").or(modal(phone).getByRole("textbox")).first().fill("Ada");
  await modal(phone)
    .getByRole("button", { name: /Ada Berg/ })
    .click();
  await modal(phone).getByText("Who can read what").waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await phone.close();
  // The answer sets a cookie, which is not the session.
  const arabic = await (await stage.context(DESKTOP, project.owner)).newPage();
  await project.owner.call("/api/account/language", { method: "PUT", body: { language: "ar" } });
  await arabic.goto(path(from));
  await arabic.locator("[data-thread]").getByText(TEXT).waitFor();
  const menu = arabic.locator("header button[aria-haspopup=menu]").last();
  await menu.click();
  await arabic.getByRole("menuitem", { name: /نقل إلى جهة اتصال أخرى/ }).click();
  await modal(arabic).locator("input").first().fill("Ada");
  await modal(arabic)
    .getByRole("button", { name: /Ada Berg/ })
    .click();
  await modal(arabic).getByText("من يمكنه قراءة ماذا").waitFor();
  await takeScreenshots(arabic, "move-preview-ar");
  assert.equal(await arabic.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await arabic.close();
  assert.deepEqual(complaints, { console: [], policy: [] });
});
