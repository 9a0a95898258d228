// Dumps the migrated schema as a few statements, so that a test database need not run every migration.
import type { DatabaseSync } from "node:sqlite";
import { migratedDatabase } from "./schema.ts";

interface SchemaObject {
  readonly name: string;
  readonly sql: string;
}

const value = (cell: unknown): string =>
  cell === null ? "NULL" : typeof cell === "number" || typeof cell === "bigint" ? String(cell) : `'${String(cell).replaceAll("'", "''")}'`;

/** The rows that migrations leave in a new database. */
function rowsOf(db: DatabaseSync, table: string): string[] {
  return db
    .prepare(`SELECT * FROM "${table}"`)
    .all()
    .map((row) => {
      const names = Object.keys(row).map((name) => `"${name}"`);
      return `INSERT INTO "${table}" (${names.join(", ")}) VALUES (${Object.values(row).map(value).join(", ")})`;
    });
}

/** Statements that give an empty database the same schema and rows as all migrations. */
export function schemaDump(): string[] {
  const db = migratedDatabase();
  // Shadow tables are created by their virtual table.
  const tables = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const virtual = db.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'").all();
  const own = new Set([...tables, ...virtual].map(({ name }) => String(name)));
  const made = db.prepare("SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").all();
  const statements = made.filter((row) => own.has(String(row["tbl_name"]))).map((row) => (row as unknown as SchemaObject).sql);
  const rows = tables.flatMap(({ name }) => rowsOf(db, String(name)));
  db.close();
  return [...statements, ...rows];
}
