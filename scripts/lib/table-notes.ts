// Reads the notes on tables from `columns.json` of the kernel and of each module: who owns a table and what its columns mean.
import { globSync, readFileSync } from "node:fs";
import { inRoot, ROOT } from "./paths.ts";

export interface TableNote {
  /** `kernel` or the module's name. */
  readonly owner: string;
  readonly note?: string | undefined;
  readonly columns: Readonly<Record<string, string>>;
}
/** By the table's name. */
export type TableNotes = ReadonlyMap<string, TableNote>;

/** The notes of all tables. Throws if two files list the same table. */
export function readTableNotes(): TableNotes {
  const notes = new Map<string, TableNote>();
  for (const file of globSync(["kernel/columns.json", "modules/*/columns.json"], { cwd: ROOT }).sort()) {
    const owner = file.split("/").at(-2) ?? "";
    const listed = JSON.parse(readFileSync(inRoot(file), "utf8")) as Record<string, { note?: string; columns?: Record<string, string> }>;
    for (const [table, { note, columns = {} }] of Object.entries(listed)) {
      const other = notes.get(table);
      if (other) throw new Error(`${file}: ${table} is ${other.owner}'s already`);
      notes.set(table, { owner, note, columns });
    }
  }
  return notes;
}
