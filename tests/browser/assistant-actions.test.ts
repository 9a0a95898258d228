// An admin sets up an action, tries it, and sees the log: with all faults at once, secrets that are only written, and the keyboard.
import { expect, test } from "@playwright/test";
import { violations } from "./axe.ts";
import { DESKTOP, openStage, type Stage, withProject } from "./stage.ts";

const SECRET = "Bearer browser-canary-81c2";
let stage: Stage;
test.beforeAll(async () => {
  stage = await openStage({ vars: { TEST_SCRYPT_LOG_N: "4", INTEGRATION_ENCRYPTION_KEY: btoa("0123456789abcdef0123456789abcdef") } });
});
test.afterAll(() => stage.stop());

test("an action is set up, corrected, tried and switched on, and its secret is never shown", async () => {
  const project = await withProject(stage);
  const context = await stage.context(DESKTOP, project.owner);
  const page = await context.newPage();
  const responses: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) void response.text().then((text) => responses.push(text), Boolean);
  });
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/actions`);
  await page.getByLabel("Host", { exact: true }).fill("http://127.0.0.1/");
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "public host name" })).toBeVisible();
  await page.getByLabel("Host", { exact: true }).fill("api.orders.invalid.test");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove api.orders.invalid.test" })).toBeVisible();

  await page.getByRole("link", { name: "New action" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Order status");
  await page.getByRole("button", { name: "Save" }).click();
  // All faults, and the focus on the first.
  for (const fault of ["Say what the action does", "Enter an address that begins", "Enter a label.", "Enter names with dots"])
    await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible();
  await expect(page.getByLabel("For the assistant")).toBeFocused();

  await page.getByLabel("For the assistant").fill("Finds an order by its number.");
  await page.getByLabel("Address").fill("https://api.orders.invalid.test/orders/{{number}}");
  await page.getByRole("button", { name: "Add input" }).click();
  const input = page.getByRole("group", { name: "Input 1" });
  await input.getByLabel("Name").fill("number");
  await input.getByLabel("Description").fill("The order number");
  await page.getByRole("button", { name: "Add header" }).click();
  const header = page.getByRole("group", { name: "Header 1" });
  await header.getByRole("textbox", { name: "Header" }).fill("Authorization");
  await header.getByLabel("Value").fill(SECRET);
  const told = page.getByRole("group", { name: "Field 1" });
  await told.getByRole("textbox", { name: "Field of the answer" }).fill("order.status");
  await told.getByRole("textbox", { name: "Label" }).fill("Status");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Order status", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Value")).toHaveAttribute("placeholder", "Set, not shown");
  await expect(page.getByLabel("Value")).toHaveValue("");

  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter a value." })).toBeVisible();
  await page.getByLabel("number", { exact: true }).fill("10234");
  await page.getByRole("button", { name: "Run" }).click();
  // No such host exists: an outcome, with the request as it was sent.
  await expect(page.getByText("The service couldn’t be reached")).toBeVisible();
  await expect(page.getByText("Authorization: •••••")).toBeVisible();
  expect(await violations(page, undefined)).toEqual([]);

  await page.getByRole("link", { name: "Assistant actions" }).first().click();
  await page.getByRole("switch", { name: "The assistant may use Order status" }).click();
  await expect(page.getByRole("switch", { name: "The assistant may use Order status" })).toBeChecked();
  await page.getByRole("link", { name: "See what was called" }).click();
  await expect(page.getByText("Tried by the team")).toBeVisible();
  await expect(page.getByText("10234")).toBeVisible();
  expect(responses.length).toBeGreaterThan(5);
  for (const text of responses) expect(text).not.toContain(SECRET.slice(7));
  await context.close();
});
