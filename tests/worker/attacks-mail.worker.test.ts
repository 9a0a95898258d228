// Attacks across the mail modules: proofs, links, and limits that one module issues and another one uses.
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { base64urlToBytes } from "#kernel/auth/index.ts";
import { SignJWT } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { replyAddress } from "../../modules/email/addresses/reply-address.ts";
import { type VisitorMailWorld, visitorMailWorld, tokenIn } from "./visitor-mail-kit.ts";
import { messages, deliverRaw, raw } from "./mail-kit.ts";
import { notificationWorld } from "./notifications-kit.ts";
import { OWNER, PNG, Visitor } from "./world.ts";

afterEach(() => void vi.unstubAllGlobals());

const SITE = "http://localhost:5999";
const replyTo = (world: VisitorMailWorld, id: string): Promise<string> =>
  replyAddress(world.ctx(), world.projectId as ProjectId, id as ConversationId, `help@${world.projectId.slice(-12)}.example`);
const forward = (world: VisitorMailWorld, messageId: string, to: string) =>
  world.as(`/api/dashboard/projects/${world.projectId}/messages/${messageId}/forward`, {
    body: { clientId: crypto.randomUUID(), to, content: "Look" },
  });
const confirmed = (world: VisitorMailWorld, at: number | null) =>
  world.rows("UPDATE accounts SET email_verified_at = ? WHERE email = ?", at, OWNER);
const isProved = async (world: VisitorMailWorld, contactId: string): Promise<number | undefined> =>
  (await world.rows<{ v: number }>("SELECT email_verified AS v FROM contacts WHERE id = ?", contactId))[0]?.v;

test("claiming somebody's address in the widget neither proves it through their answer nor reveals that answer", async () => {
  const world = await visitorMailWorld();
  await confirmed(world, 1);
  const eve = await world.visitor();
  const opened = await eve.open("Please show this to your colleague.");
  await eve.call("/api/widget/events", { body: { events: [{ kind: "claim", email: OWNER }] } });
  const conversationId = opened.body.conversation.id;
  // A colleague gets the message forwarded, and answers.
  expect((await forward(world, opened.body.event.message.id, OWNER)).status).toBe(201);
  await deliverRaw(
    world,
    raw({ From: OWNER, To: await replyTo(world, conversationId), "Message-ID": "<one@people.example>" }, "Secret one"),
  );
  // The person whose address the visitor claims is written to, and answers.
  const made = await world.as<{ conversation: { id: string } }>(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
    body: { clientId: crypto.randomUUID(), subject: "Your question", content: "Hello", to: OWNER, contactId: eve.contactId },
  });
  expect(made.status).toBe(201);
  const second = made.body.conversation.id;
  await deliverRaw(world, raw({ From: OWNER, To: await replyTo(world, second), "Message-ID": "<two@people.example>" }, "Secret two"));
  const secrets = (await messages(world)).filter(({ content }) => content.startsWith("Secret"));
  expect(secrets.map(({ conversation_id, origin }) => [conversation_id, origin.differentSender])).toEqual([
    [conversationId, true],
    [second, true],
  ]);
  expect(await isProved(world, eve.contactId)).toBe(0);
  for (const id of [conversationId, second])
    expect(JSON.stringify((await eve.call(`/api/widget/conversations/${id}/events`)).body)).not.toContain("Secret");
  await confirmed(world, null);
});

test("an answer that its visitor did not see is mailed even after a message was forwarded", async () => {
  const world = await visitorMailWorld();
  await confirmed(world, 1);
  const { visitor, conversationId } = await world.proved("uma@example.test");
  const asked = await visitor.postMessage(conversationId, "And the invoice?");
  await world.answer(conversationId, "Here it is");
  expect((await forward(world, asked.body.event.message.id, OWNER)).status).toBe(201);
  world.sent.length = 0;
  await world.later(11);
  expect(world.sent.map(({ to }) => to)).toEqual(["uma@example.test"]);
  await confirmed(world, null);
});

test("a failed forward is not sent later to somebody who left", async () => {
  const world = await visitorMailWorld();
  await confirmed(world, 1);
  const { body } = await (await world.visitor()).open("Words of a customer");
  world.fetched.mockImplementationOnce(async () => Response.json({ message: "busy" }, { status: 503 }));
  expect((await forward(world, body.event.message.id, OWNER)).status).toBe(201);
  await confirmed(world, null);
  await world.later(60);
  expect(world.sent.map(({ text }) => text)).toEqual([]);
  expect(await world.rows("SELECT state FROM mail_deliveries WHERE project_id = ? AND kind = 'forward'", world.projectId)).toEqual([
    { state: "failed" },
  ]);
});

test("a link mailed to an address is void once the contact has another, even a proved one", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("ana@example.test");
  await world.answer(conversationId, "First");
  await world.later(11);
  const token = tokenIn(world.sent[0]);
  const contact = `/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`;
  expect((await world.as(contact, { method: "PATCH", body: { email: "ana.new@example.test" } })).status).toBe(200);
  world.sent.length = 0;
  expect((await world.ask(visitor, "ana.new@example.test")).status).toBe(202);
  expect((await world.prove(visitor, /\b\d{6}\b/.exec(world.sent.at(-1)?.text ?? "")?.[0] ?? "")).status).toBe(200);
  const back = await new Visitor(world).call("/api/widget/return", { body: { key: world.key, clientId: crypto.randomUUID(), token } });
  expect(back.status).toBe(409);
});

test("a link is also void once the website signs another address for the person", async () => {
  const world = await visitorMailWorld();
  const { body } = await world.as<{ secret: string }>(`/api/management/projects/${world.projectId}/widget/identity-secret`, { body: {} });
  const signedVisitor = async (email: string): Promise<Visitor> => {
    const identity = await new SignJWT({ sub: "person-1", email })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(Math.floor(world.clock.now() / 1000) + 600)
      .sign(base64urlToBytes(body.secret));
    const visitor = new Visitor(world);
    const started = await visitor.call<{ token: string; contactId: string }>("/api/widget/sessions", {
      body: { key: world.key, clientId: crypto.randomUUID(), identity },
    });
    ({ token: visitor.token, contactId: visitor.contactId } = started.body);
    return visitor;
  };
  const openLink = (token: string) =>
    new Visitor(world).call("/api/widget/return", { body: { key: world.key, clientId: crypto.randomUUID(), token } });
  const id = (await (await signedVisitor("old@example.test")).open("Hello")).body.conversation.id;
  const links: string[] = [];
  for (const words of ["First", "Second"]) {
    await world.answer(id, words);
    await world.later(11);
    links.push(tokenIn(world.sent.at(-1)));
  }
  // Signing the same address again voids nothing.
  await signedVisitor("old@example.test");
  expect((await openLink(links[0] ?? "")).status).toBe(201);
  await signedVisitor("new@example.test");
  expect((await openLink(links[1] ?? "")).status).toBe(409);
});

test("a link leads only to a page of the website, not to a URL that merely contains its origin", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("bob@example.test");
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "page", page: { url: `blob:${SITE}/x` } }] } });
  await world.answer(conversationId, "First");
  await world.later(11);
  expect(world.sent[0]?.text).not.toContain("blob:");
  expect(world.sent[0]?.text).toContain(`${SITE}/#seed-desk=`);
});

test("an erasure removes the counters of a contact's codes", async () => {
  const world = await visitorMailWorld();
  const visitor = await world.visitor();
  expect((await world.ask(visitor, "ida@example.test")).status).toBe(202);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  await world.later(1);
  expect(await world.rows("SELECT key FROM abuse_counters WHERE instr(key, ?) > 0", visitor.contactId)).toEqual([]);
});

test("a visitor gets no file, text, or count of a mail that somebody else wrote to the conversation", async () => {
  const world = await visitorMailWorld();
  const { visitor, conversationId } = await world.proved("liv@example.test");
  await world.answer(conversationId, "Answer");
  await world.later(11);
  const visibleToVisitor = async () => JSON.stringify((await visitor.call("/api/widget/conversations")).body);
  const before = await visibleToVisitor();
  const mail = [
    `From: eve@elsewhere.example\r\nTo: ${await replyTo(world, conversationId)}\r\nSubject: Hidden subject\r\nMessage-ID: <e@elsewhere.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b`,
    `--b\r\nContent-Type: text/plain\r\n\r\nHidden words\r\n--b\r\nContent-Type: image/png; name=hidden.png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=hidden.png\r\n\r\n${btoa(String.fromCodePoint(...PNG))}\r\n--b--`,
  ].join("\r\n\r\n");
  await deliverRaw(world, mail);
  const stranger = (await messages(world)).at(-1);
  expect(stranger).toMatchObject({ conversation_id: conversationId, origin: { differentSender: true } });
  const [file] = await world.rows<{ id: string }>("SELECT id FROM files WHERE message_id = ?", stranger?.id);
  expect((await visitor.call(`/files/${file?.id}`)).status).toBe(404);
  expect((await world.as(`/files/${file?.id}`)).status).toBe(200);
  expect(await visibleToVisitor()).toBe(before);
  // Neither in the mail of the next reply, nor where a link leads.
  world.sent.length = 0;
  await world.answer(conversationId, "Another answer");
  await world.later(11);
  expect(world.sent.map(({ to }) => to)).toEqual(["liv@example.test"]);
  expect(JSON.stringify(world.sent)).not.toContain("idden");
  const token = tokenIn(world.sent[0]);
  const back = new Visitor(world);
  const returned = await back.call<{ token: string }>("/api/widget/return", {
    body: { key: world.key, clientId: crypto.randomUUID(), token },
  });
  back.token = returned.body.token;
  expect(JSON.stringify((await back.call(`/api/widget/conversations/${conversationId}/events`)).body)).not.toContain("idden");
  const live = await back.socket(0);
  await live.until((frame) => frame.type === "live");
  expect(JSON.stringify(live.frames)).toContain("Another answer");
  expect(JSON.stringify(live.frames)).not.toContain("idden");
  live.socket.close();
});

test("an unproved address gets at most three mails an hour of all kinds together", async () => {
  const world = await visitorMailWorld();
  const victim = `victim${crypto.randomUUID()}@example.test`;
  const visitor = await world.visitor();
  const { body } = await visitor.open("Hello");
  const start = () =>
    world.as(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
      body: { clientId: crypto.randomUUID(), subject: "s", content: "c", to: victim },
    });
  expect((await world.ask(visitor, victim)).status).toBe(202);
  expect((await start()).status).toBe(201);
  const mine = (
    await world.rows<{ id: string }>("SELECT id FROM conversations WHERE project_id = ? AND door = 'email'", world.projectId)
  )[0];
  await world.answer(body.conversation.id, "Unseen");
  const frontier = await world.revision(mine?.id ?? "");
  await Promise.all([
    start(),
    start(),
    world.ask(await world.visitor(), victim),
    world.as(`${world.conversations}/${mine?.id}/messages`, {
      body: { clientId: crypto.randomUUID(), frontier, content: "Again", mail: { cc: ["other@example.test"] } },
    }),
    world.as(`/api/management/projects/${world.projectId}/email/test`, { body: { clientId: crypto.randomUUID(), to: victim } }),
  ]);
  await world.later(11);
  await world.later(5);
  expect(world.sent.filter(({ whole }) => whole.includes(victim))).toHaveLength(3);
});

test("a project that asks for no addresses sends no codes", async () => {
  const world = await visitorMailWorld();
  await world.rows("UPDATE email_settings SET ask_address = 0 WHERE project_id = ?", world.projectId);
  expect((await world.ask(await world.visitor(), "kai@example.test")).status).toBe(409);
  expect(world.sent).toEqual([]);
});

test("a notification never quotes somebody else's words as the customer's", async () => {
  const world = await notificationWorld();
  const visitor = await world.visitor();
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "Ada" }] } });
  const id = (await visitor.open("Hello")).body.conversation.id;
  const to = await replyAddress(world.ctx(), world.projectId as ProjectId, id as ConversationId, world.at);
  await deliverRaw(world, raw({ From: "eve@elsewhere.example", To: to, "Message-ID": "<n@elsewhere.example>" }, "Send the refund to me"));
  expect((await messages(world)).at(-1)).toMatchObject({ conversation_id: id, origin: { differentSender: true } });
  await world.pass(10);
  expect(world.sent).toHaveLength(1);
  expect(world.sent[0]?.text).toContain("Hello");
  expect(world.sent[0]?.text).not.toContain("refund");
  await world.rows("UPDATE accounts SET email_verified_at = NULL WHERE email = ?", OWNER);
});

test("a project's hourly mails to strangers are limited, copies included, and further ones wait for the next hour", async () => {
  const world = await visitorMailWorld();
  const start = (to: string) =>
    world.as<{ conversation: { id: string } }>(`/api/dashboard/projects/${world.projectId}/mail-conversations`, {
      body: { clientId: crypto.randomUUID(), subject: "s", content: "c", to },
    });
  const someStranger = (): string => `s${crypto.randomUUID()}@people.example`;
  const { conversation } = (await start(someStranger())).body;
  await world.rows("UPDATE abuse_counters SET n = 97 WHERE key = ?", `mailsToStrangersPerProjectHour:${world.projectId}`);
  const reply = async (cc: string[]) =>
    await world.as(`${world.conversations}/${conversation.id}/messages`, {
      body: { clientId: crypto.randomUUID(), frontier: await world.revision(conversation.id), content: "Again", mail: { cc } },
    });
  const counted = async () =>
    (await world.rows<{ n: number }>("SELECT n FROM abuse_counters WHERE key = ?", `mailsToStrangersPerProjectHour:${world.projectId}`))[0]
      ?.n;
  expect((await reply([someStranger(), someStranger(), someStranger(), someStranger()])).status).toBe(201);
  expect(await counted()).toBe(97);
  const all = await Promise.all(Array.from({ length: 6 }, () => start(someStranger())));
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  expect(await counted()).toBe(100);
  const held = await world.rows<{ strangers: number }>(
    "SELECT strangers FROM mail_deliveries WHERE project_id = ? AND state = 'held' AND due_at IS NOT NULL ORDER BY strangers",
    world.projectId,
  );
  expect(held.map(({ strangers }) => strangers)).toEqual([1, 1, 1, 4]);
  // A recipient with a proved address is no stranger.
  const known = await world.proved(someStranger());
  const [contact] = await world.rows<{ email: string }>("SELECT email FROM contacts WHERE id = ?", known.visitor.contactId);
  expect((await start(contact?.email ?? "")).status).toBe(201);
});

test("plus forms of an address cause no additional codes to its mailbox", async () => {
  const world = await visitorMailWorld();
  const name = `victim${crypto.randomUUID().slice(0, 8)}`;
  const answers = [];
  for (let i = 0; i < 5; i += 1) answers.push(await world.ask(await world.visitor(), `${name}+${i}@mailbox.example`));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429]);
  expect(world.sent).toHaveLength(3);
});
