// Response times in real browsers: an owner adds a policy by the keyboard, a visitor writes, the clock runs in the inbox of a desktop and of a
// phone, an answer meets it; another is warned of and missed, in the row, the thread and the bell, without a reload.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let phone: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  phone = await (await stage.context(PHONE, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});
const inbox = (): string => `${stage.served.url}/projects/${project.id}/inbox/all`;
const rowOf = (on: Page, id: string) => on.locator(`[data-row="${id}"]`);
/** Moves the due time of the clocks that are open, so that the schedule finds them. */
async function dueIn(id: string, minutes: number, warnIn: number): Promise<void> {
  const db = await stage.served.runtime.getD1Database("DB");
  const [due, warn] = [Date.now() + minutes * 60_000, Date.now() + warnIn * 60_000];
  await db
    .prepare("UPDATE response_clocks SET due_at = ?, warn_at = ?, check_at = ? WHERE conversation_id = ? AND target = 'first'")
    .bind(due, warn, Math.min(due, warn), id)
    .run();
  await stage.served.tick();
}

test("an owner adds a policy by the keyboard, and reads what it means now", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/targets`);
  await page.getByText("No response-time targets", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add a policy" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Everybody");
  await page.getByLabel("First answer within: unit").selectOption("minutes");
  await page.getByRole("textbox", { name: "First answer within" }).fill("30");
  await page.getByLabel("Time counts").selectOption("always");
  await page.getByText(/^If a customer writes now: first answer due /).waitFor();
  await checkPage(page, "targets-policy", "Everybody");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Response times saved").waitFor();
  await page.getByText(/^All conversations get a first answer within 30 mins and later answers within 4 hrs, around the clock\./).waitFor();
});

test("a visitor's message starts the clock in both windows, and an answer meets it", async () => {
  await Promise.all([page.goto(inbox()), phone.goto(inbox())]);
  await Promise.all([page, phone].map((each) => each.getByRole("main").first().waitFor()));
  const shop = await (await stage.context(DESKTOP)).newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(shop);
  await widget.launcher.waitFor();
  await widget.open();
  await widget.write("Where is my parcel?");
  for (const each of [page, phone]) await each.getByText(/^First answer: ?Due in (?:29|30) mins?$/).waitFor();
  await checkPage(page, "targets-row", "Where is my parcel?");
  await phone.getByText("Where is my parcel?").first().waitFor();
  await page.getByText("Where is my parcel?").first().click();
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Response times" }) });
  await panel.getByText(/^Due .+, in (?:29|30) mins? · target: 30 mins$/).waitFor();
  await checkPage(page, "targets-thread", "Response times");
  const reply = page.getByRole("textbox", { name: /reply/i }).first();
  await reply.fill("It left this morning.");
  await reply.press("Control+Enter");
  await panel.getByText("Met", { exact: true }).waitFor();
  await phone.getByText(/Due in/).waitFor({ state: "detached" });
  await shop.close();
});

test("what is not answered is warned of, and missed: in the row, the thread and the bell", async () => {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { id } = (await visitor.open("My parcel is broken.")).body.conversation;
  for (const each of [page, phone])
    await rowOf(each, id)
      .getByText(/Due in (?:29|30) mins?/)
      .waitFor();
  await dueIn(id, 5, 0);
  for (const each of [page, phone])
    await rowOf(each, id)
      .getByText(/Due soon: [45] mins?/)
      .waitFor();
  await dueIn(id, -1, -2);
  for (const each of [page, phone])
    await rowOf(each, id)
      .getByText(/Missed by [12] mins?/)
      .waitFor();
  await phone.screenshot(process.env["SHOTS"] === undefined ? {} : { path: `${process.env["SHOTS"]}/targets-phone-missed.png` });
  await rowOf(page, id).click();
  await page.getByText("The first answer was not given in time").waitFor();
  await checkPage(page, "targets-missed", "The first answer was not given in time");
  const db = await stage.served.runtime.getD1Database("DB");
  await until("both entries of the bell", async () => {
    const { results } = await db
      .prepare("SELECT event FROM bell_entries WHERE conversation_id = ? AND event LIKE 'target%' ORDER BY event")
      .bind(id)
      .all();
    return JSON.stringify(results) === JSON.stringify([{ event: "targetMissed" }, { event: "targetNear" }]);
  });
  // A second look of the schedule tells nothing again.
  await stage.served.tick();
  assert.equal(
    (await db.prepare("SELECT 1 FROM conversation_events WHERE conversation_id = ? AND kind = 'target_missed'").bind(id).all()).results
      .length,
    1,
  );
  await page.locator("[data-bell]:visible").click();
  await page.getByText(/^A response-time target was missed in the conversation with /).waitFor();
});

test("the list is in the order of what is due first, by the keyboard, and stays in it without a reload", async () => {
  const opened = async (text: string): Promise<{ visitor: Visitor; id: string }> => {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    return { visitor, id: (await visitor.open(text)).body.conversation.id };
  };
  const [early, late] = [await opened("First come"), await opened("Then come")];
  await page.goto(inbox());
  await page.getByRole("button", { name: "Sorted by: Last activity" }).press("Enter");
  await checkPage(page, "targets-order", "Due first");
  await page.getByRole("menuitemradio", { name: "Due first" }).press("Enter");
  await page.waitForURL("**/inbox/all?sort=due");
  await phone.goto(`${inbox()}?sort=due`);
  const orderOn = async (on: Page): Promise<(string | null)[]> => {
    const rows = await on.locator("[data-row]").all();
    return (await Promise.all(rows.map((row) => row.getAttribute("data-row")))).filter((id) => id === early.id || id === late.id);
  };
  const both = (wanted: string, ...ids: readonly string[]) =>
    until(wanted, async () => {
      const orders = await Promise.all([page, phone].map(orderOn));
      return orders.every((order) => JSON.stringify(order) === JSON.stringify(ids));
    });
  await both("the earlier one first", early.id, late.id);
  // The schedule finds the warning of the later one, which is due sooner now: that is no event of the conversation.
  await dueIn(late.id, 5, 0);
  await both("what is due sooner first", late.id, early.id);
  await rowOf(page, late.id).click();
  const reply = page.getByRole("textbox", { name: /reply/i }).first();
  await reply.fill("It left this morning.");
  await reply.press("Control+Enter");
  await both("what was answered last", early.id, late.id);
  await page.goto(inbox());
  await page.getByRole("button", { name: "Sorted by: Due first" }).waitFor();
  assert.deepEqual(complaints, { console: [], policy: [] });
});
