// An owner sets up a webhook by the keyboard, and sees in its log what became of a visitor's message, of a test, and of a delivery sent again.
import { expect, test } from "@playwright/test";
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Visitor } from "../support/desk.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, until, withProject } from "./stage.ts";

test("a webhook is made, gets signed events, and its log says what came back", async () => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  let status = 204;
  const stage = await openStage({
    vars: { TEST_SCRYPT_LOG_N: "10", INTEGRATION_ENCRYPTION_KEY: btoa("0123456789abcdef0123456789abcdef") },
    network: async (request) => {
      received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response(null, { status });
    },
  });
  try {
    const project = await withProject(stage);
    const page = await (await stage.context(DESKTOP, project.owner)).newPage();
    const complaints = await collectErrors(page);
    await page.goto(`${stage.served.url}/projects/${project.id}/settings/webhooks`);
    await page.getByText("No webhooks yet.").waitFor();
    await page.getByRole("button", { name: "New webhook" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill("https://127.0.0.1/");
    await dialog.getByLabel("Name").fill("CRM");
    await dialog.getByRole("button", { name: "Create webhook" }).press("Enter");
    await dialog.getByText(/This address can’t be used/).waitFor();
    await dialog.getByLabel("Address").fill("https://hooks.example.com/desk");
    await dialog.getByRole("button", { name: "Create webhook" }).press("Enter");
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
    // It is shown once, so a press beside it does not close it.
    await page.mouse.click(5, 5);
    await expect(dialog.getByText(secret)).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).press("Enter");
    await page.getByText("Nothing was accepted yet.").waitFor();

    const visitor = new Visitor(stage.served.url, project.key, stage.hosts.origin);
    await visitor.start();
    await visitor.open("where is my parcel");
    await until("the message to arrive", () => received.length === 1);
    const [first] = received;
    const event = new Webhook(secret).verify(first?.body ?? "", first?.headers ?? {}) as { type: string };
    assert.equal(event.type, "message.created");
    assert.match(first?.body ?? "", /where is my parcel/);

    status = 500;
    await page.getByRole("button", { name: "More for CRM" }).press("Enter");
    await page.getByRole("menuitem", { name: "Send a test" }).press("Enter");
    await page.getByText("The test wasn’t accepted").waitFor();
    await page.reload();
    await checkPage(page, "webhooks", "CRM");

    await page.getByRole("link", { name: "CRM" }).press("Enter");
    await page.getByText("Not accepted").waitFor();
    await checkPage(page, "webhook-deliveries", "A message is sent or received");
    status = 200;
    const delivered = page.getByRole("listitem").filter({ hasText: "A message is sent or received" });
    await delivered.getByRole("button").press("Enter");
    await page.getByText(/"content": "where is my parcel"/).waitFor();
    await page.getByRole("button", { name: "Send again" }).press("Enter");
    await page.getByText("It’s sent again").waitFor();
    await until("the delivery to arrive again", () => received.length === 3);
    assert.equal(received[2]?.headers["webhook-id"], first?.headers["webhook-id"]);
    await expect(page.getByRole("dialog", { name: "What is sent" })).toHaveCount(0);
    // The browser itself notes the refused address.
    assert.deepEqual(
      complaints.console.filter((text) => !text.includes("status of 400")),
      [],
    );
    assert.deepEqual(complaints.policy, []);
  } finally {
    await stage.stop();
  }
});
