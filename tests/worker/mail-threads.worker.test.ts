// Which conversation a mail joins: decided by what is proved, never by what it claims. Also what an automatic mail may not do.
import { expect, test } from "vitest";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { keyedHash } from "#kernel/auth/index.ts";
import { NOTHING_NEW } from "../../modules/inbound-email/contract.ts";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { deliverByGateway, mailWorld, messages, deliverByPlatform, deliverRaw, raw, receipts, type MessageRow } from "./mail-kit.ts";
import type { World } from "./world.ts";

type MailWorld = Awaited<ReturnType<typeof mailWorld>>;
let n = 0;
const mail = (world: MailWorld, from: string, more: Record<string, string> = {}, text = "Words"): string =>
  raw({ From: from, To: world.at, Subject: "S", "Message-ID": `<m${(n += 1)}@example.test>`, ...more }, text);
const last = async (world: World): Promise<MessageRow> => {
  const all = await messages(world);
  const found = all.at(-1);
  if (!found) throw new Error("no message");
  return found;
};
const replyTo = (world: MailWorld, conversationId: string, projectId = world.projectId): Promise<string> =>
  replyAddress(world.ctx(), projectId as ProjectId, conversationId as ConversationId, world.at);
/** Stores one of our mails in the conversation, sent to the address. */
async function storeSentMail(world: MailWorld, { conversation_id, contact_id }: MessageRow, address: string): Promise<void> {
  const { env, db } = world.ctx();
  await world.rows(
    "INSERT INTO mail_deliveries (id, project_id, conversation_id, contact_id, kind, cause, to_hash, state, created_at, updated_at) VALUES (?, ?, ?, ?, 'reply', ?, ?, 'sent', 1, 1)",
    ...[`dlv_${crypto.randomUUID()}`, world.projectId, conversation_id, contact_id, crypto.randomUUID(), await keyedHash(env, db, address)],
  );
}
/** Stores a reply of ours as the sender records it. */
async function storeReply(world: MailWorld, { conversation_id }: MessageRow, header: string): Promise<void> {
  const { env, db } = world.ctx();
  const answer = await world.as<{ event: { message: { id: string } } }>(`${world.conversations}/${conversation_id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(conversation_id), content: "Our answer" },
  });
  const { id } = answer.body.event.message;
  await world.rows(
    "INSERT OR REPLACE INTO mails (message_id, project_id, conversation_id, direction, header_id, header_hash, created_at) VALUES (?, ?, ?, 'out', ?, ?, 1)",
    ...[id, world.projectId, conversation_id, header, await keyedHash(env, db, header)],
  );
  await world.rows(
    "UPDATE mail_deliveries SET state = 'sent', error = NULL, header_id = ?, to_hash = 'hash-of-ada' WHERE message_id = ?",
    header,
    id,
  );
}

test("an answer to our reply address joins its conversation, proves the address, and reopens it", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "Ada <ada@example.test>"));
  const first = await last(world);
  await world.rows("UPDATE conversations SET status = 'closed', waiting_since = NULL WHERE id = ?", first.conversation_id);
  await storeSentMail(world, first, "ada@example.test");
  const address = await replyTo(world, first.conversation_id);
  // Mail systems change the case of addresses.
  await deliverRaw(world, mail(world, "ADA@Example.test", { To: address.toUpperCase() }));
  const second = await last(world);
  expect(second).toMatchObject({ conversation_id: first.conversation_id, status: "open", origin: { automatic: null } });
  expect(second.origin.differentSender).toBeUndefined();
  expect(second.waiting_since).not.toBeNull();
  expect(await world.rows("SELECT email_verified FROM contacts WHERE id = ?", first.contact_id)).toEqual([{ email_verified: 1 }]);
});

test("another sender who knows the reply address is shown as somebody else, proves nothing, and becomes no contact", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  await deliverRaw(world, mail(world, "eve@evil.example", { To: await replyTo(world, first.conversation_id) }));
  expect(await last(world)).toMatchObject({
    conversation_id: first.conversation_id,
    contact_id: first.contact_id,
    origin: { differentSender: true },
  });
  expect(await world.rows("SELECT email, email_verified FROM contacts WHERE project_id = ?", world.projectId)).toEqual([
    { email: "ada@example.test", email_verified: 0 },
  ]);
  expect(await world.rows("SELECT from_address FROM mails WHERE project_id = ? ORDER BY rowid DESC LIMIT 1", world.projectId)).toEqual([
    { from_address: "eve@evil.example" },
  ]);
});

test("a wrong signature, and a valid one of another project, open nothing", async () => {
  const [world, other] = [await mailWorld(), await mailWorld()];
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  const right = await replyTo(world, first.conversation_id);
  const at = right.lastIndexOf("@");
  const wrong = `${right.slice(0, at - 1)}${right[at - 1] === "0" ? "4" : "0"}${right.slice(at)}`;
  const foreign = await replyTo(world, first.conversation_id, other.projectId);
  for (const to of [wrong, foreign, right.replace(/\+.{26}/, "+00000000000000000000000000")]) {
    await deliverRaw(world, mail(world, "eve@evil.example", { To: to }));
    expect((await last(world)).conversation_id).not.toBe(first.conversation_id);
  }
});

test("In-Reply-To leads only the conversation's own contact to it", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test", { "Message-ID": "<first@example.test>" }));
  const first = await last(world);
  await storeReply(world, first, "answer@desk.example");
  for (const more of [{ "In-Reply-To": "<answer@desk.example>" }, { References: "<x@y> <first@example.test> <unknown@z>" }]) {
    await deliverRaw(world, mail(world, "Ada <ADA@example.test>", more));
    expect(await last(world)).toMatchObject({ conversation_id: first.conversation_id, contact_id: first.contact_id });
    await deliverRaw(world, mail(world, "eve@evil.example", more));
    const stranger = await last(world);
    expect(stranger.conversation_id).not.toBe(first.conversation_id);
    expect(stranger.contact_id).not.toBe(first.contact_id);
  }
  // A new mail of the same person without any reference starts a new conversation of theirs.
  await deliverRaw(world, mail(world, "ada@example.test"));
  expect(await last(world)).toMatchObject({ contact_id: first.contact_id });
  expect((await last(world)).conversation_id).not.toBe(first.conversation_id);
  // The same Message-ID in another project leads nowhere.
  const other = await mailWorld();
  await deliverRaw(other, mail(other, "ada@example.test", { "In-Reply-To": "<answer@desk.example>" }));
  expect((await last(other)).conversation_id).not.toBe(first.conversation_id);
});

test("mail is not attributed to a visitor who only claimed the address; a proved address counts when the mail is authenticated too", async () => {
  const world = await mailWorld();
  const claimed = await world.visitor();
  await claimed.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "Claims", email: "ada@example.test" }] } });
  await deliverRaw(world, mail(world, "ada@example.test"));
  expect((await last(world)).contact_id).not.toBe(claimed.contactId);
  const proved = await world.visitor();
  await world.rows("UPDATE contacts SET email = 'bea@example.test', email_verified = 1 WHERE id = ?", proved.contactId);
  await deliverRaw(world, mail(world, "bea@example.test"));
  const unproved = await last(world);
  expect(unproved.contact_id).not.toBe(proved.contactId);
  const other = await mailWorld();
  const theirs = await other.visitor();
  await other.rows("UPDATE contacts SET email = 'bea@example.test', email_verified = 1 WHERE id = ?", theirs.contactId);
  const results = { "Authentication-Results": "mx.cloudflare.net; dmarc=pass header.from=example.test" };
  const stack = (): string => `Authentication-Results: ${results["Authentication-Results"]}\r\n${mail(other, "bea@example.test")}`;
  await deliverByPlatform(other, { from: "bea@example.test", to: other.at, raw: stack() });
  expect((await last(other)).contact_id).toBe(theirs.contactId);
});

test("automatic mail is labelled: it reopens nothing, makes nobody wait, and triggers nothing, even when the schedule runs", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  await world.rows("UPDATE conversations SET status = 'closed', waiting_since = NULL WHERE id = ?", first.conversation_id);
  const to = await replyTo(world, first.conversation_id);
  await deliverRaw(
    world,
    mail(world, "ada@example.test", { To: to, "Auto-Submitted": "auto-replied", Subject: "Automatic reply: S" }, "I am away."),
  );
  const away = await last(world);
  expect(away).toMatchObject({ conversation_id: first.conversation_id, status: "closed", waiting_since: null, content: "I am away." });
  expect(away.origin.automatic?.reasons.map(({ rule }) => rule)).toContain("auto-submitted");
  // An out-of-office reply proves no address.
  expect(await world.rows("SELECT email_verified FROM contacts WHERE id = ?", first.contact_id)).toEqual([{ email_verified: 0 }]);
  await deliverRaw(world, mail(world, "no-reply@shop.example"));
  expect(await last(world)).toMatchObject({ waiting_since: null });
  const list = await world.as<{ items: { previewAutomatic: boolean }[] }>(`${world.conversations}?view=closed`);
  expect(list.body.items.map((one) => one.previewAutomatic)).toEqual([true]);
  const counts = async (): Promise<unknown> =>
    await world.rows(
      "SELECT (SELECT count(*) FROM messages) AS messages, (SELECT count(*) FROM conversation_events) AS events, (SELECT count(*) FROM inbound_mail_receipts) AS receipts, (SELECT count(*) FROM mail_deliveries) AS deliveries, (SELECT group_concat(DISTINCT kind) FROM jobs WHERE project_id = ?) AS kinds",
      world.projectId,
    );
  const before = await counts();
  expect(before).toMatchObject([{ kinds: "email.admit" }]);
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 6 });
    await world.tick();
  }
  expect(await counts()).toEqual(before);
  const evidence = await world.as<{ receipt: { automatic: boolean; reasons: { rule: string }[] } }>(
    `/api/management/projects/${world.projectId}/inbound-emails/${away.id}`,
  );
  expect(evidence.body.receipt).toMatchObject({ automatic: true });
  expect(evidence.body.receipt.reasons).toEqual(away.origin.automatic?.reasons);
});

test("mail from our own address is labelled automatic, in one conversation per address, without its text or its raw copy", async () => {
  const world = await mailWorld({ vars: { EMAIL_FROM: "Desk <desk@own.example>" } });
  await world.rows(
    "INSERT INTO email_settings (project_id, sender, reply_address, updated_at) VALUES (?, 'Hello@sender.example', 'r@reply.example', 1)",
    world.projectId,
  );
  const own = [world.at, "hello@sender.example", "desk@own.example"];
  for (const from of [...own, ...own]) await deliverRaw(world, mail(world, from, {}, "A link with a secret."));
  const told = await messages(world);
  expect(told).toHaveLength(6);
  expect(new Set(told.map((one) => one.conversation_id)).size).toBe(3);
  for (const one of told) {
    expect(one.content).toBe("This email comes from an address of this installation. Its content isn’t kept.");
    expect(one.origin.automatic).not.toBeNull();
    expect(one).toMatchObject({ waiting_since: null });
  }
  expect(told[0]?.origin.automatic?.reasons.map(({ rule }) => rule)).toEqual(["own-address"]);
  expect((await receipts(world)).map(({ state, automatic, object_key }) => [state, automatic, object_key])).toEqual(
    Array.from({ length: 6 }, () => ["admitted", 1, null]),
  );
  const contacts = await world.rows<{ email: string | null }>("SELECT email FROM contacts WHERE project_id = ?", world.projectId);
  expect(contacts.map(({ email }) => email)).toEqual([null, null, null]);
  expect(await world.rows("SELECT 1 FROM mail_deliveries WHERE project_id = ?", world.projectId)).toEqual([]);
});

test("a reply of ours that a rule forwards back is shown in its own conversation, to the team only", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  await storeReply(world, first, "looped@desk.example");
  await deliverRaw(world, mail(world, world.at, { "Message-ID": "<looped@desk.example>" }));
  expect(await last(world)).toMatchObject({ conversation_id: first.conversation_id, contact_id: first.contact_id });
  expect((await last(world)).origin).toMatchObject({ differentSender: true, automatic: { reasons: [{ rule: "own-address" }] } });
  expect(await world.rows("SELECT state FROM mail_deliveries WHERE header_id = 'looped@desk.example'")).toEqual([{ state: "sent" }]);
});

test("a bounce is shown in its conversation, ends the delivery, suppresses its address, and reopens nothing", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  await storeReply(world, first, "answer2@desk.example");
  await world.rows("UPDATE conversations SET status = 'closed', waiting_since = NULL WHERE id = ?", first.conversation_id);
  const report = (action: string, returned = ""): string =>
    raw(
      {
        From: "Mail Delivery System <MAILER-DAEMON@mx.example>",
        To: world.at,
        Subject: "Undelivered Mail Returned to Sender",
        "Message-ID": `<d${action}${returned.length}@mx>`,
        "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
      },
      `--b\r\n\r\nCould not be delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ada@example.test\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <answer2@desk.example>\r\n${returned}Subject: Re: S\r\n\r\nHi\r\n--b--`,
    );
  const state = () => world.rows("SELECT state, error FROM mail_deliveries WHERE header_id = 'answer2@desk.example'");
  await deliverRaw(world, report("delayed"));
  expect(await last(world)).toMatchObject({ conversation_id: first.conversation_id, status: "closed", waiting_since: null });
  expect(await state()).toEqual([{ state: "sent", error: null }]);
  // Whoever knows a Message-ID can write such a report: it is shown, and changes nothing.
  const other = await mailWorld();
  for (const forged of [
    "",
    `Reply-To: ${world.at}\r\n`,
    `Reply-To: ${(await replyTo(world, first.conversation_id)).replace(/.@/, "_@")}\r\n`,
    `Reply-To: ${await replyTo(other, first.conversation_id, other.projectId)}\r\n`,
  ]) {
    await deliverRaw(world, report("failed", forged));
    expect(await last(world)).toMatchObject({ conversation_id: first.conversation_id, status: "closed" });
    expect(await state()).toEqual([{ state: "sent", error: null }]);
  }
  expect(await world.rows("SELECT 1 FROM mail_suppressions WHERE project_id = ?", world.projectId)).toEqual([]);
  expect(await world.rows("SELECT 1 FROM suppressions WHERE project_id = ?", world.projectId)).toEqual([]);
  await deliverRaw(world, report("failed", `Reply-To: Desk <${await replyTo(world, first.conversation_id)}>\r\n`));
  expect(await last(world)).toMatchObject({ conversation_id: first.conversation_id, contact_id: first.contact_id, status: "closed" });
  expect((await last(world)).origin.automatic).not.toBeNull();
  expect(await state()).toEqual([{ state: "bounced", error: "The email bounced (5.1.1): 550 5.1.1 no such user" }]);
  // In all projects, as far as outreach is concerned.
  expect(await world.rows("SELECT reason, everywhere FROM suppressions WHERE project_id = ?", world.projectId)).toEqual([
    { reason: "hard_bounce", everywhere: 1 },
  ]);
  expect(await world.rows("SELECT address_hash, reason FROM mail_suppressions WHERE project_id = ?", world.projectId)).toEqual([
    { address_hash: "hash-of-ada", reason: "bounced" },
  ]);
  // A mail that is no report refers to nothing of ours, whatever a customer attaches.
  await deliverRaw(
    world,
    mail(
      world,
      "eve@evil.example",
      { "Content-Type": "multipart/mixed; boundary=b" },
      "--b\r\n\r\nLook\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <answer2@desk.example>\r\n\r\nHi\r\n--b--",
    ),
  );
  expect((await last(world)).conversation_id).not.toBe(first.conversation_id);
});

test("mail of a blocked contact is dropped, with the reason in the receipt", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  await deliverRaw(world, mail(world, "bea@example.test"));
  const other = await last(world);
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${first.contact_id}`, { method: "DELETE" });
  expect(await world.rows("SELECT state FROM contacts WHERE id = ?", first.contact_id)).toEqual([{ state: "hidden" }]);
  await deliverRaw(world, mail(world, "ada@example.test"));
  await deliverRaw(world, mail(world, "ada@example.test", { To: await replyTo(world, other.conversation_id) }));
  await deliverRaw(world, mail(world, "eve@evil.example", { To: await replyTo(world, first.conversation_id) }));
  expect(await messages(world)).toHaveLength(2);
  expect((await receipts(world)).slice(2).map(({ state, error }) => [state, error])).toEqual([
    ["dropped", "The sender is blocked."],
    ["dropped", "The sender is blocked."],
    ["dropped", "The contact is blocked."],
  ]);
});

test("quoted history, signatures, long texts, Markdown characters, and empty mails are handled", async () => {
  const world = await mailWorld();
  await deliverRaw(
    world,
    mail(
      world,
      "ada@example.test",
      {},
      "My answer\r\n\r\nOn Mon, 1 Jan 2024 at 10:00, Desk <desk@x.example> wrote:\r\n> Old words\r\n> more",
    ),
  );
  expect((await last(world)).content).toBe("My answer");
  expect(
    (await world.rows<{ quoted: string }>("SELECT quoted FROM mails WHERE message_id = ?", (await last(world)).id))[0]?.quoted,
  ).toContain("> Old words");
  await deliverByGateway(world, { message: { from: "ada@example.test", to: world.at, subject: "Only a subject" } });
  expect((await last(world)).content).toBe("(no text)");
  await deliverRaw(world, mail(world, "ada@example.test", {}, "word ".repeat(20_000)));
  const long = await last(world);
  expect(long.content.length).toBeLessThan(17_000);
  expect(long.content).toContain("beginning of a long email");
  const view = await world.as<string>(`/mail-view/${long.id}`);
  expect(view.status).toBe(200);
  expect(view.body.length).toBeGreaterThan(100_000);
});

test("a mail without new text says so, and its quotation is kept", async () => {
  const world = await mailWorld();
  const history = "On Mon, 1 Jan 2024 at 10:00, Desk <desk@x.example> wrote:\r\n> Old words\r\n> more";
  const quotedOf = async (id: string) =>
    (await world.rows<{ quoted: string }>("SELECT quoted FROM mails WHERE message_id = ?", id))[0]?.quoted;
  await deliverRaw(world, mail(world, "ada@example.test", { Subject: "Re: S" }, history));
  expect((await last(world)).content).toBe(NOTHING_NEW);
  expect(await quotedOf((await last(world)).id)).toContain("> Old words");
  await deliverRaw(world, mail(world, "ada@example.test", { Subject: "Re: S" }, `Sent from my iPhone\r\n\r\n${history}`));
  expect((await last(world)).content).toBe(`${NOTHING_NEW}\n\nSent from my iPhone`);
  const block = "From: Desk <desk@x.example>\r\nSent: Monday, January 1, 2024 10:00\r\nTo: Ada\r\nSubject: S\r\n\r\nOld words";
  await deliverRaw(world, mail(world, "ada@example.test", { Subject: "RE: S" }, block));
  expect((await last(world)).content).toBe(NOTHING_NEW);
  expect(await quotedOf((await last(world)).id)).toContain("Old words");
  // In a forwarded mail the quotation is the message.
  await deliverRaw(world, mail(world, "ada@example.test", { Subject: "FW: S" }, block));
  expect((await last(world)).content).toContain("Old words");
});

test("a conversation keeps its first subject, cleaned and shortened", async () => {
  const world = await mailWorld();
  const subjects = async () =>
    (await world.as<{ items: { id: string; subject: string | null }[] }>(world.conversations)).body.items.map(({ subject }) => subject);
  await deliverRaw(world, mail(world, "ada@example.test", { Subject: "My order 17" }));
  const first = await last(world);
  expect(await subjects()).toEqual(["My order 17"]);
  const thread = await world.as<{ conversation: { subject: string } }>(`${world.conversations}/${first.conversation_id}`);
  expect(thread.body.conversation.subject).toBe("My order 17");
  await storeSentMail(world, first, "ada@example.test");
  await deliverRaw(world, mail(world, "ada@example.test", { Subject: "Something else", To: await replyTo(world, first.conversation_id) }));
  expect(await subjects()).toEqual(["My order 17"]);
  await deliverRaw(world, mail(world, "bo@example.test", { Subject: "" }));
  await deliverRaw(world, mail(world, "cy@example.test", { Subject: `=?utf-8?Q?a=00b?= ${"long ".repeat(100)}` }));
  const all = await subjects();
  expect(all).toHaveLength(3);
  expect(all).toContain(null);
  const long = all.find((one) => one?.includes("long")) ?? "";
  expect(long.startsWith("a b long")).toBe(true);
  expect(long.length).toBeLessThanOrEqual(200);
});

test("a sender that is not a single plain address becomes no address to send to", async () => {
  const world = await mailWorld();
  const results = "Authentication-Results: mx.cloudflare.net; spf=pass smtp.mailfrom=x@evil.example\r\n";
  for (const from of [
    "<victim@customer.example,x@evil.example>",
    "<victim@customer.example;x@evil.example>",
    '"victim@customer.example x"@evil.example',
    "<victim@customer.example x@evil.example>",
  ])
    await deliverByPlatform(world, {
      from: "x@evil.example",
      to: world.at,
      raw: results + mail(world, from, { Sender: "victim@customer.example" }),
    });
  expect(await messages(world)).toHaveLength(4);
  expect(await world.rows("SELECT DISTINCT email, email_verified FROM contacts WHERE project_id = ?", world.projectId)).toEqual([
    { email: null, email_verified: 0 },
  ]);
});

test("whoever was given a reply address cannot use it in the name of another address", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "eve@evil.example"));
  const first = await last(world);
  await storeSentMail(world, first, "eve@evil.example");
  // As when a member was asked to change the address.
  await world.rows("UPDATE contacts SET email = 'victim@example.test', email_verified = 0 WHERE id = ?", first.contact_id);
  await deliverRaw(world, mail(world, "victim@example.test", { To: await replyTo(world, first.conversation_id) }));
  expect(await last(world)).toMatchObject({ conversation_id: first.conversation_id, origin: { differentSender: true } });
  expect(await world.rows("SELECT email_verified FROM contacts WHERE id = ?", first.contact_id)).toEqual([{ email_verified: 0 }]);
  // The victim's own mail is attributed to the victim.
  await deliverRaw(world, mail(world, "victim@example.test"));
  expect((await last(world)).contact_id).not.toBe(first.contact_id);
});

test("an address whose first mail was not authenticated is proved by a later one that was", async () => {
  const world = await mailWorld();
  const verified = () => world.rows("SELECT email, email_verified FROM contacts WHERE project_id = ? ORDER BY rowid", world.projectId);
  await deliverRaw(world, mail(world, "ada@example.test"));
  const by = (domain: string, more: Record<string, string> = {}) =>
    deliverByPlatform(world, {
      from: "ada@example.test",
      to: world.at,
      raw: `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${domain}\r\n${mail(world, "Ada@example.test", more)}`,
    });
  await by("evil.example");
  await by("example.test", { "Auto-Submitted": "auto-replied" });
  expect(await verified()).toEqual([{ email: "ada@example.test", email_verified: 0 }]);
  await by("example.test");
  expect(await verified()).toEqual([{ email: "ada@example.test", email_verified: 1 }]);
});

test("a bounce to its conversation's reply address ends the delivery", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mail(world, "ada@example.test"));
  const first = await last(world);
  await storeReply(world, first, "answer3@desk.example");
  await deliverRaw(
    world,
    raw(
      {
        From: "MAILER-DAEMON@mx.example",
        To: await replyTo(world, first.conversation_id),
        "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
      },
      "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <answer3@desk.example>\r\n\r\n--b--",
    ),
  );
  expect(await world.rows("SELECT state FROM mail_deliveries WHERE header_id = 'answer3@desk.example'")).toEqual([{ state: "bounced" }]);
});
