// Opting out by the page of a mail's link, without scripts; who outreach comes from and suppressed addresses, by the keyboard; hostile
// files of leads; on a phone too.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tables } from "../support/tables.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, openStage, PHONE, type Stage, withProject } from "./stage.ts";

// Each goes on where the one before it ended.
test.describe.configure({ mode: "serial" });
const state = mkdtempSync(join(tmpdir(), "seed-desk-suppression-"));
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let tables: Tables;
let page: Page;
let complaints: Awaited<ReturnType<typeof collectErrors>>;

test.beforeAll(async () => {
  stage = await openStage({ state, vars: { TEST_SCRYPT_LOG_N: "10" } });
  project = await withProject(stage);
  tables = new Tables(state);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
  complaints = await collectErrors(page);
});
test.afterAll(async () => {
  await stage.stop();
  rmSync(state, { recursive: true, force: true });
});
const LINK = new URL("../../modules/suppression/unsubscribe/link.ts", import.meta.url).href;
const place = (rest: string): string => `${stage.served.url}/projects/${project.id}/${rest}`;
/** The link of a mail, signed with the installation's own key. */
async function linkTo(address: string): Promise<string> {
  const [installation] = tables.all("SELECT key FROM installation");
  // Not by its name: the types of the worker are not those of this program.
  const { unsubscribeAddresses } = (await import(LINK)) as { unsubscribeAddresses(ctx: object, of: object): Promise<{ pageUrl: string }> };
  const ctx = { env: { DB: {} }, db: { read: async () => [installation] }, config: { appOrigin: stage.served.url } };
  return (await unsubscribeAddresses(ctx, { projectId: project.id, address, messageKey: "msg_1" })).pageUrl;
}

test("a recipient opts out without scripts, takes it back, and opts out by a mail program's one click", async () => {
  const link = await linkTo("Reader@acme.example");
  const reader = await (await stage.context({ ...PHONE, javaScriptEnabled: false })).newPage();
  await reader.goto(link);
  await reader.getByRole("heading", { name: /^Stop emails from/ }).waitFor();
  await reader.getByRole("button", { name: "Unsubscribe" }).press("Enter");
  await reader.getByRole("heading", { name: "You’re unsubscribed" }).waitFor();
  await reader.getByRole("button", { name: "That was a mistake. Undo." }).press("Enter");
  await reader.getByRole("heading", { name: "You’re subscribed again" }).waitFor();
  const answer = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  assert.deepEqual([answer.status, answer.headers.get("set-cookie")], [200, null]);
  await reader.goto(link);
  await reader.getByRole("heading", { name: "You’re unsubscribed" }).waitFor();
  await reader.context().close();
  await page.goto(await linkTo("another@acme.example"));
  await checkPage(page, "unsubscribe", "Stop emails from");
  await page.goto(`${stage.served.url}/unsubscribe/forged`);
  await checkPage(page, "unsubscribe-invalid", "This link doesn’t work");
});

test("who outreach comes from is said, and a foreign reply address is refused at its field", async () => {
  await page.goto(place("settings/outreach-identity"));
  await page.getByText("Outreach can’t be sent yet").waitFor();
  await page.getByLabel("Legal name").fill("Acme GmbH");
  await page.getByLabel("Postal address").fill("Hauptstr. 1\n10115 Berlin");
  await page.getByLabel("Sender name").fill("Ana of Acme");
  await page.getByLabel("Reply address").fill("somebody@contoso.example");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Enter one of the project’s verified addresses at which email arrives.").waitFor();
  await checkPage(page, "outreach-identity", "Enter one of the project’s verified addresses");
  tables.run(
    "INSERT INTO inbound_addresses (address, project_id, created_at, held_at, takes_mail) VALUES ('sales@acme.example', ?, 1, 1, 1)",
    project.id,
  );
  await page.getByLabel("Reply address").fill("sales@acme.example");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("Outreach sender saved").waitFor();
});

test("addresses are pasted, looked up in another spelling, and removed after a question", async () => {
  await page.goto(place("settings/suppressions"));
  await page.getByText("Opted out").first().waitFor();
  await page.getByRole("button", { name: "Add addresses" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add addresses" });
  await dialog.getByLabel("Addresses").fill('Name,Email\n"Okafor, Amara",Amara.Okafor@gmail.com\nJonas;jonas@fabrikam.example; broken@');
  await dialog.getByText("2 addresses found.").waitFor();
  await dialog.getByText("Not an address").waitFor();
  await dialog.getByRole("button", { name: "Add addresses" }).press("Enter");
  await page.getByText("2 addresses added").waitFor();
  await page.getByText("jonas@fabrikam.example").waitFor();
  await checkPage(page, "suppressions", "jonas@fabrikam.example");
  await page.getByRole("searchbox").fill("amaraokafor+x@googlemail.com");
  await page.getByText("This address gets no outreach from this project.").waitFor();
  await page.getByRole("button", { name: "Remove amara.okafor@gmail.com" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
  await page.getByText("Nothing is known that keeps this address from getting outreach.").waitFor();
  await page.getByRole("searchbox").fill("another@acme.example");
  await page.getByText("Nothing is known").waitFor();
});

test("hostile files of leads become rows or a sentence, and nothing in them runs", async () => {
  await page.goto(place("leads/import"));
  const file = page.locator('input[type="file"]');
  const give = (name: string, content: string | Buffer) =>
    file.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content as string) }, { timeout: 60_000 });
  for (const [name, content, says] of [
    ["binary.csv", "Name,Email\nA\0,a@acme.example", "This isn’t a text file"],
    ["quote.csv", 'Name,Email\n"Amara,a@acme.example', "is never closed"],
    ["rows.csv", "a@b.co\n".repeat(700_000), "can have at most 5,000 rows"],
    ["big.csv", "x".repeat(5_000_001), "5 MB"],
    ["columns.csv", "a,".repeat(1_000_000), "columns"],
  ] as const) {
    await give(name, content);
    await page.getByRole("alert").getByText(says).waitFor({ timeout: 60_000 });
  }
  const text = "Name;Email;Company\r\n<img src=x onerror=window.ran=1>;a@acme.example;=1+1\nJonas;j@fabrikam.example;\u202EemcA";
  await give("utf16.csv", Buffer.from(text, "utf16le"));
  await page.getByText("2 rows").waitFor();
  await page.getByText("<img src=x").first().waitFor();
  assert.equal(await page.evaluate(() => "ran" in window), false);
  await page.getByRole("button", { name: "Check" }).press("Enter");
  await page.getByText("2", { exact: true }).first().waitFor();
});

test("on a phone both screens fit", async () => {
  const phone = await (await stage.context(PHONE, project.owner)).newPage();
  for (const [rest, shows] of [
    ["settings/suppressions", "jonas@fabrikam.example"],
    ["settings/outreach-identity", "Legal name"],
  ] as const) {
    await phone.goto(place(rest));
    await phone.getByText(shows).first().waitFor();
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), rest);
  }
});
test("no policy was broken", () => assert.deepEqual(complaints.policy, []));
