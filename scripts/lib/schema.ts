// Builds the migrated database in memory, without a runtime, for generated files and for tests.
import { DatabaseSync } from "node:sqlite";
import { type Migration, readMigrations } from "./migrations.ts";
import { inRoot } from "./paths.ts";
import { schemaTypes } from "./schema-types.ts";
import { readTableNotes } from "./table-notes.ts";
import { tableReport } from "./table-report.ts";

/** Applies one migration in a transaction, as the local and the remote database do. */
export function applyMigration(db: DatabaseSync, sql: string): void {
  db.exec("BEGIN");
  try {
    db.exec(sql);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

/** A database with the migrations whose number is below `before` (all without it). */
export function migratedDatabase(before = Number.POSITIVE_INFINITY, all: readonly Migration[] = readMigrations()): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA foreign_keys = ON");
  for (const { number, sql } of all) if (number < before) applyMigration(db, sql);
  return db;
}

export const TABLES_PAGE = inRoot("docs/tables.md");
export const SCHEMA_FILE = inRoot("edition/schema.ts");

/** The generated texts, by file. */
export function generatedFiles(all: readonly Migration[] = readMigrations()): ReadonlyMap<string, string> {
  const [db, notes] = [migratedDatabase(undefined, all), readTableNotes()];
  return new Map([
    [SCHEMA_FILE, schemaTypes(db, notes)],
    [TABLES_PAGE, tableReport(db, notes)],
  ]);
}
