// Describes a migrated database for review: one line per column, key, index, reference and check.
import type { DatabaseSync } from "node:sqlite";
import type { TableNotes } from "./table-notes.ts";

export type Cells = Readonly<Record<string, string | number | null>>;

/** Simplifies an SQL expression: without quotes, table names, extra space and case. */
const simplified = (sql: string): string =>
  sql
    .replaceAll(/["`]/g, "")
    .replaceAll(/\b[a-z_]+\.(?=[a-z_])/gi, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();

const rowsOf = (db: DatabaseSync, sql: string, ...values: string[]): Cells[] => db.prepare(sql).all(...values) as Cells[];

interface Line {
  readonly text: string;
  readonly column?: string;
}
function linesOf(db: DatabaseSync, table: string): Line[] {
  const columns = rowsOf(db, "SELECT * FROM pragma_table_xinfo(?) WHERE hidden = 0", table);
  const key = columns.filter((c) => Number(c["pk"]) > 0).toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]));
  const lines: Line[] = columns.map((c) => {
    const preset = c["dflt_value"] === null ? "" : ` default ${simplified(String(c["dflt_value"]))}`;
    return {
      text: `${c["name"]} ${String(c["type"]).toLowerCase()}${c["notnull"] ? " not null" : ""}${preset}`,
      column: String(c["name"]),
    };
  });
  lines.push({ text: `primary key (${key.map((c) => c["name"]).join(", ")})` });
  const indexes = rowsOf(
    db,
    "SELECT l.name, l.\"unique\", l.partial, m.sql FROM pragma_index_list(?) l LEFT JOIN sqlite_master m ON m.name = l.name WHERE l.origin <> 'pk'",
    table,
  );
  for (const index of indexes) {
    const parts = rowsOf(db, "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key = 1", String(index["name"]));
    const shown = parts.map((c) => (c["name"] === null || c["coll"] !== "BINARY" ? "<expression>" : c["name"])).join(", ");
    const where = index["partial"] ? ` where ${simplified(/\bwhere\b(.*)$/is.exec(String(index["sql"]))?.[1] ?? "")}` : "";
    lines.push({ text: `${index["unique"] ? "unique index" : "index"} ${index["name"]} (${shown})${where}` });
  }
  const references = Map.groupBy(rowsOf(db, "SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq", table), (r) => r["id"]);
  for (const parts of references.values()) {
    lines.push({
      text: `(${parts.map((c) => c["from"]).join(", ")}) references ${parts[0]?.["table"]} (${parts.map((c) => c["to"]).join(", ")}) on delete ${String(parts[0]?.["on_delete"]).toLowerCase()}`,
    });
  }
  return lines;
}

const CHECK = /\bCHECK \(((?:[^()]|\([^()]*\))*)\)/g;

/** The whole database as a page for review: every change by a migration shows in the diff of this text. */
export function tableReport(db: DatabaseSync, notes: TableNotes): string {
  const tables = rowsOf(
    db,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'd1_migrations' ORDER BY name",
  ).map((row) => String(row["name"]));
  const sections = tables.map((table) => {
    const sql = String(rowsOf(db, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", table)[0]?.["sql"]);
    const { owner, note, columns } = notes.get(table) ?? { owner: "nobody", note: undefined, columns: {} };
    const lines = linesOf(db, table).map(({ text, column }) => {
      const comment = column === undefined ? undefined : columns[column];
      return `- \`${text}\`${comment === undefined ? "" : ` ${comment}`}`;
    });
    const checks = [...sql.matchAll(CHECK)].map(([, condition]) => `- \`check ${simplified(condition ?? "")}\``);
    const kept = /WITHOUT ROWID/.test(sql) ? ["- without rowid"] : [];
    return [`## ${table}`, "", `Of ${owner}.${note === undefined ? "" : ` ${note}`}`, "", ...lines, ...checks, ...kept].join("\n");
  });
  return `# Tables\n\nGenerated from the migrations and \`columns.json\` of each module by \`pnpm migrations:prepare\`; \`pnpm check\` compares it.\n\n${sections.join("\n\n")}\n`;
}
