// Settings of the assistant's actions: all faults at once, secrets that are only written, hosts, the test console, and the log.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Action, Run, Setup } from "#modules/assistant-actions/contract";
import { ORDERS_HOST, ORDERS_TOKEN } from "../doubles/orders/index.ts";
import { BAD_ADDRESSES } from "../../kernel/testing/bad-addresses.ts";
import { CANCEL, ORDER, STATUS } from "../doubles/orders/drafts.ts";
import { type ActionsWorld, actionsWorld, type Issues, KEY, VARS } from "./actions-kit.ts";

let kit: ActionsWorld;
beforeEach(async () => {
  kit = await actionsWorld();
});
afterEach(() => vi.unstubAllGlobals());
const change = (action: Action, draft: object, revision = action.revision) =>
  kit.world.as<{ action: Action } & Issues>(`${kit.path}/${action.id}`, {
    method: "PUT",
    body: { revision, action: { ...ORDER, ...draft } },
  });
const hosts = (list: string[]) =>
  kit.world.as<{ setup: Setup } & Issues>(`/api/management/projects/${kit.world.projectId}/assistant/action-hosts`, {
    method: "PUT",
    body: { hosts: list },
  });
const paths = ({ body }: { body: Issues }): string[] => body.issues.map(({ path }) => path.replace(/^action\./, ""));

test("every fault is named at once, at its field", async () => {
  const wrong = await kit.create({
    ...{ name: "", description: "", kind: "changes", method: "GET", personal: true },
    url: `https://${ORDERS_HOST}/orders/{{nubmer}}/{{opt}}`,
    body: "{ not json",
    headers: [
      { name: "bad name", value: "x\r\ny: z" },
      { name: "Host", value: "elsewhere.example.test" },
      { name: "X-Key", value: "ok" },
      { name: "x-key", value: "ok" },
    ],
    inputs: [
      { name: "Number", type: "string", description: "", required: true, choices: [] },
      { name: "opt", type: "choice", description: "d", required: false, choices: [] },
    ],
    told: [{ path: "a..b", label: "" }],
  });
  expect(wrong.status).toBe(400);
  expect(paths(wrong).toSorted()).toEqual(
    [
      ...["name", "description", "method", "body", "url", "url", "personal"],
      ...["headers.0.name", "headers.0.value", "headers.1.name", "headers.3.name"],
      ...["inputs.0.name", "inputs.0.description", "inputs.1.choices", "told.0.path", "told.0.label"],
    ].toSorted(),
  );
  for (const { message } of wrong.body.issues) expect(message).toMatch(/^\S.*\.$/s);
  expect(await kit.world.rows("SELECT * FROM assistant_actions WHERE project_id = ?", kit.world.projectId)).toEqual([]);
});

test("no address leads to another host, a private one, or past its path", async () => {
  await hosts([ORDERS_HOST, "example.com"]);
  const refused = [
    ...BAD_ADDRESSES.slice(0, 10),
    "https://{{number}}.example.com/",
    `https://${ORDERS_HOST}{{number}}/`,
    `https://${ORDERS_HOST}:8443/{{number}}`,
    `https://{{number}}@${ORDERS_HOST}/`,
    `https://user:pass@${ORDERS_HOST}/{{number}}`,
    `https://${ORDERS_HOST}\\@evil.example.com/{{number}}`,
    `https://${ORDERS_HOST}/../{{number}}`,
    `https://${ORDERS_HOST}/%2e%2e/{{number}}`,
    `https://${ORDERS_HOST}/#{{number}}`,
    `http://${ORDERS_HOST}/{{number}}`,
    "https://not-allowed.example.com/{{number}}",
    "{{number}}",
  ];
  for (const url of refused) {
    const answer = await kit.create({ url: url.slice(0, 1000), personal: false, told: ORDER.told });
    expect([url, answer.status]).toEqual([url, 400]);
    expect([url, answer.body.issues.some(({ path }) => path.endsWith("url"))]).toEqual([url, true]);
  }
  const action = await kit.ready({ ...STATUS, url: `https://${ORDERS_HOST}/orders/{{number}}`, inputs: ORDER.inputs.slice(0, 1) });
  const { asker } = await kit.asker();
  for (const number of ["..", ".", "../admin", "..\\admin", "a/b", "a\r\nX-Evil: 1", "\t", "%2e%2e", "x".repeat(301)])
    expect([number, (await kit.run(action, asker, { number })).kind]).toEqual([number, "inputs"]);
  for (const number of [5, true, {}, ["a"], null, undefined]) expect((await kit.run(action, asker, { number })).kind).toBe("inputs");
  expect([kit.orders.seen, kit.elsewhere]).toEqual([[], []]);
  // These are only odd: they stay one part of the path.
  for (const number of ["@evil.example.com", "?a=b", "#x", "a b", "ä", "....", "%00", "//"])
    if (!number.includes("/")) await kit.run(action, asker, { number });
  expect(kit.orders.seen.every(({ url }) => new URL(url).host === ORDERS_HOST && new URL(url).pathname.split("/").length === 3)).toBe(true);
});

test("a secret is stored encrypted, kept while the host stays, and removed with it", async () => {
  const { action } = (await kit.create()).body;
  expect(action.headers).toEqual([{ name: "Authorization", set: true }]);
  const secrets = async () =>
    (await kit.world.rows<{ secrets: string | null }>("SELECT secrets FROM assistant_actions WHERE id = ?", action.id))[0]?.secrets;
  expect(await secrets()).toMatch(/^v1\.[0-9a-f]{8}\./);
  const kept = await change(action, { description: "Other.", headers: [{ name: "Authorization", value: null }] });
  expect(kept.body.action).toMatchObject({ revision: 2, headers: [{ name: "Authorization", set: true }] });
  // A stale change is refused.
  expect((await change(action, {}, 1)).body).toMatchObject({ code: "conflict", reason: "changed" });
  await hosts([ORDERS_HOST, "api.elsewhere.example.test"]);
  const moved = await change(kept.body.action, {
    url: "https://api.elsewhere.example.test/orders/{{number}}?email={{contact.email}}&lang={{lang}}",
    headers: [{ name: "Authorization", value: null }],
  });
  expect(moved.body.action).toMatchObject({ host: "api.elsewhere.example.test", headers: [{ name: "Authorization", set: false }] });
  expect(await secrets()).toBeNull();
  await kit.world.as(`${kit.path}/${action.id}/switch`, { body: { enabled: true } });
  const { asker } = await kit.asker("moved@example.test");
  expect(await kit.run(moved.body.action, asker, { number: "1" })).toEqual({ kind: "failed", outcome: "secret_missing" });
  expect(kit.elsewhere).toEqual([]);
});

test("a copied or foreign secret, or one of another key, opens nothing", async () => {
  const [mine, other] = [await kit.ready(), await kit.ready({ ...ORDER, name: "Other" })];
  const { asker } = await kit.asker("copied@example.test");
  await kit.world.rows(
    "UPDATE assistant_actions SET secrets = (SELECT secrets FROM assistant_actions WHERE id = ?) WHERE id = ?",
    ...[mine.id, other.id],
  );
  expect(await kit.run(other, asker, { number: "1" })).toEqual({ kind: "failed", outcome: "secret_unreadable" });
  kit.world.env = { ...kit.world.env, INTEGRATION_ENCRYPTION_KEY: btoa("another-key-of-32-bytes-in-all-!") };
  expect(await kit.run(mine, asker, { number: "1" })).toEqual({ kind: "failed", outcome: "secret_unreadable" });
  kit.world.env = { ...kit.world.env, INTEGRATION_ENCRYPTION_KEY: KEY };
  expect(await kit.run(mine, asker, { number: "1" })).toMatchObject({ kind: "told" });
  expect(kit.orders.seen).toHaveLength(1);
});

test("without a valid key secrets are refused, and nothing else", async () => {
  const { INTEGRATION_ENCRYPTION_KEY: _, ...without } = VARS;
  for (const [vars, code] of [
    [without, "not_configured"],
    [{ ...VARS, INTEGRATION_ENCRYPTION_KEY: "short" }, "misconfigured"],
  ] as const) {
    kit = await actionsWorld(vars);
    expect((await kit.create()).body).toMatchObject({ code, variables: ["INTEGRATION_ENCRYPTION_KEY"] });
    expect(await kit.world.rows("SELECT * FROM assistant_actions WHERE project_id = ?", kit.world.projectId)).toEqual([]);
    expect((await kit.create(STATUS)).status).toBe(201);
    const list = await kit.world.as<{ setup: Setup }>(kit.path);
    expect(list.body.setup.encryption).toEqual({ ready: false, variable: "INTEGRATION_ENCRYPTION_KEY" });
  }
});

test("a repetition of a creation returns the first action", async () => {
  const clientId = crypto.randomUUID();
  const [first, again] = [await kit.create({}, clientId), await kit.create({}, clientId)];
  expect([first.status, again.status, again.body.action]).toEqual([201, 200, first.body.action]);
  expect((await kit.create({ name: "Other" }, clientId)).status).toBe(409);
  expect(first.body.action).toMatchObject({ enabled: false, toolName: `order_status_${first.body.action.id.slice(-6)}` });
});

test("hosts are public names, and an action of a removed host stops", async () => {
  const wrong = await hosts([
    "https://a.example.com",
    "10.0.0.1",
    "localhost",
    "a.internal",
    "x.example.com/y",
    "a b.com",
    "u@h.com",
    "h.com:81",
  ]);
  expect([wrong.status, paths(wrong)]).toEqual([400, Array.from({ length: 8 }, (_, i) => `hosts.${i}`)]);
  expect((await hosts(["API.Example.com.", "api.example.com", ORDERS_HOST])).body.setup.hosts).toEqual(["api.example.com", ORDERS_HOST]);
  const action = await kit.ready();
  const { asker } = await kit.asker("hosts@example.test");
  await hosts([]);
  expect(await kit.run(action, asker, { number: "1" })).toEqual({ kind: "person", reason: "not_possible" });
  expect(kit.orders.seen).toEqual([]);
});

test("the console runs what is saved, masks secrets, and says what would be told", async () => {
  const action = await kit.ready(CANCEL);
  const attempt = (body: object, clientId = crypto.randomUUID()) =>
    kit.world.as<{ trial: Record<string, unknown> } & Issues>(`${kit.path}/${action.id}/try`, {
      body: { clientId, inputs: {}, contact: {}, confirmed: false, ...body },
    });
  const wrong = await attempt({ inputs: { refund: "5", other: 1 } });
  expect([wrong.status, paths(wrong).toSorted()]).toEqual([
    400,
    ["confirmed", "contact.email", "inputs.number", "inputs.other", "inputs.refund"],
  ]);
  const clientId = crypto.randomUUID();
  const right = { inputs: { number: "9" }, contact: { email: "try@example.test" }, confirmed: true };
  const { body } = await attempt(right, clientId);
  expect(body.trial).toMatchObject({
    ...{ state: "done", outcome: "done", told: [{ label: "Cancellation", text: "c-1" }] },
    request: { method: "POST", url: `https://${ORDERS_HOST}/orders/9/cancel`, body: '{"customer":"try@example.test"}' },
    answer: { status: 201, type: "application/json" },
  });
  expect(JSON.stringify(body)).toContain("•••••");
  expect(JSON.stringify(body)).not.toContain(ORDERS_TOKEN);
  expect((await attempt(right, clientId)).status).toBe(409);
  expect(kit.orders.cancelled).toHaveLength(1);
});

test("the log has pages, of all actions or one", async () => {
  const [action, other] = [await kit.ready(STATUS), await kit.ready({ ...STATUS, name: "Other" })];
  for (let i = 0; i < 3; i += 1) {
    const { asker } = await kit.asker();
    for (let j = 0; j < 12; j += 1) await kit.run(action, asker, {});
    kit.world.clock.advance({ seconds: 1 });
  }
  await kit.run(other, (await kit.asker()).asker, {});
  const page = async (query: string) =>
    (
      await kit.world.as<{ items: Run[]; next: string | null }>(
        `/api/management/projects/${kit.world.projectId}/assistant/action-runs?${query}`,
      )
    ).body;
  const first = await page("");
  const second = await page(`cursor=${first.next}`);
  expect([first.items.length, second.items.length, second.next]).toEqual([30, 7, null]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(37);
  expect((await page(`action=${other.id}`)).items).toMatchObject([{ actionName: "Other", state: "done", startedBy: "assistant" }]);
});

test("changes are in the audit log, and only admins see any of it", async () => {
  const action = await kit.ready();
  await change(action, { description: "Says where an order is", headers: [{ name: "Authorization", value: null }] });
  await kit.world.as(`${kit.path}/${action.id}/switch`, { body: { enabled: false } });
  expect((await kit.world.as(`${kit.path}/${action.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await kit.world.as(`${kit.path}/${action.id}`, { method: "DELETE" })).status).toBe(404);
  const rows = await kit.world.rows<{ action: string }>(
    "SELECT action FROM audit_log WHERE project_id = ? AND action LIKE 'assistant_action%' ORDER BY rowid",
    kit.world.projectId,
  );
  expect(rows.map((row) => row.action)).toEqual([
    "assistant_action.hosts_changed",
    "assistant_action.created",
    "assistant_action.switched_on",
    "assistant_action.changed",
    "assistant_action.switched_off",
    "assistant_action.removed",
  ]);
  expect((await kit.world.call(kit.path)).status).toBe(401);
});
