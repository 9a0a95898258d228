// The coordinator across hibernation: no committed event is missed or sent twice, whenever the object was evicted.
import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Env } from "#kernel/module/index.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

const stub = (world: World, name: string): DurableObjectStub => world.env.CONVERSATIONS.getByName(name);
const projectStub = (world: World): DurableObjectStub => stub(world, `project:${world.projectId}`);
const contactStub = (world: World, visitor: Visitor): DurableObjectStub => stub(world, `contact:${world.projectId}:${visitor.contactId}`);
/** Objects that do not answer: every publish is lost. */
const withoutPublishing = (env: Env): Env => ({
  ...env,
  CONVERSATIONS: {
    getByName: () => new Proxy({}, { get: () => () => Promise.reject(new Error("the object is away")) }),
  } as unknown as DurableObjectNamespace,
});
const reply = (world: World, id: string, frontier: number, content: string) =>
  world.as(`${world.conversations}/${id}/messages`, { body: { clientId: crypto.randomUUID(), frontier, content } });

test.each([false, true])("messages arrive once and in order (evicted in between: %s)", async (evict) => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  const team = await world.socket();
  await team.until((f) => f.type === "live");
  const own = await visitor.socket();
  await own.until((f) => f.type === "live");
  const evictIfAsked = async (): Promise<void> => {
    if (!evict) return;
    await evictDurableObject(projectStub(world));
    await evictDurableObject(contactStub(world, visitor));
  };
  await evictIfAsked();
  expect((await visitor.postMessage(id, "second")).status).toBe(201);
  await team.until((f) => f.event?.message?.content === "second");
  await evictIfAsked();
  expect((await reply(world, id, 2, "third")).status).toBe(201);
  await own.until((f) => f.event?.message?.content === "third");
  await evictIfAsked();
  expect((await visitor.postMessage(id, "fourth")).status).toBe(201);
  await own.until((f) => f.event?.message?.content === "fourth");
  await team.until((f) => f.event?.message?.content === "fourth");
  // The reply assigned the conversation, which the visitor does not see.
  expect(team.contents()).toEqual(["second", "third", "assigned", "fourth"]);
  expect(own.contents()).toEqual(["second", "third", "fourth"]);
  const visible = own.frames.filter((f) => f.type === "event");
  expect(visible.map((f) => [f["previous"], f.revision])).toEqual([
    [1, 2],
    [2, 3],
    [3, 5],
  ]);
});

test("evicted while published events were lost, the coordinator reads the missing ones with the next", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  const team = await world.socket();
  await team.until((f) => f.type === "live");
  for (const content of ["lost one", "lost two"])
    expect((await visitor.postMessage(id, content, {}, { env: withoutPublishing(world.env) })).status).toBe(201);
  await evictDurableObject(projectStub(world));
  expect((await visitor.postMessage(id, "heard")).status).toBe(201);
  await team.until((f) => f.event?.message?.content === "heard");
  expect(team.contents()).toEqual(["lost one", "lost two", "heard"]);
});

test("the schedule sends the heads: a lost event arrives within a minute, once", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  const [team, own] = [await world.socket(), await visitor.socket()];
  await team.until((f) => f.type === "live");
  await own.until((f) => f.type === "live");
  expect((await visitor.postMessage(id, "lost", {}, { env: withoutPublishing(world.env) })).status).toBe(201);
  expect(team.contents()).toEqual([]);
  await world.tick();
  await team.until((f) => f.event?.message?.content === "lost");
  await own.until((f) => f.event?.message?.content === "lost");
  await world.tick();
  await world.tick();
  expect([team.contents(), own.contents()]).toEqual([["lost"], ["lost"]]);
});

test("a subscriber that reconnects after hibernation resumes at its cursor, a new one at the head", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  const team = await world.socket(0);
  expect((await team.until((f) => f.type === "live"))["head"]).toBe(1);
  team.socket.close(1000);
  await visitor.postMessage(id, "while away");
  await evictDurableObject(projectStub(world)).catch(() => undefined);
  const back = await world.socket(1);
  expect((await back.until((f) => f.type === "live"))["head"]).toBe(2);
  expect(back.contents()).toEqual(["while away"]);
  const fresh = await world.socket();
  await fresh.until((f) => f.type === "live");
  expect(fresh.contents()).toEqual([]);
});

test("blocking a contact closes its socket even after hibernation, and a ticket stays spent across it", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  await visitor.open("first");
  const { body } = await visitor.call<{ ticket: string }>("/api/widget/socket-ticket", { body: {} });
  const own = await world.connect("/api/widget/socket", body.ticket, "http://localhost:5999");
  await own.until((f) => f.type === "live");
  await evictDurableObject(contactStub(world, visitor));
  await expect(world.connect("/api/widget/socket", body.ticket, "http://localhost:5999")).rejects.toThrow("401");
  await evictDurableObject(contactStub(world, visitor));
  expect((await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`, { method: "DELETE" })).status).toBe(
    200,
  );
  expect((await own.until((f) => f.type === "closed")).reason).toBe("blocked");
});

test("a note never reaches a visitor, even across hibernation, and an object without subscribers reads nothing", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const id = (await visitor.open("first")).body.conversation.id;
  const own = await visitor.socket(0);
  await own.until((f) => f.type === "live");
  for (const evict of [false, true]) {
    if (evict) await evictDurableObject(contactStub(world, visitor));
    expect(
      (await world.as(`${world.conversations}/${id}/notes`, { body: { clientId: crypto.randomUUID(), content: "SECRET" } })).status,
    ).toBe(201);
  }
  await visitor.postMessage(id, "last");
  await own.until((f) => f.event?.message?.content === "last");
  expect(JSON.stringify(own.frames)).not.toContain("SECRET");
  expect(own.contents()).toEqual(["first", "last"]);
});

test("no answer to a visitor contains a note, not even a repetition in a conversation whose newest event is a note", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  const [opening, saying] = [crypto.randomUUID(), crypto.randomUUID()];
  const other = (await visitor.open("opened", { clientId: opening })).body.conversation.id;
  await visitor.postMessage(other, "said", { clientId: saying });
  await world.as(`${world.conversations}/${other}/notes`, { body: { clientId: crypto.randomUUID(), content: "SECRET" } });
  for (const answer of [
    await visitor.open("opened", { clientId: opening }),
    await visitor.postMessage(other, "said", { clientId: saying }),
    await visitor.call("/api/widget/conversations"),
    await visitor.call(`/api/widget/conversations/${other}/events`),
  ]) {
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain("SECRET");
  }
});

test("members receive a contact's rename, block, and restore; visitors do not", async () => {
  const world = await makeWorld();
  const visitor = await world.visitor();
  await visitor.open("first");
  const [team, own] = [await world.socket(), await visitor.socket()];
  await team.until((f) => f.type === "live");
  await own.until((f) => f.type === "live");
  const path = `/api/dashboard/projects/${world.projectId}/contacts/${visitor.contactId}`;
  await world.as(path, { method: "PATCH", body: { name: "Zoë" } });
  await world.as(path, { method: "DELETE" });
  await world.as(`${path}/restore`, { body: {} });
  const receivedContacts = (): unknown[] => team.frames.filter((f) => f.type === "contact").map((f) => f["contact"]);
  await team.until(() => receivedContacts().length === 3);
  const contact = { id: visitor.contactId, name: "Zoë", email: null, emailVerified: false };
  expect(receivedContacts()).toEqual([
    { ...contact, state: "active" },
    { ...contact, state: "hidden" },
    { ...contact, state: "active" },
  ]);
  expect(own.frames.filter((f) => f.type === "contact")).toEqual([]);
});

test("presences of a team that reconnects at once are sent together to everybody, and again when somebody leaves", async () => {
  const world = await makeWorld();
  const subscribers = await Promise.all(Array.from({ length: 6 }, () => world.socket()));
  const present = (subscriber: (typeof subscribers)[0]) =>
    subscriber.frames.filter((f) => f.type === "presence").map((f) => (f["members"] as unknown[]).length);
  const all = (n: number) =>
    subscribers.map((subscriber) => subscriber.until((f) => f.type === "presence" && (f["members"] as unknown[]).length === n));
  await Promise.all(all(6));
  for (const subscriber of subscribers) expect(present(subscriber).length).toBeLessThan(4);
  subscribers.pop()?.socket.close();
  await Promise.all(all(5));
});
