// Writing by keyboard alone: a mention in a note, the key that sends, sending with a snooze, and the next conversation after it.
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

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  for (const text of ["The first question", "The second question", "The third question"]) {
    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    ids.push((await visitor.open(text)).body.conversation.id);
  }
  const invited = await project.owner.post<{ link: string }>(`/api/management/projects/${project.id}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
  });
  const joined = await fetch(new URL(new URL(invited.body.link).pathname, stage.served.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: stage.served.url },
    body: JSON.stringify({ name: "Tomás Álvarez", email: "tomas@mates.example", password: "seven quiet lamps" }),
  });
  assert.ok(joined.status < 400, `joined: ${joined.status}`);
});
test.afterAll(() => stage.stop());

const open = async (n: number): Promise<void> => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${ids[n]}`);
  await page.getByRole("button", { name: "Insert canned reply" }).waitFor();
};
const hasFocus = (name: RegExp) =>
  until(`${name} to have the focus`, () => page.getByRole("textbox", { name }).evaluate((field) => field === document.activeElement));
const statusOf = async (n: number): Promise<string> =>
  (await project.owner.call<{ conversation: { status: string } }>(`/api/dashboard/projects/${project.id}/conversations/${ids[n]}`)).body
    .conversation.status;

test("a note mentions a member, who is named in the thread", async () => {
  await open(0);
  await page.keyboard.press("n");
  await hasFocus(/note/i);
  await page.keyboard.type("Ask @tom");
  const option = page.getByRole("listbox", { name: "Mention a member" }).getByRole("option");
  await option.getByText("Tomás Álvarez").waitFor();
  await checkPage(page, "mention-list", "Tomás Álvarez");
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: /note/i });
  assert.equal(await written(field), "Ask @Tomás Álvarez ");
  await page.keyboard.type("about it, not me@x.example");
  assert.equal(await option.count(), 0);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("log").getByText("Mentioned:").waitFor({ state: "attached" });
  await checkPage(page, "mentioned", "about it");
  const { body } = await project.owner.call<{ events: { note?: { mentions?: string[] } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations/${ids[0]}`,
  );
  assert.equal(body.events.at(-1)?.note?.mentions?.length, 1);
});

test("a member chooses that Enter sends, and that the next conversation follows", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/writing`);
  await page.getByLabel("Send with").focus();
  await page.keyboard.type("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Go");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("Olga\n**Northwind**");
  await checkPage(page, "writing-settings", "Signature");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Saved").first().waitFor();
  const { body } = await project.owner.call(`/api/dashboard/projects/${project.id}/writing-settings`);
  assert.deepEqual(body, { sendKey: "enter", afterHandling: "next", signature: "Olga\n**Northwind**", undoSeconds: 0 });

  await open(0);
  await page.getByText("↵ to send").waitFor({ state: "attached" });
  await page.keyboard.press("r");
  await hasFocus(/^Reply to /);
  await page.keyboard.type("Two");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("lines");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("lines").waitFor();
  // A chat message has no signature.
  assert.equal(await page.getByRole("log").getByText("Northwind").count(), 0);
  assert.match(page.url(), new RegExp(`${ids[0]}$`));
});

test("a reply that snoozes or closes is followed by the next conversation", async () => {
  await project.owner.call(`/api/dashboard/projects/${project.id}/writing-settings`, {
    method: "PUT",
    body: { sendKey: "enter", afterHandling: "next", signature: "", undoSeconds: 0 },
  });
  const listed = await project.owner.call<{ items: { id: string }[] }>(`/api/dashboard/projects/${project.id}/conversations`);
  const [first = 0, second = 0, third = 0] = listed.body.items.map(({ id }) => ids.indexOf(id));
  await open(first);
  await page.getByText("↵ to send").waitFor({ state: "attached" });
  await page.keyboard.press("r");
  await hasFocus(/^Reply to /);
  await page.keyboard.type("I will look tomorrow");
  await page.getByRole("button", { name: "More ways to send" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /Send and snooze until tomorrow/ }).waitFor();
  await checkPage(page, "ways-to-send", "Send and close");
  const highlighted = page.locator('[role="menuitem"][data-highlighted]');
  for (let i = 0; i < 8 && !/tomorrow/.test((await highlighted.allTextContents()).join()); i += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until("the next conversation", () => page.url().endsWith(ids[second] ?? ""));
  await until("the snooze", async () => (await statusOf(first)) === "snoozed");
  await page.getByRole("log").getByText("question").waitFor();
  await page.keyboard.press("r");
  await hasFocus(/^Reply to /);
  await page.keyboard.type("Done");
  await page.keyboard.press("Control+Shift+Enter");
  await until("the conversation after it", () => page.url().endsWith(ids[third] ?? ""));
  await until("the close", async () => (await statusOf(second)) === "closed");
});

test("on a phone, where the list is not shown, the next conversation follows too, and the way back is the list", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  const inbox = `${stage.served.url}/projects/${project.id}/inbox/all`;
  await Promise.all(
    ["Another question", "One more question"].map(async (text) => {
      const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
      await visitor.start();
      await visitor.open(text);
    }),
  );
  await phone.goto(inbox);
  const rows = phone.locator("[data-row]");
  await until("both rows", async () => (await rows.count()) >= 2);
  const order = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-row")));
  await phone.locator(`[data-row="${order[0]}"]`).click();
  await phone.getByRole("textbox", { name: /^Reply to / }).fill("Done");
  await phone.getByRole("button", { name: "More ways to send" }).click();
  await phone.getByRole("menuitem", { name: /Send and close/ }).click();
  await until("the next conversation", () => phone.url().endsWith(order[1] ?? ""));
  await phone.getByRole("textbox", { name: /^Reply to / }).waitFor();
  await phone.goBack();
  await until("the list", () => phone.url() === inbox);
  await phone.close();
});

test("without its code the list of scheduled replies closes and says so, and the inbox stays", async () => {
  await open(2);
  await page.keyboard.press("r");
  await hasFocus(/^Reply to /);
  await page.keyboard.type("Not to be lost");
  // What tells of it is fetched when nothing else is left to do.
  await page.waitForLoadState("networkidle");
  await page.context().route(/scheduled-dialog/, (route) => route.abort());
  await page.locator("[data-row]").first().focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.getByText("This could not be loaded. Check your connection. If it stays so, reload the page.").first().waitFor();
  assert.equal(await written(page.getByRole("textbox", { name: /^Reply to / })), "Not to be lost");
  await page.context().unroute(/scheduled-dialog/);
  // Browsers remember what they could not fetch as long as the page is there.
  await page.reload();
  await page.getByRole("button", { name: "Insert canned reply" }).waitFor();
  await page.locator("[data-row]").first().focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.getByRole("dialog", { name: "Scheduled replies" }).waitFor();
  await page.keyboard.press("Escape");
});

test("a draft whose text and then its file are removed says what it was, so that it goes wherever it went along to", async () => {
  await open(2);
  const field = page.getByRole("textbox", { name: /^Reply to / });
  const saves: { content: string; attachments: string[]; was?: string; wasAttachments?: string[] }[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/drafts/reply")) saves.push(request.postDataJSON());
  });
  const saved = (what: string, when: (last: (typeof saves)[number] | undefined) => boolean) =>
    until(what, () => Promise.resolve(when(saves.at(-1))));
  await field.fill("Half a sentence");
  await page.locator("form input[type=file]").setInputFiles({ name: "form.txt", mimeType: "text/plain", buffer: Buffer.from("form") });
  await saved("both to be saved", (last) => last?.content === "Half a sentence" && last.attachments.length === 1);
  const files = saves.at(-1)?.attachments;
  await field.fill("");
  await saved("the file alone to be saved", (last) => last?.content === "" && last.attachments.length === 1);
  await page.getByRole("button", { name: "Remove form.txt" }).click();
  await saved("nothing to be left", (last) => last?.attachments.length === 0);
  assert.deepEqual(saves.at(-1), { content: "", attachments: [], was: "Half a sentence", wasAttachments: files });
});
