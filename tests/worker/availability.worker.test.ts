// Availability: what members choose, who is told, idle windows, and handing over what is assigned to oneself.
import { beforeAll, expect, test } from "vitest";
import { runJob } from "#kernel/jobs/index.ts";
import { act, join, openConversation } from "./triage-kit.ts";
import { type Answer, type Live, makeWorld, type World } from "./world.ts";

interface Chosen {
  readonly items: readonly { readonly accountId: string; readonly availability: string }[];
}
interface One {
  readonly bulkAction: {
    readonly id: string;
    readonly state: string;
    readonly conversations: number;
    readonly changed: number;
    readonly undone: number;
    readonly kept: number;
  };
}
interface Thread {
  readonly conversation: { readonly assigneeId: string | null; readonly fields?: Readonly<Record<string, string>> };
  readonly events: readonly {
    readonly kind: string;
    readonly name?: string;
    readonly assigneeId?: string | null;
    readonly data?: unknown;
  }[];
}
let world: World;
let me: string;
beforeAll(async () => {
  world = await makeWorld();
  me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
});
const path = (at = world): string => `/api/dashboard/projects/${at.projectId}/availability`;
const set = (availability: string, cookie?: string, at = world): Promise<Answer<Chosen>> =>
  world.as<Chosen>(path(at), { method: "PUT", body: { availability } }, cookie);
const send = (live: Live, frame: object): void => live.socket.send(JSON.stringify(frame));
const chosen = async (cookie?: string): Promise<Chosen["items"]> => (await world.as<Chosen>(path(), {}, cookie)).body.items;

test("a member chooses busy, away, and online again; the others read it, and each has their own", async () => {
  const tom = await join(world);
  expect((await set("busy", tom.cookie)).body.items).toEqual([{ accountId: tom.accountId, availability: "busy" }]);
  expect((await set("away", tom.cookie)).status).toBe(200);
  await set("busy");
  expect((await chosen()).toSorted((a, b) => a.availability.localeCompare(b.availability))).toEqual([
    { accountId: tom.accountId, availability: "away" },
    { accountId: me, availability: "busy" },
  ]);
  await set("online", tom.cookie);
  expect((await set("online", tom.cookie)).status).toBe(200);
  expect(await chosen()).toEqual([{ accountId: me, availability: "busy" }]);
  await set("online");
  expect((await set("idle")).status).toBe(400);
});

test("other members are told that it changed, and visitors are not", async () => {
  const visitor = await world.visitor();
  const id = await openConversation(visitor);
  const [team, guest] = [await world.socket(), await visitor.socket()];
  await Promise.all([team, guest].map((socket) => socket.until((frame) => frame.type === "live")));
  await set("away");
  await team.until((frame) => frame.type === "changed" && frame["route"] === "readAvailability");
  await visitor.postMessage(id, "Hello?");
  await guest.until(({ event }) => event?.message?.content === "Hello?");
  expect(guest.frames.filter(({ type }) => type !== "live" && type !== "event")).toEqual([]);
  await set("online");
});

test("a window that becomes idle is told to the others, one that is used again too, and a visitor's never", async () => {
  const at = await makeWorld();
  const visitor = await at.visitor();
  const [first, second, guest] = [await at.socket(), await at.socket(), await visitor.socket()];
  await Promise.all([first, second, guest].map((socket) => socket.until((frame) => frame.type === "live")));
  const idle = (count: number) => (frame: Record<string, unknown>) =>
    frame["type"] === "presence" &&
    (frame["members"] as { idle?: boolean }[]).length === 2 &&
    (frame["members"] as { idle?: boolean }[]).filter((member) => member.idle === true).length === count;
  send(first, { type: "idle", idle: true });
  await second.until(idle(1));
  send(second, { type: "idle", idle: true });
  await first.until(idle(2));
  // What a window views does not make it used.
  const before = second.frames.length;
  send(first, { type: "viewing", conversationId: null });
  await second.until(() => second.frames.length > before);
  expect(
    second.frames
      .slice(before)
      .filter(({ type }) => type === "presence")
      .every(idle(2)),
  ).toBe(true);
  const seen = second.frames.length;
  send(second, { type: "idle", idle: false });
  await second.until(() => second.frames.slice(seen).some(idle(1)));
  send(guest, { type: "idle", idle: true });
  await visitor.open("Still here");
  await guest.until((frame) => frame.type === "event");
  expect(guest.frames.some(({ type }) => type === "presence")).toBe(false);
});

test("who leaves the project, and a deleted project, leave nothing; another project is out of reach", async () => {
  const leaver = await join(world);
  await set("away", leaver.cookie);
  await world.as(`/api/management/projects/${world.projectId}/members/${leaver.accountId}`, { method: "DELETE" });
  expect(await world.rows("SELECT 1 FROM member_availability WHERE account_id = ?", leaver.accountId)).toEqual([]);
  const other = await makeWorld();
  const stranger = await join(world);
  expect((await set("away", stranger.cookie, other)).status).toBe(404);
  expect((await world.as(path(other), {}, stranger.cookie)).status).toBe(404);
  await other.as(path(other), { method: "PUT", body: { availability: "busy" } });
  expect(await other.rows("SELECT 1 FROM member_availability WHERE project_id = ?", other.projectId)).toHaveLength(1);
  const { name } = (await other.as<{ project: { name: string } }>(`/api/dashboard/projects/${other.projectId}`)).body.project;
  const gone = await other.as(`/api/management/projects/${other.projectId}`, { method: "DELETE", body: { confirm: name } });
  expect(gone.status).toBeLessThan(300);
  expect(await other.rows("SELECT 1 FROM member_availability WHERE project_id = ?", other.projectId)).toEqual([]);
});

// --- handing over ---------------------------------------------------------------

const bulk = (rest = ""): string => `/api/dashboard/projects/${world.projectId}/bulk-actions${rest}`;
const handOver = (value: object, cookie: string) =>
  world.as<One>(bulk(), { body: { clientId: crypto.randomUUID(), action: "handover", value, list: { view: "mine" } } }, cookie);
async function finish(id: string, cookie: string): Promise<One["bulkAction"]> {
  for (let turn = 0; turn < 60; turn += 1) {
    const { bulkAction } = (await world.as<One>(bulk(`/${id}`), {}, cookie)).body;
    if (["done", "stopped", "undone"].includes(bulkAction.state)) return bulkAction;
    const jobs = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE kind = 'bulk_actions.run' AND state = 'queued'");
    for (const job of jobs) await runJob(world.ctx(), job.id);
  }
  throw new Error("it never ended");
}
const threadOf = async (id: string): Promise<Thread> => (await world.as<Thread>(`${world.conversations}/${id}`)).body;
/** Open conversations that are assigned to a member, who also has a snoozed and a closed one. */
async function assigned(accountId: string): Promise<{ open: string[]; left: string[] }> {
  const all: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const id = await openConversation(await world.visitor());
    await act(world, id, "assign", { frontier: await world.revision(id), assigneeId: accountId });
    all.push(id);
  }
  const [snoozed = "", closed = "", ...open] = all;
  await act(world, snoozed, "status", { frontier: await world.revision(snoozed), status: "snoozed", until: null });
  await act(world, closed, "status", { frontier: await world.revision(closed), status: "closed" });
  return { open, left: [snoozed, closed] };
}

test("open conversations are handed over to a member, snoozed and closed ones stay, and it can be taken back", async () => {
  const [away, takes] = [await join(world), await join(world)];
  const { open, left } = await assigned(away.accountId);
  const begun = await handOver({ assigneeId: takes.accountId }, away.cookie);
  expect(begun.status).toBe(202);
  expect(await finish(begun.body.bulkAction.id, away.cookie)).toMatchObject({ state: "done", conversations: 2, changed: 2 });
  for (const id of open) {
    const { conversation, events } = await threadOf(id);
    expect(conversation.assigneeId).toBe(takes.accountId);
    expect(events.at(-1)).toMatchObject({ kind: "assigned", assigneeId: takes.accountId });
  }
  for (const id of left) expect((await threadOf(id)).conversation.assigneeId).toBe(away.accountId);
  // One that somebody takes meanwhile stays theirs.
  const [taken = "", back = ""] = open;
  await act(world, taken, "assign", { frontier: await world.revision(taken), assigneeId: me });
  expect((await world.as(bulk(`/${begun.body.bulkAction.id}/undo`), { body: {} }, away.cookie)).status).toBe(202);
  expect(await finish(begun.body.bulkAction.id, away.cookie)).toMatchObject({ state: "undone", undone: 1, kept: 1 });
  expect((await threadOf(taken)).conversation.assigneeId).toBe(me);
  expect((await threadOf(back)).conversation.assigneeId).toBe(away.accountId);
});

test("handed over to a team, a conversation has no assignee and that team, and taking back restores both", async () => {
  const away = await join(world);
  const team = async (name: string): Promise<string> =>
    (
      await world.as<{ team: { id: string } }>(`/api/management/projects/${world.projectId}/teams`, {
        body: { clientId: crypto.randomUUID(), name },
      })
    ).body.team.id;
  const [before, after] = [await team("Before"), await team("After")];
  const { open } = await assigned(away.accountId);
  const [had = "", none = ""] = open;
  await act(world, had, "team", { frontier: await world.revision(had), teamId: before });
  const begun = await handOver({ assigneeId: null, teamId: after }, away.cookie);
  const { id } = begun.body.bulkAction;
  expect(await finish(id, away.cookie)).toMatchObject({ state: "done", changed: 2 });
  for (const each of open) {
    const { conversation, events } = await threadOf(each);
    expect([conversation.assigneeId, conversation.fields?.["team"]]).toEqual([null, after]);
    expect(events.slice(-2)).toMatchObject([
      { kind: "activity", name: "team_assigned", data: { teamId: after } },
      { kind: "assigned", assigneeId: null },
    ]);
  }
  await world.as(bulk(`/${id}/undo`), { body: {} }, away.cookie);
  expect(await finish(id, away.cookie)).toMatchObject({ state: "undone", undone: 2 });
  const restored = [(await threadOf(had)).conversation, (await threadOf(none)).conversation];
  expect(restored.map(({ assigneeId, fields }) => [assigneeId, fields?.["team"]])).toEqual([
    [away.accountId, before],
    [away.accountId, undefined],
  ]);
});

test("nothing is handed over to members and teams of another project", async () => {
  const other = await makeWorld();
  const { accountId: stranger } = await join(other);
  const theirs = (
    await other.as<{ team: { id: string } }>(`/api/management/projects/${other.projectId}/teams`, {
      body: { clientId: crypto.randomUUID(), name: "Theirs" },
    })
  ).body.team.id;
  expect((await handOver({ assigneeId: stranger }, world.cookie)).status).toBe(404);
  expect((await handOver({ assigneeId: null, teamId: theirs }, world.cookie)).status).toBe(404);
  expect((await handOver({ assigneeId: "nobody" }, world.cookie)).status).toBe(400);
  expect((await handOver({}, world.cookie)).status).toBe(400);
});
