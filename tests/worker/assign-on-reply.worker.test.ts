// A reply assigns an unassigned conversation to its author, in the reply's batch, unless the project has turned it off.
import { beforeAll, expect, test } from "vitest";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let me: string;
beforeAll(async () => {
  world = await makeWorld();
  visitor = await world.visitor();
  me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
});
interface Handled {
  readonly code?: string;
  readonly event: { readonly revision: number };
  readonly conversation: { readonly assigneeId: string | null; readonly status: string; readonly revision: number };
  readonly repeated: boolean;
}
const post = (id: string, path: string, body: Record<string, unknown>): Promise<Answer<Handled>> =>
  world.as<Handled>(`${world.conversations}/${id}/${path}`, { body: { clientId: crypto.randomUUID(), ...body } });
const openConversation = async (): Promise<string> => (await visitor.open("hello")).body.conversation.id;
const eventsOf = (id: string) =>
  world.rows<{ revision: number; kind: string; data: string; visible: number; previous_visible: number }>(
    "SELECT revision, kind, data, visible, previous_visible FROM conversation_events WHERE conversation_id = ? ORDER BY revision",
    id,
  );
const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);
/** Somebody who joined as an operator. */
async function operator(): Promise<{ accountId: string; cookie: string }> {
  const email = `${crypto.randomUUID()}@example.test`;
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const joined = await world.call(new URL(body.link).pathname, { body: { name: "Tom Reed", email, password: "seven quiet lamps" } });
  const [account] = await world.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email);
  return { accountId: account?.id ?? "", cookie: (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
}
const settings = () => `/api/management/projects/${world.projectId}/inbox-settings`;

test("the first reply assigns the conversation to its author, with an event; the next one does not", async () => {
  const id = await openConversation();
  const first = await post(id, "messages", { content: "one", frontier: 1 });
  expect([first.status, first.body.event.revision, first.body.conversation]).toMatchObject([201, 2, { assigneeId: me, revision: 3 }]);
  const second = await post(id, "messages", { content: "two", frontier: 3 });
  expect([second.status, second.body.conversation.revision]).toEqual([201, 4]);
  expect(await eventsOf(id)).toEqual([
    { revision: 1, kind: "message", data: "{}", visible: 1, previous_visible: 0 },
    { revision: 2, kind: "message", data: "{}", visible: 1, previous_visible: 1 },
    { revision: 3, kind: "assigned", data: JSON.stringify({ assigneeId: me }), visible: 0, previous_visible: 2 },
    { revision: 4, kind: "message", data: "{}", visible: 1, previous_visible: 2 },
  ]);
});

test("send and close assigns and closes without a gap, and the visitor sees the close after the reply", async () => {
  const id = await openConversation();
  const sent = await post(id, "messages", { content: "done", frontier: 1, close: true });
  expect(sent.body.conversation).toMatchObject({ assigneeId: me, status: "closed", revision: 4 });
  expect((await eventsOf(id)).map(({ revision, kind, previous_visible }) => [revision, kind, previous_visible])).toEqual([
    [1, "message", 0],
    [2, "message", 1],
    [3, "assigned", 2],
    [4, "status", 2],
  ]);
  // The customer's next message reopens it, and it stays with its assignee.
  await visitor.postMessage(id, "one more thing");
  const again = await post(id, "messages", { content: "sure", frontier: await world.revision(id), close: true });
  expect(again.body.conversation).toMatchObject({ assigneeId: me, status: "closed", revision: 8 });
  expect(await kindsOf(id)).toEqual(["message", "message", "assigned", "status", "message", "status", "message", "status"]);
});

test("two replies that saw the same revision are both stored: the first one's assignment is the author's own", async () => {
  const id = await openConversation();
  const answers = await Promise.all(["one", "two", "three"].map((content) => post(id, "messages", { content, frontier: 1 })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await kindsOf(id)).toSorted()).toEqual(["assigned", "message", "message", "message", "message"]);
  // An assignment that somebody asked for still makes later handling stale.
  const other = await openConversation();
  await post(other, "assign", { assigneeId: me, frontier: 1 });
  expect((await post(other, "messages", { content: "late", frontier: 1 })).body.code).toBe("stale_frontier");
});

test("a repetition is answered with the first result and assigns nothing again", async () => {
  const id = await openConversation();
  const reply = { clientId: crypto.randomUUID(), content: "once", frontier: 1 };
  expect((await post(id, "messages", reply)).status).toBe(201);
  await post(id, "assign", { assigneeId: null, frontier: 3 });
  const again = await post(id, "messages", reply);
  expect([again.status, again.body.repeated, again.body.conversation.assigneeId]).toEqual([200, true, null]);
  expect(await world.revision(id)).toBe(4);
});

test("a conversation of somebody else keeps its assignee, and a note assigns nothing", async () => {
  const colleague = await operator();
  const id = await openConversation();
  expect((await post(id, "notes", { content: "internal" })).body.conversation.assigneeId).toBeNull();
  await post(id, "assign", { assigneeId: colleague.accountId, frontier: 2 });
  const sent = await post(id, "messages", { content: "helping out", frontier: 3 });
  expect(sent.body.conversation).toMatchObject({ assigneeId: colleague.accountId, revision: 4 });
});

test("a refused reply assigns nothing", async () => {
  const id = await openConversation();
  await visitor.postMessage(id, "and another thing");
  expect((await post(id, "messages", { content: "stale", frontier: 1 })).status).toBe(409);
  expect(await kindsOf(id)).toEqual(["message", "message"]);
});

test("turned off, a reply leaves the conversation unassigned; only admins turn it off, and the audit log says so once", async () => {
  const read = async () => (await world.as(`/api/dashboard/projects/${world.projectId}/inbox-settings`)).body;
  expect(await read()).toEqual({ assignOnReply: true });
  const tom = await operator();
  expect((await world.as(settings(), { method: "PATCH", body: { assignOnReply: false } }, tom.cookie)).status).toBe(403);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await world.as(settings(), { method: "PATCH", body: { assignOnReply: false } })).body).toEqual({ assignOnReply: false });
  expect(await read()).toEqual({ assignOnReply: false });
  const id = await openConversation();
  expect((await post(id, "messages", { content: "answer", frontier: 1 })).body.conversation).toMatchObject({
    assigneeId: null,
    revision: 2,
  });
  expect((await world.as(settings(), { method: "PATCH", body: { assignOnReply: true } })).body).toEqual({ assignOnReply: true });
  expect(
    await world.rows("SELECT detail FROM audit_log WHERE project_id = ? AND action = 'inbox.changed' ORDER BY rowid", world.projectId),
  ).toEqual([{ detail: JSON.stringify({ assignOnReply: "false" }) }, { detail: JSON.stringify({ assignOnReply: "true" }) }]);
});

test("the row names the member whose text its preview is, and nobody for a customer's", async () => {
  const id = await openConversation();
  const rowOf = async () =>
    (await world.as<{ items: { id: string; previewAuthorId?: string }[] }>(world.conversations)).body.items.find((row) => row.id === id);
  expect((await rowOf())?.previewAuthorId).toBeUndefined();
  await post(id, "messages", { content: "answer", frontier: 1 });
  expect((await rowOf())?.previewAuthorId).toBe(me);
  const tom = await operator();
  await world.as(`${world.conversations}/${id}/notes`, { body: { clientId: crypto.randomUUID(), content: "note" } }, tom.cookie);
  expect((await rowOf())?.previewAuthorId).toBe(tom.accountId);
  await visitor.postMessage(id, "thanks");
  expect((await rowOf())?.previewAuthorId).toBeUndefined();
});
