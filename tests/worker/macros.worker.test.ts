// Macros: what they would do, what they do step by step, what is left out, repetition, taking back, and who may.
import { beforeAll, expect, test } from "vitest";
import { act, join, openConversation, type Row, untilMinute } from "./triage-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Macro {
  readonly id: string;
  readonly title: string;
  readonly shared: boolean;
  readonly version: number;
  readonly uses: number;
}
interface Steps {
  readonly runId: string;
  readonly steps: readonly { readonly action: string; readonly outcome: string }[];
  readonly events: readonly { readonly event: { readonly kind: string }; readonly conversation: Row }[];
}
const TAKE = { action: "assign", value: { assigneeId: "me" } };
const CLOSE = { action: "status", value: { status: "closed", hours: null } };
const SNOOZE = { action: "status", value: { status: "snoozed", hours: 72 } };
const HIGH = { action: "priority", value: { priority: "high" } };

let world: World;
let visitor: Visitor;
let me: string;
beforeAll(async () => {
  world = await makeWorld();
  me = (await world.rows<{ id: string }>("SELECT id FROM accounts ORDER BY created_at LIMIT 1"))[0]?.id ?? "";
  visitor = await world.visitor();
});
const path = (rest = "", at = world) => `/api/dashboard/projects/${at.projectId}/macros${rest}`;
const given = (more: object = {}) => ({ title: "Outage", text: "", kind: "reply", steps: [HIGH, TAKE], ...more });
const create = (more: object = {}, shared = true, cookie?: string, clientId: string = crypto.randomUUID()) =>
  world.as<{ macro: Macro; error?: string; issues?: { path: string; message: string }[] }>(
    path(),
    { body: { clientId, shared, macro: given(more) } },
    cookie,
  );
const made = async (more: object = {}): Promise<Macro> => (await create(more)).body.macro;
const on = (conversationId: string, macroId: string) => `${world.conversations}/${conversationId}/macros/${macroId}`;
const preview = async (id: string, macro: Macro) => (await world.as<Steps>(on(id, macro.id))).body.steps.map(({ outcome }) => outcome);
const apply = async (id: string, macro: Macro, more: object = {}, cookie?: string): Promise<Answer<Steps>> =>
  world.as<Steps>(
    on(id, macro.id),
    { body: { clientId: crypto.randomUUID(), version: macro.version, frontier: await world.revision(id), ...more } },
    cookie,
  );
const undo = (runId: string, cookie?: string) =>
  world.as<{ undone: number; kept: number }>(`/api/dashboard/projects/${world.projectId}/macro-runs/${runId}/undo`, { body: {} }, cookie);
const rowOf = async (id: string): Promise<Row> => (await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body.conversation;
const count = async (id: string): Promise<number> =>
  (await world.rows<{ n: number }>("SELECT count(*) n FROM conversation_events WHERE conversation_id = ?", id))[0]?.n ?? 0;

test("a macro does its steps in order, each as an event of its own, and can be taken back as a whole", async () => {
  const id = await openConversation(visitor);
  const macro = await made();
  expect(await preview(id, macro)).toEqual(["changes", "changes"]);
  expect(await count(id)).toBe(1);
  const { status, body } = await apply(id, macro);
  expect([status, body.steps.map(({ outcome }) => outcome), body.events.length]).toEqual([201, ["changes", "changes"], 2]);
  expect(await rowOf(id)).toMatchObject({ assigneeId: me, fields: { priority: "high" }, status: "open" });
  expect(await preview(id, macro)).toEqual(["same", "same"]);
  expect((await undo(body.runId)).body).toMatchObject({ undone: 2, kept: 0 });
  expect(await rowOf(id)).toMatchObject({ assigneeId: null, status: "open" });
  expect((await rowOf(id)).fields?.["priority"]).toBeUndefined();
  // Again is answered like the first time, and changes nothing.
  const events = await count(id);
  expect((await undo(body.runId)).body).toMatchObject({ undone: 2, kept: 0 });
  expect(await count(id)).toBe(events);
  const listed = await world.as<{ items: Macro[] }>(path());
  expect(listed.body.items.find((each) => each.id === macro.id)?.uses).toBe(1);
});

test("a macro with a reply leaves closing and snoozing to the reply; without one it does them", async () => {
  const id = await openConversation(await world.visitor());
  const withReply = await made({ text: "Done!", steps: [CLOSE, TAKE] });
  expect(await preview(id, withReply)).toEqual(["later", "changes"]);
  const first = await apply(id, withReply);
  expect(first.body.steps.map(({ outcome }) => outcome)).toEqual(["later", "changes"]);
  expect(await rowOf(id)).toMatchObject({ status: "open", assigneeId: me });
  const withNote = await made({ text: "For the others", kind: "note", steps: [SNOOZE] });
  const second = await apply(id, withNote);
  expect(second.body.steps.map(({ outcome }) => outcome)).toEqual(["changes"]);
  const row = await rowOf(id);
  expect([row.status, Date.parse(row.snoozedUntil ?? "") - world.clock.now()]).toEqual(["snoozed", 72 * 3_600_000]);
});

test("a repetition of the same request changes nothing twice", async () => {
  const id = await openConversation(await world.visitor());
  const macro = await made();
  const again = { clientId: crypto.randomUUID(), frontier: await world.revision(id) };
  const first = await apply(id, macro, again);
  const events = await count(id);
  const second = await apply(id, macro, again);
  expect([first.status, second.status, second.body.runId]).toEqual([201, 200, first.body.runId]);
  expect(await count(id)).toBe(events);
  // The same key for another conversation is refused, and does nothing there.
  const other = await openConversation(await world.visitor());
  expect((await apply(other, macro, again)).status).toBe(409);
  expect(await count(other)).toBe(1);
});

test("what the member had not seen leaves those steps out; what somebody changed since is not taken back", async () => {
  const customer = await world.visitor();
  const id = await openConversation(customer);
  const seen = await world.revision(id);
  await customer.postMessage(id, "One more thing");
  const macro = await made();
  const { body } = await apply(id, macro, { frontier: seen });
  // The priority does not depend on what was written.
  expect(body.steps.map(({ outcome }) => outcome)).toEqual(["changes", "stale"]);
  const ben = await join(world, "operator");
  await act(world, id, "assign", { assigneeId: ben.accountId, frontier: await world.revision(id) }, ben.cookie);
  await world.as(`${world.conversations}/${id}/priority`, { body: { clientId: crypto.randomUUID(), priority: "urgent" } }, ben.cookie);
  expect((await undo(body.runId)).body).toMatchObject({ undone: 0, kept: 1 });
  expect(await rowOf(id)).toMatchObject({ assigneeId: ben.accountId, fields: { priority: "urgent" } });
});

test("a step that was left out is not taken back where somebody else did the same", async () => {
  const customer = await world.visitor();
  const id = await openConversation(customer);
  const seen = await world.revision(id);
  await customer.postMessage(id, "One more thing");
  const macro = await made({ steps: [TAKE] });
  const { body } = await apply(id, macro, { frontier: seen });
  expect(body.steps.map(({ outcome }) => outcome)).toEqual(["stale"]);
  await act(world, id, "assign", { assigneeId: me, frontier: await world.revision(id) });
  expect((await undo(body.runId)).body).toMatchObject({ undone: 0, kept: 0 });
  expect(await rowOf(id)).toMatchObject({ assigneeId: me });
});

test("a macro that was changed since its preview is refused, and does nothing", async () => {
  const id = await openConversation(await world.visitor());
  const macro = await made();
  const changed = await world.as<{ macro: Macro }>(path(`/${macro.id}`), {
    method: "PUT",
    body: { version: 1, macro: given({ title: "New" }) },
  });
  expect([changed.status, changed.body.macro.version]).toEqual([200, 2]);
  expect((await apply(id, macro)).status).toBe(409);
  expect(await count(id)).toBe(1);
  const late = await world.as(path(`/${macro.id}`), { method: "PUT", body: { version: 1, macro: given({ title: "Late" }) } });
  expect(late.status).toBe(409);
});

test("steps that there are not are refused by their place, and what is of another project as well", async () => {
  const bad = async (steps: readonly object[], text = ""): Promise<[number, string | undefined]> => {
    const { status, body } = await create({ steps, text });
    return [status, body.issues?.[0]?.path];
  };
  expect(await bad([HIGH, { action: "explode", value: {} }])).toEqual([400, "macro.steps.1"]);
  expect(await bad([{ action: "status", value: { status: "snoozed", hours: 0 } }])).toEqual([400, "macro.steps.0"]);
  expect(await bad([{ action: "status", value: { status: "closed", hours: 5 } }])).toEqual([400, "macro.steps.0"]);
  expect(await bad([HIGH, HIGH])).toEqual([400, "macro.steps.1"]);
  expect(await bad([])).toEqual([400, "macro.steps"]);
  expect((await bad([{ action: "assign", value: { assigneeId: "acc_01hzzzzzzzzzzzzzzzzzzzzzzz" } }]))[0]).toBe(409);
  const before = (await world.as<{ items: Macro[] }>(path())).body.items.length;
  expect((await world.as<{ items: Macro[] }>(path())).body.items.length).toBe(before);
});

test("personal macros are their member's alone; operators apply shared ones, but do not change them", async () => {
  const eva = await join(world, "operator");
  const own = (await create({ title: "Mine" }, false, eva.cookie)).body.macro;
  const shared = await made({ title: "Everybody's" });
  const id = await openConversation(await world.visitor());
  expect((await world.as(on(id, own.id))).status).toBe(404);
  expect((await apply(id, own)).status).toBe(404);
  expect((await apply(id, own, {}, eva.cookie)).status).toBe(201);
  expect((await create({}, true, eva.cookie)).status).toBe(403);
  expect((await world.as(path(`/${shared.id}`), { method: "DELETE" }, eva.cookie)).status).toBe(403);
  const { body } = await apply(id, shared, {}, eva.cookie);
  // Only whoever applied it takes it back.
  expect((await undo(body.runId)).status).toBe(404);
});

test("a deleted macro can be brought back for a day, and then goes for good", async () => {
  const macro = await made({ title: "Gone" });
  const titles = async (): Promise<string[]> => (await world.as<{ items: Macro[] }>(path())).body.items.map(({ title }) => title);
  expect((await world.as(path(`/${macro.id}`), { method: "DELETE" })).status).toBe(200);
  expect(await titles()).not.toContain("Gone");
  expect((await world.as(path(`/${macro.id}/restore`), { body: {} })).status).toBe(200);
  expect(await titles()).toContain("Gone");
  await world.as(path(`/${macro.id}`), { method: "DELETE" });
  world.clock.advance({ hours: 25 });
  untilMinute(world, 37);
  await world.tick();
  expect((await world.as(path(`/${macro.id}/restore`), { body: {} })).status).toBe(404);
  expect(await world.rows("SELECT id FROM macro_runs")).toEqual([]);
});
