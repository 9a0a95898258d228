// Reports that are sent back: under which conditions, and what stays of them.
import { beforeAll, expect, test, vi } from "vitest";
import { DelegatedWork, GRANT } from "./delegated-kit.ts";
import { join } from "./member-kit.ts";
import { base, pair, type Paired } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let work: DelegatedWork;
let device: Paired;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  work = new DelegatedWork(world);
  device = await pair(world, { grant: GRANT });
});
interface Shown {
  readonly kind: string;
  readonly name?: string;
  readonly data?: object;
  readonly note?: { readonly content: string };
}
const events = async (conversation: string): Promise<readonly Shown[]> =>
  (await world.as<{ events: Shown[] }>(`${world.conversations}/${conversation}`)).body.events;
const notes = async (conversation: string): Promise<string[]> =>
  (await events(conversation)).flatMap(({ note }) => (note === undefined ? [] : [note.content]));
const effects = async (conversation: string): Promise<string[]> =>
  (await work.one(conversation)).effects.map(({ kind, state }) => `${kind} ${state}`);
/** Work of `by` whose report is there with its note. */
async function reported(by: Paired, more: object = {}, cookie?: string) {
  const begun = await work.started(by, more, cookie);
  await work.report(by, begun.id, begun.claimId, "It left on Monday.");
  await vi.waitFor(async () => expect((await effects(begun.conversation))[0]).toMatch(/ done$/));
  return begun;
}
/** Nothing was changed by a refusal. */
async function untouched(conversation: string, during: () => Promise<unknown>): Promise<void> {
  const before = [await work.one(conversation), await events(conversation)];
  await during();
  expect([await work.one(conversation), await events(conversation)]).toEqual(before);
}

test("a report is sent back with a note: it stays readable, and the next one has a note of its own", async () => {
  const beside = await pair(world, { name: "Notebook", grant: device.grantId });
  const { conversation, id, claimId } = await reported(device);
  const clientId = crypto.randomUUID();
  const sent = await work.sendBack(id, { clientId });
  expect([sent.status, sent.body.repeated]).toEqual([201, false]);
  const [receipt] = await world.rows("SELECT effect, effect_state, revision FROM delegation_turns WHERE delegation_id = ?", id);
  expect(receipt).toEqual({ effect: "note", effect_state: "done", revision: 3 });
  const turn = {
    ...{ turn: 1, round: 1, kind: "report", device: "Build box", outcome: "done", text: "It left on Monday." },
    answer: { text: "Look also at the mails." },
  };
  expect(await work.one(conversation)).toMatchObject({
    status: "queued",
    round: 2,
    report: null,
    endedAt: null,
    effects: [],
    turns: [turn],
  });
  const line = (await events(conversation)).at(-1);
  expect(line).toMatchObject({ kind: "activity", name: "work_sent_back", data: { delegationId: id, work: "report", round: 2 } });
  const again = await work.sendBack(id, { clientId });
  expect([again.status, again.body.repeated]).toEqual([200, true]);
  expect((await work.sendBack(id, { clientId, note: "Something else" })).status).toBe(409);
  // The old claim is used up: its report again gets the same answer, and another one is refused.
  expect((await work.claim(device, claimId)).work).toBeNull();
  expect((await work.report(device, id, claimId, "It left on Monday.")).body).toEqual({ data: { status: "completed" } });
  expect((await work.report(device, id, claimId, "Or on Tuesday.")).status).toBe(409);

  const next = await work.claim(beside);
  expect(next.work?.task).toMatch(
    /Build box reported, .* UTC\nIt left on Monday\.\n\n--- .+ sent it back, .* UTC\nLook also at the mails\.$/,
  );
  await work.ask(beside, id, next.claimId, "Of which day?");
  await work.answer(id, 2, "Of Monday.");
  const last = await work.claim(beside);
  await work.report(beside, id, last.claimId, "A mail says Tuesday.");
  await vi.waitFor(async () => expect(await effects(conversation)).toEqual(["note done"]));
  expect(await notes(conversation)).toEqual(["It left on Monday.", "A mail says Tuesday."]);
  expect(await work.one(conversation)).toMatchObject({
    ...{ status: "completed", round: 2, report: "A mail says Tuesday.", device: "Notebook" },
    turns: [turn, { turn: 2, round: 2, kind: "question", answer: { text: "Of Monday." } }],
  });
});

test("a proposed reply that waits for review is sent back, and what the customer wrote until then makes the next one late no more", async () => {
  const { conversation, id, claimId } = await work.started(device, { kind: "reply" });
  await work.visitor.postMessage(conversation, "And the second parcel?");
  await work.report(device, id, claimId, "It left on Monday.");
  await vi.waitFor(async () => expect(await effects(conversation)).toEqual(["reply needs_review"]));
  await untouched(conversation, async () => {
    const stale = await work.sendBack(id, { frontier: 2 });
    expect([stale.status, stale.body.code]).toEqual([409, "stale_frontier"]);
    for (const note of ["", " \n", "x".repeat(2001)]) expect((await work.sendBack(id, { frontier: 3, note })).status).toBe(400);
  });
  expect((await work.sendBack(id, { frontier: 3 })).status).toBe(201);
  expect(await work.one(conversation)).toMatchObject({ status: "queued", deliveryState: null });
  const next = await work.claim(device);
  await work.report(device, id, next.claimId, "Both left on Monday.");
  await vi.waitFor(async () => expect(await effects(conversation)).toEqual(["reply done"]));
  expect(await notes(conversation)).toEqual(["Both left on Monday."]);
});

test("what is not finished, or another member's, or held by another delegation, is not reopened", async () => {
  const running = await work.started(device);
  await untouched(running.conversation, async () => expect((await work.sendBack(running.id)).status).toBe(409));
  await work.cancel(running.id);
  await untouched(running.conversation, async () => expect((await work.sendBack(running.id)).status).toBe(409));

  const mate = await join(world, "owner");
  const done = await reported(device);
  await untouched(done.conversation, async () => expect((await work.sendBack(done.id, {}, mate.cookie)).status).toBe(404));
  const stranger = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const body = { clientId: crypto.randomUUID(), frontier: 2, note: "Mine" };
  expect((await stranger.as(`${base(stranger)}/delegations/${done.id}/send-back`, { body })).status).toBe(404);

  const replacement = await work.delegate(done.conversation, device, { frontier: 3 });
  expect(replacement.status).toBe(201);
  await untouched(done.conversation, async () => expect((await work.sendBack(done.id)).body.error).toContain("delegated already"));
  // When that has ended, it is possible again.
  await work.cancel(replacement.body.delegation.id);
  expect((await work.sendBack(done.id)).status).toBe(201);
  await work.cancel(done.id);
});

test("what lost its authority is never reopened: before its effects ran, after them, and when nobody would take it", async () => {
  const mine = await pair(world, { name: "Mine", grant: GRANT });
  const [blocked, done] = [await reported(mine), await reported(mine)];
  await world.rows("UPDATE delegation_effects SET state = 'pending' WHERE delegation_id = ?", blocked.id);
  // Its report is still being added.
  await untouched(blocked.conversation, async () => expect((await work.sendBack(blocked.id)).status).toBe(409));
  await world.as(`${base(world)}/devices/${mine.deviceId}`, { method: "DELETE" });
  expect((await work.one(blocked.conversation)).deliveryState).toBe("authorization_lost");
  for (const each of [blocked, done])
    await untouched(each.conversation, async () => expect((await work.sendBack(each.id)).status).toBe(409));
  // Another computer under the same grant does not bring back what was blocked.
  await pair(world, { name: "Again", grant: mine.grantId });
  await untouched(blocked.conversation, async () =>
    expect((await work.sendBack(blocked.id)).body.error).toContain("while its authority lasts"),
  );

  const short = await pair(world, { name: "Short", grant: GRANT });
  const over = await reported(short);
  await world.rows("UPDATE device_grants SET expires_at = ? WHERE id = ?", world.clock.now(), short.grantId);
  await untouched(over.conversation, async () => expect((await work.sendBack(over.id)).body.error).toContain("grant"));

  const mate = await join(world, "operator");
  const theirs = await pair(world, { name: "Theirs", grant: GRANT, cookie: mate.cookie });
  const left = await reported(theirs, {}, mate.cookie);
  await world.as(`${base(world)}/leave`, { body: {} }, mate.cookie);
  await untouched(left.conversation, async () => expect((await work.sendBack(left.id, {}, mate.cookie)).status).toBe(404));
});

test("a report is sent back three times at most, and an erasure takes all of them", async () => {
  const person = await world.visitor();
  const begun = await work.started(device, {}, undefined, (await person.open("Hello")).body.conversation.id);
  let { claimId } = begun;
  for (let round = 1; round <= 4; round += 1) {
    await work.report(device, begun.id, claimId, `${"r".repeat(14_000)} of Amara`);
    await vi.waitFor(async () => expect(await effects(begun.conversation)).toEqual(["note done"]));
    const sent = await work.sendBack(begun.id, { note: `${"n".repeat(1900)} of Amara` });
    expect(sent.status, `round ${round}`).toBe(round < 4 ? 201 : 409);
    if (sent.status !== 201) break;
    const next = await work.claim(device);
    expect(next.work?.task.length).toBeLessThan(100_000);
    claimId = next.claimId;
  }
  await world.as(`/api/management/projects/${world.projectId}/contacts/${person.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  expect(JSON.stringify(await world.rows("SELECT * FROM delegation_turns"))).not.toContain("Amara");
  expect((await work.sendBack(begun.id)).status).toBe(409);
  expect((await work.report(device, begun.id, begun.claimId, `${"r".repeat(14_000)} of Amara`)).body).toEqual({ data: null });
});

test("sent back and delegated anew at once, one of them holds the conversation", async () => {
  for (let i = 0; i < 5; i += 1) {
    const { conversation, id } = await reported(device);
    const [back, anew] = await Promise.all([work.sendBack(id), work.delegate(conversation, device, { frontier: 3 })]);
    expect([back.status, anew.status].toSorted()).toEqual([201, 409]);
    const held = await world.rows("SELECT id FROM delegations WHERE conversation_id = ? AND status IN ('queued', 'started')", conversation);
    expect(held).toEqual([{ id: back.status === 201 ? id : anew.body.delegation.id }]);
    await work.cancel(String(held[0]?.["id"]));
  }
});
