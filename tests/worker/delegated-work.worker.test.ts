// Work on paired computers: delegated, claimed, reported, and what each revocation makes of it.
import { beforeAll, expect, test, vi } from "vitest";
import type { Delegation, Work } from "../../modules/delegated-work/contract.ts";
import { claimWork } from "../../modules/delegated-work/work.ts";
import { join } from "./member-kit.ts";
import { base, heartbeat, pair, type Paired } from "./paired-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
let visitor: Visitor;
let device: Paired;
const GRANT = { kinds: ["report", "reply"], days: 30, jobsPerDay: 1000 };
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  device = await pair(world, { grant: GRANT });
});
/** A conversation of a visitor of its own, because one begins few in an hour. */
async function begin(): Promise<string> {
  world.clock.advance({ seconds: 1 });
  visitor = await world.visitor();
  return (await visitor.open("Where is my order?")).body.conversation.id;
}
const TASK = "Look into the logs of order 4711";
type Delegated = Answer<{ delegation: Delegation; repeated: boolean; code?: string; error?: string }>;
const delegate = (id: string, by: Paired, more: object = {}, cookie?: string, at = world): Promise<Delegated> =>
  at.as(
    `${at.conversations}/${id}/delegations`,
    { body: { clientId: crypto.randomUUID(), frontier: 1, grantId: by.grantId, kind: "report", task: TASK, ...more } },
    cookie,
  );
const listed = async (id: string): Promise<readonly Delegation[]> =>
  (await world.as<{ items: Delegation[] }>(`${world.conversations}/${id}/delegations`)).body.items;
const one = async (id: string): Promise<Delegation> => {
  const [newest] = await listed(id);
  if (!newest) throw new Error("no delegation");
  return newest;
};
const cancel = (id: string, cookie?: string) =>
  world.as<{ delegation: Delegation }>(`${base(world)}/delegations/${id}/cancel`, { body: {} }, cookie);
const call = <T>(by: Paired, path: string, body: object): Promise<Answer<{ data: T | null; code?: string }>> =>
  world.call(`/api/connector/${path}`, { body, headers: { authorization: `Bearer ${by.token}` } });
const claim = async (by: Paired, claimId: string = crypto.randomUUID()): Promise<{ claimId: string; work: Work | null }> => {
  const { status, body } = await call<Work>(by, "claim", { claimId });
  expect(status).toBe(200);
  return { claimId, work: body.data };
};
const beat = (by: Paired, id: string, claimId: string, progress?: string) =>
  call<{ leaseSeconds: number }>(by, `jobs/${id}/heartbeat`, { claimId, ...(progress === undefined ? {} : { progress }) });
const report = (by: Paired, id: string, claimId: string, text = "Order 4711 left on Monday.", outcome = "done") =>
  call<{ status: string }>(by, `jobs/${id}/report`, { claimId, outcome, report: text });
const revokeDevice = (id: string) => world.as(`${base(world)}/devices/${id}`, { method: "DELETE" });
const revokeGrant = (id: string) => world.as(`${base(world)}/device-grants/${id}`, { method: "DELETE" });
const effectsOf = async (id: string): Promise<string[]> => (await one(id)).effects.map(({ kind, state }) => `${kind} ${state}`);
interface Note {
  readonly kind: string;
  readonly note?: {
    readonly revision: number;
    readonly content: string;
    readonly authorName: string | null;
    readonly origin: { proposal?: unknown; door: string };
  };
}
const notes = async (id: string): Promise<Note[]> =>
  (await world.as<{ events: Note[] }>(`${world.conversations}/${id}`)).body.events.filter(({ kind }) => kind === "note");
/** Work in a conversation of its own that `by` has taken. */
async function started(by: Paired, more: object = {}): Promise<{ id: string; claimId: string; work: Work }> {
  const id = await begin();
  expect((await delegate(id, by, more)).status).toBe(201);
  const { claimId, work } = await claim(by);
  if (!work) throw new Error("nothing to claim");
  return { id, claimId, work };
}

test("a conversation is delegated, claimed, worked on, and reported in an internal note", async () => {
  const id = await begin();
  const made = await delegate(id, device);
  expect([made.status, made.body.delegation]).toMatchObject([201, { status: "queued", task: TASK, device: null, effects: [] }]);
  const { claimId, work } = await claim(device);
  expect(work).toMatchObject({ id: made.body.delegation.id, kind: "report", task: TASK, leaseSeconds: 60, heartbeatSeconds: 10 });
  expect(await one(id)).toMatchObject({ status: "started", device: "Build box" });
  expect((await beat(device, work?.id ?? "", claimId, "Reading the logs")).body).toEqual({ data: { leaseSeconds: 60 } });
  expect((await one(id)).progress?.text).toBe("Reading the logs");
  expect((await report(device, work?.id ?? "", claimId)).body).toEqual({ data: { status: "completed" } });
  await vi.waitFor(async () => expect(await effectsOf(id)).toEqual(["note done"]));
  const after = await one(id);
  expect(after).toMatchObject({ status: "completed", deliveryState: null, outcome: "done", report: "Order 4711 left on Monday." });
  const [note] = await notes(id);
  expect(note?.note).toMatchObject({ content: "Order 4711 left on Monday.", authorName: "Build box", origin: { door: "local_work" } });
  expect(note?.note?.revision).toBe(after.effects[0]?.revision);
  const theirs = await visitor.call(`/api/widget/conversations/${id}/events`);
  expect(JSON.stringify(theirs.body)).not.toContain("4711 left");
});

test("delegating is refused as stale, while another delegation holds the conversation, and without a grant of one's own", async () => {
  const id = await begin();
  const mate = await join(world, "operator");
  expect((await delegate(id, device, {}, mate.cookie)).status).toBe(409);
  await visitor.postMessage(id, "And one more thing");
  expect((await delegate(id, device)).body).toMatchObject({ code: "stale_frontier" });
  const clientId = crypto.randomUUID();
  const first = await delegate(id, device, { clientId, frontier: 2 });
  expect(first.status).toBe(201);
  const again = await delegate(id, device, { clientId, frontier: 2 });
  expect([again.status, again.body.repeated, again.body.delegation.id]).toEqual([200, true, first.body.delegation.id]);
  expect((await delegate(id, device, { clientId, frontier: 2, task: "Something else" })).status).toBe(409);
  expect((await delegate(id, device, { frontier: 3 })).body.error).toContain("delegated already");
  for (const task of ["", "x".repeat(20_001), 7]) expect((await delegate(id, device, { task })).status).toBe(400);
  expect((await cancel(first.body.delegation.id, mate.cookie)).status).toBe(404);
  expect((await cancel(first.body.delegation.id)).body.delegation).toMatchObject({ status: "cancelled", deliveryState: null });
  expect((await cancel(first.body.delegation.id)).status).toBe(200);
  const last = await delegate(id, device, { frontier: 3 });
  expect(last.status).toBe(201);
  await cancel(last.body.delegation.id);
  const other = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const foreign = (await (await other.visitor()).open("Hello")).body.conversation.id;
  expect((await delegate(foreign, device)).status).toBe(404);
  expect((await world.as(`${world.conversations}/${foreign}/delegations`)).status).toBe(404);
});

test("a claim gets the same work again until that ends; then nothing, and fresh work takes a new claim", async () => {
  const { id, claimId, work } = await started(device);
  expect((await claim(device, claimId)).work?.id).toBe(work.id);
  const second = await begin();
  await delegate(second, device);
  // The claim that was used up gets no fresh work.
  await report(device, work.id, claimId);
  expect((await claim(device, claimId)).work).toBeNull();
  expect((await one(second)).status).toBe("queued");
  const fresh = await claim(device);
  expect(fresh.work?.id).toBe((await one(second)).id);
  await cancel((await one(second)).id);
  expect(await one(second)).toMatchObject({ status: "cancelled", deliveryState: "authority_revoked" });
  expect((await beat(device, fresh.work?.id ?? "", fresh.claimId)).body).toEqual({ data: null });
  expect((await claim(device, fresh.claimId)).work).toBeNull();
  expect((await report(device, fresh.work?.id ?? "", fresh.claimId, "Too late")).body).toEqual({ data: null });
  expect(await one(second)).toMatchObject({ status: "cancelled", report: null });
  expect(await notes(second)).toEqual([]);
  expect((await one(id)).status).toBe("completed");
});

test("a claim takes only the kinds that it names, of those that the grant allows", async () => {
  const reply = await begin();
  await delegate(reply, device, { kind: "reply" });
  const later = await begin();
  await delegate(later, device);
  const take = (kinds: unknown) => call<Work>(device, "claim", { claimId: crypto.randomUUID(), kinds });
  for (const kinds of [[], ["deploy"], "report"]) expect((await take(kinds)).status).toBe(400);
  // The older one is of the other kind, and stays for a computer that is set up for it.
  expect((await take(["report"])).body.data?.id).toBe((await one(later)).id);
  expect((await take(["report"])).body.data).toBeNull();
  expect((await one(reply)).status).toBe("queued");
  const narrow = await pair(world, { grant: { ...GRANT, kinds: ["report"] } });
  const third = await begin();
  await delegate(third, narrow);
  expect((await call<Work>(narrow, "claim", { claimId: crypto.randomUUID(), kinds: ["reply"] })).body.data).toBeNull();
  for (const id of [reply, later, third]) await cancel((await one(id)).id);
});

test("a report is stored once: the same again is the same answer, another one is refused, and somebody else's job is out of reach", async () => {
  const other = await pair(world, { name: "Laptop", grant: GRANT });
  const { id, claimId, work } = await started(device);
  expect((await report(other, work.id, claimId)).body).toEqual({ data: null });
  expect((await report(device, work.id, crypto.randomUUID())).body).toEqual({ data: null });
  expect((await beat(other, work.id, claimId)).body).toEqual({ data: null });
  for (const bad of ["", "x".repeat(15_001)]) expect((await report(device, work.id, claimId, bad)).status).toBe(400);
  expect(await one(id)).toMatchObject({ status: "started", report: null });
  expect((await report(device, work.id, claimId)).body.data).toEqual({ status: "completed" });
  expect((await report(device, work.id, claimId)).body.data).toEqual({ status: "completed" });
  expect((await report(device, work.id, claimId, "Another")).status).toBe(409);
  await vi.waitFor(async () => expect(await effectsOf(id)).toEqual(["note done"]));
  expect(await notes(id)).toHaveLength(1);
});

test("a proposed reply is a note for review; what the customer wrote since makes it wait for a person", async () => {
  const calm = await started(device, { kind: "reply" });
  expect((await report(device, calm.work.id, calm.claimId, "It left on **Monday**.")).body).toEqual({ data: { status: "completed" } });
  await vi.waitFor(async () => expect(await effectsOf(calm.id)).toEqual(["reply done"]));
  expect((await notes(calm.id))[0]?.note?.origin).toMatchObject({ proposal: { by: "Build box" } });

  const moved = await started(device, { kind: "reply" });
  await visitor.postMessage(moved.id, "Never mind");
  await report(device, moved.work.id, moved.claimId, "It left on Monday.");
  await vi.waitFor(async () => expect(await effectsOf(moved.id)).toEqual(["reply needs_review"]));
  expect(await one(moved.id)).toMatchObject({ status: "completed", deliveryState: "review" });
  expect(await notes(moved.id)).toEqual([]);
});

test("revoking a device cancels what is queued and takes its authority from what is started; other grants are untouched", async () => {
  const spared = await pair(world, { name: "Other grant", grant: GRANT });
  const mine = await pair(world, { name: "A", grant: GRANT });
  const beside = await pair(world, { name: "B", grant: mine.grantId });
  const [running, next, untouched] = [await started(mine), await begin(), await started(spared)];
  await delegate(next, mine);
  const alongside = await claim(beside);
  await delegate(await begin(), mine).then(async ({ body }) => expect(body.delegation.status).toBe("queued"));
  expect((await revokeDevice(mine.deviceId)).status).toBe(200);
  expect(await one(running.id)).toMatchObject({ status: "revoked", deliveryState: "authority_revoked" });
  expect(await one(next)).toMatchObject({ status: "revoked", deliveryState: "authority_revoked" });
  expect(await world.rows("SELECT 1 FROM delegations WHERE grant_id = ? AND status IN ('queued', 'started')", mine.grantId)).toEqual([]);
  expect((await beat(beside, alongside.work?.id ?? "", alongside.claimId)).status).toBe(401);
  expect((await one(untouched.id)).status).toBe("started");
  // The conversation can be delegated again at once.
  world.clock.advance({ seconds: 1 });
  expect((await delegate(running.id, spared)).status).toBe(201);
  await revokeGrant(spared.grantId);
  expect(await one(running.id)).toMatchObject({ status: "cancelled", deliveryState: null });
  expect(await one(untouched.id)).toMatchObject({ status: "revoked", deliveryState: "authority_revoked" });
});

test("members who are connected hear of what a revocation, an unpairing, or the end of a grant does to work", async () => {
  const hears = async (during: () => Promise<unknown>): Promise<void> => {
    const team = await world.socket();
    await team.until((frame) => frame.type === "live");
    await during();
    await team.until((frame) => frame.type === "changed" && frame["route"] === "readDelegation");
  };
  const mine = await pair(world, { name: "Mine", grant: GRANT });
  await started(mine);
  await hears(() => revokeDevice(mine.deviceId));
  await hears(() => revokeGrant(mine.grantId));
  const left = await pair(world, { name: "Left", grant: GRANT });
  await started(left);
  await hears(() => call(left, "unpair", {}));
  const short = await pair(world, { name: "Short", grant: GRANT });
  const { id } = await started(short);
  await world.rows("UPDATE device_grants SET expires_at = ? WHERE id = ?", world.clock.now(), short.grantId);
  await hears(() => world.tick());
  expect((await one(id)).status).toBe("revoked");
});

test("cancelling a colleague's work stands in the audit log, and one's own does not", async () => {
  const mate = await join(world, "operator");
  const theirs = await pair(world, { name: "Theirs", grant: GRANT, cookie: mate.cookie });
  const audited = () => world.rows<{ detail: string }>("SELECT detail FROM audit_log WHERE action = 'delegation.cancelled'");
  for (const cookie of [mate.cookie, world.cookie]) {
    const made = await delegate(await begin(), theirs, {}, mate.cookie);
    expect((await cancel(made.body.delegation.id, cookie)).status).toBe(200);
    expect((await cancel(made.body.delegation.id, cookie)).status).toBe(200);
  }
  expect((await audited()).map(({ detail }) => JSON.parse(detail) as object)).toEqual([{ member: mate.accountId }]);
});

test("a computer that unpairs leaves what is queued to the others under its grant", async () => {
  const mine = await pair(world, { name: "A", grant: GRANT });
  const beside = await pair(world, { name: "B", grant: mine.grantId });
  const [running, next] = [await started(mine), await begin()];
  await delegate(next, mine);
  await call(mine, "unpair", {});
  expect([(await one(running.id)).status, (await one(next)).status]).toEqual(["revoked", "queued"]);
  expect((await claim(beside)).work?.id).toBe((await one(next)).id);
  await call(beside, "unpair", {});
  expect((await one(next)).status).toBe("revoked");
});

test("whoever leaves the project takes their computers' work with them", async () => {
  const mate = await join(world, "operator");
  const theirs = await pair(world, { name: "Theirs", grant: GRANT, cookie: mate.cookie });
  const id = await begin();
  expect((await delegate(id, theirs, {}, mate.cookie)).status).toBe(201);
  const { claimId, work } = await claim(theirs);
  await world.as(`${base(world)}/leave`, { body: {} }, mate.cookie);
  expect(await one(id)).toMatchObject({ status: "revoked", deliveryState: "membership_lost" });
  expect((await beat(theirs, work?.id ?? "", claimId)).status).toBe(401);
});

test("what a report has not done when authority is lost is blocked, and the report stays", async () => {
  const mine = await pair(world, { name: "A", grant: GRANT });
  const { id, claimId, work } = await started(mine);
  await report(mine, work.id, claimId);
  await vi.waitFor(async () => expect(await effectsOf(id)).toEqual(["note done"]));
  await world.rows("UPDATE delegation_effects SET state = 'pending' WHERE delegation_id = ?", work.id);
  await revokeDevice(mine.deviceId);
  expect(await one(id)).toMatchObject({ status: "completed", deliveryState: "authorization_lost", report: "Order 4711 left on Monday." });
  expect(await effectsOf(id)).toEqual(["note blocked"]);
  world.clock.advance({ minutes: 2 });
  await world.tick();
  expect(await effectsOf(id)).toEqual(["note blocked"]);
});

test("the minute schedule does what was left, once, and one that fails keeps the others from nothing", async () => {
  const [a, b] = [await started(device), await started(device)];
  for (const each of [a, b]) {
    await report(device, each.work.id, each.claimId);
    await vi.waitFor(async () => expect(await effectsOf(each.id)).toEqual(["note done"]));
  }
  // As if the worker had ended between the report and its note, and once after the note.
  await world.rows("UPDATE delegation_effects SET state = 'pending', revision = NULL, changed_at = 0 WHERE delegation_id = ?", a.work.id);
  await world.rows("UPDATE delegation_effects SET state = 'pending', revision = NULL, changed_at = 1 WHERE delegation_id = ?", b.work.id);
  await world.rows(
    "CREATE TRIGGER fails BEFORE UPDATE ON delegation_effects WHEN NEW.state = 'done' AND NEW.delegation_id = '" +
      a.work.id +
      "' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await world.tick();
  const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("recovery failed"));
  said.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("[object Object]");
  expect(lines[0]).toContain(`Local result effect recovery failed for job ${a.work.id}`);
  expect([await effectsOf(a.id), await effectsOf(b.id)]).toEqual([["note pending"], ["note done"]]);
  await world.rows("DROP TRIGGER fails");
  world.clock.advance({ minutes: 2 });
  await world.tick();
  expect(await effectsOf(a.id)).toEqual(["note done"]);
  expect([(await notes(a.id)).length, (await notes(b.id)).length]).toEqual([1, 1]);
});

test("a grant gives no more jobs in a day than it allows, and only the kinds that it allows", async () => {
  const few = await pair(world, { name: "Few", grant: { kinds: ["report"], days: 30, jobsPerDay: 2 } });
  expect((await delegate(await begin(), few, { kind: "reply" })).status).toBe(409);
  for (let i = 0; i < 3; i += 1) await delegate(await begin(), few);
  expect([(await claim(few)).work, (await claim(few)).work, (await claim(few)).work].map((work) => work !== null)).toEqual([
    true,
    true,
    false,
  ]);
  world.clock.advance({ hours: 24 });
  expect((await claim(few)).work).not.toBeNull();
});

test("two computers under one grant share the work: none twice, none lost", async () => {
  const a = await pair(world, { name: "A", grant: GRANT });
  const b = await pair(world, { name: "B", grant: a.grantId });
  const all = new Set<string>();
  for (let i = 0; i < 12; i += 1) all.add((await delegate(await begin(), a)).body.delegation.id);
  const taken: string[] = [];
  for (;;) {
    const got = await Promise.all([claim(a), claim(b), claim(a), claim(b)]);
    const works = got.flatMap(({ work }) => (work ? [work.id] : []));
    if (works.length === 0) break;
    taken.push(...works);
  }
  expect(taken.toSorted()).toEqual([...all].toSorted());
});

test("a connector without work writes nothing, whatever it asks", async () => {
  const idle = await pair(world, { name: "Idle", grant: GRANT });
  const caller = { kind: "device", projectId: world.projectId, ...idle, accountId: "", kinds: ["report"], jobsPerDay: 5 };
  const written = async (): Promise<number> => {
    const ctx = { ...world.ctx(), caller };
    await claimWork(ctx as never, { claimId: crypto.randomUUID() });
    return ctx.db.cost.rowsWritten;
  };
  for (let i = 0; i < 3; i += 1) expect(await written()).toBe(0);
  await delegate(await begin(), idle);
  expect(await written()).toBeGreaterThan(0);
  expect(await written()).toBe(0);
});

test("an erasure takes task, progress and report with it, and ends what has not ended", async () => {
  const person = await world.visitor();
  const id = (await person.open("Hello")).body.conversation.id;
  await delegate(id, device, { task: "Find Amara's invoice" });
  const { work, claimId } = await claim(device);
  await beat(device, work?.id ?? "", claimId, "Looking for Amara");
  await world.as(`/api/management/projects/${world.projectId}/contacts/${person.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  expect(JSON.stringify(await world.rows("SELECT * FROM delegations"))).not.toContain("Amara");
  expect(await one(id)).toMatchObject({ status: "revoked", deliveryState: "authority_revoked", task: "" });
  await heartbeat(world, device.token);
  expect((await beat(device, work?.id ?? "", claimId)).body).toEqual({ data: null });
});

test("a report or a task of nothing but white space is refused: its note could never be written", async () => {
  const { id, claimId, work } = await started(device);
  for (const text of [" ", "\n\t ", "\u2003"]) expect((await report(device, work.id, claimId, text)).status).toBe(400);
  expect(await one(id)).toMatchObject({ status: "started", report: null });
  expect((await delegate(await begin(), device, { task: " \n" })).status).toBe(400);
  await cancel(work.id);
});

test("a client id names one delegation: in another conversation it is refused, and nothing is stored", async () => {
  const [a, b] = [await begin(), await begin()];
  const clientId = crypto.randomUUID();
  const first = await delegate(a, device, { clientId });
  expect(first.status).toBe(201);
  const second = await delegate(b, device, { clientId });
  expect([second.status, second.body.code]).toEqual([409, "conflict"]);
  expect(await listed(b)).toEqual([]);
  await cancel(first.body.delegation.id);
});

test("a grant without a computer takes no work, so that nothing waits for nobody", async () => {
  const mine = await pair(world, { name: "Only", grant: GRANT });
  const id = await begin();
  expect((await revokeDevice(mine.deviceId)).status).toBe(200);
  expect((await delegate(id, mine)).status).toBe(409);
  expect(await listed(id)).toEqual([]);
});

test("what is queued for a contact whose erasure was asked for is not handed out any more, and a started task is not given again", async () => {
  const own = await pair(world, { name: "Own", grant: GRANT });
  const person = await world.visitor();
  const id = (await person.open("Hello")).body.conversation.id;
  const taken = (await person.open("Hello again")).body.conversation.id;
  await delegate(taken, own, { task: "Find Amara's parcel" });
  const had = await claim(own);
  await delegate(id, own, { task: "Find Amara's invoice" });
  const behind = await begin();
  await delegate(behind, own);
  await world.as(`/api/management/projects/${world.projectId}/contacts/${person.contactId}/erase`, { body: {} });
  await world.rows("UPDATE contacts SET state = 'erasing' WHERE id = ?", person.contactId);
  await world.rows("UPDATE delegations SET status = 'queued', task = 'Find Amara' WHERE conversation_id = ?", id);
  await world.rows("UPDATE delegations SET status = 'started', task = 'Find Amara' WHERE conversation_id = ?", taken);
  expect((await claim(own, had.claimId)).work).toBeNull();
  expect((await claim(own)).work?.id).toBe((await one(behind)).id);
  expect((await claim(own)).work).toBeNull();
});

test("the same report again after an erasure finds that the work was taken back", async () => {
  const person = await world.visitor();
  const id = (await person.open("Hello")).body.conversation.id;
  const own = await pair(world, { name: "Own", grant: GRANT });
  await delegate(id, own);
  const { work, claimId } = await claim(own);
  await report(own, work?.id ?? "", claimId, "Amara's parcel left");
  await world.as(`/api/management/projects/${world.projectId}/contacts/${person.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    world.clock.advance({ minutes: 2 });
    await world.tick();
  }
  expect(await one(id)).toMatchObject({ status: "completed", report: "" });
  expect((await report(own, work?.id ?? "", claimId, "Amara's parcel left")).body).toEqual({ data: null });
});

test("what a report can no longer do is settled by the first minute, and not tried for ever", async () => {
  const own = await pair(world, { name: "Own", grant: GRANT });
  const [blank, late] = [await started(own), await started(own)];
  for (const each of [blank, late]) {
    await report(own, each.work.id, each.claimId);
    await vi.waitFor(async () => expect(await effectsOf(each.id)).toEqual(["note done"]));
    await world.rows(
      "UPDATE delegation_effects SET state = 'pending', revision = NULL, changed_at = 0 WHERE delegation_id = ?",
      each.work.id,
    );
    await world.rows("UPDATE conversation_events SET client_id = id WHERE conversation_id = ? AND kind = 'note'", each.id);
  }
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await world.rows("UPDATE delegations SET report = ' ' WHERE id = ?", blank.work.id);
  await world.rows("UPDATE delegation_effects SET changed_at = ? WHERE delegation_id = ?", world.clock.now(), late.work.id);
  await world.tick();
  expect([await effectsOf(blank.id), await effectsOf(late.id)]).toEqual([["note needs_review"], ["note pending"]]);
  // The grant expires, and nothing has ended it yet.
  await world.rows("UPDATE device_grants SET expires_at = ? WHERE id = ?", world.clock.now(), own.grantId);
  await world.rows("UPDATE delegation_effects SET changed_at = 0 WHERE delegation_id = ?", late.work.id);
  await world.tick();
  expect(await effectsOf(late.id)).toEqual(["note blocked"]);
  expect(await one(late.id)).toMatchObject({ status: "completed", deliveryState: "authorization_lost" });
  expect(said.mock.calls.filter(([line]) => String(line).includes("recovery failed"))).toEqual([]);
  said.mockRestore();
});
