// Actions on many conversations: chosen ones and whole views, what is passed over, stopping, taking back, and what happens meanwhile.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { runJob } from "#kernel/jobs/index.ts";
import { act, join, listRows, openConversation, type Row } from "./triage-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Bulk {
  readonly id: string;
  readonly state: string;
  readonly conversations: number;
  readonly changed: number;
  readonly same: number;
  readonly passedOver: number;
  readonly undone: number;
  readonly kept: number;
  readonly more: boolean;
}
interface One {
  readonly bulkAction: Bulk;
  readonly passedOver: readonly { conversationId: string; why: string }[];
  readonly code?: string;
  readonly error?: string;
}
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const path = (rest = "", at = world) => `/api/dashboard/projects/${at.projectId}/bulk-actions${rest}`;
const start = (body: Record<string, unknown>, cookie?: string): Promise<Answer<One>> =>
  world.as<One>(path(), { body: { clientId: crypto.randomUUID(), ...body } }, cookie);
const read = async (id: string, cookie?: string): Promise<One> => (await world.as<One>(path(`/${id}`), {}, cookie)).body;
const post = (id: string, verb: "undo" | "stop", cookie?: string) => world.as<One>(path(`/${id}/${verb}`), { body: {} }, cookie);
const close = { action: "status", value: { status: "closed" } };
/** Lets the job go on until it has ended. */
async function finish(id: string, cookie?: string): Promise<One> {
  for (let turn = 0; turn < 60; turn += 1) {
    const now = await read(id, cookie);
    if (["done", "stopped", "undone"].includes(now.bulkAction.state)) return now;
    const jobs = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE kind = 'bulk_actions.run' AND state = 'queued'");
    for (const job of jobs) await runJob(world.ctx(), job.id);
  }
  throw new Error("the action never ended");
}
const open = async (count: number): Promise<{ id: string; revision: number }[]> => {
  const made: { id: string; revision: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const each = await world.visitor();
    const id = await openConversation(each);
    made.push({ id, revision: await world.revision(id) });
  }
  return made;
};
const rowOf = async (id: string): Promise<Row> => (await world.as<{ conversation: Row }>(`${world.conversations}/${id}`)).body.conversation;
const states = (all: readonly { id: string }[]) => Promise.all(all.map(async ({ id }) => (await rowOf(id)).status));

test("chosen conversations are closed once each; a repetition answers the same action, and taking back opens them again", async () => {
  const all = await open(3);
  const clientId = crypto.randomUUID();
  const begun = await start({ ...close, clientId, conversations: all });
  expect([begun.status, begun.body.bulkAction]).toMatchObject([202, { state: "running", conversations: 3 }]);
  const again = await start({ ...close, clientId, conversations: all });
  expect([again.status, again.body.bulkAction.id]).toEqual([200, begun.body.bulkAction.id]);
  const { id } = begun.body.bulkAction;
  expect((await finish(id)).bulkAction).toMatchObject({ state: "done", conversations: 3, changed: 3, same: 0, passedOver: 0 });
  expect(await states(all)).toEqual(["closed", "closed", "closed"]);
  expect(await Promise.all(all.map((one) => world.revision(one.id)))).toEqual(all.map(({ revision }) => revision + 1));

  expect((await post(id, "undo")).status).toBe(202);
  expect((await finish(id)).bulkAction).toMatchObject({ state: "undone", undone: 3, kept: 0 });
  expect(await states(all)).toEqual(["open", "open", "open"]);
  expect((await post(id, "undo")).body.code).toBe("conflict");
  expect((await post(id, "stop")).body.code).toBe("conflict");
});

test("what has something new, is so already, or is of another project is left as it is", async () => {
  const [fresh, stale, closed] = [...(await open(2)), ...(await open(1))];
  if (!fresh || !stale || !closed) throw new Error("none");
  await act(world, stale.id, "notes", { content: "seen by nobody, but only a note" });
  const [mine] = await open(1);
  const writer = visitor;
  const written = await openConversation(writer);
  const before = await world.revision(written);
  await writer.postMessage(written, "one more thing");
  await act(world, closed.id, "status", { frontier: closed.revision, status: "closed" });
  const other = await makeWorld();
  const foreign = await openConversation(await other.visitor());
  const { body } = await start({
    ...close,
    conversations: [
      fresh,
      stale,
      { id: written, revision: before },
      { ...closed, revision: closed.revision + 1 },
      { id: foreign, revision: 1 },
      mine,
    ],
  });
  const done = await finish(body.bulkAction.id);
  expect(done.bulkAction).toMatchObject({ conversations: 5, changed: 3, same: 1, passedOver: 1 });
  expect(done.passedOver).toEqual([{ conversationId: written, why: "stale" }]);
  expect((await other.rows("SELECT status FROM conversations WHERE id = ?", foreign))[0]).toEqual({ status: "open" });
});

test("each kind of action is taken back to what each conversation was, and what somebody changed since stays", async () => {
  const [one, two, three] = await open(3);
  if (!one || !two || !three) throw new Error("none");
  const { accountId } = await join(world);
  const all = async () => Promise.all([one, two, three].map(async ({ id }) => ({ id, revision: await world.revision(id) })));
  await act(world, two.id, "priority", { priority: "low" });
  await act(world, two.id, "assign", { frontier: await world.revision(two.id), assigneeId: accountId });
  const tag = async (name: string) =>
    (
      await world.as<{ tag: { id: string } }>(`/api/dashboard/projects/${world.projectId}/tags`, {
        body: { clientId: crypto.randomUUID(), name },
      })
    ).body.tag.id;
  const [here, there] = [await tag(crypto.randomUUID()), await tag(crypto.randomUUID())];
  await act(world, two.id, "tags", { add: [here] });
  const team = (
    await world.as<{ team: { id: string } }>(`/api/management/projects/${world.projectId}/teams`, {
      body: { clientId: crypto.randomUUID(), name: crypto.randomUUID(), members: [accountId] },
    })
  ).body.team.id;
  const until = new Date(world.clock.now() + 3_600_000).toISOString();
  await act(world, three.id, "status", { frontier: await world.revision(three.id), status: "snoozed", until });
  const before = await Promise.all([one, two, three].map(({ id }) => rowOf(id)));
  for (const action of [
    { action: "priority", value: { priority: "high" } },
    { action: "assign", value: { assigneeId: accountId } },
    { action: "assign", value: { assigneeId: null } },
    { action: "tags", value: { add: [here, there], remove: [] } },
    { action: "tags", value: { add: [there], remove: [here] } },
    { action: "team", value: { teamId: team } },
    { action: "spam", value: { spam: true } },
    { action: "status", value: { status: "snoozed", until } },
  ]) {
    const { status, body } = await start({ ...action, conversations: await all() });
    expect(status, JSON.stringify([action, body])).toBe(202);
    const done = await finish(body.bulkAction.id);
    expect(done.bulkAction.changed + done.bulkAction.same, JSON.stringify([action, done])).toBe(3);
    expect((await post(body.bulkAction.id, "undo")).status).toBe(202);
    expect((await finish(body.bulkAction.id)).bulkAction, JSON.stringify(action)).toMatchObject({
      kept: 0,
      undone: done.bulkAction.changed,
    });
    const after = await Promise.all([one, two, three].map(({ id }) => rowOf(id)));
    const kept = ({ status: s, snoozedUntil, assigneeId, fields }: Row) => ({ s, snoozedUntil, assigneeId, fields });
    expect(after.map(kept), JSON.stringify(action)).toEqual(before.map(kept));
  }
  const urgent = await start({ action: "priority", value: { priority: "urgent" }, conversations: await all() });
  await finish(urgent.body.bulkAction.id);
  await act(world, one.id, "priority", { priority: "low" });
  await post(urgent.body.bulkAction.id, "undo");
  expect((await finish(urgent.body.bulkAction.id)).bulkAction).toMatchObject({ undone: 2, kept: 1 });
  expect((await rowOf(one.id)).fields).toMatchObject({ priority: "low" });
});

test("all of a view are gathered before any is changed, but those that were left out", async () => {
  const all = await open(120);
  const { cookie, accountId } = await join(world);
  for (const { id, revision } of all) await act(world, id, "assign", { frontier: revision, assigneeId: accountId });
  const [spared] = all;
  const begun = await start({ ...close, list: { view: "mine", except: [spared?.id] } }, cookie);
  expect(begun.status).toBe(202);
  const done = await finish(begun.body.bulkAction.id, cookie);
  expect(done.bulkAction).toMatchObject({ state: "done", conversations: 119, changed: 119, more: false });
  expect((await world.as<{ items: Row[] }>(`${world.conversations}?view=mine`, {}, cookie)).body.items.map(({ id }) => id)).toEqual([
    spared?.id,
  ]);
  // Nobody else reads, stops or takes back an action; it is answered like a missing one.
  for (const answer of [
    await world.as(path(`/${begun.body.bulkAction.id}`)),
    await post(begun.body.bulkAction.id, "undo"),
    await post(begun.body.bulkAction.id, "stop"),
  ])
    expect(answer.status).toBe(404);
});

test("one that is stopped, and one whose member left, changes nothing further", async () => {
  const all = await open(70);
  const { cookie, accountId } = await join(world);
  const begun = await start({ action: "priority", value: { priority: "high" }, conversations: all }, cookie);
  const { id } = begun.body.bulkAction;
  const stopped = await post(id, "stop", cookie);
  const changed = stopped.body.bulkAction.changed;
  expect([stopped.body.bulkAction.state, changed < 70]).toEqual(["stopped", true]);
  for (const job of await world.rows<{ id: string }>("SELECT id FROM jobs WHERE kind = 'bulk_actions.run'")) {
    await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE id = ?", job.id);
    await runJob(world.ctx(), job.id);
  }
  expect((await read(id, cookie)).bulkAction).toMatchObject({ state: "stopped", changed });
  expect(
    await world.rows(
      "SELECT count(*) AS n FROM conversation_priorities WHERE priority = 'high' AND conversation_id IN (SELECT conversation_id FROM bulk_action_items WHERE bulk_action_id = ?)",
      id,
    ),
  ).toEqual([{ n: changed }]);

  const second = await start({ action: "priority", value: { priority: "low" }, conversations: all }, cookie);
  await world.as(`/api/management/projects/${world.projectId}/members/${accountId}`, { method: "DELETE" });
  await finishAnyhow();
  expect(await world.rows("SELECT state FROM bulk_actions WHERE id = ?", second.body.bulkAction.id)).toEqual([{ state: "stopped" }]);
});
async function finishAnyhow(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    const jobs = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE kind = 'bulk_actions.run' AND state = 'queued'");
    for (const job of jobs) await runJob(world.ctx(), job.id);
  }
}

test("a run that ends in the middle, or twice at once, changes each conversation once and counts it once", async () => {
  const all = await open(25);
  const begun = await start({ action: "priority", value: { priority: "high" }, conversations: all });
  const { id } = begun.body.bulkAction;
  // As if the first run had recorded the events and ended before it could say so.
  await world.rows("UPDATE bulk_action_items SET outcome = NULL WHERE bulk_action_id = ? AND place < 5", id);
  await world.rows("UPDATE bulk_actions SET state = 'running', changed = max(0, changed - 5), ended_at = NULL WHERE id = ?", id);
  const [job] = await world.rows<{ id: string }>("SELECT id FROM jobs WHERE key = ?", `bulk_actions.do:${id}`);
  const runs = [0, 1].map(async () => {
    await world.rows("UPDATE jobs SET state = 'queued', due_at = 0, lease = NULL WHERE id = ?", job?.id);
    await runJob(world.ctx(), job?.id ?? "");
  });
  await Promise.all(runs);
  const done = await finish(id);
  expect(done.bulkAction).toMatchObject({ state: "done", changed: 25, same: 0, passedOver: 0 });
  expect(await Promise.all(all.map((one) => world.revision(one.id)))).toEqual(all.map(({ revision }) => revision + 1));
  await post(id, "undo");
  expect((await finish(id)).bulkAction).toMatchObject({ undone: 25, kept: 0 });
});

test("bad input is refused with what is wrong, and nothing is stored", async () => {
  const [one] = await open(1);
  const { body: tags } = await world.as<{ tag: { id: string } }>(`/api/dashboard/projects/${world.projectId}/tags`, {
    body: { clientId: crypto.randomUUID(), name: crypto.randomUUID() },
  });
  const other = await makeWorld();
  const foreignTag = (
    await other.as<{ tag: { id: string } }>(`/api/dashboard/projects/${other.projectId}/tags`, {
      body: { clientId: crypto.randomUUID(), name: "x" },
    })
  ).body.tag.id;
  const count = async () => (await world.rows<{ n: number }>("SELECT count(*) AS n FROM bulk_actions"))[0]?.n;
  const before = await count();
  const bad: [Record<string, unknown>, number][] = [
    [{ ...close }, 400],
    [{ ...close, conversations: [] }, 400],
    [{ ...close, conversations: [one, one] }, 400],
    [{ ...close, conversations: [one], list: { view: "all" } }, 400],
    [{ ...close, conversations: Array.from({ length: 501 }, (_, n) => ({ ...one, revision: n })) }, 400],
    [{ action: "explode", value: {}, conversations: [one] }, 400],
    [{ action: "status", conversations: [one] }, 400],
    [{ action: "status", value: { status: "gone" }, conversations: [one] }, 400],
    [{ action: "status", value: { status: "closed", until: "2030-01-01T00:00:00.000Z" }, conversations: [one] }, 400],
    [{ action: "status", value: { status: "snoozed", until: "2001-01-01T00:00:00.000Z" }, conversations: [one] }, 400],
    [{ action: "priority", value: { priority: "highest" }, conversations: [one] }, 400],
    [{ action: "tags", value: { add: [], remove: [] }, conversations: [one] }, 400],
    [{ action: "tags", value: { add: [tags.tag.id], remove: [tags.tag.id] }, conversations: [one] }, 400],
    [{ action: "tags", value: { add: [foreignTag] }, conversations: [one] }, 404],
    [{ action: "assign", value: { assigneeId: `acc_${"0".repeat(26)}` }, conversations: [one] }, 404],
    [{ action: "team", value: { teamId: `tea_${"0".repeat(26)}` }, conversations: [one] }, 404],
    [{ ...close, list: { view: "NO" } }, 400],
    [{ ...close, list: { view: `svw_${"0".repeat(26)}` } }, 404],
    [{ ...close, list: { view: "nonsense" } }, 404],
    [{ ...close, list: { view: "all", filter: "nonsense:x" } }, 400],
  ];
  for (const [body, status] of bad) expect((await start(body)).status, JSON.stringify(body).slice(0, 200)).toBe(status);
  expect(await count()).toBe(before);
});

test("old actions are forgotten after a day, and with a project nothing runs any more", async () => {
  const all = await open(2);
  const { body } = await start({ ...close, conversations: all });
  await finish(body.bulkAction.id);
  world.clock.advance({ hours: 25 });
  for (let turn = 0; turn < 10; turn += 1) await world.tick();
  expect(await world.rows("SELECT 1 FROM bulk_actions")).toEqual([]);
  expect(await world.rows("SELECT 1 FROM bulk_action_items")).toEqual([]);
  expect(await listRows(world, "?view=closed")).not.toEqual([]);
});
