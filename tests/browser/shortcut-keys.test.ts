// Giving actions other keys in the help dialog, by keyboard alone: conflicts are refused and named, the palette and tooltips show the
// change, it outlives a reload, and can be taken back.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let path: string;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { id } = (await visitor.open("Hello")).body.conversation;
  path = `${stage.served.url}/projects/${project.id}/inbox/all/${id}`;
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

const help = () => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const open = async (): Promise<void> => {
  await page.locator("#main").focus();
  await page.keyboard.press("?");
  await help().getByText("Follow this conversation").waitFor();
};
const change = (action: string) => help().getByRole("button", { name: `Change the keys of “${action}”` });

test("an action gets other keys; those of another action are refused and named", async () => {
  await page.goto(path);
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await open();
  await change("Follow this conversation").press("Enter");
  await help().getByText("Press the new keys…").waitFor();
  await page.keyboard.press("r");
  await help().getByRole("alert").filter({ hasText: "“Reply” has these keys." }).waitFor();
  await change("Follow this conversation").press("Enter");
  await page.keyboard.press("Escape");
  await help().waitFor();
  await change("Follow this conversation").press("Enter");
  await page.keyboard.press("y");
  await help().getByRole("button", { name: "Reset the keys of “Follow this conversation”" }).waitFor();
  assert.deepEqual(await violations(page, "Reset all keys"), [], "the dialog");
  await page.keyboard.press("Escape");
  await help().waitFor({ state: "hidden" });
  const follow = page.getByRole("complementary", { name: "Details" });
  await follow.getByRole("button", { name: "Follow", exact: true }).waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("f");
  await page.waitForTimeout(300);
  assert.equal(await follow.getByRole("button", { name: "Stop following" }).count(), 0, "the usual key");
  await page.keyboard.press("y");
  await follow.getByRole("button", { name: "Stop following" }).waitFor();
});

test("the palette shows the changed key, also after a reload, and a reset takes it back", async () => {
  await page.reload();
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Follow this");
  await page
    .getByRole("option", { name: /Follow this conversation/ })
    .locator("kbd", { hasText: "Y" })
    .waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.goto(path);
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await open();
  await help().getByRole("button", { name: "Reset all keys" }).press("Enter");
  await until("no changed keys", async () => (await page.evaluate(() => localStorage.getItem("seed.shortcut-keys"))) === "{}");
  await page.keyboard.press("Escape");
});

test("on a phone the dialog fits", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(path);
  await phone.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await phone.locator("#main").focus();
  await phone.keyboard.press("?");
  await phone.getByText("Follow this conversation").waitFor();
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await phone.context().close();
});
