// Handing a conversation over: a note and the assignment in one batch, or neither.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BellEntry } from "../../modules/notifications/contract.ts";
import { act, type Handled, join, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

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
const events = async (id: string): Promise<{ kind: string; data: string }[]> =>
  await world.rows("SELECT kind, data FROM conversation_events WHERE conversation_id = ? ORDER BY revision", id);

test("the note mentions whom it assigns the conversation to, who is told of both; a repetition stores nothing more", async () => {
  const id = await openConversation(visitor);
  const body = { clientId: crypto.randomUUID(), content: "Please call them back", assignTo: mate.accountId };
  const handed = await world.as<Handled>(`${world.conversations}/${id}/notes`, { body });
  expect([handed.status, handed.body.conversation.assigneeId]).toEqual([201, mate.accountId]);
  expect((await events(id)).map(({ kind, data }) => [kind, JSON.parse(data) as unknown])).toEqual([
    ["message", {}],
    ["note", { mentions: [mate.accountId] }],
    ["assigned", { assigneeId: mate.accountId }],
  ]);
  const { accountIds } = (await world.as<{ accountIds: string[] }>(`${world.conversations}/${id}/followers`)).body;
  expect(accountIds, "both follow: who wrote the note, and whom it was handed to").toContain(mate.accountId);
  const { items } = (await world.as<{ items: BellEntry[] }>(`/api/dashboard/projects/${world.projectId}/bell/entries`, {}, mate.cookie))
    .body;
  expect(items.map(({ event }) => event).toSorted()).toEqual(["assignedToMe", "mentioned"]);
  const again = await world.as<Handled>(`${world.conversations}/${id}/notes`, { body });
  expect([again.status, again.body.repeated, (await events(id)).length]).toEqual([200, true, 3]);
  expect((await world.as(`${world.conversations}/${id}/notes`, { body: { ...body, content: "Another" } })).status).toBe(409);
});

test("to who has it already, or is no member, neither the note nor the assignment is stored", async () => {
  const id = await openConversation(visitor);
  await act(world, id, "assign", { frontier: 1, assigneeId: mate.accountId });
  const before = (await events(id)).length;
  expect((await act(world, id, "notes", { content: "Again", assignTo: mate.accountId })).status).toBe(409);
  const other = await makeWorld();
  const stranger = await join(other);
  expect((await act(world, id, "notes", { content: "To a stranger", assignTo: stranger.accountId })).status).toBe(409);
  expect((await events(id)).length).toBe(before);
});
