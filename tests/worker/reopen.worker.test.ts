// Two events in one batch: a message and the reopening that it causes.
import { expect, test } from "vitest";
import { makeWorld, type World } from "./world.ts";

const events = (world: World, id: string): Promise<Record<string, unknown>[]> =>
  world.rows(
    "SELECT sequence, revision, kind, visible, previous_visible AS previous FROM conversation_events WHERE conversation_id = ? ORDER BY revision",
    id,
  );
const conversationRow = (world: World, id: string): Promise<Record<string, unknown>[]> =>
  world.rows("SELECT status, revision, visible_revision AS visible FROM conversations WHERE id = ?", id);

test("a message into a closed conversation reopens it once, and repeating an older message does not", async () => {
  const world = await makeWorld({});
  const visitor = await world.visitor();
  const id = (await visitor.open("hello")).body.conversation.id;
  const early = crypto.randomUUID();
  const late = crypto.randomUUID();
  const at = `/api/dashboard/projects/${world.projectId}/conversations/${id}`;
  const close = (frontier: number) =>
    world.call(`${at}/status`, {
      body: { clientId: crypto.randomUUID(), frontier, status: "closed" },
      headers: { cookie: world.cookie },
    });
  expect((await visitor.postMessage(id, "one", { clientId: early })).status).toBe(201);
  expect((await close(2)).status).toBe(201);

  expect((await visitor.postMessage(id, "one", { clientId: early })).status).toBe(200);
  expect(await conversationRow(world, id)).toEqual([{ status: "closed", revision: 3, visible: 3 }]);

  expect((await visitor.postMessage(id, "two", { clientId: late })).status).toBe(201);
  expect(await conversationRow(world, id)).toEqual([{ status: "open", revision: 5, visible: 5 }]);
  expect((await close(5)).status).toBe(201);
  expect((await visitor.postMessage(id, "two", { clientId: late })).status).toBe(200);
  expect(await conversationRow(world, id)).toEqual([{ status: "closed", revision: 6, visible: 6 }]);

  expect(await events(world, id)).toEqual(
    ["message", "message", "status", "message", "status", "status"].map((kind, i) => ({
      sequence: i + 1,
      revision: i + 1,
      kind,
      visible: 1,
      previous: i,
    })),
  );
});
