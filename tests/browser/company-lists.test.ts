// Lists of conversations by company: one that could not be read is not said to be gone, and an open list follows what a member says.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { Visitor } from "../support/desk.ts";
import { DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;

test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
  await visitor.start();
  await visitor.open("Do you offer a discount for schools?");
  await project.owner.call(`/api/dashboard/projects/${project.id}/contacts/${visitor.contactId}`, {
    method: "PATCH",
    body: { name: "Li Na", email: "li@contoso.example" },
  });
  await project.owner.post(`/api/dashboard/projects/${project.id}/companies`, {
    ...{ clientId: crypto.randomUUID(), name: "Contoso", domains: ["contoso.example"] },
  });
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(() => stage.stop());
async function showContoso(): Promise<void> {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.locator("[data-row]").first().waitFor();
  await page.getByRole("button", { name: "Filter conversations" }).press("Enter");
  const builder = page.getByRole("dialog", { name: "Filter conversations" });
  await builder.getByRole("button", { name: "Add condition" }).press("Enter");
  await builder.getByLabel("Field of condition 2").selectOption({ label: "Company" });
  await builder.getByRole("button", { name: "Choose a company" }).press("Enter");
  await page
    .getByRole("dialog", { name: "Choose a company" })
    .getByRole("button", { name: /Contoso/ })
    .press("Enter");
  await builder.getByRole("button", { name: "Show" }).press("Enter");
  await page.getByText("Status: Open and Company: Contoso").waitFor();
  await page.locator("[data-row]").first().waitFor();
}

test("a company that could not be read is not said to be gone", async () => {
  await showContoso();
  let refused = 0;
  await page.route(/\/api\/dashboard\/projects\/[^/]+\/companies\/[^/?]+$/, (route) => {
    refused += 1;
    return route.fulfill({ status: 503, json: { error: "Try again later", code: "unavailable" } });
  });
  await page.reload();
  await page.getByText("Status: Open and Company: …").waitFor();
  // It is tried three times.
  for (let n = 0; n < 60 && refused < 3; n += 1) await page.waitForTimeout(100);
  assert.ok(refused >= 3, `${refused} refused`);
  await page.waitForTimeout(3000);
  assert.equal(await page.getByText("Status: Open and Company: …").count(), 1);
  await page.unrouteAll();
});

test("a list by company that is open follows what a member says of its contact", async () => {
  await showContoso();
  await page.locator("[data-row]").first().click();
  await page.getByRole("button", { name: "Change company" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Company of this contact" });
  await dialog.getByRole("button", { name: "No company" }).press("Enter");
  await page.getByText("No company, set by hand").waitFor();
  await page.locator("[data-row]").waitFor({ state: "detached", timeout: 8000 });
});
