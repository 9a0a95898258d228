// Reads a CSV text into rows of an import, each with its line in the file.
import { m } from "#messages";
import { COLUMNS, type ImportedRow, MAX_ROWS } from "../contract.ts";

export const MAX_BYTES = 2_000_000;
/** What is wrong with a file, in a sentence. */
export class FileProblem extends Error {}

/** Throws `FileProblem` for what is no such table, or too long. */
export async function rowsOf(text: string): Promise<ImportedRow[]> {
  const { default: Papa } = await import("papaparse");
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const lines: number[] = [];
  let read = 0;
  const table: string[][] = [];
  const [firstLine = ""] = source.split("\n", 1);
  // The names of the columns have no delimiter in them, while texts below may.
  const count = (delimiter: string): number => firstLine.split(delimiter).length;
  const [delimiter = ","] = [",", ";", "\t"].toSorted((a, b) => count(b) - count(a));
  const parsed = Papa.parse(source, { newline: "\n", delimiter, preview: MAX_ROWS * 4 });
  for (const row of parsed.data) {
    lines.push(read + 1);
    // A cell may have several lines.
    read += 1 + row.reduce((sum, cell) => sum + (cell.match(/\n/g) ?? []).length, 0);
    table.push(row);
  }
  const [broken] = parsed.errors.filter(({ type }) => type === "Quotes");
  if (broken) throw new FileProblem(m.question_sets_broken_file({ line: lines[broken.row ?? 0] ?? 1 }));
  const names = (table[0] ?? []).map((name) => name.trim().toLowerCase());
  if (!names.includes("question")) throw new FileProblem(m.question_sets_no_column());
  const rows = table.flatMap((row, at): ImportedRow[] => {
    if (at === 0 || row.every((cell) => cell.trim() === "")) return [];
    const cells = Object.fromEntries(COLUMNS.map((column) => [column, row[names.indexOf(column)] ?? ""]));
    return [{ line: lines[at] ?? at + 1, ...cells } as ImportedRow];
  });
  if (rows.length === 0) throw new FileProblem(m.question_sets_empty_file());
  if (rows.length > MAX_ROWS || parsed.meta.truncated) throw new FileProblem(m.question_sets_long_file({ max: MAX_ROWS }));
  return rows;
}
