// What webhooks are told beyond events of conversations: what rules did, and what became of contacts.
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { recoverJobs } from "#kernel/jobs/index.ts";
import type { EventType, Webhook } from "#modules/webhooks/contract";
import { writeImportedChanges, writeImportedContacts } from "#modules/contacts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { wakeBehind } from "../../modules/webhooks/send-deliveries.ts";
import { VARS } from "./actions-kit.ts";
import { erase } from "./erasure-kit.ts";
import { systemCtx } from "../../edition/worker.ts";
import { makeWorld, type World } from "./world.ts";

interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Payload {
  readonly type: string;
  readonly data: {
    readonly projectId: string;
    readonly contactId?: string;
    readonly into?: string;
    readonly contact?: { readonly id: string; readonly name: string | null; readonly email: string | null; readonly state: string };
    readonly rule?: { readonly id: string; readonly name: string };
    readonly run?: { readonly id: string; readonly trigger: string };
    readonly conversation?: { readonly id: string };
    readonly event?: { readonly kind: string; readonly message?: { readonly content: string } } | null;
  };
}
const PERSON = { id: newId("contact", Date.UTC(2030, 0, 1)), name: "Amara", email: "amara@customer.example", attributes: "{}" };
let world: World;
let received: Received[];
let answer: () => Response;
beforeEach(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:00Z", vars: VARS });
  received = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal("fetch", async (to: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(to, init);
    if (new URL(request.url).host !== "hooks.example.test") throw new TypeError("no such host");
    received.push({ url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() });
    return answer();
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const table of ["webhooks", "webhook_deliveries", "webhook_contact_changes", "automation_rules", "automation_progress", "jobs"])
    await world.rows(`DELETE FROM ${table}`);
});
const CONTACTS: EventType[] = ["contact.created", "contact.changed", "contact.merged", "contact.erased"];
async function made(events: EventType[]): Promise<{ webhook: Webhook; secret: string }> {
  const { status, body } = await world.as<{ webhook: Webhook; secret: string }>(`/api/management/projects/${world.projectId}/webhooks`, {
    body: { clientId: crypto.randomUUID(), url: "https://hooks.example.test/desk", description: "CRM", events },
  });
  expect(status).toBe(201);
  return body;
}
const payloads = (): Payload[] => received.map(({ body }) => JSON.parse(body) as Payload);
const types = (): string[] => payloads().map(({ type }) => type);
/** What the minute schedule does for webhooks, with the jobs that it wakes. */
async function tick(): Promise<void> {
  const execution = createExecutionContext();
  const ctx = { ...systemCtx(world.env, execution, world.clock), registry: world.registry };
  await wakeBehind(ctx);
  await recoverJobs(ctx);
  await waitOnExecutionContext(execution);
}
function verifyAll(secret: string): void {
  vi.useFakeTimers({ now: world.clock.now(), toFake: ["Date"] });
  for (const { headers, body } of received) expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
  vi.useRealTimers();
}
const contacts = () => `/api/dashboard/projects/${world.projectId}/contacts`;
const rule = (webhookId: string) =>
  world.as(`/api/management/projects/${world.projectId}/automation-rules`, {
    body: {
      clientId: crypto.randomUUID(),
      rule: {
        ...{ name: "Tell the CRM", enabled: true, trigger: "customer_message", minutes: null, words: [], conditions: [], note: "" },
        steps: [{ action: "webhook", value: { webhookId } }],
      },
    },
  });

test("a rule calls a webhook: one signed delivery for the run, with the rule, the conversation, and what set it off", async () => {
  const { webhook, secret } = await made(["automation.triggered"]);
  expect((await rule(webhook.id)).status).toBe(201);
  const visitor = await world.visitor();
  const { id } = (await visitor.open("Where is my order?")).body.conversation;
  await tick();
  expect(types()).toEqual(["automation.triggered"]);
  verifyAll(secret);
  expect(payloads()[0]?.data).toMatchObject({
    projectId: world.projectId,
    rule: { name: "Tell the CRM" },
    run: { trigger: "customer_message" },
    conversation: { id },
    event: { kind: "message", message: { content: "Where is my order?" } },
  });
  // The worker died behind the delivery.
  await world.rows("UPDATE automation_runs SET state = 'running'");
  await world.rows("UPDATE automation_progress SET sequence = 0");
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'automation.run'");
  await tick();
  expect(types()).toEqual(["automation.triggered"]);
  const [delivery] = await world.rows<{ id: string }>("SELECT id FROM webhook_deliveries");
  const again = await world.as(`/api/management/projects/${world.projectId}/webhooks/${webhook.id}/deliveries/${delivery?.id}/redeliver`, {
    body: {},
  });
  expect(again.status).toBe(200);
  await tick();
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery?.id, delivery?.id]);
});

test("what rules leave waiting at a paused webhook ends with their runs", async () => {
  const { webhook } = await made(["automation.triggered"]);
  await rule(webhook.id);
  await world.as(`/api/management/projects/${world.projectId}/webhooks/${webhook.id}/switch`, { body: { on: false } });
  await (await world.visitor()).open("Hello");
  expect(await world.rows("SELECT state FROM webhook_deliveries")).toEqual([{ state: "waiting" }]);
  const hourly = async (): Promise<void> => {
    world.clock.advance({ minutes: (83 - new Date(world.clock.now()).getUTCMinutes()) % 60 });
    await tick();
  };
  await hourly();
  expect(await world.rows("SELECT state FROM webhook_deliveries")).toHaveLength(1);
  world.clock.advance({ days: 31 });
  await hourly();
  expect(await world.rows("SELECT state FROM webhook_deliveries")).toEqual([]);
});

test("a rule can call webhooks of its project only that take it, and says when one is gone", async () => {
  const { webhook } = await made(["message.created"]);
  expect((await rule(webhook.id)).status).toBe(409);
  const { webhook: takes } = await made(["automation.triggered"]);
  expect((await rule(takes.id)).status).toBe(201);
  await world.as(`/api/management/projects/${world.projectId}/webhooks/${takes.id}`, { method: "DELETE" });
  await (await world.visitor()).open("Hello");
  const [run] = await world.rows<{ outcomes: string }>("SELECT outcomes FROM automation_runs WHERE project_id = ?", world.projectId);
  expect(run?.outcomes).toContain('"impossible"');
});

test("contacts are told of as they are made, change, and are erased, each once, without what was erased", async () => {
  const visitorBefore = await world.visitor();
  expect(await world.rows("SELECT id FROM webhook_contact_changes")).toEqual([]);
  const { webhook, secret } = await made(CONTACTS);
  const visitor = await world.visitor();
  await tick();
  expect(types()).toEqual(["contact.created"]);
  expect(payloads()[0]?.data.contact).toMatchObject({ id: visitor.contactId, name: null });
  const change = { name: "Amara Okafor", email: "amara@customer.example" };
  expect((await world.as(`${contacts()}/${visitor.contactId}`, { method: "PATCH", body: change })).status).toBe(200);
  // The same again changes nothing.
  await world.as(`${contacts()}/${visitor.contactId}`, { method: "PATCH", body: change });
  await tick();
  await tick();
  expect(types()).toEqual(["contact.created", "contact.changed"]);
  expect(payloads()[1]?.data.contact).toMatchObject(change);
  verifyAll(secret);
  // What waits while it is paused is read when it is sent: after the erasure there is nothing to tell but that.
  const at = `/api/management/projects/${world.projectId}/webhooks/${webhook.id}/switch`;
  await world.as(at, { body: { on: false } });
  await world.as(`${contacts()}/${visitor.contactId}`, { method: "PATCH", body: { name: "Secret Name" } });
  expect((await erase(world, { contactId: visitor.contactId })).status).toBeLessThan(300);
  await world.tick();
  received = [];
  await world.as(at, { body: { on: true } });
  await tick();
  expect(types()).toEqual(["contact.erased"]);
  expect(payloads()[0]?.data).toEqual({
    projectId: world.projectId,
    contactId: visitor.contactId,
  });
  expect(JSON.stringify(received)).not.toMatch(/Secret|Amara|amara/);
  expect(visitorBefore.contactId).not.toBe(visitor.contactId);
});

test("a merge is told with both ids; an import says nothing", async () => {
  await made(CONTACTS);
  const [stays, goes] = [await world.visitor(), await world.visitor()];
  await tick();
  received = [];
  const merged = await world.as(`${contacts()}/${stays.contactId}/merge`, { body: { from: goes.contactId } });
  expect(merged.status, JSON.stringify(merged.body)).toBe(202);
  await world.tick();
  await tick();
  expect(
    payloads()
      .filter(({ type }) => type === "contact.merged")
      .map(({ data }) => data),
  ).toEqual([{ projectId: world.projectId, contactId: goes.contactId, into: stays.contactId }]);
  expect(types()).not.toContain("contact.erased");
  received = [];
  const { db } = world.ctx();
  const projectId = world.projectId as ProjectId;
  await db.commit([writeImportedContacts(projectId, [PERSON], world.clock.now(), sql`1`)]);
  await db.commit([writeImportedChanges(projectId, [{ ...PERSON, name: "Other", was: PERSON }], sql`1`)]);
  expect(await world.rows("SELECT name FROM contacts WHERE id = ?", PERSON.id)).toEqual([{ name: "Other" }]);
  await tick();
  expect(received).toEqual([]);
  // What a person changes afterwards is told.
  await world.as(`${contacts()}/${PERSON.id}`, { method: "PATCH", body: { name: "By hand" } });
  await tick();
  expect(types()).toEqual(["contact.changed"]);
});

test("a webhook that asks for contacts later is told of nothing before; what a fault repeats is one delivery", async () => {
  const { webhook } = await made(["contact.created"]);
  await made(["message.created"]);
  const [, other] = (await world.as<{ items: Webhook[] }>(`/api/management/projects/${world.projectId}/webhooks`)).body.items;
  await world.visitor();
  const { id: later, revision, url, description } = other as Webhook;
  const changed = await world.as(`/api/management/projects/${world.projectId}/webhooks/${later}`, {
    method: "PUT",
    body: { revision, url, description, events: ["contact.created"] },
  });
  expect(changed.status).toBe(200);
  await tick();
  expect(types()).toEqual(["contact.created"]);
  await world.rows("UPDATE webhooks SET contact_change = 0 WHERE id = ?", webhook.id);
  await tick();
  expect(types()).toEqual(["contact.created"]);
  expect(await world.rows("SELECT webhook_id FROM webhook_deliveries")).toEqual([{ webhook_id: webhook.id }]);
});

test("owners and admins are told once of each time that a webhook is stopped, and the page says why", async () => {
  const { webhook } = await made(["message.created"]);
  const bell = async () =>
    (
      await world.as<{ notices: { event: string; path: string; unread: boolean }[] }>(
        `/api/dashboard/projects/${world.projectId}/bell/entries`,
      )
    ).body.notices;
  const at = `/api/management/projects/${world.projectId}/webhooks`;
  answer = () => new Response(null, { status: 410 });
  const visitor = await world.visitor();
  const { id } = (await visitor.open("Hello")).body.conversation;
  await visitor.postMessage(id, "Hello?");
  await tick();
  expect(await bell()).toMatchObject([{ event: "webhookStopped", path: `/projects/${world.projectId}/settings/webhooks`, unread: true }]);
  const [stopped] = (await world.as<{ items: Webhook[] }>(at)).body.items;
  expect(stopped).toMatchObject({
    state: "failing",
    stopped: { reason: "gone", status: 410, fault: null, at: "2030-01-02T03:00:00.000Z" },
  });
  answer = () => new Response(null, { status: 204 });
  world.clock.advance({ minutes: 5 });
  const on = await world.as<{ webhook: Webhook }>(`${at}/${webhook.id}/switch`, { body: { on: true } });
  expect(on.body.webhook.stopped).toBeNull();
  // What was settled is no news any more.
  expect((await bell()).map(({ unread }) => unread)).toEqual([false]);
  answer = () => new Response(null, { status: 410 });
  await visitor.postMessage(id, "And now?");
  await tick();
  // That it was stopped before is no news again.
  expect((await bell()).map(({ unread }) => unread)).toEqual([true, false]);
});

test("other screens hear that a webhook was stopped, and that it was resumed, which is no news any more", async () => {
  world = await makeWorld({ vars: VARS });
  const { webhook } = await made(["message.created"]);
  answer = () => new Response(null, { status: 410 });
  const screen = await world.socket();
  const heard = () => screen.frames.flatMap((frame) => (frame.type === "changed" ? [frame["route"]] : []));
  const hears = async (before: number): Promise<void> => {
    for (const route of ["listWebhooks", "readBell"]) await screen.until(() => heard().slice(before).includes(route));
  };
  await (await world.visitor()).open("Hello");
  await hears(0);
  answer = () => new Response(null, { status: 204 });
  const before = heard().length;
  await world.as(`/api/management/projects/${world.projectId}/webhooks/${webhook.id}/switch`, { body: { on: true } });
  await hears(before);
});
