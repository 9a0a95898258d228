// The migrated database in memory, without a runtime: for the table report, the drift test and upgrade tests.
import { DatabaseSync } from "node:sqlite";
import { tableReport } from "../../kernel/testing/schema-drift.ts";
import { type Migration, readMigrations } from "./migrations.ts";
import { inRoot } from "./paths.ts";

/** Applies one file whole or not at all, as both the local and the remote database do. */
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

/** The text of `docs/tables.md`. */
export function tablesPage(all: readonly Migration[] = readMigrations()): string {
  const owners = new Map(
    all.flatMap(({ sql, owner }) => [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, table = ""]) => [table, owner] as const)),
  );
  return tableReport(migratedDatabase(undefined, all), (table) => owners.get(table) ?? "nobody");
}
