// The backup of a remote installation against the platform's double: complete, paged, without search tables, and without secrets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, test } from "vitest";
import { pagesOf, tablesToDump } from "../../scripts/lib/backup/dump.ts";
import { filesBelow } from "../../scripts/lib/content-hash.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { makeDatabase, type PlatformDouble, startPlatformDouble } from "../doubles/platform/index.ts";
import { oldRows } from "../support/old-rows.ts";

const CANARY = "canary-91c2d7e0aa-0123456789abcdefgh";
const PREFIX = `dump-${process.pid}`;
const home = mkdtempSync(join(tmpdir(), "seed-desk-dump-"));
let double: PlatformDouble;
let db: DatabaseSync;

beforeAll(async () => {
  double = await startPlatformDouble();
  const database = makeDatabase(`${PREFIX}-db`);
  double.state.databases.set(database.uuid, database);
  ({ db } = database);
  for (const { sql } of readMigrations()) db.exec(sql);
  for (const { sql } of oldRows()) db.exec(sql);
  db.exec("CREATE VIRTUAL TABLE search USING fts5(body); INSERT INTO search VALUES ('SEARCH-WORDS')");
  // More than two pages: of a table with row ids, and of one with a two-column key.
  const counter = db.prepare("INSERT INTO project_heads VALUES (?, 1, 1)");
  const job = db.prepare("INSERT INTO jobs (id, kind, key, payload, due_at, created_at) VALUES (?, 'k', ?, '{}', 1, 1)");
  const member = db.prepare("INSERT INTO memberships (project_id, account_id, role, joined_at) SELECT id, ?, 'operator', 1 FROM projects");
  for (let i = 0; i < 450; i += 1) for (const insert of [counter, member]) insert.run(`it's ${i}`);
  for (let i = 0; i < 450; i += 1) job.run(`job ${i}`, `key ${i}`);
});
afterAll(async () => {
  await double.stop();
  for (const folder of [home, inRoot(".seed/deployment", PREFIX)]) rmSync(folder, { recursive: true, force: true });
});

interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
async function backup(more: Record<string, string> = {}): Promise<CommandResult> {
  const env = {
    PATH: process.env["PATH"],
    PLATFORM_ACCOUNT_ID: double.state.accountId,
    PLATFORM_API_TOKEN: double.token,
    SVC_RESOURCE_PREFIX: PREFIX,
    SVC_PUBLIC_ORIGIN: "https://desk.example.com",
    SVC_SETUP_TOKEN: CANARY,
    SEED_DESK_PLATFORM_DOUBLE: double.url,
    ...more,
  };
  const child = spawn(process.execPath, [inRoot("scripts/backup.ts"), "--remote", "--to", home], { cwd: ROOT, env });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, out, err };
}

const rowsOf = (from: DatabaseSync, table: string): unknown[] =>
  from
    .prepare(`SELECT * FROM ${table}`)
    .all()
    .map((row) => JSON.stringify(row))
    .sort();

test("the dump has every row of every table and restores an equal database, without search tables", async () => {
  const { code, out, err } = await backup();
  assert.equal(code, 0, err);
  const folder = out.split("\n")[0] ?? "";
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    kind: string;
    bookmark: string;
    tables: Record<string, { rows: number; sha256: string }>;
  };
  assert.equal(manifest.kind, "remote-database");
  assert.match(manifest.bookmark, /^[0-9a-f-]{50,}$/);
  assert.match(out, /This is the database only: no uploaded files, no search tables/);

  const again = new DatabaseSync(":memory:");
  again.exec(readFileSync(join(folder, "schema.sql"), "utf8"));
  again.exec("PRAGMA foreign_keys = OFF");
  for (const [table, { rows, sha256 }] of Object.entries(manifest.tables)) {
    const text = readFileSync(join(folder, "tables", `${table}.jsonl`), "utf8");
    assert.equal(createHash("sha256").update(text).digest("hex"), sha256);
    const lines = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, string | number | null>);
    assert.equal(lines.length, rows);
    for (const line of lines) {
      const columns = Object.keys(line);
      again.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`).run(...Object.values(line));
    }
  }
  again.exec(readFileSync(join(folder, "triggers.sql"), "utf8"));
  for (const table of Object.keys(manifest.tables)) assert.deepEqual(rowsOf(again, table), rowsOf(db, table), table);
  const triggers = (of: DatabaseSync) => of.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all();
  assert.deepEqual(triggers(again), triggers(db));
  const expected = db.prepare("SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").all();
  assert.deepEqual(
    Object.keys(manifest.tables),
    expected.map((row) => row["name"]),
  );
  assert.ok(manifest.tables["jobs"]?.rows === 451 && manifest.tables["memberships"]?.rows === 451);
  for (const file of filesBelow(folder)) {
    assert.equal(statSync(file).mode & 0o777, 0o600, file);
    assert.ok(!/SEARCH-WORDS/.test(readFileSync(file, "utf8")), file);
  }
});

test("the backup only reads, and prints neither the token nor the setup token", async () => {
  double.calls.length = 0;
  const { out, err } = await backup();
  assert.ok(double.calls.length > 20);
  for (const { path, method, body } of double.calls) {
    if (method === "POST") assert.match((JSON.parse(body) as { sql: string }).sql, /^(SELECT|PRAGMA table_list)/);
    assert.match(`${method} ${path}`, /^(GET \S+\/d1\/database(\?|\/\S+\/time_travel\/bookmark)|POST \S+\/query$)/);
  }
  const kept = filesBelow(home)
    .map((file) => readFileSync(file, "utf8"))
    .join("");
  for (const secret of [CANARY, double.token]) assert.ok(!`${out}${err}${kept}`.includes(secret));
});

test("a refusal in the middle, a missing database, and a wrong target leave nothing behind", async () => {
  const folders = readdirSync(home);
  double.calm();
  double.fault({
    on: 9,
    times: 99,
    trouble: { status: 403, body: { success: false, errors: [{ code: 10_000, message: "no" }], messages: [], result: null } },
  });
  const refused = await backup();
  assert.equal(refused.code, 1, refused.err);
  assert.match(refused.err, /D1 Edit/);
  double.calm();
  const missing = await backup({ SVC_RESOURCE_PREFIX: `${PREFIX}-other` });
  rmSync(inRoot(".seed/deployment", `${PREFIX}-other`), { recursive: true, force: true });
  assert.deepEqual([missing.code, /has no database dump-\d+-other-db/.test(missing.err)], [1, true], missing.err);
  assert.equal((await backup({ PLATFORM_ACCOUNT_ID: "" })).code, 1);
  assert.deepEqual(readdirSync(home), folders);
  assert.ok(!existsSync(inRoot(".seed/deployment/undefined")));
});

test("paging resumes where it stopped, even when rows are added and removed in between", async () => {
  const live = new DatabaseSync(":memory:");
  live.exec("CREATE TABLE t (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID");
  const insert = live.prepare("INSERT INTO t VALUES (?, ?)");
  for (let i = 0; i < 500; i += 1) insert.run(`k${String(i % 7)}`, i);
  const read = async (sql: string) => live.prepare(sql).all() as Record<string, unknown>[];
  const [table] = await tablesToDump(read);
  assert.ok(table);
  const seen: string[] = [];
  for await (const page of pagesOf(read, table)) {
    seen.push(...page.map((row) => `${String(row["a"])} ${String(row["b"])}`));
    live.exec("DELETE FROM t WHERE a = 'k0'"); // behind the current page
    insert.run("a-before-everything", seen.length);
  }
  assert.equal(new Set(seen).size, seen.length, "no row twice");
  assert.equal(seen.filter((key) => !key.startsWith("a-")).length, 500, "none left out");
});
