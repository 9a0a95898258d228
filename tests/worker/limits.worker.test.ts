// Public limits: exact at the edge, in UTC windows, and without a trace of refused calls.
import { expect, test } from "vitest";
import { type Answer, makeWorld, PNG, Visitor, type World } from "./world.ts";

const withLimits = (limits: Record<string, number>): { RATE_LIMITS: string } => ({ RATE_LIMITS: JSON.stringify(limits) });
const counters = (world: World): Promise<{ key: string; window: number; n: number }[]> =>
  world.rows(
    "SELECT key, window, n FROM abuse_counters WHERE key LIKE 'messages%' OR key LIKE 'conv%' OR key LIKE 'upload%' ORDER BY key, window",
  );
const opened = async (visitor: Visitor): Promise<string> => (await visitor.open("hello")).body.conversation.id;

test("with a minute limit of two the third message is refused, told to wait until the minute ends, and leaves no trace", async () => {
  const world = await makeWorld({ now: "2031-01-01T12:00:30.250Z", vars: withLimits({ messagesPerConversationMinute: 2 }) });
  const visitor = await world.visitor();
  // The message that opens the conversation is the first.
  const id = await opened(visitor);
  for (const content of ["two"]) expect((await visitor.postMessage(id, content)).status).toBe(201);
  const before = await counters(world);
  const head = await world.rows(
    "SELECT coalesce(max(sequence), 0) AS sequence FROM conversation_events WHERE project_id = ?",
    world.projectId,
  );
  const refused = await visitor.postMessage(id, "three");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(refused.body).toMatchObject({ code: "rate_limited", limit: "messagesPerConversationMinute", retryAfter: 30 });
  expect(await counters(world)).toEqual(before);
  expect(
    await world.rows("SELECT coalesce(max(sequence), 0) AS sequence FROM conversation_events WHERE project_id = ?", world.projectId),
  ).toEqual(head);
  expect(await world.rows("SELECT content FROM messages WHERE conversation_id = ? AND content = 'three'", id)).toEqual([]);
  world.clock.advance({ seconds: 29 });
  expect((await visitor.postMessage(id, "three")).headers.get("retry-after")).toBe("1");
  world.clock.set("2031-01-01T12:01:00.000Z");
  expect((await visitor.postMessage(id, "three")).status).toBe(201);
});

test("a repeated message at the limit gets its first answer, not a refusal", async () => {
  const world = await makeWorld({ now: "2031-01-02T12:00:00Z", vars: withLimits({ messagesPerConversationMinute: 2 }) });
  const visitor = await world.visitor();
  const id = await opened(visitor);
  const clientId = crypto.randomUUID();
  expect((await visitor.postMessage(id, "one", { clientId })).status).toBe(201);
  const again = await visitor.postMessage(id, "one", { clientId });
  expect([again.status, again.body]).toMatchObject([200, { repeated: true }]);
  expect((await visitor.postMessage(id, "other", { clientId })).status).toBe(409);
  expect((await visitor.postMessage(id, "two")).status).toBe(429);
});

test("an hourly limit resets at the full hour of UTC", async () => {
  const world = await makeWorld({
    now: "2031-01-03T12:59:59.999Z",
    vars: withLimits({ conversationsPerContactHour: 1, conversationsPerIpHour: 2 }),
  });
  const visitor = await world.visitor("203.0.113.7");
  expect((await visitor.open("one")).status).toBe(201);
  const refused = await visitor.open("two");
  expect([refused.status, refused.headers.get("retry-after"), refused.body]).toMatchObject([
    429,
    "1",
    { limit: "conversationsPerContactHour" },
  ]);
  // The refused call opened nothing.
  expect(await world.rows("SELECT count(*) AS n FROM conversations WHERE contact_id = ?", visitor.contactId)).toEqual([{ n: 1 }]);
  world.clock.set("2031-01-03T13:00:00.000Z");
  expect((await visitor.open("two")).status).toBe(201);
  const other = await world.visitor("203.0.113.7");
  expect((await other.open("three")).status).toBe(201);
  const third = await (await world.visitor("203.0.113.7")).open("four");
  expect([third.status, third.headers.get("retry-after"), third.body]).toMatchObject([429, "3600", { limit: "conversationsPerIpHour" }]);
  expect((await (await world.visitor("203.0.113.8")).open("five")).status).toBe(201);
});

test("a daily limit resets at midnight UTC, by count and by bytes", async () => {
  const world = await makeWorld({
    now: "2031-01-04T23:00:00Z",
    vars: withLimits({ uploadsPerContactDay: 2, uploadBytesPerContactDay: PNG.byteLength * 3 }),
  });
  const visitor = await world.visitor();
  for (const name of ["a.png", "b.png"]) expect((await visitor.upload(name, PNG)).status).toBe(201);
  const refused = await visitor.upload("c.png", PNG);
  expect([refused.status, refused.headers.get("retry-after"), refused.body]).toMatchObject([
    429,
    "3600",
    { limit: "uploadsPerContactDay" },
  ]);
  world.clock.set("2031-01-05T00:00:00.000Z");
  expect((await visitor.upload("c.png", PNG)).status).toBe(201);
  const big = new Uint8Array(PNG.byteLength * 3);
  big.set(PNG);
  const heavy = await visitor.upload("d.png", big);
  expect([heavy.status, heavy.headers.get("retry-after"), heavy.body]).toMatchObject([429, "86400", { limit: "uploadBytesPerContactDay" }]);
  expect((await visitor.upload("d.png", PNG)).status).toBe(201);
});

test("of many concurrent calls exactly as many pass as the limit says", async () => {
  const world = await makeWorld({ now: "2031-01-06T12:00:00Z", vars: withLimits({ messagesPerConversationMinute: 5 }) });
  const visitor = await world.visitor();
  const id = await opened(visitor);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => visitor.postMessage(id, `m${i}`)));
  expect(answers.map((a) => a.status).sort()).toEqual([201, 201, 201, 201, 429, 429, 429, 429, 429, 429, 429, 429]);
  const revisions = answers.filter((a) => a.status === 201).map((a) => a.body.event.revision);
  expect(revisions.sort()).toEqual([2, 3, 4, 5]);
});

test("members are never limited", async () => {
  const world = await makeWorld({
    now: "2031-01-07T12:00:00Z",
    vars: withLimits({ messagesPerConversationMinute: 1, messagesPerContactHour: 1 }),
  });
  const id = await opened(await world.visitor());
  for (let i = 0; i < 5; i += 1) {
    const answer = await world.as(`${world.conversations}/${id}/messages`, {
      body: { clientId: crypto.randomUUID(), frontier: 1 + i, content: `answer ${i}` },
    });
    expect(answer.status).toBe(201);
  }
});

test("visit events count one by one, and a refused call stores none of them", async () => {
  const world = await makeWorld({ now: "2031-01-08T12:00:00Z", vars: withLimits({ widgetEventsPerContactMinute: 3 }) });
  const visitor = await world.visitor();
  const page = (n: number) => ({ kind: "page", page: { url: `https://shop.example/${n}`, title: `Page ${n}` } });
  const send = (...events: unknown[]) => visitor.call("/api/widget/events", { body: { events } });
  expect((await send(page(1), page(2))).status).toBe(200);
  const refused = await send(page(3), page(4));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  const lastPage = async (): Promise<unknown> =>
    JSON.parse(String((await world.rows("SELECT last_page FROM contacts WHERE id = ?", visitor.contactId))[0]?.["last_page"]));
  expect(await lastPage()).toMatchObject({ title: "Page 2" });
  expect((await send(page(5))).status).toBe(200);
  expect(await lastPage()).toMatchObject({ title: "Page 5" });
});

test("an invalid RATE_LIMITS refuses where limits are counted, and names only the variable", async () => {
  const world = await makeWorld({ now: "2031-01-09T12:00:00Z" });
  const visitor = await world.visitor();
  const env = { ...world.env, RATE_LIMITS: '{"messagesPerContactHour": -98765432}' };
  const answer = await visitor.call("/api/widget/conversations", { body: { clientId: crypto.randomUUID(), content: "hello" }, env });
  expect([answer.status, answer.body]).toMatchObject([503, { code: "misconfigured", variables: ["RATE_LIMITS"] }]);
  expect(JSON.stringify(answer.body)).not.toContain("98765432");
});

test("the schedule removes old counters and keeps current ones", async () => {
  const world = await makeWorld({ now: "2031-02-01T12:00:00Z" });
  const visitor = await world.visitor();
  const id = await opened(visitor);
  await visitor.postMessage(id, "one");
  await world.tick();
  expect(await world.rows("SELECT key FROM abuse_counters WHERE key = ?", `messagesPerConversationMinute:${id}`)).toHaveLength(1);
  world.clock.advance({ minutes: 1, seconds: 1 });
  await world.tick();
  expect(await world.rows("SELECT key FROM abuse_counters WHERE key = ?", `messagesPerConversationMinute:${id}`)).toEqual([]);
  expect(await world.rows("SELECT key FROM abuse_counters WHERE key = ?", `messagesPerContactHour:${visitor.contactId}`)).toHaveLength(1);
  world.clock.advance({ days: 2 });
  await world.tick();
  expect(await world.rows("SELECT key FROM abuse_counters")).toEqual([]);
});

interface Edge {
  readonly limit: string;
  readonly max: number;
  readonly period: "hour" | "day";
  /** The refusal of a project-wide limit does not blame the caller. */
  readonly message: RegExp;
  /** Prepares the world; answers a function that makes the nth counted call. */
  ready(world: World): Promise<(n: number) => Promise<Answer<unknown>>>;
}
const from = (n: number): string => `203.0.113.${n}`;
const EDGES: readonly Edge[] = [
  {
    limit: "widgetSessionsPerProjectHour",
    max: 3,
    period: "hour",
    message: /very busy/,
    // Each call from its own address, so that no other limit applies.
    ready: async (world) => (n) => new Visitor(world, from(n)).start(),
  },
  {
    limit: "messagesPerContactHour",
    max: 3,
    period: "hour",
    message: /wait a moment/,
    ready: async (world) => {
      const visitor = await world.visitor();
      // The opening counts, and so do messages in any of the contact's conversations.
      const id = await opened(visitor);
      return (n) => (n === 1 ? visitor.open("another") : visitor.postMessage(id, `message ${n}`));
    },
  },
  {
    limit: "uploadsPerProjectDay",
    max: 2,
    period: "day",
    message: /without files/,
    ready: async (world) => async (n) => (await world.visitor(from(n))).upload(`${n}.png`, PNG),
  },
  {
    limit: "uploadBytesPerProjectDay",
    max: PNG.byteLength * 2,
    period: "day",
    message: /without files/,
    ready: async (world) => async (n) => (await world.visitor(from(n))).upload(`${n}.png`, PNG),
  },
  {
    limit: "projectsPerIpDay",
    max: 2,
    period: "day",
    message: /wait a moment/,
    ready: async (world) => (n) =>
      world.as("/api/account/projects", {
        body: { clientId: crypto.randomUUID(), name: `Project ${n}`, websiteOrigin: "https://shop.example" },
        headers: { "cf-connecting-ip": from(9) },
      }),
  },
];

for (const [i, { limit, max, period, message: says, ready }] of EDGES.entries())
  test(`${limit}: the last call that fits passes, the next is refused until the ${period} is over`, async () => {
    // Two separate days: the tests of a file share their counters.
    const day = `2031-03-${10 + 2 * i}`;
    const world = await makeWorld({ now: `${day}T22:40:00.500Z`, vars: withLimits({ [limit]: max }) });
    const again = await ready(world);
    const used = async (): Promise<unknown> => {
      const since = Date.parse(day);
      const [row] = await world.rows("SELECT sum(n) AS n FROM abuse_counters WHERE key LIKE ? AND window >= ?", `${limit}:%`, since);
      return row?.["n"] ?? 0;
    };
    let n = 0;
    while (Number(await used()) < max) expect((await again(++n)).status).toBe(201);
    expect(await used()).toBe(max);
    const wait = period === "hour" ? 20 * 60 : 80 * 60;
    const refused = await again(++n);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ code: "rate_limited", limit, retryAfter: wait, error: expect.stringMatching(says) });
    expect(refused.headers.get("retry-after")).toBe(String(wait));
    expect(await used()).toBe(max);
    world.clock.set(`${day}T${period === "hour" ? 22 : 23}:59:59.999Z`);
    expect((await again(++n)).headers.get("retry-after")).toBe("1");
    world.clock.advance({ seconds: 0.001 });
    expect((await again(++n)).status).toBe(201);
  });
