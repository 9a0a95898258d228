// Compares the tables that the code declares with a migrated database, and describes that database for review.
import { is, SQL } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { DatabaseSync } from "node:sqlite";

const dialect = new SQLiteSyncDialect();
type Cells = Readonly<Record<string, string | number | null>>;

/** Expressions are compared as words: without quotes, table names, needless space and case. */
const words = (sql: string): string =>
  sql
    .replaceAll(/["`]/g, "")
    .replaceAll(/\b[a-z_]+\.(?=[a-z_])/gi, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();

function defaultOf(value: unknown): string {
  if (value === undefined) return "";
  if (is(value, SQL)) return ` default ${words(dialect.sqlToQuery(value.inlineParams()).sql)}`;
  return ` default ${typeof value === "string" ? `'${value}'` : String(value)}`;
}

/** One line per column, key, index and reference, as the code declares them. */
function declared(table: SQLiteTable): string[] {
  const t = getTableConfig(table);
  const key = t.primaryKeys[0]?.columns.map((c) => c.name) ?? t.columns.filter((c) => c.primary).map((c) => c.name);
  return [
    ...t.columns.map((c) => `${t.name}.${c.name} ${c.getSQLType()}${c.notNull ? " not null" : ""}${defaultOf(c.default)}`),
    `${t.name} primary key (${key.join(", ")})`,
    ...t.indexes.map(({ config }) => {
      const columns = config.columns.map((c) => (is(c, SQL) ? "<expression>" : "name" in c ? c.name : "?")).join(", ");
      const where = config.where ? ` where ${words(dialect.sqlToQuery(config.where.inlineParams()).sql)}` : "";
      return `${t.name} ${config.unique ? "unique index" : "index"} ${config.name} (${columns})${where}`;
    }),
    ...t.foreignKeys.map((f) => {
      const r = f.reference();
      return `${t.name} (${r.columns.map((c) => c.name).join(", ")}) references ${getTableConfig(r.foreignTable).name} (${r.foreignColumns.map((c) => c.name).join(", ")}) on delete ${f.onDelete ?? "no action"}`;
    }),
  ];
}

const rowsOf = (db: DatabaseSync, sql: string, ...values: string[]): Cells[] => db.prepare(sql).all(...values) as Cells[];

/** The same lines, as the database has them. A collated column counts as an expression: the code can only say it as one. */
function actual(db: DatabaseSync, table: string): string[] {
  const columns = rowsOf(db, "SELECT * FROM pragma_table_xinfo(?) WHERE hidden = 0", table);
  const key = columns.filter((c) => Number(c["pk"]) > 0).toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]));
  const lines = columns.map((c) => {
    const preset = c["dflt_value"] === null ? "" : ` default ${words(String(c["dflt_value"]))}`;
    return `${table}.${c["name"]} ${String(c["type"]).toLowerCase()}${c["notnull"] ? " not null" : ""}${preset}`;
  });
  lines.push(`${table} primary key (${key.map((c) => c["name"]).join(", ")})`);
  const indexes = rowsOf(
    db,
    "SELECT l.name, l.\"unique\", l.partial, m.sql FROM pragma_index_list(?) l LEFT JOIN sqlite_master m ON m.name = l.name WHERE l.origin <> 'pk'",
    table,
  );
  for (const index of indexes) {
    const parts = rowsOf(db, "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key = 1", String(index["name"]));
    const shown = parts.map((c) => (c["name"] === null || c["coll"] !== "BINARY" ? "<expression>" : c["name"])).join(", ");
    const where = index["partial"] ? ` where ${words(/\bwhere\b(.*)$/is.exec(String(index["sql"]))?.[1] ?? "")}` : "";
    lines.push(`${table} ${index["unique"] ? "unique index" : "index"} ${index["name"]} (${shown})${where}`);
  }
  const references = Map.groupBy(rowsOf(db, "SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq", table), (r) => r["id"]);
  for (const parts of references.values()) {
    lines.push(
      `${table} (${parts.map((c) => c["from"]).join(", ")}) references ${parts[0]?.["table"]} (${parts.map((c) => c["to"]).join(", ")}) on delete ${String(parts[0]?.["on_delete"]).toLowerCase()}`,
    );
  }
  return lines;
}

/** The tables that migrations made. */
export const tablesOf = (db: DatabaseSync): string[] =>
  rowsOf(
    db,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'd1_migrations' ORDER BY name",
  ).map((row) => String(row["name"]));

/** Every difference between the declared tables and the database, one line each. `modules` are namespace objects of tables files. */
export function schemaDrift(db: DatabaseSync, modules: readonly Readonly<Record<string, unknown>>[]): string[] {
  const tables = modules.flatMap((m) => Object.values(m)).filter((value): value is SQLiteTable => is(value, SQLiteTable));
  const code = new Set(tables.flatMap(declared));
  const real = new Set(tablesOf(db).flatMap((name) => actual(db, name)));
  return [
    ...[...code.difference(real)].map((line) => `only in the code:     ${line}`),
    ...[...real.difference(code)].map((line) => `only in the database: ${line}`),
  ].sort();
}

const CHECK = /\bCHECK \(((?:[^()]|\([^()]*\))*)\)/g;

/** The whole database as a page to review: what a migration changes shows up as a change of this text. */
export function tableReport(db: DatabaseSync, ownerOf: (table: string) => string): string {
  const sections = tablesOf(db).map((table) => {
    const sql = String(rowsOf(db, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", table)[0]?.["sql"]);
    const lines = actual(db, table).map((line) => `- \`${line.replace(new RegExp(`^${table}[. ]`), "")}\``);
    const checks = [...sql.matchAll(CHECK)].map(([, condition]) => `- \`check ${words(condition ?? "")}\``);
    const kept = /WITHOUT ROWID/.test(sql) ? ["- without rowid"] : [];
    return [`## ${table}`, "", `Of ${ownerOf(table)}.`, "", ...lines, ...checks, ...kept].join("\n");
  });
  return `# Tables\n\nGenerated from the migrations by \`pnpm docs:tables\`; \`npm test\` compares it.\n\n${sections.join("\n\n")}\n`;
}
