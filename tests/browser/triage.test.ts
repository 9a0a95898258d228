// Triage in two real browsers, by keyboard alone in the first: tagging with names that do not exist yet, undo, merging; what the second
// browser sees of it at once.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Operator, Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let other: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
let tom: Operator;
const conversations: string[] = [];
const NAMES = ["Amara Okafor", "Jonas Weber", "Priya Raman"];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  for (const name of NAMES) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    conversations.push((await visitor.open(`Hello, this is ${name}. I would like my money back.`)).body.conversation.id);
  }
  const invitation = await project.owner.post<{ link: string }>(`/api/management/projects/${project.id}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
  });
  tom = new Operator(stage.served.url);
  await tom.post(new URL(invitation.body.link).pathname, { name: "Tom Reed", email: "tom@example.test", password: "seven quiet lamps" });
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  other = await (await stage.context(DESKTOP, tom)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});

const path = (n: number): string => `${stage.served.url}/projects/${project.id}/inbox/all/${conversations[n]}`;
// By its attribute: while a picker is open, the page behind it is hidden from assistive technology.
const header = (on: Page) => on.locator('ul[aria-label="Tags:"]');
const openThread = async (on: Page, n: number): Promise<void> => {
  await on.goto(path(n));
  await on.getByRole("textbox", { name: /reply/i }).first().waitFor();
  // Keys of controls work from when their code is there.
  await on
    .getByRole("button", { name: "Tag", exact: true })
    .or(on.getByRole("button", { name: "Back", exact: true }))
    .first()
    .waitFor();
};

/** Toasts are dialogs, too. */
const modal = (on: Page) => on.locator('[role=dialog]:not([aria-modal="false"])');
/** Presses Undo of the toast that says so. */
const undo = (on: Page, said: string): Promise<void> =>
  on.getByRole("dialog").filter({ hasText: said }).getByRole("button", { name: "Undo" }).press("Enter");
const states = async (n: number): Promise<{ status: string; fields?: Record<string, string> }> =>
  (
    await project.owner.call<{ conversation: { status: string; fields?: Record<string, string> } }>(
      `/api/dashboard/projects/${project.id}/conversations/${conversations[n]}`,
    )
  ).body.conversation;

test("a member makes tags by typing, takes one back by Undo, and the other member sees it all at once", async () => {
  await openThread(page, 0);
  await openThread(other, 0);
  await page.keyboard.press("l");
  const picker = page.getByRole("dialog", { name: "Tag this conversation" });
  await picker.getByText("No tags yet").waitFor();
  await page.keyboard.type("Refnd");
  await picker.getByText("Create “Refnd”").waitFor();
  await page.keyboard.press("Enter");
  await header(page).getByText("Refnd").waitFor();
  await page.keyboard.type("Billing");
  await picker.getByText("Create “Billing”").waitFor();
  await page.keyboard.press("Enter");
  await header(page).getByText("Billing").waitFor();
  assert.deepEqual(await violations(page, "Billing"), [], "the picker");
  await page.keyboard.press("Escape");
  await picker.waitFor({ state: "hidden" });
  await page.getByText("You added Billing").waitFor();
  await checkPage(page, "tags-thread", "You added Billing");
  await header(other).getByText("Refnd").waitFor();
  await other.getByText("Olga Owner added Billing").waitFor();
  // Typed as fast as one can: the letters after L are the picker's.
  await page.keyboard.press("l");
  await page.keyboard.type("bil");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await header(page).getByText("Billing").waitFor({ state: "detached" });
  await undo(page, "Removed Billing");
  await header(page).getByText("Billing").waitFor();
  await header(other).getByText("Billing").waitFor();
});

test("the palette adds a tag, and the list shows chips and filters by them", async () => {
  await openThread(page, 1);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("add tag: refnd");
  await page.getByRole("option", { name: /Add tag: Refnd/ }).waitFor();
  await page.keyboard.press("Enter");
  await header(page).getByText("Refnd").waitFor();
  await page.getByRole("button", { name: "Filter by tag" }).press("Enter");
  await page.keyboard.type("bill");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Filter by tag: Billing" }).waitFor();
  const rows = page.locator("[data-row]");
  await until("one row to be left", async () => (await rows.count()) === 1);
  await checkPage(page, "tags-filtered", "Billing");
  await page.getByRole("button", { name: "Filter by tag: Billing" }).press("Enter");
  await page.keyboard.type("any");
  await page.keyboard.press("Enter");
  await until("all rows to be back", async () => (await rows.count()) === NAMES.length);
});

test("a merge says what it moves, and its conversations, old lines and old name follow", async () => {
  await openThread(other, 1);
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/tags`);
  await page.getByRole("button", { name: "New tag" }).press("Enter");
  const dialog = modal(page);
  await dialog.getByLabel("Name").waitFor();
  await page.keyboard.type("Refund");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Merge Refnd into another tag" }).press("Enter");
  await dialog.getByLabel("Merge into").selectOption("Refund");
  await dialog.getByText("2 conversations move from Refnd to Refund.").waitFor();
  await checkPage(page, "tags-merge", "2 conversations move");
  await dialog.getByRole("button", { name: "Merge", exact: true }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Also: Refnd").waitFor();
  await checkPage(page, "tags-settings", "Also: Refnd");
  // Nobody reloads: names come by the list of tags.
  await header(other).getByText("Refund").waitFor();
  await openThread(page, 0);
  await header(page).getByText("Refund").waitFor();
  await page.getByText("You added Refund").waitFor();
  await page.keyboard.press("l");
  await page.keyboard.type("refnd");
  const found = page.getByRole("option", { name: /Refund/ });
  await found.waitFor();
  await page.keyboard.press("Escape");
});

test("S marks as spam, which leaves the lists at once in both browsers; Undo and Not spam bring it back", async () => {
  await openThread(page, 2);
  await openThread(other, 0);
  const rows = (on: Page) => on.locator(`[data-row="${conversations[2]}"]`);
  await rows(other).waitFor();
  await page.keyboard.press("s");
  await rows(page).waitFor({ state: "detached" });
  await rows(other).waitFor({ state: "detached" });
  await page.getByText("You marked the conversation as spam").waitFor();
  await checkPage(page, "spam-thread", "You marked the conversation as spam");
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/closed`);
  await page.getByRole("link", { name: "Spam" }).waitFor();
  assert.equal(await rows(page).count(), 0);
  await page.getByRole("link", { name: "Spam" }).press("Enter");
  await rows(page).waitFor();
  await checkPage(page, "spam-list", "Spam");
  await page.goto(path(2));
  await page.getByRole("button", { name: "Not spam" }).press("Enter");
  await rows(other).waitFor();
  await undo(page, "Reopened: not spam");
  await rows(other).waitFor({ state: "detached" });
  await undo(page, "Marked as spam");
  await rows(other).waitFor();
  assert.equal((await states(2)).status, "open");
});

test("a team is made, A offers it beside the members, and both browsers show it", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/teams`);
  await page.getByText("No teams yet").waitFor();
  await page.getByRole("button", { name: "New team" }).press("Enter");
  const dialog = modal(page);
  await dialog.getByLabel("Name").waitFor();
  await page.keyboard.type("Billing desk");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await dialog.getByLabel("Name").press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Tom Reed").waitFor();
  await checkPage(page, "teams-settings", "Billing desk");
  await openThread(page, 0);
  await page.getByRole("button", { name: "Assign", exact: true }).waitFor();
  await page.keyboard.press("a");
  await page.getByRole("menuitemradio", { name: "Billing desk" }).waitFor();
  await page.keyboard.type("bil");
  await page.keyboard.press("Enter");
  await page.getByText("You assigned this to Billing desk").waitFor();
  await other.locator("[data-row]", { hasText: "Billing desk" }).waitFor();
  await checkPage(page, "teams-thread", "You assigned this to Billing desk");
  assert.ok((await states(0)).fields?.["team"]?.startsWith("tea_"));
  await undo(page, "Assigned to Billing desk");
  await until("no team to be assigned", async () => (await states(0)).fields?.["team"] === undefined);
});

test("F follows, the details list who follows, and a reply makes a follower", async () => {
  await openThread(page, 0);
  await page.getByText("Nobody follows this conversation.").waitFor();
  await page.keyboard.press("f");
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByRole("button", { name: "Stop following" }).waitFor();
  await checkPage(page, "followers", "Stop following");
  await openThread(other, 0);
  await other.keyboard.press("n");
  await other.keyboard.type("I have asked the bank.");
  await other.keyboard.press("Control+Enter");
  await details.getByText("Tom Reed").waitFor();
  await details.getByRole("button", { name: "Stop following" }).press("Enter");
  await details.getByRole("button", { name: "Follow", exact: true }).waitFor();
});

test("on a phone the tags stand below the header, and the picker opens from the details", async () => {
  const phone = await (await stage.context(PHONE, tom)).newPage();
  await phone.goto(`${path(0)}/details`);
  await phone.getByRole("button", { name: "Tag", exact: true }).tap();
  await phone.getByRole("option", { name: /Billing/ }).waitFor();
  await phone.keyboard.press("Escape");
  await phone.goto(path(0));
  await header(phone).getByText("Refund").waitFor();
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await phone.context().close();
  assert.deepEqual([complaints.console, complaints.policy], [[], []]);
});
