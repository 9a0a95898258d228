// Many conversations at once, by keyboard alone in the first browser: selecting, a range, all of the view, closing, tagging, undo, stopping;
// what the second browser sees of it; and the same on a phone by touch.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Operator, Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let other: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
const COUNT = 60;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  for (let n = 1; n <= COUNT; n += 1) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin, `198.51.100.${n}`);
    await visitor.start();
    const opened = await visitor.open(`Question ${n}: where is my parcel?`);
    assert.equal(opened.status, 201);
  }
  const invitation = await project.owner.post<{ link: string }>(`/api/management/projects/${project.id}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
  });
  const tom = new Operator(stage.served.url);
  await tom.post(new URL(invitation.body.link).pathname, { name: "Tom Reed", email: "tom@example.test", password: "seven quiet lamps" });
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  other = await (await stage.context(DESKTOP, tom)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});

const inbox = (view = "all"): string => `${stage.served.url}/projects/${project.id}/inbox/${view}`;
const listed = (on: Page, text: string) => on.locator("[data-row]").filter({ hasText: text });
const bar = (on: Page) => on.getByRole("region", { name: "Selected conversations" });
const progress = (on: Page) => on.getByRole("region", { name: "Progress of the action" });
const counts = async () =>
  (await project.owner.call<Record<string, number>>(`/api/dashboard/projects/${project.id}/conversation-counts`)).body;

test("three are closed by keyboard alone, shown at once, seen by the other member, and taken back", async () => {
  await page.goto(inbox());
  await other.goto(inbox());
  await listed(page, "Question 60:").waitFor();
  await listed(other, "Question 60:").waitFor();
  await page.keyboard.press("j");
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page.keyboard.press("x");
  await bar(page).getByText("1 selected").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await until(
    "the third to be open",
    async () => (await page.locator("[data-row][aria-current]").textContent())?.includes("Question 58:") === true,
  );
  await page.keyboard.press("Shift+X");
  await bar(page).getByText("3 selected").waitFor();
  await checkPage(page, "bulk-selected", "3 selected");
  await bar(page).getByText("3 selected").waitFor();
  await page.keyboard.press("e");
  // At once, before the server has answered.
  await listed(page, "Question 59:").waitFor({ state: "detached" });
  await progress(page).getByText("3 conversations closed").waitFor();
  await checkPage(page, "bulk-done", "3 conversations closed");
  await listed(other, "Question 59:").waitFor({ state: "detached" });
  await until("three to be closed", async () => (await counts())["closed"] === 3);
  await progress(page).getByRole("button", { name: "Undo" }).press("Enter");
  await progress(page).getByText("Undone: 3 conversations are as they were").waitFor();
  await listed(page, "Question 59:").waitFor();
  await listed(other, "Question 59:").waitFor();
});

test("a checkbox selects by Space, and Escape ends the selection", async () => {
  await page.goto(inbox());
  await listed(page, "Question 60:").waitFor();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .focus();
  await page.keyboard.press("Space");
  await bar(page).getByText("1 selected").waitFor();
  await page.keyboard.press("Escape");
  await bar(page).waitFor({ state: "hidden" });
});

test("all of the view are given a tag: progress, done, and the same is taken back", async () => {
  await project.owner.post(`/api/dashboard/projects/${project.id}/tags`, { clientId: crypto.randomUUID(), name: "Parcel", hue: 155 });
  await page.goto(inbox());
  await listed(page, "Question 60:").waitFor();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .focus();
  await page.keyboard.press("Space");
  await bar(page).getByRole("checkbox", { name: "Select all that are listed" }).press("Space");
  await bar(page).getByText("50 selected").waitFor();
  await bar(page).getByRole("button", { name: "Select all of the view" }).press("Enter");
  await bar(page).getByText("All of the view selected").waitFor();
  await checkPage(page, "bulk-all", "All of the view selected");
  await bar(page).getByText("All of the view selected").waitFor();
  await page.keyboard.press("l");
  await page.getByRole("option", { name: /Parcel/ }).waitFor();
  await page.keyboard.type("parc");
  await page.keyboard.press("Enter");
  await progress(page).getByText(`Parcel added to ${COUNT} conversations`).waitFor();
  const tags = await project.owner.call<{ items: { conversations: number }[] }>(`/api/dashboard/projects/${project.id}/tags`);
  assert.equal(tags.body.items[0]?.conversations, COUNT);
  await listed(other, "Parcel").first().waitFor();
  await progress(page).getByRole("button", { name: "Undo" }).press("Enter");
  await progress(page).getByText(`Undone: ${COUNT} conversations are as they were`).waitFor();
});

test("assigning by its menu, and the bar's keys do not touch the open conversation", async () => {
  await page.goto(inbox());
  await listed(page, "Question 60:").waitFor();
  await page.keyboard.press("j");
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .focus();
  await page.keyboard.press("Space");
  await bar(page).getByText("1 selected").waitFor();
  // In a browser's menu, as in the thread's.
  await bar(page).getByRole("button", { name: "Assign", exact: true }).press("Enter");
  await page
    .getByRole("menuitem", { name: "Tom Reed" })
    .or(page.getByRole("menuitemradio", { name: "Tom Reed" }))
    .click();
  await progress(page).getByText("1 conversation assigned to Tom Reed").waitFor();
  assert.equal((await listed(page, "Question 60:").textContent())?.includes("Tom Reed"), false);
  assert.equal((await listed(page, "Question 59:").textContent())?.includes("Tom Reed"), true);
});

test("a time in plain words snoozes what is selected", async () => {
  await page.goto(inbox());
  await listed(page, "Question 57:").waitFor();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(3)
    .focus();
  await page.keyboard.press("Space");
  await bar(page).getByText("1 selected").waitFor();
  await page.keyboard.press("z");
  await page.getByRole("menuitem", { name: "Pick date and time…" }).press("Enter");
  await page.getByLabel("When").fill("in 2 weeks at 3pm");
  await checkPage(page, "snooze-words", "Snooze until");
  await page.getByLabel("When").press("Enter");
  await progress(page).getByText("1 conversation snoozed").waitFor();
  await page.goto(inbox("snoozed"));
  const until = new Date(Date.now() + 14 * 86_400_000);
  await listed(page, "Question").first().waitFor();
  const row = await listed(page, "Question").first().textContent();
  assert.ok(row?.includes(String(until.getDate())), row ?? "");
});

test("on a phone rows are selected by touch, and the bar fits", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(inbox());
  await listed(phone, "Question 60:").waitFor();
  await phone.getByRole("button", { name: "Select conversations" }).click();
  await bar(phone).getByText("0 selected").waitFor();
  // A touch anywhere on the row selects it instead of opening it.
  for (const n of [60, 59, 58]) {
    const box = await listed(phone, `Question ${n}:`).boundingBox();
    assert.ok(box);
    await phone.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  }
  await bar(phone).getByText("3 selected").waitFor();
  await checkPage(phone, "bulk-phone", "3 selected");
  await phone.setViewportSize(PHONE.viewport);
  await bar(phone).getByRole("button", { name: "Snooze" }).click();
  await phone.getByText("Tomorrow").first().click();
  await progress(phone).getByText("3 conversations snoozed").waitFor();
  await until("three to be snoozed", async () => (await counts())["snoozed"] === 4);
  await phone.context().close();
});

test("nothing was complained of", () => {
  assert.deepEqual([complaints.console, complaints.policy], [[], []]);
});
