// Formatting and emoji in the composer, by keyboard.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { preferPlain } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let id = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("Where is my order?")).body.conversation.id;
  await open();
  await preferPlain(page);
});
test.afterAll(() => stage.stop());

const field = (at = page) => at.getByRole("textbox", { name: /^Reply to / });
const open = async (at = page): Promise<void> => {
  await at.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await at.getByRole("button", { name: "Emoji", exact: true }).waitFor();
};
const begin = async (): Promise<void> => {
  await open();
  await page.keyboard.press("r");
  await until("the field to have the focus", () => field().evaluate((node) => node === document.activeElement));
};
const has = (text: string) => until(JSON.stringify(text), async () => (await field().inputValue()) === text);

test("keys put signs around words, and undo takes them back", async () => {
  await begin();
  await page.keyboard.type("It left on Monday");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.press("Control+b");
  await has("It left on **Monday**");
  await page.keyboard.press("Control+b");
  await has("It left on Monday");
  await page.keyboard.press("Control+i");
  await has("It left on _Monday_");
  await page.keyboard.press("Control+z");
  await has("It left on Monday");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+Shift+Digit8");
  await has("- It left on Monday");
  await page.keyboard.press("Control+Shift+Digit8");
  await has("It left on Monday");
});

test("the toolbar is reached and walked by keyboard, and comes back with the next page", async () => {
  await begin();
  await field().fill("see the terms");
  await field().selectText();
  await page.getByRole("button", { name: "Formatting", exact: true }).press("Enter");
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await bar.getByRole("button", { name: "Bold" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await has("[see the terms](https://)");
  await page.keyboard.type("https://a.example");
  await has("[see the terms](https://a.example)");
  await checkPage(page, "format-bar", "Where is my order?");
  await open();
  await bar.waitFor();
  await page.getByRole("button", { name: "Formatting", exact: true }).press("Enter");
  await bar.waitFor({ state: "detached" });
});

test("emoji are found while typing, and in the grid", async () => {
  await begin();
  await field().fill("");
  await page.keyboard.type("Done :party");
  const option = page.getByRole("listbox", { name: "Emoji" }).getByRole("option");
  await option.first().waitFor();
  await checkPage(page, "emoji-list", "party");
  await page.keyboard.press("Enter");
  await until("an emoji", async () => /^Done \p{Extended_Pictographic}/u.test(await field().inputValue()));
  await field().fill("At 10:30 ");
  await page.getByRole("button", { name: "Emoji", exact: true }).press("Enter");
  const grid = page.getByRole("dialog", { name: "Emoji" });
  await grid.getByRole("button", { name: "grinning face", exact: true }).waitFor();
  await page.keyboard.type("thumbs up");
  await grid.getByRole("button", { name: "thumbs up", exact: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await has("At 10:30 👍");
  await page.getByRole("button", { name: "Emoji", exact: true }).press("Enter");
  await grid.getByRole("button", { name: "grinning face", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await grid.waitFor({ state: "detached" });
  assert.ok(await field().evaluate((node) => node === document.activeElement));
  await page.getByRole("button", { name: "Emoji", exact: true }).press("Enter");
  await grid.getByRole("button", { name: "grinning face", exact: true }).waitFor();
  await checkPage(page, "emoji-grid", "Smileys");
});

test("what is copied from a web page keeps its form, and a plain copy its text", async () => {
  await begin();
  await field().fill("");
  const paste = (html: string, plain: string) =>
    field().evaluate(
      (node, copy) => {
        const data = new DataTransfer();
        data.setData("text/html", copy.html);
        data.setData("text/plain", copy.plain);
        return node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      },
      { html, plain },
    );
  assert.equal(await paste("<p style='color:red'>Within <b>14 days</b></p><ul><li>by card</li></ul>", "Within 14 days by card"), false);
  await has("Within **14 days**\n\n- by card");
  assert.equal(await paste("<span style='color:red'>plain</span>", "plain"), true);
});

test("it fits a phone", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await open(phone);
  await phone.getByRole("button", { name: "Formatting", exact: true }).click();
  await phone.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await phone.getByRole("button", { name: "Emoji", exact: true }).click();
  await phone.getByRole("dialog", { name: "Emoji" }).getByRole("button", { name: "grinning face", exact: true }).waitFor();
  await checkPage(phone, "formatting-phone", "Smileys");
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0);
  await phone.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
});
