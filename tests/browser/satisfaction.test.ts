// Customer satisfaction in a real browser: a closed conversation asks in the widget, by keyboard alone, and offline; the member sees it live; and a
// mail asks, whose page answers.
import { expect, test } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { checkPage } from "./check-page.ts";
import { collectErrors, DESKTOP, freePort, nextSocketLive, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

let stage: Stage;
let double: MailDouble;
let project: Awaited<ReturnType<typeof withProject>>;

test.beforeAll(async () => {
  const [mail, port] = [await startResend(), await freePort()];
  double = mail;
  stage = await openStage({
    port,
    vars: {
      ...{ TEST_SCRYPT_LOG_N: "10", TEST_EMAIL_BASE_URL: double.url, APP_ORIGIN: `http://127.0.0.1:${port}` },
      ...{ EMAIL_PROVIDER: "resend", EMAIL_API_KEY: RESEND_KEY, EMAIL_FROM: "desk@acme.example" },
    },
  });
  project = await withProject(stage);
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

const api = (path: string): string => `/api/dashboard/projects/${project.id}/${path}`;
async function settings(given: object): Promise<void> {
  const { body } = await project.owner.call<{ missing: string[] }>(api("satisfaction-settings"));
  const { missing: _, ...now } = body;
  const saved = await project.owner.call(`/api/management/projects/${project.id}/satisfaction-settings`, {
    method: "PUT",
    body: { ...now, on: true, ...given },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
}
async function newestConversation(): Promise<{ id: string; revision: number }> {
  const { body } = await project.owner.call<{ items: { id: string; revision: number }[] }>(api("conversations"));
  const [row] = body.items;
  if (!row) throw new Error("no conversation");
  return row;
}
/** A member answers the newest conversation and closes it. */
async function answerAndClose(): Promise<string> {
  const { id, revision } = await newestConversation();
  const replied = await project.owner.post(api(`conversations/${id}/messages`), {
    clientId: randomUUID(),
    frontier: revision,
    content: "It is on its way.",
    close: true,
  });
  assert.equal(replied.status, 201, JSON.stringify(replied.body));
  return id;
}

test("a closed conversation asks in the widget; rated by keyboard alone, the member sees it at once", async () => {
  await settings({ inWidget: true, byMail: false });
  const home = await stage.context(DESKTOP);
  const page = await home.newPage();
  const complaints = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(page);
  await widget.open();
  await widget.write("Where is my bowl?");
  await until("the conversation", async () => (await project.owner.call<{ items: unknown[] }>(api("conversations"))).body.items.length > 0);
  const id = await answerAndClose();
  const card = widget.panel.getByRole("region", { name: "How satisfied are you with this conversation?" });
  const group = card.getByRole("group", { name: "How satisfied are you with this conversation?" });
  await group.waitFor();
  await checkPage(page, "rating-question", "How satisfied are you with this conversation?");

  const desk = await (await stage.context(DESKTOP, project.owner)).newPage();
  const live = nextSocketLive(desk);
  await desk.goto(`${stage.served.url}/projects/${project.id}/inbox/closed/${id}`);
  await desk.getByText("It is on its way.").last().waitFor();
  await live;

  // By keyboard: into the answers, to the fourth, into the comment, to the button.
  await card.getByRole("button", { name: "Send" }).click();
  await card.getByRole("alert").getByText("Choose one of the five answers.").waitFor();
  await card.getByRole("radio", { name: "1 – Very dissatisfied" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(card.getByRole("radio", { name: "4 – Satisfied" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Quick <b>answer</b>");
  await checkPage(page, "rating-chosen", "Satisfied");
  await card.getByLabel("Anything to add? (optional)").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await card.getByText("Thanks for your answer.").waitFor();
  await card.getByText("Your answer: Satisfied").waitFor();
  await checkPage(page, "rating-thanks", "Thanks for your answer.");

  await desk.getByText("rated the conversation 4 of 5: Satisfied").waitFor();
  await desk.locator("blockquote").getByText("Quick <b>answer</b>").waitFor();
  await checkPage(desk, "rating-in-thread", "4 of 5: Satisfied");

  // Without a connection the answer is kept, and sent once there is one.
  await card.getByRole("button", { name: "Change" }).click();
  await card.getByRole("radio", { name: "2 – Dissatisfied" }).check({ force: true });
  await home.setOffline(true);
  await card.getByRole("button", { name: "Send" }).click();
  await card.getByText("Your answer is kept here.").waitFor();
  await home.setOffline(false);
  await card.getByText("Thanks for your answer.").waitFor();
  await desk.getByText("changed the rating to 2 of 5: Dissatisfied").waitFor();
  assert.deepEqual(complaints.policy, []);

  await desk.goto(`${stage.served.url}/projects/${project.id}/satisfaction`);
  await desk.getByText("Quick <b>answer</b>").waitFor();
  await checkPage(desk, "ratings-page", "Latest ratings");
  const phone = await stage.context(PHONE, project.owner);
  const small = await phone.newPage();
  await small.goto(`${stage.served.url}/projects/${project.id}/satisfaction`);
  await small.getByText("Quick <b>answer</b>").waitFor();
  assert.ok(await small.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than a phone");
  await Promise.all([home.close(), phone.close(), desk.context().close()]);
});

test("a mail asks a customer with a proved address; its page rates without scripts, and on a phone", async () => {
  await settings({ inWidget: false, byMail: true, mailDelay: 0 });
  const db = await stage.served.runtime.getD1Database("DB");
  const home = await stage.context(DESKTOP);
  const page = await home.newPage();
  await page.goto(`${stage.hosts.origin}/plain`);
  const widget = widgetOf(page);
  await widget.open();
  await widget.write("Is the blue one back?");
  const row = await until("the second conversation", async () => {
    const { results } = await db.prepare("SELECT id, contact_id FROM conversations WHERE status = 'open' LIMIT 1").all();
    return results[0] as { id: string; contact_id: string } | undefined;
  });
  await db.prepare("UPDATE contacts SET email = 'vera@customer.example', email_verified = 1 WHERE id = ?").bind(row.contact_id).run();
  await answerAndClose();
  const mail = await until("the mail", () => double.mails.find(({ subject }) => subject.startsWith("How was your conversation")), 20_000);
  assert.equal(mail.to, "vera@customer.example");
  const link = /http:\/\/127\.0\.0\.1:\d+\/rate\/[\w.-]+\?score=4/.exec(mail.text)?.[0] ?? "";
  assert.notEqual(link, "");
  const reader = await stage.browser.newContext({ javaScriptEnabled: false, ...PHONE });
  const opened = await reader.newPage();
  await opened.goto(link);
  await expect(opened.getByRole("radio", { name: "4 – Satisfied" })).toBeChecked();
  const stored = async (): Promise<unknown> => {
    const { results } = await db
      .prepare("SELECT score, comment, state FROM satisfaction_requests WHERE conversation_id = ?")
      .bind(row.id)
      .all();
    return results[0];
  };
  assert.deepEqual(await stored(), { score: null, comment: "", state: "asked" });
  await reader.close();
  const desktop = await stage.context(DESKTOP);
  const form = await desktop.newPage();
  await form.goto(link);
  await checkPage(form, "rating-page", "How satisfied are you with this conversation?");
  await form.getByLabel("Anything to add? (optional)").fill("All good");
  await form.getByRole("button", { name: "Send" }).click();
  await form.getByRole("heading", { name: "Thank you" }).waitFor();
  await checkPage(form, "rating-page-thanks", "Your answer was sent");
  assert.deepEqual(await stored(), { score: 4, comment: "All good", state: "answered" });
  await Promise.all([home.close(), desktop.close()]);
});
