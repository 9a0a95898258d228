// Knowledge from GitHub in the dashboard, against its double and a model's: an owner adds a repository by keyboard, watches its sync, and a
// question that only its documentation answers is answered with a citation of the page at GitHub.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { CLIENT, CodeHost, type Repository } from "../doubles/code-host/index.ts";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { type Served, serveDouble } from "../doubles/serve.ts";
import { Visitor } from "../support/desk.ts";
import { answerOf, chooseModel, sentence, switchOn, teach } from "./assistant-stage.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";
import { written } from "./written.ts";

// The tests follow each other: after one has failed, the others would find a project without the source.
test.describe.configure({ mode: "serial" });
const host = new CodeHost();
const models = new Models();
let double: Served;
let served: ServedModels;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let of: Repository;
let conversation: string;

test.beforeAll(async () => {
  double = await serveDouble(host);
  host.origin = double.url;
  served = await startModels(models);
  stage = await openStage({
    vars: {
      ...{ TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible },
      INTEGRATION_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      ...{ CODEHOST_CLIENT_ID: CLIENT.id, CODEHOST_CLIENT_SECRET: CLIENT.secret, CODEHOST_BASE_URL: double.url },
    },
  });
  project = await withProject(stage);
  await teach(project.owner, project.id);
  await chooseModel(project.owner, project.id);
  await switchOn(project.owner, project.id);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  of = host.addRepository("acme/app", { isPrivate: false });
  of.contents.push("README.md", "# The app\n\nIt keeps your recipes.");
  of.contents.push("manual/export.md", "# Exporting recipes\n\nAn export may contain at most **4000 recipes**.");
  of.contents.push("manual/pointer.md", "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n");
  host.publish("acme/app", "v1.0", 5, { body: "Dark mode." });
  of.contents.discussions.push({
    ...{ number: 7, title: "Can I print?", body: "It is for my kitchen.", category: "q-a" },
    ...{ answer: "Press the printer.", updatedAt: "2030-01-02T00:00:00Z" },
  });
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
  await served.stop();
});
const sources = (): string => `${stage.served.url}/projects/${project.id}/help/sources`;

test("without a connection the way to it is shown", async () => {
  await page.goto(sources());
  await page.getByRole("button", { name: "Add from GitHub" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add from GitHub" });
  await dialog.getByText("This project isn’t connected to GitHub yet.").waitFor();
  await dialog.getByRole("link", { name: "Open the GitHub settings" }).press("Enter");
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.getByText("GitHub accepts the connection of octo.").waitFor();
  await page.getByLabel("Repository", { exact: true }).fill("acme/app");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove acme/app" }).waitFor();
});

test("a private repository asks for a confirmation, and a public one is added by keyboard and synced", async () => {
  of.isPrivate = true;
  await page.goto(sources());
  await page.getByRole("button", { name: "Add from GitHub" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add from GitHub" });
  await dialog.getByLabel("Who can read it").waitFor();
  assert.equal(await dialog.getByLabel("Who can read it").inputValue(), "members");
  await dialog.getByLabel("Who can read it").selectOption("public");
  await dialog.getByText("This repository is private.").waitFor();
  await checkPage(page, "repository-private", "This repository is private.");
  await dialog.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await dialog.getByText("This repository is private, and customers would get its text.").waitFor();
  await page.keyboard.press("Escape");
  of.isPrivate = false;
  await page.reload();
  await page.getByRole("button", { name: "Add from GitHub" }).press("Enter");
  await dialog.getByLabel("Name").fill("App documentation");
  await dialog.getByLabel("Folder").fill("manual");
  await dialog.getByLabel("Answered discussions").press("Space");
  await checkPage(page, "repository-add", "Answered discussions");
  await dialog.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "App documentation" }).waitFor();
  const panel = page.getByRole("region", { name: "acme/app" });
  await panel.getByText("Synced", { exact: true }).waitFor();
  await panel.getByText("5 found · 5 new or changed · 1 skipped").waitFor();
  await page.getByText("Exporting recipes").waitFor();
  await page.getByText("Stored with Git LFS, which isn’t read.").waitFor();
  const link = page.getByRole("link", { name: /Exporting recipes/ });
  assert.equal(await link.getAttribute("href"), `${double.url}/acme/app/blob/${of.contents.head}/manual/export.md`);
  await checkPage(page, "repository-synced", "Exporting recipes");
});

test("on a phone in the dark the source, its settings, and adding one fit", async () => {
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  await phone.goto(sources());
  await phone.getByRole("button", { name: "Add from GitHub" }).click();
  await phone.getByRole("dialog").getByLabel("Who can read it").waitFor();
  const fits = () => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.keyboard.press("Escape");
  await phone.getByRole("link", { name: /App documentation/ }).click();
  await phone.getByRole("region", { name: "acme/app" }).getByText("Synced", { exact: true }).waitFor();
  assert.ok(await fits());
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.getByRole("button", { name: "Source settings" }).click();
  await phone.getByRole("dialog").getByLabel("Release notes").waitFor();
  assert.ok(await fits());
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.context().close();
});

test("a question that only the documentation answers is answered, and cites the page at GitHub", async () => {
  const said = "An export may contain at most 4000 recipes.";
  models.answer({ object: answerOf(sentence(said, "at most **4000 recipes**")) });
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  const { id } = (await visitor.open("How many recipes may an export contain?")).body.conversation;
  conversation = id;
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
  await page.getByRole("log").getByText(said).waitFor();
  await page.getByRole("log").getByText("Exporting recipes").waitFor();
  const address = `${double.url}/acme/app/blob/${of.contents.head}/manual/export.md`;
  const { body } = await visitor.call<unknown>(`/api/widget/conversations/${id}/events?after=0`);
  assert.ok(JSON.stringify(body).includes(address), "the visitor gets the address");
  await page.getByRole("log").getByRole("link", { name: "Why this answer" }).click();
  await page.locator("mark").getByText("at most 4000 recipes").waitFor();
  models.check();
});

test("a model writes what the customer is told of a closed issue, below what was written; what fails changes nothing", async () => {
  const model = { provider: "own", model: "local-model" };
  const chosen = { method: "PUT", body: { reply: model, assist: model, context: null } };
  assert.equal((await project.owner.call(`/api/management/projects/${project.id}/ai`, chosen)).status, 200);
  const issue = host.addIssue("acme/app", "Raise the limit of exports");
  host.close(issue);
  const path = `/api/dashboard/projects/${project.id}/conversations/${conversation}/code-issues`;
  const linked = await project.owner.post(path, { clientId: randomUUID(), issue: `acme/app#${issue.number}` });
  assert.equal(linked.status, 201);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${conversation}`);
  const panel = page.getByRole("region", { name: "GitHub" });
  const reply = page.getByRole("textbox", { name: /^Reply/ });
  await reply.fill("Hello.");
  const write = panel.getByRole("button", { name: "Write with AI about" });
  models.answer({ text: "" });
  await write.press("Enter");
  await panel.getByRole("alert").waitFor();
  assert.equal((await written(reply)).trim(), "Hello.");
  models.answer({ text: "Exports may now contain more recipes." });
  await write.press("Enter");
  await until(
    "the draft is there",
    async () => (await written(reply)).replaceAll(/\n+/g, "\n") === "Hello.\nExports may now contain more recipes.",
  );
  await checkPage(page, "customer-draft", "Raise the limit of exports");
  // Whoever goes on to something else finds the reply when they come back, also long after the notice.
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/code-issues\/[^/]+\/draft$/, async (route) => {
    await held;
    await route.continue();
  });
  models.answer({ text: "We have raised the limit." });
  await write.press("Enter");
  await page.getByRole("link", { name: "Contacts" }).first().press("Enter");
  await page.getByRole("heading", { name: "Contacts" }).waitFor();
  answer();
  const notice = page.getByText("It is added to your reply when you open the conversation.");
  await notice.waitFor();
  await notice.waitFor({ state: "detached", timeout: 30_000 });
  await page.goBack();
  await until("the reply is there", async () => (await written(reply)).includes("We have raised the limit."));
  await page.unrouteAll();
});

test("what changes at GitHub is synced on demand, limits are said, and the source is removed with a confirmation", async () => {
  await page.goto(sources());
  await page.getByRole("link", { name: /App documentation/ }).press("Enter");
  const panel = page.getByRole("region", { name: "acme/app" });
  of.contents.push("manual/import.md", "# Importing recipes\n\nPaste them.");
  await panel.getByRole("button", { name: "Sync now" }).press("Enter");
  await page.getByText("Importing recipes").waitFor();
  await panel.getByText("Synced", { exact: true }).waitFor();
  host.trouble = "limited";
  await panel.getByRole("button", { name: "Sync now" }).press("Enter");
  await panel.getByText(/GitHub’s rate limit has been reached\. The sync continues at/).waitFor();
  await checkPage(page, "repository-limited", "rate limit has been reached");
  host.trouble = undefined;
  await panel.getByRole("button", { name: "Source settings" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "App documentation settings" });
  await dialog.getByLabel("Release notes").press("Space");
  await checkPage(page, "repository-settings", "Release notes");
  await dialog.getByRole("button", { name: "Save and sync" }).press("Enter");
  await panel.getByText("Synced", { exact: true }).waitFor();
  await until("the release is gone", async () => (await page.getByText("v1.0").count()) === 0);
  await panel.getByRole("button", { name: "Source settings" }).press("Enter");
  await page.getByRole("button", { name: "Remove source" }).press("Enter");
  await page.getByRole("dialog").getByText("Nothing changes at GitHub.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove source" }).press("Enter");
  await page.waitForURL(sources());
  await until("it is gone", async () => (await page.getByRole("link", { name: /App documentation/ }).count()) === 0);
});
