// Creating an issue from a conversation by keyboard, against GitHub's double: the draft that survives a reload, the preview of exactly what
// leaves, lost answers, and the whole on a phone.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { CodeHost, FIXED_TOKEN } from "../doubles/code-host/index.ts";
import { type Served, serveDouble } from "../doubles/serve.ts";
import { Visitor } from "../support/desk.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

// The tests follow each other in one project.
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
      ...{ CODEHOST_CLIENT_ID: "Iv1.0123456789abcdef", CODEHOST_CLIENT_SECRET: "ghs_canary_client_secret", CODEHOST_BASE_URL: double.url },
    },
  });
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  id = (await visitor.open("The export fails, write to amara@example.test or +49 170 1234567")).body.conversation.id;
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  host.addRepository("acme/app");
  host.addRepository("acme/website", { isPrivate: false });
  host.writing.templates.set("bug.yml", FORM);
  assert.ok(host.tokens.has(FIXED_TOKEN));
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/code-hosting`);
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.getByText("GitHub accepts the connection of octo.").waitFor();
  for (const name of ["acme/app", "acme/website"]) {
    await page.getByLabel("Repository", { exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  }
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});
const FORM = `name: Bug report
description: Something does not work
labels: [bug]
body:
  - type: textarea
    id: what
    attributes: { label: What happened? }
    validations: { required: true }
`;

const thread = (rest = ""): string => `${stage.served.url}/projects/${project.id}/inbox/all/${id}${rest}`;
const panel = (on: Page = page) => on.getByRole("region", { name: "GitHub" });
const dialog = (on: Page = page) => on.getByRole("dialog", { name: "Create issue" });
const issues = () => host.repositories[0]?.issues ?? [];

test("a key opens the draft, which is kept across a reload and can be discarded and put back", async () => {
  await page.goto(thread());
  await panel().getByText("No linked issues").waitFor();
  await page.locator("body").press("Shift+I");
  await dialog().getByLabel("Title").waitFor();
  assert.match(await dialog().getByLabel("Text", { exact: true }).inputValue(), /> The export fails, write to \[…\] or \[…\]/);
  assert.deepEqual(await violations(page, undefined), []);
  // Choosing other messages writes the text anew; one's own words can be put back.
  const text = dialog().getByLabel("Text", { exact: true });
  const quoted = await text.inputValue();
  await text.fill("My own words");
  const message = dialog().getByRole("checkbox", { name: /The export fails/ });
  await message.press("Space");
  assert.equal(await text.inputValue(), "");
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  assert.equal(await text.inputValue(), "My own words");
  await message.press("Space");
  assert.equal(await text.inputValue(), quoted);
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await dialog().getByLabel("Title").fill("Export fails");
  await dialog().getByText("Draft saved").waitFor();
  await saved;
  await page.reload();
  await panel().getByText("No linked issues").waitFor();
  await panel().getByRole("button", { name: "Create issue" }).press("Enter");
  await dialog().getByLabel("Title").waitFor();
  assert.equal(await dialog().getByLabel("Title").inputValue(), "Export fails");
  await dialog().getByRole("button", { name: "Discard draft" }).press("Enter");
  const putBack = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await putBack;
  await page.reload();
  await panel().getByText("No linked issues").waitFor();
});

test("the preview shows exactly what GitHub gets; the conversation is linked with the new issue", async () => {
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  await page.getByRole("menuitem", { name: /Create issue/ }).press("Enter");
  assert.equal(await dialog().getByLabel("Title").inputValue(), "Export fails");
  await dialog().getByLabel("Template").selectOption("Bug report");
  await dialog().getByRole("button", { name: "Preview" }).press("Enter");
  await dialog().getByText("The form needs an answer here.").waitFor();
  await dialog().getByLabel("What happened? (required)").fill("It breaks for amara@example.test");
  await dialog().getByLabel("Assignees").fill("ada");
  await page.keyboard.press("Enter");
  await dialog().getByRole("button", { name: "Remove ada" }).waitFor();
  await dialog().getByRole("button", { name: "Preview" }).press("Enter");
  await dialog().getByText("Exactly this leaves").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  const text = (await dialog().getByRole("group", { name: "Text" }).textContent()) ?? "";
  assert.match(text, /### What happened\?\n\nIt breaks for \[…\]/);
  await checkPage(page, "issue-preview", "Exactly this leaves");
  await dialog().getByRole("button", { name: "Create issue" }).press("Enter");
  await page.getByRole("heading", { name: "Created acme/app#1" }).waitFor();
  await panel().getByText("acme/app#1 · open").waitFor();
  await page.getByRole("log").getByText("You created acme/app#1").waitFor();
  const [issue] = issues();
  assert.deepEqual([issue?.title, issue?.body, issue?.labels, issue?.assignees], ["Export fails", text, ["bug"], ["ada"]]);
});

test("what GitHub refuses is said, and sending again creates it; a lost answer makes no second one", async () => {
  await dialog().waitFor({ state: "hidden" });
  await page.locator("body").press("Shift+I");
  await dialog().getByLabel("Title").fill("Another");
  await dialog().getByRole("button", { name: "Preview" }).press("Enter");
  await dialog().getByText("Exactly this leaves").waitFor();
  host.writing.faults.push("unprocessable");
  await dialog().getByRole("button", { name: "Create issue" }).press("Enter");
  await dialog().getByText("labels: invalid").waitFor();
  host.writing.faults.push("garbled");
  await dialog().getByRole("button", { name: "Create issue" }).press("Enter");
  await panel().getByText("acme/app#2 · open").waitFor();
  assert.equal(issues().length, 2);
});

test("an issue is found while answering, and the link of a private one is inserted only after a look", async () => {
  await dialog().waitFor({ state: "hidden" });
  await page.locator("body").press("Control+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByLabel("Search").fill("Insert a link to an issue");
  await page.keyboard.press("Enter");
  const finder = page.getByRole("dialog", { name: "Insert a link to an issue" });
  await finder.getByLabel("Words of the issue or pull request").pressSequentially("export");
  await finder.getByRole("button", { name: /Export fails/ }).press("Enter");
  await finder.getByText("acme/app#1 is in a private repository: the customer can’t open the link.").waitFor();
  assert.deepEqual(await violations(page, undefined), []);
  await finder.getByRole("button", { name: "Insert the link anyway" }).press("Enter");
  await finder.waitFor({ state: "hidden" });
  await page.getByText(`${double.url}/acme/app/issues/1`).first().waitFor();
});

test("on a phone, in the dark: the draft fills the screen, and the preview warns of a public repository", async () => {
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  await phone.goto(thread("/details"));
  await panel(phone).getByRole("button", { name: "Create issue" }).click();
  await dialog(phone).getByLabel("Repository").selectOption("acme/website");
  await dialog(phone).getByText("A public repository").waitFor();
  const box = await dialog(phone).boundingBox();
  assert.deepEqual([box?.x, box?.y, box?.width], [0, 0, PHONE.viewport.width]);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(phone, undefined), []);
  await dialog(phone).getByRole("button", { name: "Preview" }).click();
  await dialog(phone).getByText("acme/website is public").waitFor();
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(phone, undefined), []);
  await phone.context().close();
});
