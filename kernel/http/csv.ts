import { inParts, type Part } from "./download-in-parts.ts";

/**
 * One line of a CSV file (RFC 4180), every cell quoted. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front
 * (OWASP, CSV injection), also if it has one already, so that `withoutGuard` gives back what was there; numbers are left as they are.
 */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => `"${(typeof cell === "string" && /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)).replaceAll('"', '""')}"`).join(",")}\r\n`;

/** A cell as it was before `csvLine` guarded it. */
export const withoutGuard = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** Rows of a part, and where the next part begins. */
export interface CsvPart<C> extends Part<C> {
  readonly rows: readonly (readonly (string | number)[])[];
}
/** A CSV file that is read in parts, with a byte order mark for spreadsheets. The first part begins with the names of the columns. */
export const csvFile = <C>(name: string, first: CsvPart<C>, read: (from: C) => Promise<CsvPart<C>>): Response =>
  inParts(
    { name, type: "text/csv; charset=utf-8" },
    first,
    read,
    (part) => `${part === first ? "\ufeff" : ""}${part.rows.map(csvLine).join("")}`,
  );
