// Automatic assignment: in turn, balanced, caps, waiting, hours, the assistant, races, who may change it, and what is left behind.
import { beforeEach, expect, test } from "vitest";
import type { AutoAssignment, GivenPool } from "#modules/auto-assignment/contract";
import { act, join, openConversation, type Row } from "./triage-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

let world: World;
let me: string;
let tom: { accountId: string; cookie: string };
// Each test has a day of its own: an account makes so many projects a day.
let day = 1;
beforeEach(async () => {
  day += 1;
  world = await makeWorld({ now: `2030-01-${String(day).padStart(2, "0")}T10:00:00.000Z` });
  me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
  tom = await join(world);
}, 60_000);

const change = (more: Partial<GivenPool> = {}, cookie?: string): Promise<Answer<AutoAssignment & { code: string }>> =>
  world.as(
    `/api/management/projects/${world.projectId}/auto-assignment`,
    {
      method: "PUT",
      body: { teamId: null, mode: "turn", cap: null, withinHours: true, leftOut: [], revision: 0, ...more },
    },
    cookie,
  );
const read = async (): Promise<AutoAssignment> =>
  (await world.as<AutoAssignment>(`/api/dashboard/projects/${world.projectId}/auto-assignment`, { method: "GET" })).body;
const available = (availability: string, cookie?: string) =>
  world.as(`/api/dashboard/projects/${world.projectId}/availability`, { method: "PUT", body: { availability } }, cookie);
const rowOf = async (id: string): Promise<Row> => (await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body.conversation;
const assignee = async (id: string): Promise<string | null> => (await rowOf(id)).assigneeId;
const arrives = async (): Promise<string> => await openConversation(await world.visitor());
const waiting = () =>
  world.rows<{ conversation_id: string; pool: string }>(
    "SELECT conversation_id, pool FROM auto_assignment_waiting WHERE project_id = ?",
    world.projectId,
  );
const close = async (id: string) => await act(world, id, "status", { status: "closed", frontier: await world.revision(id) });

test("off by default; in turn, whoever was given one longest ago is next, and who is away is left out", async () => {
  expect(await assignee(await arrives())).toBeNull();
  expect(await waiting()).toEqual([]);
  expect((await change()).status).toBe(200);
  const [a, b, c] = [await assignee(await arrives()), await assignee(await arrives()), await assignee(await arrives())];
  expect(new Set([a, b])).toEqual(new Set([me, tom.accountId]));
  expect(c).toBe(a);
  await available("away", tom.cookie);
  expect([await assignee(await arrives()), await assignee(await arrives())]).toEqual([me, me]);
  await available("online", tom.cookie);
  expect(await assignee(await arrives())).toBe(tom.accountId);
});

test("the assignment is an event of automatic assignment, once, whatever looks again", async () => {
  await change();
  const id = await arrives();
  await world.tick();
  world.clock.advance({ minutes: 2 });
  await world.tick();
  const { body } = await world.as<{ events: { kind: string; actor: { role: string; id: string } }[] }>(`${world.conversations}/${id}`);
  expect(body.events.filter(({ kind }) => kind === "assigned").map(({ actor }) => actor)).toEqual([
    expect.objectContaining({ role: "system", id: "auto_assignment" }),
  ]);
});

test("at the cap conversations wait; closing one gives the oldest, and so does somebody who comes back", async () => {
  await change({ cap: 1 });
  const given = [await arrives(), await arrives()];
  const first = await arrives();
  world.clock.advance({ seconds: 1 });
  const second = await arrives();
  expect([await assignee(first), await assignee(second)]).toEqual([null, null]);
  expect((await read()).pools[0]).toMatchObject({
    waiting: 2,
    members: [
      { open: 1, state: "full" },
      { open: 1, state: "full" },
    ],
  });
  await close(given[0] ?? "");
  expect(await assignee(first)).not.toBeNull();
  expect(await assignee(second)).toBeNull();
  await change({ cap: 2, revision: 1 });
  expect(await assignee(second)).not.toBeNull();
  expect(await waiting()).toEqual([]);
});

test("six conversations at once, two for each of two members: the rest waits", async () => {
  await change({ cap: 2 });
  const visitors = await Promise.all(Array.from({ length: 6 }, () => world.visitor()));
  const ids = await Promise.all(visitors.map((visitor) => openConversation(visitor)));
  world.clock.advance({ minutes: 2 });
  await world.tick();
  const whose = await Promise.all(ids.map(assignee));
  expect(whose.filter((one) => one === me).length).toBe(2);
  expect(whose.filter((one) => one === tom.accountId).length).toBe(2);
  expect((await waiting()).length).toBe(2);
});

test("balanced gives to whoever has the fewest open ones", async () => {
  const own = [await arrives(), await arrives()];
  for (const id of own) await act(world, id, "assign", { assigneeId: me, frontier: await world.revision(id) });
  await change({ mode: "balanced" });
  expect([await assignee(await arrives()), await assignee(await arrives())]).toEqual([tom.accountId, tom.accountId]);
});

test("outside business hours conversations wait, and are given when these begin", async () => {
  const week = Array.from({ length: 7 }, () => [{ from: 12 * 60, to: 17 * 60 }]);
  await world.as(`/api/management/projects/${world.projectId}/business-hours`, {
    method: "PUT",
    body: { on: true, timeZone: "UTC", week, exceptions: [], revision: 0 },
  });
  await change();
  const id = await arrives();
  expect(await assignee(id)).toBeNull();
  world.clock.advance({ minutes: 2 });
  await world.tick();
  expect(await assignee(id)).toBeNull();
  world.clock.advance({ minutes: 119 });
  await world.tick();
  expect(await assignee(id)).not.toBeNull();
});

test("a team's conversations go to its members; unassigned, they are given again", async () => {
  const { body } = await world.as<{ team: { id: GivenPool["teamId"] } }>(`/api/management/projects/${world.projectId}/teams`, {
    body: { clientId: crypto.randomUUID(), name: "Billing", members: [tom.accountId] },
  });
  const teamId = body.team.id;
  expect((await change({ teamId })).status).toBe(200);
  const id = await arrives();
  expect(await assignee(id)).toBeNull();
  await act(world, id, "team", { teamId, frontier: await world.revision(id) });
  expect(await assignee(id)).toBe(tom.accountId);
  await act(world, id, "assign", { assigneeId: null, frontier: await world.revision(id) });
  expect(await assignee(id)).toBe(tom.accountId);
});

test("spam waits for nobody, and a customer's message that reopens is given", async () => {
  await available("away");
  await available("away", tom.cookie);
  await change();
  const visitor = await world.visitor();
  const id = await openConversation(visitor);
  expect((await waiting()).length).toBe(1);
  await act(world, id, "spam", { frontier: await world.revision(id) });
  expect(await waiting()).toEqual([]);
  const other = await openConversation(await world.visitor());
  await close(other);
  expect(await waiting()).toEqual([]);
  await available("online", tom.cookie);
  expect(await assignee(id)).toBeNull();
  const again = await world.visitor();
  const third = await openConversation(again);
  await act(world, third, "assign", { assigneeId: null, frontier: await world.revision(third) });
  expect(await assignee(third)).toBe(tom.accountId);
});

test("while the assistant answers nobody is assigned; left to people, somebody is", async () => {
  await change();
  await world.env.DB.exec(
    `INSERT INTO assistant_settings (project_id, enabled, version) VALUES ('${world.projectId}', 1, 1) ON CONFLICT DO UPDATE SET enabled = 1`,
  );
  const later = async () => {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  };
  // Its rules leave this channel to people, without an event: the job finds that.
  const left = await arrives();
  await later();
  expect(await assignee(left)).not.toBeNull();
  // Another one it is answering.
  const id = await arrives();
  const round = (set: string) => world.env.DB.exec(`UPDATE assistant_rounds SET ${set} WHERE conversation_id = '${id}'`);
  await round(`state = 'generating', ended_at = NULL, lease_until = ${world.clock.now() + 3_600_000}`);
  await later();
  expect([await assignee(id), (await waiting()).length]).toEqual([null, 1]);
  // And has answered.
  await round(`state = 'sent', ended_at = ${world.clock.now()}`);
  await world.env.DB.exec(`UPDATE conversations SET waiting_since = NULL WHERE id = '${id}'`);
  await later();
  expect([await assignee(id), (await waiting()).length]).toEqual([null, 0]);
  // The customer asks for a person.
  await world.env.DB.exec(`UPDATE assistant_conversations SET answers = 'assistant' WHERE conversation_id = '${id}'`);
  const taken = await world.as(`${world.conversations}/${id}/take-over`, { body: { clientId: crypto.randomUUID() } });
  expect(taken.status).toBe(201);
  expect(await assignee(id)).not.toBeNull();
});

test("whoever leaves loses their place, and what they had is given to others", async () => {
  await change({ leftOut: [me as never] });
  const id = await arrives();
  expect(await assignee(id)).toBe(tom.accountId);
  await change({ revision: 1 });
  await world.as(`/api/management/projects/${world.projectId}/members/${tom.accountId}`, { method: "DELETE" });
  world.clock.advance({ minutes: 2 });
  await world.tick();
  expect(await assignee(id)).toBe(me);
  expect(await world.rows("SELECT 1 FROM auto_assignment_turns WHERE account_id = ?", tom.accountId)).toEqual([]);
});

test("operators may not change it, whoever is late gets 409, and the audit log says what it was", async () => {
  expect((await change({}, tom.cookie)).status).toBe(403);
  expect((await change({ cap: 5 })).status).toBe(200);
  expect((await change({ cap: 5 })).status).toBe(200);
  expect((await change({ cap: 7 })).body.code).toBe("conflict");
  const log = await world.rows<{ changes: string }>(
    "SELECT changes FROM audit_log WHERE action = 'auto_assignment.changed' AND project_id = ?",
    world.projectId,
  );
  expect(log.map(({ changes }) => JSON.parse(changes) as unknown)).toEqual([
    [
      { field: "mode", from: "off", to: "turn" },
      { field: "cap", from: null, to: "5" },
    ],
  ]);
});

test("the assignee is notified, and a rule about assignments runs once", async () => {
  const rule = {
    ...{ name: "Assigned", enabled: true, trigger: "assigned", minutes: null, words: [], conditions: [], note: "" },
    steps: [{ action: "priority", value: { priority: "high" } }],
  };
  const made = await world.as(`/api/management/projects/${world.projectId}/automation-rules`, {
    body: { clientId: crypto.randomUUID(), rule },
  });
  expect(made.status).toBe(201);
  await change({ leftOut: [me as never] });
  const id = await arrives();
  expect(await assignee(id)).toBe(tom.accountId);
  world.clock.advance({ minutes: 1 });
  await world.tick();
  await world.tick();
  expect((await rowOf(id)).fields?.["priority"]).toBe("high");
  expect(await world.rows("SELECT 1 FROM automation_runs WHERE conversation_id = ?", id)).toHaveLength(1);
  const bell = await world.as(`/api/dashboard/projects/${world.projectId}/bell/entries`, {}, tom.cookie);
  expect(JSON.stringify(bell.body)).toContain("assignedToMe");
});

test("a deleted project leaves nothing", async () => {
  await available("away");
  await available("away", tom.cookie);
  await change();
  await arrives();
  expect(await waiting()).toHaveLength(1);
  const [project] = await world.rows<{ name: string }>("SELECT name FROM projects WHERE id = ?", world.projectId);
  const gone = await world.as(`/api/management/projects/${world.projectId}`, { method: "DELETE", body: { confirm: project?.name } });
  expect(gone.status).toBe(200);
  for (const table of ["pools", "left_out", "turns", "waiting"])
    expect(await world.rows(`SELECT 1 FROM auto_assignment_${table} WHERE project_id = ?`, world.projectId)).toEqual([]);
});
