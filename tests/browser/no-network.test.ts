// What proves a connection is an answer of the server, not what the browser says of the network: a desk on one's own computer works without
// any, and a server that is gone is noticed though the network is there.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Operator, Visitor } from "../support/desk.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";
import { layWire, type Wire } from "./wire.ts";
import { written } from "./written.ts";

test.describe.configure({ mode: "serial" });
let stage: Stage;
let wire: Wire;
let project: Awaited<ReturnType<typeof withProject>>;
let context: BrowserContext;
let page: Page;
let conversation: string;
/** The owner as they signed in: choosing a language answers another cookie. */
let cookieOwner: Operator;

test.beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  wire = await layWire(stage.served.url);
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversation = (await visitor.open("Is anybody there?")).body.conversation.id;
  cookieOwner = new Operator(stage.served.url, project.owner.cookie);
  context = await stage.context(DESKTOP, project.owner);
  page = await context.newPage();
});
test.afterAll(async () => {
  await wire.stop();
  await stage.stop();
});

const log = (on = page) => on.getByRole("log");
const field = (on = page) => on.getByRole("textbox", { name: /^Reply to / });
const read = async () => {
  const path = `/api/dashboard/projects/${project.id}/conversations/${conversation}`;
  const { body } = await project.owner.call<{ conversation: { status: string }; events: { message?: { content: string } }[] }>(path);
  return { status: body.conversation.status, said: body.events.flatMap(({ message }) => message?.content ?? []) };
};
async function open(on = page): Promise<void> {
  await on.goto(`${wire.url}/projects/${project.id}/inbox/all/${conversation}`);
  await on.locator("[contenteditable=true]").waitFor();
  // What asks whether there is a connection is loaded when the page has nothing better to do.
  await on.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await on.waitForLoadState("networkidle");
  await on.waitForTimeout(1500);
}
async function write(text: string, on = page): Promise<void> {
  await field(on).fill(text);
  await on.keyboard.press("Control+Enter");
}

test("on one’s own computer everything works without a network", async () => {
  const device = await stage.context(DESKTOP, project.owner);
  await device.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });
    addEventListener("load", () => dispatchEvent(new Event("offline")));
  });
  const tab = await device.newPage();
  const asked: string[] = [];
  tab.on("request", (request) => request.url().endsWith("/api/account/me") && asked.push(request.url()));
  await open(tab);
  await tab.evaluate(() => dispatchEvent(new Event("offline")));
  await write("Yes, without Wi-Fi too", tab);
  await until("it to arrive", async () => (await read()).said.includes("Yes, without Wi-Fi too"));
  assert.equal(await log(tab).getByText("Waiting for connection").count(), 0);
  await tab.getByRole("button", { name: "Close", exact: true }).click();
  await until("it to be closed", async () => (await read()).status === "closed");
  await tab.waitForTimeout(3000);
  assert.equal(await tab.getByText("You’re offline").count(), 0);
  assert.ok(asked.length < 6, `${asked.length} questions`);
  await tab.reload();
  await log(tab).getByText("Yes, without Wi-Fi too").waitFor();
  assert.equal(await tab.getByText("You’re offline").count(), 0);
  await device.close();
});

test("nor does the widget believe the browser: it asks the server", async () => {
  const device = await stage.context(DESKTOP);
  await device.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });
    const Real = WebSocket;
    globalThis.WebSocket = class extends Real {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        addEventListener("cut", () => this.close());
      }
    };
  });
  const shop = await device.newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(shop);
  await widget.launcher.waitFor();
  await widget.open();
  await widget.write("Is this open on Sunday?");
  await widget.log.getByText("Is this open on Sunday?").waitFor();
  // The connection is cut, and the browser says that there is none.
  await shop.evaluate(() => {
    dispatchEvent(new Event("cut"));
    dispatchEvent(new Event("offline"));
  });
  // The widget shows it before it is stored.
  const found = await until("it to be stored", async () => {
    const { body } = await project.owner.call<{ items: { id: string; preview: string; revision: number }[] }>(
      `/api/dashboard/projects/${project.id}/conversations`,
    );
    return body.items.find(({ preview }) => preview === "Is this open on Sunday?");
  });
  await project.owner.post(`/api/dashboard/projects/${project.id}/conversations/${found.id}/messages`, {
    ...{ clientId: crypto.randomUUID(), frontier: found.revision, content: "Until noon." },
  });
  // It comes by the live connection, which was made again.
  await widget.log.getByText("Until noon.").waitFor();
  assert.equal(await widget.panel.getByText("Reconnecting…").count(), 0);
  await device.close();
});

test("after a longer time without a network the widget shows its conversations again, and counts what comes while it is closed", async () => {
  const device = await stage.context(DESKTOP);
  const shop = await device.newPage();
  await shop.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(shop);
  await widget.launcher.waitFor();
  await widget.open();
  await widget.write("Do you ship to Malta?");
  await widget.log.getByText("Do you ship to Malta?").waitFor();
  await widget.panel.getByRole("button", { name: "All conversations" }).click();
  const row = widget.panel.getByRole("button", { name: /Do you ship to Malta/ });
  await row.waitFor();
  await shop.evaluate(() => {
    const page = window as unknown as { counts: number[]; SeedDesk(...args: unknown[]): void };
    page.counts = [];
    page.SeedDesk("on", "unread", (count: number) => page.counts.push(count));
  });
  const path = `/api/dashboard/projects/${project.id}/conversations`;
  const answer = async (content: string): Promise<void> => {
    const { items } = (await project.owner.call<{ items: { id: string; revision: number }[] }>(path)).body;
    const [found] = items;
    await project.owner.post(`${path}/${found?.id ?? ""}/messages`, { clientId: crypto.randomUUID(), frontier: found?.revision, content });
  };
  await device.setOffline(true);
  const notice = widget.panel.getByRole("alert").filter({ hasText: "Couldn’t load this." });
  await notice.waitFor();
  await device.setOffline(false);
  await notice.waitFor({ state: "detached" });
  await row.waitFor();
  // The same with the chat closed meanwhile, and an answer that was written meanwhile.
  await device.setOffline(true);
  await notice.waitFor();
  await widget.panel.getByRole("button", { name: "Close chat" }).click();
  await answer("We do.");
  await device.setOffline(false);
  const badge = (count: number) => widget.host.locator(`button.l[aria-label='Open chat, ${count} unread']`);
  await badge(1).waitFor();
  await answer("By ship.");
  await badge(2).waitFor();
  assert.deepEqual(await shop.evaluate(() => (window as unknown as { counts: number[] }).counts), [1, 2]);
  await device.close();
});

test("a server that is gone is noticed; what was written meanwhile is sent once when it is back", async () => {
  await open();
  wire.cut();
  await page.getByText(/^The server doesn’t answer\. Last updated /).waitFor();
  await write("Back in a minute");
  await log().getByText("Waiting for connection", { exact: true }).waitFor();
  await page.locator("#main").focus();
  await page.keyboard.press("i");
  await page.getByText("The server doesn’t answer. This needs a connection.").waitFor();
  await page.waitForTimeout(3000);
  wire.mend();
  await until("it to arrive", async () => (await read()).said.includes("Back in a minute"), 30_000);
  await page
    .getByText(/^The server doesn’t answer/)
    .first()
    .waitFor({ state: "detached" });
  await page.waitForTimeout(2000);
  assert.equal((await read()).said.filter((text) => text === "Back in a minute").length, 1);
  assert.equal(await written(field()), "");
});

test("what the browser has no room for stays in its window, says so, and is not left without a warning", async () => {
  await open();
  await page.evaluate(() => {
    for (let size = 2_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        for (let n = 0; ; n++) localStorage.setItem(`full.${size}.${n}`, "x".repeat(size));
      } catch {
        // Full, for this size.
      }
  });
  wire.cut();
  await page.getByText(/^The server doesn’t answer\. Last updated /).waitFor();
  await write("There is no room for this");
  await log().getByText("Kept only in this window").waitFor();
  const another = await context.newPage();
  await another.goto(`${stage.served.url}/login`);
  await page.evaluate(() => dispatchEvent(new StorageEvent("storage", { key: "seed.own.other" })));
  await page.waitForTimeout(300);
  await log().getByText("There is no room for this").waitFor();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/no-room.png` });
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await until("the browser to warn", () => asked.includes("beforeunload"));
  await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith("full.") && localStorage.removeItem(key)));
  wire.mend();
  await until("it to arrive", async () => (await read()).said.includes("There is no room for this"), 30_000);
  await log().getByText("Kept only in this window").waitFor({ state: "detached" });
  assert.equal((await read()).said.filter((text) => text === "There is no room for this").length, 1);
  await another.close();
});

test("a phone that never drew the list shows it without a connection, without the parts whose code it lacks, and speaks German", async () => {
  await project.owner.call("/api/account/language", { method: "PUT", body: { language: "de" } });
  const phone = await stage.context(PHONE, cookieOwner);
  const tab = await phone.newPage();
  await open(tab);
  wire.cut();
  await tab.getByText(/^Der Server antwortet nicht\. Stand: /).waitFor();
  await tab.goto(`${wire.url}/projects/${project.id}/inbox/all`);
  await tab.getByRole("heading", { name: "Posteingang", exact: true }).waitFor();
  if (process.env["SHOTS"]) await tab.screenshot({ path: `${process.env["SHOTS"]}/phone-list-de.png` });
  await tab.goto(`${wire.url}/projects/${project.id}/contacts`);
  await tab.getByText("Der Server ist nicht erreichbar.").waitFor();
  wire.mend();
  await phone.close();
});
