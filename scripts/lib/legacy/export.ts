// Writes an export of a local installation that nothing serves, in the format of the import.
import { closeSync, createWriteStream, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Refused } from "../refused.ts";
import { FORMAT, VERSION } from "./format.ts";
import type { Objects } from "./objects.ts";
import { objectsOf } from "./validate.ts";

type Cells = Record<string, unknown>;
const text = (value: unknown): string => String(value);
const iso = (value: unknown): string => new Date(Number(value)).toISOString();
/** Fields that have their default are left out, so that a record has one form only. */
const given = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => {
      if (value === null || value === undefined || value === false || value === "")
        return KEPT.has(name) && value !== undefined && value !== null;
      if (Array.isArray(value)) return value.length > 0;
      return typeof value !== "object" || KEPT.has(name) || Object.keys(value).length > 0;
    }),
  );
/** Fields that are always there. */
const KEPT = new Set(["look", "visible", "forCustomer", "content", "origin", "task", "summary"]);
const isoOrNull = (value: unknown): string | null => (value === null ? null : iso(value));
const json = (value: unknown): unknown => JSON.parse(text(value));
const orNull = (value: unknown): string | null => (value === null ? null : text(value));
const unlessZero = (value: unknown): number | null => (Number(value) === 0 ? null : Number(value));

/** Projects that are exported, as a condition on an expression of an id. */
const live = (id: string): string => `${id} IN (SELECT id FROM projects WHERE deleted_at IS NULL)`;

/** The records of each kind in the order in which references hold, each with its SELECT. */
const SOURCES: readonly { readonly sql: string; readonly record: (row: Cells) => Record<string, unknown> }[] = [
  {
    // Whoever is or was somebody in a project that is exported, and still has an account.
    sql: `SELECT a.* FROM accounts a WHERE a.id IN (
        SELECT account_id FROM memberships m WHERE ${live("m.project_id")} UNION SELECT created_by FROM projects WHERE deleted_at IS NULL
        UNION SELECT assignee_id FROM conversations c WHERE ${live("c.project_id")} UNION SELECT account_id FROM conversation_reads r WHERE ${live("r.project_id")}
        UNION SELECT author_id FROM contact_notes n WHERE ${live("n.project_id")} UNION SELECT account_id FROM delegations d WHERE ${live("d.project_id")}
        UNION SELECT account_id FROM team_members t WHERE ${live("t.project_id")}) ORDER BY a.id`,
    record: (r) => ({
      kind: "account",
      id: r["id"],
      email: r["email"],
      name: r["name"],
      createdAt: iso(r["created_at"]),
      disabledAt: isoOrNull(r["disabled_at"]),
    }),
  },
  {
    sql: "SELECT * FROM projects WHERE deleted_at IS NULL ORDER BY id",
    record: (r) => ({
      ...{ kind: "project", id: r["id"], name: r["name"], slug: r["slug"], createdBy: r["created_by"], createdAt: iso(r["created_at"]) },
      ...{ widgetKey: r["widget_key"], websiteOrigin: r["website_origin"], look: json(r["look"]) },
    }),
  },
  {
    sql: `SELECT * FROM memberships m WHERE ${live("m.project_id")} ORDER BY project_id, account_id`,
    record: (r) => ({
      kind: "membership",
      projectId: r["project_id"],
      accountId: r["account_id"],
      role: r["role"],
      joinedAt: iso(r["joined_at"]),
    }),
  },
  {
    // Those that others were merged into come first.
    sql: `SELECT * FROM contacts c WHERE ${live("c.project_id")} ORDER BY merged_into IS NOT NULL, id`,
    record: (r) => ({
      ...{
        kind: "contact",
        id: r["id"],
        projectId: r["project_id"],
        name: r["name"],
        email: r["email"],
        emailVerified: r["email_verified"] === 1,
      },
      ...{ identifier: r["identifier"], metadata: json(r["metadata"]), state: r["state"] === "active" ? null : r["state"] },
      ...{ createdAt: iso(r["created_at"]), lastSeenAt: isoOrNull(r["last_seen_at"]), mergedInto: r["merged_into"] },
    }),
  },
  {
    sql: `SELECT * FROM contact_notes n WHERE deleted_at IS NULL AND ${live("n.project_id")} ORDER BY id`,
    record: (r) => ({
      ...{ kind: "contactNote", id: r["id"], projectId: r["project_id"], contactId: r["contact_id"], authorId: r["author_id"] },
      ...{ content: r["content"], createdAt: iso(r["created_at"]), editedAt: isoOrNull(r["edited_at"]) },
    }),
  },
  {
    sql: `SELECT * FROM tags t WHERE ${live("t.project_id")} ORDER BY merged_into IS NOT NULL, project_id, id`,
    record: (r) => ({
      ...{ kind: "tag", id: r["id"], projectId: r["project_id"], name: r["name"], hue: r["hue"], description: r["description"] },
      ...{ state: r["state"] === "active" ? null : r["state"], mergedInto: r["merged_into"], createdAt: iso(r["created_at"]) },
    }),
  },
  {
    sql: `SELECT t.*, (SELECT json_group_array(m.account_id ORDER BY m.account_id) FROM team_members m WHERE m.project_id = t.project_id AND m.team_id = t.id) AS members
      FROM teams t WHERE state IN ('active', 'archived') AND ${live("t.project_id")} ORDER BY project_id, id`,
    record: (r) => ({
      ...{ kind: "team", id: r["id"], projectId: r["project_id"], name: r["name"], state: r["state"] === "active" ? null : r["state"] },
      ...{ createdAt: iso(r["created_at"]), members: json(r["members"]) },
    }),
  },
  {
    sql: `SELECT c.*, p.priority, t.team_id,
        (SELECT json_group_array(g.tag_id ORDER BY g.tag_id) FROM conversation_tags g WHERE g.project_id = c.project_id AND g.conversation_id = c.id) AS tags,
        (SELECT json_group_array(json_object('accountId', r.account_id, 'revision', r.revision, 'visitorMessages', r.visitor_messages) ORDER BY r.account_id)
          FROM conversation_reads r WHERE r.project_id = c.project_id AND r.conversation_id = c.id AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = r.account_id)) AS reads
      FROM conversations c LEFT JOIN conversation_priorities p ON p.project_id = c.project_id AND p.conversation_id = c.id
        LEFT JOIN conversation_teams t ON t.project_id = c.project_id AND t.conversation_id = c.id AND EXISTS (SELECT 1 FROM teams k WHERE k.project_id = t.project_id AND k.id = t.team_id AND k.state IN ('active', 'archived'))
      WHERE ${live("c.project_id")} ORDER BY c.project_id, c.id`,
    record: (r) => ({
      ...{
        kind: "conversation",
        id: r["id"],
        projectId: r["project_id"],
        contactId: r["contact_id"],
        channel: r["door"],
        subject: r["subject"],
      },
      ...{
        status: r["status"],
        snoozedUntil: isoOrNull(r["snoozed_until"]),
        assigneeId: r["assignee_id"],
        waitingSince: isoOrNull(r["waiting_since"]),
      },
      ...{
        createdAt: iso(r["created_at"]),
        lastActivityAt: iso(r["last_activity_at"]),
        silenced: r["silenced"] === 1,
        priority: r["priority"],
      },
      ...{
        rank: unlessZero(r["rank"]),
        teamId: r["team_id"],
        tags: json(r["tags"]),
        customerReadRevision: unlessZero(r["customer_read_revision"]),
      },
      ...{
        customerReadCount: unlessZero(r["customer_read_count"]),
        teamReadRevision: unlessZero(r["team_read_revision"]),
        reads: json(r["reads"]),
      },
    }),
  },
  {
    sql: `SELECT e.*, m.content, m.origin, m.erased_at FROM conversation_events e LEFT JOIN messages m ON m.id = e.message_id WHERE ${live("e.project_id")} ORDER BY e.project_id, e.sequence`,
    record: (r) => ({
      ...{ kind: "event", id: r["id"], projectId: r["project_id"], conversationId: r["conversation_id"], sequence: r["sequence"] },
      ...{ revision: r["revision"], event: r["kind"], visible: r["visible"] === 1, authorRole: r["actor_role"], authorId: r["actor_id"] },
      ...{ data: json(r["data"]), createdAt: iso(r["created_at"]) },
      message:
        r["message_id"] === null || r["content"] === null
          ? null
          : given({ id: r["message_id"], content: r["content"], origin: json(r["origin"]), erasedAt: isoOrNull(r["erased_at"]) }),
    }),
  },
  {
    sql: `SELECT f.* FROM files f WHERE f.state = 'attached' AND f.message_id IS NOT NULL AND f.sha256 IS NOT NULL
      AND EXISTS (SELECT 1 FROM messages m WHERE m.id = f.message_id) AND ${live("f.project_id")} ORDER BY f.id`,
    record: (r) => ({
      ...{ kind: "file", id: r["id"], projectId: r["project_id"], messageId: r["message_id"], forCustomer: r["contact_id"] !== null },
      ...{
        name: r["name"],
        type: r["type"],
        size: r["size"],
        sha256: r["sha256"],
        inline: r["inline"] === 1,
        createdAt: iso(r["created_at"]),
      },
      object: text(r["id"]),
    }),
  },
  {
    sql: `SELECT d.* FROM delegations d WHERE EXISTS (SELECT 1 FROM accounts a WHERE a.id = d.account_id) AND ${live("d.project_id")} ORDER BY d.id`,
    record: (r) => ({
      ...{ kind: "delegation", id: r["id"], projectId: r["project_id"], conversationId: r["conversation_id"], accountId: r["account_id"] },
      ...{ grantId: r["grant_id"], work: r["kind"], task: r["task"], frontier: r["frontier"], status: r["status"] },
      ...{ deliveryState: r["delivery_state"], outcome: r["outcome"], report: orNull(r["report"]), createdAt: iso(r["created_at"]) },
      ...{ startedAt: isoOrNull(r["started_at"]), completedAt: isoOrNull(r["ended_at"]) },
    }),
  },
  {
    // What an import brought, and what was used here. A day has either.
    sql: `SELECT project_id, day, purpose, provider, model, sum(calls) AS calls, sum(failed) AS failed, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost, sum(estimated) AS estimated
      FROM (SELECT project_id, day, purpose, provider, model, calls, failed, input_tokens, output_tokens, cost, estimated FROM ai_usage
        UNION ALL SELECT project_id, day, purpose, provider, model, calls, failed, input_tokens, output_tokens, cost, estimated FROM legacy_financial_rows) u
      WHERE ${live("u.project_id")} GROUP BY project_id, day, purpose, provider, model ORDER BY project_id, day, purpose, provider, model`,
    record: (r) => ({
      ...{ kind: "aiUsage", projectId: r["project_id"], day: r["day"], purpose: r["purpose"], provider: r["provider"], model: r["model"] },
      ...{
        calls: r["calls"],
        failed: r["failed"],
        inputTokens: r["input_tokens"],
        outputTokens: r["output_tokens"],
        cost: r["cost"],
        estimated: r["estimated"],
      },
    }),
  },
  {
    sql: `SELECT s.* FROM legacy_bucket_summaries s WHERE ${live("s.project_id")} ORDER BY project_id, id`,
    record: (r) => ({
      ...{ kind: "bucketSummary", id: r["id"], projectId: r["project_id"], contactId: r["contact_id"], bucket: r["bucket"] },
      ...{ objects: r["objects"], bytes: r["bytes"], summary: r["summary"], createdAt: iso(r["created_at"]) },
    }),
  },
  {
    // Calls of models that had begun and did not end, and what waits of an earlier import.
    sql: `SELECT project_id, 'lgc_' || substr(id, 5) AS id, 'generation' AS category, 'started' AS recorded, provider, purpose AS detail, NULL AS contact_id, NULL AS conversation_id, started_at
        FROM ai_calls WHERE state = 'started' AND ${live("project_id")}
      UNION ALL SELECT project_id, id, category, recorded, provider, detail, contact_id, conversation_id, started_at FROM legacy_import_holds h WHERE outcome IS NULL AND ${live("h.project_id")}
      ORDER BY 1, 2`,
    record: (r) => ({
      ...{ kind: "work", id: r["id"], projectId: r["project_id"], category: r["category"], state: r["recorded"], provider: r["provider"] },
      ...{ detail: r["detail"], contactId: r["contact_id"], conversationId: r["conversation_id"], startedAt: iso(r["started_at"]) },
    }),
  },
];

/** States in which an export would show half of a change. */
const UNFINISHED: readonly { readonly sql: string; readonly what: string }[] = [
  { sql: "SELECT 1 FROM contacts WHERE state = 'erasing'", what: "a contact is being erased" },
  { sql: "SELECT 1 FROM contact_merges WHERE state <> 'done'", what: "contacts are being merged" },
  { sql: "SELECT 1 FROM tags WHERE state = 'merging'", what: "tags are being merged" },
  { sql: "SELECT 1 FROM teams WHERE state = 'deleting'", what: "a team is being deleted" },
  { sql: "SELECT 1 FROM legacy_import_runs WHERE finished_at IS NULL", what: "an import is unfinished" },
];

/**
 * Writes the export and the folder of its objects, and returns the number of records. Throws if something is half done, the file exists, or
 * an object is missing; nothing is left behind then.
 */
export async function writeExport(db: DatabaseSync, objects: Objects, file: string, exportedAt: string): Promise<number> {
  for (const { sql, what } of UNFINISHED)
    if (db.prepare(`${sql} LIMIT 1`).get() !== undefined)
      throw new Refused(`There is nothing to export yet: ${what}. Run npm start until it is done.`);
  for (const path of [file, objectsOf(file)]) if (existsSync(path)) throw new Refused(`${path} exists already`);
  const draft = `${file}.partial`;
  rmSync(objectsOf(draft), { recursive: true, force: true });
  const handle = openSync(draft, "w", 0o600);
  let [records, buffered] = [0, ""];
  const put = (value: object): void => {
    buffered += `${JSON.stringify(value)}\n`;
    if (buffered.length < 1 << 18) return;
    writeSync(handle, buffered);
    buffered = "";
  };
  try {
    put({ kind: "export", format: FORMAT, version: VERSION, exportedAt });
    for (const { sql, record } of SOURCES)
      for (const row of db.prepare(sql).iterate() as Iterable<Cells>) {
        put(given(record(row)));
        records += 1;
        if (typeof row["object_key"] === "string") await copyObject(objects, text(row["object_key"]), objectsOf(draft), text(row["id"]));
      }
    put({ kind: "end", records });
    writeSync(handle, buffered);
    closeSync(handle);
  } catch (error) {
    closeSync(handle);
    rmSync(draft, { force: true });
    rmSync(objectsOf(draft), { recursive: true, force: true });
    throw error;
  }
  if (existsSync(objectsOf(draft))) renameSync(objectsOf(draft), objectsOf(file));
  renameSync(draft, file);
  return records;
}

async function copyObject(objects: Objects, key: string, folder: string, name: string): Promise<void> {
  const bytes = await objects.read(key);
  if (bytes === undefined) throw new Refused(`The object of file ${name} is missing`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(join(folder, name), { mode: 0o600 }));
}
