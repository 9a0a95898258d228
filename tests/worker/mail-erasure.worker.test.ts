// Erasure of mail, waiting mail included: the same mail delivered again is dropped, and a new one makes a new contact.
import { expect, test } from "vitest";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { erase, noConsumer, progress } from "./erasure-kit.ts";
import { mailWorld, messages, objects, deliverRaw, raw, rawOf, receipts } from "./mail-kit.ts";

const CANARY = "zqmail";
const replyTo = (world: Awaited<ReturnType<typeof mailWorld>>, id: string): Promise<string> =>
  replyAddress(world.ctx(), world.projectId as ProjectId, id as ConversationId, world.at);
const html = `<p>${CANARY} html</p>`;
const mailOf = (at: string, id: string, from = `${CANARY} name <${CANARY}@example.test>`): string =>
  raw(
    {
      From: from,
      To: `${CANARY} to <${at}>`,
      Cc: `${CANARY}@cc.example`,
      Subject: `${CANARY} subject`,
      "Message-ID": `<${id}@${CANARY}.example>`,
      "Content-Type": "multipart/mixed; boundary=b",
    },
    `--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\n${CANARY} text\r\n\r\nOn Mon, 1 Jan 2024 at 10:00, Desk <desk@x.example> wrote:\r\n> ${CANARY} quoted\r\n--c\r\nContent-Type: text/html\r\n\r\n${html}\r\n--c--\r\n--b\r\nContent-Type: text/plain; name=${CANARY}.txt\r\nContent-Disposition: attachment\r\n\r\n${CANARY} file\r\n--b--`,
  );

test("nothing of a mail is left after the erasure, and the same mail again creates nothing", async () => {
  const world = await mailWorld();
  const mine = mailOf(world.at, "one");
  await deliverRaw(world, mine, { "x-envelope-from": `${CANARY}@envelope.example` });
  const [message] = await messages(world);
  if (!message) throw new Error("no message");
  const contactId = message.contact_id;
  // One mail waits because its first attempt failed after its contact was known, and one was dropped.
  await deliverRaw(world, mailOf(world.at, "two"));
  await world.rows(
    "UPDATE inbound_mail_receipts SET state = 'failed', message_id = NULL WHERE id = (SELECT id FROM inbound_mail_receipts WHERE project_id = ? ORDER BY rowid DESC LIMIT 1)",
    world.projectId,
  );
  const others = (await objects(world)).length;
  await deliverRaw(world, mailOf(world.at, "neighbour", "neighbour@example.test").replaceAll(CANARY, "neighbour"));
  const left = (await objects(world)).length - others;
  expect((await erase(world, { contactId })).status).toBe(202);
  const all = await world.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  );
  for (const { name } of all)
    expect([name, JSON.stringify(await world.rows(`SELECT * FROM ${name}`)).includes(CANARY)]).toEqual([name, false]);
  expect(await objects(world)).toHaveLength(left);
  for (const { key } of (await world.env.FILES.list()).objects)
    expect(await (await world.env.FILES.get(key))?.text()).not.toContain(CANARY);
  expect((await receipts(world)).map(({ state, object_key, contact_id }) => [state, object_key === null, contact_id === null])).toEqual([
    ["admitted", true, true],
    ["dropped", true, true],
    ["admitted", false, false],
  ]);
  expect(await world.rows("SELECT * FROM mail_contacts WHERE contact_id = ?", contactId)).toEqual([]);
  expect((await world.as(`/mail-view/${message.id}`)).status).toBe(404);
  const [kept] = await receipts(world);
  expect((await world.as(rawOf(world, kept?.id))).status).toBe(404);
  const evidence = await world.as(`/api/management/projects/${world.projectId}/inbound-emails/${message.id}`);
  expect(evidence.body).toMatchObject({
    receipt: { raw: false, envelopeFrom: null, envelopeTo: null, subject: null },
    authentication: null,
  });

  const eraseEvent = (await messages(world)).length;
  for (const again of [mine, mailOf(world.at, "two")]) {
    expect((await deliverRaw(world, again)).status).toBe(200);
    world.clock.advance({ minutes: 10 });
    await world.tick();
  }
  expect(await messages(world)).toHaveLength(eraseEvent);
  await deliverRaw(world, mailOf(world.at, "three"));
  const fresh = (await messages(world)).at(-1);
  expect(fresh).toMatchObject({ content: `${CANARY} text` });
  expect(fresh?.contact_id).not.toBe(contactId);
});

test("from the first batch of an erasure on nobody can read the evidence", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mailOf(world.at, "seen"));
  const [message] = await messages(world);
  const path = `/api/management/projects/${world.projectId}/inbound-emails`;
  const [receipt] = await receipts(world);
  const whole = rawOf(world, receipt?.id);
  expect((await world.as<string>(whole)).body).toContain(CANARY);
  await world.rows("UPDATE contacts SET state = 'erasing' WHERE id = ?", message?.contact_id);
  expect((await world.as(whole)).status).toBe(404);
  expect((await world.as(`/mail-view/${message?.id}`)).status).toBe(404);
  for (const at of [path, `${path}/${message?.id}`]) expect(JSON.stringify((await world.as(at)).body)).not.toContain(CANARY);
});

test("a mail that waits while its contact is erased is not admitted", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mailOf(world.at, "a"));
  const [first] = await messages(world);
  if (!first) throw new Error("no message");
  // Accepted, but not processed until the schedule runs.
  const silent = noConsumer({
    ...world.env,
    FILES: new Proxy(world.env.FILES, {
      get: (target, name) =>
        name === "get" ? () => Promise.reject(new Error("slow")) : (Reflect.get(target, name) as () => void).bind(target),
    }),
  });
  await deliverRaw(world, mailOf(world.at, "b"), {}, silent);
  expect((await receipts(world)).at(-1)).toMatchObject({ state: "failed", attempts: 1 });
  await world.rows("UPDATE contacts SET state = 'erasing' WHERE id = ?", first.contact_id);
  world.clock.advance({ minutes: 61 });
  await world.tick();
  const now = await messages(world);
  // Nothing is added to the erased contact; the address makes a new one.
  expect(now.filter(({ contact_id }) => contact_id === first.contact_id)).toHaveLength(1);
});

test("a mail that never became a message is kept for thirty days, and then only the fact that it arrived", async () => {
  const world = await mailWorld();
  await deliverRaw(world, raw({ From: "eve@example.test", To: world.at }));
  await world.rows("UPDATE contacts SET state = 'hidden' WHERE project_id = ?", world.projectId);
  await deliverRaw(world, raw({ From: "eve@example.test", To: world.at, Subject: CANARY }));
  const blocked = async () => (await receipts(world)).at(-1);
  expect(await blocked()).toMatchObject({ state: "dropped", subject: CANARY });
  world.clock.advance({ days: 29 });
  await world.tick();
  expect((await blocked())?.object_key).not.toBeNull();
  const before = (await objects(world)).length;
  world.clock.advance({ days: 2 });
  await world.tick();
  expect(await blocked()).toMatchObject({ state: "dropped", subject: null, object_key: null, envelope_to: null });
  expect((await objects(world)).length).toBeLessThan(before);
});

test("a receipt of an earlier version is classified when it is next claimed", async () => {
  const world = await mailWorld();
  await deliverRaw(world, raw({ From: "no-reply@shop.example", To: world.at, "Message-ID": "<old@x>" }));
  const [receipt] = await receipts(world);
  for (const statement of [
    "DELETE FROM mails WHERE project_id = ?",
    "DELETE FROM messages WHERE project_id = ?",
    "DELETE FROM conversation_events WHERE project_id = ?",
    "DELETE FROM conversations WHERE project_id = ?",
    "DELETE FROM jobs WHERE project_id = ?",
    "UPDATE inbound_mail_receipts SET state = 'failed', message_id = NULL, classified_at = NULL, automatic = NULL, reasons = NULL WHERE project_id = ?",
  ])
    await world.rows(statement, world.projectId);
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 6 });
    await world.tick();
  }
  expect(await receipts(world)).toMatchObject([{ id: receipt?.id, state: "admitted", automatic: 1 }]);
  const now = await messages(world);
  expect(now).toHaveLength(1);
  expect(now[0]?.origin.automatic?.reasons.map(({ rule }) => rule)).toEqual(["no-reply-sender"]);
});

test("mails of a blocked sender are erased with them", async () => {
  const world = await mailWorld();
  await deliverRaw(world, mailOf(world.at, "before"));
  const contactId = (await messages(world))[0]?.contact_id ?? "";
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${contactId}`, { method: "DELETE" });
  await deliverRaw(world, mailOf(world.at, "after"));
  expect((await receipts(world)).map(({ state }) => state)).toEqual(["admitted", "dropped"]);
  expect((await erase(world, { contactId })).status).toBe(202);
  expect((await receipts(world)).map((one) => JSON.stringify(one).includes(CANARY))).toEqual([false, false]);
  expect((await receipts(world)).map(({ object_key }) => object_key)).toEqual([null, null]);
});

test("erasing a third person clears what they wrote into another contact's conversation, and nothing else of it", async () => {
  const THIRD = "zqthird";
  const world = await mailWorld();
  // A contact with a conversation of their own, and another whom they bring into it.
  await deliverRaw(world, raw({ From: "anna@shop.example", To: world.at, "Message-ID": "<a1@shop.example>" }, "Words of Anna."));
  const [opened] = await messages(world);
  if (!opened) throw new Error("no message");
  const replyAddress = await replyTo(world, opened.conversation_id);
  await deliverRaw(world, raw({ From: `${THIRD}@third.example`, To: world.at, "Message-ID": "<own@third.example>" }, `${THIRD} own words`));
  const theirs = (await messages(world)).at(-1);
  const mailInto = (id: string) => mailOf(replyAddress, id, `${CANARY} third <${CANARY}@third.example>`).replaceAll(CANARY, THIRD);
  for (const id of ["i1", "i2"]) await deliverRaw(world, mailInto(id));
  const inside = (await messages(world)).filter(({ conversation_id: c, origin }) => c === opened.conversation_id && origin.differentSender);
  expect(inside).toHaveLength(2);
  await deliverRaw(world, raw({ From: "anna@shop.example", To: replyAddress, "Message-ID": "<a2@shop.example>" }, "More of Anna."));
  const objectsBefore = (await objects(world)).length;

  const ahead = await world.as<{ erases: Record<string, number> }>(
    `/api/management/projects/${world.projectId}/contacts/${theirs?.contact_id}/erasure/preview`,
  );
  expect(ahead.body.erases).toEqual({ elsewhere: 2, elsewhereIn: 1, texts: 1, conversations: 1, mails: 1 });
  const live = await world.socket(0);
  await live.until((frame) => frame.type === "live");
  expect((await erase(world, { contactId: theirs?.contact_id ?? "" })).status).toBe(202);
  const told = await live.until((frame) => frame.event?.kind === "message_erased");
  expect(told.event).toMatchObject({ revisions: [2, 3] });

  const all = await world.rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  );
  for (const { name } of all)
    expect([name, JSON.stringify(await world.rows(`SELECT * FROM ${name}`)).includes(THIRD)]).toEqual([name, false]);
  expect((await objects(world)).length).toBeLessThan(objectsBefore);
  for (const { key } of (await world.env.FILES.list()).objects) expect(await (await world.env.FILES.get(key))?.text()).not.toContain(THIRD);
  expect((await progress(world, { contactId: theirs?.contact_id ?? "" })).removed).toMatchObject({
    elsewhere: 2,
    messages: 1,
    conversations: 1,
  });
  expect(await world.rows("SELECT sender_hash FROM mails WHERE project_id = ? AND sender_hash IS NOT NULL", world.projectId)).toEqual([]);

  // Anna's conversation continues with her own messages.
  const thread = await world.as<{
    conversation: { status: string; preview: string; revision: number };
    events: { kind: string; message?: { content: string; erased_at: string | null } }[];
  }>(`${world.conversations}/${opened.conversation_id}`);
  expect(thread.body.conversation).toMatchObject({ status: "open", preview: "More of Anna." });
  expect(thread.body.events.map(({ kind, message }) => [kind, message?.content, message && message.erased_at !== null])).toEqual([
    ["message", "Words of Anna.", false],
    ["message", "", true],
    ["message", "", true],
    ["message", "More of Anna.", false],
    ["message_erased", undefined, undefined],
  ]);
  const revisions = await world.rows<{ revision: number }>(
    "SELECT revision FROM conversation_events WHERE conversation_id = ? ORDER BY revision",
    opened.conversation_id,
  );
  expect(revisions.map(({ revision }) => revision)).toEqual(revisions.map((_, i) => i + 1));
  expect(thread.body.conversation.revision).toBe(revisions.length);
  // A repeated erasure writes nothing.
  expect((await erase(world, { contactId: theirs?.contact_id ?? "" })).status).toBe(202);
  expect(
    await world.rows("SELECT count(*) AS n FROM conversation_events WHERE kind = 'message_erased' AND project_id = ?", world.projectId),
  ).toEqual([{ n: 1 }]);
});

test("erasing a claimed address clears no mail of others, and erasing a proved one does, even in rows of an earlier version", async () => {
  const world = await mailWorld();
  await deliverRaw(world, raw({ From: "anna@shop.example", To: world.at, "Message-ID": "<a1@shop.example>" }, "Words of Anna."));
  const [opened] = await messages(world);
  const replyAddress = await replyTo(world, opened?.conversation_id ?? "");
  await deliverRaw(
    world,
    raw({ From: `${CANARY}@third.example`, To: replyAddress, "Message-ID": "<i1@third.example>" }, `${CANARY} words`),
  );
  // As an earlier version left it.
  await world.rows("UPDATE mails SET sender_hash = '' WHERE project_id = ? AND sender_hash IS NOT NULL", world.projectId);
  const words = async () => (await messages(world)).filter(({ content }) => content.includes(CANARY)).length;
  const claims = async (verified: number) => {
    const visitor = await world.visitor();
    await world.rows(
      "UPDATE contacts SET email = ?, email_verified = ? WHERE id = ?",
      `${CANARY}@third.example`,
      verified,
      visitor.contactId,
    );
    expect((await erase(world, visitor)).status).toBe(202);
  };
  await claims(0);
  expect(await words()).toBe(1);
  await claims(1);
  expect(await words()).toBe(0);
});

test("the schedule adds the sender hashes to mails of an earlier version", async () => {
  const world = await mailWorld();
  await deliverRaw(world, raw({ From: "anna@shop.example", To: world.at, "Message-ID": "<a1@shop.example>" }, "Words of Anna."));
  const [opened] = await messages(world);
  const replyAddress = await replyTo(world, opened?.conversation_id ?? "");
  await deliverRaw(world, raw({ From: "third@third.example", To: replyAddress, "Message-ID": "<i1@third.example>" }, "Words of a third."));
  const hashes = () => world.rows("SELECT sender_hash FROM mails WHERE project_id = ? AND sender_hash IS NOT NULL", world.projectId);
  const before = await hashes();
  expect(before).toHaveLength(1);
  await world.rows("UPDATE mails SET sender_hash = '' WHERE project_id = ? AND sender_hash IS NOT NULL", world.projectId);
  await world.tick();
  expect(await hashes()).toEqual(before);
});
