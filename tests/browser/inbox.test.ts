// The inbox in a real browser: rows as links, changes made elsewhere, notices, and nothing that covers a button.
import { test, type BrowserContext, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { OPTIONAL_ROUTES } from "../../bench/optional-routes.ts";
import { CLIENT, routesIn } from "../../bench/served-bytes.ts";
import { Visitor } from "../support/desk.ts";
import { openStage, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let id: string;
const api = (): string => `/api/dashboard/projects/${project.id}`;
const inbox = (rest = ""): string => `${stage.served.url}/projects/${project.id}/inbox/all${rest}`;
const row = () => page.locator(`[data-row="${id}"]`);

test.beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  project = await withProject(stage);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("Is anybody there?")).body.conversation.id;
  context = await stage.context({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" }, project.owner);
  page = await context.newPage();
});
test.afterAll(() => stage.stop());

test("a row is a link: Enter opens it here, the middle button in a new window", async () => {
  await page.goto(inbox());
  await row().waitFor();
  assert.equal(await row().getAttribute("href"), new URL(inbox(`/${id}`)).pathname);
  // A row that is redrawn in the middle of a click opens nothing.
  const otherPages = () => context.pages().filter((one) => one !== page);
  await until("a window of its own", async () => {
    await row().click({ button: "middle" });
    await page.waitForTimeout(500);
    return otherPages().length > 0;
  });
  await otherPages()[0]?.waitForURL(`**/inbox/all/${id}`);
  for (const other of otherPages()) await other.close();
  assert.equal(page.url(), inbox());
  await row().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/inbox/all/${id}`);
  assert.equal(await row().getAttribute("aria-current"), "page");
});

test("a conversation does not load features that the project has not enabled", async () => {
  const other = await stage.context({ viewport: { width: 1280, height: 800 } }, project.owner);
  const tab = await other.newPage();
  const fetched = new Set<string>();
  tab.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) fetched.add(join(CLIENT, pathname));
  });
  await tab.goto(inbox());
  await tab.locator(`[data-row="${id}"]`).click();
  await tab.getByRole("textbox", { name: /^Reply to / }).waitFor();
  await tab.waitForLoadState("networkidle");
  const routes = [...routesIn(fetched)];
  assert.ok(routes.length > 5, routes.join());
  assert.deepEqual(
    routes.filter((name) => OPTIONAL_ROUTES.has(name)),
    [],
  );
  await other.close();
});

test("a note is shown as a note in the list", async () => {
  await page.goto(inbox(`/${id}`));
  await project.owner.post(`${api()}/conversations/${id}/notes`, { clientId: crypto.randomUUID(), content: "ask billing first" });
  await row().getByText("Note: ask billing first").waitFor();
  await page.reload();
  await row().getByText("Note: ask billing first").waitFor();
});

test("renaming, blocking, or restoring a contact elsewhere shows here without a reload", async () => {
  await page.goto(inbox(`/${id}`));
  const blocked = page.getByText("This contact is blocked and can’t read replies.");
  const details = page.getByRole("complementary", { name: "Contact details" });
  await details.getByText("First seen").waitFor();
  const path = `${api()}/contacts/${visitor.contactId}`;
  await project.owner.call(path, { method: "PATCH", body: { name: "Zoë Quell" } });
  await row().getByText("Zoë Quell").waitFor();
  await details.getByText("Zoë Quell").waitFor();
  assert.equal(await blocked.count(), 0);
  await project.owner.call(path, { method: "DELETE" });
  await blocked.waitFor();
  await project.owner.post(`${path}/restore`, {});
  await blocked.waitFor({ state: "detached" });
});

test("bidirectional control characters in a name have no effect", async () => {
  await project.owner.call(`${api()}/contacts/${visitor.contactId}`, { method: "PATCH", body: { name: "Ann\u202egpj.exe" } });
  await page.goto(inbox(`/${id}`));
  await page.getByRole("complementary", { name: "Contact details" }).getByText("Anngpj.exe").waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /[\u202a-\u202e]/);
});

test("a lost connection shows a notice that moves nothing", async () => {
  const drawn = Promise.withResolvers<void>();
  await page.route("**/socket-ticket", async (route) => {
    await drawn.promise;
    await route.fulfill({ status: 503, json: { code: "unavailable", error: "Not now." } });
  });
  await page.goto(inbox(`/${id}`));
  await row().waitFor();
  await page.getByRole("textbox", { name: /^Reply to / }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const at = await row().boundingBox();
  const notice = page.getByText("Reconnecting…");
  drawn.resolve();
  await notice.waitFor({ timeout: 30_000 });
  assert.deepEqual(await row().boundingBox(), at);
  // Frames about contacts are not numbered as events are, so the connection does not replay them.
  await project.owner.call(`${api()}/contacts/${visitor.contactId}`, { method: "PATCH", body: { name: "Renamed meanwhile" } });
  await page.unroute("**/socket-ticket");
  await notice.waitFor({ state: "detached", timeout: 30_000 });
  await row().getByText("Renamed meanwhile").waitFor();
  assert.deepEqual(await row().boundingBox(), at);
});

test("being offline shows a notice that moves nothing and takes no click", async () => {
  await page.goto(inbox(`/${id}`));
  await row().waitFor();
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const positions = () =>
    Promise.all([row(), send, page.locator("[data-thread] header"), page.locator("main")].map((it) => it.boundingBox()));
  const before = await positions();
  const notice = page.getByText("You’re offline");
  await context.setOffline(true);
  await notice.waitFor();
  assert.deepEqual(await positions(), before);
  // The element below the notice gets the click.
  const box = await notice.boundingBox();
  const under = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest("[role=status]") ?? null,
    [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10],
  );
  assert.equal(under, null);
  await context.setOffline(false);
  await notice.waitFor({ state: "detached" });
  assert.deepEqual(await positions(), before);
});

test("with Persian as the browser's language, English texts keep their numbers in order", async () => {
  const persian = await (await stage.context({ viewport: { width: 1280, height: 800 }, locale: "fa-IR" }, project.owner)).newPage();
  await persian.goto(inbox(`/${id}`));
  await persian.getByRole("complementary", { name: "Contact details" }).getByText("First seen").waitFor();
  assert.doesNotMatch(await persian.locator("main").innerText(), /[\u0660-\u0669\u06F0-\u06F9]/);
  await persian.close();
});

test("at 1280 px the assignee is readable and no toast covers Send", async () => {
  await project.owner.invite(project.id, "operator", "bartholomew.featherston@example.test");
  await page.goto(inbox(`/${id}`));
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  await page
    .getByRole("menuitemradio", { name: "bartholomew.featherston" })
    .or(page.getByRole("menuitem", { name: "bartholomew" }))
    .first()
    .click();
  const who = page.locator("[data-thread] header p");
  await until("the owner in the header", async () => (await who.innerText()).includes("bartholomew.featherston"));
  assert.ok(await who.evaluate((it) => it.scrollWidth <= it.clientWidth), "it is cut off");
  const toast = page.getByRole("region", { name: "Notifications" }).getByText("Assigned to bartholomew.featherston").first();
  const [said, send] = await until("the toast", async () => {
    const boxes = [await toast.boundingBox(), await page.getByRole("button", { name: "Send", exact: true }).boundingBox()] as const;
    return boxes[0] && boxes[1] ? ([boxes[0], boxes[1]] as const) : undefined;
  });
  assert.ok(said.y + said.height < send.y, "the toast reaches down to Send");
  await page.getByRole("button", { name: "Send", exact: true }).click({ trial: true });
});

test("only the newest three toasts stay, one on a phone, and Send remains clickable", async () => {
  for (let n = 1; n <= 4; n++) {
    const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await other.start();
    await other.open(`to be closed ${n}`);
  }
  // The test's clock is stopped, so the six seconds in which Undo is offered outlast the test on a slow machine.
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = ((run: () => void, ms = 0) => real(run, ms === 6000 ? 600_000 : ms)) as typeof setTimeout;
  });
  await page.goto(inbox());
  await page.getByText("to be closed 4").waitFor();
  for (let n = 1; n <= 4; n++) {
    await page.locator("[data-row]", { hasText: `to be closed ${n}` }).click();
    await page.getByRole("log").getByText(`to be closed ${n}`).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).filter({ hasText: "Close" }).click();
    await page.getByRole("log").getByText("You closed the conversation").waitFor();
  }
  const undo = page.getByRole("button", { name: "Undo" }).filter({ visible: true });
  await until("three toasts", async () => (await undo.count()) === 3);
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click({ trial: true });
  // As high as a phone's screen above its keyboard.
  await page.setViewportSize({ width: 390, height: 420 });
  await until("one toast", async () => (await undo.count()) === 1);
  await send.click({ trial: true });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a thread of hostile texts opens as fast as one of ordinary texts", async () => {
  const timeToOpen = async (pattern: string): Promise<number> => {
    const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await other.start();
    const text = `${pattern.repeat(4_000).slice(0, 15_900)} the end`;
    const conversation = (await other.open(text)).body.conversation.id;
    for (let more = 0; more < 4; more += 1) assert.ok((await other.postMessage(conversation, text)).status < 300);
    const own = await context.newPage();
    await own.addInitScript(() => {
      const seen = { longest: 0 };
      Object.assign(window, { tasks: seen });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ type: "longtask", buffered: true });
    });
    await own.goto(inbox(`/${conversation}`));
    await until("all five messages", async () => (await own.getByRole("log").getByText("the end").count()) === 5, 20_000);
    await own.waitForTimeout(200);
    const longest = await own.evaluate(() => (window as unknown as { tasks: { longest: number } }).tasks.longest);
    await own.close();
    return longest;
  };
  const ordinary = await timeToOpen("Where is **my order** of last week? ");
  const hostile = await timeToOpen("a_**");
  // It took 14 seconds before it was fixed.
  assert.ok(hostile < Math.max(1_000, ordinary * 3), `${hostile} ms in one task, ${ordinary} ms with ordinary texts`);
});
