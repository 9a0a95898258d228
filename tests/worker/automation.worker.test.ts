// Automation rules: what triggers them, conditions, actions in order, chains, automatic mail, waiting, faults, dry runs, the log.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { closed, rate, setUp, shown } from "./satisfaction-kit.ts";
import { act, join, openConversation, type Row } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

interface Rule {
  readonly id: string;
  readonly revision: number;
  readonly runs: number;
  readonly name: string;
}
interface Run {
  readonly ruleName: string;
  readonly conversationId: string;
  readonly trigger: string;
  readonly state: string;
  readonly steps: readonly { readonly action: string; readonly outcome: string }[];
  readonly note: string | null;
}
const HIGH = { action: "priority", value: { priority: "high" } };
const URGENT = { action: "priority", value: { priority: "urgent" } };
const CLOSE = { action: "status", value: { status: "closed", hours: null } };
const OPEN = { action: "status", value: { status: "open", hours: null } };

let world: World;
let visitor: Visitor;
let me: string;
beforeAll(async () => {
  world = await makeWorld();
  me = (await world.rows<{ id: string }>("SELECT id FROM accounts LIMIT 1"))[0]?.id ?? "";
});
beforeEach(async () => {
  await world.env.DB.exec("DELETE FROM automation_rules");
  await world.env.DB.exec("DELETE FROM automation_progress");
  await world.env.DB.exec("DELETE FROM automation_runs");
  visitor = await world.visitor();
});
const path = (rest = "") => `/api/management/projects/${world.projectId}/automation-rules${rest}`;
const listed = () => `/api/dashboard/projects/${world.projectId}/automation-rules`;
const given = (more: object = {}) => ({
  ...{ name: "Rule", enabled: true, trigger: "customer_message", minutes: null, words: [], conditions: [], steps: [HIGH], note: "" },
  ...more,
});
const create = (more: object = {}, cookie?: string) =>
  world.as<{ rule: Rule; issues?: { path: string }[] }>(path(), { body: { clientId: crypto.randomUUID(), rule: given(more) } }, cookie);
const made = async (more: object = {}): Promise<Rule> => {
  const { status, body } = await create(more);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.rule;
};
const runs = async (query = ""): Promise<readonly Run[]> =>
  (await world.as<{ items: Run[] }>(`/api/dashboard/projects/${world.projectId}/automation-runs${query}`)).body.items;
const rowOf = async (id: string): Promise<Row> => (await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body.conversation;
const priority = async (id: string): Promise<string | undefined> => (await rowOf(id)).fields?.["priority"];

test("a rule runs on a message that meets its conditions and words, and says in the log what it did", async () => {
  await made({ name: "Refunds", words: ["refund"], conditions: [{ field: "channel", is: "any", values: ["widget"] }], note: "Money!" });
  const quiet = (await visitor.open("Hello")).body.conversation.id;
  const other = await world.visitor();
  const loud = (await other.open("I want a REFUND now")).body.conversation.id;
  expect(await priority(quiet)).toBeUndefined();
  expect(await priority(loud)).toBe("high");
  const [run, ...rest] = await runs();
  expect(rest).toEqual([]);
  expect(run).toMatchObject({ ruleName: "Refunds", conversationId: loud, trigger: "customer_message", state: "done", note: "changes" });
  expect(run?.steps).toEqual([{ ...HIGH, outcome: "changes" }]);
  const thread = await world.as<{ events: { kind: string; note?: { content: string } }[] }>(`${world.conversations}/${loud}`);
  expect(thread.body.events.find(({ kind }) => kind === "note")?.note?.content).toBe("Money!");
});

test("conditions of attributes, tags, time and status decide as views do; a rule that is off does nothing", async () => {
  await made({ conditions: [{ field: "assignee", is: "any", values: [me] }] });
  await made({ enabled: false, steps: [URGENT] });
  const id = await openConversation(visitor);
  expect(await priority(id)).toBeUndefined();
  await act(world, id, "assign", { assigneeId: me, frontier: await world.revision(id) });
  await visitor.postMessage(id, "Hello again");
  expect(await priority(id)).toBe("high");
  expect((await runs()).length).toBe(1);
});

test("rules run in order on what those before them left; what they change raises further triggers, once each", async () => {
  await made({ name: "a", trigger: "created", steps: [{ action: "assign", value: { assigneeId: me } }] });
  await made({ name: "b", trigger: "assigned", steps: [HIGH, CLOSE] });
  await made({
    name: "c",
    trigger: "status_changed",
    conditions: [{ field: "status", is: "any", values: ["closed"] }],
    steps: [URGENT, OPEN],
  });
  const id = await openConversation(visitor);
  expect(await rowOf(id)).toMatchObject({ assigneeId: me, status: "open", fields: { priority: "urgent" } });
  // Of one moment, so in no order.
  expect((await runs()).map(({ ruleName }) => ruleName).toSorted()).toEqual(["a", "b", "c"]);
});

test("two rules that undo each other do not run for ever", async () => {
  await made({ name: "open", trigger: "status_changed", steps: [OPEN], conditions: [{ field: "status", is: "any", values: ["closed"] }] });
  await made({ name: "close", trigger: "status_changed", steps: [CLOSE], conditions: [{ field: "status", is: "any", values: ["open"] }] });
  const id = await openConversation(visitor);
  await act(world, id, "status", { status: "closed", frontier: await world.revision(id) });
  await world.tick();
  await world.tick();
  expect((await runs()).map(({ ruleName }) => ruleName).toSorted()).toEqual(["close", "open"]);
  expect((await rowOf(id)).status).toBe("closed");
});

test("rules that changed something sixty times in a conversation within an hour are held, and the log says so", async () => {
  await made({ note: "Seen." });
  const id = await openConversation(visitor);
  expect((await runs()).map(({ state }) => state)).toEqual(["done"]);
  // As if so much had happened already; what changed nothing does not count.
  const earlier = (n: number, outcome: string): Promise<unknown> =>
    world.rows(
      "INSERT INTO automation_runs (project_id, id, rule_id, rule_name, conversation_id, cause, trigger_name, state, outcomes, raised, created_at) VALUES (?, ?, ?, 'x', ?, ?, 'created', 'done', ?, '[]', ?)",
      ...[
        world.projectId,
        `atn_0000${outcome === "same" ? 1 : 2}${String(n).padStart(21, "0")}`,
        `atr_${"0".repeat(26)}`,
        id,
        `${outcome}:${n}`,
        `{"steps":[],"note":"${outcome}"}`,
        world.clock.now(),
      ],
    );
  for (let n = 0; n < 58; n += 1) await earlier(n, "changes");
  for (let n = 0; n < 80; n += 1) await earlier(n, "same");
  await visitor.postMessage(id, "The sixtieth");
  await visitor.postMessage(id, "One too many");
  const own = (await runs()).filter(({ ruleName }) => ruleName === "Rule");
  expect(own.map(({ state }) => state).toSorted()).toEqual(["done", "done", "held"]);
  world.clock.advance({ hours: 2 });
  await visitor.postMessage(id, "Later");
  expect((await runs())[0]).toMatchObject({ state: "done" });
});

test("a run that broke off behind its first action is finished as it was begun, and sets off what it would have", async () => {
  const first = await made({ name: "first", steps: [CLOSE, HIGH] });
  await made({ name: "second", trigger: "status_changed", steps: [URGENT] });
  const id = await openConversation(visitor);
  expect(await priority(id)).toBe("urgent");
  const events = await world.rows("SELECT id FROM conversation_events WHERE conversation_id = ?", id);
  // The worker died after the first action: nothing else of it was stored, and the rule was changed before the next attempt.
  await world.rows("DELETE FROM automation_runs WHERE rule_name = 'second'");
  await world.rows(
    "UPDATE automation_runs SET state = 'running', raised = '[]', outcomes = '{\"steps\":[],\"note\":null}' WHERE rule_name = 'first'",
  );
  await world.rows(
    "UPDATE automation_progress SET sequence = (SELECT min(sequence) - 1 FROM conversation_events WHERE conversation_id = ?)",
    id,
  );
  await world.as(path(`/${first.id}`), { method: "PUT", body: { revision: 1, rule: given({ name: "first", steps: [OPEN] }) } });
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'automation.run'");
  await world.tick();
  const after = (await runs()).filter(({ conversationId }) => conversationId === id);
  expect(after.map(({ ruleName, state }) => [ruleName, state]).toSorted()).toEqual([
    ["first", "done"],
    ["second", "done"],
  ]);
  expect(after.find(({ ruleName }) => ruleName === "first")?.steps.map(({ outcome }) => outcome)).toEqual(["changes", "changes"]);
  expect((await world.rows("SELECT id FROM conversation_events WHERE conversation_id = ?", id)).length).toBe(events.length);
});

test("a rule that names somebody who left can be switched off as it is, and not on", async () => {
  const tom = await join(world, "operator");
  const steps = [{ action: "assign", value: { assigneeId: tom.accountId } }];
  const rule = await made({ steps });
  await world.rows("DELETE FROM memberships WHERE account_id = ?", tom.accountId);
  const put = (revision: number, enabled: boolean) =>
    world.as(path(`/${rule.id}`), { method: "PUT", body: { revision, rule: given({ steps, enabled }) } });
  expect((await put(1, true)).status).toBe(409);
  expect((await put(1, false)).status).toBe(200);
  expect((await put(2, true)).status).toBe(409);
});

test("automatic messages lead to nothing that writes, notifies or reopens, and to no note", async () => {
  await made({
    steps: [OPEN, { action: "assign", value: { assigneeId: me } }, HIGH],
    conditions: [{ field: "status", is: "any", values: ["open", "closed"] }],
    note: "Look!",
  });
  const id = await openConversation(visitor);
  await world.rows("DELETE FROM automation_runs");
  // As inbound mail stores what a program wrote.
  await world.rows("UPDATE messages SET origin = json_set(origin, '$.automatic', json('{\"reasons\":[]}')) WHERE conversation_id = ?", id);
  await world.rows(
    "UPDATE automation_progress SET sequence = (SELECT min(sequence) - 1 FROM conversation_events WHERE conversation_id = ?)",
    id,
  );
  await world.rows("UPDATE conversations SET assignee_id = NULL WHERE id = ?", id);
  await world.rows("DELETE FROM conversation_priorities");
  await world.tick();
  const run = (await runs()).find(({ conversationId }) => conversationId === id);
  expect(run?.steps.map(({ outcome }) => outcome)).toEqual(["automatic", "automatic", "changes"]);
  expect(run?.note).toBe("automatic");
});

test("a waiting customer is looked at when the time has passed, once, and not if somebody answered", async () => {
  await made({ trigger: "waiting", minutes: 30, steps: [URGENT] });
  const waits = await openConversation(visitor);
  const other = await world.visitor();
  const answered = await openConversation(other);
  world.clock.advance({ minutes: 10 });
  const reply = await act(world, answered, "messages", { content: "Here we are", frontier: await world.revision(answered) });
  expect(reply.status).toBe(201);
  world.clock.advance({ minutes: 15 });
  await world.tick();
  expect(await priority(waits)).toBeUndefined();
  world.clock.advance({ minutes: 6 });
  await world.tick();
  await world.tick();
  expect(await priority(waits)).toBe("urgent");
  expect(await priority(answered)).toBeUndefined();
  expect((await runs()).length).toBe(1);
});

test("what happened before the first rule was on is not looked at, and nothing twice after a fault", async () => {
  const id = await openConversation(visitor);
  await made({ trigger: "created" });
  await world.tick();
  expect(await runs()).toEqual([]);
  const later = await openConversation(await world.visitor());
  expect(await priority(later)).toBe("high");
  const events = await world.rows("SELECT sequence FROM conversation_events WHERE conversation_id = ?", later);
  // The worker died after the actions, before it said how far it had come.
  await world.rows(
    "UPDATE automation_progress SET sequence = (SELECT min(sequence) - 1 FROM conversation_events WHERE conversation_id = ?)",
    later,
  );
  await world.rows("UPDATE automation_runs SET state = 'running'");
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'automation.run'");
  await world.tick();
  expect((await world.rows("SELECT sequence FROM conversation_events WHERE conversation_id = ?", later)).length).toBe(events.length);
  expect((await runs()).filter(({ conversationId }) => conversationId === later).map(({ state }) => state)).toEqual(["done"]);
  expect(await priority(id)).toBeUndefined();
});

test("a dry run says which conversations meet the rule now and what it would do, and changes nothing", async () => {
  const id = (await visitor.open("A question about my invoice")).body.conversation.id;
  const { status, body } = await world.as<{
    lookedAt: number;
    met: number;
    items: { conversationId: string; steps: { outcome: string }[] }[];
  }>(path("/try"), { body: { rule: given({ words: ["invoice"] }) } });
  expect(status).toBe(200);
  expect(body.met).toBe(1);
  expect(body.lookedAt).toBeGreaterThan(1);
  expect(body.items).toMatchObject([{ conversationId: id, steps: [{ outcome: "changes" }] }]);
  expect(await priority(id)).toBeUndefined();
  expect(await runs()).toEqual([]);
});

test("rules that there can't be are refused by their place", async () => {
  const bad = async (more: object): Promise<[number, string | undefined]> => {
    const { status, body } = await create(more);
    return [status, body.issues?.[0]?.path];
  };
  expect(await bad({ steps: [] })).toEqual([400, "rule.steps"]);
  expect(await bad({ steps: [{ action: "assign", value: { assigneeId: "me" } }] })).toEqual([400, "rule.steps.0"]);
  // What is wrong with a value is said in the API's own words, not in those of a library.
  const { body: said } = await create({ steps: [{ action: "assign", value: {} }] });
  expect(said.issues?.[0]).toEqual({ path: "rule.steps.0", message: "assigneeId is missing" });
  expect(await bad({ trigger: "waiting" })).toEqual([400, "rule.minutes"]);
  expect(await bad({ minutes: 5 })).toEqual([400, "rule.minutes"]);
  expect(await bad({ trigger: "assigned", words: ["x"] })).toEqual([400, "rule.words"]);
  expect(await bad({ conditions: [{ field: "moon", is: "any", values: ["full"] }] })).toEqual([400, "rule.conditions.0.field"]);
  expect((await bad({ steps: [{ action: "assign", value: { assigneeId: "acc_01hzzzzzzzzzzzzzzzzzzzzzzz" } }] }))[0]).toBe(409);
  expect((await world.as<{ items: Rule[] }>(listed())).body.items).toEqual([]);
});

test("rules are changed by who saw their newest revision, put in order, and deleted; operators only read", async () => {
  const [a, b] = [await made({ name: "a" }), await made({ name: "b" })];
  const names = async (): Promise<string[]> => (await world.as<{ items: Rule[] }>(listed())).body.items.map(({ name }) => name);
  expect((await world.as(path(`/${a.id}`), { method: "PUT", body: { revision: 1, rule: given({ name: "A" }) } })).status).toBe(200);
  expect((await world.as(path(`/${a.id}`), { method: "PUT", body: { revision: 1, rule: given({ name: "late" }) } })).status).toBe(409);
  expect((await world.as(path("/order"), { body: { ids: [b.id, a.id] } })).status).toBe(200);
  expect(await names()).toEqual(["b", "A"]);
  expect((await world.as(path("/order"), { body: { ids: [b.id] } })).status).toBe(409);
  const eva = await join(world, "operator");
  expect((await create({}, eva.cookie)).status).toBe(403);
  expect((await world.as(listed(), {}, eva.cookie)).status).toBe(200);
  expect((await world.as(path(`/${a.id}`), { method: "DELETE" })).status).toBe(200);
  expect(await names()).toEqual(["b"]);
  expect((await world.as(path(`/${a.id}`), { method: "DELETE" })).status).toBe(404);
});

test("a response time that is nearly over, and one that is missed, run their rules once each", async () => {
  const policy = {
    ...{ id: crypto.randomUUID(), name: "Everybody", priorities: [], teamId: null, tagId: null, channel: null },
    ...{ first: 30, next: 60, resolution: null, counts: "always", warn: 10, assistantCounts: false },
  };
  const saved = await world.as<{ revision: number }>(`/api/management/projects/${world.projectId}/response-policies`, {
    method: "PUT",
    body: { policies: [policy], revision: 0 },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  await made({ name: "near", trigger: "target_near", steps: [HIGH] });
  await made({ name: "missed", trigger: "target_missed", steps: [URGENT] });
  const id = await openConversation(visitor);
  await world.tick();
  world.clock.advance({ minutes: 21 });
  await world.tick();
  await world.tick();
  expect(await priority(id)).toBe("high");
  world.clock.advance({ minutes: 10 });
  await world.tick();
  await world.tick();
  await world.tick();
  expect(await priority(id)).toBe("urgent");
  expect((await runs()).filter(({ conversationId }) => conversationId === id).map(({ ruleName }) => ruleName)).toEqual(["missed", "near"]);
  await world.as(`/api/management/projects/${world.projectId}/response-policies`, { method: "PUT", body: { policies: [], revision: 1 } });
});

test("a bad rating runs its rule, by the rating as a condition", async () => {
  await setUp(world);
  await made({ trigger: "rated", conditions: [{ field: "satisfaction", is: "any", values: ["1", "2"] }], steps: [URGENT] });
  const [sad, glad] = [await world.visitor(), await world.visitor()];
  for (const [customer, score] of [
    [sad, 1],
    [glad, 5],
  ] as const) {
    const id = await closed(world, customer);
    const { requestId } = await shown(customer, id);
    expect((await rate(customer, id, requestId, score)).status).toBe(200);
    expect(await priority(id)).toBe(score === 1 ? "urgent" : undefined);
  }
});

test("a deleted project loses its rules", async () => {
  const other = await makeWorld();
  const mine = `/api/management/projects/${other.projectId}/automation-rules`;
  expect((await other.as(mine, { body: { clientId: crypto.randomUUID(), rule: given() } })).status).toBe(201);
  const [project] = await other.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", other.projectId);
  const gone = await other.as(`/api/management/projects/${other.projectId}`, { method: "DELETE", body: { confirm: project?.name } });
  expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
  await other.tick();
  expect(await other.rows("SELECT id FROM automation_rules WHERE project_id = ?", other.projectId)).toEqual([]);
  expect(await other.rows("SELECT * FROM automation_progress WHERE project_id = ?", other.projectId)).toEqual([]);
});
