// Splitting messages off in a real browser, by keyboard: from the palette and from a message's menu, with a preview; both threads; Undo; and
// what the customer sees in the widget.
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
let from = "";
const TEXTS = ["The export stops after a minute.", "And my invoice is wrong."] as const;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  from = (await visitor.open(TEXTS[0])).body.conversation.id;
  await visitor.postMessage(from, TEXTS[1]);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});

const path = (id: string): string => `${stage.served.url}/projects/${project.id}/inbox/all/${id}`;
const modal = (on: Page) => on.locator('[role=dialog]:not([aria-modal="false"])');
const shown = (): string => page.url().split("/").at(-1) ?? "";

test("from the palette: choose the message, read what happens, split off; both threads say so; Undo", async () => {
  await page.goto(path(from));
  await page.getByRole("textbox", { name: /reply/i }).first().waitFor();
  await page.getByRole("button", { name: "More actions" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("split off");
  await page.getByRole("option", { name: /Split off a message/ }).waitFor();
  await page.keyboard.press("Enter");
  await modal(page).getByRole("radio").first().waitFor();
  await checkPage(page, "split-find", "Message that begins it");
  await modal(page).getByRole("radio").first().press("Space");
  await modal(page).getByText("The message stays where it is").waitFor();
  await modal(page).getByText("and still in this one, too").waitFor();
  await checkPage(page, "split-preview", "You can undo this for an hour");
  await modal(page).getByRole("button", { name: "Split off", exact: true }).press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(from));
  const thread = page.locator("[data-thread]");
  await thread.getByText(TEXTS[1]).waitFor();
  await thread.getByText("You split this off from another conversation").waitFor();
  await checkPage(page, "split-off", "Open the conversation it came from");
  assert.equal(await thread.getByText(TEXTS[0]).count(), 0);
  const created = shown();
  await page.getByRole("link", { name: "Open the conversation it came from" }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(from));
  await thread.getByText("You split off messages into a new conversation").waitFor();
  await page.getByRole("link", { name: "Open the new conversation" }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(created));
  await page.getByRole("button", { name: "Undo split" }).press("Enter");
  await page.waitForURL((url) => url.pathname.endsWith(from));
  await page.getByText("Split undone").first().waitFor();
  await page.goto(path(created));
  await page.getByText("The split or move that began this conversation was undone.").waitFor();
  await checkPage(page, "split-undone", "The split or move that began this conversation was undone.");
});

test("from the message’s menu; another member sees both rows at once; on a phone it fits", async () => {
  const other = await (await stage.context(DESKTOP, project.owner)).newPage();
  await other.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await other.getByText(TEXTS[1]).first().waitFor();
  await page.goto(path(from));
  const menu = page.getByRole("button", { name: "Actions for this message" });
  await menu.nth(1).waitFor();
  await menu.nth(1).press("Enter");
  await page.getByRole("menuitem", { name: /Split off into a new conversation/ }).press("Enter");
  await modal(page).getByText("The message stays where it is").waitFor();
  await modal(page).getByRole("button", { name: "Split off", exact: true }).press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(from));
  await until("two rows", async () => ((await other.getByText(TEXTS[1]).count()) >= 2 ? true : undefined));
  await other.close();
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(page.url());
  await phone.getByText("You split this off from another conversation").waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await phone.goto(path(from));
  await phone.getByRole("button", { name: "Actions for this message" }).first().click();
  await phone.getByRole("menuitem", { name: /Split off into a new conversation/ }).click();
  await modal(phone).getByRole("button", { name: "Cancel" }).waitFor();
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await phone.close();
  assert.deepEqual(complaints, { console: [], policy: [] });
});

test("its customer finds the new conversation with the question and the answer, and answers there", async () => {
  const context = await stage.context(DESKTOP);
  const site = await context.newPage();
  const errors = await collectErrors(site);
  await site.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(site);
  await widget.open();
  await widget.write("First matter.");
  await widget.log.getByText("First matter.").waitFor();
  await widget.write("Second matter.");
  const conversations = `/api/dashboard/projects/${project.id}/conversations`;
  const row = await until("the conversation", async () =>
    (await project.owner.call<{ items: { id: string; preview: string }[] }>(conversations)).body.items.find(
      ({ preview }) => preview === "Second matter.",
    ),
  );
  const thread = await project.owner.call<{ events: { message?: { id: string; content: string } }[] }>(`${conversations}/${row.id}`);
  const second = thread.body.events.find(({ message }) => message?.content === "Second matter.")?.message?.id;
  const split = await project.owner.post<{ created: { id: string; revision: number } }>(`${conversations}/${row.id}/split`, {
    ...{ clientId: crypto.randomUUID(), messageId: second },
  });
  assert.equal(split.status, 201, JSON.stringify(split.body));
  const { id, revision } = split.body.created;
  await project.owner.post(`${conversations}/${id}/messages`, {
    ...{ clientId: crypto.randomUUID(), frontier: revision, content: "About the second one.", attachments: [] },
  });
  await site.getByRole("button", { name: "All conversations" }).click();
  await site.getByText("About the second one.").first().click();
  await widget.log.getByText("Second matter.").waitFor();
  await widget.log.getByText("About the second one.").waitFor();
  assert.equal(await widget.log.getByText("First matter.").count(), 0);
  await widget.write("Thanks for that.");
  await until("the answer", async () => {
    const { body } = await project.owner.call<{ conversation: { preview: string } }>(`${conversations}/${id}`);
    return body.conversation.preview === "Thanks for that." ? true : undefined;
  });
  assert.deepEqual(errors, { console: [], policy: [] });
  await context.close();
});
