// Importing conversations from another help desk in a real browser, against a double of Zendesk: preview, mapping, dry run, import, undo.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { HELP_DESK_VARS, SUBDOMAIN } from "../doubles/help-desks/index.ts";
import { type HelpDeskDouble, startHelpDesks } from "../doubles/help-desks/server.ts";
import { zendeskExport } from "../doubles/help-desks/exports.ts";
import { checkPage, takeScreenshots } from "./check-page.ts";
import { DESKTOP, collectErrors, openStage, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let double: HelpDeskDouble;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  double = await startHelpDesks();
  stage = await openStage({ vars: { ...HELP_DESK_VARS, TEST_HELP_DESK_BASE_URL: double.url, TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

/** The status chip beside the name; a live region repeats it. */
const state = (words: string) => page.locator("section span", { hasText: new RegExp(`^${words}$`) }).first();
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("conversations are imported from Zendesk with a mapping, and the import is undone", async () => {
  const team = { clientId: crypto.randomUUID(), name: "Billing" };
  await project.owner.call(`/api/management/projects/${project.id}/teams`, { method: "POST", body: team });
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/desk-import`);
  await page.getByRole("textbox", { name: "Zendesk name" }).fill(`https://${SUBDOMAIN}.zendesk.com/agent`);
  await button("Preview contents").click();
  await page.getByRole("combobox", { name: "pending (1)" }).selectOption({ label: "Closed" });
  // The group of the same name is suggested; the other one takes none.
  const billing = page.getByRole("combobox", { name: "Billing" });
  assert.equal(await billing.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.label), "Billing");
  assert.equal(await page.getByRole("combobox", { name: "Second line" }).inputValue(), "");
  await page.getByRole("textbox", { name: "vip (2)" }).fill("Important");
  await page.getByRole("checkbox", { name: "Download attached files" }).uncheck();
  const name = page.getByRole("textbox", { name: "Import name" });
  assert.equal(await name.inputValue(), "Conversations from Zendesk");
  await name.fill("The move");
  await button("Dry run").click();
  await state("Dry run done").waitFor({ timeout: 60_000 });
  await page.getByText("Would be imported", { exact: true }).nth(5).waitFor();

  await button("Import").click();
  await state("Done").waitFor({ timeout: 60_000 });
  await page.getByText("Rated “good” there, which is 5 of 5 here.").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download CSV" }).click()]);
  const report = await readFile(await download.path(), "utf8");
  assert.match(report, /"Conversation","15","","Skipped","It was deleted at the source.",""\r\n/);
  assert.match(report, /"Canned reply","9001","Thank you","Imported",/);
  assert.match(
    report,
    /"Company","900","Customer Inc","Imported","","Domain left out, because anybody can have an address there: gmail.com"/,
  );
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Companies" });
  await page.getByText("Where is my invoice?", { exact: true }).waitFor({ state: "detached" });
  await page.getByText("Tree Ltd", { exact: true }).waitFor();
  await takeScreenshots(page, "desk-import-companies");
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Canned replies" });
  await page.getByText("Refunds", { exact: true }).waitFor();
  await page.getByText("Only the text was taken: its files and other actions were left out.").waitFor();
  await takeScreenshots(page, "desk-import-replies");
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "All conversations" });
  await page.getByText("Where is my invoice?", { exact: true }).waitFor();
  assert.equal(await page.getByText("Refunds", { exact: true }).count(), 0);
  await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Everything" });
  await page.getByText("Refunds", { exact: true }).waitFor();
  await takeScreenshots(page, "desk-import-report");
  await page.getByRole("link", { name: "Where is my invoice?", exact: true }).click();
  await page.getByText("Ask billing first.").waitFor();
  await page.getByText("Former Agent").first().waitFor();
  await page.getByText("rated the conversation 5 of 5 at another help desk: Very satisfied").waitFor();
  await page.getByText("Quick and kind.").first().waitFor();
  await page.getByRole("link", { name: "Customer Inc" }).first().waitFor();
  await takeScreenshots(page, "desk-import-rating");
  await page.goBack();
  // Somebody else has the inbox open.
  const inbox = await (await stage.context(DESKTOP, project.owner)).newPage();
  await inbox.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await inbox.getByText("Cannot sign in").first().waitFor();

  await button("Undo this import").click();
  await page.getByRole("dialog").getByRole("textbox").fill("The move");
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  await state("Undone").waitFor({ timeout: 60_000 });
  await inbox.getByText("Cannot sign in").waitFor({ state: "detached", timeout: 10_000 });
  await inbox.close();
  const { body: left } = await project.owner.call<{ items: unknown[] }>(`/api/dashboard/projects/${project.id}/companies`);
  assert.deepEqual(left.items, []);
  const { body } = await project.owner.call<{ items: unknown[] }>(`/api/dashboard/projects/${project.id}/conversations?view=all`);
  assert.deepEqual(body.items, []);
  assert.deepEqual(complaints.policy, []);
});

test("undoing a second import takes back what it added, and the conversation says so", async () => {
  const importAll = async (name: string): Promise<void> => {
    await page.goto(`${stage.served.url}/projects/${project.id}/settings/desk-import`);
    await page.getByRole("textbox", { name: "Zendesk name" }).fill(SUBDOMAIN);
    await button("Preview contents").click();
    await page.getByRole("checkbox", { name: "Download attached files" }).uncheck();
    await page.getByRole("textbox", { name: "Import name" }).fill(name);
    await button("Import").click();
    await state("Done").waitFor({ timeout: 60_000 });
  };
  await importAll("The first");
  const ticket = double.desks.support.tickets.find(({ id }) => id === 16);
  assert.ok(ticket);
  ticket.comments.push({ id: 1603, author: 101, at: "2029-08-01T10:00:00Z", html: "<p>Added by the second import.</p>" });
  Object.assign(ticket, { status: "open", changed: "2029-08-01T10:00:00Z" });
  await importAll("The second");
  const link = page.getByRole("link", { name: "Another question", exact: true });
  await link.click();
  await page.getByText("Added by the second import.").last().waitFor();
  await page.goBack();
  await button("Undo this import").click();
  await page.getByRole("dialog").getByRole("textbox").fill("The second");
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  await state("Undone").waitFor({ timeout: 60_000 });
  await page.getByText("Removed", { exact: true }).first().waitFor();
  await link.click();
  await page.getByText("An import was undone: 1 message that it had added was removed").waitFor();
  await page.reload();
  await page.getByText("An import was undone: 1 message that it had added was removed").waitFor();
  assert.equal(await page.getByText("Added by the second import.").count(), 0);
  await takeScreenshots(page, "desk-import-undone");
});

test("every help desk can be chosen, and what it holds is counted", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/desk-import`);
  const names = ["Zendesk", "Intercom", "Freshdesk", "Help Scout", "Chatwoot"];
  await page.getByRole("radio", { name: "Chatwoot" }).waitFor();
  assert.equal(await page.getByRole("radio").count(), names.length);
  for (const name of names) {
    await page.getByRole("radio", { name }).check();
    if (name === "Chatwoot") await page.getByRole("textbox", { name: "Account number" }).fill("7");
    else if (name === "Intercom") await page.getByRole("combobox", { name: "Region" }).selectOption({ label: "United States" });
    else if (name !== "Help Scout") await page.getByRole("textbox", { name: `${name} name` }).fill(SUBDOMAIN);
    await button("Preview contents").click();
    await page.getByRole("status").getByText("People on the team").waitFor();
    // Intercom's API does not give canned replies.
    assert.equal(await page.getByRole("checkbox", { name: "Import canned replies" }).count(), name === "Intercom" ? 0 : 1, name);
    await takeScreenshots(page, `desk-import-${name}`);
    assert.equal(await page.getByRole("textbox", { name: "Import name" }).inputValue(), `Conversations from ${name}`);
  }
});

test("an export file is uploaded, checked line by line, and imported without a token", async () => {
  const asked = double.desks.requests.length;
  const files = zendeskExport(double.desks.support);
  const file = (name: string, text: string) => ({ name: `${name}.json`, mimeType: "application/json", buffer: Buffer.from(text) });
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/desk-import`);
  await page.getByRole("textbox", { name: "Zendesk name" }).fill("moved");
  await page.getByRole("combobox", { name: "Read from" }).selectOption({ label: "An export file" });
  assert.equal(await button("Upload and check").isDisabled(), true);
  await page.getByLabel("Tickets", { exact: true }).setInputFiles(file("tickets", files.tickets.slice(0, -30)));
  await button("Upload and check").click();
  await page.getByRole("alert").getByText("Tickets: line 6 ends in the middle.").waitFor({ timeout: 60_000 });
  assert.equal(await button("Preview contents").isDisabled(), true);
  await checkPage(page, "desk-import-file-faulty", "Tickets: line 6");

  await page.getByLabel("Tickets", { exact: true }).setInputFiles(file("tickets", files.tickets));
  await page.getByLabel("Users (optional)").setInputFiles(file("users", files.users));
  await page.getByLabel("Organizations (optional)").setInputFiles(file("organizations", files.organizations));
  await button("Upload and check").click();
  await page.getByText(/^Checked: \d+ records$/).waitFor({ timeout: 60_000 });
  await button("Preview contents").click();
  await page.getByRole("textbox", { name: "Import name" }).fill("By file");
  await takeScreenshots(page, "desk-import-file");
  await page.getByRole("checkbox", { name: "Download attached files" }).uncheck();
  await button("Import").click();
  await state("Done").waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: "Where is my invoice?", exact: true }).waitFor();
  assert.equal(double.desks.requests.length, asked);
  assert.deepEqual(complaints.policy, []);
});
