// Settings forms: long input is never truncated, emptying a field turns nothing off without asking, and refusals are readable sentences.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const go = (path: string): Promise<unknown> => page.goto(`${stage.served.url}/projects/${project.id}/${path}`);
const origin = async (): Promise<unknown> =>
  (await project.owner.call<{ websiteOrigin: string | null }>(`/api/dashboard/projects/${project.id}/widget`)).body.websiteOrigin;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

test("a plain word is refused as a website", async () => {
  await go("settings/website");
  const field = page.getByLabel("Website origin");
  for (const word of ["null", "foo", "https://intranet"]) {
    await field.fill(word);
    await field.press("Enter");
    await page.getByRole("alert").getByText("Enter the address of the website").waitFor();
    assert.equal(await field.inputValue(), word);
  }
  await field.fill("http://acme.example");
  // Enter does nothing while the previous response is still being applied.
  await until("the refusal of http", async () => {
    await field.press("Enter");
    return await page.getByRole("alert").getByText("Use https").isVisible();
  });
  assert.equal(await origin(), stage.hosts.origin);
});

test("emptying the website asks for confirmation before it turns the chat off", async () => {
  await go("settings/website");
  const field = page.getByLabel("Website origin");
  await field.fill("");
  await field.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Turn the chat off?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await field.inputValue(), stage.hosts.origin);
  assert.equal(await origin(), stage.hosts.origin);
  await field.fill("");
  await field.press("Enter");
  await dialog.getByRole("button", { name: "Turn the chat off" }).click();
  await until("the origin to go", async () => (await origin()) === null);
  await dialog.waitFor({ state: "detached" });
  await field.fill(stage.hosts.origin);
  await field.press("Enter");
  await until("the origin to come back", async () => (await origin()) === stage.hosts.origin);
});

test("after saving, the field shows the stored value, and the confirmation covers no button", async () => {
  await go("settings/website");
  const field = page.getByLabel("Website origin");
  const { host } = new URL(stage.hosts.origin);
  const savedNotice = page.getByRole("dialog").filter({ hasText: "Saved" });
  for (const spelling of [`http://user:pw@${host}`, `HTTP://${host.toUpperCase()}/`, `${stage.hosts.origin}/pricing?a=b`]) {
    await field.fill(spelling);
    const stored = page.waitForResponse((response) => response.request().method() === "PATCH");
    await field.press("Enter");
    await stored;
    await savedNotice.first().waitFor();
    await until(`${spelling} to become the origin`, async () => (await field.inputValue()) === stage.hosts.origin);
  }
  assert.equal(await savedNotice.count(), 1);
  const [toast, save] = [await savedNotice.boundingBox(), await page.getByRole("button", { name: "Save" }).first().boundingBox()];
  assert.ok(toast && save && (toast.y + toast.height <= save.y || toast.x >= save.x + save.width));
});

test("a name that is too long shows its length, is kept, and is refused with a sentence", async () => {
  await go("settings/general");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("x".repeat(79));
  await page.getByText("1 character left").waitFor();
  await name.fill("x".repeat(90));
  await page.getByText("10 characters too long").waitFor();
  await name.press("Enter");
  await page.getByRole("alert").getByText("Use at most 80 characters.").waitFor();
  assert.equal((await name.inputValue()).length, 90);
});

test("Save works only once something changed, and leaving with unsaved changes asks first", async () => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  for (const [path, field, save] of [
    ["settings/general", "Name", "Rename"],
    ["settings/website", "Website origin", "Save"],
    ["settings/look", "Greeting", "Save"],
    ["settings/email", "Sender name", "Save"],
    ["settings/notifications", "Time zone", "Save"],
    ["help/settings", "Description", "Save"],
    ["/account/profile", "Name", "Save"],
  ] as const) {
    await page.goto(`${stage.served.url}${path.startsWith("/") ? path : `/projects/${project.id}/${path}`}`);
    const input = page.getByLabel(field, { exact: true });
    const button = page.getByRole("button", { name: save, exact: true }).last();
    await input.waitFor();
    assert.ok(await button.isDisabled(), `${path}: nothing to save`);
    const before = await input.inputValue();
    const isSelect = (await input.evaluate((element) => element.tagName)) === "SELECT";
    const change = (to: string) => (isSelect ? input.selectOption(to === before ? before : "Pacific/Auckland") : input.fill(to));
    await change("https://other.example");
    assert.ok(await button.isEnabled(), `${path}: something to save`);
    await change(before);
    assert.ok(await button.isDisabled(), `${path}: nothing to save any more`);
  }
  await go("settings/general");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Another name");
  await page.getByRole("link", { name: "Members" }).click();
  const asks = page.getByRole("dialog", { name: "Leave without saving?" });
  await asks.getByRole("button", { name: "Keep editing" }).click();
  await asks.waitFor({ state: "detached" });
  assert.match(page.url(), /settings\/general$/);
  assert.equal(await name.inputValue(), "Another name");
  // The browser asks itself when the page is closed or reloaded.
  const asked = page.waitForEvent("dialog");
  void page.evaluate(() => location.reload());
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  assert.equal(await name.inputValue(), "Another name");
  await page.getByRole("link", { name: "Members" }).click();
  await asks.getByRole("button", { name: "Discard and leave" }).click();
  await page.waitForURL("**/settings/members");
  await go("settings/general");
  await name.fill("Northwind");
  await name.press("Enter");
  await page.getByRole("button", { name: "Rename" }).and(page.locator(":disabled")).waitFor();
  await page.getByRole("link", { name: "Members" }).click();
  await page.waitForURL("**/settings/members");
  assert.equal(await asks.count(), 0, "nothing is unsaved after saving");
  assert.deepEqual(errors, []);
});

test("the tabs of a section stand at the same place on each of its pages", async () => {
  const places = new Set<string>();
  for (const [path, heading] of [
    ["articles", "New article"],
    ["sources", "Add source"],
    ["insights", "Export CSV"],
    ["social-cards", "Cards"],
    ["settings", "Save"],
  ] as const) {
    await go(`help/${path}`);
    await page.getByText(heading).first().waitFor();
    const boxes = await page
      .getByRole("navigation", { name: "Help center" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()).map(({ x, y, width }) => [x, y, width]));
    assert.equal(boxes.length, 6);
    places.add(JSON.stringify(boxes));
  }
  assert.equal(places.size, 1, [...places].join("\n"));
});

test("a reply that is too long shows its length, is kept, and is not sent", async () => {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { id } = (await visitor.open("tell me everything")).body.conversation;
  await go(`inbox/all/${id}`);
  const reply = page.getByRole("textbox", { name: /^Reply to / });
  await reply.fill("x".repeat(16_003));
  await page.getByText("3 characters too long").waitFor();
  await reply.press("Control+Enter");
  await page.getByText("Not sent: a message can have up to 16,000 characters.").first().waitFor();
  assert.equal((await written(reply)).length, 16_003);
  await reply.fill("x".repeat(16_000));
  await page.getByText("0 characters left").waitFor();
  await reply.press("Control+Enter");
  await page.getByRole("log").getByText("xxx").waitFor();
  assert.equal(await written(reply), "");
});
