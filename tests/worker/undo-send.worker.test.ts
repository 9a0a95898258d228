// Replies that their authors can take back: held, sent once when due, taken back, and returned when the conversation moved on.
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
  readonly attachments: readonly { readonly id: string }[];
  readonly close: boolean;
  readonly dueIn: number;
}
interface Thread {
  readonly conversation: { readonly status: string; readonly revision: number; readonly assigneeId: string | null };
  readonly events: readonly { readonly kind: string; readonly revision: number; readonly message?: { readonly content: string } }[];
  readonly drafts: readonly { readonly kind: string; readonly content: string; readonly attachments: readonly { readonly id: string }[] }[];
}
const begin = async (): Promise<string> => (await visitor.open("Hello")).body.conversation.id;
const at = (id: string, more = ""): string => `${world.conversations}/${id}/pending-reply${more}`;
const hold = (id: string, more: object = {}, cookie?: string) =>
  world.as<{ pending: Pending | null; revision?: number }>(
    at(id),
    { body: { clientId: crypto.randomUUID(), frontier: 1, content: "An answer", undoSeconds: 10, ...more } },
    cookie,
  );
const undo = (id: string, clientId: string) => world.as<{ ok: boolean }>(at(id, "/undo"), { body: { clientId } });
const sendNow = (id: string, clientId: string) =>
  world.as<{ sent: { repeated: boolean } | null; code?: string; events?: unknown[] }>(at(id, "/send"), { body: { clientId } });
const thread = async (id: string, cookie?: string): Promise<Thread> =>
  (await world.as<Thread>(`${world.conversations}/${id}`, {}, cookie)).body;
const pending = async (id: string, cookie?: string) =>
  (await world.as<{ own: Pending | null; others: { accountId: string; dueIn: number }[] }>(at(id), {}, cookie)).body;
const texts = ({ events }: Thread): (string | undefined)[] =>
  events.filter(({ kind }) => kind === "message").map(({ message }) => message?.content);
const draft = (id: string, content: string) =>
  world.as(`${world.conversations}/${id}/drafts/reply`, { method: "PUT", body: { content, attachments: [] } });

test("a held reply is seen by nobody until it is due, and then sent once, with what else it does", async () => {
  const id = await begin();
  await draft(id, "An answer");
  const clientId = crypto.randomUUID();
  const held = await hold(id, { clientId, close: true });
  expect([held.status, held.body.pending]).toMatchObject([
    201,
    { clientId, state: "waiting", content: "An answer", close: true, dueIn: 10_000 },
  ]);
  expect((await hold(id, { clientId, close: true })).body.pending?.clientId).toBe(clientId);
  expect(await thread(id)).toMatchObject({ conversation: { revision: 1, status: "open" }, drafts: [] });
  expect((await visitor.call<{ items: unknown[] }>(`/api/widget/conversations/${id}/events`)).body.items).toHaveLength(1);
  world.clock.advance({ seconds: 9 });
  await world.tick();
  expect((await thread(id)).conversation.revision).toBe(1);
  // What is written since is not touched.
  await draft(id, "And one more thing");
  world.clock.advance({ seconds: 1 });
  await world.tick();
  await world.tick();
  const after = await thread(id);
  expect(texts(after)).toEqual(["Hello", "An answer"]);
  expect(after.conversation.status).toBe("closed");
  expect(after.drafts).toMatchObject([{ content: "And one more thing" }]);
  expect(await pending(id)).toEqual({ own: null, scheduled: null, others: [] });
  expect((await sendNow(id, clientId)).body).toEqual({ sent: null });
  expect((await undo(id, clientId)).status).toBe(409);
  expect((await hold(id, { clientId, close: true })).body).toEqual({ pending: null });
  expect(await world.rows("SELECT 1 FROM pending_replies")).toEqual([]);
});

test("its author's browser sends it when it is due, and the job finds nothing left to do", async () => {
  const id = await begin();
  const clientId = crypto.randomUUID();
  await hold(id, { clientId });
  world.clock.advance({ seconds: 10 });
  const both = await Promise.all([sendNow(id, clientId), world.tick(), sendNow(id, clientId)]);
  expect(both[0].status + both[2].status).toBeLessThan(2 * 300);
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello", "An answer"]);
});

test("taking it back makes text and files the draft again, and nothing is sent", async () => {
  const id = await begin();
  const up = await world.as<{ file: { id: string } }>(`${world.conversations}/${id}/files?name=a.png&clientId=${crypto.randomUUID()}`, {
    raw: PNG,
    headers: { "content-length": String(PNG.length) },
  });
  expect(up.body).toMatchObject({ file: {} });
  const clientId = crypto.randomUUID();
  await hold(id, { clientId, attachments: [up.body.file.id] });
  expect((await pending(id)).own?.attachments).toMatchObject([{ id: up.body.file.id }]);
  await draft(id, "Since then");
  expect((await undo(id, clientId)).status).toBe(200);
  expect((await undo(id, clientId)).status).toBe(200);
  world.clock.advance({ minutes: 5 });
  await world.tick();
  const after = await thread(id);
  expect(texts(after)).toEqual(["Hello"]);
  expect(after.drafts).toMatchObject([{ kind: "reply", content: "An answer\n\nSince then", attachments: [{ id: up.body.file.id }] }]);
});

test("the signature does not become part of the draft", async () => {
  const id = await begin();
  await world.as(`/api/dashboard/projects/${world.projectId}/writing-settings`, {
    method: "PUT",
    body: { sendKey: "enter", afterHandling: "stay", signature: "Mia\nAcme", undoSeconds: 20 },
  });
  const clientId = crypto.randomUUID();
  await hold(id, { clientId, content: "An answer\n\nMia\nAcme" });
  await undo(id, clientId);
  expect((await thread(id)).drafts).toMatchObject([{ content: "An answer" }]);
});

test("a reply to what has moved on is a draft again, with a notice until its author replies", async () => {
  const id = await begin();
  expect((await hold(id, { frontier: 0 })).status).toBe(409);
  expect((await hold(id, { frontier: 7 })).status).toBe(400);
  const clientId = crypto.randomUUID();
  await hold(id, { clientId, close: true });
  await visitor.postMessage(id, "Wait, one more thing");
  world.clock.advance({ seconds: 10 });
  await world.tick();
  const after = await thread(id);
  expect([texts(after), after.conversation.status]).toEqual([["Hello", "Wait, one more thing"], "open"]);
  expect(after.drafts).toMatchObject([{ content: "An answer" }]);
  expect((await pending(id)).own).toMatchObject({ state: "stale", content: "", close: true, frontier: 1 });
  const asked = await sendNow(id, clientId);
  expect([asked.status, asked.body.code, asked.body.events?.length]).toEqual([409, "stale_frontier", 1]);
  await world.as(`${world.conversations}/${id}/messages`, { body: { clientId: crypto.randomUUID(), frontier: 2, content: "Now" } });
  expect((await pending(id)).own).toBeNull();
});

test("what its author does meanwhile does not hold it up unless it is marked as spam, and their next reply sends it at once", async () => {
  const id = await begin();
  await hold(id);
  await world.as(`${world.conversations}/${id}/status`, { body: { clientId: crypto.randomUUID(), frontier: 1, status: "closed" } });
  expect((await hold(id, { frontier: 2, content: "A second" })).status).toBe(201);
  expect(texts(await thread(id))).toEqual(["Hello", "An answer"]);
  world.clock.advance({ seconds: 10 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello", "An answer", "A second"]);

  // Marked as spam meanwhile, by the author too: not sent, and a draft again.
  const spam = await begin();
  await hold(spam);
  const marked = await world.as(`${world.conversations}/${spam}/spam`, { body: { clientId: crypto.randomUUID(), frontier: 1 } });
  expect(marked.status).toBe(201);
  world.clock.advance({ seconds: 15 });
  await world.tick();
  const now = await thread(spam);
  expect([texts(now), now.drafts]).toMatchObject([["Hello"], [{ kind: "reply", content: "An answer" }]]);
});

test("whoever has left the project meanwhile has not answered, and keeps the draft", async () => {
  const id = await begin();
  const mate = await join(world, "operator");
  expect((await hold(id, {}, mate.cookie)).status).toBe(201);
  expect((await pending(id)).others).toEqual([{ accountId: mate.accountId, dueIn: 10_000 }]);
  expect(JSON.stringify(await pending(id))).not.toContain("An answer");
  await world.as(`/api/dashboard/projects/${world.projectId}/leave`, { body: {} }, mate.cookie);
  world.clock.advance({ seconds: 10 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello"]);
  expect(await world.rows("SELECT content FROM drafts WHERE account_id = ?", mate.accountId)).toEqual([{ content: "An answer" }]);
  expect(await world.rows("SELECT state, content FROM pending_replies WHERE account_id = ?", mate.accountId)).toEqual([
    { state: "refused", content: "" },
  ]);
});

test("a foreign conversation has no pending replies, and an erased contact keeps none", async () => {
  const id = await begin();
  const other = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  for (const [path, body] of [
    ["", { clientId: crypto.randomUUID(), frontier: 1, content: "x", undoSeconds: 5 }],
    ["/undo", { clientId: crypto.randomUUID() }],
    ["/send", { clientId: crypto.randomUUID() }],
  ] as const)
    expect((await world.as(`${other.conversations}/${id}/pending-reply${path}`, { body })).status).toBe(404);
  expect((await world.as(`${other.conversations}/${id}/pending-reply`)).status).toBe(404);
  await hold(id);
  const erased = await world.as(`/api/management/projects/${world.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  expect(erased.status).toBe(202);
  for (let i = 0; i < 3; i += 1) await world.tick();
  expect(await world.rows("SELECT 1 FROM pending_replies WHERE conversation_id = ?", id)).toEqual([]);
  world.clock.advance({ seconds: 20 });
  await world.tick();
  expect(await world.rows("SELECT 1 FROM messages WHERE conversation_id = ? AND author_role = 'operator'", id)).toEqual([]);
});

test("what a reply would come back for is refused at once; and while its contact is being erased, none comes back as a draft", async () => {
  const id = await begin();
  expect((await hold(id, { snooze: { until: "2026-11-20T08:59:00.000Z" } })).status).toBe(400);
  // No mail is set up here.
  expect((await hold(id, { mail: { cc: ["somebody@example.test"], bcc: [] } })).status).toBeGreaterThanOrEqual(400);
  expect((await pending(id)).own).toBeNull();
  // A repetition is answered like the first one, also when the time has passed meanwhile.
  const first = { clientId: crypto.randomUUID(), snooze: { until: "2026-11-20T09:00:05.000Z" } };
  expect((await hold(id, first)).status).toBe(201);
  world.clock.advance({ seconds: 6 });
  expect((await hold(id, first)).body.pending).toMatchObject({ clientId: first.clientId, state: "waiting" });
  await undo(id, first.clientId);
  await draft(id, "");
  // Held again with the same clientId it is sent when that is due, neither with the job of the first time nor never.
  const again = { clientId: crypto.randomUUID(), content: "Held twice" };
  await hold(id, again);
  world.clock.advance({ seconds: 5 });
  await undo(id, again.clientId);
  await hold(id, again);
  world.clock.advance({ seconds: 6 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello"]);
  world.clock.advance({ seconds: 4 });
  await world.tick();
  expect(texts(await thread(id))).toEqual(["Hello", "Held twice"]);
  // Drafts may have been cleared before the held replies are.
  const [undone, due] = [await begin(), await begin()];
  const clientId = crypto.randomUUID();
  await hold(undone, { clientId });
  await hold(due);
  await world.rows("UPDATE contacts SET state = 'erasing' WHERE id = ?", visitor.contactId);
  expect((await undo(undone, clientId)).status).toBe(200);
  world.clock.advance({ seconds: 10 });
  await world.tick();
  expect(await world.rows("SELECT content FROM drafts WHERE project_id = ?", world.projectId)).toEqual([]);
  expect(await world.rows("SELECT state, content FROM pending_replies WHERE project_id = ?", world.projectId)).toEqual([
    { state: "refused", content: "" },
  ]);
});
