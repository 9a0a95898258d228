// The widget's API over time: read marks, blocking, a deleted project.
import { expect, test } from "vitest";
import { makeWorld, Visitor, type World } from "./world.ts";

const SITE = "http://localhost:5999";
const contact = (world: World, visitor: Visitor): string => `/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`;
const reply = (world: World, id: string, frontier: number, content: string) =>
  world.as(`${world.conversations}/${id}/messages`, { body: { clientId: crypto.randomUUID(), frontier, content } });
const markRead = (visitor: Visitor, conversationId: string, revision: number) =>
  visitor.call("/api/widget/events", { body: { events: [{ kind: "read", conversationId, revision }] } });
const ownConversations = async (visitor: Visitor) =>
  (await visitor.call<{ items: { unread: number; readRevision: number }[] }>("/api/widget/conversations")).body.items[0];

test("a read mark covers everything up to its revision, even when it is not the newest", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  for (const [i, content] of ["one", "two", "three"].entries()) await reply(world, id, i + 1, content);
  expect(await ownConversations(visitor)).toMatchObject({ unread: 3 });
  // The third revision is the assignment by the first reply, which the visitor does not see.
  await markRead(visitor, id, 4);
  expect(await ownConversations(visitor)).toMatchObject({ unread: 1, readRevision: 4 });
  await visitor.postMessage(id, "thanks");
  await markRead(visitor, id, 5);
  expect(await ownConversations(visitor)).toMatchObject({ unread: 0, readRevision: 5 });
});

test("a read mark beyond the newest revision is announced as the newest", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  await reply(world, id, 1, "one");
  const team = await world.socket();
  await team.until((f) => f.type === "live");
  await markRead(visitor, id, 1_000_000);
  expect(await team.until((f) => f.type === "seen" && f["by"] === "visitor")).toMatchObject({ conversationId: id, revision: 2 });
});

test("a blocked visitor is told so under the old token, and continues under it once restored", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  await visitor.open("first");
  await world.as(contact(world, visitor), { method: "DELETE" });
  for (const refused of [await visitor.call("/api/widget/conversations"), await visitor.open("again")]) {
    expect(refused).toMatchObject({
      status: 401,
      body: { final: true, error: "The team has ended this chat." },
    });
    expect(refused.headers.get("access-control-allow-origin")).toBe(SITE);
  }
  const stranger = await visitor.call("/api/widget/conversations", { headers: { authorization: `Bearer ${visitor.token}x` } });
  expect(stranger).toMatchObject({ status: 401, body: { error: "This chat session has ended." } });
  await world.as(`${contact(world, visitor)}/restore`, { method: "POST", body: {} });
  expect(await visitor.call("/api/widget/conversations")).toMatchObject({ status: 200, body: { items: [{ preview: "first" }] } });
  expect((await visitor.call("/api/widget/socket-ticket", { body: {} })).status).toBe(200);
});

test("a deleted project's widget may read that it is gone, from the exact origin only", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  await visitor.open("first");
  const [{ name } = { name: "" }] = await world.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", world.projectId);
  const deleted = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: name } });
  expect(deleted.status).toBe(200);
  const startSession = (origin: string) =>
    world.call("/api/widget/sessions", { body: { key: world.key, clientId: crypto.randomUUID() }, headers: { origin } });
  for (const refused of [await visitor.call("/api/widget/conversations"), await visitor.open("again"), await startSession(SITE)]) {
    expect(refused).toMatchObject({ body: { final: true, error: "This chat is no longer available." } });
    expect(refused.headers.get("access-control-allow-origin")).toBe(SITE);
  }
  const elsewhere = await startSession("https://elsewhere.example");
  expect([elsewhere.status, elsewhere.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  expect(JSON.stringify(elsewhere.body)).not.toContain("no longer available");
});

test("messages with the same opening join one conversation, whichever is first, and so do their repetitions", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const write = (clientId: string, content: string) =>
    visitor.call<{ conversation: { id: string }; repeated: boolean }>("/api/widget/conversations", {
      body: { clientId, opening: one, content },
    });
  const answers = [await write(two, "second"), await write(one, "first"), await write(two, "second"), await write(one, "first")];
  expect(answers.map(({ status, body }) => [status, body.repeated])).toEqual([
    [201, false],
    [201, false],
    [200, true],
    [200, true],
  ]);
  expect(new Set(answers.map(({ body }) => body.conversation.id)).size).toBe(1);
  expect((await visitor.call<{ items: unknown[] }>("/api/widget/conversations")).body.items.length).toBe(1);
  // Nobody joins another visitor's conversation that way.
  const other = await world.visitor();
  const elsewhere = await other.call<{ conversation: { id: string } }>("/api/widget/conversations", {
    body: { clientId: two, opening: one, content: "other" },
  });
  expect([elsewhere.status, elsewhere.body.conversation.id === answers[0]?.body.conversation.id]).toEqual([201, false]);
});

test("the config is in the first wished language that the widget speaks, and an odd wish is no error", async () => {
  const world = await makeWorld();
  type Config = { locale: string; words: { open: string }; look: { title: string; greeting: string } };
  const config = async (wishes: string) => {
    const answer = await new Visitor(world).call<Config>(`/api/widget/config?key=${world.key}${wishes}`);
    expect(answer.status, wishes).toBe(200);
    return answer.body;
  };
  expect(await config("&locale=sv,de-AT,en")).toMatchObject({
    locale: "de-AT",
    words: { open: "Chat öffnen" },
    look: { title: "Chatten Sie mit uns", greeting: "Hallo! Wie können wir helfen?" },
  });
  // The browser asks in its own language, too, which is no owner's.
  for (const language of ["de", "ar", "fr", "en"]) {
    const answer = await new Visitor(world).call<Config>(`/api/widget/config?key=${world.key}&locale=de`, {
      headers: { "accept-language": language },
    });
    expect(answer.body.look, language).toMatchObject({ title: "Chatten Sie mit uns", greeting: "Hallo! Wie können wir helfen?" });
  }
  const english = { locale: "en", words: { open: "Open chat" }, look: { title: "Chat with us", greeting: "Hi! How can we help?" } };
  for (const wishes of ["", "&locale=", "&locale=%00,@,sv", `&locale=${"x".repeat(3000)}`])
    expect(await config(wishes)).toMatchObject(english);
  const settings = `/api/management/projects/${world.projectId}/widget`;
  const { body } = await world.as<{ look: Config["look"] }>(`/api/dashboard/projects/${world.projectId}/widget`);
  const saved = await world.as(settings, { method: "PATCH", body: { look: { ...body.look, title: "Ask the potters" } } });
  expect(saved.status).toBe(200);
  expect((await config("&locale=fr")).look).toMatchObject({
    title: "Ask the potters",
    greeting: "Bonjour\u00a0! Comment pouvons-nous vous aider\u00a0?",
  });
});
