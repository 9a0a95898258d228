// Every key of RATE_LIMITS at its exact edge: as many calls pass as it says, the next is refused by its name, and it counts what it names.
import { expect, test } from "vitest";
import { LIMIT_NAMES } from "../../edition/variables.ts";
import { ask, mailingWorld, someAddress } from "./accounts-kit.ts";
import { type Answer, makeWorld, PNG, Visitor, type World } from "./world.ts";

type CountedCall = (n: number) => Promise<Answer<unknown>>;
interface Edge {
  /** Two values of the limit. */
  readonly at: readonly [number, number];
  /** How much of it the world itself has used. */
  readonly used?: number;
  /** What one call counts; 1 by default. */
  readonly weight?: number;
  ready(world: World): Promise<CountedCall>;
}
/** A new IP address for each call, so that no limit of addresses interferes. */
const from = (n: number): string => `198.51.100.${n}`;
const HERE = "203.0.113.7";

const project =
  (world: World, address?: string): CountedCall =>
  (n) =>
    world.as("/api/account/projects", {
      body: { clientId: crypto.randomUUID(), name: `Project ${n}`, websiteOrigin: "https://shop.example" },
      ...(address === undefined ? {} : { headers: { "cf-connecting-ip": address } }),
    });
const upload =
  (visitorOf: (n: number) => Promise<Visitor>): CountedCall =>
  async (n) =>
    (await visitorOf(n)).upload(`${n}.png`, PNG);
const size = PNG.byteLength;

const EDGES: Readonly<Record<string, Edge>> = {
  widgetSessionsPerIpHour: { at: [1, 3], ready: async (world) => () => new Visitor(world, HERE).start() },
  widgetSessionsPerProjectHour: { at: [1, 3], ready: async (world) => (n) => new Visitor(world, from(n)).start() },
  conversationsPerContactHour: {
    at: [1, 3],
    ready: async (world) => {
      const visitor = await world.visitor();
      return (n) => visitor.open(`opening ${n}`);
    },
  },
  conversationsPerIpHour: { at: [1, 3], ready: async (world) => async (n) => (await world.visitor(HERE)).open(`opening ${n}`) },
  conversationsPerProjectHour: { at: [1, 3], ready: async (world) => async (n) => (await world.visitor(from(n))).open(`opening ${n}`) },
  messagesPerConversationMinute: {
    at: [1, 15],
    ready: async (world) => {
      const visitor = await world.visitor();
      let id = "";
      return async (n) => {
        if (n > 1) return await visitor.postMessage(id, `message ${n}`);
        const opened = await visitor.open("the first message");
        id = opened.body.conversation.id;
        return opened;
      };
    },
  },
  messagesPerContactHour: {
    at: [1, 4],
    ready: async (world) => {
      const visitor = await world.visitor();
      let id = "";
      // Openings and later messages of all its conversations.
      return async (n) => {
        if (n % 2 === 0) return await visitor.postMessage(id, `message ${n}`);
        const opened = await visitor.open(`opening ${n}`);
        id = opened.body.conversation?.id ?? id;
        return opened;
      };
    },
  },
  widgetEventsPerContactMinute: {
    at: [2, 6],
    weight: 2,
    ready: async (world) => {
      const visitor = await world.visitor();
      const event = (n: number) => ({ kind: "page", page: { url: `https://shop.example/${n}`, title: `Page ${n}` } });
      return (n) => visitor.call("/api/widget/events", { body: { events: [event(n), event(n + 1)] } });
    },
  },
  uploadsPerContactDay: {
    at: [1, 3],
    ready: async (world) => {
      const visitor = await world.visitor();
      return upload(async () => visitor);
    },
  },
  uploadBytesPerContactDay: {
    at: [size, size * 3],
    weight: size,
    ready: async (world) => {
      const visitor = await world.visitor();
      return upload(async () => visitor);
    },
  },
  uploadsPerProjectDay: { at: [1, 3], ready: async (world) => upload((n) => world.visitor(from(n))) },
  uploadBytesPerProjectDay: { at: [size, size * 3], weight: size, ready: async (world) => upload((n) => world.visitor(from(n))) },
  registrationsPerIpDay: { at: [1, 3], ready: async (world) => () => ask(world, "/register", someAddress(), HERE) },
  projectsPerIpDay: { at: [1, 3], ready: async (world) => project(world, HERE) },
  // The world has created one.
  projectsPerAccountDay: { at: [2, 4], used: 1, ready: async (world) => project(world) },
};

test("every key of RATE_LIMITS has an edge case here", () => {
  expect(Object.keys(EDGES).sort()).toEqual(LIMIT_NAMES.toSorted());
});

let day = 0;
for (const [limit, { at, used = 0, weight = 1, ready }] of Object.entries(EDGES))
  for (const max of at)
    test(`${limit} of ${max}: ${max / weight} calls pass, the next is refused`, async () => {
      // A separate day: worlds of a file share owner and addresses.
      const now = new Date(Date.UTC(2032, 0, 1 + 2 * day++, 9, 30, 10)).toISOString();
      const vars = { RATE_LIMITS: JSON.stringify({ [limit]: max }) };
      const world = limit === "registrationsPerIpDay" ? await mailingWorld({ now, vars }) : await makeWorld({ now, vars });
      const once = await ready(world);
      const answers: Answer<unknown>[] = [];
      for (let n = 1; n <= max / weight - used; n++) answers.push(await once(n));
      expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
      for (const n of [max + 1, max + 2]) {
        const refused = await once(n);
        expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited", limit } });
      }
      const counted = await world.rows(
        "SELECT sum(n) AS n FROM abuse_counters WHERE key LIKE ? AND expires_at > ?",
        `${limit}:%`,
        Date.parse(now),
      );
      expect(counted, "a refusal counts nothing").toEqual([{ n: max }]);
    });

test("further messages with the opening's clientId are messages of one conversation", async () => {
  const world = await makeWorld({
    now: "2032-06-01T12:00:05Z",
    vars: { RATE_LIMITS: JSON.stringify({ conversationsPerContactHour: 1, messagesPerConversationMinute: 3 }) },
  });
  const visitor = await world.visitor();
  const opening = crypto.randomUUID();
  const answers = [];
  for (const [i, clientId] of [opening, crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()].entries())
    answers.push(await visitor.open(`message ${i}`, { clientId, opening }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  expect(answers[3]?.body).toMatchObject({ limit: "messagesPerConversationMinute" });
  expect(new Set(answers.slice(0, 3).map(({ body }) => body.conversation.id)).size).toBe(1);
  // A repetition at the limit gets its first answer; another conversation exceeds it.
  expect((await visitor.open("message 0", { clientId: opening, opening })).status).toBe(200);
  expect(await visitor.open("elsewhere")).toMatchObject({ status: 429, body: { limit: "conversationsPerContactHour" } });
  const counted = await world.rows<{ key: string; n: number }>(
    "SELECT key, n FROM abuse_counters WHERE key LIKE 'conversationsPerContactHour:%' OR key LIKE 'messagesPerContactHour:%' ORDER BY key",
  );
  expect(counted.filter(({ key }) => key.endsWith(visitor.contactId)).map(({ n }) => n)).toEqual([1, 3]);
});
