// Saved views by keyboard alone: a filter is built and saved, conversations enter and leave it live from another browser, its count follows,
// and deleting it can be undone. Also on a phone.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let context: BrowserContext;
let page: Page;
let others: Page;
const ids: string[] = [];
const inbox = (rest = "all"): string => `${stage.served.url}/projects/${project.id}/inbox/${rest}`;
const row = (at: number, on = page) => on.locator(`[data-row="${ids[at]}"]`);
const views = (on = page) => on.getByRole("navigation", { name: "More views" });

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  for (const text of ["The kiln arrived broken", "When do you open?", "Where is my invoice?"]) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    ids.push((await visitor.open(text)).body.conversation.id);
  }
  context = await stage.context(DESKTOP, project.owner);
  page = await context.newPage();
  others = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

/** Moves the focus to a control with Tab, as somebody without a mouse does, and notes where it was. */
async function tabTo(role: "combobox" | "checkbox" | "button" | "textbox", name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  await wanted.waitFor();
  for (let i = 0; i < 40; i += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

test("a filter is built, applied and saved by keyboard alone", async () => {
  await page.goto(inbox());
  await row(0).waitFor();
  await page.getByRole("button", { name: "Filter conversations" }).waitFor();
  await page.keyboard.press("Shift+F");
  const builder = page.getByRole("dialog", { name: "Filter conversations" });
  await builder.waitFor();
  await tabTo("button", "Add condition");
  await page.keyboard.press("Enter");
  await tabTo("combobox", "Field of condition 2");
  await page.keyboard.type("Priority");
  await tabTo("checkbox", "Urgent");
  await page.keyboard.press("Space");
  await tabTo("checkbox", "High");
  await page.keyboard.press("Space");
  await checkPage(page, "filter-builder", "Add condition");
  await tabTo("button", "Show");
  await page.keyboard.press("Enter");
  await page.getByText("Status: Open and Priority: Urgent or High").waitFor();
  await page.getByText("Nothing in this view").waitFor();
  await checkPage(page, "filter-applied", "Save view");
  await tabTo("button", "Save view");
  await page.keyboard.press("Enter");
  await tabTo("textbox", "Name");
  await page.keyboard.type("Burning");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lightning");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Everyone");
  await tabTo("button", "Save");
  await page.keyboard.press("Enter");
  await views().getByRole("link", { name: "Burning" }).waitFor();
  assert.equal(await views().getByRole("link", { name: "Burning" }).getAttribute("aria-current"), "page");
});

test("conversations enter and leave it live from another browser, and its count follows", async () => {
  await others.goto(inbox(`all/${ids[0]}`));
  const setTo = async (priority: string): Promise<void> => {
    await others.getByRole("button", { name: /^(Set priority|Priority: )/ }).click();
    await others.getByRole("menuitemradio", { name: priority }).click();
  };
  await setTo("Urgent");
  await row(0).waitFor();
  await views().getByRole("link", { name: "Burning 1" }).waitFor();
  await views(others).getByRole("link", { name: "Burning 1" }).waitFor();
  await others.goto(inbox(`all/${ids[2]}`));
  await setTo("High");
  await row(2).waitFor();
  await views().getByRole("link", { name: "Burning 2" }).waitFor();
  await checkPage(page, "saved-view", "Burning");
  await setTo("Low");
  await row(2).waitFor({ state: "detached" });
  await views().getByRole("link", { name: "Burning 1" }).waitFor();
  assert.equal(await row(0).count(), 1);
});

test("the order is chosen for each view, stands in the address, and is remembered", async () => {
  await page.goto(inbox());
  await row(0).waitFor();
  const first = async (): Promise<string | null> => await page.locator("[data-row]").first().getAttribute("data-row");
  assert.equal(await first(), ids[2]);
  await page.getByRole("button", { name: "Sorted by: Last activity" }).press("Enter");
  await page.getByRole("menuitemradio", { name: "Priority" }).press("Enter");
  await page.waitForURL("**/inbox/all?sort=priority");
  await page.getByRole("button", { name: "Sorted by: Priority" }).waitFor();
  await page.waitForFunction((id) => document.querySelector("[data-row]")?.getAttribute("data-row") === id, ids[0]);
  await page.goto(inbox());
  await page.getByRole("button", { name: "Sorted by: Priority" }).waitFor();
  await row(0).waitFor();
  assert.equal(await first(), ids[0]);
  await page.goto(inbox("mine"));
  await page.getByRole("button", { name: "Sorted by: Last activity" }).waitFor();
});

test("the palette goes to a view, which is duplicated, renamed, and deleted with a way back", async () => {
  await page.goto(inbox());
  await views().getByRole("link", { name: "Burning" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Burning");
  await page.getByRole("option", { name: "Go to view: Burning" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/inbox/svw_*");
  await page.getByRole("button", { name: "Actions for Burning" }).press("Enter");
  await page.getByRole("menuitem", { name: "Duplicate…" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Actions for Copy of Burning" }).press("Enter");
  await page.getByRole("menuitem", { name: "Edit…" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Mine to put out");
  await page.keyboard.press("Enter");
  const copy = views().getByRole("link", { name: "Mine to put out" });
  await copy.waitFor();
  await page.getByRole("button", { name: "Actions for Mine to put out" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await copy.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await copy.waitFor();
  await page.reload();
  await copy.waitFor();
});

test("on a phone the builder is a sheet", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(inbox());
  await phone.getByRole("button", { name: "Filter conversations" }).tap();
  const sheet = phone.getByRole("dialog", { name: "Filter conversations" });
  await sheet.waitFor();
  const box = await sheet.boundingBox();
  assert.ok(box && box.width === 390 && box.y + box.height >= 843, JSON.stringify(box));
  await sheet.getByRole("combobox", { name: "Field of condition 1" }).selectOption({ label: "Waiting" });
  await sheet.getByRole("combobox", { name: "Unit of condition 1" }).selectOption({ label: "minutes" });
  await checkPage(phone, "filter-sheet", "Only one condition can compare with the current time");
  await sheet.getByRole("button", { name: "Show" }).tap();
  await phone.getByText("Waiting longer than 1 minute").waitFor();
  await phone.getByRole("button", { name: "Sorted by: Longest waiting" }).waitFor();
  await phone.context().close();
});
