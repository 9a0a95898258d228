// Claims that wait for work: woken by a delegation, without a look at the database in between, and without a row written.
import { beforeAll, expect, test, vi } from "vitest";
import type { CoordinatorRpc } from "../../modules/live-updates/rpc.ts";
import type { Work } from "../../modules/delegated-work/contract.ts";
import { base, grants, pair, type Paired } from "./paired-kit.ts";
import { type Answer, makeWorld, type World } from "./world.ts";

let world: World;
const GRANT = { kinds: ["report"], days: 30, jobsPerDay: 1000 };
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
});
type Claimed = Answer<{ data: Work | null; again?: boolean; code?: string }>;
const claim = (by: Paired, more: object = {}): Promise<Claimed> =>
  world.call("/api/connector/claim", {
    body: { claimId: crypto.randomUUID(), ...more },
    headers: { authorization: `Bearer ${by.token}` },
  });
async function delegate(by: Paired): Promise<string> {
  world.clock.advance({ seconds: 1 });
  const id = (await (await world.visitor()).open("Where is it?")).body.conversation.id;
  const { status, body } = await world.as<{ delegation: { id: string } }>(`${world.conversations}/${id}/delegations`, {
    body: { clientId: crypto.randomUUID(), frontier: 1, grantId: by.grantId, kind: "report", task: "Look" },
  });
  expect(status).toBe(201);
  return body.delegation.id;
}
const coordinator = () => world.env.CONVERSATIONS.getByName(`project:${world.projectId}`) as unknown as CoordinatorRpc;
const status = async (id: string) => (await world.rows<{ status: string }>("SELECT status FROM delegations WHERE id = ?", id))[0]?.status;
const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("a claim that waits is woken by a delegation under its grant, and leaves the work to the next claim", async () => {
  const mine = await pair(world, { grant: GRANT });
  const other = await pair(world, { grant: GRANT });
  const [waiting, elsewhere] = [claim(mine, { wait: 20 }), claim(other, { wait: 2 })];
  await soon(300);
  const from = performance.now();
  const id = await delegate(mine);
  expect((await waiting).body).toEqual({ data: null, again: true });
  expect(performance.now() - from).toBeLessThan(2000);
  expect(await status(id), "nothing is claimed for a connector that may have gone").toBe("queued");
  expect((await claim(mine, { wait: 20 })).body.data?.id).toBe(id);
  expect((await elsewhere).body).toEqual({ data: null, again: false });
});

test("work that is there already is not waited for, and a lost hint costs one wait", async () => {
  const mine = await pair(world, { grant: GRANT });
  const first = await delegate(mine);
  const from = performance.now();
  expect((await claim(mine, { wait: 25 })).body.data?.id).toBe(first);
  expect(performance.now() - from).toBeLessThan(5000);
  const waiting = claim(mine, { wait: 1 });
  await soon(300);
  const lost = vi.spyOn(Object.getPrototypeOf(world.env.CONVERSATIONS), "getByName").mockImplementation(() => {
    throw new Error("no coordinator");
  });
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    const second = await delegate(mine).catch(() => undefined);
    expect((await waiting).body).toEqual({ data: null, again: false });
    lost.mockRestore();
    const [row] = await world.rows<{ id: string }>("SELECT id FROM delegations WHERE grant_id = ? AND status = 'queued'", mine.grantId);
    if (second !== undefined) expect(row?.id).toBe(second);
    expect((await claim(mine, { wait: 1 })).body.data?.id).toBe(row?.id);
  } finally {
    lost.mockRestore();
    said.mockRestore();
  }
});

test("one request of a computer waits at a time: the one before it is answered", async () => {
  const mine = await pair(world, { grant: GRANT });
  const beside = await pair(world, { grant: mine.grantId });
  const [first, other] = [claim(mine, { wait: 25 }), claim(beside, { wait: 25 })];
  await soon(300);
  const second = claim(mine, { wait: 25 });
  const from = performance.now();
  expect((await first).body).toEqual({ data: null, again: false });
  expect(performance.now() - from).toBeLessThan(5000);
  await soon(300);
  await delegate(mine);
  expect([(await second).body.again, (await other).body.again]).toEqual([true, true]);
  const both = await Promise.all([claim(mine), claim(beside)]);
  expect(both.filter(({ body }) => body.data !== null)).toHaveLength(1);
});

test("bad waits are refused, and a revoked computer waits for nothing", async () => {
  const mine = await pair(world, { grant: GRANT });
  for (const wait of [0, -1, 1.5, 26, "5"]) expect((await claim(mine, { wait })).status).toBe(400);
  const waiting = claim(mine, { wait: 1 });
  await soon(300);
  await world.as(`${base(world)}/devices/${mine.deviceId}`, { method: "DELETE" });
  expect((await waiting).body).toEqual({ data: null, again: false });
  expect((await claim(mine, { wait: 25 })).status).toBe(401);
});

test("twenty minutes without work write no row and read as many each time; when the computer was seen is known all the same", async () => {
  const idle = await pair(world, { grant: GRANT });
  const costs: { rowsRead: number; rowsWritten: number }[] = [];
  const log = vi.spyOn(console, "debug").mockImplementation((line: string) => {
    const found = JSON.parse(line) as { message: string; route: string; rowsRead: number; rowsWritten: number };
    if (found.message === "answered") costs.push({ rowsRead: found.rowsRead, rowsWritten: found.rowsWritten });
  });
  const env = { ...world.env, LOG_REQUESTS: "1" } as never;
  const headers = { authorization: `Bearer ${idle.token}` };
  try {
    // A claim every 25 seconds; the waits themselves are as short as may be.
    for (let i = 0; i < 48; i += 1) {
      world.clock.advance({ seconds: 25 });
      const waiting = world.call("/api/connector/claim", { body: { claimId: crypto.randomUUID(), wait: 25 }, headers, env });
      await vi.waitFor(async () => expect(await hasWaiter(idle)).toBe(true));
      await coordinator().wake(`work:${idle.grantId}`);
      expect((await waiting).status).toBe(200);
    }
    await world.call("/api/connector/heartbeat", { body: { version: "0.1.0", system: "Linux 6.8 x64", state: "idle" }, headers, env });
  } finally {
    log.mockRestore();
  }
  expect(costs).toHaveLength(49);
  expect(costs.every(({ rowsWritten }) => rowsWritten === 0)).toBe(true);
  expect(new Set(costs.slice(0, 48).map(({ rowsRead }) => rowsRead)).size).toBe(1);
  const seen = (await grants(world)).flatMap(({ devices }) => devices).find(({ id }) => id === idle.deviceId)?.lastSeenAt ?? "";
  expect(world.clock.now() - Date.parse(seen)).toBeLessThanOrEqual(5 * 60_000);
  expect(world.clock.now() - Date.parse(seen)).toBeGreaterThanOrEqual(0);
});
async function hasWaiter({ deviceId }: Paired): Promise<boolean> {
  const { runInDurableObject } = await import("cloudflare:test");
  return await runInDurableObject(coordinator() as never, (_, state) => state.getWebSockets(`waiter:${deviceId}`).length > 0);
}
