// Reads the final state that the checker needs directly from D1 and R2 of a served build, past all routes.
import type { Served } from "../../scripts/lib/serve.ts";
import type { Final, Received } from "./check.ts";

type Row = Readonly<Record<string, string | number | null>>;
const text = (row: Row, name: string): string => String(row[name]);
const number = (row: Row, name: string): number => Number(row[name]);
const textOrNull = (row: Row, name: string): string | null => (row[name] === null ? null : String(row[name]));

/** All rows of a statement, beyond the limit of one answer. */
export async function rows(served: Served, sql: string, ...values: unknown[]): Promise<Row[]> {
  const db = await served.runtime.getD1Database("DB");
  const found: Row[] = [];
  for (const page = 5000; ;) {
    const { results } = await db
      .prepare(`SELECT * FROM (${sql}) LIMIT ${page} OFFSET ${found.length}`)
      .bind(...values)
      .all();
    found.push(...(results as readonly Row[]));
    if (results.length < page) return found;
  }
}
export async function run(served: Served, sql: string, ...values: unknown[]): Promise<void> {
  const db = await served.runtime.getD1Database("DB");
  await db
    .prepare(sql)
    .bind(...values)
    .run();
}
export async function count(served: Served, sql: string, ...values: unknown[]): Promise<number> {
  const [row] = await rows(served, sql, ...values);
  return Number(Object.values(row ?? {})[0]);
}

interface Bucket {
  list(options: { cursor?: string }): Promise<{ objects: readonly { key: string; size: number }[]; truncated: boolean; cursor?: string }>;
}
export async function objects(served: Served): Promise<{ key: string; size: number }[]> {
  const bucket = (await served.runtime.getBindings())["FILES"] as Bucket;
  const found: { key: string; size: number }[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list(cursor === undefined ? {} : { cursor });
    found.push(...page.objects.map(({ key, size }) => ({ key, size })));
    if (!page.truncated) return found;
    cursor = page.cursor;
  }
}

/** Reads the stores as they are now. */
export async function readFinal(
  served: Served,
  more: { limits: Readonly<Record<string, number>>; countersWhole: boolean; received?: readonly Received[] },
): Promise<Final> {
  const [heads, contacts, conversations, events, messages, files, jobs, counters] = await Promise.all([
    rows(served, "SELECT project_id, max(sequence) AS sequence FROM conversation_events GROUP BY project_id"),
    rows(served, "SELECT id, project_id FROM contacts ORDER BY id"),
    rows(
      served,
      "SELECT project_id, id, contact_id, revision, visible_revision, visitor_messages, team_messages FROM conversations ORDER BY id",
    ),
    rows(
      served,
      "SELECT project_id, sequence, conversation_id, contact_id, revision, kind, visible, previous_visible, scope, client_id, message_id FROM conversation_events ORDER BY project_id, sequence",
    ),
    rows(served, "SELECT id, project_id, conversation_id, kind, revision, content FROM messages ORDER BY id"),
    rows(served, "SELECT id, project_id, object_key, size, state, owner, client_id, contact_id, message_id FROM files ORDER BY id"),
    rows(served, "SELECT id, key, state, project_id FROM jobs ORDER BY id"),
    rows(served, "SELECT key, n FROM abuse_counters ORDER BY key, window"),
  ]);
  return {
    heads: heads.map((r) => ({ projectId: text(r, "project_id"), sequence: number(r, "sequence") })),
    contacts: contacts.map((r) => ({ id: text(r, "id"), projectId: text(r, "project_id") })),
    conversations: conversations.map((r) => ({
      projectId: text(r, "project_id"),
      id: text(r, "id"),
      contactId: text(r, "contact_id"),
      revision: number(r, "revision"),
      visibleRevision: number(r, "visible_revision"),
      visitorMessages: number(r, "visitor_messages"),
      teamMessages: number(r, "team_messages"),
    })),
    events: events.map((r) => ({
      projectId: text(r, "project_id"),
      sequence: number(r, "sequence"),
      conversationId: text(r, "conversation_id"),
      contactId: text(r, "contact_id"),
      revision: number(r, "revision"),
      kind: text(r, "kind"),
      visible: number(r, "visible") !== 0,
      previousVisible: number(r, "previous_visible"),
      scope: text(r, "scope"),
      clientId: text(r, "client_id"),
      messageId: textOrNull(r, "message_id"),
    })),
    messages: messages.map((r) => ({
      id: text(r, "id"),
      projectId: text(r, "project_id"),
      conversationId: text(r, "conversation_id"),
      kind: text(r, "kind"),
      revision: number(r, "revision"),
      content: text(r, "content"),
    })),
    files: files.map((r) => ({
      id: text(r, "id"),
      projectId: text(r, "project_id"),
      objectKey: text(r, "object_key"),
      size: number(r, "size"),
      state: text(r, "state"),
      owner: text(r, "owner"),
      clientId: text(r, "client_id"),
      contactId: textOrNull(r, "contact_id"),
      messageId: textOrNull(r, "message_id"),
    })),
    objects: await objects(served),
    jobs: jobs.map((r) => ({ id: text(r, "id"), key: text(r, "key"), state: text(r, "state"), projectId: textOrNull(r, "project_id") })),
    effects: [],
    counters: counters.map((r) => ({ key: text(r, "key"), n: number(r, "n") })),
    limits: more.limits,
    countersWhole: more.countersWhole,
    received: more.received ?? [],
  };
}

/** Makes loose files due for cleanup, as an hour would, and ticks until nothing changes. Answers the number of ticks. */
export async function settle(served: Served): Promise<number> {
  await run(served, "UPDATE files SET created_at = created_at - 3700000 WHERE state IN ('pending', 'removing')");
  const state =
    "SELECT (SELECT count(*) FROM files WHERE state IN ('pending', 'removing')) + (SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND due_at <= unixepoch() * 1000)";
  for (let ticks = 1; ; ticks++) {
    await served.tick();
    if ((await count(served, state)) === 0) return ticks;
    if (ticks >= 50) throw new Error("the schedule does not come to rest");
  }
}
