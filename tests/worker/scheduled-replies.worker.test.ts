// Replies that their authors schedule: sent once at that time, or back as a draft with a notification when the conversation moved on.
import { beforeEach, expect, test } from "vitest";
import { join } from "./member-kit.ts";
import { makeWorld, PNG, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
beforeEach(async () => {
  world = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  visitor = await world.visitor();
});
interface Pending {
  readonly clientId: string;
  readonly state: string;
  readonly content: string;
  readonly sendAt?: string;
}
interface Thread {
  readonly conversation: { readonly status: string };
  readonly events: readonly { readonly kind: string; readonly message?: { readonly content: string } }[];
  readonly drafts: readonly { readonly content: string }[];
}
const TOMORROW = "2026-11-21T08:00:00.000Z";
const begin = async (): Promise<string> => (await visitor.open("Hello")).body.conversation.id;
const at = (id: string, more = ""): string => `${world.conversations}/${id}/pending-reply${more}`;
const schedule = (id: string, more: object = {}) =>
  world.as<{ pending: Pending | null; code?: string; message?: string }>(at(id), {
    body: { clientId: crypto.randomUUID(), frontier: 1, content: "Tomorrow’s answer", sendAt: TOMORROW, ...more },
  });
const replyNow = (id: string, frontier: number, content: string) =>
  world.as(`${world.conversations}/${id}/messages`, { body: { clientId: crypto.randomUUID(), frontier, content } });
const pending = async (id: string) => (await world.as<{ own: Pending | null; scheduled: Pending | null; others: object[] }>(at(id))).body;
const thread = async (id: string): Promise<Thread> => (await world.as<Thread>(`${world.conversations}/${id}`)).body;
const texts = ({ events }: Thread): (string | undefined)[] =>
  events.filter(({ kind }) => kind === "message").map(({ message }) => message?.content);
const bell = (id: string) => world.rows("SELECT event FROM bell_entries WHERE conversation_id = ? AND event = 'replyReturned'", id);

test("a scheduled reply is sent once at its time, with what else it does, although its author wrote in between", async () => {
  const id = await begin();
  const clientId = crypto.randomUUID();
  const first = await schedule(id, { clientId, close: true });
  expect([first.status, first.body.pending]).toMatchObject([201, { clientId, state: "waiting", sendAt: TOMORROW }]);
  expect((await schedule(id, { clientId, close: true })).body.pending?.clientId).toBe(clientId);
  expect(await pending(id)).toMatchObject({ own: null, scheduled: { clientId, content: "Tomorrow’s answer", sendAt: TOMORROW } });
  expect((await replyNow(id, 1, "I’ll ask around")).status).toBe(201);
  world.clock.advance({ hours: 22 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello", "I’ll ask around"]);
  world.clock.advance({ hours: 1 });
  await Promise.all([world.tick(), world.tick()]);
  await world.tick();
  const after = await thread(id);
  expect(texts(after)).toEqual(["Hello", "I’ll ask around", "Tomorrow’s answer"]);
  expect(after.conversation.status).toBe("closed");
  expect(await pending(id)).toEqual({ own: null, scheduled: null, others: [] });
  // The answer to a repetition whose first answer was lost.
  expect((await schedule(id, { clientId, close: true })).body).toEqual({ pending: null });
  expect(await bell(id)).toEqual([]);
});

test("the end of a snooze is nobody's doing: what its author scheduled for afterwards is sent", async () => {
  const id = await begin();
  await schedule(id);
  const until = "2026-11-21T07:00:00.000Z";
  const snoozed = await world.as(`${world.conversations}/${id}/status`, {
    ...{ body: { clientId: crypto.randomUUID(), frontier: 1, status: "snoozed", until } },
  });
  expect(snoozed.status).toBe(201);
  world.clock.advance({ hours: 22, minutes: 1 });
  await world.tick();
  expect((await thread(id)).conversation.status).toBe("open");
  world.clock.advance({ hours: 1 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello", "Tomorrow’s answer"]);
  expect(await bell(id)).toEqual([]);
});

test("it is its author's draft again, and they are notified, when the conversation moved on", async () => {
  const id = await begin();
  await schedule(id);
  await visitor.postMessage(id, "Never mind, I found it");
  world.clock.advance({ hours: 23 });
  await world.tick();
  await world.tick();
  const after = await thread(id);
  expect(texts(after)).toEqual(["Hello", "Never mind, I found it"]);
  expect(after.drafts).toMatchObject([{ content: "Tomorrow’s answer" }]);
  expect(await pending(id)).toMatchObject({ own: { state: "stale", content: "" }, scheduled: null });
  expect(await bell(id)).toEqual([{ event: "replyReturned" }]);
  // The notice ends with the author's next reply, and another one may be scheduled.
  expect((await schedule(id, { frontier: 2, sendAt: "2026-11-22T08:00:00.000Z" })).status).toBe(201);
  expect(await pending(id)).toMatchObject({ own: null, scheduled: { state: "waiting" } });
});

test("one that can be taken back is held beside it, and each is taken back or sent by itself", async () => {
  const id = await begin();
  const [later, soon] = [crypto.randomUUID(), crypto.randomUUID()];
  await schedule(id, { clientId: later });
  const held = await world.as(at(id), { body: { clientId: soon, frontier: 1, content: "Right away", undoSeconds: 10 } });
  expect(held.status).toBe(201);
  expect(await pending(id)).toMatchObject({ own: { clientId: soon }, scheduled: { clientId: later } });
  expect((await world.as(at(id, "/undo"), { body: { clientId: later } })).status).toBe(200);
  expect(await pending(id)).toMatchObject({ own: { clientId: soon }, scheduled: null });
  await schedule(id, { clientId: crypto.randomUUID(), content: "Another" });
  const other = (await pending(id)).scheduled?.clientId;
  expect((await world.as(at(id, "/send"), { body: { clientId: other } })).status).toBe(201);
  world.clock.advance({ seconds: 10 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello", "Another", "Right away"]);
});

test("refused: a time that is over or far away, two times, none, and a second one in the conversation", async () => {
  const id = await begin();
  for (const [sendAt, more] of [
    ["2026-11-20T09:00:00.000Z", {}],
    ["2028-01-01T00:00:00.000Z", {}],
    [TOMORROW, { undoSeconds: 5 }],
    [undefined, {}],
  ] as const)
    expect([sendAt, (await schedule(id, { sendAt, ...more })).status]).toEqual([sendAt, 400]);
  expect((await schedule(id)).status).toBe(201);
  const second = await schedule(id, { content: "Another" });
  expect([second.status, second.body.code]).toEqual([409, "conflict"]);
  expect((await pending(id)).scheduled?.content).toBe("Tomorrow’s answer");
});

test("its files stay until it is sent, and as long as those of a draft afterwards", async () => {
  const id = await begin();
  const upload = async () =>
    (
      await world.as<{ file: { id: string } }>(`${world.conversations}/${id}/files?name=a.png&clientId=${crypto.randomUUID()}`, {
        raw: PNG,
        headers: { "content-length": String(PNG.length) },
      })
    ).body.file.id;
  const [kept, loose] = [await upload(), await upload()];
  expect((await schedule(id, { attachments: [kept], sendAt: "2026-12-20T09:00:00.000Z" })).status).toBe(201);
  world.clock.advance({ days: 20 });
  await world.tick();
  await world.tick();
  expect(await world.rows("SELECT id FROM files WHERE id IN (?, ?) AND state = 'stored'", kept, loose)).toEqual([{ id: kept }]);
  world.clock.advance({ days: 11 });
  await world.tick();
  expect(await world.rows("SELECT f.id, m.content FROM files f JOIN messages m ON m.id = f.message_id WHERE f.state = 'attached'")).toEqual(
    [{ id: kept, content: "Tomorrow’s answer" }],
  );
});

test("an erasure takes it along", async () => {
  const id = await begin();
  await schedule(id);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) await world.tick();
  expect(await world.rows("SELECT 1 FROM pending_replies")).toEqual([]);
  world.clock.advance({ hours: 24 });
  await world.tick();
  expect(await world.rows("SELECT 1 FROM pending_replies")).toEqual([]);
});

test("a member lists their own that wait, in the order of their times, and nobody else's", async () => {
  const listed = async (cookie?: string) =>
    (
      await world.as<{ items: { conversation: { id: string }; content: string; sendAt: string }[] }>(
        `/api/dashboard/projects/${world.projectId}/scheduled-replies`,
        {},
        cookie,
      )
    ).body.items;
  expect(await listed()).toEqual([]);
  const [first, second, third] = [await begin(), await begin(), await begin()];
  await schedule(first, { content: "Later", sendAt: "2026-11-22T08:00:00.000Z" });
  await schedule(second, { content: "Sooner" });
  const mate = await join(world, "operator");
  await world.as(at(third), { body: { clientId: crypto.randomUUID(), frontier: 1, content: "Mine", sendAt: TOMORROW } }, mate.cookie);
  expect((await listed()).map(({ conversation, content, sendAt }) => [conversation.id, content, sendAt])).toEqual([
    [second, "Sooner", TOMORROW],
    [first, "Later", "2026-11-22T08:00:00.000Z"],
  ]);
  expect((await listed(mate.cookie)).map(({ content }) => content)).toEqual(["Mine"]);
  world.clock.advance({ hours: 23 });
  await world.tick();
  expect((await listed()).map(({ content }) => content)).toEqual(["Later"]);
});

test("of somebody who is removed nothing waits, so that the conversation can be merged; once they are back, it is their draft", async () => {
  const [id, other] = [await begin(), await begin()];
  const mate = await join(world, "operator");
  const path = `${world.conversations}/${id}`;
  const body = { clientId: crypto.randomUUID(), frontier: 1, content: "Next month", sendAt: TOMORROW };
  expect((await world.as(`${path}/pending-reply`, { body }, mate.cookie)).status).toBe(201);
  const merge = () => world.as(`${path}/merge`, { body: { clientId: crypto.randomUUID(), into: other } });
  expect((await merge()).status).toBe(409);
  const members = `/api/management/projects/${world.projectId}/members/${mate.accountId}`;
  expect((await world.as(members, { method: "DELETE" })).status).toBe(200);
  expect(await world.rows("SELECT state, content FROM scheduled_replies WHERE project_id = ?", world.projectId)).toEqual([
    { state: "refused", content: "" },
  ]);
  expect(await world.rows("SELECT content FROM drafts WHERE account_id = ?", mate.accountId)).toEqual([{ content: "Next month" }]);
  expect((await merge()).status).toBe(201);
});
