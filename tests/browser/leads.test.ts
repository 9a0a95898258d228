// Leads by the keyboard: added, moved on the board, changed by two at once, imported from a list, deleted and put back; on a phone too.
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
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(() => stage.stop());
const leads = (rest = ""): string => `${stage.served.url}/projects/${project.id}/leads${rest}`;

test("a lead is added by keyboard, and what is wrong is said at its field", async () => {
  await page.goto(leads());
  await page.getByText("No leads yet").waitFor();
  await checkPage(page, "leads-empty", "No leads yet");
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Add lead" });
  await dialog.getByLabel("Name").fill("Amara Okafor");
  await dialog.getByLabel("Email").fill("amara@acme");
  await page.keyboard.press("Enter");
  await dialog
    .getByText(/email address/i)
    .last()
    .waitFor();
  // What is sent while an answer is awaited is not sent twice.
  await dialog.locator("[aria-invalid=true]").waitFor();
  await dialog.getByLabel("Email").fill("amara@acme.example");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Amara Okafor", exact: true }).waitFor();
  assert.equal(await page.getByLabel("Website").inputValue(), "acme.example");
  await page.getByLabel("Next step").fill("Call about the trial");
  await page.getByLabel("Due", { exact: true }).fill("2026-01-05");
  await page.getByLabel("Owner").selectOption({ label: "You" });
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Lead saved").waitFor();
  await checkPage(page, "lead", "What you know");
});

test("what another one changed meanwhile is not overwritten", async () => {
  const other = await (await stage.context(DESKTOP, project.owner)).newPage();
  await other.goto(page.url());
  await other.getByLabel("Company").fill("Acme");
  await page.getByLabel("Notes").fill("Met at the fair");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Lead saved").first().waitFor();
  await other.getByRole("button", { name: "Save" }).press("Enter");
  await other.getByText(/Somebody else changed this lead in the meantime/).waitFor();
  // What was typed is kept, what the other one wrote is shown, and saving again takes both.
  assert.deepEqual(
    [await other.getByLabel("Company").inputValue(), await other.getByLabel("Notes").inputValue()],
    ["Acme", "Met at the fair"],
  );
  await other.getByRole("button", { name: "Save" }).press("Enter");
  await other.getByText("Lead saved").waitFor();
  await other.close();
});

test("a list is imported after what would become of each row was seen", async () => {
  await page.goto(leads("/import"));
  await page
    .getByLabel("List", { exact: true })
    .fill(
      [
        "Name;Email;Company",
        "Jonas Weber;jonas@fabrikam.example;Fabrikam",
        "Amara again;AMARA@acme.example;Acme",
        "Wrong;not an address;",
        ";;",
      ].join("\n"),
    );
  await page.getByRole("button", { name: "Read the list" }).press("Enter");
  await page.getByText("3 rows").waitFor();
  await page.getByRole("button", { name: "Check" }).press("Enter");
  await page.getByText("Already a lead").first().waitFor();
  await page.getByText("Left out").first().waitFor();
  await checkPage(page, "lead-import", "Already a lead");
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "Imported" }).waitFor();
  await page.getByRole("link", { name: "Go to leads" }).press("Enter");
  await page.getByRole("link", { name: /Jonas Weber/ }).waitFor();
  assert.equal(await page.getByRole("link", { name: /Amara/ }).count(), 1);
});

test("a lead is moved on the board by its menu, shown at once, and moved back", async () => {
  await page.getByRole("button", { name: "Board" }).press("Enter");
  const column = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
  await column("New").getByRole("button", { name: "Move Jonas Weber" }).press("Enter");
  await page.getByRole("menuitemradio", { name: "Contacted" }).press("Enter");
  await column("Contacted").getByText("Jonas Weber").waitFor();
  // The focus goes with the card.
  await column("Contacted")
    .locator("button:focus")
    .and(page.getByRole("button", { name: "Move Jonas Weber" }))
    .waitFor();
  await checkPage(page, "leads-board", "Jonas Weber");
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await column("New").getByText("Jonas Weber").waitFor();
  await page.getByRole("button", { name: "List", exact: true }).press("Enter");
});

test("a search finds by the beginning of a word; a deleted lead comes back", async () => {
  await page.getByRole("searchbox", { name: /^Search by name/ }).fill("fabri");
  await page.getByRole("link", { name: /Jonas Weber/ }).press("Enter");
  await page.getByRole("heading", { name: "Jonas Weber", exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByText("Jonas Weber deleted").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await page.getByRole("link", { name: /Jonas Weber/ }).waitFor();
});

test("a contact becomes a lead, which leads back to it, and only one", async () => {
  await project.owner.call(`/api/dashboard/projects/${project.id}/contacts/${visitor.contactId}`, {
    method: "PATCH",
    body: { name: "Li Na", email: "li@contoso.example" },
  });
  const contact = `${stage.served.url}/projects/${project.id}/contacts/${visitor.contactId}`;
  await page.goto(contact);
  await page.getByRole("button", { name: "Add as lead" }).press("Enter");
  await page.getByRole("heading", { name: "Li Na", exact: true }).waitFor();
  const made = page.url();
  await page.getByRole("link", { name: "Contact and conversations" }).press("Enter");
  await page.waitForURL(contact);
  await page.getByRole("button", { name: "Add as lead" }).press("Enter");
  await page.waitForURL(made);
});

test("on a phone the list, the board and a lead fit", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  await phone.goto(leads());
  await phone.getByRole("link", { name: /Li Na/ }).waitFor();
  const fits = () => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  await phone.getByRole("button", { name: "Board" }).click();
  await phone.getByText("Li Na").waitFor();
  assert.ok(await fits());
  await phone.getByRole("link", { name: /Li Na/ }).click();
  await phone.getByRole("heading", { name: "Li Na", exact: true }).waitFor();
  assert.ok(await fits());
});
test("no policy was broken", () => assert.deepEqual(complaints.policy, []));
