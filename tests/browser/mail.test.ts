// Email from settings to reply in a real browser with a double of the provider: setup, mails of each kind through the gateway, reading and
// replying, and the customer's answer that returns to its conversation.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { PNG } from "../support/desk.ts";
import { takeScreenshots } from "./check-page.ts";
import { violations } from "./axe.ts";
import { DESKTOP, nextSocketLive, openStage, type Stage, until, withProject } from "./stage.ts";

const TOKEN = "an-inbound-token-for-the-browser-test";
let stage: Stage;
let double: MailDouble;
let project: Awaited<ReturnType<typeof withProject>>;
let page: Page;

test.beforeAll(async () => {
  double = await startResend();
  stage = await openStage({
    vars: {
      TEST_SCRYPT_LOG_N: "10",
      TEST_EMAIL_BASE_URL: double.url,
      EMAIL_PROVIDER: "resend",
      EMAIL_API_KEY: RESEND_KEY,
      EMAIL_FROM: "desk@acme.example",
      INBOUND_EMAIL_TOKEN: TOKEN,
    },
  });
  project = await withProject(stage);
  page = await (await stage.context(DESKTOP, project.owner)).newPage();
});
test.afterAll(async () => {
  await stage.stop();
  await double.stop();
});

let sent = 0;
/** Delivers a mail through the gateway; `head` and `body` are sent as given. */
async function deliverMail(head: Readonly<Record<string, string>>, body: string, to = "support@acme.example"): Promise<void> {
  const lines = { From: "Ada Buyer <ada@customer.example>", To: to, "Message-ID": `<m${++sent}@customer.example>`, ...head };
  const raw = `${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n")}\r\n\r\n${body}`;
  const answer = await fetch(`${stage.served.url}/api/integrations/email/inbound`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "message/rfc822", "x-envelope-to": to },
    body: raw,
  });
  assert.equal(answer.status, 200, await answer.text());
  // The job may have been left to the schedule.
  await stage.served.tick();
}

test("an owner sets email up and sends a test mail", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/email`);
  await page.getByRole("heading", { name: "Email", level: 1 }).waitFor();
  await takeScreenshots(page, "settings-before");
  await page.getByLabel("Address", { exact: true }).first().fill("Support+Desk@acme.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("support@acme.example was added", { exact: false }).first().waitFor();
  await page.getByText("Pending verification", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Email a code to support@acme.example" }).click();
  await until("the code to arrive", () => double.mails.length === 1);
  const code = /^[0-9a-z]{4}-[0-9a-z]{4}$/m.exec(double.mails[0]?.text ?? "")?.[0] ?? "";
  await page.getByLabel("Code sent to support@acme.example").fill(code);
  await takeScreenshots(page, "settings-code");
  await page.keyboard.press("Enter");
  await page.getByText("Active", { exact: true }).waitFor();
  const addresses = page.getByRole("group", { name: "Inbound addresses", exact: true });
  await until("the list to have the focus", () => addresses.evaluate((it) => it === document.activeElement));
  double.mails.splice(0);
  await page.getByLabel("Reply address").fill("support@acme.example");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until("the settings to be kept", async () => {
    const { body } = await project.owner.call<{ settings: { replyAddress: string | null } }>(
      `/api/management/projects/${project.id}/email`,
    );
    return body.settings.replyAddress === "support@acme.example";
  });
  await page.getByRole("button", { name: /^Send/ }).click();
  await until("the test mail to arrive", () => double.mails.length === 1);
  await page.getByText("Sent", { exact: true }).first().waitFor();
  await takeScreenshots(page, "settings-after");
});

test("a mail is shown with its layout and answered, and the customer's answer returns to its conversation", async () => {
  const image = Buffer.from(PNG).toString("base64");
  await deliverMail(
    { Subject: "Where is my bowl?", "MIME-Version": "1.0", "Content-Type": 'multipart/related; boundary="b"' },
    [
      '--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hello, where is <b>order 17</b>?</p><img src="cid:logo" alt="logo"><img src="https://tracker.example/p.png" alt=""><script>window.top.x=1</script>',
      `--b\r\nContent-Type: image/png; name=logo.png\r\nContent-ID: <logo>\r\nContent-Transfer-Encoding: base64\r\n\r\n${image}`,
      "--b--\r\n",
    ].join("\r\n"),
  );
  const ready = nextSocketLive(page);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await ready;
  await page.getByText("Ada Buyer").first().click();
  await page.getByText("where is order 17?").last().waitFor();
  await page.getByText("ada@customer.example").first().waitFor();
  await takeScreenshots(page, "thread");
  assert.deepEqual(await violations(page, "ada@customer.example"), []);

  await page.getByRole("button", { name: "Show original layout" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByText("order 17").waitFor();
  const width = await frame.locator("img[alt=logo]").evaluate((it: HTMLImageElement) =>
    it.decode().then(
      () => it.naturalWidth,
      () => 0,
    ),
  );
  assert.ok(width > 0, "the mail's own picture is shown");
  await takeScreenshots(page, "layout");
  await page.keyboard.press("Escape");

  await page.getByRole("textbox", { name: /reply/i }).pressSequentially("It left **today**.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await until("the answer to arrive", () => double.mails.length === 2);
  const [, answer] = double.mails;
  assert.equal(answer?.to, "ada@customer.example");
  assert.match(answer?.text ?? "", /^It left today\./);
  // A gateway does not authenticate the sender, so the reply quotes nothing of the customer's.
  assert.ok(!`${answer?.subject} ${answer?.text} ${answer?.html}`.includes("bowl"));
  assert.ok(!`${answer?.text} ${answer?.html}`.includes("order 17"));
  await page.getByText("Sent by email").waitFor();

  const reply = answer?.replyTo ?? "";
  assert.match(reply, /^support\+[0-9a-z]{52}@acme\.example$/);
  await deliverMail(
    { Subject: "Re: Your message", To: reply },
    "Thank you!\r\n\r\nOn Fri, 20 Nov 2026 at 10:00 Olga wrote:\r\n> It left today.\r\n",
    reply,
  );
  await page.getByText("Thank you!").last().waitFor();
  await page.getByRole("button", { name: "Show quoted text" }).last().click();
  await page.getByText("> It left today.").first().waitFor();
  await takeScreenshots(page, "answered");

  // The address is proved now: the next reply continues the mail thread.
  await page.getByRole("textbox", { name: /reply/i }).fill("You are welcome.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await until("the second answer", () => double.mails.length === 3);
  assert.match(double.mails[2]?.text ?? "", /> Thank you!/);
});

test("an answer by somebody else is marked and gets no reply; automatic mail is labelled and notifies nobody", async () => {
  const reply = double.mails[1]?.replyTo ?? "";
  await deliverMail({ From: "Mallory <mallory@elsewhere.example>", Subject: "Re: Your message" }, "Send it to me instead.", reply);
  await page.getByText("Send it to me instead.").last().waitFor();
  await page.getByText("Different sender").last().waitFor();
  await deliverMail(
    { From: "Ada Buyer <ada@customer.example>", Subject: "Automatic reply: Your message", "Auto-Submitted": "auto-replied" },
    "I am away until Monday.",
    reply,
  );
  await page.getByText("I am away until Monday.").last().waitFor();
  await page.getByRole("button", { name: "Automatic", exact: true }).last().click();
  await page.getByText("auto-submitted", { exact: false }).first().waitFor();
  await takeScreenshots(page, "automatic");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: /reply/i }).fill("Noted.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await until("the answer to Ada", () => double.mails.length === 4);
  assert.equal(double.mails[3]?.to, "ada@customer.example");
  // The reply quotes Ada's own mail, neither the stranger's words nor her program's.
  assert.match(double.mails[3]?.text ?? "", /> Thank you!/);
  assert.equal(double.mails[3]?.subject, "Re: Your message");
});

test("a new mail is written, its answer is replied to all, and a message is forwarded", async () => {
  const ready = nextSocketLive(page);
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await ready;
  await page.getByRole("button", { name: "New email" }).waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New email" });
  await dialog.getByLabel("To", { exact: true }).fill("Ben@lamps.example");
  await dialog.getByLabel("Subject").fill("Your lamp");
  await dialog.getByLabel("Text").fill("It is **ready**.");
  await dialog.getByText("This address isn’t verified yet", { exact: false }).waitFor();
  assert.deepEqual(await violations(page, "This address isn’t verified yet"), []);
  await takeScreenshots(page, "new-mail");
  // Closing the dialog keeps the text.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "New email" }).click();
  assert.equal(await dialog.getByLabel("Text").inputValue(), "It is **ready**.");
  await dialog.getByLabel("Text").press("Control+Enter");
  await until("the first mail", () => double.mails.length === 5);
  const first = double.mails[4];
  assert.deepEqual([first?.to, first?.subject.startsWith("A message from ")], ["ben@lamps.example", true]);
  assert.match(first?.text ?? "", /^Your lamp\n\nIt is ready\./);
  await page.getByText("Sent by email").waitFor();

  const cc = { From: "Ben <ben@lamps.example>", Cc: "Carla <carla@lamps.example>", Subject: "Re: Your lamp" };
  await deliverMail(cc, "Can Carla fetch it?", first?.replyTo ?? "");
  await page.getByText("Can Carla fetch it?").last().waitFor();
  await page.getByRole("button", { name: "Reply to all, Cc, Bcc, subject" }).click();
  await page.getByRole("button", { name: "Reply to all: add 1 person" }).click();
  assert.deepEqual(await violations(page, "Can Carla fetch it?"), []);
  await takeScreenshots(page, "reply-to-all");
  await page.getByRole("textbox", { name: /reply/i }).fill("Of course.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await until("the answer to both", () => double.mails.length === 6);
  const both = double.requests.at(-1)?.body;
  assert.deepEqual([both?.["to"], both?.["cc"]], [["ben@lamps.example"], ["carla@lamps.example"]]);
  // Carla's address is not proved.
  assert.ok(!String(both?.["text"]).includes("fetch it"));
  // Recipients are chosen for one reply only.
  await page.getByLabel("Bcc").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Forward by email" }).nth(1).click();
  const forward = page.getByRole("dialog", { name: "Forward by email" });
  await forward.getByLabel("To", { exact: true }).fill("carla@lamps.example");
  await forward.getByLabel("Your message").fill("Please see to it.");
  await forward.getByRole("button", { name: "Forward", exact: true }).click();
  await forward.getByText("carla@lamps.example isn’t verified", { exact: false }).waitFor();
  assert.deepEqual(await violations(page, "carla@lamps.example isn’t verified"), []);
  await takeScreenshots(page, "forward");
  await forward.getByLabel("To", { exact: true }).fill("ben@lamps.example");
  await forward.getByLabel("Your message").press("Control+Enter");
  await until("the mail that passes it on", () => double.mails.length === 7);
  assert.match(double.mails[6]?.text ?? "", /^Please see to it\.[\s\S]*From: Ben <ben@lamps\.example>[\s\S]*Can Carla fetch it\?/);
  await page.getByText("Forwarded by email.").last().waitFor();
  await page.getByText("· ben@lamps.example").last().waitFor();
  await takeScreenshots(page, "passed-on");
});

/** One mail of each kind with the text that its thread must show, and whether a program wrote it. */
const KINDS: readonly {
  readonly name: string;
  readonly head: Readonly<Record<string, string>>;
  readonly body: string;
  readonly shows: readonly string[];
  readonly automatic?: true;
}[] = [
  {
    name: "latin1",
    head: {
      Subject: "=?iso-8859-1?Q?Gr=FC=DFe?=",
      "Content-Type": "text/plain; charset=iso-8859-1",
      "Content-Transfer-Encoding": "quoted-printable",
    },
    body: "Sch=F6ne Gr=FC=DFe aus K=F6ln",
    shows: ["Schöne Grüße aus Köln"],
  },
  {
    name: "japanese",
    head: { "Content-Type": "text/html; charset=iso-2022-jp", "Content-Transfer-Encoding": "base64" },
    body: Buffer.from("<p>\u001b$B$3$s$K$A$O\u001b(B</p>").toString("base64"),
    shows: ["こんにちは"],
  },
  {
    name: "files",
    head: { Subject: "Offer", "MIME-Version": "1.0", "Content-Type": "multipart/mixed; boundary=b" },
    body: `--b\r\nContent-Type: text/plain\r\n\r\nSee the offer.\r\n--b\r\nContent-Type: application/pdf; name=offer.pdf\r\nContent-Disposition: attachment; filename=offer.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("%PDF-1.4").toString("base64")}\r\n--b--\r\n`,
    shows: ["See the offer.", "offer.pdf"],
  },
  {
    name: "long",
    head: { Subject: "Log" },
    body: `It begins here.\r\n${"All of the log. ".repeat(5000)}`,
    shows: ["It begins here.", "View full text"],
  },
  { name: "empty", head: { Subject: "" }, body: "", shows: ["(no text)"] },
  {
    name: "list",
    head: { Subject: "[potters] Glaze", "List-Id": "<potters.lists.example>", Precedence: "list" },
    body: "Which glaze do you use?",
    shows: ["Which glaze do you use?", "Automatic"],
    automatic: true,
  },
  {
    name: "away",
    head: { Subject: "Abwesenheitsnotiz: Bestellung", "Auto-Submitted": "auto-replied" },
    body: "Ich bin bis Montag im Urlaub.",
    shows: ["Ich bin bis Montag im Urlaub.", "Automatic"],
    automatic: true,
  },
];
test("mails of each kind are shown and can be answered", async () => {
  for (const { name, head, body, shows, automatic } of KINDS) {
    const address = `${name}@kinds.example`;
    await deliverMail({ From: `Kind ${name} <${address}>`, ...head }, body);
    const { body: list } = await project.owner.call<{ items: { id: string; contact: { name: string } }[] }>(
      `/api/dashboard/projects/${project.id}/conversations?view=all`,
    );
    const id = list.items.find(({ contact }) => contact.name === `Kind ${name}`)?.id ?? "";
    const had = double.mails.length;
    await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all/${id}`);
    for (const text of shows) await page.locator("[data-thread]").getByText(text).first().waitFor();
    assert.equal(
      await page.locator("[data-thread]").getByRole("button", { name: "Automatic", exact: true }).count(),
      automatic ? 1 : 0,
      name,
    );
    await takeScreenshots(page, `kind-${name}`);
    await page.getByRole("textbox", { name: /reply/i }).fill(`An answer to ${name}.`);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await until(`the answer to ${name}`, () => double.mails.length === had + 1);
    assert.deepEqual([double.mails.at(-1)?.to, double.mails.at(-1)?.text.startsWith(`An answer to ${name}.`)], [address, true]);
  }
});

test("the log and the receipts show what happened", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/settings/email`);
  await page
    .getByRole("link", { name: "Deliveries" })
    .or(page.getByRole("tab", { name: "Deliveries" }))
    .first()
    .click();
  await page.getByText("ada@customer.example").first().waitFor();
  await takeScreenshots(page, "deliveries");
  assert.deepEqual(await violations(page, "ada@customer.example"), []);
  await page
    .getByRole("link", { name: "Received" })
    .or(page.getByRole("tab", { name: "Received" }))
    .first()
    .click();
  await page.getByText("Where is my bowl?").first().waitFor();
  await takeScreenshots(page, "received");
  assert.deepEqual(await violations(page, "Where is my bowl?"), []);
});

test("an erasure removes the mail details from the open thread at once", async () => {
  await page.goto(`${stage.served.url}/projects/${project.id}/inbox/all`);
  await page.getByText("Ada Buyer").first().click();
  await page.getByRole("button", { name: "Show quoted text" }).first().waitFor();
  const id = /cnv_\w+/.exec(page.url())?.[0] ?? "";
  const { body } = await project.owner.call<{ conversation: { contact: { id: string } } }>(
    `/api/dashboard/projects/${project.id}/conversations/${id}`,
  );
  const path = `/api/management/projects/${project.id}/contacts/${body.conversation.contact.id}/erase`;
  assert.equal((await project.owner.post(path, {})).status, 202);
  await page.getByText("You can’t reply anymore").waitFor();
  const shown = await page.content();
  for (const word of ["customer.example", "elsewhere.example", "Where is my bowl", "It left today"])
    assert.ok(!shown.includes(word), `${word} is still there`);
});
