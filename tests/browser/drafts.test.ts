// Drafts of the composer in a real browser: nothing that was written is lost, whatever the server, the page or another device does.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { empty, isFormatted, written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let context: BrowserContext;
let page: Page;
let conversation: string;
let other: string;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  [conversation, other] = (await Promise.all([open("Where is my parcel?"), open("Do you ship to Norway?")])) as [string, string];
});
test.beforeEach(async () => {
  context = await stage.context(DESKTOP, project.owner);
  page = await context.newPage();
  await show();
});
test.afterEach(async () => {
  await context.close();
  await project.owner.call(`${pathOf()}/drafts/reply`, { method: "PUT", body: { content: "", attachments: [] } });
});
test.afterAll(() => stage.stop());

async function open(text: string): Promise<string> {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  return (await visitor.open(text)).body.conversation.id;
}
const pathOf = (): string => `/api/dashboard/projects/${project.id}/conversations/${conversation}`;
const field = (on = page) => on.getByRole("textbox", { name: /^Reply to / });
const onServer = async (): Promise<string> =>
  (await project.owner.call<{ drafts: { content: string }[] }>(pathOf())).body.drafts[0]?.content ?? "";
const saved = (text: string): Promise<boolean> => until(`“${text}” to be saved`, async () => (await onServer()) === text);
async function show(on = page): Promise<void> {
  await on.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversation}`);
  await isFormatted(field(on));
}
/** Goes to the other conversation and back, without loading the page anew. */
async function leaveAndReturn(): Promise<void> {
  await page.locator(`[data-row="${other}"]`).click();
  await page.getByRole("log").getByText("Do you ship to Norway?").waitFor();
  await page.locator(`[data-row="${conversation}"]`).click();
  await page.getByRole("log").getByText("Where is my parcel?").waitFor();
  await isFormatted(field());
}
async function write(text: string): Promise<void> {
  await empty(field());
  await page.keyboard.type(text);
}

test("what could not be saved is there after leaving the conversation, and saved when the server takes it, not the text before", async () => {
  await page.route("**/drafts/reply", (route) => route.fulfill({ status: 503, json: { error: "Not now.", code: "unavailable" } }));
  await write("One");
  await page.getByText("Draft not saved").waitFor();
  await leaveAndReturn();
  assert.equal(await written(field()), "One");
  await page.unroute("**/drafts/reply");
  await write("One and two");
  await saved("One and two");
  // Longer than the first pause after a failure.
  await page.waitForTimeout(6000);
  assert.deepEqual([await onServer(), await written(field())], ["One and two", "One and two"]);
});

test("what was not saved is there after the page was killed, and is saved by itself", async () => {
  await page.route("**/drafts/reply", () => undefined);
  await write("Nobody answers");
  await page.waitForTimeout(1500);
  // Without its last events, as when the browser crashes.
  await page.evaluate(() => addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true));
  await page.close();
  page = await context.newPage();
  await show();
  await until("the text to be there", async () => (await written(field())) === "Nobody answers");
  await saved("Nobody answers");
  await until("nothing to be kept", () => page.evaluate(() => Object.keys(localStorage).every((key) => !key.startsWith("seed.own.draft"))));
});

test("what was written on two devices is joined, once", async () => {
  await page.route("**/drafts/reply", (route) => route.abort("connectionfailed"));
  await write("From the desk");
  await page.waitForTimeout(1500);
  await page.goto("about:blank");
  await project.owner.call(`${pathOf()}/drafts/reply`, { method: "PUT", body: { content: "From the phone", attachments: [] } });
  await page.reload();
  for (let times = 0; times < 2; times++) {
    await show();
    await until("both to be there", async () => (await written(field())) === "From the desk\n\nFrom the phone");
  }
  await page.unroute("**/drafts/reply");
  await show();
  await saved("From the desk\n\nFrom the phone");
  assert.equal(await written(field()), "From the desk\n\nFrom the phone");
});

test("on a phone, in the dark, what was not saved says so", async () => {
  const phone = await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner);
  const tab = await phone.newPage();
  await tab.route("**/drafts/reply", (route) => route.fulfill({ status: 503, json: { error: "Not now.", code: "unavailable" } }));
  await tab.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversation}`);
  await field(tab).fill("In a tunnel");
  await tab.getByText("Draft not saved").waitFor();
  await checkPage(tab, "draft-not-saved", "In a tunnel");
  await phone.close();
});
