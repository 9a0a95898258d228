// The formatted field of the composer, by keyboard.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { isFormatted, markup, written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;
let id = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("Where is my order?")).body.conversation.id;
});
test.afterAll(() => stage.stop());

const field = (at = page) => at.getByRole("textbox", { name: /^Reply to / });
const load = async (at = page): Promise<void> => {
  await at.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await at.getByRole("button", { name: "Emoji", exact: true }).waitFor();
};
const hasFocus = (at = page) => until("the field to have the focus", () => field(at).evaluate((node) => node === document.activeElement));
const open = async (at = page): Promise<void> => {
  await load(at);
  await isFormatted(field(at));
  await at.keyboard.press("r");
  await hasFocus(at);
};
const clear = async (): Promise<void> => {
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Backspace");
};
const shows = (html: string) =>
  until(html, async () => (await markup(field())) === html).catch(async () => assert.equal(await markup(field()), html));
const lastMessage = async (): Promise<string> => {
  const { body } = await project.owner.call<{ events: { message?: { content: string } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations/${id}`,
  );
  return body.events.findLast((event) => event.message)?.message?.content ?? "";
};
const sent = (content: string) =>
  until(`${content} to be sent`, async () => (await lastMessage()) === content, 20_000).catch(async () =>
    assert.equal(await lastMessage(), content),
  );

test("text typed fast while the field changes stays whole, with focus and caret", async () => {
  await load();
  await page.keyboard.press("r");
  await hasFocus();
  const text = "The quick brown fox jumps over the lazy dog and types on";
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.type(text, { delay: 15 });
    await page.keyboard.press("Enter");
    await page.waitForTimeout(i === 1 ? 900 : 100);
  }
  await isFormatted(field());
  await hasFocus();
  await page.keyboard.type("end");
  assert.equal(await written(field()), `${`${text}\n`.repeat(4)}end`);
  await clear();
});

test("marks by keys and by typing, lists, quotes and code become Markdown when they are sent", async () => {
  await open();
  await page.keyboard.type("It left on ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Monday");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(", **really**, 5 * 3 = 15, snake_case");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bye `code`");
  await shows(
    "<p>It left on <strong>Monday</strong>, <strong>really</strong>, 5 * 3 = 15, snake_case</p><ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul><p>Bye <code>code</code></p>",
  );
  await checkPage(page, "rich-composer", "Monday");
  await page.keyboard.press("Control+Enter");
  await sent("It left on **Monday**, **really**, 5 * 3 = 15, snake_case\n- one\n  - two\n\nBye `code`");
  await until("the field to be empty", async () => (await written(field())) === "");
  await hasFocus();
});
