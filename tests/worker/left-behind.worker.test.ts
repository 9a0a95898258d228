// A member leaves: what was assigned to them is the team's again, whoever customers write to, and whatever the settings of assignment are.
import { beforeEach, expect, test } from "vitest";
import { act, join, openConversation, type Row } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let tom: { accountId: string; cookie: string };
let ann: { accountId: string; cookie: string };
let visitor: Visitor;
// Each test has a day of its own: an account makes so many projects a day.
let day = 1;
beforeEach(async () => {
  day += 1;
  world = await makeWorld({ now: `2030-03-${String(day).padStart(2, "0")}T10:00:00.000Z` });
  tom = await join(world);
  ann = await join(world, "admin");
  visitor = await world.visitor();
}, 60_000);

const rowOf = async (id: string): Promise<Row> => (await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body.conversation;
const handle = async (id: string, path: string, body: object) =>
  await act(world, id, path, { ...body, frontier: await world.revision(id) });
async function toTom(who = visitor): Promise<string> {
  const id = await openConversation(who);
  await handle(id, "assign", { assigneeId: tom.accountId });
  return id;
}
const leaves = async () => {
  const { status } = await world.as(`/api/management/projects/${world.projectId}/members/${tom.accountId}`, { method: "DELETE" });
  expect(status).toBe(200);
};
const unassigned = async (): Promise<string[]> =>
  (await world.as<{ items: { id: string }[] }>(`${world.conversations}?view=unassigned`)).body.items.map(({ id }) => id);
const bell = async (id: string): Promise<string[]> =>
  (
    await world.rows<{ event: string }>(
      "SELECT event FROM bell_entries WHERE conversation_id = ? AND account_id = ? AND event LIKE '%nassigned' ORDER BY event",
      ...[id, ann.accountId],
    )
  ).map(({ event }) => event);
async function minutes(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    world.clock.advance({ minutes: 1 });
    await world.tick();
  }
}

test("their open conversations are unassigned at once, and the thread says so", async () => {
  const id = await toTom();
  expect(await unassigned()).toEqual([]);
  await leaves();
  expect(await unassigned()).toEqual([id]);
  const { body } = await world.as<{ events: { kind: string; assigneeId?: string | null; actor: { id: string } }[] }>(
    `${world.conversations}/${id}`,
  );
  expect(body.events.at(-1)).toMatchObject({ kind: "assigned", assigneeId: null, actor: { id: "auto_assignment" } });
});

test("of many, the job takes back those for which there was no time", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) ids.push(await toTom(await world.visitor()));
  await leaves();
  await minutes(4);
  expect((await unassigned()).toSorted()).toEqual(ids.toSorted());
});

test("a customer who writes in a closed one is heard: the team is notified, and it is unassigned", async () => {
  const path = `/api/dashboard/projects/${world.projectId}/notifications`;
  const { body } = await world.as<{ settings: { events: object } }>(path, {}, ann.cookie);
  const events = { ...body.settings.events, replyUnassigned: true };
  const settings = { events, bell: events, push: events, quiet: null, zone: "UTC", days: [1, 2, 3, 4, 5, 6, 7] };
  expect((await world.as(path, { method: "PUT", body: settings }, ann.cookie)).status).toBe(200);
  const id = await toTom();
  await handle(id, "status", { status: "closed" });
  await leaves();
  expect(await bell(id)).toEqual(["newUnassigned"]);
  await visitor.postMessage(id, "And the other parcel?");
  expect(await bell(id)).toEqual(["newUnassigned", "replyUnassigned"]);
  await minutes(2);
  expect([(await rowOf(id)).status, await unassigned()]).toEqual(["open", [id]]);
});

test("a snoozed one is unassigned when its snooze ends", async () => {
  const id = await toTom();
  await handle(id, "status", { status: "snoozed", until: new Date(world.clock.now() + 3_600_000).toISOString() });
  await leaves();
  world.clock.advance({ minutes: 61 });
  await minutes(3);
  expect([(await rowOf(id)).status, await unassigned()]).toEqual(["open", [id]]);
});

test("whoever answers takes it, as they take one that nobody has", async () => {
  const id = await toTom();
  await handle(id, "status", { status: "closed" });
  await leaves();
  await handle(id, "messages", { content: "I go on with this." });
  const me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
  expect((await rowOf(id)).assigneeId).toBe(me);
});

test("what is somebody else's, and what others have, stays", async () => {
  const id = await openConversation(visitor);
  await handle(id, "assign", { assigneeId: ann.accountId });
  await leaves();
  await minutes(2);
  expect((await rowOf(id)).assigneeId).toBe(ann.accountId);
  expect(await world.rows("SELECT 1 FROM conversation_events WHERE conversation_id = ? AND kind = 'assigned'", id)).toHaveLength(1);
});

test("a reply that a colleague scheduled in it is sent all the same", async () => {
  const id = await toTom();
  const at = new Date(world.clock.now() + 3_600_000).toISOString();
  const reply = { clientId: crypto.randomUUID(), frontier: await world.revision(id), content: "Your parcel is on its way.", sendAt: at };
  expect((await world.as(`${world.conversations}/${id}/pending-reply`, { body: reply })).status).toBe(201);
  await leaves();
  expect(await unassigned()).toEqual([id]);
  world.clock.advance({ minutes: 60 });
  await minutes(2);
  const { body } = await world.as<{ events: { kind: string; message?: { content: string } }[] }>(`${world.conversations}/${id}`);
  expect(body.events.filter(({ kind }) => kind === "message").at(-1)?.message?.content).toBe("Your parcel is on its way.");
});
