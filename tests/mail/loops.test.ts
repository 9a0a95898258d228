// Mail loops: two installations whose assistants answer every mail, and an autoresponder that does not identify itself.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, test } from "vitest";
import { newId } from "../../kernel/ids/index.ts";
import { call } from "../support/desk.ts";
import { mailDesk, type MailDesk, type Provider } from "./desk.ts";

const TOKEN = "a-token-of-the-gateway";
const desks: MailDesk[] = [];
afterAll(() => Promise.all(desks.map((desk) => desk.stop())));

/** An installation whose every reply counts as an assistant's, not as a person's. */
async function unattended(provider: Provider): Promise<MailDesk> {
  const desk = await mailDesk(provider, { INBOUND_EMAIL_TOKEN: TOKEN });
  desks.push(desk);
  desk.tables.run(
    "CREATE TRIGGER no_person AFTER INSERT ON messages WHEN NEW.author_role = 'operator' BEGIN UPDATE messages SET author_role = 'assistant', author_id = NULL WHERE id = NEW.id; END",
  );
  return desk;
}
const bare = (address: string): string => /<([^<>]+)>$/.exec(address)?.[1] ?? address;

/** Passes mail between the provider's double and the inbound channel, and answers every mail that no rule calls automatic. */
class MailRelay {
  readonly #desk: MailDesk;
  readonly #projects: readonly string[];
  readonly #answered = new Set<string>();
  #at = 0;
  /** What an external correspondent does with a mail. */
  responder: ((mail: MailDesk["double"]["mails"][number]) => Promise<void>) | undefined;

  constructor(desk: MailDesk, projects: readonly string[]) {
    this.#desk = desk;
    this.#projects = projects;
  }
  async write(message: Readonly<Record<string, unknown>>, to: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const body = { message: { messageId: `<${randomUUID()}@mx.example>`, ...message, to }, envelopeTo: to, headers };
    const taken = await call(`${this.#desk.served.url}/api/integrations/email/inbound`, {
      body,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
  }
  /** Delivers our mails to addresses of ours, with the headers that the provider allowed. */
  async #deliver(): Promise<boolean> {
    const fresh = this.#desk.double.mails.slice(this.#at);
    this.#at += fresh.length;
    for (const mail of fresh) {
      const ours = this.#desk.tables.all("SELECT 1 FROM inbound_addresses WHERE address = ?", mail.to).length > 0;
      const { "Message-ID": messageId = `<${randomUUID()}@provider.example>`, ...headers } = mail.headers;
      if (ours)
        await this.write({ from: mail.from, subject: mail.subject, text: mail.text, messageId, ...threadOf(headers) }, mail.to, headers);
      else await this.responder?.(mail);
    }
    return fresh.length > 0;
  }
  async #answer(): Promise<boolean> {
    const { tables, owner } = this.#desk;
    const waiting = tables
      .all(
        "SELECT m.id, m.project_id, m.conversation_id, c.revision FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.author_role = 'visitor' AND json_extract(m.origin, '$.automatic') IS NULL",
      )
      .filter(({ id, project_id: of }) => !this.#answered.has(String(id)) && this.#projects.includes(String(of)));
    for (const { id, project_id: of, conversation_id: conversation, revision } of waiting) {
      this.#answered.add(String(id));
      const path = `/api/dashboard/projects/${String(of)}/conversations/${String(conversation)}/messages`;
      const said = await owner.post(path, { clientId: randomUUID(), frontier: Number(revision), content: "An answer by itself." });
      assert.equal(said.status, 201, JSON.stringify(said.body));
    }
    return waiting.length > 0;
  }
  /** Runs until nobody sends anything more; true when that happened. */
  async untilQuiet(rounds: number): Promise<boolean> {
    for (let round = 0, still = 0; round < rounds; round += 1) {
      const busy = (await this.#deliver()) || (await this.#answer()) || this.#underWay();
      still = busy ? 0 : still + 1;
      if (still === 3) return true;
      await new Promise((wake) => setTimeout(wake, 30));
    }
    return false;
  }
  #underWay = (): boolean =>
    this.#desk.tables.all(
      "SELECT 1 FROM jobs WHERE kind LIKE 'email.%' AND kind <> 'email.forget-test' AND state IN ('queued', 'running') AND due_at <= ?",
      Date.now(),
    ).length > 0;
}
const threadOf = (headers: Readonly<Record<string, string>>) => ({
  ...(headers["In-Reply-To"] === undefined ? {} : { inReplyTo: headers["In-Reply-To"] }),
  ...(headers["References"] === undefined ? {} : { references: headers["References"] }),
});

/** Lets time pass for sent and waiting mails: ids contain their time too. */
function later(desk: MailDesk, minutes: number): void {
  const ms = minutes * 60_000;
  desk.tables.run("UPDATE mail_deliveries SET created_at = created_at - ?, updated_at = updated_at - ?, due_at = due_at - ?", ms, ms, ms);
  for (const { id, created_at: at } of desk.tables.all("SELECT id, created_at FROM mail_deliveries WHERE state = 'sent'"))
    desk.tables.run("UPDATE mail_deliveries SET id = ? WHERE id = ?", newId("delivery", Number(at)), id ?? "");
  desk.tables.run("UPDATE jobs SET due_at = due_at - ? WHERE kind LIKE 'email.%' AND state = 'queued'", ms);
}

const SAID = { content: "Who is there?", customer: "ada@customer.example", help: "help@third.example" };

/** Two projects that receive mail at the addresses they send from, and a third to which anybody writes. */
async function threeProjects(provider: Provider): Promise<{ desk: MailDesk; post: MailRelay }> {
  const desk = await unattended(provider);
  const [second, third] = [
    await desk.owner.project("Rival", "https://rival.example"),
    await desk.owner.project("Third", "https://third.example"),
  ];
  for (const [id, sender, replyAddress] of [
    [desk.projectId, "care@acme.example", "care@acme.example"],
    [second.id, "care@rival.example", "care@rival.example"],
    [third.id, null, SAID.help],
  ] as const) {
    const body = { sender, senderName: null, replyAddress, signature: "" };
    const saved = await desk.owner.call(`/api/management/projects/${id}/email`, { method: "PUT", body });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
  }
  desk.proveAddresses();
  return { desk, post: new MailRelay(desk, [desk.projectId, second.id, third.id]) };
}
const writeFirstMail = (post: MailRelay): Promise<void> =>
  post.write({ from: "care@rival.example", subject: "Hello", text: SAID.content }, "care@acme.example");
const proveAddresses = (desk: MailDesk): void =>
  desk.tables.run("CREATE TRIGGER all_proved AFTER INSERT ON contacts BEGIN UPDATE contacts SET email_verified = 1 WHERE id = NEW.id; END");

const LONG = process.env["LONG"] !== undefined;
const HOURS = LONG ? 4 : 1;

test("two installations that label automatic mail stop after the first reply", async (t) => {
  t.skip(!LONG, "with LONG=1");
  const { desk, post } = await threeProjects("resend");
  await writeFirstMail(post);
  assert.ok(await post.untilQuiet(400));
  assert.equal(desk.double.mails.length, 1);
  assert.equal(desk.tables.all("SELECT 1 FROM messages WHERE json_extract(origin, '$.automatic') IS NOT NULL").length, 1);
});

for (const proved of LONG ? [true, false] : [true])
  test(`when the provider sends no such header, programs stop by themselves; addresses ${proved ? "" : "not "}proved`, async (t) => {
    const { desk, post } = await threeProjects("cloudflare");
    if (proved) proveAddresses(desk);
    // As bad autoresponders do: to the address of the sender, as a new thread, without identifying as a program.
    post.responder = (mail) =>
      post.write({ from: SAID.customer, subject: `Re: ${mail.subject}`, text: "I got your mail." }, mail.replyTo ?? bare(mail.from));
    await writeFirstMail(post);
    await post.write({ from: SAID.customer, subject: "Hello", text: SAID.content }, SAID.help);
    assert.ok(await post.untilQuiet(2000), `${desk.double.mails.length} mails and still going`);
    const counts = (): [desks: number, responder: number] => {
      const responder = desk.double.mails.filter(({ to }) => to === SAID.customer).length;
      return [desk.double.mails.length - responder, responder];
    };
    // Each installation has its own limits: five automatic replies in ten minutes, three an hour to an unproved address.
    const [desks, responder] = counts();
    assert.ok(desks >= 2 && desks <= (proved ? 10 : 6), `${desks} between desks`);
    // An answer to the reply address proves its sender, so the first ones count against one limit and the others against the other.
    assert.ok(responder >= 2 && responder <= (proved ? 5 : 8), `${responder} to the responder`);
    for (let hour = 1; hour <= HOURS; hour += 1) {
      later(desk, 61);
      await desk.served.tick();
      assert.ok(await post.untilQuiet(2000), "quiet again");
      const [moreDesks, moreResponder] = counts();
      assert.ok(moreDesks <= desks + hour * (proved ? 0 : 6), `hour ${hour}: ${moreDesks} between desks`);
      assert.ok(moreResponder <= responder + hour * (proved ? 0 : 3), `hour ${hour}: ${moreResponder} to the responder`);
    }
    void t.annotate(`${desks} and ${responder} mails, after ${HOURS} hours ${counts().join(" and ")}`);
  });
