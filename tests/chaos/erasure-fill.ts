// Fills a contact's conversation with many messages and files, directly in the tables and the bucket of a served build.
import type { Served } from "../../scripts/lib/serve.ts";
import type { Visitor } from "../support/desk.ts";
import { rows, run } from "./final.ts";

interface Bucket {
  put(key: string, value: string): Promise<unknown>;
}
/**
 * Fills the visitor's conversation up to so many messages, each with a file, some of which have their object. `from` keeps the ids of two
 * calls apart.
 */
export async function fill(
  served: Served,
  who: { projectId: string; visitor: Visitor; conversationId: string },
  messages: number,
  text: string,
  { from = 1_000_000, objects = messages } = {},
): Promise<void> {
  const { projectId, visitor, conversationId } = who;
  const [{ sequence = 0, revision = 0 } = {}] = await rows(
    served,
    "SELECT (SELECT max(sequence) FROM conversation_events WHERE project_id = ?) AS sequence, revision FROM conversations WHERE id = ?",
    projectId,
    conversationId,
  );
  const id = (prefix: string): string => `'${prefix}_' || printf('%026d', i)`;
  const range = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + messages - 1})`;
  const at = (base: unknown): string => `${Number(base)} + i - ${from} + 1`;
  const { contactId } = visitor;
  await run(
    served,
    `INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, actor_id, scope, client_id, fingerprint, message_id, created_at) ${range}
     SELECT '${projectId}', ${at(sequence)}, ${id("evt")}, '${conversationId}', '${contactId}', ${at(revision)}, 'message', 1, ${at(revision)} - 1, 'visitor', '${contactId}', 'seed', i, '${text}', ${id("msg")}, i FROM n`,
  );
  await run(
    served,
    `INSERT INTO messages (id, project_id, conversation_id, kind, revision, author_role, author_id, content, origin, client_id, created_at) ${range}
     SELECT ${id("msg")}, '${projectId}', '${conversationId}', 'message', ${at(revision)}, 'visitor', '${contactId}', '${text} ' || i, '{"door":"widget","automatic":null}', i, i FROM n`,
  );
  await run(
    served,
    `INSERT INTO files (id, project_id, contact_id, object_key, name, type, size, state, owner, client_id, message_id, created_at) ${range}
     SELECT ${id("file")}, '${projectId}', '${contactId}', 'f/${contactId}-' || i, '${text}', 'image/png', 9, 'attached', 'visitor:${contactId}', i, ${id("msg")}, i FROM n`,
  );
  await run(
    served,
    `UPDATE conversations SET revision = revision + ${messages}, visible_revision = revision + ${messages}, visitor_messages = visitor_messages + ${messages} WHERE id = '${conversationId}'`,
  );
  const bucket = (await served.runtime.getBindings())["FILES"] as Bucket;
  for (let i = 0; i < objects; i += 50)
    await Promise.all(Array.from({ length: Math.min(50, objects - i) }, (_, n) => bucket.put(`f/${contactId}-${from + i + n}`, text)));
}
