// A whole conversation in real browsers, driven only through the screens: an operator in the dashboard and a visitor on a website of
// another origin. The tests run in the order of a first day and build on each other.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { basename, join } from "node:path";
import { bytesOf, CLIENT, firstFiles } from "../../bench/served-bytes.ts";
import { Visitor } from "../support/desk.ts";
import {
  type PageErrors,
  DESKTOP,
  collectErrors,
  nextSocketLive,
  openStage,
  PHONE,
  type Stage,
  until,
  widgetOf,
  withProject,
} from "./stage.ts";
import { written } from "./written.ts";

const PASSWORD = "correct horse battery staple";
let stage: Stage;
let team: BrowserContext;
let desk: Page;
let visitors: BrowserContext;
let shop: Page;
let complaints: PageErrors;
let projectId: string;
const inbox = (): string => `${stage.served.url}/projects/${projectId}/inbox/all`;
const replyField = (page: Page) => page.getByRole("textbox", { name: /^Reply to / });
const thread = (page: Page) => page.locator("[data-thread]");
const widget = () => widgetOf(shop);

/** Calls the widget as the website's own scripts do. */
const callWidget = (page: Page, ...call: unknown[]): Promise<unknown> =>
  page.evaluate((args) => (window as unknown as { SeedDesk(...args: unknown[]): void }).SeedDesk(...args), call);

/** A picture that is large enough to be visible. */
const picture = async (name: string, colour: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const context = await stage.browser.newContext({ viewport: { width: 320, height: 200 } });
  const page = await context.newPage();
  await page.setContent(`<body style="background:${colour}">`);
  const buffer = await page.screenshot();
  await context.close();
  return { name, mimeType: "image/png", buffer };
};

async function send(page: Page, text: string): Promise<void> {
  await replyField(page).fill(text);
  await replyField(page).press("Control+Enter");
  await thread(page).getByRole("log").getByText(text, { exact: true }).waitFor();
}

test.beforeAll(async () => {
  stage = await openStage();
  // The clipboard carries the snippet from the dashboard to the website.
  team = await stage.context({ ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] });
  visitors = await stage.context(DESKTOP);
});
test.afterAll(() => stage.stop());

/** What the member of this page writes is to arrive at once; undo send has a suite of its own. */
const sendsAtOnce = async (page: Page): Promise<void> => {
  const status = await page.evaluate(async (path) => {
    const body = JSON.stringify({ sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 0 });
    return (await fetch(path, { method: "PUT", headers: { "content-type": "application/json" }, body })).status;
  }, `/api/dashboard/projects/${projectId}/writing-settings`);
  assert.equal(status, 200);
};

test("the first owner is created by a form that needs no scripts", async () => {
  const plain = await stage.context({ ...DESKTOP, javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(`${stage.served.url}/setup`);
  await page.getByLabel("Your name").fill("Olga Owner");
  await page.getByLabel("Email").fill("olga@example.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create owner" }).click();
  await page.waitForURL("**/projects");
  await team.addCookies(await plain.cookies());
  await page.goto(`${stage.served.url}/setup`);
  await page.getByRole("heading", { name: "Setup is closed" }).waitFor();
  await plain.close();
});

test("the owner creates a project, names its website, and copies the snippet", async () => {
  desk = await team.newPage();
  await desk.goto(stage.served.url + "/projects");
  await desk.getByRole("button", { name: "Create project" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Northwind Pottery");
  await dialog.getByRole("button", { name: "Create project" }).click();
  await desk.waitForURL("**/settings/website");
  projectId = /prj_\w+/.exec(desk.url())?.[0] ?? "";
  await sendsAtOnce(desk);
  await desk.getByLabel("Website origin").fill(`${stage.hosts.origin}/some/page?x=1`);
  await desk.getByRole("button", { name: "Save" }).click();
  await desk.getByText(`Not seen on ${stage.hosts.origin} yet`).waitFor();
  await desk.getByRole("button", { name: "Copy snippet" }).click();
  const snippet = await until("the snippet in the clipboard", () => desk.evaluate(() => navigator.clipboard.readText()));
  assert.match(snippet, /^<script async src="http:\/\/127\.0\.0\.1:\d+\/widget\.js" data-key="pk_[\w-]+"><\/script>$/);
  stage.hosts.use(snippet);
});

test("a visitor's message appears in the inbox live", async () => {
  const deskLine = nextSocketLive(desk);
  await desk.goto(inbox());
  await desk.getByText("No conversations yet").waitFor();
  shop = await visitors.newPage();
  complaints = await collectErrors(shop);
  await shop.goto(`${stage.hosts.origin}/plain`);
  await widget().open();
  const shopLine = nextSocketLive(shop);
  await widget().write("Hello, is the **blue** bowl in stock?");
  await widget().log.getByText("bowl in stock").waitFor();
  const row = desk.locator("[data-row]");
  await row.waitFor();
  assert.match(await row.innerText(), /blue bowl in stock/);
  assert.match(await desk.title(), /^\(1\)/);
  await row.click();
  await thread(desk).getByText("bowl in stock").waitFor();
  assert.equal(await thread(desk).getByRole("log").locator("strong").innerText(), "blue");
  await Promise.all([deskLine, shopLine]);
});

test("the reply appears in the widget, and each side sees the other typing", async () => {
  await replyField(desk).pressSequentially("Yes, three of them.", { delay: 5 });
  await widget().panel.getByText("Olga Owner is typing…").or(widget().panel.getByText("Olga is typing…")).waitFor();
  await replyField(desk).press("Control+Enter");
  await widget().log.getByText("Yes, three of them.").waitFor();
  await widget().panel.getByText("is typing…").waitFor({ state: "detached" });
  await widget().field.pressSequentially("And the green", { delay: 5 });
  await desk.getByText(/is typing…/).waitFor();
  await widget().field.press("Enter");
  await thread(desk).getByText("And the green").waitFor();
  // The operator sees that the visitor has read it.
  await thread(desk).getByText("Seen").waitFor();
});

test("pictures are sent both ways and shown", async () => {
  await widget()
    .panel.locator("input[type=file]")
    .setInputFiles(await picture("bowl.png", "steelblue"));
  await widget().panel.getByRole("button", { name: "Remove bowl.png" }).waitFor();
  await until("the upload to finish", async () => (await widget().panel.locator("progress").count()) === 0);
  await widget().field.fill("This one");
  await widget().field.press("Enter");
  const thumb = thread(desk).getByRole("button", { name: "Open image bowl.png" });
  await thumb.waitFor();
  await until("the picture in the dashboard", () => thumb.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth === 320));
  await thumb.click();
  await desk.getByRole("dialog", { name: "Image bowl.png" }).waitFor();
  await desk.keyboard.press("Escape");
  await desk.getByRole("dialog").waitFor({ state: "detached" });

  await desk.locator("form input[type=file]").setInputFiles(await picture("shelf.png", "seagreen"));
  await desk.getByRole("button", { name: "Remove shelf.png" }).waitFor();
  await send(desk, "Here is the shelf");
  // Drawn on a canvas, so that a website's img-src does not matter.
  const drawing = widget().log.locator('canvas.ready[aria-label="Image shelf.png"]');
  await drawing.waitFor();
  assert.ok((await drawing.evaluate((it) => (it as HTMLCanvasElement).width)) > 100);
  await widget().log.locator('canvas.ready[aria-label="Image bowl.png"]').waitFor();
});

test("a note never reaches the widget", async () => {
  await desk.keyboard.press("Escape");
  await desk.keyboard.press("n");
  const note = desk.getByRole("textbox", { name: "Internal note" });
  await note.fill("SECRET: the green ones are cracked");
  await note.press("Control+Enter");
  await thread(desk).getByRole("log").getByText("SECRET: the green ones").waitFor();
  await desk.keyboard.press("Escape");
  await desk.keyboard.press("r");
  await send(desk, "One moment please");
  await widget().log.getByText("One moment please").waitFor();
  await shop.reload();
  await widget().open();
  await widget().log.getByText("One moment please").waitFor();
  assert.ok(!(await widget().panel.innerText()).includes("SECRET"));
});

test("messages that arrive while the chat is closed are counted at the launcher, and in the title while the page is hidden", async () => {
  await widget().panel.getByRole("button", { name: "Close chat" }).click();
  await send(desk, "The green one is sold out");
  await shop.locator("[data-seed-desk] button.l", { hasText: "1" }).waitFor();
  assert.equal(await widget().launcher.getAttribute("aria-label"), "Open chat, 1 unread");
  const other = await visitors.newPage();
  await other.bringToFront();
  // Headless Chromium reports every page as visible, so the test sets what the widget reads.
  await shop.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await until("the count in the title", async () => (await shop.title()) === "(1) Northwind Pottery");
  await shop.evaluate(() => {
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await other.close();
  await shop.bringToFront();
  assert.equal(await shop.title(), "Northwind Pottery");
  await widget().open();
  await widget().log.getByText("The green one is sold out").waitFor();
  await until("the badge to go", async () => !(await widget().host.locator(".b").isVisible()));
});

test("of two operators who reply at once the second keeps their draft, sees what they missed, and sends anyway", async () => {
  await desk.goto(`${stage.served.url}/projects/${projectId}/settings/members`);
  await desk.getByRole("button", { name: "Invite" }).click();
  await desk.getByRole("button", { name: "Create link" }).click();
  const link = await until("the link", async () => /http\S+\/invite\/\S+/.exec(await desk.getByRole("dialog").innerText())?.[0]);
  const second = await stage.context(DESKTOP);
  const page = await second.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Mia Member");
  await page.getByLabel("Email").fill("mia@example.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: /join|accept|create/i }).click();
  await page.waitForURL("**/projects**");
  await sendsAtOnce(page);
  await page.goto(inbox());
  await page.locator("[data-row]").click();
  await replyField(page).waitFor();
  // Mia writes while offline, so that the owner's reply does not reach her screen.
  await page.routeWebSocket(/socket/, (socket) => void socket.close());
  await page.reload();
  // Messages that were never on the screen would count as missed.
  await replyField(page).waitFor();
  await thread(page)
    .getByRole("log")
    .evaluate((log) => log.scrollTo(0, log.scrollHeight));
  await replyField(page).fill("We have a red one");
  await desk.goto(inbox());
  await desk.locator("[data-row]").click();
  await send(desk, "Shall I order one for you?");
  await replyField(page).press("Control+Enter");
  await page.getByRole("alert").getByText("Not sent. There’s one update you haven’t seen.").waitFor();
  assert.equal(await written(replyField(page)), "We have a red one");
  await thread(page).getByText("Shall I order one for you?").waitFor();
  await page.getByText("New since you started", { exact: true }).waitFor();
  assert.equal(await widget().log.getByText("We have a red one").count(), 0);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await widget().log.getByText("We have a red one").waitFor();
  assert.equal(await widget().log.getByText("We have a red one").count(), 1);
  assert.equal(await written(replyField(page)), "");
  await second.close();
});

test("closing is shown to the visitor, and a new message reopens the conversation", async () => {
  await desk.getByRole("button", { name: "Close", exact: true }).click();
  await widget().log.getByText("This conversation was closed").waitFor();
  await widget().write("One more thing");
  await widget().log.getByText("One more thing").waitFor();
  await until("the conversation to be open again", async () => (await desk.locator("[data-row]").count()) === 1);
  await desk.locator("[data-row]").click();
  await thread(desk).getByText("One more thing").waitFor();
  await desk.getByRole("button", { name: "Close", exact: true }).waitFor();
});

test("both sides catch up after a lost connection", async () => {
  await visitors.setOffline(true);
  await widget().panel.getByText("Reconnecting…").waitFor();
  await send(desk, "Are you still there?");
  await visitors.setOffline(false);
  await widget().log.getByText("Are you still there?").waitFor();
  await widget().panel.getByText("Reconnecting…").waitFor({ state: "detached" });
  await team.setOffline(true);
  await desk.getByText("You’re offline").waitFor();
  await widget().write("Yes, I am");
  await widget().log.getByText("Yes, I am").waitFor();
  await team.setOffline(false);
  await thread(desk).getByText("Yes, I am").waitFor();
});

test("a website may call the widget before it has loaded", async () => {
  const page = await visitors.newPage();
  await page.goto(`${stage.hosts.origin}/early-calls`);
  const other = widgetOf(page);
  await other.log.getByText("Yes, I am").waitFor();
  await send(desk, "Hello, second tab");
  await other.log.getByText("Hello, second tab").waitFor();
  await callWidget(page, "close");
  await until("every event", async () => {
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    return ["ready", "open", "message", "close"].every((name) => heard.includes(name));
  });
  await page.close();
});

test("a refused message says why, stays, and is not resent automatically", async () => {
  const strict = await openStage({ vars: { RATE_LIMITS: JSON.stringify({ messagesPerConversationMinute: 2 }) } });
  try {
    await withProject(strict);
    const page = await (await strict.context(DESKTOP)).newPage();
    let posts = 0;
    page.on("request", (request) => void (request.method() === "POST" && /\/(messages|conversations)$/.test(request.url()) && posts++));
    await page.goto(`${strict.hosts.origin}/plain`);
    const chat = widgetOf(page);
    await chat.open();
    // The limit is two per minute, and a minute may end between them.
    for (const text of ["one", "two", "three", "four", "five"]) {
      await chat.write(text);
      await chat.log.getByText(text, { exact: true }).waitFor();
      await chat.log.getByText("Sending…").waitFor({ state: "detached" });
      if (await chat.log.getByText("Not sent").isVisible()) break;
    }
    const before = posts;
    const alert = chat.log.getByRole("alert");
    await alert.waitFor();
    const words = await alert.innerText();
    // The server's own sentence follows "Not sent".
    assert.match(words, /^Not sent \S.{20,}/);
    await chat.log.getByText(/Try again in \d+ s/).waitFor();
    await chat.log.getByRole("button", { name: "Retry" }).waitFor();
    await page.waitForTimeout(3000);
    assert.equal(posts, before);
    assert.ok(await alert.isVisible());
  } finally {
    await strict.stop();
  }
});

test("the text of a message that was finally refused can be put back into the field or copied", async () => {
  const context = await stage.context({ ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const chat = widgetOf(page);
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.open();
  const refuse = async (status: number, body: object): Promise<void> => {
    await page.unroute("**/api/widget/conversations");
    const headers = { "access-control-allow-origin": stage.hosts.origin };
    await page.route("**/api/widget/conversations", (route) => route.fulfill({ status, json: { code: "", ...body }, headers }));
  };
  const actions = () => chat.log.locator(".acts button").allInnerTexts();
  const offered = (names: string[]) => until(names.join(), async () => (await actions()).join() === names.join());
  await refuse(400, { error: "Use fewer characters." });
  await chat.write("Much too long");
  await chat.log.getByText("Use fewer characters.").waitFor();
  await offered(["Copy", "Edit", "Discard"]);
  await chat.field.fill("and more");
  await chat.log.getByRole("button", { name: "Edit" }).click();
  assert.equal(await chat.field.inputValue(), "Much too long\nand more");
  assert.equal(await chat.log.getByText("Not sent").count(), 0);
  await until("the focus in the field", () => chat.field.evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field));
  // Without a field, editing is not offered.
  await refuse(401, { error: "The team has ended this chat.", final: true });
  await chat.field.press("Enter");
  await offered(["Copy", "Discard"]);
  await chat.log.getByRole("button", { name: "Copy" }).click();
  await chat.log.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "Much too long\nand more");
  await context.close();
});

test("a long thread opens at its end, loads older messages above, and announces new ones below", async () => {
  const long = await openStage();
  try {
    const { owner, id: project } = await withProject(long);
    const page = await (await long.context(DESKTOP)).newPage();
    const chat = widgetOf(page);
    await page.goto(`${long.hosts.origin}/plain`);
    await chat.open();
    await chat.write("How long can this be?");
    await chat.log.getByText("Sending…").waitFor({ state: "detached" });
    const conversations = `/api/dashboard/projects/${project}/conversations`;
    const { body } = await owner.call<{ items: { id: string }[] }>(`${conversations}?view=all`);
    let frontier = 1;
    const postMessage = (content: string) =>
      owner.post(`${conversations}/${body.items[0]?.id}/messages`, { clientId: crypto.randomUUID(), frontier: frontier++, content });
    for (let n = 1; n <= 60; n++) await postMessage(`Line ${n}`);
    await page.reload();
    await chat.open();
    await chat.log.getByText("Line 60", { exact: true }).waitFor();
    const fromEnd = () => chat.log.evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight));
    await until("the end", async () => (await fromEnd()) === 0);
    assert.equal(await chat.log.getByText("Line 5", { exact: true }).count(), 0);

    const top = (text: string) => chat.log.getByText(text, { exact: true }).evaluate((it) => it.getBoundingClientRect().top);
    // Scroll in one step: scrolling itself fetches older messages.
    const was = await chat.log.getByText("Line 20", { exact: true }).evaluate((it) => {
      it.closest("[role=log]")?.scrollTo(0, 40);
      return it.getBoundingClientRect().top;
    });
    await chat.log.getByText("Line 5", { exact: true }).waitFor();
    const moved = (await top("Line 20")) - was;
    assert.ok(Math.abs(moved) < 3, `what was read has moved by ${moved} px`);
    await postMessage("Something new");
    await chat.panel.getByRole("button", { name: "New messages" }).click();
    await chat.log.getByText("Something new").waitFor();
    await until("the end again", async () => (await fromEnd()) === 0);
    assert.equal(await chat.panel.getByRole("button", { name: "New messages" }).count(), 0);
    await postMessage("And more");
    await chat.log.getByText("And more").waitFor();
    await until("still the end", async () => (await fromEnd()) === 0);
  } finally {
    await long.stop();
  }
});

test("unread conversations beyond the first page are counted and can be found", async () => {
  const many = await openStage({
    vars: { RATE_LIMITS: JSON.stringify({ conversationsPerContactHour: 50, conversationsPerIpHour: 50, messagesPerContactHour: 50 }) },
  });
  try {
    const { owner, id, key } = await withProject(many);
    const visitor = new Visitor(many.served.url, key, many.hosts.origin);
    await visitor.start();
    for (const text of ["oldest", "second oldest"]) {
      const { conversation } = (await visitor.open(text)).body;
      const body = { clientId: crypto.randomUUID(), frontier: 1, content: `answer to the ${text}` };
      await owner.post(`/api/dashboard/projects/${id}/conversations/${conversation.id}/messages`, body);
    }
    for (let n = 1; n <= 30; n++) await visitor.open(`newer ${n}`);
    const context = await many.context(DESKTOP);
    await context.addInitScript(
      ([name, value]) => localStorage.setItem(name ?? "", value ?? ""),
      [`seed-desk:${key}`, JSON.stringify({ token: visitor.token, until: Date.now() + 86_400_000 })],
    );
    const page = await context.newPage();
    await page.goto(`${many.hosts.origin}/plain`);
    const chat = widgetOf(page);
    const badge = chat.host.locator("button.l[aria-label='Open chat, 2 unread']");
    await badge.waitFor();
    await chat.launcher.click();
    await chat.panel.getByRole("button", { name: /answer to the oldest/ }).waitFor();
    assert.equal(await chat.panel.getByRole("listitem").count(), 32);
    await chat.panel.getByRole("button", { name: "Close chat" }).click();
    await badge.waitFor();
    await chat.launcher.click();
    await chat.panel.getByRole("button", { name: /answer to the oldest/ }).click();
    await chat.log.getByText("answer to the oldest").waitFor();
    await chat.panel.getByRole("button", { name: "Close chat" }).click();
    await chat.host.locator("button.l[aria-label='Open chat, 1 unread']").waitFor();
  } finally {
    await many.stop();
  }
});

test("a signed identity takes over the session, and logging out leaves nothing behind", async () => {
  await desk.goto(`${stage.served.url}/projects/${projectId}/settings/website`);
  await desk.getByRole("button", { name: "Create secret" }).click();
  const secret = (await desk.getByRole("dialog").locator("code").innerText()).trim();
  const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = `${encodePart({ alg: "HS256", typ: "JWT" })}.${encodePart({ sub: "user-1", name: "Amara Okafor", email: "amara@example.test", exp: Math.floor(Date.now() / 1000) + 600 })}`;
  const token = `${body}.${createHmac("sha256", Buffer.from(secret, "base64url")).update(body).digest("base64url")}`;
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  await page.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(page);
  await chat.launcher.waitFor();
  await callWidget(page, "identify", { token });
  await until("a session", () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("seed-desk"))));
  await chat.open();
  await chat.write("It is me, signed in");
  await desk.goto(inbox());
  await desk.locator("[data-row]", { hasText: "Amara Okafor" }).click();
  await desk.getByText("Verified", { exact: true }).first().waitFor();

  await callWidget(page, "logout");
  await until("empty storage", () => page.evaluate(() => localStorage.length === 0 && sessionStorage.length === 0));
  await chat.log.getByText("It is me, signed in").waitFor({ state: "detached" });
  assert.deepEqual(await context.cookies(stage.hosts.origin), []);
  await context.close();
});

test("unsent messages and the draft survive a reload, are stored once however often they are sent, and are removed at logout", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const chat = widgetOf(page);
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/(messages|conversations)$/.test(request.url())) bodies.push(request.postData() ?? "");
  });
  const again = async () => {
    await page.reload();
    await chat.open();
  };
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.open();
  // The server stores the message but its answer is lost: the worst case for a retry.
  await page.route("**/api/widget/conversations", async (route) => {
    if (route.request().method() === "GET") return route.continue();
    // The widget tries again by itself, perhaps while the page is being left.
    await route.fetch().catch(() => undefined);
    await route.abort("connectionfailed").catch(() => undefined);
  });
  await chat.write("Lost on the way");
  await chat.log.getByText("Not sent").waitFor();
  await chat.field.fill("Half a sent");
  await again();
  await chat.log.getByText("Not sent").waitFor();
  await chat.log.getByText("Lost on the way").waitFor();
  assert.equal(await chat.field.inputValue(), "Half a sent");
  await chat.log.getByRole("button", { name: "Retry" }).waitFor();
  await page.unroute("**/api/widget/conversations");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await chat.log.getByText("Not sent").waitFor({ state: "detached" });
  await again();
  await chat.log.getByText("Lost on the way").waitFor();
  assert.equal(await chat.log.getByText("Lost on the way").count(), 1);
  assert.ok(bodies.length > 1);
  assert.equal(new Set(bodies).size, 1, "each attempt is the same request");
  await desk.goto(inbox());
  await desk.locator("[data-row]", { hasText: "Lost on the way" }).waitFor();
  assert.equal(await desk.locator("[data-row]", { hasText: "Lost on the way" }).count(), 1);

  await page.route("**/messages", (route) => route.abort("connectionfailed"));
  await chat.write("Never sent");
  await chat.log.getByText("Not sent").waitFor();
  await callWidget(page, "logout");
  await chat.log.getByText("Never sent").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  await context.close();
});

test("two first messages whose answers were lost become one conversation in order, also after a reload", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const chat = widgetOf(page);
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.open();
  await page.route("**/api/widget/conversations", async (route) => {
    await route.fetch().catch(() => undefined);
    await route.abort("connectionfailed").catch(() => undefined);
  });
  for (const text of ["First of two", "Second of two"]) await chat.write(text);
  await until("both to be there as not sent", async () => (await chat.log.getByText("Not sent").count()) === 2);
  await page.unroute("**/api/widget/conversations");
  await page.reload();
  await chat.open();
  await chat.log.getByText("Second of two").waitFor();
  await until("both to be sent", async () => (await chat.log.getByText("Not sent").count()) === 0);
  assert.deepEqual(await chat.log.locator(".own .bub").allInnerTexts(), ["First of two", "Second of two"]);
  await chat.panel.getByRole("button", { name: "All conversations" }).click();
  await chat.panel.getByRole("button", { name: "New conversation" }).waitFor();
  assert.equal(await chat.panel.getByRole("listitem").count(), 1);
  await context.close();
});

test("blocking the contact closes its chat at once, and its browser cannot start another", async () => {
  await desk.goto(`${stage.served.url}/projects/${projectId}/contacts`);
  const contacts = desk.getByRole("link", { name: /Visitor/ });
  await contacts.first().waitFor();
  await shop.bringToFront();
  await widget().write("Before the end");
  await widget().log.getByText("Before the end").waitFor();
  await desk.goto(inbox());
  await desk.locator("[data-row]", { hasText: "Before the end" }).click();
  await desk
    .getByRole("complementary", { name: "Details" })
    .getByRole("link", { name: /Visitor/ })
    .click();
  await desk.getByRole("button", { name: "Delete" }).click();
  await desk.getByRole("button", { name: "Hide and block" }).click();
  await widget().panel.getByText("The team has ended this chat.").waitFor();
  for (const _ of ["here", "on the next page"]) {
    await until("the field to be gone", async () => (await widget().field.count()) === 0);
    await shop.reload();
    await widget().launcher.click();
    await widget().panel.getByRole("status").getByText("The team has ended this chat.").waitFor();
  }
  assert.deepEqual(complaints.policy, []);
});

test("the browser of a restored contact continues its conversation", async () => {
  await desk.goto(inbox());
  await desk.locator("[data-row]", { hasText: "Before the end" }).click();
  await desk
    .getByRole("complementary", { name: "Details" })
    .getByRole("link", { name: /Visitor/ })
    .click();
  await desk.getByRole("button", { name: "Restore" }).click();
  await desk.getByText("can write again").waitFor();
  await shop.reload();
  await widget().open();
  await widget().panel.getByRole("button", { name: "All conversations" }).click();
  await widget().panel.getByRole("listitem").filter({ hasText: "Before the end" }).getByRole("button").click();
  await widget().log.getByText("Before the end").waitFor();
  await widget().write("Here again");
  await desk.goto(inbox());
  await desk.locator("[data-row]", { hasText: "Here again" }).click();
  await desk.getByRole("log").getByText("Before the end").waitFor();
  await desk.getByRole("textbox", { name: /^Reply to / }).fill("Welcome back");
  await desk.keyboard.press("Control+Enter");
  await widget().log.getByText("Welcome back").waitFor();
});

test("on a phone the panel fills the screen, the page behind is inert, and the dark theme applies", async () => {
  const context = await stage.context({ ...PHONE, colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(page);
  // The page is locked from the first moment, even while the full-screen code still loads.
  const asked = Promise.withResolvers<void>();
  await page.route(/\/w\/modal-/, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await chat.launcher.tap();
  await chat.field.waitFor();
  assert.ok(await page.locator("main").evaluate((main) => (main as HTMLElement).inert));
  asked.resolve();
  await until("the whole screen", async () => {
    const box = await chat.panel.boundingBox();
    return box && box.x === 0 && box.y === 0 && box.width === 390 && box.height === 844;
  });
  assert.equal(await chat.launcher.isVisible(), false);
  const lightness = await chat.panel.evaluate((panel) => Number(/[\d.]+/.exec(getComputedStyle(panel).backgroundColor)?.[0]));
  assert.ok(lightness < 0.3 || lightness > 1, `background lightness ${lightness}`);
  // iOS zooms into fields with smaller text.
  assert.equal(await chat.field.evaluate((field) => getComputedStyle(field).fontSize), "16px");
  await chat.panel.getByRole("button", { name: "Close chat" }).tap();
  await chat.launcher.waitFor();
  assert.equal(await page.locator("main").evaluate((main) => (main as HTMLElement).inert), false);
  await context.close();
});

test("opening the chat, writing, and being answered load only the files that the budget counts", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const fetched = new Set<string>();
  page.on("response", (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === stage.served.url && /\.\w+$/.test(pathname)) fetched.add(join(CLIENT, pathname));
  });
  await page.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(page);
  await chat.open();
  await chat.write("Do you deliver?");
  await chat.log.getByText("Do you deliver?").waitFor();
  await desk.goto(inbox());
  await desk.locator("[data-row]", { hasText: "Do you deliver?" }).click();
  await send(desk, "We do.");
  await chat.log.getByText("We do.").waitFor();
  await page.reload();
  await chat.open();
  await chat.log.getByText("We do.").waitFor();
  const names = [...fetched].map((file) => basename(file).replace(/-[\w-]{7}\.js$/, "")).sort();
  assert.deepEqual(names, ["en", "engine", "ids", "mount", "rolldown-runtime", "widget.js"]);
  assert.equal(bytesOf(fetched), bytesOf(firstFiles().openedIn("en")));
  await context.close();
});

test("a part of the chat that failed to load is loaded by the next try", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const chat = widgetOf(page);
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.launcher.waitFor();
  await page.route(/\/w\/(ids|home)-/, (route) => route.abort());
  await chat.launcher.click();
  await until("the launcher to say so", async () => /couldn’t be loaded/.test((await chat.launcher.getAttribute("aria-label")) ?? ""));
  await page.unroute(/\/w\/(ids|home)-/);
  await page.route(/\/w\/home-/, (route) => route.abort());
  await chat.open();
  await chat.write("Is anybody there?");
  await chat.panel.getByRole("button", { name: "All conversations" }).click();
  await chat.panel.getByText("Couldn’t load this.").waitFor();
  await page.unroute(/\/w\/home-/);
  await chat.panel.getByRole("button", { name: "New conversation" }).waitFor();
  assert.equal(await chat.panel.getByText("Couldn’t load this.").count(), 0);
  await context.close();
});

test("a file chosen while the first message is in flight is sent with that conversation", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const chat = widgetOf(page);
  const holdRequest = (path: string) =>
    new Promise<() => void>((resolve) => {
      const go = Promise.withResolvers<void>();
      void page.route(path, async (route) => {
        resolve(go.resolve);
        await go.promise;
        await route.continue();
      });
    });
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.open();
  const [message, uploads] = [holdRequest("**/api/widget/conversations"), holdRequest("**/w/uploads-*.js")];
  await chat.write("The first one");
  const send = await message;
  await chat.panel.locator("input[type=file]").setInputFiles({ name: "late.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  const load = await uploads;
  send();
  await chat.log.getByText("Sending…").waitFor({ state: "hidden" });
  load();
  await chat.panel.getByRole("button", { name: "Remove late.txt" }).waitFor();
  await until("the upload to finish", async () => (await chat.panel.locator("progress").count()) === 0);
  await chat.write("The second one");
  await chat.log.getByRole("button", { name: /late.txt/ }).waitFor();
  await context.close();
});

test("each conversation has its own draft and files, and the field is focused when it appears", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  const chat = widgetOf(page);
  const focused = (what: string) =>
    until(what, () => chat.field.evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field));
  await page.goto(`${stage.hosts.origin}/plain`);
  await chat.open();
  // A conversation begun in another tab is known here at once.
  const other = await context.newPage();
  await other.goto(`${stage.hosts.origin}/plain`);
  await widgetOf(other).open();
  await widgetOf(other).write("The first one");
  await widgetOf(other).log.getByText("Sending…").waitFor({ state: "hidden" });
  await other.close();
  await page.bringToFront();
  await chat.panel.getByRole("button", { name: "All conversations" }).click();
  await chat.panel.getByRole("button", { name: /The first one/ }).press("Enter");
  await focused("the field of the conversation");
  await chat.panel.locator("input[type=file]").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await chat.panel.getByText("a.txt").waitFor();
  await chat.panel.getByRole("button", { name: "All conversations" }).press("Enter");
  await chat.panel.getByRole("button", { name: "New conversation" }).press("Enter");
  await focused("the field of the new conversation");
  assert.equal(await chat.panel.getByText("a.txt").count(), 0);

  const paste = (text: string) =>
    chat.field.evaluate((field, words) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["x"], "picture.png"));
      if (words) clipboardData.setData("text/plain", words);
      return field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true }));
    }, text);
  assert.deepEqual([await paste("A1\tB1"), await paste("")], [true, false]);
  await chat.panel.getByText("picture.png").waitFor();
  assert.equal(await chat.panel.getByText("picture.png").count(), 1);
  await chat.panel.getByRole("button", { name: "Remove picture.png" }).click();

  await chat.field.fill("x".repeat(16_003));
  await chat.panel.getByText("3 characters too long.").waitFor();
  await chat.field.press("Enter");
  assert.equal((await chat.field.inputValue()).length, 16_003);

  await chat.field.fill("");
  await page.reload();
  await chat.launcher.focus();
  await page.keyboard.press("Enter");
  await focused("the field that comes after the panel");
  await context.close();
});

test("the widget can be reached, opened, used, and closed by keyboard alone, and restores the focus", async () => {
  const context = await stage.context(DESKTOP);
  const page = await context.newPage();
  await page.goto(`${stage.hosts.origin}/plain`);
  const chat = widgetOf(page);
  await chat.launcher.waitFor();
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const inner = document.activeElement?.shadowRoot?.activeElement;
      return inner ? (inner.getAttribute("aria-label") ?? inner.id) : (document.activeElement?.id ?? "");
    });
  for (let i = 0; i < 5 && (await focused()) !== "Open chat"; i++) await page.keyboard.press("Tab");
  assert.equal(await focused(), "Open chat");
  assert.notEqual(await chat.launcher.evaluate((button) => getComputedStyle(button).outlineStyle), "none");
  await page.keyboard.press("Enter");
  await until("the field to have the focus", async () => (await focused()) === "Message");
  await page.keyboard.type("Typed only");
  await page.keyboard.press("Enter");
  await chat.log.getByText("Typed only").waitFor();
  assert.equal(await focused(), "Message");
  // The button that leads to the list disappears, and the focus stays in the panel.
  await chat.panel.getByRole("button", { name: "All conversations" }).press("Enter");
  await chat.panel.getByRole("button", { name: "New conversation" }).waitFor();
  await until("the focus in the panel", async () => (await focused()) === (await chat.panel.getAttribute("aria-label")));
  await page.keyboard.press("Escape");
  await until("the focus on the launcher", async () => (await focused()) === "Open chat");
  assert.equal(await chat.panel.evaluate((panel) => (panel as HTMLElement).inert), true);
  await context.close();
});

test("an open chat says so when the project is deleted", async () => {
  const [known, fresh] = [await stage.context(DESKTOP), await stage.context(DESKTOP)];
  const chats = await Promise.all(
    [known, fresh].map(async (context) => {
      const page = await context.newPage();
      await page.goto(`${stage.hosts.origin}/plain`);
      await widgetOf(page).open();
      return widgetOf(page);
    }),
  );
  await chats[0]?.write("Anybody there?");
  await chats[0]?.log.getByText("Sending…").waitFor({ state: "detached" });
  await desk.goto(`${stage.served.url}/projects/${projectId}/settings/general`);
  await desk.getByRole("button", { name: "Delete project" }).click();
  const dialog = desk.getByRole("alertdialog").or(desk.getByRole("dialog"));
  await dialog.getByRole("textbox").fill("Northwind Pottery");
  await dialog.getByRole("button", { name: /delete/i }).click();
  await desk.waitForURL("**/projects");
  for (const chat of chats) {
    // A connected visitor is informed live, and the field disappears.
    if ((await chat.field.count()) > 0) await chat.write("Hello?").catch(() => undefined);
    await chat.panel.getByRole("status").getByText("This chat is no longer available.").waitFor();
    await until("the field to be gone", async () => (await chat.field.count()) === 0);
  }
  await Promise.all([known.close(), fresh.close()]);
});
