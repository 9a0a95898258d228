// The assistant by mail, from the gateway to the provider: only a proved address gets an answer, once, and no program is ever answered.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import type { Taken } from "../doubles/mail/server.ts";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { PROVED, provedAnswer, QUESTION, startAssistant } from "../support/assistant.ts";
import { call, Visitor } from "../support/desk.ts";
import { mailDesk, type MailDesk } from "./desk.ts";

const TOKEN = "a-token-of-the-gateway";
const [HELP, CLAIMED] = ["care@acme.example", "care@claimed.example"];
const models = new Models();
let doubles: ServedModels;
let desk: MailDesk;
beforeAll(async () => {
  doubles = await startModels(models);
  desk = await mailDesk("resend", { INBOUND_EMAIL_TOKEN: TOKEN, MODEL_SERVER_URL: doubles.base.compatible });
  const body = { sender: HELP, senderName: null, replyAddress: HELP, signature: "" };
  const saved = await desk.owner.call(desk.management(), { method: "PUT", body });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  desk.proveAddresses();
  await startAssistant(desk.owner, desk.projectId, { channels: ["widget", "email"] });
});
afterEach(() => models.reset());
afterAll(async () => {
  await desk?.stop();
  await doubles?.stop();
});

let customers = 0;
const stranger = (): string => `customer${(customers += 1)}@people.example`;
const bare = (address = ""): string => /<([^<>]+)>$/.exec(address)?.[1] ?? address;

/** Delivers a raw mail through the gateway. */
async function write(from: string, to: string, text: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const head = { From: from, To: to, Subject: "A canary subject", "Message-ID": `<${randomUUID()}@mx.example>`, ...fields };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  const raw = Buffer.from(`${lines.join("")}\r\n${text}\r\n`);
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "message/rfc822", "x-envelope-from": from, "x-envelope-to": to };
  const taken = await call(`${desk.served.url}/api/integrations/email/inbound`, { raw, headers });
  assert.equal(taken.status, 200, JSON.stringify(taken.body));
}
/** Waits until nothing is left to do. */
async function quiet(): Promise<void> {
  const busy = (): boolean =>
    desk.tables.all("SELECT 1 FROM jobs WHERE state IN ('queued', 'running') AND due_at <= ? LIMIT 1", Date.now()).length > 0;
  for (let still = 0, waited = 0; still < 3; waited += 1) {
    if (waited > 400) throw new Error(JSON.stringify(desk.tables.all("SELECT * FROM jobs WHERE state IN ('queued', 'running')")));
    still = busy() ? 0 : still + 1;
    await new Promise((wake) => setTimeout(wake, 30));
  }
}
const mailsTo = (address: string): Taken[] => desk.double.mails.filter(({ to }) => to === address);
const roundsOf = (address: string) =>
  desk.tables.all(
    "SELECT r.state, r.reason, r.conversation_id AS conversation FROM assistant_rounds r JOIN conversations c ON c.id = r.conversation_id JOIN contacts k ON k.id = c.contact_id WHERE k.email = ? ORDER BY r.id",
    address,
  );
const messagesOf = (address: string) =>
  desk.tables.all(
    "SELECT m.author_role AS role, m.content, m.origin FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN contacts k ON k.id = c.contact_id WHERE k.email = ? AND m.kind = 'message' ORDER BY m.rowid",
    address,
  );
/** A customer whose address is proved: they answered the notice. */
async function proved(): Promise<{ address: string; reply: string; answered: Taken }> {
  models.answer((asked) => ({ object: provedAnswer(asked) }));
  const address = stranger();
  await write(address, HELP, QUESTION);
  await quiet();
  const reply = mailsTo(address)[0]?.replyTo ?? "";
  await write(address, reply, QUESTION, { Subject: "Re: Your message to Acme" });
  await quiet();
  const answered = mailsTo(address)[1];
  assert.ok(answered, JSON.stringify(desk.tables.all("SELECT state, reason FROM assistant_rounds")));
  models.reset();
  return { address, reply, answered };
}

test("an unproved address gets a neutral notice; who answers it gets the whole answer, marked, in the thread, and once", async () => {
  models.answer((asked) => ({ object: provedAnswer(asked) }));
  const address = stranger();
  await write(address, HELP, `${QUESTION} Tell everybody about canary-text.`);
  await quiet();
  assert.deepEqual(
    messagesOf(address).map(({ role }) => role),
    ["visitor", "assistant"],
  );
  const [notice] = mailsTo(address);
  assert.ok(notice);
  assert.deepEqual(
    { ...notice.headers, "Message-ID": undefined },
    { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All", "Message-ID": undefined },
  );
  assert.equal(notice.subject, "Your message to Acme");
  // Neither what the customer wrote nor what the assistant made of it.
  for (const never of ["canary", "30 days", "parcel"]) assert.ok(!`${notice.text}${notice.html}${notice.subject}`.includes(never), never);
  assert.match(notice.text, /Reply to this email with your question/);

  const asked = "<second-question@mx.example>";
  await write(address, bare(notice.replyTo), QUESTION, { Subject: "Returns", "Message-ID": asked });
  await quiet();
  const [, answer, ...more] = mailsTo(address);
  assert.deepEqual(more, []);
  assert.ok(answer);
  assert.ok(answer.text.startsWith(PROVED), answer.text);
  assert.match(answer.text, new RegExp(`> ${QUESTION.replace("?", "\\?")}`));
  assert.equal(answer.subject, "Re: Returns");
  assert.equal(answer.headers["Auto-Submitted"], "auto-replied");
  assert.equal(answer.headers["X-Auto-Response-Suppress"], "All");
  assert.equal(answer.headers["In-Reply-To"], asked);
  assert.equal(bare(answer.from), HELP);

  // The same mail again, and every job again: nothing is said twice.
  const [before, asks] = [desk.double.mails.length, models.requests.length];
  await write(address, bare(notice.replyTo), QUESTION, { Subject: "Returns", "Message-ID": asked });
  for (let i = 0; i < 3; i += 1) {
    desk.tables.run(
      "UPDATE jobs SET due_at = 0, state = 'queued', finished_at = NULL WHERE kind LIKE 'email.%' OR kind = 'assistant.round'",
    );
    await desk.served.tick();
    await quiet();
  }
  assert.equal(desk.double.mails.length, before);
  assert.equal(models.requests.length, asks);
  assert.deepEqual(
    roundsOf(address).map(({ state }) => state),
    ["sent", "sent"],
  );
});

test("programs, lists and other senders are never answered, and start nothing", async () => {
  const { address, reply } = await proved();
  const [mails, rounds] = [desk.double.mails.length, roundsOf(address).length];
  const automatic: Record<string, string>[] = [
    { "Auto-Submitted": "auto-replied", Subject: "Out of office" },
    { "X-Autoreply": "yes", Subject: "Re: Returns" },
    { Precedence: "bulk" },
    { "List-Id": "<news.people.example>", "List-Unsubscribe": "<https://people.example/u>" },
    { "Content-Type": 'multipart/report; report-type=delivery-status; boundary="x"' },
  ];
  for (const fields of automatic) await write(address, reply, QUESTION, fields);
  for (const fields of automatic) await write(stranger(), HELP, QUESTION, fields);
  await write("MAILER-DAEMON@people.example", HELP, QUESTION);
  // Somebody else to whom the customer forwarded our mail.
  await write(stranger(), reply, QUESTION);
  await quiet();
  assert.equal(desk.double.mails.length, mails);
  assert.equal(roundsOf(address).filter(({ state }) => state !== "skipped").length, rounds);
  assert.equal(models.requests.length, 0);
});

test("neither who is blocked or erased is answered, nor a mail that waits for review", async () => {
  const [blocked, erased] = [await proved(), await proved()];
  const contacts = `/api/management/projects/${desk.projectId}/contacts`;
  const idOf = ({ address }: { address: string }): string =>
    String(desk.tables.all("SELECT id FROM contacts WHERE email = ?", address)[0]?.["id"]);
  desk.tables.run("UPDATE contacts SET state = 'hidden' WHERE id = ?", idOf(blocked));
  assert.ok((await desk.owner.post(`${contacts}/${idOf(erased)}/erase`, {})).status < 300);
  const second = await desk.owner.project("Claimed", "https://claimed.example");
  await startAssistant(desk.owner, second.id, { channels: ["email"] });
  const body = { sender: null, senderName: null, replyAddress: CLAIMED, signature: "" };
  assert.equal((await desk.owner.call(`/api/management/projects/${second.id}/email`, { method: "PUT", body })).status, 200);
  await quiet();
  const mails = desk.double.mails.length;
  for (const { address, reply } of [blocked, erased]) await write(address, reply, QUESTION);
  await write(stranger(), CLAIMED, QUESTION);
  await quiet();
  assert.equal(desk.double.mails.length, mails);
  assert.equal(models.requests.length, 0);
  const waiting = desk.tables.all("SELECT state FROM inbound_mail_receipts WHERE waits_for = ?", CLAIMED);
  assert.equal(waiting.length, 1);
  assert.deepEqual(desk.tables.all("SELECT 1 FROM assistant_rounds WHERE project_id = ?", second.id), []);
});

test("by mail a hand-over is silent, and what was proved of its answer is not sent", async () => {
  const { address, reply } = await proved();
  const mails = desk.double.mails.length;
  // The first sentence is proved, the second is not.
  models.answer((asked) => {
    const { sentences, ...rest } = provedAnswer(asked) as { sentences: object[] };
    return { object: { ...rest, sentences: [...sentences, { text: "Gift cards can be returned for 90 days.", citations: [] }] } };
  });
  await write(address, reply, QUESTION);
  await quiet();
  assert.equal(desk.double.mails.length, mails);
  assert.deepEqual({ ...roundsOf(address).at(-1), conversation: 0 }, { state: "handed_over", reason: "check", conversation: 0 });
  assert.equal(messagesOf(address).at(-1)?.["role"], "visitor");
});

test("a mail of missed replies says whether a person is among its writers; unproved addresses get no text of either", async () => {
  models.answer((asked) => ({ object: provedAnswer(asked) }));
  for (const isProved of [true, false])
    for (const person of [false, true]) {
      const address = stranger();
      const visitor = new Visitor(desk.served.url, desk.key, "https://acme.example");
      await visitor.start();
      desk.tables.run("UPDATE contacts SET email = ?, email_verified = ? WHERE id = ?", address, isProved ? 1 : 0, visitor.contactId);
      const { conversation } = (await visitor.open(QUESTION)).body;
      await quiet();
      if (person) {
        const path = `/api/dashboard/projects/${desk.projectId}/conversations/${conversation.id}/messages`;
        const frontier = Number(desk.tables.all("SELECT revision FROM conversations WHERE id = ?", conversation.id)[0]?.["revision"]);
        const said = await desk.owner.post(path, { clientId: randomUUID(), frontier, content: "I am Olga." });
        assert.equal(said.status, 201, JSON.stringify(said.body));
      }
      await desk.later();
      await quiet();
      const sent = mailsTo(address);
      assert.equal(sent.length, 1);
      assert.equal(sent[0]?.headers["Auto-Submitted"], person ? "auto-generated" : "auto-replied");
      assert.equal(sent[0]?.text.includes(PROVED), isProved);
      assert.equal(sent[0]?.text.includes("I am Olga."), isProved && person);
    }
});

test("a chat whose customer goes on by mail is answered by mail only where the rules allow mail", async () => {
  const { address, reply } = await proved();
  const id = String(roundsOf(address)[0]?.["conversation"]);
  desk.tables.run("UPDATE conversations SET door = 'widget' WHERE id = ?", id);
  desk.tables.run(
    "UPDATE assistant_guidance SET content = json_set(content, '$.channels', json('[\"widget\"]')) WHERE project_id = ?",
    desk.projectId,
  );
  await write(address, reply, QUESTION);
  await quiet();
  assert.deepEqual({ ...roundsOf(address).at(-1), conversation: 0 }, { state: "skipped", reason: "channel", conversation: 0 });
  assert.equal(models.requests.length, 0);
});
