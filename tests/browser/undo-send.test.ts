// Undo send, by keyboard: a reply is taken back, sent when it is due with and without a page, and comes back when the customer was faster.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
const ids: string[] = [];
const visitors: Visitor[] = [];

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  await project.owner.call(`/api/dashboard/projects/${project.id}/writing-settings`, {
    method: "PUT",
    body: { sendKey: "mod_enter", afterHandling: "next", signature: "", undoSeconds: 5 },
  });
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  for (const text of ["The first question", "The second question", "The third question"]) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    visitors.push(visitor);
    ids.push((await visitor.open(text)).body.conversation.id);
  }
});
test.afterAll(() => stage.stop());

const open = async (n: number, at = page): Promise<void> => {
  await at.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${ids[n]}`);
  await at.getByRole("button", { name: "Insert canned reply" }).waitFor();
};
const field = (at = page) => at.getByRole("textbox", { name: /^Reply to / });
const write = async (text: string): Promise<void> => {
  await page.keyboard.press("r");
  await until("the field to have the focus", () => field().evaluate((node) => node === document.activeElement));
  await page.keyboard.type(text);
};
const said = async (n: number): Promise<string[]> =>
  (
    await visitors[n]!.call<{ items: { message?: { content: string } }[] }>(`/api/widget/conversations/${ids[n]}/events`)
  ).body.items.flatMap(({ message }) => message?.content ?? []);
const held = (at = page) => at.getByRole("log").getByText(/^Sends in \d s$/);

test("a reply is taken back with the key, with what else it was to do, and sent when it is due", async () => {
  await open(0);
  await write("Yes, it does");
  await page.keyboard.press("Control+Enter");
  await held().waitFor();
  await checkPage(page, "held", "Sends in");
  assert.equal(await written(field()), "");
  await page.keyboard.press("Control+z");
  await until("the text to be back", async () => (await written(field())) === "Yes, it does");
  assert.equal(await held().count(), 0);
  await page.keyboard.type("!");
  await page.keyboard.press("Control+Enter");
  await held().waitFor();
  assert.deepEqual(await said(0), ["The first question"]);
  await until("the reply to be sent", async () => (await said(0)).length === 2, 8000);
  assert.deepEqual(await said(0), ["The first question", "Yes, it does!"]);
  await held().waitFor({ state: "detached" });
  assert.equal(await page.getByRole("log").getByText("Yes, it does!").count(), 1);
});

test("a page that is loaded again shows what still waits, and without any page it is sent too", async () => {
  await open(0);
  await write("See you");
  await page.keyboard.press("Control+Enter");
  await held().waitFor();
  await until("the server to have it", async () => {
    const path = `/api/dashboard/projects/${project.id}/conversations/${ids[0]}/pending-reply`;
    return (await project.owner.call<{ own: unknown }>(path)).body.own !== null;
  });
  await page.reload();
  await held().waitFor();
  await page.goto("about:blank");
  await until("the reply to be sent", async () => (await said(0)).includes("See you"), 12_000);
});

test("a reply that closes is followed by the next conversation, where it can still be taken back", async () => {
  const order = (await project.owner.call<{ items: { id: string }[] }>(`/api/dashboard/projects/${project.id}/conversations`)).body.items;
  const first = ids.indexOf(order[1]?.id ?? "");
  await open(first);
  await write("All done");
  await page.keyboard.press("Control+Shift+Enter");
  await until("the next conversation", () => !page.url().endsWith(ids[first] ?? ""));
  const toast = page.getByRole("dialog").filter({ hasText: "Your reply will be sent in a moment" });
  await toast.getByRole("button", { name: "Undo" }).press("Enter");
  await until("the conversation again", () => page.url().endsWith(ids[first] ?? ""));
  await until("the text to be back", async () => (await written(field())) === "All done");
  await page.getByText("Closes the conversation").waitFor();
  await checkPage(page, "taken-back", "Closes the conversation");
  await page.waitForTimeout(6000);
  assert.equal((await said(first)).length, 1);
  await field().fill("");
  await page.getByRole("button", { name: "Only send the reply" }).press("Enter");
});

test("a customer who was faster gets nothing, and the reply is in the composer again", async () => {
  await open(1);
  await write("Too late");
  await page.keyboard.press("Control+Enter");
  await held().waitFor();
  await visitors[1]!.postMessage(ids[1] ?? "", "Never mind");
  await page.getByRole("alert").getByText("Not sent.").waitFor({ timeout: 9000 });
  assert.equal(await written(field()), "Too late");
  await checkPage(page, "came-back", "Never mind");
  await page.waitForTimeout(1200);
  assert.equal((await said(1)).length, 2);
  await page.getByRole("button", { name: "Send anyway" }).press("Enter");
  await page.getByRole("button", { name: "Send now" }).press("Enter");
  await until("the reply to be sent", async () => (await said(1)).length === 3, 3000);
});

test("it fits a phone, also with a name without spaces", async () => {
  const contact = `/api/dashboard/projects/${project.id}/contacts/${visitors[2]?.contactId}`;
  assert.equal((await project.owner.call(contact, { method: "PATCH", body: { name: "W".repeat(100) } })).status, 200);
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await open(2, phone);
  await field(phone).fill("From the train");
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  await held(phone).waitFor();
  await checkPage(phone, "held-phone", "Sends in");
  const cut = phone.getByRole("log").locator("li[data-revision]");
  assert.deepEqual(await cut.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length), 0);
  // A name is cut at its end, whichever way it is written.
  await project.owner.call(contact, { method: "PATCH", body: { name: "شركة الشحن السريع للطرود البريدية في البحر المتوسط" } });
  await until("the heading to run as the name does", async () =>
    phone.getByRole("heading", { level: 1, name: /شركة/ }).evaluate((node) => getComputedStyle(node).direction === "rtl"),
  );
  await phone.getByRole("button", { name: "Undo" }).click();
  await until("the text to be back", async () => (await written(field(phone))) === "From the train");
});

// The last test: it deletes the project.
test("a reply is scheduled by keyboard, is edited and scheduled again, sent at once, and nobody else reads it before", async () => {
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  visitors.push(visitor);
  const id = (await visitor.open("A question about tomorrow")).body.conversation.id;
  ids.push(id);
  const n = ids.length - 1;
  const schedule = async (text: string): Promise<void> => {
    await write(text);
    await page.getByRole("button", { name: "More ways to send" }).press("Enter");
    await page.getByRole("menuitem", { name: "Send later…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send later" });
    await dialog.getByRole("textbox", { name: "When" }).fill("tomorrow at 8am");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
  };
  const card = page.getByRole("region", { name: "Your scheduled reply" });
  await open(n);
  await schedule("I’ll know more tomorrow");
  await card.getByText("I’ll know more tomorrow").waitFor();
  await checkPage(page, "scheduled", "Scheduled for");
  assert.equal(await written(field()), "");
  assert.deepEqual(await said(n), ["A question about tomorrow"]);
  // It is there after a reload, on the phone too.
  await open(n);
  await card.waitFor();
  await card.getByRole("button", { name: "Edit" }).press("Enter");
  await until("the text to be back", async () => (await written(field())) === "I’ll know more tomorrow");
  await card.waitFor({ state: "detached" });
  await page.keyboard.type(", at nine");
  await page.getByRole("button", { name: "More ways to send" }).press("Enter");
  await page.getByRole("menuitem", { name: "Send later…" }).press("Enter");
  await page.getByRole("dialog", { name: "Send later" }).getByRole("button", { name: "Schedule" }).click();
  await card.getByText("I’ll know more tomorrow, at nine").waitFor();
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await phone.getByRole("region", { name: "Your scheduled reply" }).waitFor();
  await checkPage(phone, "scheduled-phone", "Scheduled for");
  await phone.context().close();
  await card.getByRole("button", { name: "Send now" }).press("Enter");
  await until("it to be sent", async () => (await said(n)).length === 2);
  await card.waitFor({ state: "detached" });
  assert.deepEqual(await said(n), ["A question about tomorrow", "I’ll know more tomorrow, at nine"]);
});

test("a reply whose project is deleted meanwhile is not said to be a draft", async () => {
  await open(2);
  await field().fill("");
  await write("Nobody reads this");
  await page.keyboard.press("Control+Enter");
  await held().waitFor();
  const gone = await project.owner.call(`/api/management/projects/${project.id}`, {
    method: "DELETE",
    body: { confirm: "Northwind Pottery" },
  });
  assert.equal(gone.status, 200);
  await page.getByRole("dialog").filter({ hasText: "This doesn’t exist" }).waitFor({ timeout: 8000 });
  assert.equal(await page.getByText("kept as a draft").count(), 0);
});
