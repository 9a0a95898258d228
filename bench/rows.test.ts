// Measures each route's cost in D1: round trips, rows read, rows written. The cost must not change between 100 and 200,000 messages of a
// conversation or 1,000 and 100,000 conversations, and must equal budgets.json exactly.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import "../scripts/lib/worker-imports.ts";
import { sql } from "drizzle-orm";
import type { ProjectId } from "../kernel/ids/index.ts";
import type { Subscriber } from "../modules/conversations/live/subscriber.ts";
import type { D1 } from "../scripts/lib/miniflare.ts";
import { type Served, serveBuild } from "../scripts/lib/serve.ts";
import { Operator, Visitor } from "../tests/support/desk.ts";
import { readBudgets } from "./budgets.ts";

// Loaded before the server starts: loading takes longer than the server keeps a silent connection open.
const { rowFieldsOf } = await import("../modules/conversations/kinds/registered.ts");
const { registry } = await import("../edition/manifest.ts");

const SITE = "http://localhost:5999";
// Both counts leave the same remainder by three, so the newest page holds as many replies in each.
const MESSAGES = [100, 200_002] as const;
const CONVERSATIONS = [1000, 100_000] as const;

interface Cost {
  readonly trips: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}
type Answered = Cost & { readonly message: string; readonly route: string; readonly status: number };

let served: Served;
let db: D1;
let owner: Operator;
let visitor: Visitor;
let project: { id: string; key: string };
let conversationId: string;
let accountId: string;
let contactId: string;
let articleId: string;
let revision = 0;
const printed: Answered[] = [];
const waiting: ((line: Answered) => void)[] = [];

/** Reads the cost from the log line that the worker prints for the call. */
async function costOf(route: string, call: () => Promise<{ status: number; body: unknown }>): Promise<Cost> {
  const line = new Promise<Answered>((resolve) => waiting.push(resolve));
  const { status, body } = await call();
  assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(body)}`);
  const found = await line;
  assert.equal(found.route, route);
  return { trips: found.trips, rowsRead: found.rowsRead, rowsWritten: found.rowsWritten };
}
/** The most frequent of five measurements: a minute's or an hour's counter may start its window in between. */
async function mostFrequent(measure: () => Promise<Cost>): Promise<Cost> {
  const seen = new Map<string, number>();
  await measure();
  for (let i = 0; i < 5; i += 1) {
    const cost = JSON.stringify(await measure());
    seen.set(cost, (seen.get(cost) ?? 0) + 1);
  }
  return JSON.parse([...seen].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "{}") as Cost;
}

const numbers = (from: number, to: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
const id = (prefix: string): string => `'${prefix}_' || printf('%026d', i)`;
async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) await db.prepare(statement).run();
}
const queryOne = async (sql: string): Promise<Record<string, unknown>> => (await db.prepare(sql).all()).results[0] ?? {};

/** Inserts messages until the conversation has `to` of them, two thirds from the visitor. */
async function growMessages(to: number): Promise<void> {
  const { sequence } = (await queryOne(`SELECT max(sequence) AS sequence FROM conversation_events WHERE project_id = '${project.id}'`)) as {
    sequence: number;
  };
  const { revision: from } = (await queryOne(`SELECT revision FROM conversations WHERE id = '${conversationId}'`)) as { revision: number };
  const shift = sequence - from;
  const role = "CASE WHEN i % 3 = 0 THEN 'operator' ELSE 'visitor' END";
  const author = `CASE WHEN i % 3 = 0 THEN '${accountId}' ELSE '${contactId}' END`;
  for (let begin = from + 1; begin <= to; begin += 50_000) {
    const range = numbers(begin, Math.min(to, begin + 49_999));
    await run(
      `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, created_at) ${range}
       SELECT '${project.id}', i + ${shift}, ${id("evt")}, '${conversationId}', '${contactId}', i, 'message', 1, i - 1, ${role}, ${author}, 'seed', i, 'f', ${id("msg")}, 1893456000000 + i FROM n`,
      `INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at) ${range}
       SELECT ${id("msg")}, '${project.id}', '${conversationId}', 'message', i, ${role}, ${author}, 'Message number ' || i, '{"door":"widget","automatic":null}', i, 1893456000000 + i FROM n`,
    );
  }
  await run(
    `UPDATE conversations SET revision = ${to}, visible_revision = ${to}, visitor_messages = ${to} - ${to} / 3, team_messages = ${to} / 3 WHERE id = '${conversationId}'`,
  );
  revision = to;
}
/** Inserts other contacts' conversations in all states, older than the newest sequence. */
async function growConversations(from: number, to: number): Promise<void> {
  for (let begin = from + 1; begin <= to; begin += 50_000) {
    const range = numbers(begin, Math.min(to, begin + 49_999));
    await run(
      `INSERT INTO contacts (id, project_id, name, email, created_at) ${range} SELECT ${id("con")}, '${project.id}', 'Person ' || i, 'p' || i || '@example.test', i FROM n`,
      `INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, snoozed_until, assignee_id, revision, created_at, last_activity_at, visitor_messages, preview) ${range}
       SELECT '${project.id}', ${id("cnv")}, ${id("con")}, i, 'widget', CASE WHEN i % 5 = 0 THEN 'closed' WHEN i % 7 = 0 THEN 'snoozed' ELSE 'open' END, CASE WHEN i % 5 > 0 AND i % 7 = 0 THEN 4102444800000 END, CASE WHEN i % 4 > 0 THEN '${accountId}' END, 1, i, 1600000000000 + i, 1, 'Hello ' || i FROM n`,
    );
  }
}

/** Adds articles that share words with the measured searches. */
async function growKnowledge(projectId: string, count: number): Promise<void> {
  const { Database } = await import("../kernel/db/index.ts");
  const { newId } = await import("../kernel/ids/index.ts");
  const knowledge = await import("../modules/retrieval/index.ts");
  const own = projectId as ProjectId;
  const sourceId = await knowledge.articlesSourceId(own);
  const database = new Database(db as unknown as D1Database);
  await database.commit([knowledge.writeArticlesSource(own, sourceId, 1)]);
  for (let n = 0; n < count; n += 1)
    await database.commit(
      knowledge.writeDocument(
        {
          ...{ id: newId("knowledgeDocument", 1), projectId: own, sourceId, key: `a${n}`, title: `How to pay invoice ${n}`, url: null },
          ...{ locale: "en", audience: "public", assistant: true, hash: "", now: 1 },
          content: `Open the billing page.\n\n## Card ${n % 7}\n\nChoose the card, then pay the invoice of month ${n % 12}.`,
        },
        sql`1`,
      ),
    );
}

/** Sets up an open help center with 60 articles. */
async function openHelpCenter(): Promise<void> {
  await run(
    `INSERT INTO help_centers (project_id, open, title, description, default_locale, locales, links, updated_at, updated_by) VALUES ('${project.id}', 1, 'Help', '', 'en', '["en"]', '[]', 0, 'seed') ON CONFLICT (project_id) DO UPDATE SET open = 1`,
  );
  const management = `/api/management/projects/${project.id}/help`;
  const shelf = await owner.post<{ collection: { id: string } }>(`${management}/collections`, {
    ...{ clientId: randomUUID(), locale: "en", name: "Orders" },
  });
  for (let i = 0; i < 60; i += 1) {
    const words = {
      title: `Shipping times ${i}`,
      content: `Parcel number ${i} ships within ${i} days.`,
      collectionId: shelf.body.collection.id,
    };
    const { body } = await owner.post<{ article: { id: string } }>(`/api/dashboard/projects/${project.id}/help/articles`, {
      ...{ clientId: randomUUID(), locale: "en", ...words },
    });
    articleId = body.article.id;
    await owner.post(`${management}/articles/${articleId}/texts/en/publish`, { revision: 1 });
  }
}

/** Measures every route with the rows that the database has now. */
async function measure(): Promise<Record<string, Cost>> {
  const at = `/api/dashboard/projects/${project.id}/conversations`;
  const { Database } = await import("../kernel/db/index.ts");
  const { readReplay } = await import("../modules/conversations/live/replay.ts");
  const { sessionId } = (await queryOne(`SELECT id AS sessionId FROM sessions ORDER BY created_at DESC LIMIT 1`)) as { sessionId: string };
  const { visitorSession } = (await queryOne(`SELECT id AS visitorSession FROM visitor_sessions WHERE contact_id = '${contactId}'`)) as {
    visitorSession: string;
  };
  const head = async (): Promise<number> =>
    Number((await queryOne(`SELECT max(sequence) AS sequence FROM conversation_events WHERE project_id = '${project.id}'`))["sequence"]);
  const replay = (subscriber: Subscriber, missed: number) => async (): Promise<Cost> => {
    const own = new Database(db as unknown as D1Database);
    const chunk = await readReplay(own, rowFieldsOf({ registry }), subscriber, (await head()) - missed, Date.now());
    assert.equal(chunk.ended, null);
    assert.equal(chunk.items.length, missed);
    return { trips: own.cost.trips, rowsRead: own.cost.rowsRead, rowsWritten: own.cost.rowsWritten };
  };
  const member: Subscriber = { kind: "member", projectId: project.id, accountId, sessionId, name: "Olga" };
  const guest: Subscriber = { kind: "visitor", projectId: project.id, contactId, sessionId: visitorSession };
  const costOfRead = (route: string, path: string) => () => costOf(route, () => owner.call(path));
  const costs: Record<string, Cost> = {
    "replay, member, nothing missed": await mostFrequent(replay(member, 0)),
    "replay, member, 20 missed": await mostFrequent(replay(member, 20)),
    "replay, visitor, nothing missed": await mostFrequent(replay(guest, 0)),
    "replay, visitor, 20 missed": await mostFrequent(replay(guest, 20)),
    "inbox page": await mostFrequent(costOfRead("listConversations", at)),
    "inbox page, mine": await mostFrequent(costOfRead("listConversations", `${at}?view=mine`)),
    "inbox page, unassigned": await mostFrequent(costOfRead("listConversations", `${at}?view=unassigned`)),
    "inbox page, closed": await mostFrequent(costOfRead("listConversations", `${at}?view=closed`)),
    "open a thread": await mostFrequent(costOfRead("openThread", `${at}/${conversationId}`)),
    "older page of a thread": await mostFrequent(costOfRead("listEvents", `${at}/${conversationId}/events?before=${revision - 20}`)),
    "own conversations, visitor": await mostFrequent(() => costOf("listOwnConversations", () => visitor.call("/api/widget/conversations"))),
    "own events, visitor": await mostFrequent(() =>
      costOf("listOwnEvents", () => visitor.call(`/api/widget/conversations/${conversationId}/events`)),
    ),
    "help home, widget": await mostFrequent(() =>
      costOf("readWidgetHelp", () => visitor.call(`/api/widget/help?key=${project.key}&locale=en`)),
    ),
    "help search, widget": await mostFrequent(() =>
      costOf("searchWidgetHelp", () => visitor.call(`/api/widget/help/search?key=${project.key}&locale=en&q=how%20long%20does%20ship`)),
    ),
    "help article, widget": await mostFrequent(() =>
      costOf("readWidgetArticle", () => visitor.call(`/api/widget/help/articles/${articleId}?key=${project.key}&locale=en`)),
    ),
    "find contacts": await mostFrequent(costOfRead("listContacts", `/api/dashboard/projects/${project.id}/contacts?q=person%209`)),
    "search knowledge": await mostFrequent(
      costOfRead("searchKnowledge", `/api/dashboard/projects/${project.id}/knowledge?q=how%20do%20I%20pay%20an%20invoice%20by%20card`),
    ),
  };
  costs["send, visitor"] = await mostFrequent(async () => {
    const cost = await costOf("postMessage", () => visitor.postMessage(conversationId, "One more"));
    revision += 1;
    return cost;
  });
  costs["reply"] = await mostFrequent(async () => {
    const cost = await costOf("replyToConversation", () =>
      owner.post(`${at}/${conversationId}/messages`, { clientId: randomUUID(), frontier: revision, content: "An answer" }),
    );
    revision += 1;
    return cost;
  });
  costs["mark read"] = await mostFrequent(
    async () => await costOf("markRead", () => owner.post(`${at}/${conversationId}/read`, { revision })),
  );
  costs["counts of the views"] = await mostFrequent(
    costOfRead("countConversations", `/api/dashboard/projects/${project.id}/conversation-counts`),
  );
  return costs;
}

let small: Record<string, Cost>;
let large: Record<string, Cost>;
beforeAll(async () => {
  const onLog = (text: string): void => {
    if (!text.startsWith("{")) return;
    const line = JSON.parse(text) as Answered;
    if (line.message !== "answered") return;
    printed.push(line);
    waiting.shift()?.(line);
  };
  served = await serveBuild({
    tick: false,
    onLog,
    vars: {
      LOG_REQUESTS: "1",
      TEST_SCRYPT_LOG_N: "4",
      RATE_LIMITS: JSON.stringify({ messagesPerConversationMinute: 100_000, messagesPerContactHour: 100_000 }),
    },
  });
  db = await served.runtime.getD1Database("DB");
  owner = new Operator(served.url);
  const made = await owner.setup();
  assert.equal(made.status, 201);
  project = await owner.project("Acme", SITE);
  visitor = new Visitor(served.url, project.key, SITE, "203.0.113.7");
  await visitor.start();
  conversationId = (await visitor.open("hello")).body.conversation.id;
  contactId = visitor.contactId;
  accountId = String((await queryOne("SELECT first_owner_id AS id FROM installation"))["id"]);
  await openHelpCenter();
  await growMessages(MESSAGES[0]);
  await growConversations(0, CONVERSATIONS[0]);
  await owner.post(`/api/dashboard/projects/${project.id}/conversations/${conversationId}/read`, { revision });
  await growKnowledge(project.id, 60);
  printed.length = 0;
  waiting.length = 0;
  small = await measure();
  // Other projects have articles with the same words.
  await growKnowledge("prj_00000000000000000000000009", 60);
  await growMessages(MESSAGES[1]);
  await growConversations(CONVERSATIONS[0], CONVERSATIONS[1]);
  large = await measure();
});
afterAll(() => served.stop());

test("every route costs the same however much data has accumulated", () => {
  // Counting stops at a cap, so a small installation counts fewer rows.
  const { "counts of the views": __, ...grown } = large;
  const { "counts of the views": _, ...little } = small;
  assert.deepEqual(grown, little);
  assert.ok((large["counts of the views"]?.rowsRead ?? Infinity) <= 1000, JSON.stringify(large["counts of the views"]));
});

test("every route costs exactly what budgets.json says", () => {
  const { d1 } = readBudgets();
  assert.deepEqual(large, d1, `measured:\n${JSON.stringify(large, null, 2)}`);
});

test("a visitor's send takes one round trip, a reply two, and a page two", () => {
  assert.equal(large["send, visitor"]?.trips, 1);
  assert.equal(large["reply"]?.trips, 2);
  for (const name of ["inbox page", "open a thread", "own conversations, visitor", "own events, visitor", "older page of a thread"])
    assert.equal(large[name]?.trips, 2, name);
});
