// What the dashboard's page makes the browser fetch before any script of ours runs, and what it shows until then. `bench/first-paint.ts`
// measures how long it takes.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { CLIENT, firstFiles } from "../../bench/served-bytes.ts";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let conversationId = "";
test.beforeAll(async () => {
  stage = await openStage({ serviceWorker: true });
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  conversationId = (await visitor.open("where is my parcel")).body.conversation.id;
});
test.afterAll(() => stage.stop());

/** Opens an address with the shell's script held back. `start` lets it through; `asked` grows with each request, path only. */
async function heldBack(page: Page, path: string): Promise<{ asked: string[]; start(): void }> {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let start = (): void => {};
  const mayCome = new Promise<void>((come) => (start = come));
  await page.route("**/assets/index-*.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(stage.served.url + path, { waitUntil: "commit" });
  return { asked, start };
}

/** The requests that are missing, by path. */
const missing = (asked: readonly string[], files: Iterable<string>, reads: readonly string[]): string[] =>
  [...[...files].map((file) => file.slice(CLIENT.length)).filter((path) => path.startsWith("/assets/")), ...reads].filter(
    (path) => !asked.includes(path),
  );

const ofProject = (path: string): string => `/api/dashboard/projects/${project.id}${path}`;
const session = (): string[] => ["/api/account/me", "/api/account/projects", ofProject("")];

test("the inbox's code and data are asked for before the first script runs, and once", async () => {
  const page = await (await stage.context(PHONE, project.owner)).newPage();
  // Without a live connection, which reads everything again when something changed a moment ago, as it did here.
  await page.route("**/socket-ticket", () => undefined);
  const { asked, start } = await heldBack(page, `/projects/${project.id}/inbox/all`);
  const reads = [...session(), ofProject("/conversations"), ofProject("/conversation-counts")];
  await until("all of it to be asked for", () => missing(asked, firstFiles().inbox, reads).length === 0, 5000).catch(() => undefined);
  assert.deepEqual(missing(asked, firstFiles().inbox, reads), []);
  start();
  await page.locator("[data-row]").waitFor();
  const twice = asked.filter((path, i) => asked.indexOf(path) !== i);
  assert.deepEqual(twice, []);
  await page.context().close();
});

test("so are those of a conversation, and of the inbox that a project opens on", async () => {
  const page = await (await stage.context(PHONE, project.owner)).newPage();
  const thread = await heldBack(page, `/projects/${project.id}/inbox/all/${conversationId}`);
  const reads = [...session(), ofProject(`/conversations/${conversationId}`), ofProject("/conversation-counts")];
  await until("all of it to be asked for", () => missing(thread.asked, firstFiles().conversation, reads).length === 0, 5000).catch(
    () => undefined,
  );
  assert.deepEqual(missing(thread.asked, firstFiles().conversation, reads), []);
  thread.start();
  await page.getByRole("log").getByText("where is my parcel").waitFor();
  await page.context().close();

  const other = await (await stage.context(PHONE, project.owner)).newPage();
  const home = await heldBack(other, `/projects/${project.id}`);
  await until("its code", () => missing(home.asked, firstFiles().inbox, []).length === 0, 5000).catch(() => undefined);
  assert.deepEqual(missing(home.asked, firstFiles().inbox, [ofProject("/conversations")]), []);
  home.start();
  await other.locator("[data-row]").waitFor();
  await other.context().close();
});

test("another page asks for nothing of the inbox", async () => {
  const page = await (await stage.context(DESKTOP, project.owner)).newPage();
  const { asked, start } = await heldBack(page, `/projects/${project.id}/settings/members`);
  await until("the session to be asked for", () => missing(asked, [], session()).length === 0);
  assert.deepEqual(
    asked.filter((path) => /\/(inbox|thread)-|conversations/.test(path)),
    [],
  );
  start();
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await page.context().close();
});

for (const [shape, options] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`until the scripts are there, the page shows its skeleton in the chosen theme: ${shape}`, async () => {
    const context = await stage.context(options, project.owner);
    await context.addInitScript(() => localStorage.setItem("seed.theme", "dark"));
    const page = await context.newPage();
    const errors = await collectErrors(page);
    const { start } = await heldBack(page, `/projects/${project.id}/inbox/all`);
    const list = page.locator(".starting-list");
    await list.waitFor();
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
    assert.deepEqual(await violations(page, undefined), []);
    const box = await list.boundingBox();
    start();
    const real = page.locator("section").filter({ has: page.locator("[data-row]") });
    await real.waitFor();
    // The list comes where its skeleton was.
    const at = await real.boundingBox();
    assert.deepEqual([box?.x, box?.y, box?.width], [at?.x, at?.y, at?.width]);
    assert.equal(await page.locator(".starting").count(), 0);
    assert.deepEqual(errors, { console: [], policy: [] });
    await context.close();
  });
