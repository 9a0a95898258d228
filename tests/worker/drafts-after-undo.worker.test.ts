// Drafts of a conversation whose split, move or merge is undone or made meanwhile: nothing stays where nobody looks. And read marks in it.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { join } from "./member-kit.ts";
import { act, createdBy, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let mate: { cookie: string; accountId: string };
beforeAll(async () => {
  world = await makeWorld();
  mate = await join(world, "operator");
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const draft = (id: string, content: string, cookie?: string, kind = "reply") =>
  world.as(`${world.conversations}/${id}/drafts/${kind}`, { method: "PUT", body: { content, attachments: [] } }, cookie);
const draftsOf = async (id: string, cookie?: string) =>
  (await world.as<{ drafts: { kind: string; content: string }[] }>(`${world.conversations}/${id}`, {}, cookie)).body.drafts
    .map(({ kind, content }) => `${kind}: ${content}`)
    .toSorted();
const share = (id: string, cookie?: string) =>
  world.as(`${world.conversations}/${id}/draft-sharing`, { method: "PUT", body: { share: true } }, cookie);
const sharedIn = async (id: string) =>
  (await world.rows<{ account_id: string }>("SELECT account_id FROM shared_drafts WHERE conversation_id = ?", id)).map(
    (row) => row.account_id,
  );
async function splitOff(): Promise<{ from: string; id: string }> {
  const from = await openConversation(visitor);
  await visitor.postMessage(from, "And my invoice is wrong");
  const [, second] = await world.rows<{ id: string }>("SELECT id FROM messages WHERE conversation_id = ? ORDER BY revision", from);
  const answer = await act(world, from, "split", { messageId: second?.id });
  return { from, id: createdBy(answer) };
}
async function moved(): Promise<{ from: string; id: string }> {
  const from = await openConversation(visitor);
  const other = await world.visitor();
  const answer = await act(world, from, "move", { contactId: other.contactId });
  return { from, id: createdBy(answer) };
}

test.each([
  ["a split", splitOff, "undo-split"],
  ["a move", moved, "undo-move"],
] as const)("drafts go back when %s is undone, shared ones stay shared", async (_, begin, undo) => {
  const { from, id } = await begin();
  await draft(id, "We look into it", mate.cookie);
  await draft(id, "Ask the bookkeeper", mate.cookie, "note");
  await share(id, mate.cookie);
  expect((await act(world, id, undo, {})).status).toBe(201);
  expect(await draftsOf(from, mate.cookie)).toEqual(["note: Ask the bookkeeper", "reply: We look into it"]);
  expect(await draftsOf(id, mate.cookie)).toEqual([]);
  expect([await sharedIn(from), await sharedIn(id)]).toEqual([[mate.accountId], []]);
});

test("a draft joins what its author wrote there, and is shared only if both were", async () => {
  const { from, id } = await splitOff();
  await draft(from, "About the parcel", mate.cookie);
  await share(from, mate.cookie);
  await draft(id, "About the invoice", mate.cookie);
  await draft(from, "Mine alone");
  expect((await act(world, id, "undo-split", {})).status).toBe(201);
  expect(await draftsOf(from, mate.cookie)).toEqual(["reply: About the parcel\n\nAbout the invoice"]);
  expect(await draftsOf(from)).toEqual(["reply: Mine alone"]);
  expect([await sharedIn(from), await draftsOf(id, mate.cookie)]).toEqual([[], []]);
});

test("a draft that a program wrote goes back too", async () => {
  const { from, id } = await splitOff();
  await world.rows(
    "INSERT INTO program_drafts (project_id, conversation_id, token_id, content, revision, updated_at) VALUES (?, ?, 'tok_1', 'By a program', 1, 0)",
    world.projectId,
    id,
  );
  await act(world, id, "undo-split", {});
  expect(await world.rows("SELECT conversation_id, content FROM program_drafts")).toEqual([
    { conversation_id: from, content: "By a program" },
  ]);
});

test("what is saved a moment after the undoing goes on where the conversation does", async () => {
  const { from, id } = await splitOff();
  await draft(id, "We look", mate.cookie);
  await act(world, id, "undo-split", {});
  await draft(id, "We look into it", mate.cookie);
  expect([await draftsOf(from, mate.cookie), await draftsOf(id, mate.cookie)]).toEqual([["reply: We look into it"], []]);
  // What does not go on with it stays where it was written: it may be private, and joined with each save it would be doubled.
  await draft(id, "Something else", mate.cookie);
  expect([await draftsOf(from, mate.cookie), await draftsOf(id, mate.cookie)]).toEqual([
    ["reply: We look into it"],
    ["reply: Something else"],
  ]);
});

test("a merge takes a shared draft along, and the next one is its author’s alone", async () => {
  const [from, into] = [await openConversation(visitor), await openConversation(visitor)];
  await draft(from, "For both", mate.cookie);
  await share(from, mate.cookie);
  expect((await act(world, from, "merge", { into })).status).toBe(201);
  expect([await sharedIn(into), await sharedIn(from)]).toEqual([[mate.accountId], []]);
});

test("whoever read a part of what was split off has the rest unread", async () => {
  const from = await openConversation(visitor);
  await visitor.postMessage(from, "Second");
  await visitor.postMessage(from, "Third");
  await visitor.postMessage(from, "Fourth");
  const [, second] = await world.rows<{ id: string }>("SELECT id FROM messages WHERE conversation_id = ? ORDER BY revision", from);
  const answer = await act(world, from, "split", { messageId: second?.id, later: true });
  const id = createdBy(answer);
  await world.as(`${world.conversations}/${id}/read`, { body: { revision: 1 } }, mate.cookie);
  const { body } = await world.as<{ conversation: { unread: number } }>(`${world.conversations}/${id}`, {}, mate.cookie);
  expect(body.conversation.unread).toBe(2);
});

test("what goes on with a draft that was joined is not doubled", async () => {
  const { from, id } = await splitOff();
  await draft(from, "About the parcel", mate.cookie);
  await draft(id, "About the inv", mate.cookie);
  await act(world, id, "undo-split", {});
  for (const typed of ["About the invo", "About the invoice", "About the invoice"]) await draft(id, typed, mate.cookie);
  expect([await draftsOf(from, mate.cookie), await draftsOf(id, mate.cookie)]).toEqual([
    ["reply: About the parcel\n\nAbout the invoice"],
    [],
  ]);
});
