// Companies by the keyboard: added, found, changed by two at once; a contact's company by domain and by hand; deleted; on a phone too.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let visitor: Visitor;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  await visitor.open("Do you offer a discount for schools?");
  await project.owner.call(`/api/dashboard/projects/${project.id}/contacts/${visitor.contactId}`, {
    method: "PATCH",
    body: { name: "Li Na", email: "li@contoso.example" },
  });
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(() => stage.stop());
const companies = (): string => `${stage.served.url}/projects/${project.id}/companies`;
const contact = (): string => `${stage.served.url}/projects/${project.id}/contacts/${visitor.contactId}`;

test("a company is added by keyboard, and why a domain is refused is said at its field", async () => {
  await page.goto(companies());
  await page.getByText("No companies yet").waitFor();
  await checkPage(page, "companies-empty", "No companies yet");
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Add company" });
  await dialog.getByLabel("Name").fill("Northwind");
  await dialog.getByLabel("Domains").fill("gmail.com");
  await dialog.getByRole("button", { name: "Add company" }).press("Enter");
  await dialog.getByText(/Anybody can get an address or a page at gmail\.com/).waitFor();
  await dialog.getByLabel("Domains").fill("https://www.northwind.example/about");
  await dialog.getByRole("button", { name: "Add company" }).press("Enter");
  await page.getByRole("heading", { name: "Northwind", exact: true }).waitFor();
  await page.getByText("No contact belongs to this company yet.").waitFor();
  assert.equal(await page.getByLabel("Domains").inputValue(), "northwind.example");
});

test("a contact without a company gets one for the domain of its address, with its conversation", async () => {
  await page.goto(contact());
  await page.getByRole("button", { name: "Add a company for contoso.example" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add company" });
  await dialog.getByLabel("Name").fill("Contoso");
  await dialog.getByRole("button", { name: "Add company" }).press("Enter");
  await page.getByText("By the domain of the email address, which nobody has verified").waitFor();
  await checkPage(page, "contact-company", "By the domain");
  await page.getByRole("link", { name: "Contoso" }).press("Enter");
  await page.getByRole("heading", { name: "Contoso", exact: true }).waitFor();
  await page.getByRole("list", { name: "Contacts" }).getByRole("link", { name: /Li Na/ }).waitFor();
  await page.getByText("Unverified").waitFor();
  await page
    .getByRole("list", { name: "Latest conversations" })
    .getByRole("link", { name: /discount for schools/ })
    .waitFor();
  await checkPage(page, "company", "Latest conversations");
});

test("what another one changed meanwhile is not overwritten", async () => {
  const other = await (await stage.context(DESKTOP, project.owner)).newPage();
  await other.goto(page.url());
  await other.getByLabel("Website").fill("contoso.example");
  await page.getByLabel("Notes").fill("Renewal in March");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Company saved").first().waitFor();
  await other.getByRole("button", { name: "Save" }).press("Enter");
  await other.getByText(/Somebody else changed this company in the meantime/).waitFor();
  // What was typed is kept, what the other one wrote is shown, and saving again takes both.
  assert.deepEqual(
    [await other.getByLabel("Website").inputValue(), await other.getByLabel("Notes").inputValue()],
    ["contoso.example", "Renewal in March"],
  );
  await other.getByRole("button", { name: "Save" }).press("Enter");
  await other.getByRole("link", { name: "https://contoso.example/" }).waitFor();
  await other.close();
});

test("the list of contacts is narrowed to a company", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/contacts`);
  await page.getByRole("button", { name: "Filters" }).press("Enter");
  await page.getByLabel("Filter by").selectOption({ label: "Company" });
  await page.getByRole("button", { name: "Choose a company" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Choose a company" });
  await dialog.getByRole("button", { name: /Northwind/ }).press("Enter");
  await page.getByText("No contacts match these filters").waitFor();
  await page.getByRole("group", { name: "Company" }).getByRole("button", { name: "Northwind" }).press("Enter");
  await dialog.getByRole("button", { name: /Contoso/ }).press("Enter");
  await page.getByRole("link", { name: /Li Na/ }).waitFor();
  await checkPage(page, "contacts-of-company", "Li Na");
});

test("what a member says of a contact's company wins, until the domain decides again", async () => {
  await page.goto(contact());
  await page.getByRole("button", { name: "Change company" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Company of this contact" });
  await dialog.getByRole("searchbox", { name: "Search by name or domain" }).fill("north");
  await dialog.getByRole("button", { name: /Contoso/ }).waitFor({ state: "hidden" });
  await dialog.getByRole("button", { name: /Northwind/ }).press("Enter");
  await page.getByText("Set by hand", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Northwind" }).waitFor();
  await page.getByRole("button", { name: "Change company" }).press("Enter");
  await dialog.getByRole("button", { name: "No company" }).press("Enter");
  await page.getByText("No company, set by hand").waitFor();
  await page.getByRole("button", { name: "Change company" }).press("Enter");
  await dialog.getByRole("button", { name: "Use the domain again" }).press("Enter");
  await page.getByRole("link", { name: "Contoso" }).waitFor();
});

test("a filter and a rule choose conversations by company, by the keyboard and on a phone, and say what was deleted", async () => {
  const inbox = `${stage.served.url}/projects/${project.id}/inbox/all`;
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  for (const on of [page, phone]) {
    await on.goto(inbox);
    await on.locator("[data-row]").first().waitFor();
    await on.getByRole("button", { name: "Filter conversations" }).press("Enter");
    const builder = on.getByRole("dialog", { name: "Filter conversations" });
    await builder.getByRole("button", { name: "Add condition" }).press("Enter");
    await builder.getByLabel("Field of condition 2").selectOption({ label: "Company" });
    await builder.getByRole("button", { name: "Choose a company" }).press("Enter");
    const dialog = on.getByRole("dialog", { name: "Choose a company" });
    await dialog.getByRole("searchbox", { name: "Search by name or domain" }).fill("conto");
    await dialog.getByRole("button", { name: /Contoso/ }).press("Enter");
    await builder.getByRole("checkbox", { name: "Contoso" }).waitFor();
    assert.ok(await builder.getByRole("checkbox", { name: "Contoso" }).isChecked());
    if (on === page) await checkPage(page, "filter-company", "Choose a company");
    assert.ok(await on.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await builder.getByRole("button", { name: "Show" }).press("Enter");
    await on.getByText("Status: Open and Company: Contoso").waitFor();
    await on.locator("[data-row]").first().waitFor();
  }
  // After a reload nothing is known but the id.
  await page.reload();
  await page.getByText("Status: Open and Company: Contoso").waitFor();
  await project.owner.post(`/api/management/projects/${project.id}/automation-rules`, {
    clientId: crypto.randomUUID(),
    rule: {
      ...{ name: "For Northwind", enabled: true, trigger: "created", minutes: null, words: [], note: "" },
      conditions: [{ field: "company", is: "none", values: [await idOf("Northwind"), await idOf("Contoso")] }],
      steps: [{ action: "priority", value: { priority: "urgent" } }],
    },
  });
  const rules = `${stage.served.url}/projects/${project.id}/settings/automation`;
  await page.goto(rules);
  await page.getByText(/Company is not Northwind or Contoso/).waitFor();
  await checkPage(page, "rule-company", "Contoso");
  await phone.close();
});
async function idOf(name: string): Promise<string> {
  const { body } = await project.owner.call<{ items: { id: string; name: string }[] }>(`/api/dashboard/projects/${project.id}/companies`);
  return body.items.find((each) => each.name === name)?.id ?? "";
}

test("companies are found and deleted, and their contacts stay", async () => {
  await page.goto(companies());
  await page.getByRole("link", { name: /Northwind/ }).waitFor();
  await page.getByRole("searchbox", { name: "Search by name or domain" }).fill("cont");
  await page.getByRole("link", { name: /Northwind/ }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: /Contoso/ }).press("Enter");
  await page.getByRole("heading", { name: "Contoso", exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete Contoso?" });
  await dialog.getByText("Its contacts and their conversations stay.").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await page.waitForURL(companies());
  await page.getByRole("link", { name: /Northwind/ }).waitFor();
  assert.equal(await page.getByRole("link", { name: /Contoso/ }).count(), 0);
  await page.goto(contact());
  await page.getByRole("button", { name: "Add a company for contoso.example" }).waitFor();
  // A rule that names it says that it is gone.
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/automation`);
  await page.getByText(/Company is not Northwind or No longer available/).waitFor();
});

test("on a phone the list and a company fit", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(companies());
  const fits = () => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await phone.getByRole("link", { name: /Northwind/ }).waitFor();
  assert.ok(await fits());
  await phone.getByRole("link", { name: /Northwind/ }).click();
  await phone.getByRole("heading", { name: "Northwind", exact: true }).waitFor();
  assert.ok(await fits());
});
test("no policy was broken", () => assert.deepEqual(complaints.policy, []));
