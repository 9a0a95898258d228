// Address verification and missed replies in a real browser: a visitor gives an address, proves it by a mailed code, leaves, and returns
// through the link of the mail, in a browser without their session.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, collectErrors, openStage, type Stage, until, widgetOf, withProject } from "./stage.ts";

let stage: Stage;
let double: MailDouble;
let project: Awaited<ReturnType<typeof withProject>>;

test.beforeAll(async () => {
  double = await startResend();
  stage = await openStage({
    vars: {
      ...{ TEST_SCRYPT_LOG_N: "10", TEST_EMAIL_BASE_URL: double.url },
      ...{ EMAIL_PROVIDER: "resend", EMAIL_API_KEY: RESEND_KEY, EMAIL_FROM: "desk@acme.example" },
    },
  });
  project = await withProject(stage);
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

const codeOf = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? "";

test("a visitor verifies an address by code, and the mail with a missed reply leads back to the conversation", async () => {
  const home = await stage.context(DESKTOP);
  const page = await home.newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(page);
  await widget.open();
  await widget.write("Where is my bowl?");
  const card = widget.panel.getByRole("region", { name: "Get replies by email" });
  await card.waitFor();
  // The request for an address neither takes the focus nor blocks chatting.
  await widget.write("The blue one.");
  await checkPage(page, "card-address", "Get replies by email");
  const address = card.getByLabel("Email address");
  await address.fill("nonsense");
  await address.press("Enter");
  await card.getByRole("alert").getByText("Enter an email address").waitFor();
  await checkPage(page, "card-address-wrong", "Enter an email address");
  await address.fill("vera@customer.example");
  await address.press("Enter");
  const field = card.getByLabel("Code from the email");
  await field.waitFor();
  await until("the code to have the keyboard", () => field.evaluate((it) => (it.getRootNode() as ShadowRoot).activeElement === it));
  await until("the mail with the code", () => double.mails.length === 1);
  const code = codeOf(double.mails[0]?.text ?? "");
  await field.fill(code === "000000" ? "000001" : "000000");
  await field.press("Enter");
  await card.getByRole("alert").getByText("Wrong code.").waitFor();
  await checkPage(page, "card-code-wrong", "Wrong code.");
  await field.fill(code);
  await field.press("Enter");
  await card.getByText("Done. We’ll email replies you miss to vera@customer.example.").waitFor();
  await checkPage(page, "card-thanks", "We’ll email replies you miss to vera@customer.example.");
  assert.deepEqual(complaints.policy, []);
  const db = await stage.served.runtime.getD1Database("DB");
  // The page reports its address one second after the chat began, if it is still open.
  await until("the page to be known", async () => {
    const { results } = await db.prepare("SELECT 1 FROM contacts WHERE last_page LIKE '%/plain%'").all();
    return results.length > 0;
  });
  await page.close();

  const at = `/api/dashboard/projects/${project.id}/conversations`;
  const { body: list } = await project.owner.call<{
    items: { id: string; revision: number; contact: { email: string; emailVerified: boolean } }[];
  }>(at);
  const [conversation] = list.items;
  assert.deepEqual([conversation?.contact.email, conversation?.contact.emailVerified], ["vera@customer.example", true]);
  const posted = await project.owner.post(`${at}/${conversation?.id}/messages`, {
    ...{ clientId: randomUUID(), frontier: conversation?.revision, content: "It left **today**." },
  });
  assert.equal(posted.status, 201);
  await stage.served.tick();
  assert.equal(double.mails.length, 1);
  await db.prepare("UPDATE jobs SET due_at = 0 WHERE kind = 'email.unseen'").run();
  await stage.served.tick();
  await until("the mail with the answer", () => double.mails.length === 2);
  const mail = double.mails[1];
  assert.match(mail?.text ?? "", /It left today\./);
  const link = /https?:\/\/\S+#seed-desk=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  assert.ok(link.startsWith(`${stage.hosts.origin}/plain#`), link);

  const elsewhere = await stage.context(DESKTOP);
  const other = await elsewhere.newPage();
  const asked: string[] = [];
  other.on("request", (request) => asked.push(request.url() + JSON.stringify(request.headers())));
  await other.goto(link);
  const there = widgetOf(other);
  await there.log.getByText("It left today.").waitFor();
  await there.log.getByText("Where is my bowl?").waitFor();
  assert.equal(new URL(other.url()).hash, "");
  assert.ok(!asked.some((request) => request.includes(link.split("#")[1] ?? link)), "the fragment is sent nowhere");
  await checkPage(other, "came-back", "It left today.");
  // The same link again: it opens the conversation in the visitor's browser, and has expired in any other.
  await other.goto("about:blank");
  await other.goto(link);
  await there.log.getByText("It left today.").waitFor();
  const third = await (await stage.context(DESKTOP)).newPage();
  await third.goto(link);
  await widgetOf(third).panel.getByText("This link was already used or has expired.").waitFor();
  await widgetOf(third).field.waitFor();
  await checkPage(third, "expired", "This link was already used or has expired.");
});
