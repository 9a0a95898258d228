// Parses rows of tables (GitHub flavoured Markdown, section 4.10).

export type Align = "left" | "center" | "right" | null;

const CELL = /^:?-+:?$/;

/** The alignment of the columns if this is a delimiter row, the row below the header. */
export function delimiterRow(row: string): Align[] | undefined {
  if (!/^[|:\- \t]*$/.test(row) || !/[|:]/.test(row) || !row.includes("-")) return undefined;
  const cells = cellsOf(row);
  if (!cells.every((cell) => CELL.test(cell))) return undefined;
  return cells.map((cell) => (cell.endsWith(":") ? (cell.startsWith(":") ? "center" : "right") : cell.startsWith(":") ? "left" : null));
}

/** The cells of a row, without its outer bars. A bar within a cell is escaped by a backslash. */
export function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let from = 0;
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") {
      if (row[at + 1] === "|") {
        cell += row.slice(from, at);
        from = at + 1;
      }
      at += 1;
    } else if (row[at] === "|") {
      cells.push((cell + row.slice(from, at)).trim());
      cell = "";
      from = at + 1;
    }
  }
  cells.push((cell + row.slice(from)).trim());
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells;
}
