// Canned replies by keyboard alone: written in the settings, inserted by `/`, held back for a placeholder, sent with their files.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { PNG, Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { selection, written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;
let conversationId = "";

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversationId = (await visitor.open("Can I return the vase?")).body.conversation.id;
});
test.afterAll(() => stage.stop());

const texts = async (): Promise<string[]> =>
  (
    await visitor.call<{ items: { message?: { content: string } }[] }>(`/api/widget/conversations/${conversationId}/events?after=0`)
  ).body.items.flatMap(({ message }) => message?.content ?? []);
const field = () => page.getByRole("textbox", { name: /^Reply to / });
const options = () => page.getByRole("listbox", { name: "Canned replies" }).getByRole("option");

/** Opens the conversation and begins a reply. */
async function begin(): Promise<void> {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await page.getByRole("button", { name: "Insert canned reply" }).waitFor();
  await page.keyboard.press("r");
  await until("the field to have the focus", () => field().evaluate((area) => area === document.activeElement));
}

/** Moves on by Tab until the element with this name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let i = 0; i < 80; i += 1) {
    const now = await page.evaluate(() => {
      const on = document.activeElement;
      const label = on?.id ? document.querySelector(`label[for="${on.id}"]`)?.textContent : undefined;
      return on?.getAttribute("aria-label") ?? label ?? on?.textContent ?? "";
    });
    if (name.test(now)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`nothing named ${name} gets the focus`);
}

test("replies are created, found, deleted and restored", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/canned-replies`);
  await page.getByText("Write down an answer").waitFor();
  const create = async (list: string, title: string, shortcut: string, text: string): Promise<void> => {
    await tabTo(new RegExp(`^New reply: ${list}$`));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^New .* reply$/ });
    await dialog.getByLabel("Title").waitFor();
    await until("the title to have the focus", () => dialog.getByLabel("Title").evaluate((input) => input === document.activeElement));
    await page.keyboard.type(title);
    await page.keyboard.press("Tab");
    await page.keyboard.type(shortcut);
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
    if (title === "Return a parcel") {
      await dialog.locator("input[type=file]").setInputFiles({ name: "label.png", mimeType: "image/png", buffer: Buffer.from(PNG) });
      await dialog.getByText("label.png").waitFor();
      await dialog.getByRole("progressbar").waitFor({ state: "detached" });
      await checkPage(page, "canned-dialog", "Preview");
    }
    await tabTo(/^Create reply$/);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: title }).waitFor();
  };
  await create("Shared", "Return a parcel", "/return", "Hi {{contact.first_name|there}}, this is {{agent.name}} of {{project.name}}.");
  await create("Personal", "Order on its way", "way", "Your order {{order.id}} is on its way.");
  await checkPage(page, "canned-settings", "Return a parcel");

  await tabTo(/^Delete Order on its way$/);
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").filter({ hasText: "Order on its way" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByRole("listitem").filter({ hasText: "Order on its way" }).waitFor();
  await page.reload();
  await page.getByRole("listitem").filter({ hasText: "Order on its way" }).waitFor();
});

test("a slash finds a reply, which is inserted at the cursor with its variables and files", async () => {
  await begin();
  await page.keyboard.type("Before  after");
  for (let i = 0; i < 6; i += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("/");
  await until("both replies", async () => (await options().count()) === 2);
  await checkPage(page, "canned-list", "Return a parcel");
  await page.keyboard.press("ArrowDown");
  assert.equal(await options().nth(1).getAttribute("aria-selected"), "true");
  assert.equal(await field().getAttribute("aria-activedescendant"), await options().nth(1).getAttribute("id"));
  await page.keyboard.press("Escape");
  assert.equal(await options().count(), 0);
  assert.equal(await field().evaluate((area) => area === document.activeElement), true);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("/ret");
  await until("the one that fits", async () => (await options().count()) === 1);
  await page.keyboard.press("Enter");
  await until("the text", async () => (await written(field())).startsWith("Before Hi there, this is "));
  const text = await written(field());
  assert.match(text, /^Before Hi there, this is .+ of .+\. after$/);
  await page
    .getByRole("list", { name: /attached/i })
    .getByText("label.png")
    .waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  // Typing goes on behind what was inserted, and undo takes it out as a whole.
  await page.keyboard.type("!");
  assert.match(await written(field()), /\.! after$/);
  await page.keyboard.press("Control+Enter");
  await until("the reply to arrive", async () => (await texts()).length === 2);
  assert.match((await texts())[1] ?? "", /^Before Hi there/);
  await page
    .getByRole("log")
    .getByRole("button", { name: /label\.png/ })
    .or(page.getByRole("log").getByRole("link", { name: /label\.png/ }))
    .first()
    .waitFor();
});

test("a placeholder without a value holds the reply back until the member says so", async () => {
  await begin();
  await page.keyboard.type("/way");
  await until("the one that fits", async () => (await options().count()) === 1);
  await page.keyboard.press("Tab");
  await until("the text", async () => (await written(field())) === "Your order {{order.id}} is on its way.");
  // It is selected: typing replaces it.
  assert.equal(await selection(field()), "{{order.id}}");
  await page.keyboard.press("Control+Enter");
  const bar = page.getByRole("alert").filter({ hasText: "{{order.id}}" });
  await bar.waitFor();
  await checkPage(page, "canned-held-back", "Send anyway");
  assert.equal((await texts()).length, 2);
  await bar.getByRole("button", { name: "Back to the text" }).press("Enter");
  await page.keyboard.type("2214");
  assert.equal(await written(field()), "Your order 2214 is on its way.");
  await bar.waitFor({ state: "detached" });
  await page.keyboard.press("Control+a");
  await page.keyboard.type("{{order.id}}");
  await page.keyboard.press("Control+Enter");
  await bar.getByRole("button", { name: "Send anyway" }).press("Enter");
  await until("the reply to arrive", async () => (await texts()).length === 3);
  assert.equal((await texts())[2], "{{order.id}}");
});

test("the palette opens the list, and two slashes open the articles", async () => {
  await begin();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("Insert canned");
  await page.keyboard.press("Enter");
  await until("the list", async () => (await options().count()) === 2);
  assert.equal(await written(field()), "/");
  await page.keyboard.type("/");
  await page.getByRole("dialog", { name: "Insert from help center" }).waitFor();
  await page.keyboard.press("Escape");
  await until("the slash to be gone", async () => (await written(field())) === "");
  await page.keyboard.type("and/or https://x.example/ret");
  assert.equal(await options().count(), 0);
});
