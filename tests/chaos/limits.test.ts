// E9: every public limit is exact under concurrency; a refused call leaves no trace and answers how long to wait.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { type Answer, Operator, PNG, Visitor } from "../support/desk.ts";
import { check } from "./check.ts";
import { count, readFinal, rows } from "./final.ts";
import { many, SITE, sleep, statuses, vars } from "./load.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits when the window is about to end, so that a burst falls into one window. */
async function waitForWindow(period: number, ms = 8000): Promise<void> {
  const left = period - (Date.now() % period);
  if (left < ms) await sleep(left + 20);
}
function assertLimited(answer: Answer<unknown>, limit: string, longest: number): void {
  const body = answer.body as Record<string, unknown>;
  assert.equal(answer.status, 429);
  assert.deepEqual(Object.keys(body).toSorted(), ["code", "error", "limit", "retryAfter"]);
  assert.deepEqual([body["code"], body["limit"]], ["rate_limited", limit]);
  const retryAfter = body["retryAfter"] as number;
  assert.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= longest / 1000, `retryAfter ${retryAfter}`);
  assert.equal(answer.headers.get("retry-after"), String(retryAfter));
  assert.ok((body["error"] as string).length > 20);
}

const LIMITS = {
  messagesPerConversationMinute: 15,
  conversationsPerContactHour: 10,
  conversationsPerIpHour: 12,
  conversationsPerProjectHour: 40,
  widgetSessionsPerIpHour: 30,
  widgetEventsPerContactMinute: 100,
  uploadsPerContactDay: 8,
  uploadBytesPerContactDay: 1000,
  projectsPerAccountDay: 10,
};

let served: Served;
let owner: Operator;
let project: { id: string; key: string };
let address = 0;
/** A visitor with a session and an IP address of their own. */
async function visitor(base = served.url, key = project.key, ip = `198.51.100.${++address}`): Promise<Visitor> {
  const made = new Visitor(base, key, SITE, ip);
  const answer = await made.start();
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return made;
}

beforeAll(async () => {
  served = await serveBuild({ tick: false, vars: vars(LIMITS) });
});
afterAll(() => served.stop());

test("of 50 parallel setups exactly one creates the owner", async () => {
  const people = Array.from({ length: 50 }, () => new Operator(served.url));
  const answers = await Promise.all(people.map((person, i) => person.setup(`owner${i}@example.test`)));
  assert.deepEqual(statuses(answers), { 201: 1, 409: 49 });
  assert.equal(await count(served, "SELECT count(*) FROM accounts"), 1);
  assert.equal(await count(served, "SELECT count(*) FROM sessions"), 1);
  const won = answers.findIndex((a) => a.status === 201);
  owner = people[won] as Operator;
  assert.equal((await owner.call<{ person: { email: string } }>("/api/account/me")).body.person.email, `owner${won}@example.test`);
});

test("projectsPerAccountDay is exact under 50 parallel calls, and a retry at the limit gets its first result", async () => {
  await waitForWindow(24 * HOUR);
  const ids = Array.from({ length: 50 }, () => randomUUID());
  const make = (clientId: string): Promise<Answer<{ project: { id: string } }>> =>
    owner.post("/api/account/projects", { clientId, name: `P ${clientId.slice(0, 8)}`, websiteOrigin: SITE });
  const answers = await many(50, (i) => make(ids[i] ?? ""));
  assert.deepEqual(statuses(answers), { 201: 10, 429: 40 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "projectsPerAccountDay", 24 * HOUR);
  assert.equal(await count(served, "SELECT count(*) FROM projects"), 10);
  assert.equal(await count(served, "SELECT count(*) FROM memberships"), 10);
  const first = answers.findIndex((a) => a.status === 201);
  const again = await make(ids[first] ?? "");
  assert.deepEqual([again.status, again.body.project.id], [200, answers[first]?.body.project.id]);
  const id = again.body.project.id;
  project = { id, key: (await owner.call<{ key: string }>(`/api/dashboard/projects/${id}/widget`)).body.key };
});

test("messagesPerConversationMinute is exact under 50 parallel calls and does not affect another conversation or the team", async () => {
  const guest = await visitor();
  const other = await guest.open("hello again");
  const ids = Array.from({ length: 50 }, () => randomUUID());
  await waitForWindow(MINUTE, 4000);
  // The message that opened the conversation is the first of its fifteen.
  const opened = await guest.open("hello");
  const id = opened.body.conversation.id;
  const answers = await many(50, (i) => guest.postMessage(id, `message ${i}`, { clientId: ids[i] }));
  assert.deepEqual(statuses(answers), { 201: 14, 429: 36 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "messagesPerConversationMinute", MINUTE);
  assert.equal(await count(served, "SELECT revision FROM conversations WHERE id = ?", id), 15);
  const first = answers.findIndex((a) => a.status === 201);
  const again = await guest.postMessage(id, `message ${first}`, { clientId: ids[first] });
  assert.deepEqual([again.status, again.body.event.message.id], [200, answers[first]?.body.event.message.id]);
  assert.equal((await guest.postMessage(other.body.conversation.id, "elsewhere")).status, 201);
  // Members have no such limit: 200 replies within the minute.
  const path = `/api/dashboard/projects/${project.id}/conversations/${id}/messages`;
  const replies = await many(200, (i) => owner.post(path, { clientId: randomUUID(), frontier: 15, content: `reply ${i}` }));
  assert.deepEqual(statuses(replies), { 201: 200 });
  // The first of them also assigned the conversation.
  assert.equal(await count(served, "SELECT revision FROM conversations WHERE id = ?", id), 216);
});

test("conversationsPerContactHour is exact under 50 parallel calls", async () => {
  await waitForWindow(HOUR);
  const guest = await visitor();
  const ids = Array.from({ length: 50 }, () => randomUUID());
  const answers = await many(50, (i) => guest.open(`opening ${i}`, { clientId: ids[i] }));
  assert.deepEqual(statuses(answers), { 201: 10, 429: 40 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "conversationsPerContactHour", HOUR);
  assert.equal(await count(served, "SELECT count(*) FROM conversations WHERE contact_id = ?", guest.contactId), 10);
  const first = answers.findIndex((a) => a.status === 201);
  const again = await guest.open(`opening ${first}`, { clientId: ids[first] });
  assert.deepEqual([again.status, again.body.conversation.id], [200, answers[first]?.body.conversation.id]);
});

test("conversationsPerIpHour counts an IPv6 network of 64 bits as one address", async () => {
  await waitForWindow(HOUR);
  const guests = await many(20, (i) => visitor(served.url, project.key, `2001:db8:7:7:${(i + 1).toString(16)}::${i + 1}`));
  const answers = await Promise.all(guests.map((guest) => guest.open("from one network")));
  assert.deepEqual(statuses(answers), { 201: 12, 429: 8 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "conversationsPerIpHour", HOUR);
});

test("conversationsPerProjectHour is exact, says that the chat is busy, and does not affect other projects", async () => {
  await waitForWindow(HOUR);
  // Conversations that an earlier test stored before the full hour do not count.
  const began = Math.floor(Date.now() / HOUR) * HOUR;
  const inThisHour = (): Promise<number> =>
    count(served, "SELECT count(*) FROM conversations WHERE project_id = ? AND created_at >= ?", project.id, began);
  const stored = await inThisHour();
  assert.ok(stored < LIMITS.conversationsPerProjectHour, `${stored} conversations already`);
  const guests = await many(50, () => visitor());
  const answers = await Promise.all(guests.map((guest) => guest.open("busy?")));
  const left = LIMITS.conversationsPerProjectHour - stored;
  assert.deepEqual(statuses(answers), { 201: left, 429: 50 - left });
  for (const answer of answers.filter((a) => a.status === 429)) {
    assertLimited(answer, "conversationsPerProjectHour", HOUR);
    assert.match((answer.body as unknown as { error: string }).error, /very busy/);
  }
  assert.equal(await inThisHour(), LIMITS.conversationsPerProjectHour);
  const elsewhere = (await rows(served, "SELECT id, widget_key FROM projects WHERE id <> ? LIMIT 1", project.id))[0];
  const free = await visitor(served.url, String(elsewhere?.["widget_key"]));
  assert.equal((await free.open("not busy here")).status, 201);
});

test("widgetSessionsPerIpHour is exact under 50 parallel calls, by IPv6 /64 and by IPv4 alike", async () => {
  await waitForWindow(HOUR);
  const start = (ip: string): Promise<Answer<unknown>> => new Visitor(served.url, project.key, SITE, ip).start();
  const contacts = await count(served, "SELECT count(*) FROM contacts");
  const four = await many(50, () => start("203.0.113.9"));
  assert.deepEqual(statuses(four), { 201: 30, 429: 20 });
  for (const answer of four.filter((a) => a.status === 429)) assertLimited(answer, "widgetSessionsPerIpHour", HOUR);
  // Spellings of one /64: shortened, full, with and without leading zeros, in capitals.
  const six = await many(50, (i) =>
    start([`2001:db8:1:2::${i.toString(16)}`, `2001:0DB8:0001:0002:${i.toString(16)}:0:0:1`, `2001:db8:1:2:ffff::${i}`][i % 3] ?? ""),
  );
  assert.deepEqual(statuses(six), { 201: 30, 429: 20 });
  assert.equal((await start("2001:db8:1:3::1")).status, 201);
  assert.equal((await start("203.0.113.10")).status, 201);
  assert.equal(await count(served, "SELECT count(*) FROM contacts"), contacts + 62);
  assert.equal(await count(served, "SELECT count(*) FROM visitor_sessions"), contacts + 62);
});

test("widgetEventsPerContactMinute counts each event, and accepts or refuses a call as a whole", async () => {
  const guest = await visitor();
  const send = (n: number, clientNumber: number): Promise<Answer<unknown>> =>
    guest.call("/api/widget/events", {
      body: { events: Array.from({ length: n }, () => ({ kind: "metadata", metadata: { [`m${clientNumber}`]: true } })) },
    });
  await waitForWindow(MINUTE, 4000);
  // 33 calls of 3 fit below 100; one event is left.
  const answers = await many(50, (i) => send(3, i));
  assert.deepEqual(statuses(answers), { 200: 33, 429: 17 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "widgetEventsPerContactMinute", MINUTE);
  const [row] = await rows(served, "SELECT metadata FROM contacts WHERE id = ?", guest.contactId);
  assert.equal(Object.keys(JSON.parse(String(row?.["metadata"]))).length, 33);
  assert.equal((await send(2, 98)).status, 429);
  assert.equal((await send(1, 99)).status, 200);
  assert.equal((await send(1, 97)).status, 429);
});

const bytes = (size: number): Uint8Array<ArrayBuffer> => {
  const made = new Uint8Array(size);
  made.set(PNG.subarray(0, size));
  return made;
};
const usage = async (guest: Visitor): Promise<[number, number]> => [
  await count(served, "SELECT coalesce(sum(n), 0) FROM abuse_counters WHERE key = ?", `uploadsPerContactDay:${guest.contactId}`),
  await count(served, "SELECT coalesce(sum(n), 0) FROM abuse_counters WHERE key = ?", `uploadBytesPerContactDay:${guest.contactId}`),
];

test("uploadsPerContactDay is exact under 20 parallel uploads, and failed uploads release their reservation", async () => {
  await waitForWindow(24 * HOUR);
  const guest = await visitor();
  // The content does not match the file name: each is refused after it was reserved.
  const wrong = await many(20, (i) => guest.upload(`${i}.png`, new Uint8Array(Buffer.from("<html><script>alert(1)</script></html>"))));
  assert.ok(
    wrong.every((a) => a.status === 415 || a.status === 429),
    JSON.stringify(statuses(wrong)),
  );
  assert.deepEqual(await usage(guest), [0, 0]);
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const answers = await many(20, (i) => guest.upload(`${i}.png`, bytes(100), ids[i]));
  assert.deepEqual(statuses(answers), { 201: 8, 429: 12 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "uploadsPerContactDay", 24 * HOUR);
  assert.deepEqual(await usage(guest), [8, 800]);
  assert.equal(await count(served, "SELECT count(*) FROM files WHERE contact_id = ?", guest.contactId), 8);
  const first = answers.findIndex((a) => a.status === 201);
  const again = await guest.upload(`${first}.png`, bytes(100), ids[first]);
  assert.deepEqual([again.status, again.body.file.id], [200, answers[first]?.body.file.id]);
  assert.deepEqual(await usage(guest), [8, 800]);
});

test("uploadBytesPerContactDay is exact to the byte under 20 parallel uploads", async () => {
  await waitForWindow(24 * HOUR);
  const guest = await visitor();
  const answers = await many(20, (i) => guest.upload(`${i}.png`, bytes(160)));
  assert.deepEqual(statuses(answers), { 201: 6, 429: 14 });
  for (const answer of answers.filter((a) => a.status === 429)) assertLimited(answer, "uploadBytesPerContactDay", 24 * HOUR);
  assert.deepEqual(await usage(guest), [6, 960]);
  assertLimited(await guest.upload("over.txt", bytes(41)), "uploadBytesPerContactDay", 24 * HOUR);
  assert.equal((await guest.upload("fits.txt", new Uint8Array(40).fill(65))).status, 201);
  assert.deepEqual(await usage(guest), [7, 1000]);
});

test("the stores agree after all these calls", async () => {
  assert.deepEqual(check([], await readFinal(served, { limits: LIMITS, countersWhole: false })), []);
});
