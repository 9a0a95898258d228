// Actions of the assistant: whose authority they run with, that they run once, and what becomes of errors.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ActionAsked } from "#modules/assistant-actions/contract";
import { ORDERS_HOST, ORDERS_TOKEN } from "../doubles/orders/index.ts";
import { CANCEL, ORDER, STATUS } from "../doubles/orders/drafts.ts";
import { type ActionsWorld, actionsWorld } from "./actions-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { act } from "./triage-kit.ts";
import type { Visitor } from "./world.ts";

let kit: ActionsWorld;
let address = 0;
const mailbox = (): string => `ada${(address += 1)}@example.test`;
beforeEach(async () => {
  kit = await actionsWorld();
});
afterEach(() => vi.unstubAllGlobals());

const asked = async (visitor: Visitor, conversationId: string): Promise<ActionAsked[]> =>
  (await visitor.call<{ items: ActionAsked[] }>(`/api/widget/conversations/${conversationId}/action-requests`)).body.items;
const confirm = (visitor: Visitor, { id, hash }: Pick<ActionAsked, "id" | "hash">, clientId = crypto.randomUUID()) =>
  visitor.call<{ request: ActionAsked; reason: string }>(`/api/widget/action-requests/${id}/confirm`, { body: { clientId, hash } });

test("a personal action reads with the proved address of our row, and only allowed fields are told", async () => {
  const action = await kit.ready();
  const email = mailbox();
  const { asker } = await kit.asker(email);
  const result = await kit.run(action, asker, { number: "A 1&x=%2F?#", lang: "de" });
  expect(result).toMatchObject({ kind: "told", passage: { title: "Order status", text: "Status: shipped\nItems: Blue lamp, Bulb" } });
  const [request] = kit.orders.seen;
  expect(request?.url).toBe(`https://${ORDERS_HOST}/orders/A%201%26x%3D%252F%3F%23?email=${encodeURIComponent(email)}&lang=de`);
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual(["accept", "authorization", "user-agent"]);
  expect(JSON.stringify([result, await kit.runs()])).not.toContain("canary");
  // What the model adds about the person is refused, never used.
  expect(await kit.run(action, asker, { number: "1", "contact.email": "other@example.test" })).toMatchObject({ kind: "inputs" });
  expect(kit.orders.seen).toHaveLength(1);
});

test("a repetition of a call returns the first result, and asks the service once", async () => {
  const action = await kit.ready();
  const { asker } = await kit.asker(mailbox());
  const results = await Promise.all(Array.from({ length: 20 }, () => kit.run(action, asker, { number: "1" }, "round-1/0")));
  expect(results.filter(({ kind }) => kind === "told").length).toBeGreaterThan(0);
  // Those that came meanwhile may see that it has begun, but none calls again.
  expect((await kit.run(action, asker, { number: "1" }, "round-1/0")).kind).toBe("told");
  expect(await kit.runs()).toHaveLength(1);
});

test("without proof nothing personal is asked: a code by mail comes first", async () => {
  const action = await kit.ready();
  const { visitor, asker } = await kit.asker();
  const email = mailbox();
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", email }] } });
  expect(await kit.run(action, asker, { number: "1" }, "r/0")).toMatchObject({ kind: "waits", needs: "proof" });
  const [request] = await asked(visitor, asker.conversationId);
  expect(request).toMatchObject({ needs: "proof", state: "waiting", address: email, inputs: [{ name: "number", value: "1" }] });
  expect((await confirm(visitor, request!)).body).toMatchObject({ reason: "proof" });
  const at = `/api/widget/action-requests/${request!.id}`;
  // The claimed address gets the code, whatever the client sends.
  const sent = await visitor.call(`${at}/code`, { body: { clientId: crypto.randomUUID(), email: mailbox() } });
  expect([sent.status, kit.mails.length]).toEqual([202, 1]);
  expect(kit.mails[0]).toContain(email);
  const code = /\b\d{6}\b/.exec(kit.mails[0] ?? "")?.[0] ?? "";
  const wrong = await visitor.call(`${at}/prove`, { body: { code: code === "000000" ? "000001" : "000000" } });
  expect([wrong.status, kit.orders.seen.length]).toEqual([409, 0]);
  const proved = await visitor.call<{ request: ActionAsked }>(`${at}/prove`, { body: { code } });
  expect(proved.body.request).toMatchObject({ needs: "nothing", state: "waiting" });
  expect((await confirm(visitor, request!)).body.request.state).toBe("done");
  // From now on the assistant may ask by itself.
  expect(await kit.run(action, asker, { number: "2" })).toMatchObject({ kind: "told" });
  expect(kit.orders.seen.map(({ url }) => new URL(url).searchParams.get("email"))).toEqual([email, email]);
});

test("who can't be proved or is somebody else gets nothing", async () => {
  const action = await kit.ready();
  const byId = await kit.ready({ url: `https://${ORDERS_HOST}/orders/{{number}}?customer={{contact.external_id}}&lang={{lang}}` });
  const { visitor, asker } = await kit.asker(mailbox());
  const anonymous = await kit.asker();
  const person = (reason: string) => ({ kind: "person", reason });
  expect(await kit.run(action, { ...asker, isContact: false }, { number: "1" })).toEqual(person("not_the_contact"));
  expect(await kit.run(action, { ...anonymous.asker, inWidget: false }, { number: "1" })).toEqual(person("unproved"));
  // A code proves an address, but not the website's id.
  expect(await kit.run(byId, asker, { number: "1" })).toEqual(person("no_external_id"));
  // The conversation of another contact lends no authority.
  const crossed = { ...asker, conversationId: anonymous.asker.conversationId };
  expect(await kit.run(action, crossed, { number: "1" })).toEqual(person("not_possible"));
  await kit.world.rows("UPDATE contacts SET state = 'hidden' WHERE id = ?", visitor.contactId);
  expect(await kit.run(action, asker, { number: "1" })).toEqual(person("not_the_contact"));
  expect([kit.orders.seen, kit.elsewhere]).toEqual([[], []]);
});

test("a change runs only after the visitor confirmed exactly these inputs, with a key that repeats nothing", async () => {
  const action = await kit.ready(CANCEL);
  const email = mailbox();
  const { visitor, asker } = await kit.asker(email);
  const inputs = { number: "7", reason: '"},"admin":true,"x":{"', refund: 12.5 };
  const waits = await kit.run(action, asker, inputs, "r/1");
  expect(waits).toMatchObject({ kind: "waits", needs: "confirmation" });
  expect(await kit.run(action, asker, inputs, "r/1")).toEqual(waits);
  expect(kit.orders.seen).toEqual([]);
  const [request] = await asked(visitor, asker.conversationId);
  expect((await confirm(visitor, { id: request!.id, hash: "0".repeat(64) })).body).toMatchObject({ reason: "changed" });
  const other = await kit.asker(mailbox());
  expect((await confirm(other.visitor, request!)).status).toBe(404);
  const done = await confirm(visitor, request!);
  expect(done.body.request).toMatchObject({ state: "done" });
  expect((await confirm(visitor, request!)).body.request).toMatchObject({ state: "done" });
  const [sent, ...more] = kit.orders.seen;
  expect(more).toEqual([]);
  // Typed values, and no way out of a text.
  expect(JSON.parse(sent?.body ?? "")).toEqual({ customer: email, reason: inputs.reason, refund: 12.5 });
  // The consent is a message of the visitor, and the same wish of a later round gets the result instead of asking again.
  const said = await visitor.call<{ items: { message?: { content: string } }[] }>(
    `/api/widget/conversations/${asker.conversationId}/events`,
  );
  expect(said.body.items.map(({ message }) => message?.content)).toEqual(["Where is my order?", "Yes, please: “Cancel an order”."]);
  expect(await kit.run(action, asker, inputs, "r/2")).toMatchObject({
    kind: "told",
    passage: { text: "Cancellation: c-1", changed: true },
  });
  expect(kit.orders.seen).toHaveLength(1);
  const [run] = await kit.runs();
  expect([sent?.headers["idempotency-key"], sent?.headers["content-type"]]).toEqual([run?.["id"], "application/json"]);
  expect(run).toMatchObject({ state: "done", outcome: "done", status: 201, started_by: "visitor" });
});

test("confirmed in a conversation that was merged meanwhile, the consent stands where that goes on", async () => {
  const action = await kit.ready(CANCEL);
  const { visitor, asker } = await kit.asker(mailbox());
  await kit.run(action, asker, { number: "7", reason: "x", refund: 12.5 }, "r/1");
  const [request] = await asked(visitor, asker.conversationId);
  const into = (await visitor.open("The same again")).body.conversation.id;
  expect((await act(kit.world, asker.conversationId, "merge", { into })).status).toBe(201);
  expect((await confirm(visitor, request!)).body.request.state).toBe("done");
  const said = await visitor.call<{ items: { message?: { content: string } }[] }>(`/api/widget/conversations/${into}/events`);
  expect(said.body.items.map(({ message }) => message?.content).at(-1)).toBe("Yes, please: “Cancel an order”.");
});

test("fifty confirmations at once run it once", async () => {
  const action = await kit.ready(CANCEL);
  const { visitor, asker } = await kit.asker(mailbox());
  await kit.run(action, asker, { number: "50" });
  const [request] = await asked(visitor, asker.conversationId);
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(visitor, request!)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([kit.orders.cancelled.length, (await kit.runs()).length]).toEqual([1, 1]);
});

test("a confirmation ends after 15 minutes, when it was declined, and with any change of the action", async () => {
  const action = await kit.ready(CANCEL);
  const { visitor, asker } = await kit.asker(mailbox());
  const next = async (number: string): Promise<ActionAsked> => {
    kit.world.clock.advance({ seconds: 1 });
    await kit.run(action, asker, { number });
    return (await asked(visitor, asker.conversationId))[0]!;
  };
  const late = await next("1");
  kit.world.clock.advance({ minutes: 15 });
  expect((await confirm(visitor, late)).body).toMatchObject({ reason: "expired" });
  const declined = await next("2");
  await visitor.call(`/api/widget/action-requests/${declined.id}/decline`, { body: {} });
  expect((await confirm(visitor, declined)).body).toMatchObject({ reason: "declined" });
  const off = await next("3");
  await kit.world.as(`${kit.path}/${action.id}/switch`, { body: { enabled: false } });
  expect((await confirm(visitor, off)).body).toMatchObject({ reason: "changed" });
  expect(await kit.run(action, asker, { number: "4" })).toEqual({ kind: "person", reason: "no_such_action" });
  await kit.world.as(`${kit.path}/${action.id}/switch`, { body: { enabled: true } });
  const { revision } = (await kit.world.as<{ action: { revision: number } }>(`${kit.path}/${action.id}`)).body.action;
  const draft = { ...CANCEL, headers: [{ name: "Authorization", value: null }] };
  await kit.world.as(`${kit.path}/${action.id}`, { method: "PUT", body: { revision, action: { ...draft, description: "Other." } } });
  expect((await confirm(visitor, off)).body).toMatchObject({ reason: "changed" });
  expect([(await kit.runs()).length, kit.orders.cancelled]).toEqual([0, []]);
});

test("errors of the service are outcomes: nothing is told, followed or repeated", async () => {
  const { asker } = await kit.asker(mailbox());
  const cases = [
    ["500", "down", 500],
    ["503", "down", 503],
    ["404", "not_found", 404],
    ["403", "refused", 403],
    ["400", "refused", 400],
    ["limit", "busy", 429],
    ["cut", "unreachable", null],
    ["redirect", "redirect", 302],
    ["private", "redirect", 307],
    ["html", "not_json", 200],
    ["broken", "not_json", 200],
    ["large", "too_large", 200],
    ["endless", "too_large", 200],
    ["empty", "not_json", 204],
  ] as const;
  for (const [how, outcome] of cases) {
    const action = await kit.ready({ ...STATUS, name: how, url: `https://${ORDERS_HOST}/fail/${how}` });
    expect([how, await kit.run(action, asker, {})]).toEqual([how, { kind: "failed", outcome }]);
  }
  const nothing = await kit.ready({ ...STATUS, name: "nothing", told: [{ path: "constructor.name", label: "X" }] });
  expect(await kit.run(nothing, asker, {})).toEqual({ kind: "failed", outcome: "nothing_told" });
  const runs = await kit.runs();
  expect(runs.slice(0, cases.length).map(({ outcome, status }) => [outcome, status])).toEqual(
    cases.map(([, outcome, status]) => [outcome, status]),
  );
  expect(JSON.stringify(runs)).not.toContain("canary");
  expect([kit.elsewhere, kit.orders.seen.length]).toEqual([[], cases.length + 1]);
});

test("whether a change was made is unknown after a lost answer, and it is never repeated", async () => {
  for (const [how, outcome] of [
    ["cut", "unreachable"],
    ["500", "down"],
    ["redirect", "redirect"],
  ] as const) {
    const action = await kit.ready({ ...CANCEL, name: how, url: `https://${ORDERS_HOST}/fail/${how}?n={{number}}` });
    const { visitor, asker } = await kit.asker(mailbox());
    await kit.run(action, asker, { number: "1" }, `unknown-${how}`);
    const [request] = await asked(visitor, asker.conversationId);
    const before = kit.orders.seen.length;
    expect((await confirm(visitor, request!)).body.request.state).toBe("unknown");
    expect((await confirm(visitor, request!)).body.request.state).toBe("unknown");
    expect(kit.orders.seen.length - before).toBe(1);
    expect((await kit.runs()).at(-1)).toMatchObject({ state: "unknown", outcome });
  }
  const refused = await kit.ready({ ...CANCEL, name: "refused", url: `https://${ORDERS_HOST}/fail/422?n={{number}}` });
  const { visitor, asker } = await kit.asker(mailbox());
  await kit.run(refused, asker, { number: "1" });
  expect((await confirm(visitor, (await asked(visitor, asker.conversationId))[0]!)).body.request.state).toBe("failed");
});

test("a silent service is left after ten seconds", { timeout: 20_000 }, async () => {
  const action = await kit.ready({ ...STATUS, name: "silent", url: `https://${ORDERS_HOST}/fail/silent` });
  const { asker } = await kit.asker();
  const began = Date.now();
  expect(await kit.run(action, asker, {})).toEqual({ kind: "failed", outcome: "timeout" });
  expect(Date.now() - began).toBeGreaterThan(9000);
});

test("a run whose process died ends: a change as unknown, and a read may run again", async () => {
  const [change, read] = [await kit.ready(CANCEL), await kit.ready()];
  const { visitor, asker } = await kit.asker(mailbox());
  const started = (id: string, action: { id: string; kind: string }, cause: string) =>
    kit.world.rows(
      "INSERT INTO assistant_action_runs (id, project_id, action_id, action_name, kind, conversation_id, contact_id, started_by, cause, inputs, state, started_at) VALUES (?, ?, ?, 'x', ?, ?, ?, 'assistant', ?, '{}', 'started', ?)",
      ...[id, kit.world.projectId, action.id, action.kind, asker.conversationId, visitor.contactId, cause, kit.world.clock.now()],
    );
  await started("arn_00000000000000000000000001", change, "assistant:dead/0");
  await started("arn_00000000000000000000000002", read, "assistant:dead/1");
  expect(await kit.run(change, asker, { number: "1" }, "dead/0")).toMatchObject({ kind: "unknown" });
  expect(await kit.run(read, asker, { number: "1" }, "dead/1")).toMatchObject({ kind: "told" });
  kit.world.clock.advance({ minutes: 3 });
  await tick(kit.world);
  expect((await kit.runs()).map(({ state, outcome }) => [state, outcome])).toEqual([
    ["unknown", "lost"],
    ["done", "done"],
  ]);
});

test("another project's action and request are answered like missing ones", async () => {
  const action = await kit.ready();
  const { visitor, asker } = await kit.asker(mailbox());
  const other = await actionsWorld();
  const theirs = await other.asker(mailbox());
  expect(await other.run(action, theirs.asker, { number: "1" })).toEqual({ kind: "person", reason: "no_such_action" });
  const at = `${other.path}/${action.id}`;
  for (const [path, call] of [
    [at, {}],
    [at, { method: "DELETE" }],
    [at, { method: "PUT", body: { revision: 1, action: ORDER } }],
    [`${at}/switch`, { body: { enabled: true } }],
    [`${at}/try`, { body: { clientId: crypto.randomUUID(), inputs: {}, contact: {}, confirmed: true } }],
  ] as const)
    expect([path, (await other.world.as(path, call)).status]).toEqual([path, 404]);
  const cancel = await kit.ready(CANCEL);
  await kit.run(cancel, asker, { number: "1" });
  const [request] = await asked(visitor, asker.conversationId);
  for (const [verb, body] of [
    ["confirm", { clientId: crypto.randomUUID(), hash: request!.hash }],
    ["decline", {}],
    ["code", { clientId: crypto.randomUUID(), email: mailbox() }],
    ["prove", { code: "123456" }],
  ] as const)
    expect((await theirs.visitor.call(`/api/widget/action-requests/${request!.id}/${verb}`, { body })).status).toBe(404);
  expect((await theirs.visitor.call(`/api/widget/conversations/${asker.conversationId}/action-requests`)).status).toBe(404);
});

test("an erasure removes requests and runs, and old ones go by themselves", async () => {
  const [read, change] = [await kit.ready(), await kit.ready(CANCEL)];
  const { visitor, asker } = await kit.asker(mailbox());
  await kit.run(read, asker, { number: "canary-number" });
  await kit.run(change, asker, { number: "canary-number" });
  const kept = await kit.asker(mailbox());
  await kit.run(read, kept.asker, { number: "2" });
  expect((await erase(kit.world, visitor)).status).toBeLessThan(300);
  for (let i = 0; i < 5; i += 1) await tick(kit.world);
  const requests = await kit.world.rows("SELECT * FROM assistant_action_requests WHERE project_id = ?", kit.world.projectId);
  expect([requests, (await kit.runs()).map(({ contact_id }) => contact_id)]).toEqual([[], [kept.visitor.contactId]]);
  kit.world.clock.advance({ days: 91 });
  await tick(kit.world);
  expect(await kit.runs()).toEqual([]);
});

test("no secret is in any response, row, log or error", async () => {
  const logged: string[] = [];
  for (const level of ["debug", "warn", "error", "log", "info"] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => void logged.push(parts.join(" ")));
  const action = await kit.ready({ ...ORDER, url: `https://${ORDERS_HOST}/fail/echo?e={{contact.email}}&n={{number}}&l={{lang}}` });
  const { asker } = await kit.asker(mailbox());
  expect(await kit.run(action, asker, { number: "1" })).toMatchObject({ kind: "told", passage: { text: "Status: sent •••••" } });
  const trial = await kit.world.as<{ trial: { request: unknown; told: unknown } }>(`${kit.path}/${action.id}/try`, {
    body: { clientId: crypto.randomUUID(), inputs: { number: "1" }, contact: { email: "try@example.test" }, confirmed: false },
  });
  expect(trial.status).toBe(200);
  expect(trial.body.trial.told).toEqual([{ label: "Status", text: "sent •••••" }]);
  const responses = [
    trial.body,
    (await kit.world.as(kit.path)).body,
    (await kit.world.as(`${kit.path}/${action.id}`)).body,
    (await kit.world.as(`/api/management/projects/${kit.world.projectId}/assistant/action-runs`)).body,
    (await kit.world.as(`/api/management/projects/${kit.world.projectId}/audit-log`)).body,
    await kit.world.rows("SELECT * FROM assistant_actions"),
    await kit.world.rows("SELECT * FROM audit_log"),
    await kit.runs(),
    logged,
  ];
  const [, token = ""] = ORDERS_TOKEN.split(" ");
  for (const response of responses) expect(JSON.stringify(response)).not.toContain(token);
  expect(kit.orders.seen.every(({ headers }) => headers["authorization"] === ORDERS_TOKEN)).toBe(true);
});
