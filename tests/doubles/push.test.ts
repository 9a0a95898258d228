// Push notifications against a double of a push service, which decrypts them as a browser does.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";
import { Tables } from "../support/tables.ts";
import { PushService } from "./push/push-service.ts";

const { x = "", y = "", d = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
const PUBLIC = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString("base64url");
const SITE = "https://acme.example";
const folder = mkdtempSync(join(tmpdir(), "seed-desk-push-"));
const service = new PushService(PUBLIC);
let served: Served;
let tables: Tables;
let owner: Operator;
let project: { id: string; key: string };

beforeAll(async () => {
  served = await serveBuild({
    state: join(folder, "state"),
    tick: false,
    vars: { TEST_SCRYPT_LOG_N: "4", VAPID_PUBLIC_KEY: PUBLIC, VAPID_PRIVATE_KEY: d, VAPID_SUBJECT: "mailto:desk@acme.example" },
    network: (request) => service.answer(request),
  });
  tables = new Tables(join(folder, "state"));
  owner = new Operator(served.url);
  await owner.setup();
  project = await owner.project("Acme", SITE);
});
afterAll(async () => {
  tables.close();
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  tables.run("DELETE FROM push_subscriptions");
  service.pushed.length = 0;
});

const push = () => `/api/dashboard/projects/${project.id}/push`;
const subscribe = (browser: object, names = false, as = owner) => as.call(push(), { method: "PUT", body: { ...browser, names } });
async function open(content = "Hello"): Promise<string> {
  const visitor = new Visitor(served.url, project.key, SITE);
  await visitor.start();
  return (await visitor.open(content)).body.conversation.id;
}
const until = async (what: string, holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 100; i += 1) {
    if (holds()) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`still not: ${what}`);
};
const settle = (): Promise<unknown> => new Promise((wake) => setTimeout(wake, 700));

test("a browser gets a new conversation at once, encrypted for it alone, without a word of the customer", async () => {
  const browser = service.browser();
  assert.equal((await subscribe(browser)).status, 200);
  const id = await open("A secret of mine");
  await until("a push", () => service.pushed.length === 1);
  const [pushed] = service.pushed;
  assert.deepEqual(pushed?.content, {
    title: "New conversation in Acme",
    body: "",
    tag: `${id}:newUnassigned`,
    conversationId: id,
    path: `/projects/${project.id}/inbox/all/${id}#r1`,
  });
  assert.equal(pushed?.ttl, 3600);
  // Padded, so that the length says nothing.
  assert.equal(pushed?.size, 4096);
  // The schedule, which makes up for what is lost, tells it once.
  tables.run("UPDATE conversation_events SET created_at = created_at - 120000");
  for (let i = 0; i < 3; i += 1) await served.tick();
  await settle();
  assert.deepEqual([service.pushed.length, service.faults], [1, []]);
});

test("with the member's consent it names the customer", async () => {
  const browser = service.browser();
  await subscribe(browser, true);
  const id = await open();
  await until("a push", () => service.pushed.length === 1);
  assert.match(service.pushed[0]?.content["title"] ?? "", /^New conversation with /);
  assert.equal(service.pushed[0]?.content["body"], "Acme");
  assert.equal(service.pushed[0]?.content["conversationId"], id);
});

test.each([404, 410])("after %i the browser is forgotten", async (status) => {
  const browser = service.browser();
  await subscribe(browser);
  service.refuse(browser.endpoint, status);
  await open();
  await until("no subscription", () => tables.all("SELECT 1 FROM push_subscriptions").length === 0);
  assert.equal(service.pushed.length, 0);
});

test("429 is asked again after Retry-After, and 413 never", async () => {
  const [busy, small] = [service.browser(), service.browser()];
  await subscribe(busy);
  await subscribe(small);
  service.refuse(busy.endpoint, 429, { headers: { "retry-after": "120" } });
  service.refuse(small.endpoint, 413);
  const before = service.requests;
  await open();
  await until("both asked", () => service.requests === before + 2);
  await settle();
  const [again] = tables.all("SELECT due_at - created_at AS wait FROM jobs WHERE kind = 'notifications.push' AND state = 'queued'");
  assert.deepEqual(again, { wait: 120_000 });
  await served.tick();
  assert.equal(service.requests, before + 2);
  tables.run("UPDATE jobs SET due_at = 1 WHERE state = 'queued' AND kind = 'notifications.push'");
  await served.tick();
  await until("the push", () => service.pushed.length === 1);
  assert.equal(service.pushed[0]?.endpoint, busy.endpoint);
  assert.equal(tables.all("SELECT 1 FROM push_subscriptions").length, 2);
});

test("nothing is pushed in quiet hours, for events that are off, after signing out, and to who left", async () => {
  const browser = service.browser();
  await subscribe(browser);
  const settings = `/api/dashboard/projects/${project.id}/notifications`;
  const { settings: mine } = (await owner.call<{ settings: { push: Record<string, boolean> } }>(settings)).body;
  const save = (more: object) => owner.call(settings, { method: "PUT", body: { ...mine, ...more } });
  const before = service.requests;
  // Every day but today and its neighbours, whatever the zone.
  const today = (new Date().getUTCDay() + 6) % 7;
  await save({ days: [1, 2, 3, 4, 5, 6, 7].filter((day) => ![today, today + 1, ((today + 1) % 7) + 1].includes(day)) });
  await open();
  await settle();
  await save({ push: { ...mine.push, newUnassigned: false } });
  await open();
  await settle();
  await save({});
  tables.run("UPDATE sessions SET expires_at = 1 WHERE id = (SELECT session_id FROM push_subscriptions LIMIT 1)");
  await open();
  await settle();
  assert.equal(service.requests, before);
  await owner.login();
});

test("only https addresses of public hosts are taken", async () => {
  for (const endpoint of [
    "http://push.example.com/1",
    "https://127.0.0.1/1",
    "https://localhost/1",
    "https://10.0.0.1/",
    "https://push.local/1",
  ]) {
    const refused = await subscribe({ ...service.browser(), endpoint });
    assert.equal(refused.status, 400, endpoint);
  }
  assert.deepEqual(tables.all("SELECT 1 FROM push_subscriptions"), []);
  // At most ten browsers of a member: the oldest makes room.
  for (let i = 0; i < 12; i += 1) await subscribe(service.browser());
  assert.equal(tables.all("SELECT 1 FROM push_subscriptions").length, 10);
});
