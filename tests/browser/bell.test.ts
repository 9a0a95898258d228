// The bell in two real browsers, by keyboard alone: what one member does is in the other's bell within seconds, with the badge of title
// and favicon; reading, marking everything as read, and undo; the sheet on a phone.
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
let tomId: string;
let visitor: Visitor;
let conversation: string;

test.beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  project = await withProject(stage);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversation = (await visitor.open("Hello, where is my parcel?")).body.conversation.id;
  const invitation = await project.owner.post<{ link: string }>(`/api/management/projects/${project.id}/invitations`, {
    clientId: crypto.randomUUID(),
    role: "operator",
  });
  tom = new Operator(stage.served.url);
  await tom.post(new URL(invitation.body.link).pathname, { name: "Tom Reed", email: "tom@example.test", password: "seven quiet lamps" });
  tomId = (await tom.call<{ person: { id: string } }>("/api/account/me")).body.person.id;
  page = await (await stage.context(DESKTOP, tom)).newPage();
  other = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
});

const inbox = (): string => `${stage.served.url}/projects/${project.id}/inbox/all`;
const bell = (on: Page) => on.locator("[data-bell]:visible");
const list = (on: Page) => on.getByRole("dialog", { name: "Notifications" });
const favicon = (on: Page): Promise<string> => on.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "");

test("what another member assigns is in the bell within seconds, with the badges", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts`);
  await bell(page).waitFor();
  await page.waitForTimeout(2500);
  const plain = await favicon(page);
  await other.goto(`${inbox()}/${conversation}`);
  await other.getByRole("button", { name: "Assign", exact: true }).waitFor();
  await other.keyboard.press("a");
  await other.getByRole("menuitemradio", { name: "Tom Reed" }).waitFor();
  await other.keyboard.type("tom");
  await other.keyboard.press("Enter");
  const began = Date.now();
  await bell(page).filter({ hasText: "1 unread" }).waitFor({ timeout: 5000 });
  assert.ok(Date.now() - began < 4000, `${Date.now() - began} ms`);
  await until("the number in the title", async () => (await page.title()).startsWith("(1) "));
  assert.notEqual(await favicon(page), plain);
  assert.deepEqual(complaints, { ...complaints, console: [], policy: [] });
});

test("G then N opens the list, arrows and Enter open the conversation at the message, and that reads it", async () => {
  await visitor.postMessage(conversation, "It should have come on Monday.");
  await bell(page).filter({ hasText: "2 unread" }).waitFor({ timeout: 5000 });
  await page.locator("#main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await list(page).getByText("It should have come on Monday.").waitFor();
  assert.deepEqual(await violations(page, "It should have come on Monday."), [], "the list");
  await list(page).getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? "", /replied to you/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox\/all\/cnv_\w+#r\d+$/);
  await page.getByText("It should have come on Monday.").last().waitFor();
  await until("nothing unread", async () => !(await page.title()).startsWith("("));
  await checkPage(page, "bell-thread", "It should have come on Monday.");
});

test("everything is marked as read at once, Undo takes it back, and Escape returns the focus to the bell", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts`);
  await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${conversation}/notes`, {
    clientId: crypto.randomUUID(),
    content: "Tom, please call the courier.",
    mentions: [tomId],
  });
  await bell(page).filter({ hasText: "1 unread" }).waitFor({ timeout: 8000 });
  await bell(page).focus();
  await page.keyboard.press("Enter");
  await list(page).getByText("Tom, please call the courier.").waitFor();
  await list(page).getByRole("button", { name: "Mark all as read" }).press("Enter");
  await list(page).getByText("Everything is read").waitFor();
  await page.getByRole("dialog").filter({ hasText: "Marked all as read" }).getByRole("button", { name: "Undo" }).press("Enter");
  await list(page).getByText("1 unread").waitFor();
  await list(page).getByRole("button", { name: "Mark all as read" }).focus();
  await page.keyboard.press("Escape");
  await list(page).waitFor({ state: "hidden" });
  await until("the focus on the bell", () => page.evaluate(() => document.activeElement?.hasAttribute("data-bell") === true));
});

test("on a phone the bell is in the header of the inbox, and its list a sheet", async () => {
  const phone = await (await stage.context(PHONE, tom)).newPage();
  await phone.goto(inbox());
  await bell(phone).filter({ hasText: "1" }).waitFor();
  await bell(phone).tap();
  await list(phone).getByText("Tom, please call the courier.").waitFor();
  assert.deepEqual(await violations(phone, "Tom, please call the courier."), [], "the sheet");
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await list(phone).getByRole("link").first().tap();
  await phone.waitForURL(/#r\d+$/);
  await phone.context().close();
});

test("the sound is off at first, and rings in one hidden tab only, once for an entry", async () => {
  const context = await stage.context(DESKTOP, tom);
  await context.addInitScript(() => {
    // Both tabs count as hidden; a tone is counted instead of heard.
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    Object.defineProperty(document, "hidden", { get: () => true });
    globalThis.AudioContext = class {
      constructor() {
        localStorage.setItem("tones", String(Number(localStorage.getItem("tones") ?? 0) + 1));
      }
      currentTime = 0;
      createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} });
      createOscillator = () => ({ frequency: { value: 0 }, connect() {}, start() {}, stop() {} });
      close = async () => undefined;
    } as unknown as typeof AudioContext;
  });
  const tabs = [await context.newPage(), await context.newPage()];
  const contacts = `${stage.served.url}/projects/${project.id}/contacts`;
  for (const tab of tabs) {
    await tab.goto(contacts);
    await bell(tab).waitFor();
    await tab.waitForTimeout(3000);
  }
  const tones = (): Promise<number> => (tabs[0] as Page).evaluate(() => Number(localStorage.getItem("tones") ?? 0));
  const note = (content: string) =>
    project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${conversation}/notes`, {
      ...{ clientId: crypto.randomUUID(), content, mentions: [tomId] },
    });
  await note("One");
  await (tabs[0] as Page).waitForTimeout(2500);
  assert.equal(await tones(), 0, "off at first");
  await (tabs[0] as Page).evaluate(() => localStorage.setItem("seed.bell-sound", "on"));
  await note("Two");
  await until("a tone", async () => (await tones()) === 1);
  await (tabs[0] as Page).waitForTimeout(1500);
  assert.equal(await tones(), 1, "one tab only");
  await context.close();
});

test("the service worker shows what is pushed, but not over the conversation itself, and a click opens it in the open window", async () => {
  const context = await stage.context(DESKTOP, tom);
  const tab = await context.newPage();
  await tab.goto(`${stage.served.url}/projects/${project.id}/contacts`);
  await bell(tab).waitFor();
  const started = context.waitForEvent("serviceworker");
  await tab.evaluate(async () => {
    await navigator.serviceWorker.register("/app-worker.js", { scope: "/projects/" });
    await navigator.serviceWorker.ready;
  });
  const worker = await started;
  // A browser without a screen shows no notifications, so what would be shown is kept.
  await worker.evaluate(() => {
    const scope = self as unknown as { shown: object[]; registration: { showNotification: unknown } };
    scope.shown = [];
    scope.registration.showNotification = async (title: string, options: object) => void scope.shown.push({ title, ...options });
  });
  const path = `/projects/${project.id}/inbox/all/${conversation}#r1`;
  const push = (title: string, more: object = {}) =>
    worker.evaluate(
      (data) => void self.dispatchEvent(new (self as unknown as { PushEvent: typeof Event }).PushEvent("push", { data } as EventInit)),
      JSON.stringify({ title, body: "", tag: `${conversation}:mentioned`, conversationId: conversation, path, ...more }),
    );
  const shown = () => worker.evaluate(() => (self as unknown as { shown: { title: string; tag: string; data: object }[] }).shown);
  await push("You were mentioned in Northwind");
  await until("the notification", async () => (await shown()).length === 1);
  const [first] = await shown();
  assert.deepEqual([first?.tag, first?.data], [`${conversation}:mentioned`, { path }]);
  await push("Elsewhere", { path: "https://evil.example/" });
  await tab.waitForTimeout(2500);
  await worker.evaluate((to) => {
    const event = new (self as unknown as { ExtendableEvent: typeof Event }).ExtendableEvent("notificationclick");
    Object.defineProperty(event, "notification", { value: { close: () => undefined, data: { path: to } } });
    // Only a real click may focus a window.
    const prototype = (self as unknown as { WindowClient: { prototype: { focus: unknown } } }).WindowClient.prototype;
    prototype.focus = async () => undefined;
    self.dispatchEvent(event);
  }, path);
  await tab.waitForURL(new RegExp(`${conversation}#r1$`));
  await tab.bringToFront();
  await push("While it is looked at");
  await tab.waitForTimeout(800);
  assert.deepEqual(
    (await shown()).map(({ title }) => title),
    ["You were mentioned in Northwind"],
  );
  await context.close();
});
