// Applies a newer version's migrations while the previous version still answers, as in a deployment, and then starts the new one. There is
// no earlier release to build, so "previous" is this build on a schema that is one step ahead of it.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { applyTo } from "../../scripts/lib/apply-migrations.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { splitSql } from "../../scripts/lib/miniflare.ts";
import { serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";

const SITE = "http://localhost:5999";
const home = mkdtempSync(join(tmpdir(), "seed-desk-rolling-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Statements that every later migration may contain: additions only. */
const NEXT = {
  file: "9001_next_version.sql",
  sql: `CREATE TABLE moods (message_id TEXT NOT NULL PRIMARY KEY, mood TEXT NOT NULL);
    ALTER TABLE messages ADD COLUMN mood TEXT;
    ALTER TABLE conversations ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX conversations_priority ON conversations (project_id, priority) WHERE priority > 0;`,
};

/** Migrations that change existing data, with the reason why the previous version still works. */
const CHANGES: Readonly<Record<string, string>> = {
  "0143_waiting_mail.sql": "A suppression stops mail by its row; nothing there reads its reason.",
  "0147_subjects_of_mail_conversations.sql": "It fills a column of 0146, which comes in the same release.",
  "0153_waiting_by_project.sql": "It replaces an index of 0143, which comes in the same release.",
  "0166_contact_terms.sql": "It drops an index of the previous version's search, which then reads more rows and finds the same.",
  "0195_notices_monitored.sql": "It sets a bit that the previous version does not ask for.",
  "0221_ranks.sql": "It fills a column of 0220, which comes in the same release.",
  "0229_notices_followed.sql": "It sets bits that the previous version does not ask for.",
  "0230_silenced_orders.sql": "It replaces triggers of 0220, which comes in the same release, and fills that one's tables.",
  "0251_views_of_attributes.sql": "Its trigger answers a column of 0250, which comes in the same release.",
  "0334_notices_issues.sql": "It sets a bit that the previous version does not ask for.",
  "0600_notices_work.sql": "It sets a bit that the previous version does not ask for.",
  "0732_subject_notices.sql": "It sets a bit that the previous version does not ask for.",
  "0762_notices_rated.sql": "It sets a bit that the previous version does not ask for.",
  "0764_notices_targets.sql": "It sets bits that the previous version does not ask for.",
  "0851_notices_returned.sql": "It sets a bit that the previous version does not ask for.",
  "0896_notices_rules.sql": "It sets a bit that the previous version does not ask for.",
  "0900_notices_webhooks.sql": "It sets a bit that the previous version does not ask for.",
  "0930_shared_drafts_along.sql":
    "Its trigger lets the sharing of a draft go along with the draft, where the previous version looks for it.",
  "0947_due_order_of_targets.sql": "Its trigger keeps a column of 0945, which comes in the same release, and fills it.",
  "0948_views_of_companies.sql":
    "Its trigger has views compare a contact's conversations anew, which the previous version may do at any time.",
  "0949_companies_of_views.sql": "Its triggers have views compare conversations anew, which the previous version may do at any time.",
  "0241_notices_mentioned.sql": "It sets a bit that the previous version does not ask for.",
};
/** The columns that an UPDATE sets. */
function setBy(statement: string): string[] {
  let outside = /^UPDATE \w+ SET\s+([\s\S]*)/.exec(statement)?.[1] ?? "";
  for (let before = ""; before !== outside;) [before, outside] = [outside, outside.replaceAll(/\([^()]*\)/g, "")];
  return [...(outside.split(/\bWHERE\b/)[0] ?? "").matchAll(/(\w+)\s*=/g)].map(([, column = ""]) => column);
}

/** Whether a trigger writes only what the migration adds, so that what the previous version reads stays what it wrote. */
function addsOnly(trigger: string, made: ReadonlySet<string | undefined>, sql: string): boolean {
  const [, body = ""] = /\bBEGIN\b([\s\S]*)\bEND\b/.exec(trigger) ?? [];
  return body
    .split(/;$/m)
    .map((text) => text.replaceAll(/^\s*--.*$/gm, "").trim())
    .filter((text) => text !== "")
    .every((text) => {
      if (made.has(/^(?:INSERT (?:OR IGNORE )?INTO|DELETE FROM) (\w+) /.exec(text)?.[1])) return true;
      const table = /^UPDATE (\w+) SET\s/.exec(text)?.[1];
      return (
        table !== undefined &&
        (made.has(table) || setBy(text).every((column) => sql.includes(`ALTER TABLE ${table} ADD COLUMN ${column} `)))
      );
    });
}

test("every released migration after the first schema only adds, so that the previous version keeps working on it", () => {
  const ADDS = /^(CREATE (UNIQUE )?INDEX|CREATE (VIRTUAL )?TABLE|ALTER TABLE \w+ ADD COLUMN) /;
  for (const { file, sql, number } of readMigrations()) {
    if (number < 102) continue;
    const made = new Set([...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table));
    for (const statement of splitSql(sql).map((text) => text.replaceAll(/^\s*--.*$/gm, "").trim())) {
      // The previous version does not use a table that it does not know.
      if (made.has(/^INSERT INTO (\w+) /.exec(statement)?.[1])) continue;
      // Nor does it read the columns that are filled here.
      const table = /^UPDATE (\w+) SET\s/.exec(statement)?.[1];
      if (table !== undefined && setBy(statement).every((column) => sql.includes(`ALTER TABLE ${table} ADD COLUMN ${column} `))) continue;
      if (made.has(/^CREATE TRIGGER \w+ (?:BEFORE|AFTER) \w+ ON (\w+)/.exec(statement)?.[1])) continue;
      if (statement.startsWith("CREATE TRIGGER ") && addsOnly(statement, made, sql)) continue;
      if ((table !== undefined || /^(?:DROP (?:INDEX|TRIGGER)|CREATE TRIGGER) /.test(statement)) && file in CHANGES) continue;
      assert.match(statement, ADDS, file);
      if (/ADD COLUMN/.test(statement)) assert.ok(!/NOT NULL/.test(statement) || /DEFAULT/.test(statement), `${file}: ${statement}`);
    }
  }
});

test("visitors write without a refusal while the schema is upgraded, and after the restart every acknowledged message is stored once", async (t) => {
  const state = join(home, "state");
  const limits = JSON.stringify({ messagesPerConversationMinute: 100_000, messagesPerContactHour: 100_000 });
  const vars = { RATE_LIMITS: limits, TEST_SCRYPT_LOG_N: "4" };
  const before = await serveBuild({ state, vars, tick: false });
  const owner = new Operator(before.url);
  await owner.setup();
  const project = await owner.project("Acme", SITE);
  const visitors = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const visitor = new Visitor(before.url, project.key, SITE);
      await visitor.start();
      return { visitor, conversation: (await visitor.open("first")).body.conversation.id };
    }),
  );
  const acknowledged: string[] = [];
  const others: number[] = [];
  let writing = true;
  const load = visitors.map(async ({ visitor, conversation }) => {
    while (writing) {
      const clientId = randomUUID();
      const { status } = await visitor.postMessage(conversation, `message ${clientId}`, { clientId });
      if (status === 201) acknowledged.push(clientId);
      else others.push(status);
    }
  });
  const until = async (count: number): Promise<void> => {
    while (acknowledged.length < count && others.length === 0) await new Promise((done) => setTimeout(done, 20));
  };
  await until(20);
  const migrations = [...readMigrations(), NEXT];
  assert.deepEqual(await applyTo(await before.runtime.getD1Database("DB"), migrations), [NEXT.file]);
  const atMigration = acknowledged.length;
  await until(atMigration + 20);
  assert.equal((await fetch(`${before.url}/health`)).status, 200);
  writing = false;
  await Promise.all(load);
  await before.stop();
  void t.annotate(
    `${atMigration} messages before the schema moved on, ${acknowledged.length - atMigration} after, ${others.length} refused`,
  );
  assert.deepEqual(others, []);

  const next = await serveBuild({ state, vars, tick: false });
  try {
    const db = await next.runtime.getD1Database("DB");
    const { results } = await db.prepare("SELECT client_id, mood FROM messages WHERE content LIKE 'message %'").all();
    assert.deepEqual(results.map((row) => row["client_id"]).sort(), acknowledged.toSorted());
    assert.ok(results.every((row) => row["mood"] === null));
    const again = new Operator(next.url);
    assert.equal((await again.login()).status, 200);
    assert.equal((await again.call(`/api/dashboard/projects/${project.id}/conversations`)).status, 200);
  } finally {
    await next.stop();
  }
});
