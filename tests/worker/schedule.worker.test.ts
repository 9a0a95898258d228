// Repairs by the minute schedule, and answers while a store is down.
import { expect, test } from "vitest";
import type { Env } from "#kernel/module/index.ts";
import { makeWorld, PNG, type World } from "./world.ts";

const unavailable = (): Promise<never> => Promise.reject(new Error("D1_ERROR: Network connection lost."));
const withoutD1 = (env: Env): Env => ({
  ...env,
  DB: { prepare: (sql: string) => env.DB.prepare(sql), batch: unavailable, exec: unavailable } as unknown as D1Database,
});
const withoutR2 = (env: Env): Env => ({
  ...env,
  FILES: Object.fromEntries(
    ["head", "get", "put", "delete", "list"].map((name) => [name, () => Promise.reject(new Error("internal error; reference = x"))]),
  ) as unknown as R2Bucket,
});

async function conversation(world: World): Promise<{ id: string; path: string }> {
  const visitor = await world.visitor();
  const { id } = (await visitor.open("hello")).body.conversation;
  return { id, path: `${world.conversations}/${id}` };
}
const status = (world: World, path: string, body: Record<string, unknown>) =>
  world.as(`${path}/status`, { body: { clientId: crypto.randomUUID(), ...body } });

test("an expired snooze reopens the conversation once, however often the schedule runs", async () => {
  const world = await makeWorld({ now: "2032-01-01T09:00:00Z" });
  const { id, path } = await conversation(world);
  expect((await status(world, path, { frontier: 1, status: "snoozed", until: "2032-01-01T10:00:00.000Z" })).status).toBe(201);
  world.clock.set("2032-01-01T09:59:59.999Z");
  await world.tick();
  expect((await world.as<{ conversation: { status: string } }>(path)).body.conversation.status).toBe("snoozed");
  world.clock.set("2032-01-01T10:00:00.000Z");
  await world.tick();
  await world.tick();
  const { body } = await world.as<{
    conversation: Record<string, unknown>;
    events: { kind: string; revision: number; status?: string; actor: unknown }[];
  }>(path);
  expect(body.conversation).toMatchObject({ status: "open", snoozedUntil: null, revision: 3 });
  expect(body.events.filter((e) => e.kind === "status")).toMatchObject([
    { revision: 2, status: "snoozed" },
    { revision: 3, status: "open", actor: { role: "system" } },
  ]);
  expect(
    await world.rows("SELECT coalesce(max(sequence), 0) AS sequence FROM conversation_events WHERE project_id = ?", world.projectId),
  ).toEqual([{ sequence: 3 }]);
  // Snoozed again, it reopens again.
  expect((await status(world, path, { frontier: 3, status: "snoozed", until: "2032-01-01T11:00:00.000Z" })).status).toBe(201);
  world.clock.set("2032-01-01T11:00:30.000Z");
  await world.tick();
  expect((await world.rows("SELECT status, revision FROM conversations WHERE id = ?", id))[0]).toEqual({ status: "open", revision: 5 });
});

test("two concurrent schedules reopen it once", async () => {
  const world = await makeWorld({ now: "2032-01-02T09:00:00Z" });
  const { id, path } = await conversation(world);
  await status(world, path, { frontier: 1, status: "snoozed", until: "2032-01-02T10:00:00.000Z" });
  world.clock.set("2032-01-02T10:00:01.000Z");
  await Promise.all([world.tick(), world.tick(), world.tick()]);
  expect((await world.rows("SELECT status, revision FROM conversations WHERE id = ?", id))[0]).toEqual({ status: "open", revision: 3 });
});

test("a snooze without an end waits for the customer, not for the clock", async () => {
  const world = await makeWorld({ now: "2032-01-03T09:00:00Z" });
  const { id, path } = await conversation(world);
  expect((await status(world, path, { frontier: 1, status: "snoozed", until: null })).status).toBe(201);
  world.clock.advance({ days: 300 });
  await world.tick();
  expect((await world.rows("SELECT status FROM conversations WHERE id = ?", id))[0]).toEqual({ status: "snoozed" });
});

// --- files ------------------------------------------------------------------

const fileRows = (world: World): Promise<Record<string, unknown>[]> =>
  world.rows("SELECT state, name FROM files WHERE project_id = ? ORDER BY name", world.projectId);
const uploads = async (world: World, contactId: string): Promise<number> =>
  Number(
    (await world.rows("SELECT coalesce(sum(n), 0) AS n FROM abuse_counters WHERE key = ?", `uploadsPerContactDay:${contactId}`))[0]?.["n"],
  );
const objects = async (world: World): Promise<number> => (await world.env.FILES.list({ prefix: "f/" })).objects.length;

/** D1 that fails for good after some batches, as in a crash. */
function diesAfter(env: Env, batches: number): Env {
  let left = batches;
  const batch = (statements: D1PreparedStatement[]) => (left-- > 0 ? env.DB.batch(statements) : unavailable());
  return { ...env, DB: { prepare: (sql: string) => env.DB.prepare(sql), batch } as unknown as D1Database };
}

test("an unfinished upload releases its reservation after an hour, once", async () => {
  const world = await makeWorld({ now: "2032-02-01T09:00:00Z" });
  const visitor = await world.visitor();
  // One batch proves the visitor, one reserves; then the upload dies.
  expect((await visitor.upload("lost.png", PNG, undefined, { env: diesAfter(world.env, 2) })).status).toBe(503);
  expect(await fileRows(world)).toEqual([{ state: "pending", name: "lost.png" }]);
  expect(await uploads(world, visitor.contactId)).toBe(1);
  world.clock.advance({ minutes: 59 });
  await world.tick();
  expect(await fileRows(world)).toHaveLength(1);
  world.clock.advance({ minutes: 1, seconds: 1 });
  await world.tick();
  expect(await fileRows(world)).toEqual([]);
  expect(await uploads(world, visitor.contactId)).toBe(0);
  await world.tick();
  expect(await uploads(world, visitor.contactId)).toBe(0);
});

test("an upload while R2 is down is refused as unavailable without hanging, and the next schedule releases its reservation", async () => {
  const world = await makeWorld({ now: "2032-02-03T09:00:00Z" });
  const visitor = await world.visitor();
  const failed = await visitor.upload("lost.png", PNG, undefined, { env: withoutR2(world.env) });
  expect([failed.status, failed.body]).toMatchObject([503, { code: "unavailable" }]);
  expect(await uploads(world, visitor.contactId)).toBe(1);
  await world.tick();
  expect(await fileRows(world)).toEqual([]);
  expect(await uploads(world, visitor.contactId)).toBe(0);
});

test("a failed upload releases its reservation at once while the store is available", async () => {
  const world = await makeWorld({ now: "2032-02-02T09:00:00Z" });
  const visitor = await world.visitor();
  expect((await visitor.upload("not-a.png", Uint8Array.from([1, 2, 3]))).status).toBe(415);
  expect(await fileRows(world)).toEqual([]);
  expect(await uploads(world, visitor.contactId)).toBe(0);
});

test("an unattached file is removed after seven days with its object, an attached one is kept, and counters are unchanged", async () => {
  const world = await makeWorld({ now: "2032-03-01T09:00:00Z" });
  const before = await objects(world);
  const visitor = await world.visitor();
  const [kept, loose] = [await visitor.upload("kept.png", PNG), await visitor.upload("loose.png", PNG)];
  expect([kept.status, loose.status]).toEqual([201, 201]);
  expect((await visitor.open("look", { attachments: [kept.body.file.id] })).status).toBe(201);
  expect(await objects(world)).toBe(before + 2);
  world.clock.advance({ days: 6, hours: 23 });
  await world.tick();
  expect(await fileRows(world)).toEqual([
    { state: "attached", name: "kept.png" },
    { state: "stored", name: "loose.png" },
  ]);
  world.clock.advance({ hours: 1, minutes: 1 });
  // While R2 is down the row keeps its mark, so that the object is not forgotten.
  await world.tick(withoutR2(world.env)).catch(() => undefined);
  expect((await fileRows(world))[1]).toEqual({ state: "removing", name: "loose.png" });
  await world.tick();
  expect(await fileRows(world)).toEqual([{ state: "attached", name: "kept.png" }]);
  expect(await objects(world)).toBe(before + 1);
});

test("an object stored by an upload after its contact's erasure is removed by cleanup alone", async () => {
  const world = await makeWorld({ now: "2032-04-01T09:00:00Z" });
  const visitor = await world.visitor();
  const before = await objects(world);
  const id = (await visitor.upload("late.png", PNG)).body.file.id;
  const [file] = await world.rows<{ object_key: string }>("SELECT object_key FROM files WHERE id = ?", id);
  const key = file?.object_key ?? "";
  await world.rows("UPDATE files SET state = 'pending' WHERE id = ?", id);
  const path = `/api/management/projects/${world.projectId}/contacts/${visitor.contactId}`;
  expect((await world.as(`${path}/erase`, { body: {} })).status).toBe(202);
  expect(await objects(world)).toBe(before);
  await world.tick();
  // The uploading isolate dies right after the store has the object.
  await world.env.FILES.put(key, PNG);
  world.clock.advance({ minutes: 59 });
  await world.tick();
  expect(await objects(world)).toBe(before + 1);
  world.clock.advance({ minutes: 2 });
  await world.tick();
  expect([await objects(world), await fileRows(world)]).toEqual([before, []]);
});

// --- unavailable stores --------------------------------------------------------

test("/health names the store that does not answer, with 503 and Retry-After", async () => {
  const world = await makeWorld({ now: "2032-04-01T09:00:00Z" });
  expect(await world.call("/health")).toMatchObject({ status: 200, body: { status: "ok", database: "ok", files: "ok" } });
  const d1 = await world.call("/health", { env: withoutD1(world.env) });
  expect(d1).toMatchObject({ status: 503, body: { status: "unavailable", database: "unreachable", files: "ok" } });
  expect(d1.headers.get("retry-after")).toBe("5");
  expect(await world.call("/health", { env: withoutR2(world.env) })).toMatchObject({
    status: 503,
    body: { status: "unavailable", database: "ok", files: "unreachable" },
  });
  expect(JSON.stringify(d1.body)).not.toMatch(/network|D1_ERROR|internal/i);
});

test("a request while D1 is down is refused as unavailable without internal details, and stores nothing", async () => {
  const world = await makeWorld({ now: "2032-04-02T09:00:00Z" });
  const answer = await world.as(world.conversations, { env: withoutD1(world.env) });
  expect(answer).toMatchObject({ status: 503, body: { code: "unavailable", retryAfter: 5 } });
  expect(JSON.stringify(answer.body)).not.toMatch(/network|D1_ERROR/i);
  expect(answer.headers.get("x-request-id")).toBe(answer.body["requestId"]);
});

test("a retry gets the answer of a write that committed but whose answer was lost", async () => {
  const world = await makeWorld({ now: "2032-04-03T09:00:00Z" });
  const visitor = await world.visitor();
  const { id } = (await visitor.open("hello")).body.conversation;
  let batches = 0;
  const forgetful = {
    ...world.env,
    DB: {
      prepare: (sql: string) => world.env.DB.prepare(sql),
      batch: async (statements: D1PreparedStatement[]) => {
        const done = await world.env.DB.batch(statements);
        batches += 1;
        // A send proves and stores in its first batch.
        if (batches === 1) throw new Error("D1_ERROR: Network connection lost.");
        return done;
      },
    } as unknown as D1Database,
  };
  const clientId = crypto.randomUUID();
  expect((await visitor.postMessage(id, "once", { clientId }, { env: forgetful })).status).toBe(503);
  const again = await visitor.postMessage(id, "once", { clientId });
  expect([again.status, again.body]).toMatchObject([200, { repeated: true }]);
  expect(await world.rows("SELECT count(*) AS n FROM messages WHERE conversation_id = ? AND content = 'once'", id)).toEqual([{ n: 1 }]);
});

test("a schedule with nothing due reads a few rows and writes none", async () => {
  const world = await makeWorld({ now: "2032-05-01T09:00:00Z" });
  await world.tick();
  world.clock.advance({ days: 40 });
  for (let i = 0; i < 3; i += 1) await world.tick();
  for (const task of world.registry.cron) {
    const ctx = world.ctx();
    await task.run(ctx);
    expect(ctx.db.cost.rowsRead, task.name).toBeLessThanOrEqual(10);
    expect(ctx.db.cost.rowsWritten, task.name).toBe(0);
  }
});
