// Mail that the team writes: new conversations, recipients of a reply, and forwarded messages.
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addressHash } from "../../modules/email/addresses/address-hash.ts";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { mailWorld, messages, deliverRaw, raw } from "./mail-kit.ts";
import { type Answer, OWNER, PNG } from "./world.ts";

interface NewMail {
  readonly from: string;
  readonly to: string[];
  readonly cc?: string[];
  readonly bcc?: string[];
  readonly reply_to?: string;
  readonly subject: string;
  readonly text: string;
  readonly headers: Record<string, string>;
  readonly attachments?: { readonly filename: string }[];
}
const letters: NewMail[] = [];
beforeEach(() => {
  letters.length = 0;
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    letters.push(JSON.parse(String(init.body)) as NewMail);
    return Promise.resolve(Response.json({ id: `provider-${letters.length}` }));
  });
});
afterEach(() => void vi.unstubAllGlobals());

const SENDING = { EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_key_0123456789", EMAIL_FROM: "desk@acme.example" };
let n = 0;
const someAddress = (who = "ada"): string => `${who}${(n += 1)}@customer.example`;
async function composing() {
  const world = await mailWorld({ vars: SENDING });
  await world.rows(
    "INSERT INTO email_settings (project_id, reply_address, signature, updated_at) VALUES (?, ?, 'Acme GmbH', 1)",
    world.projectId,
    world.at,
  );
  return world;
}
type Composing = Awaited<ReturnType<typeof composing>>;
interface MailResult {
  readonly conversation: { readonly id: string; readonly contact: { readonly id: string } };
  readonly event: { readonly revision: number; readonly message: { readonly id: string; readonly content: string } };
  readonly repeated: boolean;
  readonly error?: string;
  readonly code?: string;
}
const start = (world: Composing, body: Record<string, unknown>, env = world.env): Promise<Answer<MailResult>> =>
  world.as<MailResult>(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
    body: { clientId: crypto.randomUUID(), subject: "Your order", content: "Hello there", ...body },
    env,
  });
const answer = async (world: Composing, id: string, mail: unknown, more: Record<string, unknown> = {}): Promise<Answer<MailResult>> =>
  await world.as<MailResult>(`${world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), content: "Our answer", mail, ...more },
  });
const forward = (world: Composing, message: { id: string }, body: Record<string, unknown>): Promise<Answer<MailResult>> =>
  world.as<MailResult>(`/api/dashboard/projects/${world.projectId}/messages/${message.id}/forward`, {
    body: { clientId: crypto.randomUUID(), ...body },
  });
const replyTo = (world: Composing, id: string): Promise<string> =>
  replyAddress(world.ctx(), world.projectId as ProjectId, id as ConversationId, world.at);
/** Delivers a mail of the person; answers the message that it became. */
async function receiveMail(world: Composing, from: string, more: Record<string, string> = {}, text = "Where is it?") {
  const fields = { From: from, To: world.at, Subject: "Order 17", "Message-ID": `<w${(n += 1)}@customer.example>`, ...more };
  expect((await deliverRaw(world, raw(fields, text))).status).toBe(200);
  const found = (await messages(world)).at(-1);
  if (!found) throw new Error("no message");
  return found;
}
const prove = (world: Composing, email: string) =>
  world.rows("UPDATE contacts SET email_verified = 1 WHERE project_id = ? AND email = ?", world.projectId, email);
const deliveries = (world: Composing) =>
  world.rows<{ state: string; kind: string; to_address: string | null; contact_id: string }>(
    "SELECT * FROM mail_deliveries WHERE project_id = ? ORDER BY rowid",
    world.projectId,
  );
const count = async (world: Composing, table: string): Promise<number> =>
  (await world.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE project_id = ?`, world.projectId))[0]?.n ?? -1;

test("a mail to a new address creates a contact, a conversation, and one mail with a neutral subject; the answer lands there and proves the address", async () => {
  const world = await composing();
  const to = someAddress();
  const live = await world.socket();
  const made = await start(world, { to: ` ${to.toUpperCase()} ` });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { conversation } = made.body;
  await live.until((frame) => frame.type === "event" && frame["conversationId"] === conversation.id);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ to: [to], subject: "A message from Acme", reply_to: await replyTo(world, conversation.id) });
  // The team sees the subject as it was entered.
  expect(conversation).toMatchObject({ subject: "Your order" });
  expect(letters[0]?.text).toMatch(/^Your order\n\nHello there\n\n-- \nAcme GmbH/);
  expect(await deliveries(world)).toMatchObject([{ state: "sent", contact_id: conversation.contact.id, to_address: to }]);
  await deliverRaw(
    world,
    raw({ From: to, To: await replyTo(world, conversation.id), Subject: "Re: A message from Acme", "Message-ID": "<a@b.example>" }),
  );
  const [, second] = await messages(world);
  expect(second).toMatchObject({ conversation_id: conversation.id, author_role: "visitor", contact_id: conversation.contact.id });
  expect(second?.origin.differentSender).toBeUndefined();
  expect(await world.rows("SELECT email_verified FROM contacts WHERE id = ?", conversation.contact.id)).toEqual([{ email_verified: 1 }]);
  // The address is proved now, so the next mail has its own subject.
  const third = await start(world, { to, subject: "Another thing" });
  expect(third.body.conversation.contact.id).toBe(conversation.contact.id);
  expect(letters.at(-1)).toMatchObject({ subject: "Another thing" });
  expect(letters.at(-1)?.text).toMatch(/^Hello there/);
  live.socket.close();
});

test("subject and sender are in the language of the customer, else in English, whatever the member speaks", async () => {
  const world = await composing();
  // The member uses the interface in Arabic.
  expect((await world.as("/api/account/language", { method: "PUT", body: { language: "ar" } })).status).toBe(200);
  const headers = { "accept-language": "ar" };
  const [unknown, german] = [someAddress(), someAddress()];
  const write = (to: string) =>
    world.as<MailResult>(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
      body: { clientId: crypto.randomUUID(), subject: "Your order", content: "Hello there", to },
      headers,
    });
  const made = await write(unknown);
  expect(letters.at(-1)).toMatchObject({ to: [unknown], subject: "A message from Acme" });
  const { conversation } = made.body;
  await world.rows('UPDATE contacts SET visit = \'{"language":"de-AT"}\' WHERE id = ?', conversation.contact.id);
  // The member's choice of recipients, then a reply that a job mails, then another first mail.
  const reply = async (mail?: unknown) =>
    await world.as<MailResult>(`${world.conversations}/${conversation.id}/messages`, {
      body: { clientId: crypto.randomUUID(), frontier: await world.revision(conversation.id), content: "Our answer", mail },
      headers,
    });
  expect((await reply({ to: unknown, cc: [], bcc: [] })).status).toBe(201);
  expect(letters.at(-1)).toMatchObject({ to: [unknown], subject: "Eine Nachricht von Acme" });
  expect((await reply()).status).toBe(201);
  expect(letters).toHaveLength(3);
  expect(letters.at(-1)).toMatchObject({ to: [unknown], subject: "Eine Nachricht von Acme" });
  const shown = await world.rows<{ from_name: string }>(
    "SELECT from_name FROM mails WHERE conversation_id = ? ORDER BY rowid",
    conversation.id,
  );
  expect(shown.map(({ from_name }) => from_name)).toEqual([
    expect.stringMatching(/ at Acme$/),
    expect.stringMatching(/ von Acme$/),
    expect.stringMatching(/ von Acme$/),
  ]);
  await receiveMail(world, german);
  await world.rows('UPDATE contacts SET visit = \'{"language":"de"}\' WHERE project_id = ? AND email = ?', world.projectId, german);
  await write(german);
  expect(letters.at(-1)).toMatchObject({ to: [german], subject: "Eine Nachricht von Acme" });
});

test("the same clientId creates everything once, even concurrently, and is refused with another text", async () => {
  const world = await composing();
  const body = { clientId: crypto.randomUUID(), to: someAddress() };
  const all = await Promise.all([start(world, body), start(world, body), start(world, body)]);
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect(new Set(all.map((one) => one.body.event.message.id)).size).toBe(1);
  for (const more of [{ subject: "Else" }, { content: "Else" }, { to: someAddress() }])
    expect((await start(world, { ...body, ...more })).body).toMatchObject({ code: "conflict" });
  for (const table of ["contacts", "conversations", "messages", "mails", "mail_deliveries"]) expect(await count(world, table)).toBe(1);
  expect(letters).toHaveLength(1);
  // Even when the address was proved in between, which would change the mail's text.
  await prove(world, body.to);
  expect(await start(world, body)).toMatchObject({ status: 200, body: { repeated: true } });
  // Two members write to the same new address at once: one contact.
  const to = someAddress();
  await Promise.all([start(world, { to }), start(world, { to })]);
  expect(await count(world, "contacts")).toBe(2);
  expect(await count(world, "conversations")).toBe(3);
});

test("an unproved address gets 3 mails an hour over all projects; further messages are stored, and their mails wait", async () => {
  const [world, other] = [await composing(), await composing()];
  const to = someAddress();
  const written = await receiveMail(world, someAddress());
  for (const one of [world, world, other]) expect((await start(one, { to })).status).toBe(201);
  expect((await start(world, { to })).status).toBe(201);
  expect((await deliveries(world)).at(-1)).toMatchObject({ state: "held", error: expect.stringContaining("3 emails an hour") });
  // Copies count as well.
  expect((await answer(world, written.conversation_id, { cc: [to] })).status).toBe(201);
  expect((await deliveries(world)).at(-1)).toMatchObject({ state: "held" });
  expect(letters.flatMap((one) => [...one.to, ...(one.cc ?? [])]).filter((one) => one === to)).toHaveLength(3);
});

test("a refused mail stores nothing: not configured, blocked, erased, another contact's address, bounced, our own addresses, invalid ones", async () => {
  const world = await composing();
  const to = someAddress();
  const contactId = (await receiveMail(world, to)).contact_id;
  const env = { ...world.env, EMAIL_API_KEY: "" } as typeof world.env;
  expect(await start(world, { to }, env)).toMatchObject({ status: 503, body: { code: "not_configured", variables: ["EMAIL_API_KEY"] } });
  const came = someAddress();
  const { env: e, db } = world.ctx();
  await world.rows("INSERT INTO mail_suppressions VALUES (?, ?, 'bounced', 1)", world.projectId, await addressHash({ env: e, db }, came));
  const refused: [Record<string, unknown>, number][] = [
    [{ to: came }, 409],
    [{ to: world.at }, 400],
    [{ to: world.at.replace("@", "+anything@") }, 400],
    [{ to: "desk@acme.example" }, 400],
    [{ to: someAddress(), contactId }, 409],
    [{ to, contactId: `con_${"0".repeat(26)}` }, 404],
    [{ to, subject: "a\r\nBcc: eve@evil.example" }, 400],
    [{ to, subject: "" }, 400],
    [{ to, content: "  " }, 400],
    ...[
      "a@b.example\r\nBcc: c@d.example",
      "a@b.example,c@d.example",
      "Ada <a@b.example>",
      "a@b.example ;c",
      '"a b"@c.example',
      "a@b.example\u0000",
    ].map((bad): [Record<string, unknown>, number] => [{ to: bad }, 400]),
  ];
  const before = await count(world, "messages");
  for (const [body, status] of refused) expect((await start(world, body)).status, JSON.stringify(body)).toBe(status);
  for (const state of ["hidden", "erasing", "erased"]) {
    await world.rows("UPDATE contacts SET state = ? WHERE id = ?", state, contactId);
    expect((await start(world, { to, contactId })).status, state).toBe(409);
    if (state === "hidden") expect((await start(world, { to })).status).toBe(409);
  }
  expect(await count(world, "messages")).toBe(before);
  expect(await count(world, "conversations")).toBe(1);
  expect(letters).toHaveLength(0);
  // A mail from an erased contact's address makes a new contact.
  expect((await start(world, { to })).body.conversation.contact.id).not.toBe(contactId);
});

test("a contact that only claims the address, or belongs to another project, is not chosen as the recipient", async () => {
  const [world, other] = [await composing(), await composing()];
  const to = someAddress();
  const claims = await world.visitor();
  await world.rows("UPDATE contacts SET email = ? WHERE id = ?", to, claims.contactId);
  const theirs = await receiveMail(other, to);
  const made = await start(world, { to });
  expect([claims.contactId, theirs.contact_id]).not.toContain(made.body.conversation.contact.id);
  expect((await start(world, { to, contactId: theirs.contact_id })).status).toBe(404);
  const chosen = await start(world, { to, contactId: claims.contactId });
  expect(chosen.body.conversation.contact.id).toBe(claims.contactId);
  expect(letters.at(-1)).toMatchObject({ subject: "A message from Acme" });
});

test("a reply with copies is one mail to all; with a stranger among them it quotes no customer", async () => {
  const world = await composing();
  const [ada, bea, eve] = [someAddress("ada"), someAddress("bea"), someAddress("eve")];
  const asked = await receiveMail(world, ada, { Cc: `Bea <${bea}>, ${world.at}` });
  await receiveMail(world, bea);
  await prove(world, ada);
  await prove(world, bea);
  const read = await world.as<{ others: string[]; subject: string }>(`${world.conversations}/${asked.conversation_id}/mails`);
  expect(read.body).toMatchObject({ others: [bea], subject: "Re: Order 17" });
  // Only named recipients get a copy.
  await answer(world, asked.conversation_id, undefined);
  expect(letters.at(-1)).toMatchObject({ to: [ada], subject: "Re: Order 17" });
  expect(letters.at(-1)).not.toHaveProperty("cc");
  const clientId = crypto.randomUUID();
  const both = { cc: [bea.toUpperCase()], bcc: [OWNER], subject: "Chosen" };
  await world.rows("UPDATE accounts SET email_verified_at = 1 WHERE email = ?", OWNER);
  const twice = await Promise.all([1, 2].map(() => answer(world, asked.conversation_id, both, { clientId })));
  expect(twice.map(({ status }) => status).toSorted(), JSON.stringify(twice[0]?.body)).toEqual([200, 201]);
  expect((await answer(world, asked.conversation_id, { cc: [bea] }, { clientId })).body).toMatchObject({ code: "conflict" });
  expect(letters).toHaveLength(2);
  expect(letters[1]).toMatchObject({ to: [ada], cc: [bea], bcc: [OWNER], subject: "Chosen" });
  expect(letters[1]?.text).toContain("> Where is it?");
  const shown = await world.as<{ items: { subject: string; cc: { address: string }[]; bcc: string[] }[] }>(
    `${world.conversations}/${asked.conversation_id}/mails`,
  );
  expect(shown.body.items.find(({ subject }) => subject === "Chosen")).toMatchObject({ cc: [{ address: bea }], bcc: [OWNER] });
  await answer(world, asked.conversation_id, { cc: [bea], bcc: [eve], subject: "Chosen" });
  expect(letters[2]).toMatchObject({ to: [ada], subject: "Your message to Acme" });
  expect(letters[2]?.text).not.toContain("Where is it?");
  expect(letters[2]?.headers).not.toHaveProperty("In-Reply-To");
  await world.rows("UPDATE accounts SET email_verified_at = NULL WHERE email = ?", OWNER);
});

test("a held reply goes to the recipients that were chosen, once it is due, or comes back when one takes no mail any more", async () => {
  const world = await composing();
  const [ada, bea] = [someAddress("ada"), someAddress("bea")];
  const asked = await receiveMail(world, ada, { Cc: `Bea <${bea}>, ${world.at}` });
  await receiveMail(world, bea);
  const id = asked.conversation_id;
  const hold = async (content: string): Promise<string> => {
    const clientId = crypto.randomUUID();
    const body = { clientId, frontier: await world.revision(id), content, mail: { cc: [bea] }, undoSeconds: 5 };
    expect((await world.as(`${world.conversations}/${id}/pending-reply`, { body })).status).toBe(201);
    return clientId;
  };
  await hold("It left");
  expect(letters).toEqual([]);
  world.clock.advance({ seconds: 5 });
  await world.tick();
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ to: [ada], cc: [bea] });
  await hold("And arrived");
  const { env, db } = world.ctx();
  await world.rows("INSERT INTO mail_suppressions VALUES (?, ?, 'bounced', 1)", world.projectId, await addressHash({ env, db }, bea));
  world.clock.advance({ seconds: 5 });
  await world.tick();
  expect(letters).toHaveLength(1);
  const own = await world.as<{ own: { state: string } }>(`${world.conversations}/${id}/pending-reply`);
  expect(own.body.own.state).toBe("refused");
  expect(await world.rows("SELECT content FROM drafts WHERE conversation_id = ?", id)).toEqual([{ content: "And arrived" }]);
});

test("a refused reply names the address and stores nothing", async () => {
  const [world, other] = [await composing(), await composing()];
  const ada = someAddress();
  const asked = await receiveMail(world, ada);
  const theirs = await receiveMail(other, someAddress());
  const proved = someAddress();
  await receiveMail(world, proved);
  const widget = (await (await world.visitor()).open("Hello")).body.conversation.id;
  const before = await count(world, "conversation_events");
  const many = Array.from({ length: 11 }, (_, i) => `p${i}@many.example`);
  const came = someAddress();
  const { env, db } = world.ctx();
  await world.rows("INSERT INTO mail_suppressions VALUES (?, ?, 'bounced', 1)", world.projectId, await addressHash({ env, db }, came));
  for (const [mail, status] of [
    [{ cc: many }, 400],
    [{ cc: many.slice(0, 6), bcc: many.slice(5, 10) }, 400],
    [{ cc: many.slice(0, 6), bcc: many.slice(6) }, 400],
    [{ cc: ["a@b.example\r\nTo: c@d.example"] }, 400],
    [{ cc: ["A <a@b.example>"] }, 400],
    [{ subject: "a\nBcc: b@c.example" }, 400],
    [{ cc: [ada] }, 409],
    [{ bcc: [world.at] }, 400],
    [{ cc: [other.at] }, 400],
    [{ cc: ["desk@acme.example"] }, 400],
    [{ cc: [came] }, 409],
    [{ to: proved }, 409],
    [{ unknown: 1 }, 400],
  ] as const) {
    const said = await answer(world, asked.conversation_id, mail);
    expect([said.status, JSON.stringify(mail)]).toEqual([status, JSON.stringify(mail)]);
  }
  expect((await answer(world, asked.conversation_id, { cc: [came] })).body.error).toContain(came);
  expect((await answer(world, widget, { cc: [someAddress()] })).status).toBe(409);
  expect((await answer(world, theirs.conversation_id, { cc: [] })).status).toBe(404);
  expect((await answer(other, asked.conversation_id, { cc: [] })).status).toBe(404);
  expect(await count(world, "conversation_events")).toBe(before);
  expect(letters).toHaveLength(0);
  await prove(world, proved);
  expect((await answer(world, asked.conversation_id, { to: proved })).status).toBe(201);
  expect(letters).toMatchObject([{ to: [proved] }]);
});

test("an answer from a copy's recipient is flagged as somebody else's, for the team only, and gives no access", async () => {
  const world = await composing();
  const visitor = await world.visitor();
  const { conversation } = (await visitor.open("Hello")).body;
  const ada = someAddress();
  await world.rows("UPDATE contacts SET email = ?, email_verified = 1 WHERE id = ?", ada, visitor.contactId);
  await world.rows("UPDATE conversations SET door = 'email' WHERE id = ?", conversation.id);
  const bea = someAddress("bea");
  expect((await answer(world, conversation.id, { cc: [bea] })).status).toBe(201);
  const live = await visitor.socket();
  await receiveMail(world, bea, { To: await replyTo(world, conversation.id) }, "Secret of somebody else");
  const stranger = (await messages(world)).at(-1);
  expect(stranger).toMatchObject({ conversation_id: conversation.id, origin: { differentSender: true } });
  expect(await count(world, "contacts")).toBe(1);
  const seen = await visitor.call(`/api/widget/conversations/${conversation.id}/events`);
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).toContain("Our answer");
  expect(JSON.stringify(seen.body)).not.toContain("Secret");
  expect(JSON.stringify((await visitor.call("/api/widget/conversations")).body)).not.toContain("Secret");
  // The visitor still receives everything meant for them, in order.
  await answer(world, conversation.id, undefined, { content: "After it" });
  await live.until((frame) => frame.event?.message?.content === "After it");
  expect(live.contents()).not.toContain("Secret of somebody else");
  live.socket.close();
  const thread = await world.as(`${world.conversations}/${conversation.id}`);
  expect(JSON.stringify(thread.body)).toContain("Secret of somebody else");
});

test("a message is forwarded with its files and a note, to proved addresses only", async () => {
  const world = await composing();
  const [ada, eve] = [someAddress("ada"), someAddress("eve")];
  const mail = [
    `From: Ada Buyer <${ada}>\r\nTo: ${world.at}\r\nSubject: Order 17\r\nMessage-ID: <f${n}@customer.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b`,
    `--b\r\nContent-Type: text/plain\r\n\r\nIt is broken.\r\n--b\r\nContent-Type: image/png; name=crack.png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=crack.png\r\n\r\n${btoa(String.fromCodePoint(...PNG))}\r\n--b--`,
  ].join("\r\n\r\n");
  await deliverRaw(world, mail);
  const asked = (await messages(world)).at(-1);
  if (!asked) throw new Error("no message");
  const before = await count(world, "conversation_events");
  await world.rows("UPDATE accounts SET email_verified_at = NULL WHERE email = ?", OWNER);
  const gone = someAddress("gone");
  await world.rows(
    "INSERT INTO accounts (id, email, name, password_hash, created_at, email_verified_at, disabled_at) VALUES ('acc_gone', ?, 'Gone', '', 1, 1, 1)",
    gone,
  );
  await world.rows("INSERT INTO memberships (project_id, account_id, role, joined_at) VALUES (?, 'acc_gone', 'admin', 1)", world.projectId);
  // A member with an unconfirmed address, a locked-out member, a stranger, a contact that did not prove the address.
  for (const to of [OWNER, gone, eve, ada]) {
    const refused = await forward(world, asked, { to });
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining(to) } });
  }
  expect((await forward(world, asked, { to: world.at })).status).toBe(400);
  expect(await count(world, "conversation_events")).toBe(before);
  await world.rows("UPDATE accounts SET email_verified_at = 1 WHERE email = ?", OWNER);
  const body = { clientId: crypto.randomUUID(), to: OWNER, content: "Please **look**." };
  const all = await Promise.all([forward(world, asked, body), forward(world, asked, body)]);
  expect(all.map(({ status }) => status).toSorted(), JSON.stringify(all[0]?.body)).toEqual([200, 201]);
  expect((await forward(world, asked, { ...body, content: "Else" })).body).toMatchObject({ code: "conflict" });
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({
    to: [OWNER],
    subject: "Fwd: Order 17",
    reply_to: await replyTo(world, asked.conversation_id),
    attachments: [{ filename: "crack.png" }],
  });
  expect(letters[0]?.text).toMatch(/^Please look\.[\s\S]*Forwarded message[\s\S]*From: Ada Buyer <[\s\S]*Date: \d{4}[\s\S]*It is broken\./);
  const thread = await world.as<{ events: { kind: string; note?: { content: string } }[] }>(
    `${world.conversations}/${asked.conversation_id}`,
  );
  expect(thread.body.events.at(-1)).toMatchObject({ kind: "note", note: { content: `Forwarded by email.\n\nPlease **look**.` } });
  expect(await deliveries(world)).toMatchObject([{ kind: "forward", state: "sent" }]);
  // The forward is not part of the customer's thread.
  await prove(world, ada);
  await answer(world, asked.conversation_id, undefined);
  expect(letters[1]?.subject).toBe("Re: Order 17");
  expect(JSON.stringify(letters[1]?.headers)).not.toContain(letters[0]?.headers["Message-ID"] ?? "none");
  const other = await composing();
  expect((await forward(other, asked, { to: OWNER })).status).toBe(404);
  await world.rows("UPDATE messages SET erased_at = 1, content = '' WHERE id = ?", asked.id);
  expect((await forward(world, asked, { to: OWNER })).status).toBe(409);
  await world.rows("UPDATE accounts SET email_verified_at = NULL WHERE email = ?", OWNER);
});

test("a concurrent erasure leaves nothing of the copies and the texts", async () => {
  const world = await composing();
  const [ada, bea] = [someAddress("ada"), someAddress("bea")];
  const asked = await receiveMail(world, ada);
  await receiveMail(world, bea);
  await prove(world, bea);
  const erase = () => world.as(`/api/management/projects/${world.projectId}/contacts/${asked.contact_id}/erase`, { body: {} });
  await Promise.all([
    answer(world, asked.conversation_id, { cc: [bea] }),
    forward(world, asked, { to: bea, content: "Look at Ada" }),
    start(world, { to: ada, contactId: asked.contact_id }),
    erase(),
  ]);
  for (let i = 0; i < 5; i += 1) {
    await erase();
    await world.tick();
  }
  expect(await world.rows("SELECT state FROM contacts WHERE id = ?", asked.contact_id)).toEqual([{ state: "erased" }]);
  const own = "SELECT id FROM mail_deliveries WHERE contact_id = ?";
  expect(
    await world.rows(`SELECT address FROM mail_copies WHERE delivery_id IN (${own}) AND address IS NOT NULL`, asked.contact_id),
  ).toEqual([]);
  expect(await world.rows(`SELECT content FROM mail_forwards WHERE delivery_id IN (${own}) AND content <> ''`, asked.contact_id)).toEqual(
    [],
  );
  expect(
    await world.rows("SELECT to_address FROM mail_deliveries WHERE contact_id = ? AND to_address IS NOT NULL", asked.contact_id),
  ).toEqual([]);
  expect((await answer(world, asked.conversation_id, { cc: [bea] })).status).toBe(409);
});

test("an erasure finds the address in mails of other contacts' conversations, and other recipients stay named", async () => {
  const world = await composing();
  const [ada, bea, cleo] = [someAddress("ada"), someAddress("bea"), someAddress("cleo")];
  const asked = await receiveMail(world, ada);
  // One contact is known by her mail, the other proved the address in another way.
  const beas = await receiveMail(world, bea);
  await prove(world, bea);
  const made = await start(world, { to: cleo });
  const cleos = made.body.conversation.contact.id;
  await prove(world, cleo);
  expect((await answer(world, asked.conversation_id, { cc: [bea, cleo], bcc: [] })).status).toBe(201);
  expect((await forward(world, asked, { to: bea, content: "For Bea" })).status).toBe(201);
  expect((await forward(world, asked, { to: cleo })).status).toBe(201);
  const rowsContaining = async (address: string): Promise<string[]> => {
    const tables = await world.rows<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
    );
    const found: string[] = [];
    for (const { name } of tables) if (JSON.stringify(await world.rows(`SELECT * FROM ${name}`)).includes(address)) found.push(name);
    return found;
  };
  const erase = (contactId: string) => world.as(`/api/management/projects/${world.projectId}/contacts/${contactId}/erase`, { body: {} });
  expect(await rowsContaining(bea)).toEqual(expect.arrayContaining(["mail_copies", "mail_deliveries", "mails"]));
  await erase(beas.contact_id);
  expect(await rowsContaining(bea)).toEqual([]);
  expect(await rowsContaining(cleo)).toEqual(expect.arrayContaining(["mail_copies", "mail_deliveries", "mails"]));
  await erase(cleos);
  expect(await rowsContaining(cleo)).toEqual([]);
  expect(await rowsContaining(ada)).toEqual(expect.arrayContaining(["contacts", "mail_deliveries", "mails"]));
});

test("any member can send a failed reply again; bounced ones are left to admins", async () => {
  const world = await composing();
  const asked = await receiveMail(world, someAddress());
  const { body } = await answer(world, asked.conversation_id, undefined);
  const path = (projectId: string, id: string): string => `/api/dashboard/projects/${projectId}/messages/${id}/mail/resend`;
  const sendAgain = (projectId = world.projectId, id = body.event.message.id) => world.as<MailResult>(path(projectId, id), { body: {} });
  expect(letters).toHaveLength(1);
  expect(await sendAgain()).toMatchObject({ status: 409 });
  for (const state of ["bounced", "suppressed"]) {
    await world.rows("UPDATE mail_deliveries SET state = ? WHERE project_id = ?", state, world.projectId);
    expect(await sendAgain()).toMatchObject({ status: 409, body: { error: expect.stringContaining("owner or admin") } });
  }
  for (const [i, state] of ["failed", "needs_review"].entries()) {
    await world.rows("UPDATE mail_deliveries SET state = ? WHERE project_id = ?", state, world.projectId);
    expect(await sendAgain()).toMatchObject({ status: 200 });
    await world.tick();
    expect(letters).toHaveLength(2 + i);
    expect(await deliveries(world)).toMatchObject([{ state: "sent" }]);
  }
  const other = await composing();
  expect((await sendAgain(other.projectId)).status).toBe(404);
  expect((await sendAgain(world.projectId, asked.id)).status).toBe(404);
});
