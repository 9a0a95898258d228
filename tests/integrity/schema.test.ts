// Checks that the schema's generated files are current and show every change of the migrations.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { generatedFiles, migratedDatabase } from "../../scripts/lib/schema.ts";
import { schemaTypes } from "../../scripts/lib/schema-types.ts";
import { readTableNotes } from "../../scripts/lib/table-notes.ts";
import { tableReport } from "../../scripts/lib/table-report.ts";

test("the row types and the schema page match the migrations; otherwise run pnpm migrations:prepare", () => {
  for (const [file, text] of generatedFiles()) assert.equal(readFileSync(file, "utf8"), text, file);
});

test("a planted column, index, default, and reference each appear on the schema page, and the columns in the types", () => {
  const db = migratedDatabase();
  db.exec(
    "ALTER TABLE accounts ADD COLUMN planted TEXT NOT NULL DEFAULT 'x'; DROP INDEX sessions_expiry; CREATE INDEX sessions_expiry ON sessions (created_at); CREATE TABLE stray (id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id), state TEXT CHECK (state IN ('a', 'b'))); CREATE VIRTUAL TABLE found USING fts5(said)",
  );
  const page = tableReport(db, readTableNotes());
  for (const line of [
    "- `planted text not null default 'x'`",
    "- `index sessions_expiry (created_at)`",
    "- `(id) references accounts (id) on delete no action`",
  ])
    assert.ok(page.includes(line), line);
  assert.ok(!page.includes("- `index sessions_expiry (expires_at)`"));
  const notes = new Map(readTableNotes()).set("stray", { owner: "kernel", columns: {} });
  const types = schemaTypes(db, notes);
  for (const line of ["readonly planted: string;", 'readonly state: "a" | "b" | null;', "readonly found: {\n      readonly said: string;"])
    assert.ok(types.includes(line), line);
});

test("a table that no module lists, and a description of a table that does not exist, are refused", () => {
  const db = migratedDatabase();
  db.exec("CREATE TABLE stray (id TEXT PRIMARY KEY)");
  assert.throws(() => schemaTypes(db, readTableNotes()), /stray: no columns.json lists it/);
  const wrong = new Map(readTableNotes())
    .set("accounts", { owner: "accounts", columns: { nmae: "misspelt" } })
    .set("stray", { owner: "kernel", columns: {} })
    .set("gone", { owner: "kernel", columns: {} });
  assert.throws(() => schemaTypes(db, wrong), /accounts.nmae of columns.json is not there\ngone of columns.json is not there/);
});

test("every table with rows of a project has the project's id first in a key or an index", () => {
  const db = migratedDatabase();
  const namesIn = (sql: string, name: string): string[] =>
    (db.prepare(sql).all(name) as { name: string | null }[]).map((row) => row.name ?? "");
  // Not part of one project: people, their sessions, the installation itself, counters by opaque key, the objects of one erasure or of mail
  // being received, the cursor over all events, the product's own mails, the current generation of the word index, the installation's
  // vector stores, the search's cursor over events and projects, and its terms and postings, which are keyed by a project's number.
  const shared = new Set([
    ...["accounts", "sessions", "installation", "abuse_counters", "projects", "account_tokens"],
    // Imports, each of a whole export with several projects.
    "legacy_import_runs",
    // What a sender has sent, over all projects that send from it.
    "outreach_sender_days",
    ...["conversation_search_terms", "conversation_search_postings", "conversation_search_state"],
    ...["contact_erasure_objects", "mail_uploads", "notice_progress", "system_mails", "knowledge_index_state", "knowledge_vector_stores"],
  ]);
  const tables = (
    db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'").all() as {
      name: string;
    }[]
  ).map((row) => row.name);
  for (const table of tables.filter((name) => !shared.has(name))) {
    assert.ok(namesIn("SELECT name FROM pragma_table_info(?)", table).includes("project_id"), `${table} has no project_id`);
    const leading = namesIn("SELECT name FROM pragma_index_list(?)", table).map(
      (index) => namesIn("SELECT name FROM pragma_index_info(?) ORDER BY seqno", index)[0],
    );
    const key = namesIn("SELECT name FROM pragma_table_info(?) WHERE pk = 1", table)[0];
    assert.ok([...leading, key].includes("project_id"), `${table}: nothing finds a project's rows`);
  }
});
