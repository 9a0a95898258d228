// Merging conversations in a real browser, by keyboard: from the palette with a preview, the other one's messages in the thread, Undo, and what
// another member sees of it at once.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;
let visitor: Visitor;
const ids: string[] = [];
const TEXTS = ["My invoice is wrong.", "Here is the invoice that I mean."];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  for (const text of TEXTS) ids.push((await visitor.open(text)).body.conversation.id);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});

const path = (n: number): string => `${stage.served.url}/projects/${project.id}/inbox/all/${ids[n]}`;
const modal = (on: Page) => on.locator('[role=dialog]:not([aria-modal="false"])');
const stored = async (n: number): Promise<{ status: string; mergedInto?: string }> =>
  (
    await project.owner.call<{ conversation: { status: string; mergedInto?: string } }>(
      `/api/dashboard/projects/${project.id}/conversations/${ids[n]}`,
    )
  ).body.conversation;
/** Tabs until the element with these words has the focus. */
async function tabTo(on: Page, words: string): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    const said = await on.evaluate(() => (document.activeElement?.matches("button, a") && document.activeElement.textContent) || "");
    if (said.includes(words)) return;
    await on.keyboard.press("Tab");
  }
  throw new Error(`nothing with “${words}” gets the focus`);
}

test("from the palette: choose the other one, read what happens, merge; the thread shows both; Undo", async () => {
  await page.goto(path(1));
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("merge into");
  await page.getByRole("option", { name: /Merge into another conversation/ }).waitFor();
  await page.keyboard.press("Enter");
  await modal(page)
    .getByText(TEXTS[0] ?? "")
    .waitFor();
  await checkPage(page, "merge-find", "Or paste its link");
  await tabTo(page, TEXTS[0] ?? "");
  await page.keyboard.press("Enter");
  await modal(page).getByText("You can undo this for an hour.").waitFor();
  await modal(page).getByText("Its one message stays where it is").waitFor();
  await checkPage(page, "merge-preview", "You can undo this for an hour.");
  await modal(page).getByRole("button", { name: "Merge", exact: true }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(ids[0] ?? ""));
  await page.getByText("Conversations merged").waitFor();
  // The keyboard goes on where the conversation does.
  await page.waitForFunction(() => document.activeElement?.matches("[data-thread] [role=log]"));
  assert.deepEqual((({ status, mergedInto }) => ({ status, mergedInto }))(await stored(1)), { status: "closed", mergedInto: ids[0] });
  await page.getByRole("button", { name: "Show its messages" }).press("Enter");
  await page
    .getByRole("region", { name: "Messages of the merged conversation" })
    .getByText(TEXTS[1] ?? "")
    .waitFor();
  await checkPage(page, "merge-joined", "Hide its messages");
  await page.getByRole("dialog").filter({ hasText: "Conversations merged" }).getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByText("What was written since the merge stays").waitFor();
  assert.equal((await stored(1)).status, "open");
  assert.equal((await stored(1)).mergedInto, undefined);
});

test("a merged conversation says where it goes on, takes no reply, and what its customer writes comes up there", async () => {
  await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${ids[1]}/merge`, {
    ...{ clientId: crypto.randomUUID(), into: ids[0] },
  });
  await page.goto(path(1));
  await page.getByText("This conversation was merged into another one. Reply there.").waitFor();
  assert.equal(await page.getByRole("textbox", { name: /reply/i }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Reopen", exact: true }).count(), 0);
  await page.getByRole("button", { name: "Undo merge" }).waitFor();
  await checkPage(page, "merged", "which goes on in its place");
  await page.getByRole("link", { name: "Open the other conversation" }).first().press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(ids[0] ?? ""));
  await visitor.postMessage(ids[1] ?? "", "It is about October.");
  await page.locator("[data-thread]").getByText("It is about October.").waitFor();
  // On a phone the same, without sideways scrolling.
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(path(1));
  await phone.getByText("Merged into another conversation").waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await phone.close();
  assert.deepEqual(complaints, { console: [], policy: [] });
});

test("a visitor who has the merged one open sees it closed, and is led to the other one by what they write", async () => {
  const context = await stage.context(DESKTOP);
  const site = await context.newPage();
  const errors = await collectErrors(site);
  await site.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(site);
  await widget.open();
  await widget.write("First matter.");
  await widget.log.getByText("First matter.").waitFor();
  const conversations = `/api/dashboard/projects/${project.id}/conversations`;
  const withText = (text: string): Promise<{ id: string }> =>
    until(text, async () =>
      (await project.owner.call<{ items: { id: string; preview: string }[] }>(conversations)).body.items.find(
        ({ preview }) => preview === text,
      ),
    );
  const first = await withText("First matter.");
  await site.getByRole("button", { name: "All conversations" }).click();
  await site.getByRole("button", { name: "New conversation" }).click();
  await widget.write("The same matter again.");
  await widget.log.getByText("The same matter again.").waitFor();
  const second = await withText("The same matter again.");
  const merged = await project.owner.post(`${conversations}/${second.id}/merge`, { clientId: crypto.randomUUID(), into: first.id });
  assert.equal(merged.status, 201, JSON.stringify(merged.body));
  await widget.log.getByText(/closed/i).waitFor();
  await widget.write("And one more thing.");
  // The thread of the one that stays, with all that was written there.
  await widget.log.getByText("First matter.").waitFor();
  await widget.log.getByText("And one more thing.").waitFor();
  assert.equal(await widget.log.getByText("The same matter again.").count(), 0);
  assert.deepEqual(errors, { console: [], policy: [] });
  await context.close();
});
