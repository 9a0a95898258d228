// Actions in the widget, against doubles of a model, a shop's API and a mail provider: the visitor asks, the model calls an action, a card
// shows what would be done, and only the visitor's own click does it; or a code proves their address first.
import { expect, test, type BrowserContextOptions, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Action } from "../../modules/assistant-actions/contract.ts";
import type { ActionDraft } from "../../modules/assistant-actions/contract/schema.ts";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { CANCEL, ORDER } from "../doubles/orders/drafts.ts";
import { Orders, ORDERS_HOST } from "../doubles/orders/index.ts";
import { answerOf, chooseModel, sentence, switchOn } from "./assistant-stage.ts";
import { checkPage } from "./check-page.ts";
import { DESKTOP, collectErrors, openStage, PHONE, type Stage, until, widgetOf, withProject } from "./stage.ts";

/** Open to everybody, so that nobody has to be proved. */
const CANCEL_ANY: ActionDraft = { ...CANCEL, personal: false, body: '{"reason": "{{reason}}"}', inputs: CANCEL.inputs.slice(0, 2) };
const models = new Models();
const orders = new Orders();
let served: ServedModels;
let mail: MailDouble;
let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
let cancel: Action;
let order: Action;

test.beforeAll(async () => {
  [served, mail] = await Promise.all([startModels(models), startResend()]);
  stage = await openStage({
    network: (request) => orders.answer(request),
    vars: {
      ...{ TEST_SCRYPT_LOG_N: "10", MODEL_SERVER_URL: served.base.compatible },
      ...{ TEST_EMAIL_BASE_URL: mail.url, EMAIL_PROVIDER: "resend", EMAIL_API_KEY: RESEND_KEY, EMAIL_FROM: "desk@acme.example" },
      INTEGRATION_ENCRYPTION_KEY: btoa("0123456789abcdef0123456789abcdef"),
    },
  });
  project = await withProject(stage);
  await chooseModel(project.owner, project.id);
  await switchOn(project.owner, project.id);
  const at = `/api/management/projects/${project.id}/assistant`;
  await project.owner.call(`${at}/action-hosts`, { method: "PUT", body: { hosts: [ORDERS_HOST] } });
  const make = async (draft: ActionDraft): Promise<Action> => {
    const made = await project.owner.post<{ action: Action }>(`${at}/actions`, { clientId: randomUUID(), action: draft });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const on = await project.owner.post<{ action: Action }>(`${at}/actions/${made.body.action.id}/switch`, { enabled: true });
    return on.body.action;
  };
  cancel = await make(CANCEL_ANY);
  order = await make(ORDER);
});
test.afterAll(async () => {
  await stage.stop();
  await Promise.all([served.stop(), mail.stop()]);
});
test.beforeEach(() => {
  models.reset();
  orders.cancelled.length = 0;
  orders.seen.length = 0;
});

const wish = (action: Action, input: object) => ({ toolCalls: [{ name: action.toolName, input }] });
const CANCELLATION = { number: "7", reason: "**No** longer <b>needed</b> {{number}}" };
/** A new visitor with the open widget. */
async function visit(options: BrowserContextOptions = DESKTOP, path = "/plain") {
  const context = await stage.context(options);
  const page = await context.newPage();
  const errors = await collectErrors(page);
  await page.goto(`${stage.hosts.origin}${path}`);
  const widget = widgetOf(page);
  const card = (name: string) => widget.panel.getByRole("region", { name, exact: true });
  return { context, page, errors, widget, card };
}
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement?.shadowRoot ?? document).activeElement?.getAttribute("aria-label") ?? "");

test("a change is shown with its exact inputs, survives a reload, and runs once, by the visitor’s own click alone", async () => {
  models.answer(wish(cancel, CANCELLATION));
  const { context, page, errors, widget, card } = await visit();
  await widget.open();
  await widget.write("Please cancel my order 7.");
  const asked = card("Cancel an order");
  await asked.waitFor();
  await widget.log.getByText("Nothing is changed before you do.").waitFor();
  assert.deepEqual(await asked.locator("dd").allInnerTexts(), ["7", CANCELLATION.reason]);
  await asked.getByText(/Possible until \d{1,2}:\d\d/).waitFor();
  assert.equal(await focused(page), "Message");
  await checkPage(page, "action-confirm", "This will be done if you confirm it");

  // Neither a script of the page, nor a message, nor a click that the card has just slid under.
  const confirm = asked.getByRole("button", { name: "Confirm" });
  await confirm.evaluate((it) => (it as HTMLElement).click());
  await widget.field.press("Enter");
  await page.reload();
  await widget.launcher.click();
  await confirm.waitFor();
  assert.deepEqual(orders.seen, []);

  models.answer(wish(cancel, CANCELLATION), {
    object: answerOf(sentence("Your order was cancelled, number c-1.", "Cancellation: c-1", "t1")),
  });
  await page.waitForTimeout(600);
  // By keyboard: Tab leads from the messages to the card.
  await confirm.focus();
  await page.keyboard.press("Enter");
  await widget.log.getByText("Yes, please: “Cancel an order”.").waitFor();
  await widget.log.getByText("Done: “Cancel an order”").waitFor();
  await widget.log.getByText("Cancellation: c-1").waitFor();
  await widget.log.getByText("Your order was cancelled, number c-1.").waitFor();
  await asked.waitFor({ state: "detached" });
  // In the order in which it was said, each once.
  assert.deepEqual(await widget.log.locator("ol > .m .bub").allInnerTexts(), [
    "Please cancel my order 7.",
    "Please check the details and confirm them here. Nothing is changed before you do.",
    "Yes, please: “Cancel an order”.",
    "Your order was cancelled, number c-1.",
  ]);
  assert.equal(await focused(page), "Message");
  await checkPage(page, "action-done", "Your order was cancelled");
  assert.equal(orders.cancelled.length, 1);
  models.check();
  await page.reload();
  await widget.launcher.click();
  await widget.log.getByText("Done: “Cancel an order”").waitFor();
  assert.deepEqual(errors, { console: [], policy: [] });
  await context.close();
});

test("a change can be declined, runs out, or changes under the visitor; nothing is done then", async () => {
  const { context, page, widget, card } = await visit();
  await widget.open();
  const ask = async (number: string): Promise<void> => {
    models.answer(wish(cancel, { number }));
    await widget.write(`Please cancel my order ${number}.`);
    await card("Cancel an order").waitFor();
  };
  await ask("1");
  await card("Cancel an order").getByRole("button", { name: "No, thanks" }).click();
  await widget.log.getByText("You declined: “Cancel an order”").waitFor();

  await ask("2");
  const db = await stage.served.runtime.getD1Database("DB");
  await db.prepare("UPDATE assistant_action_requests SET expires_at = 1 WHERE state = 'waiting'").run();
  await page.waitForTimeout(600);
  await card("Cancel an order").getByRole("button", { name: "Confirm" }).click();
  await widget.log.getByText("The time to confirm “Cancel an order” is over.").waitFor();

  await ask("3");
  const at = `/api/management/projects/${project.id}/assistant/actions/${cancel.id}/switch`;
  await project.owner.post(at, { enabled: false });
  await page.waitForTimeout(600);
  await card("Cancel an order").getByRole("button", { name: "Confirm" }).click();
  await widget.log.getByText("“Cancel an order” has changed and can’t be confirmed any more.").waitFor();
  await project.owner.post(at, { enabled: true });
  await checkPage(page, "action-ended", "You declined");
  assert.deepEqual(orders.seen, []);
  await context.close();
});

test("a code by mail proves the visitor, then what they asked for is looked up and told", async () => {
  const lookup = wish(order, { number: "10234" });
  models.answer(lookup);
  const { context, page, errors, widget, card } = await visit();
  await widget.open();
  await widget.write("Where is my order 10234?");
  const asked = card("Order status");
  const address = asked.getByLabel("Email address");
  await address.waitFor();
  // One form is enough: the one for missed replies stands aside.
  await page.waitForTimeout(500);
  assert.equal(await card("Get replies by email").count(), 0);
  assert.equal(await focused(page), "Message");
  await checkPage(page, "action-address", "To do this we have to know that it’s you");
  await address.fill("nonsense");
  await address.press("Enter");
  await asked.getByRole("alert").getByText("Enter an email address").waitFor();
  await address.fill("vera@customer.exmple");
  await address.press("Enter");
  const field = asked.getByLabel("Code from the email");
  await field.waitFor();
  await until("the first mail", () => mail.mails.length === 1);
  await asked.getByRole("button", { name: "New code in a minute" }).waitFor();
  await page.reload();
  await widget.launcher.click();
  await field.waitFor();
  // The address was mistyped, but another code has to wait for a minute.
  await asked.getByRole("button", { name: "Change address" }).click();
  await address.fill("vera@customer.example");
  await address.press("Enter");
  await asked.getByRole("alert").getByText("Wait").waitFor();
  await checkPage(page, "action-address-wait", "Wait");
  const db = await stage.served.runtime.getD1Database("DB");
  await db.prepare("UPDATE address_codes SET created_at = created_at - 60000").run();
  await address.press("Enter");
  await field.waitFor();
  await until("the second mail", () => mail.mails.length === 2);
  assert.equal(mail.mails[1]?.to, "vera@customer.example");
  const code = /\b\d{6}\b/.exec(mail.mails[1]?.text ?? "")?.[0] ?? "";
  await field.fill(code === "000000" ? "000001" : "000000");
  await field.press("Enter");
  await asked.getByRole("alert").getByText("Wrong code.").waitFor();
  await checkPage(page, "action-code-wrong", "Wrong code.");
  assert.deepEqual(orders.seen, []);

  models.answer(lookup, { object: answerOf(sentence("Your order is shipped.", "Status: shipped", "t1")) });
  await field.fill(code);
  await field.press("Enter");
  await widget.log.getByText("Your order is shipped.").waitFor();
  await widget.log.getByText("Done: “Order status”").waitFor();
  await checkPage(page, "action-code-done", "Your order is shipped.");
  // The card looked it up, and the assistant may look again.
  assert.deepEqual([...new Set(orders.seen.map(({ url }) => url))], [`https://${ORDERS_HOST}/orders/10234?email=vera%40customer.example`]);
  assert.equal(await card("Get replies by email").count(), 0);
  assert.deepEqual(errors.policy, []);
  await context.close();
});

test("the card speaks the visitor’s language and fits a phone", async () => {
  models.answer(wish(cancel, CANCELLATION));
  const german = { ...PHONE, locale: "de-DE", colorScheme: "dark" as const };
  const { context, page, widget, card } = await visit(german, `/plain?html=${encodeURIComponent('lang="de"')}`);
  await widget.launcher.click();
  const field = widget.panel.getByRole("textbox", { name: "Nachricht", exact: true });
  await field.fill("Bitte stornieren Sie meine Bestellung 7.");
  await widget.panel.getByRole("button", { name: "Senden" }).click();
  const asked = card("Cancel an order");
  await widget.panel.getByText("Vorher wird nichts geändert.").waitFor();
  await asked.getByText("Das wird ausgeführt, wenn Sie es bestätigen, und vorher nichts.").waitFor();
  await checkPage(page, "action-german", "Bestätigen");
  const confirm = asked.getByRole("button", { name: "Bestätigen" });
  const box = await confirm.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  models.answer(wish(cancel, CANCELLATION), {
    object: answerOf(sentence("Ihre Bestellung wurde storniert, Nummer c-1.", "Cancellation: c-1", "t1")),
  });
  await page.waitForTimeout(600);
  await confirm.click();
  await widget.log.getByText("Ja, bitte: „Cancel an order“.").waitFor();
  await widget.log.getByText("Erledigt: „Cancel an order“").waitFor();
  await checkPage(page, "action-german-done", "Erledigt");
  assert.equal(orders.cancelled.length, 1);
  await context.close();
});
