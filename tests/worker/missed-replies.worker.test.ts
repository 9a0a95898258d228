// Missed replies: replies that a visitor does not see become one mail after ten minutes, once, whose link and answer lead back. The tests
// share one database, and with it the hourly mail limits of an address: each test has its own addresses.
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { afterEach, expect, test, vi } from "vitest";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { LONG } from "./long.ts";
import { type VisitorMailWorld, visitorMailWorld, tokenIn } from "./visitor-mail-kit.ts";
import { erase, failing, type Fault, noConsumer, tick } from "./erasure-kit.ts";
import { messages, deliverRaw, raw } from "./mail-kit.ts";
import { makeWorld, Visitor } from "./world.ts";

afterEach(() => vi.unstubAllGlobals());

const markRead = (visitor: Visitor, conversationId: string, revision = 1000) =>
  visitor.call("/api/widget/events", { body: { events: [{ kind: "read", conversationId, revision }] } });
const openLink = (world: VisitorMailWorld, token: string, headers: Record<string, string> = {}, key = world.key) =>
  new Visitor(world).call<{ token: string; contactId: string; conversationId: string; code: string }>("/api/widget/return", {
    body: { key, clientId: crypto.randomUUID(), token },
    headers,
  });

test("three replies within ten minutes are one mail, a later one is another, and a read one is none", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("ann@example.test");
  await world.answer(conversationId, "First **answer**");
  await world.later(4);
  await world.answer(conversationId, "Second answer");
  await world.later(5);
  await world.answer(conversationId, "Third answer");
  expect(world.sent).toHaveLength(0);
  await world.later(2);
  expect(world.sent).toHaveLength(1);
  const [mail] = world.sent;
  expect(mail).toMatchObject({ to: "ann@example.test", subject: "New reply from Acme" });
  expect(mail?.headers).toMatchObject({ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" });
  expect(mail?.text.indexOf("First answer")).toBeLessThan(mail?.text.indexOf("Second answer") ?? 0);
  expect(mail?.text.indexOf("Second answer")).toBeLessThan(mail?.text.indexOf("Third answer") ?? 0);
  expect(mail?.html).toContain("<strong>answer</strong>");
  expect(mail?.text).toContain("Olga wrote on 2030-01-02");
  // The visitor's own message is not repeated.
  expect(mail?.whole).not.toContain("Where is my order");
  await world.later(20);
  expect(world.sent).toHaveLength(1);
  await world.answer(conversationId, "Fourth answer");
  await world.later(11);
  expect(world.sent).toHaveLength(2);
  expect(world.sent[1]?.text).toContain("Fourth answer");
  expect(world.sent[1]?.text).not.toContain("Third answer");
  await world.answer(conversationId, "Fifth answer");
  await markRead(visitor, conversationId);
  await world.later(11);
  expect(world.sent).toHaveLength(2);
  // Delivered again, the jobs have nothing left to do.
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'email.unseen'");
  await tick(world);
  expect(world.sent).toHaveLength(2);
  expect(
    await world.rows("SELECT kind, state, proved FROM mail_deliveries WHERE project_id = ? AND kind = 'unseen'", world.projectId),
  ).toEqual([
    { kind: "unseen", state: "sent", proved: 1 },
    { kind: "unseen", state: "sent", proved: 1 },
  ]);
});

test("of many replies the mail has the newest ten, and the number of earlier ones", async () => {
  const world = await visitorMailWorld();
  const { conversationId } = await world.proved("ben@example.test");
  for (let i = 1; i <= 12; i += 1) await world.answer(conversationId, `Answer number ${i}.`);
  await world.later(11);
  expect(world.sent).toHaveLength(1);
  expect(world.sent[0]?.text).toContain("2 earlier replies are in the conversation.");
  expect(world.sent[0]?.text).not.toContain("number 2.");
  expect(world.sent[0]?.text).toContain("number 3.");
  expect(world.sent[0]?.text).toContain("number 12.");
});

test("nothing is sent to a visitor who is blocked, erased, or without an address, or for a project that turned it off", async () => {
  const world = await visitorMailWorld();
  const nobody = await world.visitor();
  await world.answer((await nobody.open("Hello")).body.conversation.id, "To nobody");
  expect(await world.rows("SELECT * FROM jobs WHERE kind = 'email.unseen' AND project_id = ?", world.projectId)).toEqual([]);
  const hidden = await world.proved("cat1@example.test");
  await world.answer(hidden.conversationId, "To the hidden one");
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${hidden.visitor.contactId}`, { method: "DELETE" });
  const erased = await world.proved("cat2@example.test");
  await world.answer(erased.conversationId, "To the erased one");
  await erase(world, erased.visitor);
  const off = await world.proved("cat3@example.test");
  await world.answer(off.conversationId, "To the one who is switched off");
  await world.rows("UPDATE email_settings SET mail_unseen = 0 WHERE project_id = ?", world.projectId);
  await world.later(11);
  await world.later(11);
  expect(world.sent).toHaveLength(0);
});

test("a reply that is mailed at once is not mailed again", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("dan@example.test");
  await world.answer(conversationId, "First");
  await world.later(11);
  const to = world.sent[0]?.replyTo ?? "";
  expect(to).toBe(
    await replyAddress(world.ctx(), world.projectId as ProjectId, conversationId as ConversationId, to.replace(/\+[^@]*/, "")),
  );
  // The answer by mail joins the thread as the visitor's own.
  await deliverRaw(
    world,
    raw({ From: "Dan <dan@example.test>", To: to, Subject: "Re: New answer", "Message-ID": "<dan1@example.test>" }, "By mail now."),
  );
  const last = (await messages(world)).at(-1);
  expect(last).toMatchObject({
    conversation_id: conversationId,
    content: "By mail now.",
    contact_id: visitor.contactId,
    origin: { door: "email" },
  });
  expect(last?.origin.differentSender).toBeUndefined();
  await world.answer(conversationId, "By mail, too");
  expect(world.sent).toHaveLength(2);
  expect(world.sent[1]?.subject).toBe("Re: New answer");
  await world.later(11);
  await world.later(11);
  expect(world.sent).toHaveLength(2);
});

test("an unproved address is only told that there is a reply, three times an hour, and answering proves nothing", async () => {
  const world = await visitorMailWorld();
  const visitor = await world.visitor();
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "EvilName", email: "eli@example.test" }] } });
  const { conversation } = (await visitor.open("EvilWords")).body;
  for (let i = 0; i < 5; i += 1) {
    await world.answer(conversation.id, "Secret answer");
    await world.later(11);
  }
  expect(world.sent).toHaveLength(3);
  for (const mail of world.sent) {
    expect(mail.whole).not.toMatch(/evil|secret/i);
    expect(mail.text).toContain("http://localhost:5999/#seed-desk\n");
    expect(mail.replyTo).toBeUndefined();
  }
  // A reply address learned elsewhere cannot be used in the name of an address that was only told of replies.
  const settings = await world.rows<{ reply_address: string }>(
    "SELECT reply_address FROM email_settings WHERE project_id = ?",
    world.projectId,
  );
  const to = await replyAddress(
    world.ctx(),
    world.projectId as ProjectId,
    conversation.id as ConversationId,
    settings[0]?.reply_address ?? "",
  );
  await deliverRaw(world, raw({ From: "eli@example.test", To: to, Subject: "S", "Message-ID": "<eli@example.test>" }, "Me?"));
  expect(await world.rows("SELECT email_verified FROM contacts WHERE id = ?", visitor.contactId)).toEqual([{ email_verified: 0 }]);
  expect((await messages(world)).at(-1)?.origin.differentSender).toBe(true);
});

test("the link begins one session of its contact on the project's website, once, within seven days", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("fin@example.test");
  const page = { url: "http://localhost:5999/shop?item=1#part", title: "Shop" };
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "page", page }] } });
  await world.answer(conversationId, "Come and see");
  await world.later(11);
  expect(world.sent[0]?.text).toContain(`http://localhost:5999/shop?item=1#seed-desk=${conversationId}.`);
  const token = tokenIn(world.sent[0]);
  expect(token).toHaveLength(43);
  expect(JSON.stringify([await world.rows("SELECT * FROM return_tokens"), await world.rows("SELECT * FROM jobs")])).not.toContain(token);
  const other = await makeWorld({ now: "2030-01-02T03:00:10Z" });
  expect(await openLink(world, token, {}, other.key)).toMatchObject({ status: 409 });
  expect((await openLink(world, token, { origin: "http://localhost:5998" })).status).toBe(403);
  expect((await openLink(world, "x".repeat(43))).status).toBe(409);
  const came = await openLink(world, token);
  expect(came).toMatchObject({ status: 201, body: { contactId: visitor.contactId, conversationId } });
  const browser = new Visitor(world);
  browser.token = came.body.token;
  expect((await browser.call<{ items: { id: string }[] }>("/api/widget/conversations")).body.items.map(({ id }) => id)).toEqual([
    conversationId,
  ]);
  expect(await openLink(world, token)).toMatchObject({ status: 409, body: { code: "conflict" } });
  // Both browsers belong to the visitor.
  expect((await visitor.call("/api/widget/conversations")).status).toBe(200);
  await world.answer(conversationId, "Again");
  await world.later(11);
  world.clock.advance({ days: 7, seconds: 1 });
  expect((await openLink(world, tokenIn(world.sent[1]))).status).toBe(409);
  await tick(world);
  expect(await world.rows("SELECT * FROM return_tokens WHERE contact_id = ?", visitor.contactId)).toEqual([]);
});

test("a former address gets neither the mail nor access by an earlier link", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("ivo@example.test");
  await world.answer(conversationId, "First");
  await world.later(11);
  const token = tokenIn(world.sent[0]);
  await world.answer(conversationId, "Second");
  world.fetched.mockImplementationOnce(async () => Response.json({ message: "busy" }, { status: 503 }));
  await world.later(11);
  const changed = { name: null, email: "ivo2@example.test" };
  const contact = `/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`;
  expect((await world.as(contact, { method: "PATCH", body: changed })).status).toBe(200);
  await world.later(60);
  expect(world.sent.map(({ to }) => to)).toEqual(["ivo@example.test"]);
  expect((await openLink(world, token)).status).toBe(409);
});

test("the link of a blocked or erased visitor leads nowhere, and without a website there is no link", async () => {
  const world = await visitorMailWorld();
  const one = await world.proved("gus1@example.test");
  await world.answer(one.conversationId, "Answer");
  const two = await world.proved("gus2@example.test");
  await world.answer(two.conversationId, "Answer");
  await world.later(11);
  const tokens = new Map(world.sent.map((mail) => [mail.to, tokenIn(mail)]));
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${one.visitor.contactId}`, { method: "DELETE" });
  expect((await openLink(world, tokens.get("gus1@example.test") ?? "")).status).toBe(409);
  await erase(world, two.visitor);
  await tick(world);
  expect((await openLink(world, tokens.get("gus2@example.test") ?? "")).status).toBe(409);
  expect(await world.rows("SELECT * FROM return_tokens WHERE contact_id = ?", two.visitor.contactId)).toEqual([]);
  const three = await world.proved("gus3@example.test");
  await world.rows("UPDATE projects SET website_origin = NULL WHERE id = ?", world.projectId);
  await world.answer(three.conversationId, "No link here");
  await world.later(11);
  expect(world.sent.at(-1)?.text).toContain("No link here");
  expect(world.sent.at(-1)?.whole).not.toContain("seed-desk=");
});

const long = LONG;
const FAULTS: Omit<Fault, "at">[] = [...(long ? [{ when: "before", forGood: true } as const] : []), { when: "after", forGood: true }];
test.each(FAULTS)("a reply is mailed once, whatever call the worker stops at ($when)", { timeout: 120_000 }, async (fault) => {
  const world = await visitorMailWorld();
  const { conversationId } = await world.proved(`hal-${fault.when}@example.test`);
  for (let at = 1, n = 1; ; at += long ? 1 : 5, n += 1) {
    world.sent.length = 0;
    await world.answer(conversationId, `Answer ${at}`);
    world.clock.advance({ minutes: 11 });
    const { env: cutShort, hit } = failing(noConsumer(world.env), { at, ...fault });
    await tick(world, cutShort);
    for (let i = 0; i < 2; i += 1) await world.later(20);
    const taken = new Set(world.sent.map(({ text }) => text.split("\n").find((line) => line.startsWith("Answer"))));
    expect([...taken], `call ${at}, ${hit()}`).toEqual([`Answer ${at}`]);
    const rows = await world.rows("SELECT cause FROM mail_deliveries WHERE project_id = ? AND kind = 'unseen'", world.projectId);
    expect(rows, `call ${at}, ${hit()}`).toHaveLength(n);
    if (hit() === undefined) break;
  }
});
