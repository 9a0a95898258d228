// Converts CSV to Markdown for search and quotes: each value is written with the name of its column.

/** Rows of RFC 4180, with the most frequent separator of the first line: comma, semicolon or tab. */
export function rowsOf(text: string): string[][] {
  const first = text.slice(0, text.indexOf("\n") === -1 ? undefined : text.indexOf("\n"));
  const count = (sign: string): number => first.split(sign).length;
  const separator = [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") {
      rows.push([...row, cell.replace(/\r$/, "")]);
      row = [];
      cell = "";
    } else cell += sign;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one.trim() !== ""));
}

const plain = (cell: string): string => cell.replaceAll(/\s+/g, " ").trim();

/** A Markdown list of the rows, `column: value` each; a value without a column name stands alone. */
export function markdownOfCsv(text: string): string {
  const [head = [], ...rows] = rowsOf(text);
  const names = head.map(plain);
  if (rows.length === 0) return names.join(", ");
  return rows
    .map((row) => {
      const values = row.map(plain).flatMap((value, i) => (value === "" ? [] : [names[i] ? `${names[i]}: ${value}` : value]));
      return `- ${values.join("; ")}`;
    })
    .join("\n\n");
}
