// The website preview in real browsers, on two origins: an owner creates a preview and looks at the website in it, an operator opens the page
// that a visitor was on, and a hostile website tries what a page can try.
import { type Frame, type Page, test } from "@playwright/test";
import assert from "node:assert/strict";
import { HostileSite, SITE } from "../doubles/hostile-site/index.ts";
import { type Operator, Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, freePort, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

// The tests follow each other: after one has failed, the others would find no preview.
test.describe.configure({ mode: "serial" });
const site = new HostileSite();
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let operator: Operator;
let page: Page;
let preview: string;
/** The published article. */
let vase: string;

test.beforeAll(async () => {
  const port = await freePort();
  preview = `http://preview.localhost:${port}`;
  stage = await openStage({
    serviceWorker: true,
    port,
    vars: { TEST_SCRYPT_LOG_N: "10", PREVIEW_ORIGIN: preview },
    network: (request) => site.answer(request),
  });
  project = await withProject(stage);
  const moved = await project.owner.call(`/api/management/projects/${project.id}/widget`, {
    method: "PATCH",
    body: { websiteOrigin: SITE },
  });
  assert.equal(moved.status, 200);
  operator = await project.owner.invite(project.id, "operator", "ola@example.test");
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());

const settings = (): string => `${stage.served.url}/projects/${project.id}/settings/website-preview`;
const frameOf = (on: Page): Promise<Frame> =>
  until("the preview's frame", () => on.frames().find((frame) => frame.url().startsWith(`${preview}/s/`)));
const grant = async (more: object = {}): Promise<string> =>
  (
    await project.owner.post<{ id: string }>(`/api/management/projects/${project.id}/preview-grants`, {
      ...{ clientId: crypto.randomUUID(), site: SITE, fileOrigins: [], paths: ["/"], opens: "members", members: [], scripts: false },
      ...{ validHours: 1, requestLimit: 1000, ...more },
    })
  ).body.id;
const opened = async (id: string, path: string): Promise<string> =>
  `${(await project.owner.post<{ url: string }>(`/api/management/projects/${project.id}/preview-grants/${id}/open`, {})).body.url}?path=${encodeURIComponent(path)}`;

test("an owner creates a preview by keyboard and sees the website in it, with the widget", async () => {
  await page.goto(settings());
  await page.getByRole("button", { name: "New preview" }).press("Enter");
  await page.getByRole("button", { name: "Create preview" }).press("Enter");
  await page.getByText("2,000 of 2,000 requests left").waitFor();
  await page.getByRole("link", { name: `Open the preview of ${SITE}` }).press("Enter");
  const frame = await frameOf(page);
  await frame.getByRole("heading", { name: "The shop" }).waitFor();
  await until("the picture", () => frame.locator("#logo").evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  assert.equal(await frame.evaluate(() => [self.origin, "ran" in window].join()), "null,false");
  await page.getByText(/1,99\d of 2,000 requests left/).waitFor();
  await widgetOf(frame).launcher.click();
  await widgetOf(frame).panel.getByText("How can we help?").first().waitFor();
  await checkPage(page, "website-preview", "requests left");
});

test("a link leads within the website, its address shows, and an entered address is opened", async () => {
  const frame = await frameOf(page);
  await frame.locator("#within").press("Enter");
  await frame.getByRole("heading", { name: "The shop has no such page" }).waitFor();
  const address = page.getByLabel("Path at the website");
  await until("the address", async () => (await address.inputValue()) === "/shop/cart?x=1#y");
  // A whole address of the website is taken too.
  await address.fill(`${SITE}/headers`);
  await address.press("Enter");
  const shown = page.frameLocator("iframe[title^=Preview]").locator("h1");
  await shown.filter({ hasText: "Headers" }).waitFor();
  await until("the path alone", async () => (await address.inputValue()) === "/headers");
  // What is no address of the website is said, and what was shown stays.
  for (const [entered, says] of [
    ["https://other.example/x", `This isn’t an address of ${SITE}. Enter a path such as /pricing.`],
    ["//other.example/x", `This isn’t an address of ${SITE}. Enter a path such as /pricing.`],
    ["https://[", `This isn’t an address of ${SITE}. Enter a path such as /pricing.`],
  ] as const) {
    await address.fill(entered);
    await address.press("Enter");
    await page.getByRole("alert").filter({ hasText: says }).waitFor();
    assert.equal(await shown.textContent(), "Headers");
  }
  assert.deepEqual(await violations(page, undefined), []);
  await address.fill(`${SITE.replace("https://", "")}/headers`);
  await address.press("Enter");
  await until("the path alone again", async () => (await address.inputValue()) === "/headers");
  await page.getByRole("tab", { name: "Phone" }).click();
  await until("a narrow page", async () => (await shown.evaluate(() => innerWidth)) === 390);
});

test("an address outside of the preview's paths is said to be so, typed or in a link", async () => {
  const id = await grant({ paths: ["/shop"] });
  const other = await (await stage.context(DESKTOP, project.owner)).newPage();
  await other.goto(`${stage.served.url}/projects/${project.id}/preview/${id}?path=%2Fheaders`);
  const says = other.getByRole("alert").filter({ hasText: "This preview shows pages under /shop only." });
  await says.waitFor();
  assert.equal(await other.locator("iframe").count(), 0);
  const address = other.getByLabel("Path at the website");
  await address.fill("/shop/");
  await address.press("Enter");
  await other.frameLocator("iframe[title^=Preview]").locator("h1").first().waitFor();
  await address.fill("/shopping");
  await address.press("Enter");
  await says.waitFor();
  await other.context().close();
});

test("what is typed into the widget of a preview is not sent, and forms say why they aren't", async () => {
  const before = (await project.owner.call<{ items: unknown[] }>(`/api/dashboard/projects/${project.id}/conversations?view=all`)).body.items
    .length;
  const tab = await (await stage.context(DESKTOP)).newPage();
  const asked: string[] = [];
  tab.on("request", (request) => asked.push(request.url()));
  await tab.goto(await opened(await grant(), "/"));
  await widgetOf(tab).launcher.click();
  await widgetOf(tab).field.fill("Is anybody there?");
  await widgetOf(tab).field.press("Enter");
  await widgetOf(tab).panel.getByText("This is a preview. Nothing is sent.").first().waitFor();
  await tab.keyboard.press("Escape");
  await tab.getByRole("button", { name: "Order" }).click();
  await tab.getByText("Forms can’t be sent in a preview.").waitFor();
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${preview}/`)),
    [],
  );
  assert.deepEqual(
    asked.filter((url) => new URL(url).pathname.startsWith("/api/")),
    [],
  );
  const after = (await project.owner.call<{ items: unknown[] }>(`/api/dashboard/projects/${project.id}/conversations?view=all`)).body.items
    .length;
  assert.equal(after, before);
});

test("a published article opens in the widget of a preview", async () => {
  const db = await stage.served.runtime.getD1Database("DB");
  await db
    .prepare(
      "INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES (?, 1, 'Help', '', 'en', '[\"en\"]', '[]', 0, 'test') ON CONFLICT (project_id) DO UPDATE SET open = 1",
    )
    .bind(project.id)
    .run();
  const shelf = await project.owner.post<{ collection: { id: string } }>(`/api/management/projects/${project.id}/help/collections`, {
    ...{ clientId: crypto.randomUUID(), locale: "en", name: "Orders" },
  });
  const { body } = await project.owner.post<{ article: { id: string } }>(`/api/dashboard/projects/${project.id}/help/articles`, {
    ...{ clientId: crypto.randomUUID(), locale: "en", title: "Returning a vase", content: "Send it back within 30 days." },
    collectionId: shelf.body.collection.id,
  });
  vase = body.article.id;
  await project.owner.post(`/api/management/projects/${project.id}/help/articles/${body.article.id}/texts/en/publish`, { revision: 1 });
  const tab = await (await stage.context(DESKTOP)).newPage();
  await tab.goto(await opened(await grant(), "/"));
  await widgetOf(tab).launcher.click();
  await widgetOf(tab).panel.getByText("Returning a vase").first().click();
  await widgetOf(tab).panel.getByText("Send it back within 30 days.").first().waitFor();
  await tab.context().close();
});

test("an article of choice is open in the widget, by the link, in a tab and chosen in the bar", async () => {
  const id = await grant();
  const around = await (await stage.context(DESKTOP, project.owner)).newPage();
  await around.goto(`${stage.served.url}/projects/${project.id}/preview/${id}?path=%2Fshop%2F&article=${vase}`);
  const frame = await frameOf(around);
  await widgetOf(frame).panel.getByText("Send it back within 30 days.").first().waitFor();
  assert.equal(await frame.evaluate(() => location.hash), "");
  const address = around.getByLabel("Path at the website");
  assert.equal(await address.inputValue(), "/shop/");
  await around.getByRole("button", { name: "Returning a vase" }).press("Enter");
  await around.getByRole("option", { name: "No article" }).click();
  const again = around.frameLocator("iframe[title^=Preview]");
  await around.getByRole("button", { name: "Open an article" }).waitFor();
  await again.locator("h1", { hasText: "The shop" }).waitFor();
  // The frame is loaded anew: what it showed before is there for a moment.
  await until("no article to be open", async () => (await again.getByText("Send it back within 30 days.").count()) === 0);
  await around.getByRole("button", { name: "Open an article" }).press("Enter");
  const search = around.getByRole("combobox");
  await until("the search to have the focus", () => search.evaluate((input) => input === document.activeElement));
  await around.keyboard.type("vase");
  await around.getByRole("option", { name: "Returning a vase" }).waitFor();
  await around.keyboard.press("Enter");
  await again.getByText("Send it back within 30 days.").first().waitFor();
  const tab = await (await stage.context(PHONE)).newPage();
  await tab.goto(`${await opened(id, "/")}&article=${vase}`);
  await widgetOf(tab).panel.getByText("Send it back within 30 days.").first().waitFor();
  const db = await stage.served.runtime.getD1Database("DB");
  await db.prepare("UPDATE help_centers SET open = 0 WHERE project_id = ?").bind(project.id).run();
  await around.context().close();
  await tab.context().close();
});

test("a page that floods the dashboard with messages is stopped, and the dashboard answers", async () => {
  const id = await grant({ scripts: true });
  const around = await (await stage.context(DESKTOP, project.owner)).newPage();
  await around.goto(`${stage.served.url}/projects/${project.id}/preview/${id}?path=%2Fflood`);
  await around.getByText("The page sent so many messages that it was stopped.").waitFor();
  assert.equal(await around.locator("iframe").count(), 0);
  await around.getByLabel("Path at the website").fill("/headers");
  await around.getByLabel("Path at the website").press("Enter");
  await around.frameLocator("iframe[title^=Preview]").locator("h1", { hasText: "Headers" }).waitFor();
  await around.context().close();
});

test("the look that is being changed shows on the website before it is saved", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/look`);
  await page.getByRole("button", { name: "See it on your website" }).press("Enter");
  const frame = await frameOf(page);
  await frame.getByRole("heading", { name: "The shop" }).waitFor();
  await page.getByLabel("Greeting").fill("Not saved, but on the website");
  await frame.getByText("Not saved, but on the website").waitFor();
  await page
    .getByLabel("Color", { exact: true })
    .or(page.getByLabel("Color", { exact: true }))
    .first()
    .fill("#aa0000");
  await until("the colour", () =>
    frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-seed-desk]")].some((host) => host.style.getPropertyValue("--accent") === "#aa0000"),
    ),
  );
  const [stored] = [
    (await project.owner.call<{ look: { greeting: string } }>(`/api/dashboard/projects/${project.id}/widget`)).body.look.greeting,
  ];
  assert.notEqual(stored, "Not saved, but on the website");
  assert.deepEqual(await violations(page, "Your changes show here"), []);
});

test("an operator opens the page that a visitor was on, and can't create or revoke previews", async () => {
  const visitor = new Visitor(stage.served.url, project.key, SITE);
  await visitor.start();
  const { id } = (await visitor.open("Where is my cart?")).body.conversation;
  await visitor.call("/api/widget/events", {
    body: { events: [{ kind: "page", page: { url: `${SITE}/shop/?from=mail`, title: "The shop" } }] },
  });
  const context = await stage.context(DESKTOP, operator);
  const theirs = await context.newPage();
  await theirs.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}/details`);
  await theirs.getByRole("link", { name: "Look at this page in the preview" }).first().press("Enter");
  const frame = await frameOf(theirs);
  await frame.getByRole("heading", { name: "The shop" }).waitFor();
  assert.ok(site.requests.some(({ url }) => url === `${SITE}/shop/?from=mail`));
  await theirs.goto(settings());
  await theirs
    .getByRole("link", { name: `Open the preview of ${SITE}` })
    .first()
    .waitFor();
  assert.equal(await theirs.getByRole("button", { name: /New preview|Revoke/ }).count(), 0);
  await context.close();
});

for (const [how, scripts] of [
  ["with its scripts", true],
  ["without its scripts", false],
] as const)
  test(`a hostile website ${how} reaches nothing of the application, in a tab and in a frame`, async () => {
    const context = await stage.context(DESKTOP, project.owner);
    const asked: { readonly from: string; readonly url: string }[] = [];
    // Answered ones: what the page's policy refuses is announced as a request too.
    context.on("response", (response) => {
      const request = response.request();
      const from = request.isNavigationRequest() ? "navigation" : request.frame().url();
      asked.push({ from, url: request.url() });
    });
    const id = await grant({ scripts });
    const app = stage.served.url;
    const results: Record<string, string>[] = [];
    const tab = await context.newPage();
    await tab.goto(await opened(id, `/attack?app=${app}`));
    await tab.getByRole("heading", { name: "Attack" }).waitFor();
    const around = await context.newPage();
    await around.goto(`${app}/projects/${project.id}/preview/${id}?path=${encodeURIComponent(`/attack?app=${app}`)}`);
    const frame = await frameOf(around);
    await frame.getByRole("heading", { name: "Attack" }).waitFor();
    for (const place of [tab, frame]) {
      if (!scripts) {
        assert.equal(await place.locator("script:not([src])").count(), 0);
        continue;
      }
      const text = await place.locator("#tried").textContent({ timeout: 10_000 });
      results.push(JSON.parse(text ?? "{}") as Record<string, string>);
    }
    for (const tried of results) {
      assert.ok(Object.keys(tried).length > 15);
      for (const [name, got] of Object.entries(tried)) {
        const harmless = /^refused:|^no parent$|^none$|^unreadable$|^blocked$|^nothing$|^null$|^posted$|^sent without effect$|^false$/;
        // A beacon is queued before the policy refuses it.
        if (name !== "beacon") assert.match(got, harmless, `${name}: ${got}`);
      }
      assert.match(tried["cookie"] ?? "", /^refused:/);
      assert.match(tried["storage"] ?? "", /^refused:/);
      assert.match(tried["serviceWorker"] ?? "", /^refused:/);
      assert.match(tried["fetchApp"] ?? "", /^refused:/);
    }
    // No request of a previewed page left the preview's own origin.
    assert.deepEqual(
      asked.filter(({ from, url }) => from.startsWith(preview) && !url.startsWith(`${preview}/`) && !url.startsWith("data:")),
      [],
    );
    assert.deepEqual(
      asked.filter(({ url }) => url.includes("evil.example.test") && !url.startsWith(preview)),
      [],
    );
    assert.deepEqual(
      (await context.cookies()).map(({ name, domain }) => `${name} ${domain}`),
      [`session 127.0.0.1`],
    );
    assert.equal((await project.owner.call("/api/account/me")).status, 200);
    assert.equal(new URL(around.url()).origin, app);
    // What a page claimed about itself is text.
    assert.equal(await around.locator("img[onerror]").count(), 0);
    await context.close();
  });

test("compressed bombs, endless pages and slow ones are cut off", async () => {
  const id = await grant();
  const tab = await (await stage.context(DESKTOP)).newPage();
  await tab.goto(await opened(id, "/bomb-gzip"));
  await tab.getByText("This is too large for a preview").waitFor();
  await tab.goto(await opened(id, "/bomb-br"));
  await tab.getByText("This is too large for a preview").waitFor();
  await tab.goto(await opened(id, "/loop"));
  await tab.getByRole("heading", { name: "The page redirects too often" }).waitFor();
  await tab.goto(await opened(id, `/to?to=${encodeURIComponent("http://169.254.169.254/latest/meta-data/")}`));
  await tab.getByRole("heading", { name: "This leads away from the website" }).waitFor();
  assert.deepEqual(await violations(tab, "leads away"), []);
});

test("revoking asks first, and ends what is open", async () => {
  const tab = await (await stage.context(PHONE, project.owner)).newPage();
  await tab.goto(settings());
  const rows = tab.getByRole("button", { name: `Revoke the preview of ${SITE}` });
  const shown = (await frameOf(page)).url();
  await rows.last().waitFor();
  for (let left = await rows.count(); left > 0; left -= 1) {
    await rows.first().press("Enter");
    const confirm = tab.getByRole("button", { name: "Revoke", exact: true });
    await confirm.press("Enter");
    // Until the dialog is gone, the keyboard is in it.
    await confirm.waitFor({ state: "detached" });
    await until("one fewer", async () => (await rows.count()) < left);
  }
  // As its tab would be reloaded: the frame itself goes as soon as the screen around it has read the list again.
  const reloaded = await tab.context().newPage();
  await reloaded.goto(shown);
  await reloaded.getByRole("heading", { name: "This preview has ended" }).waitFor();
  await reloaded.getByText("An owner or admin revoked it.").waitFor();
  await checkPage(tab, "website-preview-settings", "Revoked");
});
