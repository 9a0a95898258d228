// Subscribers: checked again each minute, limited per person, and bounded in what they send on.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids/index.ts";
import { type Live, makeWorld, OWNER, type Visitor, type World } from "./world.ts";

const projectStub = (world: World): DurableObjectStub => world.env.CONVERSATIONS.getByName(`project:${world.projectId}`);
const contactStub = (world: World, visitor: Visitor): DurableObjectStub =>
  world.env.CONVERSATIONS.getByName(`contact:${world.projectId}:${visitor.contactId}`);
const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const until = async (holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 200 && !holds(); i += 1) await sleep(10);
};
const live = async (socket: Live): Promise<Live> => {
  await socket.until((f) => f.type === "live");
  return socket;
};
const closed = async (socket: Live): Promise<unknown> => {
  await until(() => socket.closed !== undefined);
  return [socket.frames.find((f) => f.type === "closed")?.reason, socket.closed];
};
const count = (socket: Live, type: string): number => socket.frames.filter((f) => f.type === type).length;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
/** A signed-in colleague of the owner, who can open sockets. */
async function colleague(): Promise<{ id: string; cookie: string; socket: () => Promise<Live> }> {
  const [id, email] = [newId("account", Date.now()), `${crypto.randomUUID()}@example.test`];
  await world.rows(
    "INSERT INTO accounts (id, email, name, password_hash, created_at) SELECT ?, ?, 'Mate', password_hash, 1 FROM accounts WHERE email = ?",
    ...[id, email, OWNER],
  );
  await world.rows("INSERT INTO memberships (project_id, account_id, role, joined_at) VALUES (?, ?, 'operator', 1)", world.projectId, id);
  const signed = await world.signIn(email);
  const cookie = (signed.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const at = `/api/dashboard/projects/${world.projectId}`;
  const socket = async (): Promise<Live> => {
    const { body } = await world.as<{ ticket: string }>(`${at}/socket-ticket`, { body: {} }, cookie);
    return await live(await world.connect(`${at}/socket`, body.ticket, "http://localhost:8787"));
  };
  return { id, cookie, socket };
}

// Each of these ends access without an event, as when a session expires or the call to the object is lost.
const members: readonly (readonly [string, string, string])[] = [
  ["the session expired", "UPDATE sessions SET expires_at = 1 WHERE account_id = ?", "session_revoked"],
  ["the session was not used for long", "UPDATE sessions SET last_used_at = 1 WHERE account_id = ?", "session_revoked"],
  ["the session was revoked", "DELETE FROM sessions WHERE account_id = ?", "session_revoked"],
  ["the account was disabled", "UPDATE accounts SET disabled_at = 1 WHERE id = ?", "session_revoked"],
  ["the membership was lost", "DELETE FROM memberships WHERE account_id = ?", "membership_lost"],
];
test.each(members)("when %s without an event, a member's sockets close within a minute, and others stay open", async (_, ends, reason) => {
  const mate = await colleague();
  const [first, second, other] = [await mate.socket(), await mate.socket(), await live(await world.socket())];
  await evictDurableObject(projectStub(world));
  expect(await runDurableObjectAlarm(projectStub(world))).toBe(true);
  await world.rows(ends, mate.id);
  expect([first.closed, second.closed]).toEqual([undefined, undefined]);
  expect(await runDurableObjectAlarm(projectStub(world))).toBe(true);
  expect([await closed(first), await closed(second)]).toEqual([
    [reason, 4401],
    [reason, 4401],
  ]);
  const heard = first.contents().length;
  const visitor = await world.visitor();
  await visitor.open("after it");
  await other.until((f) => f.event?.message?.content === "after it");
  expect(first.contents()).toHaveLength(heard);
  expect(other.closed).toBeUndefined();
  other.socket.close();
});

const visitors: readonly (readonly [string, string, string])[] = [
  ["the session expired", "UPDATE visitor_sessions SET expires_at = 1 WHERE contact_id = ?", "session_revoked"],
  ["the session ended", "DELETE FROM visitor_sessions WHERE contact_id = ?", "session_revoked"],
  ["the contact was blocked", "UPDATE contacts SET state = 'hidden' WHERE id = ?", "blocked"],
  ["the contact is being erased", "UPDATE contacts SET state = 'erasing' WHERE id = ?", "erased"],
];
test.each(visitors)("when %s without an event, a visitor's socket closes within a minute", async (_, ends, reason) => {
  const visitor = await world.visitor();
  const own = await live(await visitor.socket());
  await world.rows(ends, visitor.contactId);
  expect(await runDurableObjectAlarm(contactStub(world, visitor))).toBe(true);
  expect(await closed(own)).toEqual([reason, 4401]);
});

test("in an active project the schedule checks the subscribers before they receive anything", async () => {
  const mate = await colleague();
  const visitor = await world.visitor();
  await visitor.open("lately");
  const [team, own] = [await mate.socket(), await live(await visitor.socket())];
  await world.rows("UPDATE sessions SET expires_at = 1 WHERE account_id = ?", mate.id);
  await world.rows("UPDATE visitor_sessions SET expires_at = 1 WHERE contact_id = ?", visitor.contactId);
  await world.tick();
  expect([await closed(team), await closed(own)]).toEqual([
    ["session_revoked", 4401],
    ["session_revoked", 4401],
  ]);
});

test("a deleted project's sockets close, those of the team and those of visitors", async () => {
  const gone = await makeWorld();
  const visitor = await gone.visitor();
  const [team, own] = [await live(await gone.socket()), await live(await visitor.socket())];
  await gone.rows("UPDATE projects SET deleted_at = 1 WHERE id = ?", gone.projectId);
  for (const stub of [projectStub(gone), contactStub(gone, visitor)]) await runDurableObjectAlarm(stub);
  expect([await closed(team), await closed(own)]).toEqual([
    ["project_deleted", 4401],
    ["project_deleted", 4401],
  ]);
});

test("an object without subscribers stays asleep: its last alarm is not set again, and queries nothing", async () => {
  const visitor = await world.visitor();
  const stub = contactStub(world, visitor);
  const alarm = (): Promise<number | null> => runInDurableObject(stub, (_, state) => state.storage.getAlarm());
  expect(await alarm()).toBeNull();
  const own = await live(await visitor.socket());
  expect((await alarm()) ?? 0).toBeLessThanOrEqual(Date.now() + 60_000);
  own.socket.close(1000);
  await until(() => own.closed !== undefined);
  await sleep(50);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await alarm()).toBeNull();
  expect(await runDurableObjectAlarm(stub)).toBe(false);
});

test("of 60 sockets that a visitor opens the newest five stay, and the others are closed with 4409", async () => {
  const visitor = await world.visitor();
  const all: Live[] = [];
  for (let i = 0; i < 6; i += 1) all.push(...(await Promise.all(Array.from({ length: 10 }, () => visitor.socket()))));
  await until(() => all.filter(({ closed: code }) => code === 4409).length === 55);
  expect(all.filter(({ closed: code }) => code === 4409)).toHaveLength(55);
  const open = all.filter(({ closed: code }) => code === undefined);
  expect(open).toHaveLength(5);
  expect(all.slice(-10)).toEqual(expect.arrayContaining(open));
  await visitor.open("heard by five");
  for (const socket of open) await socket.until((f) => f.event?.message?.content === "heard by five");
  // The order of arrival survives hibernation.
  await evictDurableObject(contactStub(world, visitor));
  const next = await live(await visitor.socket());
  await until(() => open.some(({ closed: code }) => code === 4409));
  expect(open.filter(({ closed: code }) => code === 4409)).toHaveLength(1);
  expect(next.closed).toBeUndefined();
  for (const { socket } of [...open, next]) socket.close();
});

test("a member may have twenty sockets in a project, and does not displace a colleague's", async () => {
  const [mate, other] = [await colleague(), await colleague()];
  const theirs = await other.socket();
  const all: Live[] = [];
  for (let i = 0; i < 22; i += 1) all.push(await mate.socket());
  await until(() => all[1]?.closed !== undefined);
  expect(all.map(({ closed: code }) => code ?? 0)).toEqual([4409, 4409, ...Array.from({ length: 20 }, () => 0)]);
  expect(theirs.closed).toBeUndefined();
  for (const { socket } of [...all, theirs]) socket.close();
});

test("typing frames are throttled in both directions, however many a visitor or the team sends", async () => {
  const visitor = await world.visitor();
  const id = (await visitor.open("typing")).body.conversation.id;
  const team = await live(await world.socket());
  const all = await Promise.all(Array.from({ length: 5 }, () => visitor.socket()));
  await Promise.all(all.map(live));
  const typing = JSON.stringify({ type: "typing", conversationId: id });
  for (let i = 0; i < 19; i += 1) for (const { socket } of all) socket.send(typing);
  await team.until((f) => f.type === "typing");
  await sleep(1500);
  expect(count(team, "typing")).toBeLessThanOrEqual(5);
  expect(all.map(({ closed: code }) => code)).toEqual(all.map(() => undefined));
  for (let i = 0; i < 19; i += 1) team.socket.send(typing);
  await all[0]?.until((f) => f.type === "typing");
  await sleep(1500);
  expect(count(all[0] as Live, "typing")).toBeLessThanOrEqual(5);
  for (const { socket } of [...all, team]) socket.close();
});

test("a visitor's repeated presence changes reach the team at most once a second, ending with the current one", async () => {
  const visitor = await world.visitor();
  const team = await live(await world.socket());
  await sleep(1100);
  const before = count(team, "online");
  for (let i = 0; i < 5; i += 1) {
    const own = await live(await visitor.socket());
    own.socket.close(1000);
    await until(() => own.closed !== undefined);
  }
  await sleep(1500);
  const online = team.frames.filter((f) => f.type === "online").slice(before);
  expect(online.length).toBeLessThanOrEqual(4);
  expect(online.at(-1)).toMatchObject({ contactId: visitor.contactId, online: false });
  team.socket.close();
});
