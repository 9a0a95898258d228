// Attributes of contacts: who defines and sets them, what a signed identity and a page may say, views, the pages of a visit, and erasure.
import { SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { base64urlToBytes } from "#kernel/auth/index.ts";
import { makeWorld, Visitor, type World } from "./world.ts";

interface Attribute {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly archived: boolean;
  readonly choices: readonly string[];
}
interface Contact {
  readonly id: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly pages?: readonly { url: string; title: string; at: string }[];
}
let world: World;
let other: World;
let secret: string;
beforeAll(async () => {
  world = await makeWorld();
  other = await makeWorld();
  secret = (await world.as<{ secret: string }>(`/api/management/projects/${world.projectId}/widget/identity-secret`, { body: {} })).body
    .secret;
  await define("seats", "number");
  await define("plan", "choice", ["Free", "Pro"]);
  await define("renewal", "date");
  await define("account", "link");
  await define("team name", "text");
});
const manage = (at = world): string => `/api/management/projects/${at.projectId}/contact-attributes`;
const define = (key: string, type: string, choices: string[] = [], clientId: string = crypto.randomUUID(), at = world) =>
  at.as<{ attribute: Attribute; error?: string }>(manage(at), { body: { clientId, key, label: `The ${key}`, type, choices } });
const listed = async (): Promise<readonly Attribute[]> =>
  (await world.as<{ items: Attribute[] }>(`/api/dashboard/projects/${world.projectId}/contact-attributes`)).body.items;
const contactsAt = (at = world): string => `/api/dashboard/projects/${at.projectId}/contacts`;
const set = (id: string, values: Record<string, unknown>, at = world) =>
  world.as<{ contact: Contact; issues?: { path: string }[] }>(`${contactsAt(at)}/${id}/attributes`, { method: "PATCH", body: { values } });
const read = async (id: string): Promise<Contact> => (await world.as<{ contact: Contact }>(`${contactsAt()}/${id}`)).body.contact;
const found = async (key: string, value: string): Promise<string[]> =>
  (
    await world.as<{ items: Contact[] }>(`${contactsAt()}?attribute=${encodeURIComponent(key)}&value=${encodeURIComponent(value)}`)
  ).body.items.map(({ id }) => id);
async function signed(sub: string, metadata: Record<string, unknown>): Promise<Visitor> {
  const identity = await new SignJWT({ sub, metadata })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(Math.floor(world.clock.now() / 1000) + 600)
    .sign(base64urlToBytes(secret));
  const visitor = new Visitor(world);
  expect((await visitor.start(identity)).status).toBe(201);
  return visitor;
}

test("values are checked by type, stored in one form, found in the list, and removed by null; all or none", async () => {
  const { contactId: id } = await world.visitor();
  const { status, body } = await set(id, {
    seats: "012.50",
    plan: "Pro",
    renewal: "2026-12-01",
    account: "https://Example.org",
    "team name": " Ops ",
  });
  expect(status).toBe(200);
  expect(body.contact.attributes).toEqual({
    ...{ seats: "12.5", plan: "Pro", renewal: "2026-12-01" },
    ...{ account: "https://example.org/", "team name": "Ops" },
  });
  expect(await found("plan", "pro")).toEqual([id]);
  expect(await found("team name", "OPS")).toEqual([id]);
  for (const [key, wrong] of Object.entries({ seats: "many", plan: "Gold", renewal: "1.12.2026", account: "javascript:1", nothing: "x" })) {
    const refused = await set(id, { [key]: wrong, "team name": "Sales" });
    expect(refused.status, key).toBe(400);
    expect(refused.body.issues?.[0]?.path, key).toBe(`values.${key}`);
  }
  expect((await set(id, {})).status).toBe(400);
  for (const key of ["__proto__", "constructor", "toString"]) expect((await define(key, "text")).status, key).toBe(400);
  expect((await read(id)).attributes?.["team name"]).toBe("Ops");
  await set(id, { plan: null });
  expect(await found("plan", "pro")).toEqual([]);
  expect(Object.keys((await read(id)).attributes ?? {})).not.toContain("plan");
});

test("a foreign contact is answered like a missing one, and the other project's attributes are not known here", async () => {
  const { contactId } = await other.visitor();
  expect((await set(contactId, { seats: "1" })).status).toBe(404);
  expect((await set(contactId, { seats: "1" }, other)).status).toBe(400);
  expect((await define("seats", "number", [], crypto.randomUUID(), other)).status).toBe(201);
});

test("keys are unique, repetitions get their first answer, choices belong to choices, and the order is kept", async () => {
  expect((await define("seats", "text")).status).toBe(409);
  const clientId = crypto.randomUUID();
  const first = await define("region", "text", [], clientId);
  expect(first.status).toBe(201);
  const again = await define("region", "text", [], clientId);
  expect([again.status, again.body.attribute.id]).toEqual([200, first.body.attribute.id]);
  expect((await define("other key", "text", [], clientId)).status).toBe(409);
  for (const [key, type, choices] of [
    ["é", "text", []],
    ["", "text", []],
    ['a"b', "text", []],
    ["size", "choice", []],
    ["size", "text", ["S"]],
    ["size", "choice", ["S", "s"]],
  ] as const)
    expect((await define(key, type, [...choices])).status, key).toBe(400);
  const ids = (await listed()).map(({ id }) => id);
  const order = [...ids.slice(1), ids[0]];
  const path = `/api/management/projects/${world.projectId}/contact-attribute-order`;
  expect((await world.as(path, { method: "PUT", body: { ids: order } })).status).toBe(200);
  expect((await listed()).map(({ id }) => id)).toEqual(order);
});

test("an archived attribute keeps its values and takes no new ones; a removed choice stays on who has it", async () => {
  const { contactId: id } = await world.visitor();
  const { attribute } = (await define("tier", "choice", ["Gold", "Silver"])).body;
  await set(id, { tier: "Gold" });
  const change = (body: object) => world.as<{ attribute: Attribute }>(`${manage()}/${attribute.id}`, { method: "PATCH", body });
  expect((await change({ label: "Tier", choices: ["Silver"], archived: false })).body.attribute.choices).toEqual(["Silver"]);
  expect((await set(id, { tier: "Gold" })).status).toBe(400);
  expect((await change({ label: "Tier", choices: [], archived: false })).status).toBe(400);
  expect((await change({ label: "Tier", choices: ["Silver"], archived: true })).body.attribute.archived).toBe(true);
  expect((await set(id, { tier: "Silver" })).status).toBe(400);
  expect((await read(id)).attributes?.["tier"]).toBe("Gold");
  expect((await set(id, { tier: null })).status).toBe(200);
});

test("a signed identity sets what fits, and nothing that a page says without a signature becomes or changes an attribute", async () => {
  const visitor = await signed("person-7", { seats: 5, plan: "Pro", renewal: "soon", other: true });
  expect((await read(visitor.contactId)).attributes).toEqual({ seats: "5", plan: "Pro" });
  const claim = { kind: "metadata", metadata: { seats: 500, plan: "Free", "team name": "Forged" } };
  expect((await visitor.call("/api/widget/events", { body: { events: [claim] } })).status).toBe(200);
  const anonymous = await world.visitor();
  await anonymous.call("/api/widget/events", { body: { events: [claim] } });
  expect((await read(visitor.contactId)).attributes).toEqual({ seats: "5", plan: "Pro" });
  expect((await read(anonymous.contactId)).attributes).toBeUndefined();
  await signed("person-7", { seats: 6, plan: null });
  expect((await read(visitor.contactId)).attributes).toEqual({ seats: "6" });
});

test("views ask for attributes, which win over the metadata of the same name, and notice their changes", async () => {
  const visitor = await world.visitor();
  const id = (await visitor.open("Hello")).body.conversation.id;
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "metadata", metadata: { plan: "Pro" } }] } });
  const view = await world.as<{ view: { id: string } }>(`/api/dashboard/projects/${world.projectId}/views`, {
    body: {
      ...{ clientId: crypto.randomUUID(), kind: "personal", name: "Free plan", icon: "", sort: "activity" },
      conditions: [{ field: "attribute", key: "plan", is: "any", values: ["Free"] }],
    },
  });
  expect(view.status).toBe(201);
  const inView = async (): Promise<string[]> =>
    (await world.as<{ items: { id: string }[] }>(`${world.conversations}?view=${view.body.view.id}`)).body.items.map((row) => row.id);
  expect(await inView()).toEqual([]);
  await set(visitor.contactId, { plan: "Free" });
  expect(await inView()).toEqual([id]);
  await set(visitor.contactId, { plan: null });
  expect(await inView()).toEqual([]);
});

test("the pages of a visit are kept in order, at most twenty, and a pause begins a new visit", async () => {
  const at = await makeWorld({ now: "2026-11-27T10:00:00.000Z" });
  const visitor = await at.visitor();
  const see = async (url: string) => {
    at.clock.advance({ seconds: 10 });
    const page = { kind: "page", page: { url: `https://example.test/${url}`, title: url } };
    expect((await visitor.call("/api/widget/events", { body: { events: [page] } })).status).toBe(200);
  };
  const titles = async (): Promise<string[]> => {
    const { body } = await at.as<{ contact: Contact }>(`${contactsAt(at)}/${visitor.contactId}`);
    return body.contact.pages?.map(({ title }) => title) ?? [];
  };
  await see("a");
  await see("b");
  await see("b");
  await see("a");
  expect(await titles()).toEqual(["a", "b", "a"]);
  for (let i = 0; i < 25; i += 1) await see(`p${i}`);
  expect(await titles()).toEqual(Array.from({ length: 20 }, (_, i) => `p${i + 5}`));
  at.clock.advance({ minutes: 31 });
  await see("later");
  expect(await titles()).toEqual(["later"]);
  const { body } = await at.as<{ items: Contact[] }>(contactsAt(at));
  expect(body.items[0]?.pages).toBeUndefined();
});

test("erasing a contact leaves no value, page or row of it, and nothing can be set from then on", async () => {
  const visitor = await world.visitor();
  const id = visitor.contactId;
  await set(id, { seats: "7", "team name": "Somebody" });
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "page", page: { url: "https://example.test/", title: "Home" } }] } });
  expect((await world.as(`/api/management/projects/${world.projectId}/contacts/${id}/erase`, { body: {} })).status).toBeLessThan(300);
  await world.tick();
  expect((await set(id, { seats: "8" })).status).toBe(409);
  const [row] = await world.rows("SELECT attributes, visit_pages FROM contacts WHERE id = ?", id);
  expect(row).toEqual({ attributes: "{}", visit_pages: null });
  expect(await world.rows("SELECT * FROM contact_attribute_values WHERE contact_id = ?", id)).toEqual([]);
});
