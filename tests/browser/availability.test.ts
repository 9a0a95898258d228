// Availability in two real browsers, by keyboard: what one member chooses the other sees at once, and one hands over what is theirs.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { type Operator, Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { openStage, DESKTOP, PHONE, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let tom: Operator;
let page: Page;
let other: Page;
const open: string[] = [];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const me = (await project.owner.call<{ person: { id: string } }>("/api/account/me")).body.person.id;
  for (const n of [1, 2, 3]) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin, `198.51.100.${n}`);
    await visitor.start();
    const { id } = (await visitor.open(`Question ${n}: where is my parcel?`)).body.conversation;
    const assigned = await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${id}/assign`, {
      ...{ clientId: crypto.randomUUID(), frontier: 1, assigneeId: me },
    });
    assert.equal(assigned.status, 201);
    open.push(id);
  }
  tom = await project.owner.invite(project.id, "operator", "tom@example.test");
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
});
const at = (path: string): string => `${stage.served.url}/projects/${project.id}/${path}`;
const toast = (on: Page, words: string) => on.getByRole("dialog").filter({ hasText: words });
const counts = async () =>
  (await project.owner.call<Record<string, number>>(`/api/dashboard/projects/${project.id}/conversation-counts`)).body;
async function fromPalette(on: Page, words: string): Promise<void> {
  await on.keyboard.press("Control+k");
  await on.getByRole("combobox", { name: "Search" }).fill(words);
  await on.keyboard.press("Enter");
}

test("a member without a window is away; with one, what they choose in the menu of their name is seen at once, and Undo takes it back", async () => {
  await page.goto(at(`inbox/all/${open[0]}`));
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("a");
  const mark = page.getByRole("menuitemradio", { name: /^tom/ });
  await mark.getByText("Away").waitFor();
  other = await (await stage.context(DESKTOP, tom)).newPage();
  await other.goto(at("inbox/all"));
  await other.locator("[data-row]").first().waitFor();
  await mark.getByText("Online").waitFor();
  await other.getByRole("button", { name: /Account menu/ }).focus();
  await other.keyboard.press("Enter");
  await other.getByRole("menuitemradio", { name: "Busy" }).waitFor();
  await other.keyboard.type("busy");
  await checkPage(other, "availability-menu", "Away, and hand over…");
  await other.getByRole("menuitemradio", { name: "Busy" }).press("Enter");
  await mark.getByText("Busy").waitFor();
  await checkPage(page, "availability-assign", "Assign to me");
  await mark.getByText("Busy").waitFor();
  await toast(other, "You are busy").getByRole("button", { name: "Undo" }).press("Enter");
  await mark.getByText("Online").waitFor();
  await fromPalette(other, "yourself to away");
  await mark.getByText("Away").waitFor();
  await fromPalette(other, "yourself to online");
  await mark.getByText("Online").waitFor();
  // Whoever is away can still be assigned to.
  await fromPalette(other, "yourself to away");
  await mark.getByText("Away").waitFor();
  await mark.press("Enter");
  await toast(page, "Assigned to tom").getByRole("button", { name: "Undo" }).press("Enter");
  await until("it to be mine again", async () => (await counts())["mine"] === 3);
});

test("a browser without input for a quarter of an hour is away, and online again with the next key", async () => {
  await fromPalette(other, "yourself to online");
  await toast(other, "You are online").first().waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("a");
  const mark = page.getByRole("menuitemradio", { name: /^tom/ });
  await mark.getByText("Online").waitFor();
  const idle = await (await stage.context(DESKTOP, tom)).newPage();
  await idle.clock.install();
  await idle.goto(at("inbox/all"));
  await idle.locator("[data-row]").first().waitFor();
  await other.close();
  other = idle;
  await other.clock.runFor(2000);
  await other.clock.fastForward(15 * 60_000);
  await mark.getByText("Away").waitFor({ timeout: 30_000 });
  await other.keyboard.press("Shift");
  await other.clock.runFor(2000);
  await mark.getByText("Online").waitFor();
  await page.keyboard.press("Escape");
});

test("open conversations are handed over by keyboard, with progress, and Undo takes them back", async () => {
  await fromPalette(page, "hand over my");
  const dialog = page.getByRole("dialog", { name: "Away, and hand over your conversations" });
  await dialog.getByText("3 open conversations are assigned to you.").waitFor();
  await dialog.getByRole("combobox", { name: "Hand over to" }).focus();
  await page.keyboard.type("tom");
  await checkPage(page, "availability-hand-over", "3 open conversations are assigned to you.");
  await dialog.getByRole("combobox", { name: "Hand over to" }).press("Enter");
  await dialog.getByRole("button", { name: "Set away and hand over" }).press("Enter");
  const progress = page.getByRole("region", { name: "Progress of the action" });
  await progress.getByText("3 conversations handed over to tom").waitFor();
  await checkPage(page, "availability-handed-over", "3 conversations handed over to tom");
  assert.equal((await counts())["mine"], 0);
  await page
    .getByRole("button", { name: /Account menu/ })
    .getByText("Away")
    .waitFor();
  const { body } = await tom.call<Record<string, number>>(`/api/dashboard/projects/${project.id}/conversation-counts`);
  assert.equal(body["mine"], 3);
  await progress.getByRole("button", { name: "Undo" }).press("Enter");
  await progress.getByText("Undone: 3 conversations are as they were").waitFor();
  await until("all to be mine again", async () => (await counts())["mine"] === 3);
});

test("on a phone it is chosen in the settings", async () => {
  const phone = await (await stage.context(PHONE, tom)).newPage();
  await phone.goto(at("settings"));
  await phone.getByRole("button", { name: "Availability: Online" }).click();
  await phone.getByRole("menuitemradio", { name: "Away" }).click();
  await phone.getByRole("button", { name: "Availability: Away" }).waitFor();
});
