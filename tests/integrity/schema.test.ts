// The tables in code, the migrations and docs/tables.md agree.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { test } from "vitest";
import { schemaDrift } from "../../kernel/testing/schema-drift.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { migratedDatabase, TABLES_PAGE, tablesPage } from "../../scripts/lib/schema.ts";

type Namespace = Readonly<Record<string, unknown>>;
const files = [...globSync("{modules,kernel}/*/tables.ts", { cwd: ROOT }).sort()];
const declared = await Promise.all(files.map(async (file) => (await import(pathToFileURL(inRoot(file)).href)) as Namespace));

test("tables.ts and migrations agree", () => {
  assert.ok(files.length >= 8, files.join());
  assert.deepEqual(schemaDrift(migratedDatabase(), declared), []);
});

test("a drifted column, index, default and reference are each named", () => {
  const db = migratedDatabase();
  db.exec(
    "ALTER TABLE accounts ADD COLUMN planted TEXT NOT NULL DEFAULT 'x'; DROP INDEX sessions_expiry; CREATE INDEX sessions_expiry ON sessions (created_at); CREATE TABLE stray (id TEXT PRIMARY KEY REFERENCES accounts (id))",
  );
  const lines = schemaDrift(db, declared).join("\n");
  for (const wanted of [
    "only in the database: accounts.planted text not null default 'x'",
    "only in the code:     sessions index sessions_expiry (expires_at)",
    "only in the database: sessions index sessions_expiry (created_at)",
    "only in the database: stray (id) references accounts (id)",
  ]) {
    assert.ok(lines.includes(wanted), `${wanted}\nis not in\n${lines}`);
  }
});

test("docs/tables.md is what the migrations make; otherwise run pnpm docs:tables", () => {
  assert.equal(readFileSync(TABLES_PAGE, "utf8"), tablesPage());
});

test("every table that holds rows of a project names it, first in a key or an index", () => {
  const db = migratedDatabase();
  const of = (sql: string, name: string): string[] => (db.prepare(sql).all(name) as { name: string | null }[]).map((row) => row.name ?? "");
  // Not of one project: people, their sessions, the installation itself, counters by opaque key, the objects of one erasure or on
  // their way in, how far the walk over all events came, mails of the product itself, which filling of the word index is current, the
  // installation's vector stores.
  const shared = new Set([
    ...["accounts", "sessions", "installation", "abuse_counters", "projects", "account_tokens"],
    ...["contact_erasure_objects", "mail_uploads", "notice_progress", "system_mails", "knowledge_index_state", "knowledge_vector_stores"],
  ]);
  const tables = (
    db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'").all() as {
      name: string;
    }[]
  ).map((row) => row.name);
  for (const table of tables.filter((name) => !shared.has(name))) {
    assert.ok(of("SELECT name FROM pragma_table_info(?)", table).includes("project_id"), `${table} has no project_id`);
    const leading = of("SELECT name FROM pragma_index_list(?)", table).map(
      (index) => of("SELECT name FROM pragma_index_info(?) ORDER BY seqno", index)[0],
    );
    const key = of("SELECT name FROM pragma_table_info(?) WHERE pk = 1", table)[0];
    assert.ok([...leading, key].includes("project_id"), `${table}: nothing finds a project's rows`);
  }
});
