// Reads JSON lines of an exported set into rows of an import, each with its line in the file.
import { m } from "#messages";
import { COLUMNS, type ImportedRow, LINES_VERSION, type LineProblem, MAX_ROWS } from "../contract.ts";
import { FileProblem } from "./csv.ts";

/** JSON lines begin with an object, which no table does. */
export const isJsonLines = (text: string): boolean => /^\uFEFF?\s*\{/.test(text);
const LISTS: ReadonlySet<string> = new Set(["facts", "forbidden", "sources"]);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every((entry) => typeof entry === "string");

/** The rows, or what is wrong in which line. Throws `FileProblem` for too many lines. */
export function rowsOfLines(text: string): { readonly rows: ImportedRow[]; readonly problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((content, at) => ({ content, line: at + 1 }))
    .filter(({ content }) => content.trim() !== "");
  if (lines.length > MAX_ROWS) throw new FileProblem(m.question_sets_long_file({ max: MAX_ROWS }));
  const rows = lines.flatMap(({ content, line }): ImportedRow[] => {
    const wrong = (message: string): ImportedRow[] => {
      problems.push({ line, message });
      return [];
    };
    const value = valueOf(content);
    if (!isObject(value)) return wrong(m.question_sets_no_json());
    if (value["version"] !== LINES_VERSION) return wrong(m.question_sets_other_version({ version: LINES_VERSION }));
    for (const column of COLUMNS) {
      const cell = value[column];
      const fits = cell === undefined || (LISTS.has(column) ? isList(cell) : typeof cell === "string");
      if (!fits) return wrong(LISTS.has(column) ? m.question_sets_no_list({ column }) : m.question_sets_no_text({ column }));
    }
    return [{ line, ...Object.fromEntries(COLUMNS.map((column) => [column, value[column] ?? ""])) } as ImportedRow];
  });
  return { rows, problems };
}
function valueOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
