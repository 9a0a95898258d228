// Checks what each route costs in D1: round trips, rows read, rows written. The cost must be the same with 100 and with 200,000
// messages in a conversation, with 1,000 and with 100,000 conversations, and must equal budgets.json exactly.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import "../scripts/lib/worker-imports.ts";
import { sql } from "drizzle-orm";
import type { ProjectId } from "../kernel/ids/index.ts";
import type { Subscriber } from "../modules/live-updates/subscriber.ts";
import type { D1 } from "../scripts/lib/miniflare.ts";
import { type Served, serveBuild } from "../scripts/lib/serve.ts";
import { call, Operator, Visitor } from "../tests/support/desk.ts";
import { readBudgets } from "./budgets.ts";

// Loaded before the server starts: loading takes longer than the server keeps an idle connection open.
const { registry } = await import("../edition/manifest.ts");

const SITE = "http://localhost:5999";
// Both leave the same remainder when divided by three, so that the newest page has the same number of replies.
const MESSAGES = [100, 200_002] as const;
const CONVERSATIONS = [1000, 100_000] as const;

interface Cost {
  readonly trips: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}
/** The worker's log line of one answered request. */
interface Answered extends Omit<Cost, "trips"> {
  readonly message: string;
  readonly route: string;
  readonly status: number;
  readonly roundTrips: number;
}

let served: Served;
let db: D1;
let owner: Operator;
let visitor: Visitor;
let project: { id: string; key: string };
let conversationId: string;
let accountId: string;
let contactId: string;
let articleId: string;
let token: string;
let revision = 0;
const printed: Answered[] = [];
const waiting: ((line: Answered) => void)[] = [];

/** Makes one call and returns the cost from the log line that the worker writes for it. */
async function costOf(route: string, call: () => Promise<{ status: number; body: unknown }>): Promise<Cost> {
  const line = new Promise<Answered>((resolve) => waiting.push(resolve));
  const { status, body } = await call();
  assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(body)}`);
  const found = await line;
  assert.equal(found.route, route);
  return { trips: found.roundTrips, rowsRead: found.rowsRead, rowsWritten: found.rowsWritten };
}
/** The most frequent cost of five calls: a rate limit may begin a new window during one of them. */
async function typicalCost(measure: () => Promise<Cost>): Promise<Cost> {
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
const one = async (sql: string): Promise<Record<string, unknown>> => (await db.prepare(sql).all()).results[0] ?? {};

/** Inserts messages directly until the conversation has `to` of them, two thirds by the visitor. */
async function growMessages(to: number): Promise<void> {
  const { sequence } = (await one(`SELECT max(sequence) AS sequence FROM conversation_events WHERE project_id = '${project.id}'`)) as {
    sequence: number;
  };
  const { revision: from } = (await one(`SELECT revision FROM conversations WHERE id = '${conversationId}'`)) as { revision: number };
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
    `UPDATE conversations SET revision = ${to}, visible_revision = ${to}, visitor_messages = ${to} - ${to} / 3, team_messages = ${to} / 3,
       assignee_id = (SELECT account_id FROM memberships WHERE project_id = '${project.id}' LIMIT 1) WHERE id = '${conversationId}'`,
  );
  revision = to;
}
/** Inserts conversations of other contacts, in all states, older than the measured one. */
async function growConversations(from: number, to: number): Promise<void> {
  for (let begin = from + 1; begin <= to; begin += 10_000) {
    const range = numbers(begin, Math.min(to, begin + 9999));
    await run(
      `INSERT INTO contacts (id, project_id, name, email, created_at) ${range} SELECT ${id("con")}, '${project.id}', 'Person ' || i, 'p' || i || '@example.test', i FROM n`,
      `INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, snoozed_until, assignee_id, revision, created_at, last_activity_at, visitor_messages, preview) ${range}
       SELECT '${project.id}', ${id("cnv")}, ${id("con")}, i, 'widget', CASE WHEN i % 5 = 0 THEN 'closed' WHEN i % 7 = 0 THEN 'snoozed' ELSE 'open' END, CASE WHEN i % 5 > 0 AND i % 7 = 0 THEN 4102444800000 END, CASE WHEN i % 4 > 0 THEN '${accountId}' END, 1, i, 1600000000000 + i, 1, 'Hello ' || i FROM n`,
    );
  }
}

/** Adds `count` documents to the search index of a project. */
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

/** Opens the help center with 60 published articles. */
async function openHelp(): Promise<void> {
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

/** Makes views of the project as it is now, and waits until they are filled. Those of an earlier size are deleted. */
async function makeViews(): Promise<Record<string, string>> {
  const path = `/api/dashboard/projects/${project.id}/views`;
  const { body } = await owner.call<{ views: { id: string }[] }>(path);
  for (const { id } of body.views) await owner.call(`${path}/${id}`, { method: "DELETE" });
  // As the schedule does after ten minutes.
  await run(
    `DELETE FROM saved_views WHERE project_id = '${project.id}'`,
    `UPDATE saved_view_indexes SET dropped_at = 1 WHERE dropped_at IS NULL`,
  );
  // What was inserted directly since the last size is entered by the new views' filling, not by walking its events.
  await run(
    `UPDATE saved_view_walks SET sequence = (SELECT max(sequence) FROM conversation_events WHERE project_id = '${project.id}') WHERE project_id = '${project.id}'`,
  );
  const open = { field: "status", is: "any", values: ["open"] };
  const all = {
    "everything open": [open],
    "four conditions": [
      open,
      { field: "assignee", is: "any", values: [accountId] },
      { field: "channel", is: "none", values: ["email"] },
      { field: "created", from: null, until: "2020-01-01T00:00:00.000Z" },
    ],
    "nothing matches": [open, { field: "priority", is: "any", values: ["urgent"] }],
    "of contacts": [
      { field: "attribute", key: "plan", is: "none", values: ["pro"] },
      { field: "language", is: "any", values: ["none"] },
    ],
    "old ones": [{ field: "created", age: "over", minutes: 525_600 }],
  };
  const made: Record<string, string> = {};
  for (const [name, conditions] of Object.entries(all)) {
    const { body: one } = await owner.post<{ view: { id: string } }>(path, {
      ...{ clientId: randomUUID(), kind: "personal", name, icon: "", conditions, sort: "activity" },
    });
    made[name] = one.view.id;
  }
  for (let i = 0; i < 600; i += 1) {
    const { body: now } = await owner.call<{ views: { filling: unknown }[] }>(path);
    if (now.views.every(({ filling }) => filling === null)) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  printed.length = 0;
  waiting.length = 0;
  return made;
}

/** Measures every route at the current size of the database. */
async function measure(): Promise<Record<string, Cost>> {
  const at = `/api/dashboard/projects/${project.id}/conversations`;
  const { Database } = await import("../kernel/db/index.ts");
  const { readReplay } = await import("../modules/live-updates/replay.ts");
  const { sessionId } = (await one(`SELECT id AS sessionId FROM sessions ORDER BY created_at DESC LIMIT 1`)) as { sessionId: string };
  const { visitorSession } = (await one(`SELECT id AS visitorSession FROM visitor_sessions WHERE contact_id = '${contactId}'`)) as {
    visitorSession: string;
  };
  const head = async (): Promise<number> =>
    Number((await one(`SELECT max(sequence) AS sequence FROM conversation_events WHERE project_id = '${project.id}'`))["sequence"]);
  const replay = (subscriber: Subscriber, missed: number) => async (): Promise<Cost> => {
    const own = new Database(db as unknown as D1Database);
    const chunk = await readReplay(own, registry.extensions, subscriber, (await head()) - missed, Date.now());
    assert.equal(chunk.ended, null);
    assert.equal(chunk.items.length, missed);
    return { trips: own.cost.roundTrips, rowsRead: own.cost.rowsRead, rowsWritten: own.cost.rowsWritten };
  };
  const member: Subscriber = { kind: "member", projectId: project.id, accountId, sessionId, name: "Olga" };
  const guest: Subscriber = { kind: "visitor", projectId: project.id, contactId, sessionId: visitorSession };
  const read = (route: string, path: string) => () => costOf(route, () => owner.call(path));
  const costs: Record<string, Cost> = {
    "replay, member, nothing missed": await typicalCost(replay(member, 0)),
    "replay, member, 20 missed": await typicalCost(replay(member, 20)),
    "replay, visitor, nothing missed": await typicalCost(replay(guest, 0)),
    "replay, visitor, 20 missed": await typicalCost(replay(guest, 20)),
    "inbox page": await typicalCost(read("listConversations", at)),
    "inbox page, mine": await typicalCost(read("listConversations", `${at}?view=mine`)),
    "inbox page, unassigned": await typicalCost(read("listConversations", `${at}?view=unassigned`)),
    "inbox page, closed": await typicalCost(read("listConversations", `${at}?view=closed`)),
    "inbox page, longest waiting": await typicalCost(read("listConversations", `${at}?view=all&sort=waiting`)),
    "inbox page, due first": await typicalCost(read("listConversations", `${at}?view=all&sort=due`)),
    "inbox page, mine due first": await typicalCost(read("listConversations", `${at}?view=mine&sort=due`)),
    "inbox page, mine by priority": await typicalCost(read("listConversations", `${at}?view=mine&sort=priority`)),
    "inbox page, closed by creation": await typicalCost(read("listConversations", `${at}?view=closed&sort=created`)),
    "inbox page, filter that nothing matches": await typicalCost(read("listConversations", `${at}?view=all&filter=priority:urgent`)),
    "open a thread": await typicalCost(read("openThread", `${at}/${conversationId}`)),
    "older page of a thread": await typicalCost(read("listEvents", `${at}/${conversationId}/events?before=${revision - 20}`)),
    "own conversations, visitor": await typicalCost(() => costOf("listOwnConversations", () => visitor.call("/api/widget/conversations"))),
    "own events, visitor": await typicalCost(() =>
      costOf("listOwnEvents", () => visitor.call(`/api/widget/conversations/${conversationId}/events`)),
    ),
    "help home, widget": await typicalCost(() =>
      costOf("readWidgetHelp", () => visitor.call(`/api/widget/help?key=${project.key}&locale=en`)),
    ),
    "help search, widget": await typicalCost(() =>
      costOf("searchWidgetHelp", () => visitor.call(`/api/widget/help/search?key=${project.key}&locale=en&q=how%20long%20does%20ship`)),
    ),
    "help article, widget": await typicalCost(() =>
      costOf("readWidgetArticle", () => visitor.call(`/api/widget/help/articles/${articleId}?key=${project.key}&locale=en`)),
    ),
    "find contacts": await typicalCost(read("listContacts", `/api/dashboard/projects/${project.id}/contacts?q=person%209`)),
    "contacts, last seen": await typicalCost(read("listContacts", `/api/dashboard/projects/${project.id}/contacts?sort=seen`)),
    "contacts, by name": await typicalCost(read("listContacts", `/api/dashboard/projects/${project.id}/contacts?sort=name`)),
    "contacts, unproved, by name": await typicalCost(
      read("listContacts", `/api/dashboard/projects/${project.id}/contacts?sort=name&address=unproved`),
    ),
    "contacts, language that nobody has": await typicalCost(
      read("listContacts", `/api/dashboard/projects/${project.id}/contacts?language=de`),
    ),
    "contacts, attribute that nobody has": await typicalCost(
      read("listContacts", `/api/dashboard/projects/${project.id}/contacts?attribute=plan&value=pro`),
    ),
    "search knowledge": await typicalCost(
      read("searchKnowledge", `/api/dashboard/projects/${project.id}/knowledge?q=how%20do%20I%20pay%20an%20invoice%20by%20card`),
    ),
  };
  // From here on the project has views, which cost a message nothing.
  const views = await makeViews();
  for (const [name, id] of Object.entries(views)) {
    costs[`view, ${name}`] = await typicalCost(read("listConversations", `${at}?view=${id}`));
    costs[`view, ${name}, due first`] = await typicalCost(read("listConversations", `${at}?view=${id}&sort=due`));
    costs[`view, ${name}, by priority`] = await typicalCost(read("listConversations", `${at}?view=${id}&sort=priority`));
  }
  costs["views with counts"] = await typicalCost(read("listSavedViews", `/api/dashboard/projects/${project.id}/views`));
  costs["send, visitor"] = await typicalCost(async () => {
    const cost = await costOf("postMessage", () => visitor.postMessage(conversationId, "One more"));
    revision += 1;
    return cost;
  });
  costs["reply"] = await typicalCost(async () => {
    const cost = await costOf("replyToConversation", () =>
      owner.post(`${at}/${conversationId}/messages`, { clientId: randomUUID(), frontier: revision, content: "An answer" }),
    );
    revision += 1;
    return cost;
  });
  costs["mark read"] = await typicalCost(
    async () => await costOf("markRead", () => owner.post(`${at}/${conversationId}/read`, { revision })),
  );
  const callTool = (name: string, args: object): Promise<Cost> =>
    costOf("callMcp", () =>
      call(`${served.url}/api/mcp`, {
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
        headers: { authorization: `Bearer ${token}` },
      }),
    );
  costs["list conversations, program"] = await typicalCost(() => callTool("list_conversations", { limit: 50 }));
  costs["read a conversation, program"] = await typicalCost(() => callTool("read_conversation", { conversationId }));
  costs["search knowledge, program"] = await typicalCost(() =>
    callTool("search_knowledge", { question: "how do I pay an invoice by card", limit: 10 }),
  );
  costs["propose a reply, program"] = await typicalCost(async () => {
    const cost = await callTool("propose_reply", { conversationId, clientId: randomUUID(), reply: "An answer" });
    revision += 1;
    return cost;
  });
  costs["counts of the views"] = await typicalCost(read("countConversations", `/api/dashboard/projects/${project.id}/conversation-counts`));
  // The first reader after a change enters it into all views.
  costs["view, after a message"] = await typicalCost(async () => {
    await costOf("postMessage", () => visitor.postMessage(conversationId, "One more"));
    revision += 1;
    return await costOf("listConversations", () => owner.call(`${at}?view=${Object.values(views)[0]}`));
  });
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
  accountId = String((await one("SELECT first_owner_id AS id FROM installation"))["id"]);
  const scopes = ["knowledge:read", "conversations:read", "notes:write"];
  const tokens = `/api/management/projects/${project.id}/api-tokens`;
  token = (await owner.post<{ secret: string }>(tokens, { clientId: randomUUID(), name: "Helper", scopes, validDays: null })).body.secret;
  await openHelp();
  await growMessages(MESSAGES[0]);
  await growConversations(0, CONVERSATIONS[0]);
  await owner.post(`/api/dashboard/projects/${project.id}/conversations/${conversationId}/read`, { revision });
  await growKnowledge(project.id, 60);
  printed.length = 0;
  waiting.length = 0;
  small = await measure();
  // Another project with the same words, which a search must not read.
  await growKnowledge("prj_00000000000000000000000009", 60);
  await growMessages(MESSAGES[1]);
  await growConversations(CONVERSATIONS[0], CONVERSATIONS[1]);
  large = await measure();
});
afterAll(() => served.stop());

test("every route costs the same however much data is stored", () => {
  assert.deepEqual(large, small);
});

test("every route costs exactly what budgets.json lists", () => {
  const { d1 } = readBudgets();
  assert.deepEqual(large, d1, `measured:\n${JSON.stringify(large, null, 2)}`);
});

test("a visitor's send takes one round trip, a reply two, and each page two", () => {
  assert.equal(large["send, visitor"]?.trips, 1);
  assert.equal(large["reply"]?.trips, 2);
  for (const name of ["inbox page", "open a thread", "own conversations, visitor", "own events, visitor", "older page of a thread"])
    assert.equal(large[name]?.trips, 2, name);
});
