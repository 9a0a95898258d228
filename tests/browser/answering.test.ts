// Replies in the dashboard: what counts as seen, and what happens to a message that could not be sent.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
  context = await stage.context(DESKTOP, project.owner);
  page = await context.newPage();
});
test.afterAll(() => stage.stop());

const replyField = () => page.getByRole("textbox", { name: /^Reply to / });
const log = () => page.getByRole("log");
const refused = () => page.getByText(/Not sent\. There(’s one| are)/);
const visitor = async (): Promise<Visitor> => {
  const made = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await made.start();
  return made;
};
const open = async (conversationId: string): Promise<void> => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversationId}`);
  await replyField().waitFor();
};
/** The texts that the server has stored for a conversation. */
const storedTexts = async (conversationId: string): Promise<string[]> => {
  const { body } = await project.owner.call<{ events: { message?: { content: string } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations/${conversationId}`,
  );
  return body.events.flatMap(({ message }) => (message ? [message.content] : []));
};
/** The names of every file in a conversation. */
const fileNames = async (conversationId: string): Promise<string[]> => {
  const { body } = await project.owner.call<{ events: { message?: { attachments: { name: string }[] } }[] }>(
    `/api/dashboard/projects/${project.id}/conversations/${conversationId}`,
  );
  return body.events.flatMap(({ message }) => message?.attachments.map(({ name }) => name) ?? []);
};
/** An unread conversation longer than the screen. */
async function longConversation(): Promise<{ by: Visitor; id: string }> {
  const by = await visitor();
  const { body } = await by.open("first of many");
  for (let n = 2; n <= 14; n++) await by.postMessage(body.conversation.id, `message ${n}\n\n`.padEnd(300, "and so on "));
  return { by, id: body.conversation.id };
}

test("an operator can reply to a screen of unread messages without scrolling through it", async () => {
  const { id } = await longConversation();
  await open(id);
  await until("more below than the screen shows", () => log().evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight > 400));
  await replyField().fill("all of it answered");
  await page.keyboard.press("Control+Enter");
  await until("the answer to arrive", async () => (await storedTexts(id)).includes("all of it answered"));
  assert.equal(await refused().count(), 0);
});

test("a message that arrives out of view while a reply is written stops the reply and keeps its text", async () => {
  const { by, id } = await longConversation();
  await open(id);
  await replyField().pressSequentially("begun");
  await by.postMessage(id, "wait, something else");
  await page.getByRole("button", { name: "New messages" }).waitFor();
  await replyField().pressSequentially(" and ended");
  await page.keyboard.press("Control+Enter");
  await refused().waitFor();
  assert.equal(await written(replyField()), "begun and ended");
  assert.ok(!(await storedTexts(id)).includes("begun and ended"));
  await page.getByRole("button", { name: "Send anyway" }).click();
  await until("the answer to arrive", async () => (await storedTexts(id)).includes("begun and ended"));
});

test("a stopped reply keeps its file once, keeps what was added meanwhile, and can be sent", async () => {
  const by = await visitor();
  const { id } = (await by.open("send me the form")).body.conversation;
  await open(id);
  const attach = (name: string): Promise<void> =>
    page.locator("form input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  const form = page.getByRole("form", { name: /^Reply to / });
  await attach("first.txt");
  await replyField().fill("here it is");
  await page.getByText("Draft saved").waitFor();
  // Refused as stale once a file for the next draft was added.
  const refusal = Promise.withResolvers<void>();
  await page.route("**/messages", async (route) => {
    await refusal.promise;
    await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), frontier: 0 }) });
  });
  await replyField().press("Control+Enter");
  await log().getByText("Sending…").waitFor();
  await attach("second.txt");
  await form.getByText("second.txt").waitFor();
  refusal.resolve();
  await refused().waitFor();
  await page.unroute("**/messages");
  await page.getByText("Draft saved").waitFor();
  assert.equal(await form.getByText("first.txt").count(), 1);
  assert.equal(await form.getByText("second.txt").count(), 1);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await until("the answer to arrive", async () => (await storedTexts(id)).includes("here it is"));
  assert.deepEqual(await fileNames(id), ["first.txt", "second.txt"]);
});

test("a reply begun before the thread was reopened is refused when messages came in between", async () => {
  const { by, id } = await longConversation();
  await open(id);
  await replyField().fill("half an answer");
  await page.getByText("Draft saved").waitFor();
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts`);
  await by.postMessage(id, "never mind, solved");
  await open(id);
  assert.equal(await written(replyField()), "half an answer");
  await until("more below than the screen shows", () => log().evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight > 400));
  await replyField().press("Control+Enter");
  await refused().waitFor();
  assert.equal(await written(replyField()), "half an answer");
  // Review leads to the first message that was not on the screen when the reply was begun.
  await page.getByRole("button", { name: "Review" }).click();
  const focused = page.locator("[data-revision]:focus");
  await focused.waitFor();
  assert.match(await focused.innerText(), /first of many/);
  assert.ok(await focused.evaluate((it) => it.getBoundingClientRect().top > 0 && it.getBoundingClientRect().bottom < innerHeight));
});

test("a reply that is taken up again is refused only for what came after the member had read the thread", async () => {
  const by = await visitor();
  const { id } = (await by.open("one of two")).body.conversation;
  const read = page.waitForResponse((response) => response.url().endsWith("/read"));
  await open(id);
  await read;
  await replyField().fill("begun before the second");
  await page.getByText("Draft saved").waitFor();
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts`);
  // A long one, so that its end is below the screen and opening the thread does not show it.
  await by.postMessage(id, "two of two\n\n".padEnd(4000, "and so on "));
  await open(id);
  await replyField().press("Control+Enter");
  await page.getByText("Not sent. There’s one").waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  assert.match(await page.locator("[data-revision]:focus").innerText(), /two of two/);
});

test("a double click, or a key that is held down, closes a conversation once", async () => {
  const { id } = (await (await visitor()).open("close me once")).body.conversation;
  const statuses = async (): Promise<string[]> => {
    const { body } = await project.owner.call<{ events: { kind: string; status?: string }[] }>(
      `/api/dashboard/projects/${project.id}/conversations/${id}`,
    );
    return body.events.flatMap(({ kind, status }) => (kind === "status" ? [status ?? ""] : []));
  };
  await open(id);
  await page.getByRole("button", { name: "Close", exact: true }).dblclick();
  await page.getByRole("button", { name: "Reopen" }).waitFor();
  await page.getByText("Conversation closed").waitFor();
  assert.deepEqual(await statuses(), ["closed"]);
  await page.getByRole("log").focus();
  // Playwright sends repeated events for a key that is already down.
  for (let times = 0; times < 4; times++) await page.keyboard.down("e");
  await page.keyboard.up("e");
  await page.getByRole("button", { name: "Close", exact: true }).waitFor();
  await page.getByText("Conversation reopened").waitFor();
  assert.deepEqual(await statuses(), ["closed", "open"]);
});

test("an unsent reply is shown after a reload, is sent only by Retry, and only once", async () => {
  const by = await visitor();
  const { id } = (await by.open("is anybody there?")).body.conversation;
  await open(id);
  await page.route("**/messages", (route) => route.fulfill({ status: 503, json: { error: "Out of order.", code: "unavailable" } }));
  await replyField().fill("lost and found");
  await page.getByText("Draft saved").waitFor();
  await page.keyboard.press("Control+Enter");
  await log().getByText("Not sent").waitFor();
  // A second reply whose answer is lost although the server stored it.
  await page.unroute("**/messages");
  await page.route("**/messages", async (route) => {
    await route.fetch();
    await route.abort("connectionfailed");
  });
  const unheard = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/messages"));
  await replyField().fill("arrived unheard");
  await page.keyboard.press("Control+Enter");
  await until("it to arrive", async () => (await storedTexts(id)).includes("arrived unheard"));
  await unheard;
  await page.unroute("**/messages");

  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator(`[data-row="${id}"]`).getByText("Not sent").waitFor();
  await open(id);
  await log().getByText("Not sent").waitFor();
  assert.equal(await log().getByText("Not sent").count(), 1);
  assert.equal(await written(replyField()), "", "the draft of it stands in the composer too");
  await page.waitForTimeout(1500);
  assert.deepEqual(await storedTexts(id), ["is anybody there?", "arrived unheard"]);
  await log().getByRole("button", { name: "Retry" }).click();
  await log().getByText("Not sent").waitFor({ state: "detached" });
  assert.deepEqual(await storedTexts(id), ["is anybody there?", "arrived unheard", "lost and found"]);
  await page.reload();
  await replyField().waitFor();
  await log().getByText("lost and found").waitFor();
  assert.equal(await log().getByText("lost and found").count(), 1);
  assert.equal(await written(replyField()), "");
});

test("a reply in flight when the page was closed is sent by the next page, once", async () => {
  const by = await visitor();
  const { id } = (await by.open("hello?")).body.conversation;
  await open(id);
  await page.route("**/messages", () => undefined);
  await replyField().fill("hanging in the air");
  await page.keyboard.press("Control+Enter");
  await log().getByText("Sending…").waitFor();
  await page.reload();
  // The next page is sending it already, and gets no answer either.
  await log().getByText("hanging in the air").waitFor();
  assert.equal(await log().getByRole("button", { name: "Edit", exact: true }).count(), 0);
  await page.unroute("**/messages");
  await page.reload();
  await until("it to arrive", async () => (await storedTexts(id)).includes("hanging in the air"), 75_000);
  await log().getByText("It may have arrived already").waitFor({ state: "detached" });
  assert.deepEqual(await storedTexts(id), ["hello?", "hanging in the air"]);
});

const SENDING = /\/(?:messages|pending-reply)$/;
test("unsent text is removed at sign-out and never shown to another account", async () => {
  const by = await visitor();
  const { id } = (await by.open("a secret")).body.conversation;
  const localStorageText = (): Promise<string> => page.evaluate(() => Object.values(localStorage).join("\n"));
  const fail = async (text: string): Promise<void> => {
    await open(id);
    // Whether it is held back first is not known yet in the first moment of a page.
    await page.route(SENDING, (route) => route.fulfill({ status: 503, json: { error: "Out of order.", code: "unavailable" } }));
    await replyField().fill(text);
    await page.keyboard.press("Control+Enter");
    await log().getByText("Not sent").waitFor();
    await page.unroute(SENDING);
    assert.match(await localStorageText(), new RegExp(text));
  };
  await fail("only mine");
  const other = await project.owner.invite(project.id, "operator", "other@example.test");
  const cookies = await context.cookies();
  const [name = "", ...value] = other.cookie.split("=");
  await context.addCookies([{ name, value: value.join("="), url: stage.served.url }]);
  await open(id);
  assert.doesNotMatch(await localStorageText(), /only mine/);
  assert.equal(await log().getByText("Not sent").count(), 0);

  await context.addCookies(cookies);
  await fail("until I go");
  const account = () =>
    page
      .getByRole("button", { name: "Olga Owner" })
      .or(page.getByRole("button", { name: "Account" }))
      .first();
  const signOut = async (): Promise<void> => {
    await account().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  const asked = page.getByRole("dialog", { name: "Sign out and lose unsaved work?" });
  await signOut();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await asked.waitFor({ state: "detached" });
  assert.match(await localStorageText(), /until I go/, "nobody was asked");
  await page.route("**/logout", (route) => route.fulfill({ status: 503, body: "" }));
  await signOut();
  await asked.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Something went wrong").first().waitFor();
  assert.match(await localStorageText(), /until I go/, "nobody was signed out");
  await page.unroute("**/logout");
  // The live connection reports the end of the session before the late response arrives.
  await page.route("**/logout", async (route) => {
    const response = await route.fetch();
    await new Promise((wake) => setTimeout(wake, 1500));
    await route.fulfill({ response }).catch(() => undefined);
  });
  await signOut();
  await asked.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login*");
  assert.equal(new URL(page.url()).search, "", "the next person is not led to this conversation");
  assert.doesNotMatch(await localStorageText(), /until I go/);
});
