// The cost of an erasure: no invocation exceeds its budget, and the cost is linear in the contact's messages, whatever others have. LONG=1
// also erases 10,000 messages with files, sixty contacts at once, and one beside 100,000 foreign rows, and prints the figures.
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import worker from "../../edition/worker.ts";
import { LONG } from "./long.ts";
import { erase, addMessages, keysOf, progress, run, upTo } from "./erasure-kit.ts";
import { makeWorld, type Visitor, type World } from "./world.ts";

/** Statements that one invocation may send to D1. */
const ROOM = 500;

interface Cost {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  removals: number;
}
/** What one more message with its file may cost; statements and removals are shared by a page of a hundred. */
const BUDGET: Cost = { statements: 0.31, rowsRead: 51, rowsWritten: 6.1, removals: 0.011 };
const NOTHING: Cost = { statements: 0, rowsRead: 0, rowsWritten: 0, removals: 0 };
const NAMES = Object.keys(NOTHING) as (keyof Cost)[];
const sum = (costs: readonly Cost[]): Cost =>
  Object.fromEntries(NAMES.map((name) => [name, costs.reduce((n, cost) => n + cost[name], 0)])) as unknown as Cost;

let world: World;
let plain: World["env"];
/** One for each invocation since the test began. */
let costs: Cost[];
/** Jobs sent to the queue and not delivered yet. */
let queued: { jobId: string }[];
let queueWorks: boolean;

/** The bindings of one invocation. */
function invocation(): World["env"] {
  const cost = { ...NOTHING };
  costs.push(cost);
  return {
    ...plain,
    DB: {
      prepare: (sql: string) => plain.DB.prepare(sql),
      async batch(statements: D1PreparedStatement[]) {
        cost.statements += statements.length;
        const results = await plain.DB.batch(statements);
        for (const { meta } of results) {
          cost.rowsRead += meta.rows_read;
          cost.rowsWritten += meta.rows_written;
        }
        return results;
      },
    },
    FILES: {
      list: (options?: R2ListOptions) => plain.FILES.list(options),
      delete(keys: string | string[]) {
        cost.removals += 1;
        return plain.FILES.delete(keys);
      },
    },
    JOBS: {
      async sendBatch(messages: { body: { jobId: string } }[]) {
        if (!queueWorks) throw new Error("no queue");
        queued.push(...messages.map(({ body }) => body));
      },
    },
  } as unknown as World["env"];
}
/** Delivers the queue's messages in the worker's batch size until none is left. */
async function deliver(): Promise<void> {
  while (queued.length > 0) {
    const messages = queued.splice(0, 10).map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body }));
    const batch = createMessageBatch<{ jobId: string }>("seed-desk-jobs", messages);
    const execution = createExecutionContext();
    await worker.queue(batch, invocation(), execution);
    expect((await getQueueResult(batch, execution)).outcome).toBe("ok");
  }
}
async function schedule(): Promise<void> {
  const execution = createExecutionContext();
  await worker.scheduled({} as ScheduledController, invocation(), execution);
  await waitOnExecutionContext(execution);
}
const countUnfinished = async (): Promise<number> => (await world.rows("SELECT 1 FROM contact_erasures WHERE finished_at IS NULL")).length;
const mostStatements = (): number => Math.max(...costs.map(({ statements }) => statements));

beforeAll(async () => {
  world = await makeWorld({
    vars: { RATE_LIMITS: JSON.stringify({ widgetSessionsPerProjectHour: 10_000, widgetSessionsPerIpHour: 10_000 }) },
  });
  plain = world.env;
});
beforeEach(() => {
  [costs, queued, queueWorks] = [[], [], true];
});

/** A visitor with one conversation of so many messages, each with a file. */
async function withMessages(n: number, from: number, objects = true): Promise<Visitor> {
  const visitor = await world.visitor();
  const { conversation } = (await visitor.open("canary first")).body;
  await addMessages(world, visitor, conversation.id, n - 1, n - 1, { from, objects });
  return visitor;
}
/** A visitor with so many conversations of one message. */
async function withConversations(n: number, from: number): Promise<Visitor> {
  const visitor = await world.visitor();
  await visitor.open("canary first");
  await conversationsOf(visitor.contactId, n - 1, from);
  return visitor;
}
async function conversationsOf(contactId: string, n: number, from: number): Promise<void> {
  const [{ head = 0 } = {}] = await world.rows<{ head: number }>(
    "SELECT coalesce(max(sequence), 0) AS head FROM conversation_events WHERE project_id = ?",
    world.projectId,
  );
  const id = (prefix: string): string => `'${prefix}_' || printf('%026d', i)`;
  for (let begin = from; begin < from + n; begin += 20_000) {
    const range = upTo(Math.min(20_000, from + n - begin), begin);
    await run(
      world,
      `INSERT INTO conversations (project_id, id, contact_id, client_id, door, revision, visible_revision, created_at, last_activity_at, preview) ${range}
       SELECT '${world.projectId}', ${id("cnv")}, '${contactId}', i, 'widget', 1, 1, i, i, 'canary' FROM n`,
      `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, scope, client_id, fingerprint, message_id, created_at) ${range}
       SELECT '${world.projectId}', ${head} + i - ${from} + 1, ${id("evt")}, ${id("cnv")}, '${contactId}', 1, 'message', 1, 0, 'visitor', 'seed', i, 'canary', ${id("msg")}, i FROM n`,
      `INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, content, origin, client_id, created_at) ${range}
       SELECT ${id("msg")}, '${world.projectId}', ${id("cnv")}, 'message', 1, 'visitor', 'canary ' || i, '{}', i, i FROM n`,
      `INSERT INTO files (id, project_id, contact_id, object_key, name, type, size, state, owner, client_id, message_id, created_at) ${range}
       SELECT ${id("file")}, '${world.projectId}', '${contactId}', 'f/${contactId}-' || i, 'canary', 'image/png', 9, 'attached', 'visitor:${contactId}', i, ${id("msg")}, i FROM n`,
    );
  }
}
/** Erases with a working queue, and answers the total cost. */
async function erased(visitor: Visitor): Promise<Cost> {
  costs = [];
  expect((await erase(world, visitor, invocation())).status).toBe(202);
  await deliver();
  const { state, removed } = await progress(world, visitor);
  expect([state, removed["sessions"]]).toEqual(["erased", 1]);
  expect(await keysOf(world)).toEqual([]);
  return sum(costs);
}

/** Cost of one more message between two sizes; the fixed part cancels out. */
const costPerMessage = (a: Cost, b: Cost, more: number): Record<keyof Cost, number> =>
  Object.fromEntries(NAMES.map((name) => [name, (b[name] - a[name]) / more])) as Record<keyof Cost, number>;
function assertLinear(found: readonly { readonly n: number; readonly cost: Cost }[], names: readonly (keyof Cost)[]): void {
  const steps = found.slice(1).map(({ n, cost }, i) => {
    const before = found[i] ?? { n: 0, cost: NOTHING };
    return costPerMessage(before.cost, cost, n - before.n);
  });
  for (const name of names) {
    const values = steps.map((step) => step[name]);
    expect(Math.max(...values) / Math.min(...values), `${name} of one more: ${values.map((v) => v.toFixed(3)).join(", ")}`).toBeLessThan(
      1.2,
    );
  }
}
const figures = (found: readonly { n: number; cost: Cost; invocations: number; most: number }[]): void => {
  if (LONG) for (const { cost, ...more } of found) console.info(JSON.stringify({ ...more, ...cost }));
};

test("an erasure's cost is linear in the messages and files", { timeout: 300_000 }, async () => {
  const found = [];
  for (const [i, n] of [10, 100, 400, 1000, ...(LONG ? [10_000] : [])].entries()) {
    const cost = await erased(await withMessages(n, (i + 1) * 1_000_000, LONG || n <= 400));
    expect(mostStatements()).toBeLessThanOrEqual(ROOM);
    found.push({ n, cost, invocations: costs.length, most: mostStatements() });
  }
  figures(found);
  const [first, last] = [found[1], found.at(-1)];
  if (!first || !last) throw new Error("nothing measured");
  const more = costPerMessage(first.cost, last.cost, last.n - first.n);
  for (const name of NAMES) expect(more[name], name).toBeLessThanOrEqual(BUDGET[name]);
  assertLinear(found, ["rowsRead", "rowsWritten"]);
  // Pages hold a hundred: below that one more message costs nothing.
  assertLinear(found.slice(1), ["statements", "removals"]);
});

test("an erasure's cost is linear in the conversations", { timeout: 300_000 }, async () => {
  const found = [];
  for (const [i, n] of [200, 1000, 2000].entries()) {
    const cost = await erased(await withConversations(n, (i + 11) * 1_000_000));
    expect(mostStatements()).toBeLessThanOrEqual(ROOM);
    found.push({ n, cost, invocations: costs.length, most: mostStatements() });
  }
  figures(found);
  assertLinear(found, NAMES);
});

/** Rows of others in every table that an erasure queries. */
async function addForeignRows(n: number, from: number): Promise<void> {
  await conversationsOf((await world.visitor()).contactId, n, from);
  const rows = upTo(n, from);
  await run(
    world,
    `INSERT INTO contacts (id, project_id, name, created_at) ${rows} SELECT 'con_' || printf('%026d', i), '${world.projectId}', 'n', i FROM n`,
    `INSERT INTO inbound_mail_receipts (id, project_id, identity_hash, size, door, message_id, received_at, classified_at) ${rows}
     SELECT 'mail_' || i, '${world.projectId}', i, 1, 'email', 'msg_' || printf('%026d', i), 1, 1 FROM n`,
    `INSERT INTO jobs (id, project_id, contact_id, kind, key, payload, state, due_at, created_at, finished_at) ${rows}
     SELECT 'job_' || i, '${world.projectId}', 'con_' || printf('%026d', i), 'test.none', i, '{}', 'done', 1, 1, ${Date.now()} FROM n`,
    `INSERT INTO abuse_counters (key, window, n, expires_at) ${rows} SELECT 'messagesPerContactHour:con_' || printf('%026d', i), 1, 1, 4102444800000 FROM n`,
  );
}
test("rows of others do not change an erasure's cost", { timeout: 300_000 }, async () => {
  // An index search that finds nothing reads the row where it stops, so both sides have a few foreign rows; random ids stop at varying
  // places.
  await addForeignRows(10, 30_000_000);
  const { rowsRead, ...few } = await erased(await withMessages(300, 21_000_000));
  await addForeignRows(LONG ? 100_000 : 20_000, 31_000_000);
  const { rowsRead: read, ...many } = await erased(await withMessages(300, 22_000_000));
  expect(many).toEqual(few);
  expect(Math.abs(read - rowsRead)).toBeLessThan(10);
});

test("without a queue the schedule finishes the erasure, each run within its budget", { timeout: 60_000 }, async () => {
  queueWorks = false;
  const visitor = await withMessages(5000, 51_000_000, false);
  expect((await erase(world, visitor, invocation())).status).toBe(202);
  expect(await countUnfinished()).toBe(1);
  let ticks = 0;
  for (; (await countUnfinished()) > 0 && ticks < 10; ticks += 1) await schedule();
  expect((await progress(world, visitor)).state).toBe("erased");
  expect(ticks).toBeGreaterThan(0);
  expect(mostStatements()).toBeLessThanOrEqual(ROOM);
});

test("the queue alone finishes the erasure without the schedule", { timeout: 60_000 }, async () => {
  const visitor = await withMessages(5000, 52_000_000, false);
  await erase(world, visitor, invocation());
  expect([await countUnfinished(), queued.length]).toEqual([1, 2]);
  await deliver();
  expect(await countUnfinished()).toBe(0);
  expect(costs.length).toBeGreaterThan(2);
  expect(mostStatements()).toBeLessThanOrEqual(ROOM);
});

test.each([
  // Two dozen alone would exceed the budget of one invocation.
  ["the schedule, many small", "schedule", LONG ? 60 : 24, 1],
  ["the schedule, some large", "schedule", 5, 600],
  ["one batch of the queue, large", "queue", 10, 600],
] as const)("many erasures at once stay within the budget of %s", { timeout: 120_000 }, async (_, by, contacts, messages) => {
  const seed = 60_000_000 + Math.floor(Math.random() * 10_000) * 1_000_000;
  const ids = Array.from({ length: contacts }, (_one, i) => `con_${String(seed + i).padStart(26, "0")}`);
  for (const [i, contactId] of ids.entries()) {
    await run(world, `INSERT INTO contacts (id, project_id, name, created_at) VALUES ('${contactId}', '${world.projectId}', 'canary', 1)`);
    await conversationsOf(contactId, 1, seed + i * 10_000);
    const conversation = `cnv_${String(seed + i * 10_000).padStart(26, "0")}`;
    if (messages > 1)
      await addMessages(world, { contactId }, conversation, messages, messages, { from: seed + i * 10_000 + 1, objects: false });
  }
  for (const contactId of ids)
    await run(
      world,
      `INSERT INTO contact_erasures (id, project_id, contact_id, erased_by, started_at) VALUES ('ers_${contactId}', '${world.projectId}', '${contactId}', 'somebody', 1)`,
    );
  if (by === "queue") {
    queueWorks = false;
    await schedule();
    costs = [];
    queueWorks = true;
    queued = (await world.rows<{ id: string }>("SELECT id FROM jobs WHERE kind = 'erasure.erase' AND state = 'queued'")).map(({ id }) => ({
      jobId: id,
    }));
    expect(queued.length).toBeGreaterThan(5);
    await deliver();
  }
  for (let ticks = 0; (await countUnfinished()) > 0 && ticks < 30; ticks += 1) await schedule();
  expect(await countUnfinished()).toBe(0);
  expect(costs.map(({ statements }) => statements).toSorted((a, b) => b - a)[0]).toBeLessThanOrEqual(ROOM);
});
