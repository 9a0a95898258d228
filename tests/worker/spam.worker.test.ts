// Spam: marking closes and silences in one batch; what a customer writes afterwards reaches nobody; taking it back.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { act, join, listRows, openConversation } from "./triage-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(async () => {
  visitor = await world.visitor();
});
const mark = async (id: string, cookie?: string) => act(world, id, "spam", { frontier: await world.revision(id) }, cookie);
const unmark = async (id: string, more: object = {}, cookie?: string) =>
  act(world, id, "not-spam", { frontier: await world.revision(id), ...more }, cookie);
const idsOf = async (query: string): Promise<string[]> => (await listRows(world, query)).map(({ id }) => id);
const rowOf = async (id: string) =>
  (
    await world.rows<{ status: string; silenced: number; waiting_since: number | null; revision: number; visitor_messages: number }>(
      "SELECT status, silenced, waiting_since, revision, visitor_messages FROM conversations WHERE id = ?",
      id,
    )
  )[0];
const jobsAbout = async (id: string) =>
  (await world.rows<{ kind: string }>("SELECT kind FROM jobs WHERE payload LIKE ?", `%${id}%`)).map(({ kind }) => kind);

test("marking closes and flags in one batch, moves it from its views into those of spam, and is a team event", async () => {
  const id = await openConversation(visitor);
  const { status, body } = await mark(id);
  expect([status, body.event.name, body.event.data]).toEqual([201, "spam", { spam: true }]);
  expect(body.conversation).toMatchObject({ status: "closed", silenced: true, revision: 3, fields: { spam: "yes" } });
  expect(await rowOf(id)).toMatchObject({ status: "closed", silenced: 1, waiting_since: null });
  for (const view of ["all", "unassigned", "closed"]) expect(await idsOf(`?view=${view}`), view).not.toContain(id);
  expect(await idsOf("?view=spam")).toContain(id);
  expect((await mark(id)).body.error).toBe("The conversation is spam already.");
  const counts = await world.as<{ closed: number }>(`/api/dashboard/projects/${world.projectId}/conversation-counts`);
  expect(counts.body.closed).toBe((await idsOf("?view=closed")).length);
  const own = await visitor.call(`/api/widget/conversations/${id}/events`);
  expect(JSON.stringify(own.body)).not.toContain("spam");
});

test("a customer's message in it is stored and reaches nobody; a normal one does", async () => {
  const [spam, normal] = [await openConversation(visitor), await openConversation(visitor)];
  await mark(spam);
  await act(world, normal, "status", { frontier: 1, status: "closed" });
  // Somebody listens: a rule of monitoring watches what customers write.
  await world.rows(
    `INSERT INTO monitoring_rules (id, project_id, name, kind, looks_for, channels, languages, notify, members, hand_over, enabled, per_hour, version, client_id, created_at, changed_at)
     VALUES ('mru_00000000000000000000000000', ?, 'Legal', 'legal', '', '[]', '[]', 'nobody', '[]', 0, 1, 10, 1, 'c', 0, 0)`,
    world.projectId,
  );
  const before = await jobsAbout(spam);
  for (const id of [spam, normal]) expect((await visitor.postMessage(id, "Buy now")).status).toBe(201);
  expect(await rowOf(spam)).toMatchObject({ status: "closed", silenced: 1, waiting_since: null, visitor_messages: 2, revision: 4 });
  expect(await rowOf(normal)).toMatchObject({ status: "open", silenced: 0, visitor_messages: 2 });
  expect((await rowOf(normal))?.waiting_since).not.toBeNull();
  expect(await jobsAbout(spam)).toEqual(before);
  expect(await jobsAbout(normal)).toContain("monitoring.watch");
  const kinds = await world.rows<{ kind: string }>(
    "SELECT kind FROM conversation_events WHERE conversation_id = ? ORDER BY revision",
    spam,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(["message", "spam", "status", "message"]);
});

test("not spam reopens, unless it stays closed; reopening it in the usual way ends it too", async () => {
  const id = await openConversation(visitor);
  expect((await unmark(id)).body.error).toBe("The conversation is not spam.");
  await mark(id);
  const back = await unmark(id);
  expect([back.status, back.body.conversation.status, back.body.conversation.fields]).toEqual([201, "open", undefined]);
  await act(world, id, "status", { frontier: await world.revision(id), status: "closed" });
  const marked = await mark(id);
  expect(marked.body.conversation.revision).toBe(marked.body.event.revision);
  expect((await unmark(id, { reopen: false })).body.conversation.status).toBe("closed");
  expect(await idsOf("?view=closed")).toContain(id);
  await mark(id);
  await act(world, id, "status", { frontier: await world.revision(id), status: "open" });
  expect(await rowOf(id)).toMatchObject({ status: "open", silenced: 0 });
  await visitor.postMessage(id, "Hello again");
  expect((await rowOf(id))?.waiting_since).not.toBeNull();
});

test("it is refused as stale like closing, and a repetition gets its first answer", async () => {
  const id = await openConversation(visitor);
  await visitor.postMessage(id, "One more thing");
  expect((await act(world, id, "spam", { frontier: 1 })).body.code).toBe("stale_frontier");
  expect(await rowOf(id)).toMatchObject({ status: "open", silenced: 0 });
  const clientId = crypto.randomUUID();
  expect((await act(world, id, "spam", { frontier: 2, clientId })).status).toBe(201);
  const again = await act(world, id, "spam", { frontier: 2, clientId });
  expect([again.status, again.body.repeated]).toEqual([200, true]);
});

test("two members who mark at once, and a customer who writes meanwhile, have the outcome of one after the other", async () => {
  const other = await join(world);
  for (let round = 0; round < 5; round += 1) {
    const id = await openConversation(await world.visitor());
    const both = await Promise.all([act(world, id, "spam", { frontier: 1 }), act(world, id, "spam", { frontier: 1 }, other.cookie)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const mine = await openConversation(visitor);
    const [marked, wrote] = await Promise.all([act(world, mine, "spam", { frontier: 1 }), visitor.postMessage(mine, "More")]);
    expect(wrote.status).toBe(201);
    const row = await rowOf(mine);
    // Either the message was first, and the mark was stale; or it was silent.
    if (marked.status === 201) expect(row).toMatchObject({ status: "closed", silenced: 1, waiting_since: null });
    else expect([marked.status, row]).toMatchObject([409, { status: "open", silenced: 0 }]);
  }
});

test("members see it at once; another project's conversation is out of reach", async () => {
  const id = await openConversation(visitor);
  const socket = await world.socket();
  await socket.until((frame) => frame.type === "live");
  await mark(id);
  const frame = await socket.until(({ event }) => event?.kind === "activity");
  expect(frame["conversation"]).toMatchObject({ silenced: true, status: "closed", fields: { spam: "yes" } });
  const elsewhere = await makeWorld();
  const theirs = await openConversation(await elsewhere.visitor());
  expect((await act(world, theirs, "spam", { frontier: 1 })).status).toBe(404);
});
