// What a computer asks its member back, and what the member answers: the work waits, and goes on under the same grant.
import { beforeAll, expect, test } from "vitest";
import { MAX_QUESTIONS } from "../../modules/delegated-work/contract.ts";
import { DelegatedWork, GRANT, TASK } from "./delegated-kit.ts";
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

test("a question waits for its answer, and then the work goes on with the exchange, under a new claim of any computer of the grant", async () => {
  const beside = await pair(world, { name: "Notebook", grant: device.grantId });
  const { conversation, id, claimId } = await work.started(device);
  expect((await work.ask(device, id, claimId, "Which of the two accounts?")).body).toEqual({ data: { status: "queued" } });
  expect(await work.one(conversation)).toMatchObject({
    ...{ status: "queued", deliveryState: null, leaseUntil: null, device: "Build box" },
    turns: [{ turn: 1, round: 1, kind: "question", device: "Build box", text: "Which of the two accounts?", answer: null }],
  });
  // Nobody works on it: the claim has ended, and there is nothing to claim.
  expect((await work.beat(device, id, claimId)).body).toEqual({ data: null });
  expect((await work.report(device, id, claimId)).body).toEqual({ data: null });
  for (const by of [device, beside]) expect((await work.claim(by)).work).toBeNull();
  expect((await work.claim(device, claimId)).work).toBeNull();
  expect((await work.answer(id, 1, "The one in euros.")).body.delegation).toMatchObject({
    status: "queued",
    turns: [{ answer: { text: "The one in euros." } }],
  });
  // The used claim gets nothing, neither this work nor fresh work.
  expect((await work.claim(device, claimId)).work).toBeNull();
  const again = await work.claim(beside);
  expect(again.work?.id).toBe(id);
  const parts = (again.work?.task ?? "").split("\n\n--- ");
  expect(parts[0]).toBe(TASK);
  expect(parts[1]).toMatch(/^Build box asked, 2030-01-01 00:\d\d UTC\nWhich of the two accounts\?$/);
  expect(parts[2]).toMatch(/^.+ answered, 2030-01-01 00:\d\d UTC\nThe one in euros\.$/);
  expect((await work.report(beside, id, again.claimId)).body).toEqual({ data: { status: "completed" } });
  expect(await work.one(conversation)).toMatchObject({ status: "completed", device: "Notebook", round: 1, turns: [{ kind: "question" }] });
});

test("the member whose work asks alone is told in the bell, until they answer or it is cancelled", async () => {
  const mate = await join(world, "admin");
  const theirs = await pair(world, { name: "Box", grant: GRANT, cookie: mate.cookie });
  const bell = (cookie: string) => world.as<{ items: { event: string; unread: boolean }[] }>(`${base(world)}/bell/entries`, {}, cookie);
  const unread = async (cookie: string) =>
    (await bell(cookie)).body.items.filter(({ event, unread }) => event === "workAsks" && unread).length;
  const told = async (conversation: string) =>
    (
      await world.rows<{ account_id: string; event: string }>(
        "SELECT account_id, event FROM bell_entries WHERE conversation_id = ? AND event = 'workAsks'",
        conversation,
      )
    ).map(({ account_id }) => account_id);
  for (const ends of ["answer", "cancel"] as const) {
    const { conversation, id, claimId } = await work.started(theirs, {}, mate.cookie);
    // They have read everything in the conversation: the question stays news all the same.
    const [at] = await world.rows<{ revision: number }>("SELECT revision FROM conversations WHERE id = ?", conversation);
    await world.as(`${world.conversations}/${conversation}/read`, { body: { revision: at?.revision } }, mate.cookie);
    await work.ask(theirs, id, claimId, "Which of the two?");
    expect(await told(conversation)).toEqual([mate.accountId]);
    expect([await unread(mate.cookie), await unread(world.cookie)]).toEqual([1, 0]);
    // Asked again it is told once.
    await work.ask(theirs, id, claimId, "Which of the two?");
    expect([await told(conversation), await unread(mate.cookie)]).toEqual([[mate.accountId], 1]);
    if (ends === "answer") {
      // What somebody else answers is refused, and takes nothing back.
      expect((await work.answer(id, 1, "The second")).status).toBe(404);
      expect(await unread(mate.cookie)).toBe(1);
      expect((await work.answer(id, 1, "The first", mate.cookie)).status).toBe(200);
      expect(await unread(mate.cookie)).toBe(0);
      // The next question rings again.
      const next = await work.claim(theirs);
      expect(next.work?.id).toBe(id);
      await work.ask(theirs, id, next.claimId, "And from when on?");
      expect(await unread(mate.cookie)).toBe(1);
    }
    expect((await work.cancel(id)).status).toBe(200);
    expect(await unread(mate.cookie)).toBe(0);
  }
});

test("who wants no such questions in the bell gets none there", async () => {
  const mate = await join(world, "operator");
  const theirs = await pair(world, { name: "Quiet", grant: GRANT, cookie: mate.cookie });
  const { body } = await world.as<{ settings: { events: object } }>(`${base(world)}/notifications`, {}, mate.cookie);
  expect(body.settings.events).toMatchObject({ workAsks: true });
  const off = { ...body.settings.events, workAsks: false };
  const saved = await world.as(
    `${base(world)}/notifications`,
    { method: "PUT", body: { ...body.settings, events: off, bell: off, push: off } },
    mate.cookie,
  );
  expect(saved.status).toBe(200);
  const { conversation, id, claimId } = await work.started(theirs, {}, mate.cookie);
  await work.ask(theirs, id, claimId, "Which?");
  expect(await world.rows("SELECT 1 FROM bell_entries WHERE conversation_id = ? AND event = 'workAsks'", conversation)).toEqual([]);
  await work.cancel(id);
});

test("the same question and the same answer again get the same answer, others are refused, however far the work has come", async () => {
  const { id, claimId } = await work.started(device);
  for (const bad of ["", " \n", "x".repeat(1001), 7]) expect((await work.ask(device, id, claimId, bad)).status).toBe(400);
  await work.ask(device, id, claimId, "Which?");
  const repeats = async (): Promise<void> => {
    expect((await work.ask(device, id, claimId, "Which?")).body).toEqual({ data: { status: "queued" } });
    expect((await work.ask(device, id, claimId, "Or who?")).status).toBe(409);
  };
  await repeats();
  for (const bad of ["", "\t", "x".repeat(2001)]) expect((await work.answer(id, 1, bad)).status).toBe(400);
  expect((await work.answer(id, 2, "The first")).status).toBe(404);
  expect((await work.answer(id, 1, "The first")).status).toBe(200);
  expect((await work.answer(id, 1, "The first")).status).toBe(200);
  expect((await work.answer(id, 1, "The second")).status).toBe(409);
  await repeats();
  const next = await work.claim(device);
  expect(next.work?.id).toBe(id);
  await repeats();
  // Of another claim, or of somebody else's computer, it is a foreign job.
  const other = await pair(world, { name: "Other", grant: GRANT });
  expect((await work.ask(other, id, next.claimId, "Mine?")).body).toEqual({ data: null });
  expect((await work.ask(device, id, crypto.randomUUID(), "Mine?")).body).toEqual({ data: null });
  await work.report(device, id, next.claimId);
  await repeats();
  expect((await work.answer(id, 1, "The first")).status).toBe(200);
});

test("only whoever delegated it answers, because their computer works for nobody else", async () => {
  const mate = await join(world, "admin");
  const theirs = await pair(world, { name: "Theirs", grant: GRANT, cookie: mate.cookie });
  const { id, claimId } = await work.started(theirs, {}, mate.cookie);
  await work.ask(theirs, id, claimId, "Which?");
  expect((await work.answer(id, 1, "The first")).status).toBe(404);
  expect((await work.answer(id, 1, "The first", mate.cookie)).status).toBe(200);
  const stranger = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  expect((await stranger.as(`${base(stranger)}/delegations/${id}/answer`, { body: { turn: 1, answer: "The first" } })).status).toBe(404);
  await work.cancel(id);
});

test("cancelling what waits ends it: the answer comes too late, and the question stays readable", async () => {
  const { conversation, id, claimId } = await work.started(device);
  await work.ask(device, id, claimId, "Which?");
  expect((await work.cancel(id)).body.delegation).toMatchObject({ status: "cancelled", deliveryState: null });
  expect((await work.answer(id, 1, "The first")).status).toBe(409);
  expect((await work.one(conversation)).turns).toMatchObject([{ text: "Which?", answer: null }]);
  expect((await work.claim(device)).work).toBeNull();
  // The conversation can be delegated again at once.
  const anew = await work.delegate(conversation, device, { frontier: 2 });
  expect(anew.status).toBe(201);
  await work.cancel(anew.body.delegation.id);
});

test("a revocation of device or grant cancels what waits; a computer that unpairs leaves it to the others under its grant", async () => {
  for (const what of ["device", "grant"] as const) {
    const mine = await pair(world, { name: "Mine", grant: GRANT });
    const { conversation, id, claimId } = await work.started(mine);
    await work.ask(mine, id, claimId, "Which?");
    await world.as(`${base(world)}/${what === "device" ? `devices/${mine.deviceId}` : `device-grants/${mine.grantId}`}`, {
      method: "DELETE",
    });
    expect(await work.one(conversation), what).toMatchObject({ status: "cancelled", deliveryState: null });
    expect((await work.answer(id, 1, "The first")).status).toBe(409);
  }
  const mine = await pair(world, { name: "A", grant: GRANT });
  const beside = await pair(world, { name: "B", grant: mine.grantId });
  const { conversation, id, claimId } = await work.started(mine);
  await work.ask(mine, id, claimId, "Which?");
  await work.call(mine, "unpair", {});
  expect((await work.one(conversation)).status).toBe("queued");
  expect((await work.answer(id, 1, "The first")).status).toBe(200);
  expect((await work.claim(beside)).work?.id).toBe(id);
});

test("what waits ends with the membership, and with the grant, whose end is noticed at once", async () => {
  const mate = await join(world, "operator");
  const theirs = await pair(world, { name: "Theirs", grant: GRANT, cookie: mate.cookie });
  const left = await work.started(theirs, {}, mate.cookie);
  await work.ask(theirs, left.id, left.claimId, "Which?");
  await world.as(`${base(world)}/leave`, { body: {} }, mate.cookie);
  expect((await work.one(left.conversation)).status).toBe("cancelled");
  expect((await work.answer(left.id, 1, "The first", mate.cookie)).status).toBe(404);

  const short = await pair(world, { name: "Short", grant: GRANT });
  const over = await work.started(short);
  await work.ask(short, over.id, over.claimId, "Which?");
  await world.rows("UPDATE device_grants SET expires_at = ? WHERE id = ?", world.clock.now(), short.grantId);
  const late = await work.answer(over.id, 1, "The first");
  expect([late.status, late.body.error]).toEqual([409, expect.stringContaining("grant")]);
  expect((await work.one(over.conversation)).turns[0]?.answer).toBeNull();
  await world.tick();
  expect((await work.one(over.conversation)).status).toBe("cancelled");
});

test("an erasure takes questions and answers with it, and nothing can be asked or answered afterwards", async () => {
  const person = await world.visitor();
  const waiting = await work.started(device, {}, undefined, (await person.open("Hello")).body.conversation.id);
  await work.ask(device, waiting.id, waiting.claimId, "Is Amara the one in Lagos?");
  const running = await work.started(device, {}, undefined, (await person.open("And this")).body.conversation.id);
  await work.ask(device, running.id, running.claimId, "Is Amara the one in Accra?");
  await work.answer(running.id, 1, "Amara is in Lagos");
  const next = await work.claim(device);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${person.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  expect(JSON.stringify(await world.rows("SELECT * FROM delegation_turns"))).not.toContain("Amara");
  expect([(await work.one(waiting.conversation)).status, (await work.one(running.conversation)).status]).toEqual(["cancelled", "revoked"]);
  expect((await work.answer(waiting.id, 1, "Amara is in Lagos")).status).toBe(409);
  expect((await work.ask(device, waiting.id, waiting.claimId, "Is Amara the one in Lagos?")).body).toEqual({ data: null });
  expect((await work.ask(device, running.id, next.claimId, "Is Amara here?")).body).toEqual({ data: null });
  expect(JSON.stringify(await world.rows("SELECT * FROM delegation_turns"))).not.toContain("Amara");
});

test("work that goes on comes before fresh work, and counts once among the jobs of a day", async () => {
  const few = await pair(world, { name: "Few", grant: { kinds: ["report"], days: 30, jobsPerDay: 1 } });
  const { id, claimId } = await work.started(few);
  const fresh = await work.begin();
  await work.delegate(fresh, few);
  await work.ask(few, id, claimId, "Which?");
  // The day is spent, and the question still waits.
  expect((await work.claim(few)).work).toBeNull();
  await work.answer(id, 1, "The first");
  const next = await work.claim(few);
  expect(next.work?.id).toBe(id);
  await work.report(few, id, next.claimId);
  expect((await work.claim(few)).work).toBeNull();
  world.clock.advance({ hours: 24 });
  expect((await work.claim(few)).work?.id).toBe((await work.one(fresh)).id);
});

test("a computer asks no more than it may, and its work stays as long as connectors take, whatever was said", async () => {
  const { conversation, id, claimId: first } = await work.started(device, { task: "ü".repeat(20_000) });
  let claimId = first;
  for (let turn = 1; turn <= MAX_QUESTIONS; turn += 1) {
    expect((await work.ask(device, id, claimId, "q".repeat(1000))).status).toBe(200);
    await work.answer(id, turn, "a".repeat(2000));
    const next = await work.claim(device);
    expect(next.work?.id).toBe(id);
    expect(next.work?.task.length).toBeLessThan(50_000);
    claimId = next.claimId;
  }
  const refused = await work.ask(device, id, claimId, "And now?");
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  expect((await work.one(conversation)).status).toBe("started");
  expect((await work.report(device, id, claimId)).status).toBe(200);
});

test("an answer and a cancellation at once end as one of them, and two answers at once as one answer", async () => {
  for (let i = 0; i < 5; i += 1) {
    const { conversation, id, claimId } = await work.started(device);
    await work.ask(device, id, claimId, "Which?");
    const [cancelled] = await Promise.all([work.cancel(id), work.answer(id, 1, "The first")]);
    expect([cancelled.status, (await work.one(conversation)).status]).toEqual([200, "cancelled"]);
    expect((await work.claim(device)).work).toBeNull();

    const twice = await work.started(device);
    await work.ask(device, twice.id, twice.claimId, "Which?");
    const both = await Promise.all([work.answer(twice.id, 1, "The first"), work.answer(twice.id, 1, "The second")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await work.cancel(twice.id);
  }
});
