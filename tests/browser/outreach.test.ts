// Outreach from the settings to the opt-out in a real browser, with a double of the mail provider: nothing leaves before a review, the
// reviewed words leave once, and the recipient's link ends it.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { violations } from "./axe.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, freePort, openStage, PHONE, type Stage, until, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
const SETUP = "a setup token of more than 32 characters";
let stage: Stage;
let double: MailDouble;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;
let leadId: string;

test.beforeAll(async () => {
  double = await startResend();
  const port = await freePort();
  stage = await openStage({
    port,
    vars: {
      ...{ APP_ORIGIN: `http://127.0.0.1:${port}`, SVC_SETUP_TOKEN: SETUP },
      TEST_SCRYPT_LOG_N: "10",
      TEST_EMAIL_BASE_URL: double.url,
      EMAIL_PROVIDER: "resend",
      EMAIL_API_KEY: RESEND_KEY,
      EMAIL_FROM: "desk@acme.example",
      INBOUND_EMAIL_TOKEN: "an-inbound-token-for-the-browser-test",
    },
  });
  project = await withProject(stage, undefined, SETUP);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/${rest}`;
const section = (heading: string) => page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
const outreach = () => section("Outreach");

test("an owner proves the reply address and says who sends", async () => {
  await page.goto(place("settings/outreach"));
  await page.getByText("An owner or admin has to enter who sends these emails, with a postal address.").waitFor();
  await page.goto(place("settings/email"));
  await page.getByLabel("Address", { exact: true }).first().fill("support@acme.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Email a code to support@acme.example" }).click();
  await until("the code to arrive", () => double.mails.length === 1);
  const code = /^[0-9a-z]{4}-[0-9a-z]{4}$/m.exec(double.mails[0]?.text ?? "")?.[0] ?? "";
  await page.getByLabel("Code sent to support@acme.example").fill(code);
  await page.keyboard.press("Enter");
  await page.getByText("Active", { exact: true }).waitFor();
  double.mails.splice(0);
  await page.goto(place("settings/outreach-identity"));
  await page.getByLabel("Legal name").fill("Acme GmbH");
  await page.getByLabel("Postal address").fill("Hauptstr. 1\n10115 Berlin");
  await page.getByLabel("Sender name").fill("Ana of Acme");
  await page.getByLabel("Reply address").fill("support@acme.example");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Outreach can’t be sent yet").waitFor({ state: "detached" });
});

test("emails go out at any time of any day, and a template is stored", async () => {
  await page.goto(place("settings/outreach"));
  for (const day of ["Saturday", "Sunday"]) await page.getByRole("checkbox", { name: day }).check();
  await page.getByLabel("Not before").fill("00:00");
  await page.getByLabel("Not after").fill("23:59");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Settings saved").first().waitFor();
  await page.getByRole("button", { name: "Add template" }).click();
  const template = section("Templates");
  await template.getByLabel("Name").fill("Hello");
  await template.getByLabel("Subject").fill("Support for {company}");
  await template.getByLabel("Text").fill("Hello {name},\n\nshall we talk?");
  await template.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Hello" }).waitFor();
  await checkPage(page, "outreach-settings", "Templates");
  await page.getByRole("button", { name: "Delete Hello" }).press("Enter");
  await page.getByRole("dialog", { name: "Delete the template Hello?" }).waitFor();
  await page.keyboard.press("Escape");
});

test("a draft from the template is reviewed, and exactly its words leave once", async () => {
  const body = { clientId: randomUUID(), name: "Amara Diallo", email: "amara@northwind.example", company: "Northwind" };
  const made = await project.owner.post<{ lead: { id: string } }>(`/api/dashboard/projects/${project.id}/leads`, body);
  leadId = made.body.lead.id;
  await page.goto(place(`leads/${leadId}`));
  await outreach().getByRole("button", { name: "Draft outreach" }).press("Enter");
  await outreach().getByLabel("Template").selectOption({ label: "Hello" });
  assert.equal(await outreach().getByLabel("Subject").inputValue(), "Support for Northwind");
  await outreach().getByRole("button", { name: "Save" }).press("Enter");
  await outreach().getByText("Not reviewed").waitFor();
  await stage.served.tick();
  assert.equal(double.mails.length, 0, "nothing leaves without a review");
  await checkPage(page, "outreach-draft", "Not reviewed");
  // Stopping asks first.
  await outreach().getByRole("button", { name: "Stop" }).press("Enter");
  await page.getByRole("dialog", { name: "Stop this outreach?" }).getByText("None of its emails is sent any more.").waitFor();
  await page.keyboard.press("Escape");
  await outreach().getByRole("button", { name: "Ask for a review" }).press("Enter");
  await outreach().getByRole("link", { name: "Go to the reviews" }).press("Enter");
  const waiting = page.getByRole("region", { name: "Amara Diallo" });
  await waiting.getByText("shall we talk?").waitFor();
  // The recipient's footer is part of what is reviewed.
  await waiting.getByText("Hauptstr. 1").first().waitFor();
  await checkPage(page, "outreach-reviews", "shall we talk?");
  assert.equal(double.mails.length, 0);
  await waiting.getByRole("button", { name: "Approve this email" }).press("Enter");
  await page.getByText("Nothing to review").waitFor();
  await until("the email to leave", async () => {
    if (double.mails.length === 0) await stage.served.tick();
    return double.mails.length === 1;
  });
  for (let minute = 0; minute < 3; minute += 1) await stage.served.tick();
  assert.equal(double.mails.length, 1, "once");
  assert.match(double.mails[0]?.text ?? "", /Hello Amara Diallo,\n\nshall we talk\?/);
});

test("the recipient's link ends it, the lead's page and the results say so", async () => {
  const header = double.mails[0]?.headers["List-Unsubscribe"] ?? "";
  assert.equal(double.mails[0]?.headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
  const link = /<(https?:[^>]+)>/.exec(header)?.[1] ?? "";
  assert.ok(link.startsWith(stage.served.url), header);
  // A scanner that opens it changes nothing.
  assert.equal((await fetch(link)).status, 200);
  const post = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "List-Unsubscribe=One-Click" };
  assert.equal((await fetch(link, post)).status, 200);
  await stage.served.tick();
  await page.goto(place(`leads/${leadId}`));
  await outreach().getByText("The recipient wants no more.").waitFor();
  await checkPage(page, "outreach-opted-out", "The recipient wants no more.");
  await page.goto(place("outreach/results"));
  await page.getByText("Opted out").first().waitFor();
  await checkPage(page, "outreach-results", "Whether an email was opened isn’t tracked");
  const phone = await (await stage.context({ ...PHONE, colorScheme: "dark" }, project.owner)).newPage();
  for (const rest of [`leads/${leadId}`, "outreach/results", "outreach/reviews", "settings/outreach"]) {
    await phone.goto(place(rest));
    await phone.getByRole("heading", { level: 1 }).waitFor();
    await phone.waitForLoadState("networkidle");
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), rest);
    assert.deepEqual(await violations(phone, undefined), [], rest);
  }
  await phone.context().close();
});
