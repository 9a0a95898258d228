// Reads and writes the tables of a served build directly in SQLite's file, to tell whether anything changed and to restore it. The
// runtime's D1 stub would be a hundred times slower.
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

type Rows = readonly Readonly<Record<string, SQLInputValue>>[];
export type Dump = Readonly<Record<string, Rows>>;

/** Times of last use, and the language that a browser asked for last: written by any answered request, not an effect of it. */
const TOUCHED: Readonly<Record<string, readonly string[]>> = {
  sessions: ["last_used_at"],
  api_tokens: ["last_used_at"],
  accounts: ["browser_language"],
  visitor_sessions: ["last_used_at", "expires_at"],
};
/** Counters of sign-in attempts and of tokens' calls: a refused one is counted on purpose. */
const ATTEMPT = /^(signIns|apiTokenCalls)/;

const databasesIn = (folder: string): string[] => globSync(`${folder}/*/*.sqlite`).filter((file) => !file.endsWith("metadata.sqlite"));

/** All tables of a served build, in its state folder. */
export class Tables {
  readonly #db: DatabaseSync;
  readonly #state: string;
  readonly names: readonly string[];
  constructor(state: string) {
    this.#state = state;
    const [file] = databasesIn(join(state, "d1"));
    if (file === undefined) throw new Error(`${state} holds no database`);
    // The word index's shadow tables are restored like any other.
    this.#db = new DatabaseSync(file, { defensive: false });
    this.#db.exec("PRAGMA busy_timeout = 5000");
    this.names = this.all(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_cf_%' AND name <> 'd1_migrations' ORDER BY name",
    ).map((row) => String(row["name"]));
  }

  /** Changes whenever another connection has written. */
  version(): number {
    return Number(this.all("PRAGMA data_version")[0]?.["data_version"]);
  }
  dump(): Dump {
    return Object.fromEntries(this.names.map((name) => [name, this.all(`SELECT * FROM "${name}"`)]));
  }
  columns(table: string): string[] {
    return this.all(`SELECT name FROM pragma_table_info('${table}')`).map((row) => String(row["name"]));
  }
  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#db.prepare(sql).run(...values);
  }
  all(sql: string, ...values: readonly SQLInputValue[]): Rows {
    const statement = this.#db.prepare(sql);
    // Row ids of the word index exceed the safe integers.
    statement.setReadBigInts(true);
    return (statement.all(...values) as Rows).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, safeValue(value)])),
    );
  }
  /** Restores every row. */
  restore(dump: Dump): void {
    this.#db.exec("PRAGMA foreign_keys = off; BEGIN IMMEDIATE");
    for (const [name, rows] of Object.entries(dump)) {
      this.#db.exec(`DELETE FROM "${name}"`);
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) continue;
      const insert = this.#db.prepare(
        `INSERT INTO "${name}" (${columns.map((column) => `"${column}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      );
      insert.setReadBigInts(true);
      for (const row of rows) insert.run(...Object.values(row));
    }
    this.#db.exec("COMMIT");
  }
  /** The keys of all stored objects. */
  objects(): string[] {
    const [file] = databasesIn(join(this.#state, "r2"));
    if (file === undefined) return [];
    const db = new DatabaseSync(file, { readOnly: true });
    const keys = db
      .prepare("SELECT key FROM _mf_objects ORDER BY key")
      .all()
      .map((row) => String(row["key"]));
    db.close();
    return keys;
  }
  close(): void {
    this.#db.close();
  }
}

const safeValue = (value: SQLInputValue): SQLInputValue =>
  typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
const writable = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

function comparable(name: string, rows: Rows): string[] {
  const ignored = TOUCHED[name] ?? [];
  return rows
    .filter((row) => name !== "abuse_counters" || !ATTEMPT.test(String(row["key"])))
    .map((row) =>
      JSON.stringify(
        Object.entries(row).filter(([column]) => !ignored.includes(column)),
        writable,
      ),
    )
    .toSorted();
}
/** The differences in words; empty when there are none. */
export function changes(before: Dump, after: Dump): string {
  const found: string[] = [];
  for (const name of Object.keys(before)) {
    const [was, is] = [comparable(name, before[name] ?? []), comparable(name, after[name] ?? [])];
    const [gone, came] = [was.filter((row) => !is.includes(row)), is.filter((row) => !was.includes(row))];
    if (gone.length + came.length > 0 || was.length !== is.length)
      found.push(`${name}: -${gone.join(" ").slice(0, 500)} +${came.join(" ").slice(0, 500)}`);
  }
  return found.join("\n");
}
