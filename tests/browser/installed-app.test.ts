// The dashboard as an installed app, with the real service worker: what a browser asks of it, reading and writing without a connection,
// messages that arrive once, and what leaves the device with its person.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Operator } from "../support/desk.ts";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { layWire, type Wire } from "./wire.ts";
import { empty, written } from "./written.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let wire: Wire;
let project: Awaited<ReturnType<typeof withProject>>;
let tom: Operator;
/** Invited first: the sign-out ends the owner's session. */
let away: readonly Operator[];
let eve: Operator;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let conversation: string;
let other: string;

test.beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  wire = await layWire(stage.served.url);
  project = await withProject(stage);
  tom = await project.owner.invite(project.id, "operator", "tom@example.test");
  away = [
    await project.owner.invite(project.id, "operator", "ann@example.test"),
    await project.owner.invite(project.id, "operator", "ben@example.test"),
  ];
  eve = await project.owner.invite(project.id, "operator", "eve@example.test");
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversation = (await visitor.open("Where is my parcel?")).body.conversation.id;
  const second = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await second.start();
  other = (await second.open("Do you ship to Norway?")).body.conversation.id;
  context = await stage.context(DESKTOP, project.owner);
  page = await context.newPage();
});
test.afterAll(async () => {
  await wire.stop();
  await stage.stop();
});

const address = (id?: string): string => `${wire.url}/projects/${project.id}/inbox/all${id === undefined ? "" : `/${id}`}`;
/** A browser that starts without a connection may not know that there is no network. */
const NO_CONNECTION = /^(You’re offline|The server doesn’t answer)\. Last updated /;
const log = (on = page) => on.getByRole("log");
const field = (on = page) => on.getByRole("textbox", { name: /^Reply to / });
const said = async (id = conversation): Promise<string[]> => {
  const path = `/api/dashboard/projects/${project.id}/conversations/${id}`;
  const { body } = await project.owner.call<{ events: { message?: { content: string }; note?: { content: string } }[] }>(path);
  return body.events.flatMap(({ message, note }) => message?.content ?? note?.content ?? []);
};
const cut = async (of = context): Promise<void> => {
  wire.cut();
  await of.setOffline(true);
};
const mend = async (of = context): Promise<void> => {
  wire.mend();
  await of.setOffline(false);
};
async function open(id?: string, on = page): Promise<void> {
  await on.goto(address(id));
  // What is typed while the plain field gives way to the formatted one is no matter of this suite.
  if (id !== undefined) await on.locator("[contenteditable=true]").waitFor();
}
async function write(text: string, on = page): Promise<void> {
  await field(on).fill(text);
  await on.keyboard.press("Control+Enter");
}
const drafts = async (id = conversation) =>
  (await project.owner.call<{ drafts: { content: string }[] }>(`/api/dashboard/projects/${project.id}/conversations/${id}`)).body.drafts;
/** Empties the field, and awaits that the server knows. */
async function emptied(id = conversation): Promise<void> {
  await page.locator("[contenteditable=true]").waitFor();
  await empty(field());
  await until("it to be gone", async () => (await drafts(id)).length === 0);
}
/** The conversations that the device keeps. */
const kept = (on = page): Promise<string[]> =>
  on.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "seed-desk")) return [];
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open("seed-desk");
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    try {
      if (!db.objectStoreNames.contains("answers")) return [];
      const all = await new Promise<string[]>((done) => {
        const request = db.transaction("answers").objectStore("answers").getAllKeys();
        request.onsuccess = () => done(request.result as string[]);
      });
      return all.filter((id) => id.includes('"thread"')).map((id) => (JSON.parse(id) as string[])[3] ?? "");
    } finally {
      db.close();
    }
  });
const isShellKept = (on = page): Promise<boolean> =>
  on.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("seed-shell "));
    return names.length > 0 && (await (await caches.open(names[0] as string)).match("/whole")) !== undefined;
  });

test("the dashboard can be installed, and only the dashboard says so", async () => {
  await open(conversation);
  const devtools = await context.newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(url, `${wire.url}/app.en.webmanifest`);
  const manifest = JSON.parse(data ?? "") as { id: string; icons: { src: string; purpose: string; sizes: string }[]; shortcuts: object[] };
  assert.equal(manifest.id, "/projects/");
  assert.ok(manifest.icons.some(({ purpose, sizes }) => purpose === "maskable" && sizes === "512x512"));
  for (const { src } of manifest.icons) assert.equal((await fetch(wire.url + src)).status, 200, src);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A window of a test is private, which nobody can install from.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"),
    [],
  );
  for (const path of ["/login", "/widget.js"]) assert.doesNotMatch(await (await fetch(wire.url + path)).text(), /webmanifest/);
});

test("the device keeps the page, the list and the conversations that were open, and no others", async () => {
  await until("the page to be kept", () => isShellKept(), 20_000);
  await until("the conversation to be kept", async () => (await kept()).includes(conversation), 15_000);
  await page.waitForTimeout(1500);
  assert.deepEqual(await kept(), [conversation]);
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    );
    return all.flat();
  });
  assert.ok(cached.length > 20, `${cached.length} files`);
  assert.deepEqual(
    cached.filter((path) => !path.startsWith("/assets/") && !["/dashboard-page", "/whole"].includes(path)),
    [],
  );
});

test("without a connection the dashboard starts, shows the list and what was open, and says since when", async () => {
  await cut();
  await page.reload();
  await log().getByText("Where is my parcel?").waitFor();
  await page.getByText(NO_CONNECTION).first().waitFor();
  await page.locator(`[data-row="${other}"]`).waitFor();
  await checkPage(page, "offline-thread", "Where is my parcel?");
  await page.goto(`${wire.url}/projects/last`);
  await page.locator(`[data-row="${conversation}"]`).waitFor();
  await page.locator(`[data-row="${conversation}"]`).click();
  await log().getByText("Where is my parcel?").waitFor();
});

test("what was written without a connection arrives once and in order when there is one, also from another page", async () => {
  await write("It is on its way");
  await log().getByText("Waiting for connection").waitFor();
  await write("You get it tomorrow");
  await until("both to wait", async () => (await log().getByText("Waiting for connection").count()) === 2);
  await checkPage(page, "waiting", "Waiting for connection");
  await page.reload();
  await until("both to wait after a reload", async () => (await log().getByText("Waiting for connection").count()) === 2);
  await page.locator(`[data-row="${conversation}"]`).getByText("Waiting", { exact: true }).waitFor();
  await mend();
  await until("both to arrive", async () => (await said()).length === 3, 30_000);
  assert.deepEqual(await said(), ["Where is my parcel?", "It is on its way", "You get it tomorrow"]);
  await log().getByText("Waiting for connection").first().waitFor({ state: "detached" });
  await page.getByText(NO_CONNECTION).waitFor({ state: "detached" });
  assert.equal(await log().getByText("It is on its way").count(), 1);
});

test("a waiting reply can be edited and deleted", async () => {
  await open(conversation);
  await cut();
  await write("Wrong text");
  await log().getByText("Waiting for connection").waitFor();
  await log().getByRole("button", { name: "Edit", exact: true }).click();
  await until("the text to be back", async () => (await written(field())) === "Wrong text");
  await empty(field());
  await write("Right text");
  await log().getByText("Right text").waitFor();
  await log().getByRole("button", { name: "Delete", exact: true }).click();
  await log().getByText("Right text").waitFor({ state: "detached" });
  await mend();
  await page.waitForTimeout(1500);
  assert.equal((await said()).length, 3);
});

test("a reply whose answer was lost is stored once, though its tab was closed", async () => {
  const tab = await context.newPage();
  // Or the tabs would hear of it at once.
  await page.goto("about:blank");
  await tab.routeWebSocket(/./, () => undefined);
  await open(conversation, tab);
  await tab.route("**/messages", async (route) => {
    await route.fetch();
    await route.abort("connectionfailed");
  });
  await write("Arrived unheard", tab);
  await log(tab).getByText("It may have arrived already").waitFor();
  assert.equal(await log(tab).getByRole("button", { name: "Edit", exact: true }).count(), 0);
  assert.equal(await log(tab).getByRole("button", { name: "Delete", exact: true }).count(), 1);
  await tab.close();
  await page.goto(`${wire.url}/projects/${project.id}/contacts`);
  await until("it to leave the outbox", () => page.evaluate(() => Object.keys(localStorage).every((key) => !key.startsWith("seed.own."))));
  assert.equal((await said()).filter((text) => text === "Arrived unheard").length, 1);
});

test("two tabs send each message once, whichever of them wrote it", async () => {
  const tab = await context.newPage();
  await open(conversation, tab);
  await open(conversation);
  await cut();
  await write("First", tab);
  await log(tab).getByText("First").waitFor();
  await log().getByText("First").waitFor();
  await write("Second");
  await log(tab).getByText("Second").waitFor();
  await mend();
  await until("both to arrive", async () => (await said()).includes("Second"), 30_000);
  for (const text of ["First", "Second"]) {
    assert.equal((await said()).filter((one) => one === text).length, 1, text);
    await until(
      `"${text}" once in both`,
      async () => (await log().getByText(text).count()) === 1 && (await log(tab).getByText(text).count()) === 1,
    );
  }
  assert.deepEqual((await said()).slice(-2), ["First", "Second"]);
  await tab.close();
});

test("what somebody else made stale comes back as a draft, with all that was written after it", async () => {
  await open(conversation);
  await cut();
  await write("Are you at home?");
  await write("Then it comes at nine");
  await until("both to wait", async () => (await log().getByText("Waiting for connection").count()) === 2);
  await visitor.postMessage(conversation, "It is here, thank you");
  const before = (await said()).length;
  await mend();
  await page.getByRole("alert").getByText("Not sent.").waitFor({ timeout: 30_000 });
  await until("the texts to be back", async () => (await written(field())) === "Are you at home?\n\nThen it comes at nine");
  assert.equal((await said()).length, before);
  // At once: it has not been saved yet.
  await page.reload();
  await until("the texts to be there still", async () => (await written(field())) === "Are you at home?\n\nThen it comes at nine");
  await checkPage(page, "stale-draft", "It is here, thank you");
  await until("it to be saved", async () => (await drafts())[0]?.content === "Are you at home?\n\nThen it comes at nine", 20_000);
  await emptied();
});

test("what cannot be sent any more goes back to its author though its conversation is not open", async () => {
  await open(other);
  await until("it to be kept", async () => (await kept()).includes(other), 15_000);
  await cut();
  await write("Yes, to all of Norway");
  await log().getByText("Waiting for connection").waitFor();
  const path = `/api/dashboard/projects/${project.id}/conversations/${other}`;
  const revision = (await project.owner.call<{ conversation: { revision: number } }>(path)).body.conversation.revision;
  await tom.post(`${path}/messages`, { clientId: crypto.randomUUID(), frontier: revision, content: "We do" });
  await page.goto(`${wire.url}/projects/${project.id}/inbox/mine`);
  await mend();
  const notice = page.getByRole("dialog").filter({ hasText: "Your reply was not sent because the conversation has moved on" });
  await notice.getByRole("button", { name: "Open it" }).press("Enter");
  await until("the text to be back", async () => (await written(field())) === "Yes, to all of Norway");
  await page.getByRole("alert").getByText("Not sent.").waitFor();
  await emptied(other);
});

test("a file that is not uploaded needs a connection, and other changes say so", async () => {
  await open(conversation);
  await cut();
  await page.locator("form input[type=file]").setInputFiles({ name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("a map") });
  await page.getByRole("button", { name: "Remove map.txt" }).waitFor();
  await write("See the map");
  await page.getByText("a file isn’t uploaded yet").waitFor();
  assert.equal(await written(field()), "See the map");
  await page.getByRole("button", { name: "Remove map.txt" }).click();
  await empty(field());
  assert.equal(await page.getByRole("button", { name: "Close", exact: true }).isDisabled(), true);
  await page.locator("#main").focus();
  await page.keyboard.press("i");
  await page.getByText("You’re offline. This needs a connection.").waitFor();
  await mend();
  await until("the button to be there again", async () => !(await page.getByRole("button", { name: "Close", exact: true }).isDisabled()));
});

test("on a phone, in the dark and in Arabic", async () => {
  const phone = await stage.context({ ...PHONE, colorScheme: "dark" }, tom);
  const tab = await phone.newPage();
  await tom.call("/api/account/language", { method: "PUT", body: { language: "ar" } });
  await tab.goto(address(conversation));
  await log(tab).getByText("Where is my parcel?").waitFor();
  await until("the page to be kept", () => isShellKept(tab), 20_000);
  await until("the conversation to be kept", async () => (await kept(tab)).includes(conversation), 15_000);
  await cut(phone);
  await tab.reload();
  await log(tab).getByText("Where is my parcel?").waitFor();
  assert.equal(await tab.evaluate(() => document.documentElement.lang), "ar");
  await tab.locator("[contenteditable=true], textarea").first().fill("نعم");
  await tab.keyboard.press("Control+Enter");
  await log(tab).getByText("بانتظار الاتصال").waitFor();
  assert.deepEqual(await violations(tab, "بانتظار الاتصال"), []);
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  if (process.env["SHOTS"]) await tab.screenshot({ path: `${process.env["SHOTS"]}/arabic-phone-dark.png` });
  await mend(phone);
  await until("it to arrive", async () => (await said()).includes("نعم"), 30_000);
  await phone.close();
});

// Loaded anew before anything is kept of it, and when the device has kept its conversation with it.
for (const [after, pause] of [
  ["at once", 0],
  ["after a while", 3000],
] as const)
  test(`a draft that was written without a connection is there after a start without one ${after}, and saved when there is one`, async () => {
    await open(conversation);
    await until("it to be kept", async () => (await kept()).includes(conversation), 20_000);
    await until("the page to be kept", () => isShellKept(), 20_000);
    await cut();
    await field().fill(`written in a tunnel, ${after}`);
    await page.waitForTimeout(pause);
    await page.reload();
    await until("the text to be there", async () => (await written(field())) === `written in a tunnel, ${after}`);
    await mend();
    await until("it to be saved", async () => (await drafts())[0]?.content === `written in a tunnel, ${after}`, 20_000);
    assert.equal(await written(field()), `written in a tunnel, ${after}`);
    await emptied();
  });

test("what is kept of an erased contact goes when the device hears of it, also of conversations that are not open", async () => {
  await open(other);
  await until("both to be kept", async () => (await kept()).length >= 2, 15_000);
  const path = `/api/dashboard/projects/${project.id}/conversations/${other}`;
  const contact = (await project.owner.call<{ contact: { id: string } }>(path)).body.contact.id;
  await open(conversation);
  await page.waitForTimeout(2000);
  const erased = await project.owner.post(`/api/management/projects/${project.id}/contacts/${contact}/erase`, {});
  assert.ok(erased.status < 300, `${erased.status}`);
  await until("it to be gone", async () => !(await kept()).includes(other), 15_000);
  assert.ok((await kept()).includes(conversation));
});

test("sign-out takes everything that the device keeps of the person, and the next person sees nothing of it", async () => {
  await open(conversation);
  await until("the page to be kept", () => isShellKept(), 20_000);
  await until("the conversation to be kept", async () => (await kept()).includes(conversation), 15_000);
  await cut();
  await write("Never to be seen");
  await log().getByText("Waiting for connection").waitFor();
  await page.reload();
  await log().getByText("Never to be seen").waitFor();
  // Another person signs in without a sign-out before.
  const uma = await project.owner.invite(project.id, "operator", "uma@example.test");
  const [name = "", ...value] = uma.cookie.split("=");
  const cookies = await context.cookies();
  await context.addCookies([{ name, value: value.join("="), url: wire.url }]);
  const before = await said();
  await mend();
  // The page still is the first person's, and tries to send at once.
  await page.getByRole("button", { name: "uma" }).first().waitFor();
  await open(conversation);
  const stored = () => page.evaluate(() => Object.values(localStorage).join(" "));
  assert.doesNotMatch(await stored(), /Never to be seen/);
  assert.deepEqual(await said(), before);
  await context.addCookies(cookies);

  await open(conversation);
  await until("it to be kept", async () => (await kept()).length > 0, 15_000);
  await page.getByRole("button", { name: "Olga Owner" }).first().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
  await until("nothing to be kept", async () => (await kept()).length === 0);
  await cut();
  await page.goto(address(conversation));
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByText("Where is my parcel?").count(), 0);
  await mend();
});

test("a session that was ended elsewhere takes it too, whether the dashboard is open or not", async () => {
  for (const [index, member] of away.entries()) {
    const isOpen = index === 0;
    const device = await stage.context(DESKTOP, member);
    const tab = await device.newPage();
    await tab.goto(address(conversation));
    await until("it to be kept", async () => (await kept(tab)).length > 0, 20_000);
    if (!isOpen) await tab.goto("about:blank");
    await member.call("/logout", { method: "POST", body: {} });
    if (!isOpen) await tab.goto(address(conversation));
    await tab.waitForURL(/\/login/);
    await until("nothing to be kept", async () => (await kept(tab)).length === 0);
    await device.close();
  }
});

test("a newer build is offered; an unfinished one is not used without a connection, and a finished one takes the place of the old", async () => {
  // A device of its own: browsers may let a page wait while one worker takes the place of another.
  context = await stage.context(DESKTOP, eve);
  page = await context.newPage();
  await open(conversation);
  await until("the page to be kept", () => isShellKept(), 20_000);
  // As if a newer page had been answered, whose files are not all there.
  await page.evaluate(async () => {
    const cache = await caches.open("seed-shell index-unfinished.js");
    await cache.put("/dashboard-page", new Response("<html lang=en>unfinished", { headers: { "content-type": "text/html" } }));
  });
  await cut();
  await page.reload();
  await log().getByText("Where is my parcel?").waitFor();
  await mend();
  const names = () => page.evaluate(() => caches.keys());
  const [own] = (await names()).filter((name) => !name.includes("unfinished"));
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await caches.open("seed-shell index-old.js");
  });
  await page.reload();
  await until("the old one to be gone", async () => (await names()).join() === own, 20_000);
  // The server has a newer build: its worker says so.
  const newer = createServer(async (request, response) => {
    if (request.method !== "GET") return void response.writeHead(503).end();
    const answer = await fetch(stage.served.url + request.url, { headers: { cookie: request.headers.cookie ?? "" }, redirect: "manual" });
    const text =
      request.url === "/app-worker.js"
        ? (await answer.text()).replace(/const BUILD = "[^"]+"/, 'const BUILD = "index-newer.js"')
        : undefined;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "", "cache-control": "no-store" });
    response.end(text ?? Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((listening) => void newer.listen(0, "127.0.0.1", listening));
  wire.lead((newer.address() as AddressInfo).port);
  const offer = page.getByRole("dialog").filter({ hasText: "A new version is ready." });
  // Asked again: a browser that already looks, as it does behind each start, answers with what it got before.
  await until(
    "the newer build to be offered",
    async () => {
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration("/projects/"))?.update()));
      return await offer.isVisible();
    },
    30_000,
  );
  wire.lead(Number(new URL(stage.served.url).port));
  newer.closeAllConnections();
  newer.close();
  await field().fill("half a sentence");
  await page.getByText("Draft saved").waitFor();
  await offer.getByRole("button", { name: "Reload" }).press("Enter");
  await until("the text to be there still", async () => (await written(field()).catch(() => "")) === "half a sentence");
});
