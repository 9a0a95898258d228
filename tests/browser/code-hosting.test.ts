// GitHub in the dashboard, against its double: an owner connects the project and chooses a repository, members link issues and see what
// happens to them.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { CLIENT, CodeHost, shownOf } from "../doubles/code-host/index.ts";
import { deliver, Payloads } from "../doubles/code-host/webhooks.ts";
import { type Served, serveDouble } from "../doubles/serve.ts";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { checkPage, takeScreenshots } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

// The tests follow each other: after one has failed, the others would find a project that is not connected.
test.describe.configure({ mode: "serial" });
const host = new CodeHost();
let double: Served;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let id: string;

test.beforeAll(async () => {
  double = await serveDouble(host);
  host.origin = double.url;
  stage = await openStage({
    vars: {
      TEST_SCRYPT_LOG_N: "10",
      INTEGRATION_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...{ CODEHOST_CLIENT_ID: CLIENT.id, CODEHOST_CLIENT_SECRET: CLIENT.secret, CODEHOST_BASE_URL: double.url },
    },
  });
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("The export of my invoices fails")).body.conversation.id;
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  host.addRepository("acme/app");
  host.addIssue("acme/app", "Dark mode for printed invoices");
  host.addIssue("acme/app", "Export fails for names with more than 255 characters");
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

const settings = (): string => `${stage.served.url}/projects/${project.id}/settings/code-hosting`;
const thread = (rest = ""): string => `${stage.served.url}/projects/${project.id}/inbox/all/${id}${rest}`;
const panel = (on: Page = page) => on.getByRole("region", { name: "GitHub" });

test("an owner goes to GitHub, comes back connected, and chooses a repository", async () => {
  await page.goto(`${settings()}?outcome=refused`);
  await page.getByRole("alert").filter({ hasText: "GitHub refused the connection." }).waitFor();
  await page.waitForURL(settings());
  assert.equal(await page.getByRole("alert").filter({ hasText: "GitHub refused the connection." }).count(), 1);
  await page.reload();
  await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
  assert.equal(await page.getByRole("alert").filter({ hasText: "GitHub refused" }).count(), 0);
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.getByText("GitHub accepts the connection of octo.").waitFor();
  // What became of it was said once: a reload or a bookmark doesn't say it again.
  await page.waitForURL(settings());
  await page.getByLabel("Repository", { exact: true }).fill("acme/nothing");
  await page.keyboard.press("Enter");
  await page.getByText("GitHub does not know it, or the connection’s account may not see it.").waitFor();
  await page.getByLabel("Repository", { exact: true }).fill("ACME/app");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove acme/app" }).waitFor();
  await checkPage(page, "code-hosting-settings", "GitHub accepts the connection");
});

test("a repository far down the list is found by words and added by keyboard", async () => {
  for (let n = 1; n <= 700; n += 1) host.addRepository(`acme/part-${n}`);
  host.addRepository("acme/billing");
  await page.getByRole("button", { name: "Browse…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add repositories" });
  await dialog.getByRole("listitem").filter({ hasText: "acme/app" }).getByText("Added").waitFor();
  await dialog.getByRole("searchbox", { name: "Search by name" }).fill("no such");
  await dialog.getByText("No repository of the connection’s account has such a name.").waitFor();
  await dialog.getByRole("searchbox", { name: "Search by name" }).fill("bill");
  // Five hundred are looked at in one request: the next follows by itself.
  await dialog.getByRole("button", { name: "Add acme/billing" }).press("Enter");
  await dialog.getByRole("listitem").filter({ hasText: "acme/billing" }).getByText("Added").waitFor();
  await checkPage(page, "code-hosting-browse", "acme/billing");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove acme/billing" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Remove acme/billing" }).waitFor({ state: "detached" });
});

test("a webhook is set up by hand with a secret, and by itself in a repository; what arrives is seen", async () => {
  await page.getByRole("button", { name: "Make a secret" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add the webhook at GitHub" });
  await dialog.locator("code").nth(1).waitFor();
  const [address = "", secret = ""] = await dialog.locator("code").allTextContents();
  assert.match(address, new RegExp(`^${stage.served.url}/api/integrations/code-hosting/${project.id}$`));
  assert.deepEqual(await violations(page, undefined), []);
  await takeScreenshots(page, "code-hosting-secret");
  await page.keyboard.press("Escape");
  await page.getByText("Nothing has been received yet.").waitFor();
  const [of] = host.repositories;
  assert.ok(of);
  const told = async (by: string): Promise<number> =>
    (await fetch(address, { method: "POST", ...deliver("ping", new Payloads(double.url).ping(of), by) })).status;
  assert.deepEqual([await told("another"), await told(secret)], [401, 200]);
  await page.reload();
  await page.getByText(/^Last received:/).waitFor();
  await page.getByRole("button", { name: "Set up", exact: true }).press("Enter");
  await page.getByText("Webhook set up in acme/app").first().waitFor();
  assert.deepEqual([of.hooks.length, of.hooks[0]?.secret], [1, secret]);
  await page.getByRole("button", { name: "New secret" }).press("Enter");
  await page.getByRole("dialog", { name: "Make a new secret?" }).getByRole("button", { name: "New secret" }).press("Enter");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await told(secret), 401);
  await page.reload();
  await page.getByText(/something arrived with a wrong signature/).waitFor();
  await checkPage(page, "code-hosting-webhook", "something arrived with a wrong signature");
});

test("an issue is found by words, linked by keyboard, unlinked, and put back", async () => {
  await page.goto(thread());
  await panel().getByText("No linked issues").waitFor();
  await panel().getByRole("button", { name: "Link issue" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Link an issue" });
  await dialog.getByLabel("Issue or pull request").pressSequentially("export");
  const found = dialog.getByRole("button", { name: /Export fails for names/ });
  await found.waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await found.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await panel()
    .getByRole("link", { name: /Export fails for names/ })
    .waitFor();
  await page.getByRole("log").getByText("You linked acme/app#2").waitFor();
  await panel().getByRole("button", { name: "Unlink acme/app#2" }).press("Enter");
  await panel().getByText("No linked issues").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await panel().getByText("acme/app#2 · open").waitFor();
});

test("an address is linked too, and what GitHub does not know is said at the field", async () => {
  await panel().getByRole("button", { name: "Link issue" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Link an issue" });
  await dialog.getByLabel("Issue or pull request").fill("acme/app#999");
  await page.keyboard.press("Enter");
  await dialog.getByText("GitHub does not know it, or the connection’s account may not see it.").waitFor();
  await dialog.getByLabel("Issue or pull request").fill(`${double.url}/acme/app/issues/1`);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await panel().getByText("acme/app#1 · open").waitFor();
  await checkPage(page, "code-hosting-panel", "acme/app#1 · open");
});

for (const [name, width, opens] of [
  ["beside the thread", 1440, false],
  ["over the thread", 1100, true],
  ["on a page of their own", 390, true],
] as const)
  test(`whoever closes the dialog by Escape is where they were, with the details ${name}`, async () => {
    const other = await (await stage.context({ ...DESKTOP, viewport: { width, height: 800 } }, project.owner)).newPage();
    await other.goto(thread(width === 390 ? "/details" : ""));
    if (opens && width !== 390) await other.getByRole("button", { name: "Details" }).click();
    const button = panel(other).getByRole("button", { name: "Link issue" });
    const dialog = other.getByRole("dialog", { name: "Link an issue" });
    await panel(other).getByText("acme/app#1 · open").waitFor();
    for (const from of ["the field", "a button", "the field, opened by click", "what was not loaded yet"]) {
      if (from.endsWith("click")) await button.click();
      else await button.press("Enter");
      if (from === "a button") await dialog.getByRole("button", { name: "Cancel" }).focus();
      else if (!from.startsWith("what")) await dialog.getByLabel("Issue or pull request").and(other.locator(":focus")).waitFor();
      else await dialog.waitFor();
      await other.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await button.and(other.locator(":focus")).waitFor();
    }
    await other.context().close();
  });

test("what was typed into the dialog stays when the window becomes narrow, and wide again", async () => {
  const other = await (await stage.context(DESKTOP, project.owner)).newPage();
  await other.goto(thread());
  const button = panel(other).getByRole("button", { name: "Link issue" });
  await button.press("Enter");
  const dialog = other.getByRole("dialog", { name: "Link an issue" });
  const field = dialog.getByLabel("Issue or pull request");
  await field.fill("acme/app#9");
  for (const width of [390, 1100, 390]) {
    await other.setViewportSize({ width, height: 800 });
    await other.waitForTimeout(300);
    assert.deepEqual([width, await field.inputValue()], [width, "acme/app#9"]);
  }
  await other.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await button.and(other.locator(":focus")).waitFor();
  // The details are the page now; closing them shows the conversation, and without a dialog they close with the width.
  await other.getByRole("button", { name: "Back" }).click();
  await other.getByRole("textbox", { name: /^Reply/ }).waitFor();
  await panel(other).waitFor({ state: "detached" });
  await other.setViewportSize({ width: 1440, height: 800 });
  await panel(other).waitFor();
  await other.setViewportSize({ width: 390, height: 800 });
  await panel(other).waitFor({ state: "detached" });
  await other.getByRole("textbox", { name: /^Reply/ }).waitFor();
  await other.context().close();
});

test("the number of customers is shown at GitHub after a confirmation, and taken back", async () => {
  const [issue] = host.repositories[0]?.issues ?? [];
  assert.ok(issue);
  const comments = () => host.spoken.of(issue).map(({ body }) => body);
  const choose = async (to: string, dialogName: string, action: string): Promise<void> => {
    await page.getByLabel("Show the number").selectOption({ label: to });
    const dialog = page.getByRole("dialog", { name: dialogName });
    assert.deepEqual(await violations(page, undefined), []);
    await dialog.getByRole("button", { name: action }).press("Enter");
    await dialog.waitFor({ state: "hidden" });
  };
  await page.goto(settings());
  await choose("In a comment", "Show the number of customers at GitHub?", "Show the number");
  await page.getByText("The first numbers are written within a minute or two.").waitFor();
  await checkPage(page, "issue-counts", "The linked issues are being gone through.");
  await stage.served.tick();
  await stage.served.tick();
  await until("the comment stands there", () => Promise.resolve(comments().length === 1));
  assert.match(comments()[0] ?? "", /One customer has reported this\./);
  // The section looks again by itself.
  await page.getByText("All linked issues are up to date.").waitFor({ timeout: 40_000 });
  await choose("Nowhere", "Stop showing the number of customers?", "Stop showing it");
  await stage.served.tick();
  await stage.served.tick();
  await until("the comment is gone", () => Promise.resolve(comments().length === 0));
});

test("GitHub tells of a closing, and a draft tells the customer, by keyboard, without losing what was written", async () => {
  const [of] = host.repositories;
  const [first] = of?.issues ?? [];
  assert.ok(of && first);
  await page.goto(settings());
  await page.getByRole("button", { name: "New secret" }).press("Enter");
  await page.getByRole("dialog", { name: "Make a new secret?" }).getByRole("button", { name: "New secret" }).press("Enter");
  const codes = page.getByRole("dialog", { name: "Add the webhook at GitHub" }).locator("code");
  await codes.nth(1).waitFor();
  const [address = "", secret = ""] = await codes.allTextContents();
  await page.goto(thread());
  await panel().getByText("acme/app#1 · open").waitFor();
  const reply = page.getByRole("textbox", { name: /^Reply/ });
  await reply.fill("Hello again.");
  const payloads = new Payloads(double.url);
  host.close(first);
  const told = await fetch(address, { method: "POST", ...deliver("issues", payloads.issues("closed", of, shownOf(first)), secret) });
  assert.equal(told.status, 200);
  // Nobody reloads: the line and the panel follow by themselves.
  await page.getByRole("log").getByText("acme/app#1 was closed as completed").waitFor();
  const release = host.publish("acme/app", "v1.2", first.updated + 1);
  await fetch(address, { method: "POST", ...deliver("release", payloads.release("published", of, release), secret) });
  await page.getByRole("log").getByText("acme/app#1 was released in v1.2").waitFor();
  await panel().getByRole("link", { name: "released in v1.2" }).waitFor();
  await panel().getByRole("button", { name: "Tell the customer" }).press("Enter");
  const says = "Good news: what you wrote to us about is included in v1.2.";
  await until(
    "the draft is below what was written",
    async () => (await written(reply)).replaceAll("\n\n", "\n") === `Hello again.\n${says}`,
  );
  // Asked again it stands there once; from the thread's line the same.
  await page.getByRole("log").getByRole("button", { name: "Tell the customer" }).last().press("Enter");
  await page.waitForTimeout(300);
  assert.equal((await written(reply)).split(says).length, 2);
  assert.ok(await reply.evaluate((field) => field.contains(document.activeElement) || field === document.activeElement));
  await checkPage(page, "code-hosting-told", "acme/app#1 was released in v1.2");
});

test("from the details on a phone the draft opens the conversation, and others who wait are one step away", async () => {
  const other = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await other.start();
  const second = (await other.open("Me too")).body.conversation.id;
  const path = `${stage.served.url}/projects/${project.id}/inbox/all/${second}`;
  await page.goto(path);
  await panel().getByRole("button", { name: "Link issue" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Link an issue" });
  await dialog.getByLabel("Issue or pull request").fill("acme/app#1");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  await phone.goto(`${path}/details`);
  await panel(phone).getByRole("button", { name: "Others to tell" }).click();
  const list = phone.getByRole("dialog", { name: "Customers to tell" });
  await list.getByRole("listitem").nth(1).waitFor();
  assert.deepEqual(await violations(phone, undefined), []);
  await takeScreenshots(phone, "code-hosting-untold");
  await phone.keyboard.press("Escape");
  await panel(phone).getByRole("button", { name: "Tell the customer" }).click();
  await phone.waitForURL(new RegExp(`${second}$`));
  const reply = phone.getByRole("textbox", { name: /^Reply/ });
  await until("the draft is in the composer", async () => (await written(reply)).startsWith("Good news:"));
  await phone.context().close();
});

test("on a phone the issues stand in the details", async () => {
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  await phone.goto(thread("/details"));
  await panel(phone).getByText("acme/app#1 · closed as completed").waitFor();
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.context().close();
});

test("disconnecting revokes the tokens at GitHub, and hides the issues", async () => {
  await page.goto(settings());
  await page.getByRole("button", { name: "Disconnect" }).press("Enter");
  await page.getByRole("dialog", { name: "Disconnect from GitHub?" }).getByRole("button", { name: "Disconnect" }).press("Enter");
  await page.getByText("Disconnected from GitHub").waitFor();
  await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
  assert.deepEqual([...host.tokens.values()], ["desk-bot"]);
  await page.goto(thread());
  await page.getByRole("log").getByText("You linked acme/app#1").waitFor();
  assert.equal(await panel().count(), 0);
});
