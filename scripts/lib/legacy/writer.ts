// Writes rows without ever overwriting one, and tells what is already there.
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Row, Value } from "./rows.ts";

export type Found = "free" | "same" | "other";

/** Columns that a row here may have changed without being another one: derived, or moved on by the product's schedule. */
const MOVES_ON: Readonly<Record<string, ReadonlySet<string>>> = {
  accounts: new Set(["password_hash", "email_verified_at"]),
  projects: new Set(["client_id", "identity_secret"]),
  legacy_import_holds: new Set(["run_id"]),
  legacy_financial_rows: new Set(["run_id"]),
  files: new Set(["object_key"]),
  assistant_conversations: new Set(["answers", "reason", "since", "sent", "given"]),
  // Of unfinished work the time of the export that brought it.
  delegations: new Set(["ended_at"]),
};
/** Other values of a table that only one row may have, each with what narrows it. */
const UNIQUE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  accounts: [["email"]],
  projects: [["slug"], ["widget_key"]],
  contacts: [["project_id", "identifier"]],
  tags: [["project_id", "name_key"]],
  teams: [["project_id", "name_key"]],
  messages: [["project_id", "conversation_id", "revision"]],
  conversation_events: [["id"], ["project_id", "conversation_id", "revision"]],
};

export class Writer {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  constructor(db: DatabaseSync) {
    this.#db = db;
  }
  #statement(text: string): StatementSync {
    const known = this.#prepared.get(text);
    if (known) return known;
    const made = this.#db.prepare(text);
    this.#prepared.set(text, made);
    return made;
  }
  #find(table: string, columns: readonly string[], values: Readonly<Record<string, Value>>): Record<string, Value> | undefined {
    if (columns.some((column) => values[column] === null || values[column] === undefined)) return undefined;
    const where = columns.map((column) => `${column} = ?`).join(" AND ");
    return this.#statement(`SELECT * FROM ${table} WHERE ${where}`).get(...columns.map((column) => values[column] ?? null)) as
      | Record<string, Value>
      | undefined;
  }
  /** Whether the row can be written, is there as it is, or another one is in its place, and which. */
  look({ table, key, values }: Row): { readonly found: Found; readonly other?: string } {
    const own = this.#find(table, key, values);
    const name = key.map((column) => String(values[column])).join(" ");
    if (own !== undefined) {
      const differs = Object.keys(values).filter((column) => own[column] !== values[column] && !MOVES_ON[table]?.has(column));
      return differs.length === 0
        ? { found: "same" }
        : { found: "other", other: `${table} ${name}, which differs here in ${differs.join(", ")}` };
    }
    for (const columns of UNIQUE[table] ?? []) {
      const twin = this.#find(table, columns, values);
      if (twin === undefined) continue;
      const there = key.map((column) => String(twin[column])).join(" ");
      return { found: "other", other: `${table} ${there}, which has the same ${columns.at(-1)} here as ${name} in the export` };
    }
    return { found: "free" };
  }
  /** The key of the object of a file that is here. */
  objectKeyOf(fileId: string): string | undefined {
    const key = this.#find("files", ["id"], { id: fileId })?.["object_key"];
    return typeof key === "string" ? key : undefined;
  }
  /** Writes the rows of a record. Answers what is in the place of one of them; then none of them is written. */
  write(rows: readonly Row[]): string | undefined {
    const written: Row[] = [];
    for (const row of rows) {
      try {
        this.#insert(row);
        written.push(row);
      } catch (error) {
        const { found, other } = this.look(row);
        if (found === "same") continue;
        for (const { table, key, values } of written.toReversed())
          this.#statement(`DELETE FROM ${table} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")}`).run(
            ...key.map((column) => values[column] ?? null),
          );
        if (found === "free") throw error;
        return other;
      }
    }
    return undefined;
  }
  #insert({ table, values }: Row): void {
    const columns = Object.keys(values);
    // The revision that the visitor saw before is that of the event before it.
    const isEvent = table === "conversation_events";
    const before =
      "coalesce((SELECT max(p.revision) FROM conversation_events p WHERE p.project_id = ? AND p.conversation_id = ? AND p.visible = 1), 0)";
    const text = `INSERT INTO ${table} (${columns.join()}${isEvent ? ",previous_visible" : ""}) VALUES (${columns.map(() => "?").join()}${isEvent ? `,${before}` : ""})`;
    const bound = isEvent ? [values["project_id"] ?? null, values["conversation_id"] ?? null] : [];
    this.#statement(text).run(...Object.values(values), ...bound);
  }
  hasReceipt(projectId: string, runId: number, kind: string, id: string): boolean {
    const text = "SELECT 1 FROM legacy_import_rows WHERE project_id = ? AND run_id = ? AND kind = ? AND record_id = ?";
    return this.#statement(text).get(projectId, runId, kind, id) !== undefined;
  }
  writeReceipt(projectId: string, runId: number, kind: string, id: string): void {
    this.#statement("INSERT INTO legacy_import_rows (project_id, run_id, kind, record_id) VALUES (?, ?, ?, ?)").run(
      projectId,
      runId,
      kind,
      id,
    );
  }
}
