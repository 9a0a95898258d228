// Sets up erasure tests: a contact with everything the product stores, a platform that fails where a test says, and snapshots of all stores
// that can be restored and compared.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { newId } from "#kernel/ids/index.ts";
import type { Env } from "#kernel/module/index.ts";
import { systemCtx } from "../../edition/worker.ts";
import { PNG, type Visitor, type World } from "./world.ts";

export interface Erasure {
  readonly state: string;
  readonly finishedAt: string | null;
  readonly erasedBy: string | null;
  readonly removed: Record<string, number>;
  readonly progress: { done: number; of: number };
}
export const erase = (world: World, { contactId }: { contactId: string }, env = world.env) =>
  world.as<{ erasure: Erasure }>(`/api/management/projects/${world.projectId}/contacts/${contactId}/erase`, { body: {}, env });
export const progress = async (world: World, { contactId }: { contactId: string }): Promise<Erasure> =>
  (await world.as<{ erasure: Erasure }>(`/api/management/projects/${world.projectId}/contacts/${contactId}/erasure`)).body.erasure;

/** The minute schedule as the worker runs it: one invocation, one context, and a failing task does not stop the others. */
export async function tick(world: World, env = world.env): Promise<void> {
  const execution = createExecutionContext();
  const ctx = { ...systemCtx(env, execution, world.clock), registry: world.registry };
  for (const task of world.registry.cron) await task.run(ctx).catch(() => undefined);
  await waitOnExecutionContext(execution);
}

// --- people -------------------------------------------------------------------

/** Every text stored about this person contains it. */
export const CANARY = "canary";
const text = (what: string): string => `${CANARY} ${what}`;
const id = (prefix: string): string => `'${prefix}_' || printf('%026d', i)`;
export const upTo = (n: number, from = 1): string =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + n - 1})`;
export const run = async (world: World, ...statements: string[]): Promise<void> => {
  for (const statement of statements) await world.env.DB.prepare(statement).run();
};

/** A visitor with every kind of data: conversations, notes, drafts, files of all kinds and states, mails, waiting jobs. */
export async function person(world: World): Promise<Visitor & { readonly conversations: readonly string[] }> {
  const visitor = await world.visitor();
  await visitor.call("/api/widget/events", {
    body: {
      events: [
        { kind: "claim", name: text("name"), email: `${CANARY}@example.test` },
        { kind: "metadata", metadata: { plan: text("plan"), seats: 3 } },
        { kind: "page", page: { url: `https://example.test/${CANARY}`, title: text("page") } },
      ],
    },
  });
  const conversations: string[] = [];
  for (const n of [1, 2, 3]) {
    const file = (await visitor.upload(`${CANARY}.png`, PNG)).body.file.id;
    const opened = await visitor.open(text(`opening ${n}`), { attachments: [file] });
    const conversationId = opened.body.conversation.id;
    conversations.push(conversationId);
    const at = `${world.conversations}/${conversationId}`;
    const upload = async (): Promise<string> => {
      const path = `${at}/files?name=${CANARY}.png&clientId=${crypto.randomUUID()}`;
      const answer = await world.as<{ file: { id: string } }>(path, {
        raw: PNG,
        headers: { "content-length": String(PNG.byteLength) },
      });
      return answer.body.file.id;
    };
    const post = async (path: string, more: object): Promise<void> => {
      const answer = await world.as(`${at}/${path}`, { body: { clientId: crypto.randomUUID(), content: text(path), ...more } });
      if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    };
    await post("messages", { frontier: 1, attachments: [await upload()] });
    await post("notes", { attachments: [await upload()] });
    await world.as(`${at}/drafts/reply`, { method: "PUT", body: { content: text("draft"), attachments: [await upload()] } });
    await run(
      world,
      `INSERT INTO inbound_mail_receipts (id, project_id, identity_hash, object_key, envelope_from, envelope_to, subject, size, door, state, message_id, received_at, reasons)
       SELECT 'mail_${conversationId}', project_id, 'hash ${conversationId}', 'mail/${conversationId}', '${CANARY}@example.test', 'desk@example.test', '${text("subject")}', 10, 'email', 'admitted', id, 1, '[{"rule":"auto","evidence":"${CANARY}"}]'
       FROM messages WHERE conversation_id = '${conversationId}' AND revision = 1`,
    );
    await world.env.FILES.put(`mail/${conversationId}`, text("mail"));
  }
  await visitor.upload(`${CANARY}.png`, PNG);
  const whose = `'${world.projectId}', '${visitor.contactId}'`;
  await run(
    world,
    // An unfinished upload, with what it has stored so far.
    `INSERT INTO files (id, project_id, contact_id, object_key, name, type, size, state, owner, client_id, created_at)
     VALUES ('${newId("file", world.clock.now())}', ${whose}, 'f/pending-${visitor.contactId}', '${CANARY}.pdf', 'application/pdf', 9, 'pending', 'visitor:${visitor.contactId}', 'pending', ${world.clock.now()})`,
    `INSERT INTO jobs (id, project_id, contact_id, kind, key, payload, due_at, created_at)
     VALUES ('${newId("job", world.clock.now())}', ${whose}, 'test.none', 'waiting:${visitor.contactId}', '{"about":"${CANARY}"}', 4102444800000, 1)`,
  );
  await world.env.FILES.put(`f/pending-${visitor.contactId}`, text("half"));
  return Object.assign(visitor, { conversations });
}

/** Adds so many messages to a conversation, each with a file; `objects` stores their objects too. */
export async function addMessages(
  world: World,
  { contactId }: { contactId: string },
  conversationId: string,
  messages: number,
  files = messages,
  { from = 1_000_000, objects = true } = {},
): Promise<void> {
  const { projectId } = world;
  const [{ sequence = 0, revision = 0 } = {}] = await world.rows<{ sequence: number; revision: number }>(
    `SELECT (SELECT max(sequence) FROM conversation_events WHERE project_id = '${projectId}') AS sequence, revision FROM conversations WHERE project_id = '${projectId}' AND id = '${conversationId}'`,
  );
  const at = `i - ${from} + 1`;
  for (let begin = from; begin < from + messages; begin += 20_000) {
    const range = upTo(Math.min(20_000, from + messages - begin), begin);
    await run(
      world,
      `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, created_at) ${range}
       SELECT '${projectId}', ${sequence} + ${at}, ${id("evt")}, '${conversationId}', '${contactId}', ${revision} + ${at}, 'message', 1, ${revision} + ${at} - 1, 'visitor', '${contactId}', 'seed', i, '${CANARY}', ${id("msg")}, i FROM n`,
      `INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at) ${range}
       SELECT ${id("msg")}, '${projectId}', '${conversationId}', 'message', ${revision} + ${at}, 'visitor', '${contactId}', '${CANARY} ' || i, '{"door":"widget","automatic":null}', i, i FROM n`,
    );
  }
  await run(
    world,
    `UPDATE conversations SET revision = revision + ${messages}, visible_revision = revision + ${messages}, visitor_messages = visitor_messages + ${messages} WHERE id = '${conversationId}'`,
    ...(files === 0
      ? []
      : [
          `INSERT INTO files (id, project_id, contact_id, object_key, name, type, size, state, owner, client_id, message_id, created_at) ${upTo(files, from)}
           SELECT ${id("file")}, '${projectId}', '${contactId}', 'f/${contactId}-' || i, '${CANARY}', 'image/png', 9, 'attached', 'visitor:${contactId}', i, ${id("msg")}, i FROM n`,
        ]),
  );
  if (objects)
    for (let i = from; i < from + files; i += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, from + files - i) }, (_, n) =>
          world.env.FILES.put(`f/${contactId}-${i + n}`, `${CANARY} ${i + n}`),
        ),
      );
}

// --- the platform -------------------------------------------------------------

export interface Watch {
  /** Runs instead of each call; `work` is the call itself. */
  readonly call: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}
/** Bindings whose every call goes through the watch: D1 batches, R2 writes and removals, Durable Object methods, the queue. */
export function watched(env: Env, { call }: Watch): Env {
  const objects: ProxyHandler<object> = {
    get: (stub, method) =>
      typeof method === "string" && method !== "then"
        ? (...given: unknown[]) =>
            call(
              `objects.${method}`,
              () => (stub as Record<string, (...given: unknown[]) => Promise<unknown>>)[method]?.(...given) as Promise<unknown>,
            )
        : undefined,
  };
  return {
    ...env,
    DB: {
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: (statements: D1PreparedStatement[]) => call("DB.batch", () => env.DB.batch(statements)),
    },
    FILES: {
      put: (key: string, value: ReadableStream, options?: R2PutOptions) => call("FILES.put", () => env.FILES.put(key, value, options)),
      get: (key: string, options?: R2GetOptions) => env.FILES.get(key, options),
      head: (key: string) => env.FILES.head(key),
      list: (options?: R2ListOptions) => env.FILES.list(options),
      delete: (keys: string | string[]) => call("FILES.delete", () => env.FILES.delete(keys)),
    },
    CONVERSATIONS: { getByName: (name: string) => new Proxy(env.CONVERSATIONS.getByName(name), objects) },
    JOBS: { sendBatch: (messages: unknown) => call("JOBS.sendBatch", () => env.JOBS.sendBatch(messages as never)) },
  } as unknown as Env;
}
/** A queue without a consumer: the real consumer would use the real bindings and do the work behind a test's back. */
export const noConsumer = (env: Env): Env => ({ ...env, JOBS: { sendBatch: async () => undefined } as unknown as Env["JOBS"] });
/** The isolate ends with the answer: from sending the queue message on, nothing works. */
export function endWithAnswer(env: Env): Env {
  let over = false;
  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    over ||= name === "JOBS.sendBatch";
    if (over) throw new Error(`no ${name}`);
    return await work();
  };
  return watched(env, { call });
}
export interface Fault {
  /** The number of the call, from one. */
  readonly at: number;
  /** "after": the call took effect and only its answer is lost. */
  readonly when: "before" | "after";
  /** From then on every call fails, as when the isolate ends. */
  readonly forGood: boolean;
}
/** A platform that fails at one call, or from it on. */
export function failing(env: Env, { at, when, forGood }: Fault): { env: Env; hit: () => string | undefined } {
  let calls = 0;
  let hit: string | undefined;
  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    calls += 1;
    const mine = calls === at;
    if (mine) hit = name;
    if ((mine && when === "before") || (forGood && calls > at)) throw new Error(`no ${name}`);
    const answer = await work();
    if (mine) throw new Error(`no answer of ${name}`);
    return answer;
  };
  return { env: watched(env, { call }), hit: () => hit };
}

// --- the stores ---------------------------------------------------------------

type Row = Record<string, string | number | null>;
export interface Stores {
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly objects: Readonly<Record<string, string>>;
}
/**
 * Without the word index and the schedule's cursor over events, which moves with each run. The list of tables does not change during a test.
 */
let tableNames: readonly string[] | undefined;
async function tablesOf(world: World): Promise<readonly string[]> {
  tableNames ??= (
    await world.rows<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%' AND name NOT LIKE 'knowledge_words%' AND name NOT IN ('knowledge_terms', 'knowledge_index_state', 'notice_progress') ORDER BY name",
    )
  ).map(({ name }) => name);
  return tableNames;
}
export async function keysOf(world: World): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await world.env.FILES.list(cursor === undefined ? {} : { cursor });
    keys.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return keys.toSorted();
    cursor = page.cursor;
  }
}
/** All rows of all tables and all objects. */
export async function stores(world: World): Promise<Stores> {
  const names = await tablesOf(world);
  const read = await world.env.DB.batch<Row>(names.map((name) => world.env.DB.prepare(`SELECT * FROM ${name}`)));
  const tables = names.map((name, i) => [name, read[i]?.results ?? []] as const);
  const keys = await keysOf(world);
  const objects = await Promise.all(keys.map(async (key) => [key, (await (await world.env.FILES.get(key))?.text()) ?? ""] as const));
  return { tables: Object.fromEntries(tables), objects: Object.fromEntries(objects) };
}
/** Restores the stores to a snapshot. */
export async function restoreStores(world: World, was: Stores): Promise<void> {
  const { DB, FILES } = world.env;
  const names = Object.keys(was.tables);
  // The snapshot has what triggers keep already.
  const triggers = await world.rows<{ name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  await DB.batch([
    DB.prepare("PRAGMA defer_foreign_keys = on"),
    ...triggers.map(({ name }) => DB.prepare(`DROP TRIGGER ${name}`)),
    ...names.map((name) => DB.prepare(`DELETE FROM ${name}`)),
    ...names.flatMap((name) => {
      const rows = was.tables[name] ?? [];
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) return [];
      const values = columns.map((column) => `value ->> '${column}'`).join(", ");
      return [DB.prepare(`INSERT INTO ${name} (${columns.join(", ")}) SELECT ${values} FROM json_each(?)`).bind(JSON.stringify(rows))];
    }),
    ...triggers.map(({ sql }) => DB.prepare(sql)),
  ]);
  const now = new Set(await keysOf(world));
  await Promise.all(Object.entries(was.objects).flatMap(([key, body]) => (now.has(key) ? [] : [FILES.put(key, body)])));
  await FILES.delete([...now].filter((key) => !(key in was.objects)));
}

/**
 * Columns in which two runs may differ: when something happened, how often it was tried, and who held it. Whether there is a value still
 * counts.
 */
const OF_THE_RUN = /(_at|_until|^attempts|^lease|^due_at|^error)$/;
const ID = /^[a-z]+_[0-9a-z]{26}$/;
const idsIn = new WeakMap<Stores, Set<unknown>>();
function knownIds(was: Stores): Set<unknown> {
  const ids = idsIn.get(was) ?? new Set(Object.values(was.tables).flatMap((rows) => rows.flatMap((row) => Object.values(row))));
  idsIn.set(was, ids);
  return ids;
}
/** The stores without what two runs may differ in: times, attempts, and ids made since `was`. */
export function comparable(now: Stores, was: Stores): Record<string, string[]> {
  const known = knownIds(was);
  const comparableValue = (column: string, value: Row[string]): unknown => {
    if (value === null) return null;
    if (OF_THE_RUN.test(column)) return "some";
    return typeof value === "string" && ID.test(value) && !known.has(value) ? "new" : value;
  };
  const rows = Object.entries(now.tables).map(([name, all]) => {
    return [
      name,
      all.map((row) => JSON.stringify(Object.entries(row).map(([c, v]) => [c, comparableValue(c, v as Row[string])]))).toSorted(),
    ] as const;
  });
  return { ...Object.fromEntries(rows), objects: Object.keys(now.objects).toSorted() };
}
/** Gaps in a project's sequence or a conversation's revisions; empty when there are none. */
export function gaps({ tables }: Stores): string[] {
  const wrong: string[] = [];
  const events = (tables["conversation_events"] ?? []) as {
    project_id: string;
    conversation_id: string;
    sequence: number;
    revision: number;
  }[];
  const isGapless = (numbers: readonly number[]): boolean => numbers.toSorted((a, b) => a - b).every((n, i) => n === i + 1);
  for (const [project, all] of Map.groupBy(events, (e) => e.project_id))
    if (!isGapless(all.map((e) => e.sequence))) wrong.push(`sequence of ${project}`);
  const byConversation = Map.groupBy(events, (e) => e.conversation_id);
  for (const { id: conversation, revision } of tables["conversations"] ?? []) {
    const revisions = (byConversation.get(String(conversation)) ?? []).map((e) => e.revision);
    if (!isGapless(revisions) || revisions.length !== revision) wrong.push(`revisions of ${conversation}`);
  }
  return wrong;
}
/** Where the canary is still stored. */
export const canaries = ({ tables, objects }: Stores): string[] => [
  ...Object.entries(tables).flatMap(([name, rows]) => (JSON.stringify(rows).includes(CANARY) ? [name] : [])),
  ...Object.entries(objects).flatMap(([key, body]) => (`${key} ${body}`.includes(CANARY) ? [key] : [])),
];
