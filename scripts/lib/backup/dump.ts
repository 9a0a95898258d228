// Reads a database page by page with statements that only read, for a copy outside the platform.
import type { Row } from "../platform/port.ts";

/** Runs one reading statement. */
export type Read = (sql: string) => Promise<readonly Row[]>;

export interface Table {
  readonly name: string;
  /** The columns that pages continue from: the primary key, or SQLite's rowid. */
  readonly key: readonly string[];
}

/** Rows in a page, few enough that messages of some kilobytes stay well below the size limit of a response. */
const PAGE = 200;
/** Alias for SQLite's rowid; no column of the product has this name. */
const ROWID = "_rowid";

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
};

/** The tables to dump: without search tables, which can be rebuilt, and without the platform's own tables. */
export async function tablesToDump(read: Read): Promise<Table[]> {
  const listed = await read("PRAGMA table_list");
  const ours = listed
    .filter((row) => row["schema"] === "main" && row["type"] === "table")
    .map((row) => ({ table: String(row["name"]), hasRowid: Number(row["wr"]) === 0 }))
    .filter(({ table }) => !/^(sqlite_|_cf_)/.test(table))
    .sort((a, b) => (a.table < b.table ? -1 : 1));
  const tables: Table[] = [];
  for (const { table, hasRowid } of ours) {
    const key = hasRowid ? [] : await read(`SELECT name FROM pragma_table_info(${literal(table)}) WHERE pk > 0 ORDER BY pk`);
    tables.push({ name: table, key: hasRowid ? [ROWID] : key.map((row) => String(row["name"])) });
  }
  return tables;
}

export interface Schema {
  /** The statements that create the tables and their indexes. */
  readonly tables: string;
  /** Those that create the triggers: after the rows, which are as the triggers left them. */
  readonly triggers: string;
}
export async function schemaOf(read: Read, tables: readonly Table[]): Promise<Schema> {
  const names = new Set(tables.map((table) => table.name));
  const rows = await read("SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'table' DESC, name");
  const ours = rows.filter((row) => names.has(String(row["tbl_name"])));
  const textOf = (some: readonly Row[]): string => some.map((row) => `${String(row["sql"])};\n`).join("");
  return {
    tables: textOf(ours.filter((row) => row["type"] !== "trigger")),
    triggers: textOf(ours.filter((row) => row["type"] === "trigger")),
  };
}

/** The rows of a table, in pages; each continues after the last row of the one before. */
export async function* pagesOf(read: Read, { name: table, key }: Table): AsyncGenerator<Row[]> {
  const byRowid = key[0] === ROWID;
  const columns = key.map((column) => (byRowid ? "rowid" : name(column))).join();
  const shown = byRowid ? `rowid AS ${ROWID}, *` : "*";
  for (let after: string | undefined; ;) {
    const where = after === undefined ? "" : ` WHERE (${columns}) > (${after})`;
    const rows = await read(`SELECT ${shown} FROM ${name(table)}${where} ORDER BY ${columns} LIMIT ${PAGE}`);
    if (rows.length > 0) yield rows.map(({ [ROWID]: _, ...row }) => row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = key.map((column) => literal(last[column])).join();
  }
}
