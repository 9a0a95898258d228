// Response-time targets: what begins and ends a clock, warnings and missed targets once, races with answers, policies, and what is left behind.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ConversationTarget, Policy, ResponsePolicies } from "#modules/response-targets/contract";
import { findDue } from "../../modules/response-targets/find-due.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

// A Wednesday.
const NOW = "2030-01-02T09:00:00.000Z";
const MINUTE = 60_000;
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: NOW });
}, 60_000);

const uuid = (): string => crypto.randomUUID();
const policy = (more: Partial<Policy> = {}): Policy => ({
  ...{ id: uuid(), name: "Everybody", priorities: [], teamId: null, tagId: null, channel: null },
  ...{ first: 30, next: 60, resolution: 240, counts: "business", warn: 10, assistantCounts: false },
  ...more,
});
type Reply = Answer<ResponsePolicies & { code: string; issues: { path: string; message: string }[] }>;
const dashboard = (): string => `/api/dashboard/projects/${world.projectId}`;
const management = (): string => `/api/management/projects/${world.projectId}`;
const read = async (): Promise<ResponsePolicies> => (await world.as<ResponsePolicies>(`${dashboard()}/response-policies`)).body;
const change = (policies: readonly object[], revision: number): Promise<Reply> =>
  world.as(`${management()}/response-policies`, { method: "PUT", body: { policies, revision } });
/** Replaces the policies, whatever they are. */
async function use(...policies: readonly Policy[]): Promise<void> {
  const { status, body } = await change(policies, (await read()).revision);
  expect(status, JSON.stringify(body)).toBe(200);
}
async function office(on: boolean, exceptions: readonly object[] = []): Promise<void> {
  const before = (await world.as<{ revision: number }>(`${dashboard()}/business-hours`)).body;
  const week = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 9 * 60, to: 17 * 60 }] : []));
  const body = { on, timeZone: "UTC", week, exceptions, revision: before.revision };
  expect((await world.as(`${management()}/business-hours`, { method: "PUT", body })).status).toBe(200);
}
beforeEach(async () => {
  world.clock.set(NOW);
  await use(policy());
  await office(true);
});

async function opens(text = "Where is my parcel?"): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await world.visitor();
  const { status, body } = await visitor.open(text);
  expect(status).toBe(201);
  return { visitor, id: body.conversation.id };
}
const act = async (id: string, path: string, body: object): Promise<Answer> =>
  await world.as(`${world.conversations}/${id}/${path}`, {
    body: { clientId: uuid(), frontier: await world.revision(id), ...body },
  });
const replies = (id: string, more: object = {}) => act(id, "messages", { content: "On its way.", ...more });
const targets = async (id: string): Promise<readonly ConversationTarget[]> => {
  const { status, body } = await world.as<{ items: ConversationTarget[] }>(`${world.conversations}/${id}/targets`);
  expect(status).toBe(200);
  return body.items;
};
const one = async (id: string, target: string): Promise<ConversationTarget | undefined> =>
  (await targets(id)).find((item) => item.target === target);
const field = async (id: string): Promise<string | undefined> =>
  (await world.as<{ conversation: { fields?: { target?: string } } }>(`${world.conversations}/${id}`)).body.conversation.fields?.target;
const due = async (): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await findDue(world.ctx());
};
const time = (text: string): string => new Date(text).toISOString();
const events = (id: string) => world.rows("SELECT kind FROM conversation_events WHERE conversation_id = ? AND kind = 'target_missed'", id);
const bell = (id: string) =>
  world.rows<{ event: string }>("SELECT event FROM bell_entries WHERE conversation_id = ? AND event LIKE 'target%' ORDER BY event", id);

test("a customer's message begins the first answer and the resolution; an answer by a person ends the first, and the next begins with the next message", async () => {
  const { visitor, id } = await opens();
  expect(await targets(id)).toEqual([
    expect.objectContaining({ target: "first", state: "running", startedAt: NOW, dueAt: time("2030-01-02T09:30Z"), minutes: 30 }),
    expect.objectContaining({ target: "resolution", state: "running", dueAt: time("2030-01-02T13:00Z"), counts: "business" }),
  ]);
  expect(await field(id)).toBe(`running,first,${Date.parse("2030-01-02T09:30Z")}`);
  world.clock.advance({ minutes: 5 });
  await visitor.postMessage(id, "Hello?");
  expect((await one(id, "first"))?.dueAt).toBe(time("2030-01-02T09:30Z"));
  world.clock.advance({ minutes: 5 });
  expect((await replies(id)).status).toBe(201);
  expect(await one(id, "first")).toMatchObject({ state: "met", endedAt: time("2030-01-02T09:10Z"), workedSeconds: 600 });
  expect(await field(id)).toBe(`running,resolution,${Date.parse("2030-01-02T13:00Z")}`);
  world.clock.advance({ minutes: 20 });
  await visitor.postMessage(id, "And now?");
  expect(await one(id, "next")).toMatchObject({ state: "running", dueAt: time("2030-01-02T10:30Z") });
  world.clock.advance({ minutes: 61 });
  await replies(id, { close: true });
  // Answered after it was due, before the schedule looked.
  expect(await one(id, "next")).toMatchObject({ state: "missed", workedSeconds: 61 * 60 });
  expect(await one(id, "resolution")).toMatchObject({ state: "met", workedSeconds: 91 * 60 });
  expect(await field(id)).toBeUndefined();
  expect(await events(id)).toHaveLength(1);
  await visitor.postMessage(id, "Once more");
  expect(await one(id, "resolution")).toMatchObject({ state: "running", startedAt: new Date(world.clock.now()).toISOString() });
  expect(await one(id, "first")).toMatchObject({ state: "met" });
  const stored = await world.rows(
    "SELECT outcome, ended_by FROM response_clocks WHERE conversation_id = ? AND target = 'next' ORDER BY started_at",
    id,
  );
  expect(stored).toEqual([
    { outcome: "missed", ended_by: expect.stringMatching(/^acc_/) },
    { outcome: null, ended_by: null },
  ]);
});

test("time counts in business hours, over the night and holidays; hours and policies that change compute what is open anew", async () => {
  world.clock.set("2030-01-04T16:45:00.000Z");
  const { id } = await opens();
  // Friday, a quarter of an hour before the end: Monday.
  expect((await one(id, "first"))?.dueAt).toBe(time("2030-01-07T09:15Z"));
  await office(true, [{ date: "2030-01-07", name: "Holiday", hours: [] }]);
  expect((await one(id, "first"))?.dueAt).toBe(time("2030-01-08T09:15Z"));
  await office(false);
  expect((await one(id, "first"))?.dueAt).toBe(time("2030-01-04T17:15Z"));
  await office(true);
  await use(policy({ first: 120, counts: "always" }));
  expect((await one(id, "first"))?.dueAt).toBe(time("2030-01-04T18:45Z"));
  await use(policy({ first: null }));
  expect(await targets(id)).toEqual([expect.objectContaining({ target: "resolution" })]);
  await use();
  expect([await targets(id), await field(id)]).toEqual([[], undefined]);
  expect(await world.rows("SELECT recount_after FROM response_policies WHERE project_id = ?", world.projectId)).toEqual([
    { recount_after: null },
  ]);
  // Without policies nothing begins.
  const other = await opens();
  expect(await world.rows("SELECT 1 FROM response_clocks WHERE conversation_id = ?", other.id)).toEqual([]);
});

test("snoozing pauses the resolution and nothing else; the end of the snooze goes on with what was left", async () => {
  const { id } = await opens();
  world.clock.advance({ minutes: 60 });
  await act(id, "status", { status: "snoozed", until: "2030-01-02T12:00:00.000Z" });
  expect(await one(id, "resolution")).toMatchObject({ state: "paused", dueAt: null, workedSeconds: 3600 });
  expect(await one(id, "first")).toMatchObject({ dueAt: time("2030-01-02T09:30Z") });
  world.clock.set("2030-01-02T12:00:00.000Z");
  await world.tick();
  expect(await one(id, "resolution")).toMatchObject({ state: "running", dueAt: time("2030-01-02T15:00Z") });
  world.clock.advance({ minutes: 30 });
  await act(id, "status", { status: "closed" });
  expect(await one(id, "resolution")).toMatchObject({ state: "met", workedSeconds: 90 * 60 });
});

test("closing without an answer, and spam, end an answer without an outcome", async () => {
  const { visitor, id } = await opens();
  await act(id, "status", { status: "closed" });
  expect(await one(id, "first")).toMatchObject({ state: "cancelled" });
  expect(await one(id, "resolution")).toMatchObject({ state: "met" });
  world.clock.advance({ minutes: 1 });
  await visitor.postMessage(id, "Wait!");
  // Nobody has answered yet, so it is still the first answer.
  expect(await one(id, "first")).toMatchObject({ state: "running" });
  await act(id, "spam", {});
  expect((await targets(id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  await visitor.postMessage(id, "Buy now");
  expect((await targets(id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
});

test("the first policy that applies is taken, and another one once priority, team or tags change", async () => {
  const made = await world.as<{ team: { id: string } }>(`${management()}/teams`, {
    body: { clientId: uuid(), name: `Billing ${uuid().slice(0, 8)}`, members: [] },
  });
  const teamId = made.body.team.id as never;
  const tagged = await world.as<{ tag: { id: string } }>(`${dashboard()}/tags`, { body: { clientId: uuid(), name: uuid().slice(0, 8) } });
  const tagId = tagged.body.tag.id as never;
  await use(
    policy({ name: "Urgent", priorities: ["urgent", "high"], first: 5 }),
    policy({ name: "Billing", teamId, first: 10 }),
    policy({ name: "Tagged", tagId, first: 15 }),
    policy({ name: "By mail", channel: "email", first: 20 }),
    policy({ name: "Others", first: 25 }),
  );
  const { id } = await opens();
  const minutes = async (): Promise<number | undefined> => (await one(id, "first"))?.minutes;
  expect(await minutes()).toBe(25);
  await act(id, "tags", { add: [tagId], frontier: undefined });
  expect(await minutes()).toBe(15);
  await act(id, "team", { teamId });
  expect(await minutes()).toBe(10);
  await act(id, "priority", { priority: "urgent", frontier: undefined });
  expect(await minutes()).toBe(5);
  await act(id, "priority", { priority: "none", frontier: undefined });
  await act(id, "team", { teamId: null });
  expect(await minutes()).toBe(15);
});

test("a warning and a missed target are told once, to the bell of whoever is concerned, and stay", async () => {
  const { visitor, id } = await opens();
  const live = await world.socket();
  world.clock.set("2030-01-02T09:19:00.000Z");
  await due();
  expect([await bell(id), await one(id, "first")]).toEqual([[], expect.objectContaining({ state: "running" })]);
  world.clock.set("2030-01-02T09:20:00.000Z");
  await Promise.all([due(), due(), due()]);
  expect(await bell(id)).toEqual([{ event: "targetNear" }]);
  expect(await field(id)).toMatch(/^warned,first,/);
  const fits = (frame: { type: string; fields?: unknown; conversationId?: unknown }): boolean =>
    frame.type === "fields" && frame.conversationId === id && JSON.stringify(frame.fields).includes("warned");
  await live.until(fits);
  world.clock.set("2030-01-02T09:30:00.000Z");
  await Promise.all([due(), due(), due()]);
  expect(await bell(id)).toEqual([{ event: "targetMissed" }, { event: "targetNear" }]);
  expect(await events(id)).toHaveLength(1);
  expect(await one(id, "first")).toMatchObject({ state: "missed", endedAt: null });
  expect(await field(id)).toMatch(/^missed,first,/);
  const listed = async (value: string): Promise<boolean> =>
    (await world.as<{ items: { id: string }[] }>(`${world.conversations}?view=all&filter=target:${value}`)).body.items.some(
      (row) => row.id === id,
    );
  expect([await listed("missed"), await listed("warned"), await listed("running")]).toEqual([true, false, false]);
  await use(policy({ first: 600 }));
  expect(await one(id, "first")).toMatchObject({ state: "missed", minutes: 30 });
  await replies(id);
  expect(await one(id, "first")).toMatchObject({ state: "missed", workedSeconds: 1800 });
  expect(await bell(id)).toHaveLength(2);
  expect(await listed("missed")).toBe(false);
  await visitor.postMessage(id, "Thanks");
  live.socket.close();
});

test("an answer and the schedule at the same moment have one outcome, fifty times", async () => {
  const outcomes = new Set<string>();
  for (let i = 0; i < 50; i += 1) {
    world.clock.set(NOW);
    const { id } = await opens(`Race ${i}`);
    // At the due moment an answer is in time; later it is not.
    world.clock.set(i % 2 === 0 ? "2030-01-02T09:30:00.000Z" : "2030-01-02T09:30:01.000Z");
    const [, answer] = await Promise.all([findDue(world.ctx()), replies(id), findDue(world.ctx())]);
    expect(answer.status).toBe(201);
    await due();
    const first = await one(id, "first");
    const missed = (await events(id)).length;
    const told = (await bell(id)).filter(({ event }) => event === "targetMissed").length;
    expect(["met", "missed"]).toContain(first?.state);
    expect([missed, told <= missed], `race ${i}: ${first?.state}`).toEqual([first?.state === "missed" ? 1 : 0, true]);
    if (i % 2 === 1) expect(first?.state).toBe("missed");
    outcomes.add(`${i % 2} ${first?.state}`);
    await act(id, "status", { status: "closed" });
  }
  expect(outcomes.size).toBeGreaterThan(1);
}, 120_000);

test("what was lost right after an event is computed within a minute", async () => {
  const { id } = await opens();
  await world.rows(
    "UPDATE response_clocks SET stale = 1, due_at = NULL, policy_id = NULL, minutes = NULL, check_at = ? WHERE conversation_id = ?",
    ...[world.clock.now() + MINUTE, id],
  );
  expect(await targets(id)).toEqual([]);
  world.clock.advance({ minutes: 1 });
  await due();
  expect((await one(id, "first"))?.dueAt).toBe(time("2030-01-02T09:30Z"));
});

test("whoever is late gets 409 and changes nothing; a repeated change answers as the first; what makes no sense is refused with its place", async () => {
  const { revision } = await read();
  const wanted = [policy({ name: "New" })];
  expect((await change(wanted, revision - 1)).status).toBe(409);
  expect((await change(wanted, revision)).body).toEqual({ policies: wanted, revision: revision + 1 });
  expect((await change(wanted, revision)).status).toBe(200);
  const all = await Promise.all(Array.from({ length: 10 }, (_, i) => change([policy({ name: `P${i}` })], revision + 1)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const now = (await read()).revision;
  const twice = policy();
  for (const [bad, path] of [
    [[policy({ first: null, next: null, resolution: null })], "policies.0.first"],
    [[policy({ first: 0 })], "policies.0.first"],
    [[policy({ resolution: 86_401 })], "policies.0.resolution"],
    [[policy({ name: "" })], "policies.0.name"],
    [[twice, twice], "policies"],
    [Array.from({ length: 21 }, () => policy()), "policies"],
    [[policy({ teamId: `team_${"0".repeat(26)}` as never })], "policies.0.teamId"],
    [[policy({ tagId: `tag_${"0".repeat(26)}` as never })], "policies.0.tagId"],
  ] as const) {
    const { status, body } = await change(bad, now);
    expect([status, body.issues?.[0]?.path], JSON.stringify(body)).toEqual([400, path]);
  }
  expect((await read()).revision).toBe(now);
  const [entry] = await world.rows<{ changes: string }>(
    "SELECT changes FROM audit_log WHERE action = 'response_targets.changed' AND project_id = ? ORDER BY rowid DESC LIMIT 1",
    world.projectId,
  );
  // In no language: whoever reads it has it said in theirs.
  const [changed, ...none] = JSON.parse(entry?.changes ?? "") as { field: string; from: string; to: string }[];
  expect([changed?.field, none]).toEqual(["policies", []]);
  expect(JSON.parse(changed?.from ?? "")).toMatchObject({
    policies: [{ name: "New", first: 30, next: 60, resolution: 240, counts: "business", warn: 10 }],
    names: {},
  });
  expect(JSON.parse(changed?.to ?? "")).toMatchObject({ policies: expect.arrayContaining([expect.objectContaining({ first: 30 })]) });
});

test("a deleted project leaves neither policies nor clocks, and nothing is found due in it", async () => {
  const owner = await makeWorld({ now: NOW });
  const before = world;
  world = owner;
  await use(policy());
  const { id } = await opens();
  const { projectId } = owner;
  expect((await world.as(management(), { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  world.clock.advance({ hours: 1 });
  for (let i = 0; i < 3; i += 1) await world.tick();
  expect(await world.rows("SELECT 1 FROM response_policies WHERE project_id = ?", projectId)).toEqual([]);
  expect(await world.rows("SELECT 1 FROM response_clocks WHERE project_id = ?", projectId)).toEqual([]);
  expect(await events(id)).toEqual([]);
  world = before;
});

test("policies that are saved as they were leave no entry in the audit log, also if an earlier version kept other words of them", async () => {
  const entries = async (): Promise<number> =>
    (await world.rows("SELECT 1 FROM audit_log WHERE project_id = ? AND action = 'response_targets.changed'", world.projectId)).length;
  const same = policy();
  await use(same);
  const before = await entries();
  await world.rows("UPDATE response_policies SET summary = 'First answer within 30 minutes' WHERE project_id = ?", world.projectId);
  await use(same);
  expect(await entries()).toBe(before);
  await use({ ...same, first: 45 });
  expect(await entries()).toBe(before + 1);
});
