// The bell: what fills it and when, what counts as read, what is left out, and that what the response lost is made up for.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BellEntry, BellState } from "../../modules/notifications/contract.ts";
import { gatherNotifications } from "../../modules/notifications/gather-notifications.ts";
import { act, join, openConversation } from "./triage-kit.ts";
import { makeWorld, OWNER, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let mate: { accountId: string; cookie: string };
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
  mate = await join(world);
});
const at = (rest = "") => `/api/dashboard/projects/${world.projectId}/bell${rest}`;
const bell = async (cookie = mate.cookie): Promise<BellState> => (await world.as<BellState>(at(), {}, cookie)).body;
const list = async (cookie = mate.cookie, cursor = "") =>
  (await world.as<{ items: BellEntry[]; next: string | null }>(at(`/entries${cursor && `?cursor=${cursor}`}`), {}, cookie)).body;
const events = async (cookie = mate.cookie): Promise<[string, boolean][]> =>
  (await list(cookie)).items.map(({ event, unread }) => [event, unread]);
const assign = async (id: string, assigneeId: string | null) =>
  await act(world, id, "assign", { frontier: await world.revision(id), assigneeId });
const read = (id: string, revision: number, cookie = mate.cookie) =>
  world.as(`${world.conversations}/${id}/read`, { body: { revision } }, cookie);
const put = (rest: string, body: unknown, cookie = mate.cookie) => world.as<BellState>(at(rest), { method: "PUT", body }, cookie);
const gather = async (): Promise<void> => {
  world.clock.advance({ minutes: 2 });
  await gatherNotifications(world.ctx());
};

test("an assignment, a customer's message and a mention are there with the response; one's own acts are not", async () => {
  const id = await openConversation(visitor);
  expect(await events()).toEqual([]);
  await assign(id, mate.accountId);
  expect(await events()).toEqual([["assignedToMe", true]]);
  await visitor.postMessage(id, "Are you **there**?");
  const [message] = (await list()).items;
  expect(message).toMatchObject({ event: "replyToMine", unread: true, revision: 3, excerpt: "Are you there?", conversationId: id });
  await act(world, id, "notes", { content: "Look", mentions: [mate.accountId] });
  expect((await bell()).unread).toBe(3);
  await act(world, id, "notes", { content: "I did", mentions: [mate.accountId] }, mate.cookie);
  expect((await bell()).unread).toBe(3);
});

test("owners are told of new unassigned conversations by default, others are not; once somebody else takes one it is no news", async () => {
  const before = (await bell(world.cookie)).unread;
  const id = await openConversation(visitor);
  expect([(await bell(world.cookie)).unread, (await bell()).unread]).toEqual([before + 1, 0]);
  await assign(id, mate.accountId);
  expect((await bell(world.cookie)).unread).toBe(before);
  expect((await list(world.cookie)).items.find((entry) => entry.conversationId === id && entry.event === "newUnassigned")).toMatchObject({
    unread: false,
  });
});

test("reading the conversation reads its entries; later messages join the entry, which is unread again from there", async () => {
  const id = await openConversation(visitor);
  await assign(id, mate.accountId);
  await visitor.postMessage(id, "One");
  await visitor.postMessage(id, "Two");
  expect((await list()).items.filter(({ event }) => event === "replyToMine")).toMatchObject([{ revision: 3, excerpt: "Two" }]);
  await read(id, 4);
  expect((await bell()).unread).toBe(0);
  await visitor.postMessage(id, "Three");
  expect((await bell()).unread).toBe(1);
  await put(`/entries/${id}`, { read: true });
  expect((await bell()).unread).toBe(0);
  await visitor.postMessage(id, "Four");
  expect((await list()).items[0]).toMatchObject({ unread: true, revision: 6, excerpt: "Four" });
});

test("everything is marked as read at once, which an earlier time takes back", async () => {
  for (let i = 0; i < 3; i += 1) await assign(await openConversation(visitor), mate.accountId);
  const { unread, newestAt, readUntil } = await bell();
  expect([unread, readUntil]).toEqual([3, null]);
  expect((await put("", { readUntil: newestAt })).body.unread).toBe(0);
  expect((await put("", { readUntil: null })).body.unread).toBe(3);
  // Never later than now: what comes is unread.
  await put("", { readUntil: "2100-01-01T00:00:00.000Z" });
  world.clock.advance({ seconds: 1 });
  await assign(await openConversation(visitor), mate.accountId);
  expect((await bell()).unread).toBe(1);
});

test("the list is paged without repetition, and the count ends at a hundred", async () => {
  const one = await openConversation(visitor);
  const [row] = await world.rows<Record<string, string | number>>("SELECT * FROM conversations WHERE id = ?", one);
  for (let i = 0; i < 110; i += 1) {
    const id = `cnv_${String(i).padStart(26, "0")}`;
    const copy = { ...row, id, client_id: id, revision: 1, assignee_id: mate.accountId };
    await world.rows(
      `INSERT INTO conversations (${Object.keys(copy).join(", ")}) VALUES (${Object.keys(copy)
        .map(() => "?")
        .join(", ")})`,
      ...(Object.values(copy) as never[]),
    );
    await world.rows(
      "INSERT INTO bell_entries (project_id, account_id, conversation_id, event, contact_id, cause, since_revision, revision, listed, at) VALUES (?, ?, ?, 'assignedToMe', ?, 'x', 1, 1, 1, ?)",
      ...[world.projectId, mate.accountId, id, row?.["contact_id"] ?? "", 1000 + (i % 7)],
    );
  }
  expect((await bell()).unread).toBe(100);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await list(mate.cookie, cursor);
    seen.push(...page.items.map(({ conversationId }) => conversationId));
    cursor = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([110, 110]);
  expect((await world.as(at("/entries?cursor=zzz"), {}, mate.cookie)).status).toBe(400);
});

test("what the response lost is made up for by the schedule, and what it did is not told twice", async () => {
  await gatherNotifications(world.ctx());
  const [told, lost] = [await openConversation(visitor), await openConversation(visitor)];
  await assign(told, mate.accountId);
  await assign(lost, mate.accountId);
  await read(told, 2);
  await world.rows("DELETE FROM bell_entries WHERE conversation_id = ?", lost);
  await gather();
  expect((await list()).items.map(({ conversationId, unread }) => [conversationId, unread])).toEqual([
    [lost, true],
    [told, false],
  ]);
});

test("the connected member alone is told that their bell has changed", async () => {
  const live = async (cookie?: string) => {
    const path = `/api/dashboard/projects/${world.projectId}`;
    const { body } = await world.as<{ ticket: string }>(`${path}/socket-ticket`, { body: {} }, cookie);
    const socket = await world.connect(`${path}/socket`, body.ticket, "http://localhost:8787");
    await socket.until(({ type }) => type === "live");
    return socket;
  };
  const [mine, others] = [await live(mate.cookie), await live((await join(world)).cookie)];
  const id = await openConversation(visitor);
  await assign(id, mate.accountId);
  await mine.until((frame) => frame.type === "changed" && frame["route"] === "readBell");
  await others.until((frame) => frame.type === "event" && frame.event?.kind === "assigned");
  const rings = others.frames.filter((frame) => frame.type === "changed").length;
  await visitor.postMessage(id, "For the assignee");
  await mine.until((frame) => frame.type === "event" && frame.event?.message?.content === "For the assignee");
  await others.until((frame) => frame.type === "event" && frame.event?.message?.content === "For the assignee");
  expect(others.frames.filter((frame) => frame.type === "changed")).toHaveLength(rings);
});

test("a setting turns an event off, in the bell alone; older clients leave it as it is", async () => {
  const settings = `/api/dashboard/projects/${world.projectId}/notifications`;
  interface Overview {
    settings: { events: Record<string, boolean>; bell: Record<string, boolean>; push: Record<string, boolean> };
  }
  const { settings: mine } = (await world.as<Overview>(settings, {}, mate.cookie)).body;
  expect(mine.bell).toEqual(mine.events);
  const { bell: _, push: __, ...older } = { ...mine, events: { ...mine.events, assignedToMe: false } };
  await world.as(
    settings,
    { method: "PUT", body: { ...mine, bell: { ...mine.bell, assignedToMe: false }, push: { ...mine.push, assignedToMe: false } } },
    mate.cookie,
  );
  await world.as(settings, { method: "PUT", body: older }, mate.cookie);
  const now = (await world.as<Overview>(settings, {}, mate.cookie)).body.settings;
  expect([now.events["assignedToMe"], now.bell["assignedToMe"], now.bell["mentioned"]]).toEqual([false, false, true]);
  const id = await openConversation(visitor);
  await assign(id, mate.accountId);
  expect(await events()).toEqual([]);
  await visitor.postMessage(id, "Hello?");
  expect(await events()).toEqual([["replyToMine", true]]);
});

test("spam, hidden contacts, and what members write as customers are left out", async () => {
  const spam = await openConversation(visitor);
  await assign(spam, mate.accountId);
  await world.rows("UPDATE conversations SET silenced = 1 WHERE id = ?", spam);
  expect([(await bell()).unread, await events()]).toEqual([0, []]);
  const hidden = await world.visitor();
  const theirs = await openConversation(hidden);
  await assign(theirs, mate.accountId);
  await world.rows("UPDATE contacts SET state = 'hidden' WHERE id = (SELECT contact_id FROM conversations WHERE id = ?)", theirs);
  expect([(await bell()).unread, await events()]).toEqual([0, []]);
  const self = await world.visitor();
  const own = await openConversation(self);
  await world.rows("UPDATE contacts SET email = ? WHERE id = (SELECT contact_id FROM conversations WHERE id = ?)", OWNER, own);
  const before = (await list(world.cookie)).items.filter(({ conversationId }) => conversationId === own).length;
  await self.postMessage(own, "Me again");
  const after = (await list(world.cookie)).items.filter(({ conversationId }) => conversationId === own).length;
  expect(after).toBe(before);
});

test("nobody reads or changes the bell of another project, and it ends with the membership and after 30 days", async () => {
  const other = await makeWorld();
  const theirs = await openConversation(await other.visitor());
  expect((await put(`/entries/${theirs}`, { read: true })).status).toBe(404);
  expect((await world.as(`/api/dashboard/projects/${other.projectId}/bell`, {}, mate.cookie)).status).toBe(404);
  await assign(await openConversation(visitor), mate.accountId);
  const leaver = await join(world);
  await assign(await openConversation(visitor), leaver.accountId);
  await put("", { readUntil: null }, leaver.cookie);
  await world.as(`/api/management/projects/${world.projectId}/members/${leaver.accountId}`, { method: "DELETE" });
  await world.tick();
  for (const table of ["bell_entries", "bell_marks"])
    expect(await world.rows(`SELECT 1 FROM ${table} WHERE account_id = ?`, leaver.accountId)).toEqual([]);
  expect((await list()).items).toHaveLength(1);
  world.clock.advance({ days: 31 });
  await gather();
  expect(await world.rows("SELECT 1 FROM bell_entries WHERE account_id = ?", mate.accountId)).toEqual([]);
});
