// Two members in two real browsers: each sees at once whether the other writes a reply or a note, in the thread and on the row.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { type Operator, Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { openStage, DESKTOP, type Stage, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let other: Page;
let conversation: string;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversation = (await visitor.open("Hello, where is my parcel?")).body.conversation.id;
  const tom: Operator = await project.owner.invite(project.id, "operator", "tom@example.test");
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  other = await (await stage.context(DESKTOP, tom)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
});

test("a member who writes a note is told apart from one who replies, on the row and in the thread", async () => {
  const path = `${stage.served.url}/projects/${project.id}/inbox/all/${conversation}`;
  await page.goto(path);
  await other.goto(path);
  const status = page.getByRole("status").filter({ hasText: /is writing|is typing/ });
  await page.getByText("tom is viewing").waitFor();
  await other.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await other.keyboard.press("n");
  await other.keyboard.type("Ask the courier");
  await status.getByText("tom is writing a note…").waitFor();
  await page.locator("[data-row]").getByText("tom is writing a note…").waitFor();
  await other.keyboard.press("Control+Enter");
  await page.getByText("Ask the courier").first().waitFor();
  await status.waitFor({ state: "detached" });
  await other.keyboard.press("Escape");
  await other.locator("#main").focus();
  await other.keyboard.press("r");
  await other.waitForTimeout(3000);
  await other.keyboard.type("It is on its way");
  await status.getByText("tom is typing…").waitFor();
  await page.locator("[data-row]").getByText("tom is replying…").waitFor();
});

test("a conversation is handed over with a note, by keyboard; the other member sees both, and Undo takes the assignment back", async () => {
  await page.locator("#main").focus();
  await page.keyboard.press("a");
  await page.getByRole("menuitem", { name: "Assign with a note…" }).waitFor();
  await page.keyboard.type("assign with");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Assign with a note" });
  await dialog.getByRole("textbox", { name: "Note" }).focus();
  assert.deepEqual(await violations(page, "Assign with a note"), [], "the dialog");
  await page.keyboard.type("Please call them back.");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Assign" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("You assigned the conversation to tom").waitFor();
  await other.getByText("Please call them back.").first().waitFor();
  await other
    .getByText(/assigned the conversation to (you|tom)/)
    .first()
    .waitFor();
  await page.getByRole("dialog").filter({ hasText: "Assigned to tom" }).getByRole("button", { name: "Undo" }).press("Enter");
  await page.locator("[data-row]").getByText("Unassigned").waitFor();
});
