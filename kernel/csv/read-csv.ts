// Reads the text of a CSV file row by row, within bounds: comma, semicolon, tab or bar, any line ends, line breaks in quotes.

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** What is wrong with a whole file. `line`: where, in `quotes`. */
export class CsvFault extends Error {
  readonly code: "binary" | "quotes" | "wide" | "long";
  readonly line: number;
  constructor(code: CsvFault["code"], line = 1) {
    super(code);
    this.code = code;
    this.line = line;
  }
}
/** Bounds of a file. `quotes`: more of them than any file has that could be read; each takes the parser a while. */
export interface CsvBounds {
  readonly rows: number;
  readonly columns: number;
}

/** Text without byte order marks, with one kind of line ends: files that several programs have written have several. */
export const normalLines = (text: string): string => {
  const bare = text.replace(/^\uFEFF+/, "");
  return bare.includes("\r") ? bare.replace(/\r\n?/g, "\n") : bare;
};

/** Characters by which the delimiter is guessed. */
const GUESSED_BY = 50_000;
/** The delimiter of a text with `normalLines`: the one that the first line, outside of quotes, has most often. */
export function delimiterOf(text: string): Delimiter {
  const start = text.slice(0, GUESSED_BY).replace(/^\n+/, "");
  const [line = ""] = start.replace(/"(?:[^"]|"")*"/g, "").split("\n", 1);
  const count = (delimiter: string): number => line.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}

/**
 * Calls `onRow` with each row that is not blank, and the line on which it begins, from 1. `text` has `normalLines`. Throws `CsvFault` for what
 * is no such file or beyond the bounds; rows before it were given by then.
 */
export async function eachRow(
  text: string,
  delimiter: Delimiter,
  most: CsvBounds,
  onRow: (cells: readonly string[], line: number) => void,
): Promise<void> {
  if (text.includes("\0")) throw new CsvFault("binary");
  const { default: Papa } = await import("papaparse");
  let line = 1;
  let rows = 0;
  let fault: CsvFault | undefined;
  Papa.parse(text, {
    delimiter,
    newline: "\n",
    step: ({ data, errors }, parser) => {
      const begins = line;
      line += 1;
      for (const cell of data) for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) line += 1;
      if (errors.some(({ type }) => type === "Quotes")) fault = new CsvFault("quotes", begins);
      else if (data.length > most.columns) fault = new CsvFault("wide", begins);
      else if (data.some((cell) => cell.trim() !== "")) {
        rows += 1;
        if (rows > most.rows) fault = new CsvFault("long", begins);
        else onRow(data, begins);
      }
      if (fault) parser.abort();
    },
  });
  if (fault) throw fault;
}
