// How a member writes: their own settings, and a reply that also snoozes.
import { beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
});
const path = (of = world): string => `/api/dashboard/projects/${of.projectId}/writing-settings`;
const DEFAULTS = { sendKey: "mod_enter", afterHandling: "stay", signature: "", undoSeconds: 10 };
const CHOSEN = { sendKey: "enter", afterHandling: "next", signature: "Olga\n**Acme**", undoSeconds: 20 };

async function join(at: World): Promise<string> {
  const made = await at.as<{ link: string }>(`/api/management/projects/${at.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const body = { name: "Max", email: `${crypto.randomUUID()}@mates.example`, password: "seven quiet lamps" };
  const joined = await at.call(new URL(made.body.link).pathname, { body });
  return (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

test("each member has settings of their own in each project, which end with the membership", async () => {
  const mate = await join(world);
  expect((await world.as(path())).body).toEqual(DEFAULTS);
  const saved = await world.as(path(), { method: "PUT", body: { ...CHOSEN, signature: `  ${CHOSEN.signature}\n` } });
  expect([saved.status, saved.body]).toEqual([200, CHOSEN]);
  await world.as(path(), { method: "PUT", body: { ...CHOSEN, signature: "Max" } }, mate);
  expect((await world.as(path())).body).toEqual(CHOSEN);
  expect((await world.as(path(), {}, mate)).body).toEqual({ ...CHOSEN, signature: "Max" });
  expect((await world.as(path(), { method: "PUT", body: { ...CHOSEN, signature: "x".repeat(501) } })).status).toBe(400);
  const other = await makeWorld({ now: "2026-11-20T09:00:00.000Z" });
  expect((await other.as(path(other))).body).toEqual(DEFAULTS);

  const left = await world.as(`/api/dashboard/projects/${world.projectId}/leave`, { body: {} }, mate);
  expect(left.status).toBe(200);
  const rows = await world.rows<{ signature: string }>("SELECT signature FROM writing_settings WHERE project_id = ?", world.projectId);
  expect(rows).toEqual([{ signature: CHOSEN.signature }]);
});

test("a reply can snooze in the same batch, until a time or the next message", async () => {
  const visitor = await world.visitor();
  const id = (await visitor.open("Hello")).body.conversation.id;
  const reply = (frontier: number, more: object, clientId: string = crypto.randomUUID()) =>
    world.as<{ conversation: { status: string; snoozedUntil: string | null; revision: number; waitingSince: string | null } }>(
      `${world.conversations}/${id}/messages`,
      { body: { clientId, frontier, content: "Tomorrow", ...more } },
    );
  const until = "2026-11-21T09:00:00.000Z";
  const clientId = crypto.randomUUID();
  const sent = await reply(1, { snooze: { until } }, clientId);
  expect([sent.status, sent.body.conversation]).toMatchObject([201, { status: "snoozed", snoozedUntil: until, waitingSince: null }]);
  const again = await reply(1, { snooze: { until } }, clientId);
  expect([again.status, again.body.conversation.revision]).toEqual([200, sent.body.conversation.revision]);
  expect((await reply(1, { snooze: { until: "2026-11-22T09:00:00.000Z" } }, clientId)).status).toBe(409);

  const frontier = sent.body.conversation.revision;
  expect((await reply(frontier, { snooze: { until: "2026-11-20T08:00:00.000Z" } })).status).toBe(400);
  expect((await reply(frontier, { snooze: { until }, close: true })).status).toBe(400);
  expect((await reply(frontier, { snooze: { until: null } })).body.conversation).toMatchObject({ status: "snoozed", snoozedUntil: null });
  await visitor.postMessage(id, "Thanks");
  const row = await world.rows<{ status: string }>("SELECT status FROM conversations WHERE id = ?", id);
  expect(row).toEqual([{ status: "open" }]);
  // Somebody else wrote since: nothing is stored, not even the snooze.
  expect((await reply(frontier, { snooze: { until } })).status).toBe(409);
  expect(await world.rows("SELECT status FROM conversations WHERE id = ?", id)).toEqual([{ status: "open" }]);
});
