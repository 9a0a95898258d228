// Webhooks: what other systems are sent, signed as their library verifies it, what becomes of failures, and what is left behind.
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { recoverJobs } from "#kernel/jobs/index.ts";
import { type Delivery, type EventType, GIVE_UP_DAYS, type Webhook } from "#modules/webhooks/contract";
import { BAD_ADDRESSES } from "../../kernel/testing/bad-addresses.ts";
import { wakeBehind } from "../../modules/webhooks/send-deliveries.ts";
import { VARS } from "./actions-kit.ts";
import { systemCtx } from "../../edition/worker.ts";
import { makeWorld, type World } from "./world.ts";

const URL_OF = "https://hooks.example.test/desk";
interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
let world: World;
let received: Received[];
/** What the receiver answers. */
let answer: (got: Received) => Response | Promise<Response>;
const path = (): string => `/api/management/projects/${world.projectId}/webhooks`;

beforeEach(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:00Z", vars: VARS });
  received = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal("fetch", async (to: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(to, init);
    if (new URL(request.url).host !== "hooks.example.test") throw new TypeError("no such host");
    const got = { url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() };
    received.push(got);
    return await answer(got);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  // The schedule is for all projects of the file.
  for (const table of ["webhooks", "webhook_deliveries", "jobs"]) await world.rows(`DELETE FROM ${table}`);
});

const ALL: EventType[] = [
  ...(["conversation.created", "message.created", "note.created", "conversation.assigned"] as const),
  ...(["conversation.status_changed", "conversation.changed", "conversation.erased"] as const),
];
interface Made {
  webhook: Webhook;
  secret: string;
}
async function made(events: EventType[] = ALL, url = URL_OF): Promise<Made> {
  const { status, body } = await world.as<Made>(path(), { body: { clientId: crypto.randomUUID(), url, description: "CRM", events } });
  expect(status).toBe(201);
  return body;
}
const read = async (id: string): Promise<Webhook> =>
  (await world.as<{ items: Webhook[] }>(path(), { method: "GET" })).body.items.find((one) => one.id === id)!;
const deliveries = async (id: string, state?: string) =>
  (
    await world.as<{ items: Delivery[]; next: string | null }>(
      `${path()}/${id}/deliveries${state === undefined ? "" : `?state=${state}`}`,
      {
        method: "GET",
      },
    )
  ).body;
interface Payload {
  type: string;
  timestamp: string;
  data: {
    projectId: string;
    conversation: { id: string; status: string; contact: { id: string; name: string | null } };
    event: { kind: string; message?: { content: string }; note?: { content: string } };
  };
}
const payloads = (): Payload[] => received.map(({ body }) => JSON.parse(body) as Payload);
/** What the minute schedule does for webhooks, with the jobs that it wakes. */
async function tick(): Promise<void> {
  const execution = createExecutionContext();
  const ctx = { ...systemCtx(world.env, execution, world.clock), registry: world.registry };
  await wakeBehind(ctx);
  await recoverJobs(ctx);
  await waitOnExecutionContext(execution);
}
async function pass(minutes: number): Promise<void> {
  for (let i = 0; i < minutes; i += 1) {
    world.clock.advance({ minutes: 1 });
    await tick();
  }
}
const reply = async (id: string, content: string) =>
  world.as(`${world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await world.revision(id), content },
  });
const at = async () => {
  const visitor = await world.visitor();
  const { body } = await visitor.open("Where is my order?");
  return { visitor, id: body.conversation.id };
};

test("events are sent right after they happen, as the library of Standard Webhooks verifies them", async () => {
  const { webhook, secret } = await made();
  const { id } = await at();
  await world.as(`${world.conversations}/${id}/notes`, { body: { clientId: crypto.randomUUID(), content: "a note" } });
  await reply(id, "On its way.");
  const types = payloads().map(({ type }) => type);
  // What happens together may arrive in any order.
  expect([types.slice(0, 2).toSorted(), types[2], types.slice(3).toSorted()]).toEqual([
    ["conversation.created", "message.created"],
    "note.created",
    // Whoever replies takes the conversation.
    ["conversation.assigned", "message.created"],
  ]);
  vi.useFakeTimers({ now: world.clock.now(), toFake: ["Date"] });
  for (const { headers, body } of received) expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Verifier(secret).verify(`${received[0]!.body} `, received[0]!.headers)).toThrow();
  vi.useRealTimers();
  expect(payloads().find(({ data }) => data.event.message?.content === "On its way.")).toMatchObject({
    type: "message.created",
    timestamp: new Date(world.clock.now()).toISOString(),
    data: {
      projectId: world.projectId,
      conversation: { id, status: "open" },
      event: { kind: "message", message: { content: "On its way." } },
    },
  });
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(5);
  expect((await deliveries(webhook.id)).items.map(({ state, attempts, last }) => [state, attempts, last?.status])).toEqual(
    Array.from({ length: 5 }, () => ["delivered", 1, 204]),
  );
  expect(await read(webhook.id)).toMatchObject({ state: "on", failingSince: null, deliveredAt: expect.any(String) });
});

test("it is told what it was chosen for and what happens after it was made, of its own project", async () => {
  const { id } = await at();
  await made(["conversation.status_changed"]);
  const other = await makeWorld({ now: "2030-01-02T03:00:00Z", vars: VARS });
  await (await other.visitor()).open("in another project");
  await world.as(`${world.conversations}/${id}/status`, { body: { clientId: crypto.randomUUID(), frontier: 1, status: "closed" } });
  expect(payloads().map(({ type, data }) => [type, data.conversation.id, data.conversation.status])).toEqual([
    ["conversation.status_changed", id, "closed"],
  ]);
});

test("what failed is tried again later and later, with the same id, until it is given up after three days", async () => {
  const { webhook } = await made(["message.created"]);
  answer = () => new Response("no", { status: 500 });
  const { id } = await at();
  expect(received).toHaveLength(1);
  await pass(10);
  const early = received.length;
  expect(early).toBeGreaterThanOrEqual(3);
  expect(early).toBeLessThanOrEqual(5);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await deliveries(webhook.id)).toMatchObject({ items: [{ state: "waiting", last: { status: 500 }, nextAt: expect.any(String) }] });
  expect(await world.rows("SELECT count(*) AS n FROM webhook_deliveries WHERE project_id = ?", world.projectId)).toEqual([{ n: 1 }]);
  for (let hour = 0; hour < 80; hour += 1) {
    world.clock.advance({ hours: 1 });
    await tick();
  }
  expect(received.length).toBeGreaterThan(early + 8);
  expect((await deliveries(webhook.id)).items).toMatchObject([{ state: "failed", nextAt: null }]);
  // Nothing was accepted for three days: with the next event it is paused.
  await reply(id, "three days later");
  await pass(70);
  expect(await read(webhook.id)).toMatchObject({ state: "failing", failingSince: "2030-01-02T03:00:00.000Z" });
  expect(
    await world.rows("SELECT count(*) AS n FROM audit_log WHERE action = 'webhooks.failing' AND project_id = ?", world.projectId),
  ).toEqual([{ n: 1 }]);
  const before = received.length;
  await reply(id, "later");
  await pass(3);
  expect(received).toHaveLength(before);
  // What happened meanwhile is sent once it is resumed.
  answer = () => new Response(null, { status: 200 });
  await world.as(`${path()}/${webhook.id}/switch`, { body: { on: true } });
  await pass(2);
  expect(
    payloads()
      .slice(before)
      .map(({ data }) => data.event.message?.content)
      .toSorted(),
  ).toEqual(["later", "three days later"]);
  expect(await read(webhook.id)).toMatchObject({ state: "on", failingSince: null });
});

test("resuming can leave out what happened meanwhile", async () => {
  const { webhook } = await made(["message.created"]);
  await world.as(`${path()}/${webhook.id}/switch`, { body: { on: false } });
  const { visitor, id } = await at();
  await pass(2);
  expect(received).toEqual([]);
  await world.as(`${path()}/${webhook.id}/switch`, { body: { on: true, skip: true } });
  await visitor.postMessage(id, "after");
  await pass(2);
  expect(payloads().map(({ data }) => data.event.message?.content)).toEqual(["after"]);
});

test("resuming it once more without what happened gives up nothing", async () => {
  const { webhook } = await made(["message.created"]);
  const on = () => world.as(`${path()}/${webhook.id}/switch`, { body: { on: true, skip: true } });
  await world.as(`${path()}/${webhook.id}/switch`, { body: { on: false } });
  await on();
  answer = () => new Response("no", { status: 500 });
  await at();
  expect((await deliveries(webhook.id)).items.map(({ state }) => state)).toEqual(["waiting"]);
  expect((await on()).status).toBe(200);
  expect((await deliveries(webhook.id)).items.map(({ state }) => state)).toEqual(["waiting"]);
});

test("while the other system fails, one attempt is made at a time", async () => {
  await made(["message.created"]);
  answer = () => Promise.reject(new TypeError("refused"));
  const { visitor, id } = await at();
  for (let i = 0; i < 10; i += 1) await visitor.postMessage(id, `message ${i}`);
  const before = received.length;
  await pass(5);
  expect(received.length - before).toBeLessThanOrEqual(6);
  answer = () => new Response(null, { status: 200 });
  await pass(90);
  const last = new Map(
    received.map(({ headers, body }) => [headers["webhook-id"], (JSON.parse(body) as Payload).data.event.message?.content]),
  );
  expect(new Set(last.values()).size).toBe(11);
});

test("a thousand deliveries to a receiver that fails half the time all arrive, with one row each", async () => {
  await made(["message.created"]);
  let accepted = 0;
  const arrived = new Map<string, number>();
  answer = ({ headers }) => {
    if (Math.random() < 0.5) return Math.random() < 0.5 ? new Response(null, { status: 503 }) : Promise.reject(new TypeError("lost"));
    accepted += 1;
    arrived.set(headers["webhook-id"] ?? "", (arrived.get(headers["webhook-id"] ?? "") ?? 0) + 1);
    return new Response(null, { status: 200 });
  };
  const { id, visitor } = await at();
  // Events as `record` stores them, all at once.
  await world.rows(
    `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
     INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, data, created_at)
     SELECT ?, (SELECT max(sequence) FROM conversation_events WHERE project_id = ?) + i, 'evt_' || printf('%026d', i), ?, ?, i, 'status', 1, 1, 'operator', NULL, 'seed', i, i, '{"status":"open"}', ? FROM n`,
    ...[world.projectId, world.projectId, id, visitor.contactId, world.clock.now()],
  );
  await world.rows("UPDATE conversations SET revision = 1000 WHERE id = ?", id);
  await world.rows("UPDATE webhooks SET events = ? WHERE project_id = ?", JSON.stringify(["conversation.status_changed"]), world.projectId);
  // A delivery is given up after three days, and one of a million fails until then.
  const most = 60 * 24 * GIVE_UP_DAYS;
  let minutes = 0;
  for (; minutes < most && arrived.size < 1000; minutes += 1) {
    world.clock.advance({ minutes: 1 });
    // Later only few are left, and seldom due.
    if (minutes > 30 && minutes % 10 > 0) continue;
    for (let run = 0; run < (minutes < 5 ? 5 : 1); run += 1) await tick();
  }
  const [{ n = 0, attempts = 0 } = {}] = await world.rows<{ n: number; attempts: number }>(
    "SELECT count(*) AS n, sum(attempts) AS attempts FROM webhook_deliveries WHERE state = 'delivered' AND project_id = ?",
    world.projectId,
  );
  expect(n).toBeGreaterThanOrEqual(999);
  expect(attempts).toBeLessThan(3 * n);
  expect(accepted).toBe(arrived.size);
  expect(minutes).toBeLessThan(most);
  process.stdout.write(`1000 deliveries, half of ${received.length} attempts failed, all arrived after ${minutes} minutes\n`);
}, 120_000);

test("a person's erasure reaches what is still to be sent", async () => {
  const { webhook } = await made(["message.created"]);
  answer = () => new Response(null, { status: 500 });
  const { visitor } = await at();
  received = [];
  await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  await pass(20);
  expect(received.length).toBeGreaterThan(0);
  expect(JSON.stringify(received)).not.toContain("Where is my order?");
  const [delivery] = (await deliveries(webhook.id)).items;
  const shown = await world.as<{ payload: string }>(`${path()}/${webhook.id}/deliveries/${delivery!.id}`, { method: "GET" });
  expect(shown.body.payload).not.toContain("Where is my order?");
});

test("a new secret signs beside the one before it for a day", async () => {
  const { webhook, secret } = await made(["message.created"]);
  const renewed = await world.as<Made>(`${path()}/${webhook.id}/secret`, { body: { revision: 1 } });
  expect(renewed.body.secret).not.toBe(secret);
  const { visitor, id } = await at();
  vi.useFakeTimers({ now: world.clock.now(), toFake: ["Date"] });
  for (const each of [secret, renewed.body.secret]) new Verifier(each).verify(received[0]!.body, received[0]!.headers);
  vi.useRealTimers();
  world.clock.advance({ hours: 25 });
  await visitor.postMessage(id, "a day later");
  expect(received.at(-1)!.headers["webhook-signature"]!.split(" ")).toHaveLength(1);
  expect((await world.as(`${path()}/${webhook.id}/secret`, { body: { revision: 1 } })).status).toBe(409);
  // Neither is stored in plain.
  expect(JSON.stringify(await world.rows("SELECT * FROM webhooks"))).not.toContain(secret);
});

test("a test is sent once, also while it is paused, and says what came back", async () => {
  const { webhook } = await made();
  await world.as(`${path()}/${webhook.id}/switch`, { body: { on: false } });
  answer = () => new Response("<h1>moved</h1>", { status: 302, headers: { location: "https://elsewhere.example.test/" } });
  const tested = await world.as<{ delivery: Delivery }>(`${path()}/${webhook.id}/test`, { body: {} });
  expect(tested.body.delivery).toMatchObject({ type: "test", state: "failed", attempts: 1, last: { status: 302, fault: "redirects" } });
  answer = () => new Response("x".repeat(100_000), { status: 200 });
  expect((await world.as<{ delivery: Delivery }>(`${path()}/${webhook.id}/test`, { body: {} })).body.delivery).toMatchObject({
    state: "delivered",
  });
  expect(payloads().map(({ type }) => type)).toEqual(["test", "test"]);
  await pass(5);
  expect(received).toHaveLength(2);
  for (let i = 0; i < 58; i += 1) await world.as(`${path()}/${webhook.id}/test`, { body: {} });
  expect((await world.as(`${path()}/${webhook.id}/test`, { body: {} })).status).toBe(429);
});

test("a delivery is sent again when somebody asks for it", async () => {
  const { webhook } = await made(["message.created"]);
  await at();
  const [delivery] = (await deliveries(webhook.id)).items;
  const again = await world.as<{ delivery: Delivery }>(`${path()}/${webhook.id}/deliveries/${delivery!.id}/redeliver`, { body: {} });
  expect(again.status).toBe(200);
  await pass(1);
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery!.id, delivery!.id]);
  expect(await deliveries(webhook.id, "delivered")).toMatchObject({ items: [{ id: delivery!.id, attempts: 2 }] });
  expect((await deliveries(webhook.id, "waiting")).items).toEqual([]);
});

test("who is gone says so with 410, and gets nothing more", async () => {
  const { webhook } = await made(["message.created"]);
  answer = () => new Response(null, { status: 410 });
  const { visitor, id } = await at();
  await visitor.postMessage(id, "more");
  await pass(5);
  expect(received).toHaveLength(1);
  expect(await read(webhook.id)).toMatchObject({ state: "failing" });
});

test("two runs of the job at once send each delivery once", async () => {
  await made(["message.created"]);
  answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return new Response(null, { status: 200 });
  };
  const visitor = await world.visitor();
  const opened = await visitor.open("one");
  await Promise.all(Array.from({ length: 10 }, (_, i) => visitor.postMessage(opened.body.conversation.id, `message ${i}`)));
  await Promise.all([tick(), tick(), tick()]);
  await pass(2);
  const ids = received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(11);
  expect(ids).toHaveLength(11);
});

test("addresses inside, without https, or with a password are refused at their field", async () => {
  for (const url of [...BAD_ADDRESSES.slice(0, 40), "http://hooks.example.test/", "https://user:pass@hooks.example.test/", "hooks", ""]) {
    const refused = await world.as<{ issues: { path: string }[] }>(path(), {
      body: { clientId: crypto.randomUUID(), url, description: "", events: ["message.created"] },
    });
    expect([refused.status, refused.body.issues.map((issue) => issue.path)], url).toEqual([400, ["url"]]);
  }
  expect(received).toEqual([]);
});

test("without the key nothing is made, and the variable is named", async () => {
  const { INTEGRATION_ENCRYPTION_KEY: _, ...vars } = VARS;
  const plain = await makeWorld({ now: "2030-01-02T03:00:00Z", vars });
  const listed = await plain.as<{ missing: string[] }>(`/api/management/projects/${plain.projectId}/webhooks`, { method: "GET" });
  expect(listed.body.missing).toEqual(["INTEGRATION_ENCRYPTION_KEY"]);
  const refused = await plain.as<{ code: string; variables: string[] }>(`/api/management/projects/${plain.projectId}/webhooks`, {
    body: { clientId: crypto.randomUUID(), url: URL_OF, description: "", events: ["message.created"] },
  });
  expect(refused).toMatchObject({ status: 503, body: { code: "not_configured" } });
  expect(JSON.stringify(refused.body)).toContain("INTEGRATION_ENCRYPTION_KEY");
});

test("a repeated creation is the same webhook, changes name their revision, and the audit log has before and after", async () => {
  const clientId = crypto.randomUUID();
  const body = { clientId, url: URL_OF, description: "CRM", events: ["note.created", "message.created"] };
  const first = await world.as<Made>(path(), { body });
  const again = await world.as<Made>(path(), { body });
  expect([again.status, again.body.secret, again.body.webhook.id]).toEqual([200, null, first.body.webhook.id]);
  expect((await world.as(path(), { body: { ...body, description: "other" } })).status).toBe(409);
  const one = `${path()}/${first.body.webhook.id}`;
  const settings = { url: "https://hooks.example.test/2", description: "CRM", events: ["message.created"] };
  expect((await world.as(one, { method: "PUT", body: { revision: 1, ...settings } })).status).toBe(200);
  expect((await world.as(one, { method: "PUT", body: { revision: 1, ...settings } })).status).toBe(200);
  expect((await world.as(one, { method: "PUT", body: { revision: 1, ...settings, description: "late" } })).status).toBe(409);
  const [entry] = await world.rows<{ changes: string }>(
    "SELECT changes FROM audit_log WHERE action = 'webhooks.changed' AND project_id = ?",
    world.projectId,
  );
  expect(JSON.parse(entry!.changes)).toEqual([
    { field: "url", from: URL_OF, to: "https://hooks.example.test/2" },
    { field: "events", from: '["message.created","note.created"]', to: '["message.created"]' },
  ]);
  expect((await world.as(one, { method: "DELETE" })).status).toBe(200);
  expect((await world.as(one, { method: "DELETE" })).status).toBe(404);
});

test("a deleted project leaves none, and its webhooks get nothing more", async () => {
  await made();
  await at();
  const [project] = await world.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", world.projectId);
  await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: project?.name } });
  received = [];
  await pass(3);
  expect(received).toEqual([]);
  for (const table of ["webhooks", "webhook_deliveries"])
    expect(await world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, world.projectId)).toEqual([]);
});
