// Splitting messages off: what begins, what stays, who waits where, undoing within an hour, and what happens at the same moment.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { act, listRows, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
});
interface SplitAnswer {
  readonly created: { readonly id: string; readonly status: string; readonly waitingSince: string | null; readonly preview: string };
  readonly undoUntil: string;
}
const messageIds = async (id: string): Promise<string[]> =>
  (await world.rows<{ id: string }>("SELECT id FROM messages WHERE conversation_id = ? ORDER BY revision", id)).map((row) => row.id);
async function split(id: string, messageId: string | undefined, more: object = {}, cookie?: string) {
  const answer = await act(world, id, "split", { messageId, ...more }, cookie);
  return { ...answer, body: answer.body as typeof answer.body & SplitAnswer };
}
const undo = (id: string, more: object = {}) => act(world, id, "undo-split", { ...more });
const reply = async (id: string, content = "Answer", more: object = {}) =>
  act(world, id, "messages", { frontier: await world.revision(id), content, ...more });
const rowOf = async (id: string) =>
  (
    await world.rows<{ status: string; waiting_since: number | null; merged_into: string | null; revision: number; contact_id: string }>(
      "SELECT status, waiting_since, merged_into, revision, contact_id FROM conversations WHERE id = ?",
      id,
    )
  )[0];
const kindsOf = async (id: string) =>
  (await world.rows<{ kind: string }>("SELECT kind FROM conversation_events WHERE conversation_id = ? ORDER BY revision", id)).map(
    ({ kind }) => kind,
  );
interface OwnEvents {
  readonly items: readonly { kind: string; status?: string; message?: { content: string; authorRole: string } }[];
}
const seen = async (id: string) =>
  (await visitor.call<OwnEvents>(`/api/widget/conversations/${id}/events`)).body.items?.map(
    ({ kind, status, message }) => message?.content ?? status ?? kind,
  );
/** A conversation with two messages of the visitor, a minute apart. */
async function two(): Promise<{ from: string; first: string; second: string; at: number }> {
  const from = await openConversation(visitor);
  world.clock.advance({ minutes: 1 });
  await visitor.postMessage(from, "And my invoice is wrong");
  const [first = "", second = ""] = await messageIds(from);
  return { from, first, second, at: world.clock.now() };
}

test("a conversation of the same contact begins with the message, which stays where it was written", async () => {
  const { from, second, at } = await two();
  const answer = await split(from, second);
  expect([answer.status, answer.body.event.name]).toEqual([201, "messages_split_off"]);
  const { id } = answer.body.created;
  expect(answer.body.created).toMatchObject({
    ...{ status: "open", preview: "And my invoice is wrong", contact: { id: visitor.contactId }, assigneeId: null, unread: 0 },
    ...{ waitingSince: new Date(at).toISOString() },
  });
  expect(await kindsOf(id)).toEqual(["quoted", "conversation_split_off"]);
  const thread = await world.as<{ events: { kind: string; message?: Record<string, unknown> }[] }>(`${world.conversations}/${id}`);
  expect(thread.body.events[0]).toMatchObject({
    kind: "message",
    message: {
      id: second,
      content: "And my invoice is wrong",
      authorRole: "visitor",
      quotedFrom: from,
      createdAt: new Date(at).toISOString(),
    },
  });
  expect(await world.rows("SELECT conversation_id FROM messages WHERE id = ?", second)).toEqual([{ conversation_id: from }]);
  expect((await listRows(world)).map((row) => row.id)).toEqual(expect.arrayContaining([id, from]));
  // The customer sees the question it is about, and what is answered.
  await reply(id, "We look into it");
  expect(await seen(id)).toEqual(["And my invoice is wrong", "We look into it"]);
  expect(await seen(from)).toEqual(["Hello", "And my invoice is wrong"]);
  expect((await visitor.postMessage(id, "Thanks")).body.conversation.id).toBe(id);
});

test("with the messages after it goes what the customer can see, answers included, and no notes", async () => {
  const { from, second } = await two();
  await act(world, from, "notes", { content: "Only for us" });
  await reply(from, "Which invoice?");
  world.clock.advance({ minutes: 1 });
  await visitor.postMessage(from, "That of May");
  const preview = await world.as(`${world.conversations}/${from}/split-preview?messageId=${second}&later=1`);
  expect(preview.body).toEqual({ messages: 2, replies: 1, files: 0, waits: true, stillWaits: false, refusal: null });
  const { created } = (await split(from, second, { later: true })).body;
  expect(await kindsOf(created.id)).toEqual(["quoted", "quoted", "quoted", "conversation_split_off"]);
  expect(await seen(created.id)).toEqual(["And my invoice is wrong", "Which invoice?", "That of May"]);
  expect(created.waitingSince).toBe(new Date(world.clock.now()).toISOString());
  expect((await rowOf(from))?.waiting_since).toBeNull();
});

test("who waits for both waits in both, and who waits for what is split off alone waits there", async () => {
  const { from, first, second, at } = await two();
  await split(from, second);
  expect(await rowOf(from)).toMatchObject({ status: "open", waiting_since: at - 60_000 });
  visitor = await world.visitor();
  const other = await two();
  const { created } = (await split(other.from, other.first)).body;
  expect(await rowOf(other.from)).toMatchObject({ waiting_since: other.at });
  expect(created.waitingSince).toBe(new Date(other.at - 60_000).toISOString());
  visitor = await world.visitor();
  const answered = await two();
  await reply(answered.from);
  world.clock.advance({ minutes: 1 });
  await visitor.postMessage(answered.from, "Another matter");
  const third = (await messageIds(answered.from)).at(-1);
  await split(answered.from, third);
  expect(await rowOf(answered.from)).toMatchObject({ status: "open", waiting_since: null });
  expect(first).not.toBe(second);
});

test("undone within the hour, both are as before, and its customer is not shown the new one", async () => {
  const from = await openConversation(visitor);
  await reply(from);
  world.clock.advance({ minutes: 1 });
  await visitor.postMessage(from, "Another matter");
  const [, , third] = await messageIds(from);
  const before = await rowOf(from);
  const { created } = (await split(from, third)).body;
  const clientId = crypto.randomUUID();
  const undone = await undo(created.id, { clientId });
  expect([undone.status, undone.body.conversation]).toMatchObject([201, { status: "closed", mergedInto: from, withdrawn: true }]);
  expect((await undo(created.id, { clientId })).body).toMatchObject({ repeated: true });
  expect(await rowOf(from)).toMatchObject({ status: "open", waiting_since: before?.waiting_since });
  const own = await visitor.call<{ items: { id: string }[] }>("/api/widget/conversations");
  expect(own.body.items.map(({ id }) => id)).toEqual([from]);
  expect((await visitor.call(`/api/widget/conversations/${created.id}/events`)).status).toBe(404);
  // Whoever still has it open writes where it came from.
  expect((await visitor.postMessage(created.id, "Hello?")).body.conversation.id).toBe(from);
  expect((await undo(created.id)).status).toBe(409);
  // And it can be split off again.
  expect((await split(from, third)).status).toBe(201);
});

test("undoing opens the other one again if it was closed meanwhile and its customer waits", async () => {
  const from = await openConversation(visitor);
  await reply(from);
  await visitor.postMessage(from, "Another matter");
  const { created } = (await split(from, (await messageIds(from)).at(-1))).body;
  await act(world, from, "status", { frontier: await world.revision(from), status: "closed" });
  expect((await undo(created.id)).status).toBe(201);
  expect(await rowOf(from)).toMatchObject({ status: "open" });
  expect((await rowOf(from))?.waiting_since).not.toBeNull();
});

test("it cannot be undone after an hour, nor once somebody wrote in it", async () => {
  const { from, first, second } = await two();
  const { created, undoUntil } = (await split(from, second)).body;
  const read = await world.as<{ split: { from: { id: string }; undoUntil: string | null } }>(`${world.conversations}/${created.id}/split`);
  expect(read.body.split).toMatchObject({ from: { id: from }, undoUntil });
  await reply(created.id);
  expect((await undo(created.id)).body.error).toContain("Something was written");
  const other = (await split(from, first)).body.created;
  world.clock.advance({ minutes: 60 });
  expect((await undo(other.id)).body.error).toBe("A split can be undone for an hour only.");
  expect((await undo(from)).body.error).toContain("wasn’t split off");
});

test("refused: twice, a teammate’s message, an erased one, a merged or spam conversation, the whole of it, of another project", async () => {
  const { from, first, second } = await two();
  const errorOf = async (id: string, message: string | undefined, more: object = {}) => (await split(id, message, more)).body.error;
  expect(await errorOf(from, first, { later: true })).toContain("the whole conversation");
  expect((await split(from, second)).status).toBe(201);
  expect(await errorOf(from, second)).toBe("This message was split off already.");
  await visitor.postMessage(from, "One more");
  const [, , more] = await messageIds(from);
  await split(from, more);
  expect((await split(from, second, { later: true })).body.error).toBe("This message was split off already.");
  await reply(from);
  expect(await errorOf(from, (await messageIds(from)).at(-1))).toContain("that the customer wrote");
  await act(world, from, "notes", { content: "Note" });
  expect((await split(from, (await messageIds(from)).at(-1))).status).toBe(404);
  expect((await split(from, "msg_00000000000000000000000000")).status).toBe(404);
  const other = await two();
  expect((await split(from, other.second)).status).toBe(404);
  await act(world, other.from, "spam", { frontier: await world.revision(other.from) });
  expect(await errorOf(other.from, other.second)).toContain("spam");
  await act(world, other.from, "not-spam", { frontier: await world.revision(other.from) });
  await act(world, other.from, "merge", { into: from });
  expect(await errorOf(other.from, other.second)).toContain("merged into another one");
  const foreign = await makeWorld();
  const theirs = await openConversation(await foreign.visitor());
  expect((await split(theirs, second)).status).toBe(404);
});

test("a repetition is answered with what the first one began, and another message under its clientId is refused", async () => {
  const { from, first, second } = await two();
  const clientId = crypto.randomUUID();
  const one = await split(from, second, { clientId });
  const again = await split(from, second, { clientId });
  expect([again.status, again.body.repeated, again.body.created.id]).toEqual([200, true, one.body.created.id]);
  expect((await split(from, first, { clientId })).status).toBe(409);
  expect(await world.rows("SELECT conversation_id FROM conversation_splits WHERE from_id = ?", from)).toHaveLength(1);
});

test("of two operators who split the same message off at once, one does; with a merge at once, nothing is lost", async () => {
  for (let round = 0; round < 8; round += 1) {
    visitor = await world.visitor();
    const { from, second } = await two();
    const both = await Promise.all([split(from, second), split(from, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const into = await openConversation(visitor);
    const third = await two();
    const [merged, apart] = await Promise.all([act(world, third.from, "merge", { into }), split(third.from, third.second)]);
    // Either order is a sound one: split and then merged, or merged and then refused.
    expect([merged.status, [201, 409].includes(apart.status)]).toEqual([201, true]);
    expect(await world.rows("SELECT 1 FROM conversation_splits WHERE from_id = ?", third.from)).toHaveLength(apart.status === 201 ? 1 : 0);
  }
});

test("a visitor’s message at the same moment is stored once, and undoing at the same moment loses nothing", async () => {
  for (let round = 0; round < 8; round += 1) {
    visitor = await world.visitor();
    const { from, second } = await two();
    const [apart, posted] = await Promise.all([split(from, second, { later: true }), visitor.postMessage(from, "At once")]);
    expect([apart.status, posted.status]).toEqual([201, 201]);
    expect(await world.rows("SELECT 1 FROM messages WHERE conversation_id = ? AND content = 'At once'", from)).toHaveLength(1);
    const { id } = apart.body.created;
    const [undone, written] = await Promise.all([undo(id), visitor.postMessage(id, "In the new one")]);
    expect(written.status).toBe(201);
    const [stored] = await world.rows<{ conversation_id: string }>(
      "SELECT conversation_id FROM messages WHERE content = 'In the new one' AND conversation_id IN (?, ?)",
      ...[from, id],
    );
    expect(stored?.conversation_id).toBe(undone.status === 201 ? from : id);
  }
});

test("members hear of both conversations in their order; its visitor hears the question", async () => {
  const { from, second } = await two();
  const { body } = await world.as<{ head: number }>(`/api/dashboard/projects/${world.projectId}/conversation-counts`);
  const [socket, own] = [await world.socket(body.head), await visitor.socket(visitor.cursor)];
  const { created } = (await split(from, second)).body;
  await socket.until(({ event }) => (event as { name?: string } | undefined)?.name === "conversation_split_off");
  const heard = socket.frames.filter(({ type }) => type === "event");
  expect(heard.map(({ conversationId, event }) => [conversationId, (event as { name?: string }).name ?? event?.kind])).toEqual([
    [from, "messages_split_off"],
    [created.id, "message"],
    [created.id, "conversation_split_off"],
  ]);
  await own.until(({ conversationId }) => conversationId === created.id);
  expect(JSON.stringify(own.frames)).not.toContain("quotedFrom");
});

test("a reply to a thread from which messages were split off since is refused as stale", async () => {
  const { from, second } = await two();
  const frontier = await world.revision(from);
  await split(from, second);
  const late = await act(world, from, "messages", { frontier, content: "To the question that is gone" });
  expect(late.body.code).toBe("stale_frontier");
});
