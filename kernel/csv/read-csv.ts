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
/** Bounds of a file: rows that are not blank, and columns of a row. */
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

/** What `trim` takes away. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
const QUOTE = 34;
const LINE_END = 10;
/**
 * Throws `CsvFault` for the first row with wrong quotes or too many columns, and for too many rows. In one walk over the text that stores
 * nothing: the parser makes an object of each wrong quote and of each column first, which takes more memory than a worker has.
 */
function checkText(text: string, delimiter: Delimiter, most: CsvBounds): void {
  const between = delimiter.charCodeAt(0);
  const end = text.length;
  let line = 1;
  let rows = 0;
  let at = 0;
  while (at < end) {
    const begins = line;
    let cells = 0;
    let isBlank = true;
    for (let isRow = true; isRow;) {
      cells += 1;
      if (cells > most.columns) throw new CsvFault("wide", begins);
      if (text.charCodeAt(at) === QUOTE) {
        for (let isOpen = true; isOpen;) {
          at += 1;
          if (at >= end) throw new CsvFault("quotes", begins);
          const code = text.charCodeAt(at);
          if (code === LINE_END) line += 1;
          else if (code === QUOTE && text.charCodeAt(at + 1) === QUOTE) at += 1;
          else if (code === QUOTE) isOpen = false;
          else if (isBlank && !isSpace(code)) isBlank = false;
        }
        at += 1;
        // The parser takes spaces behind a quote, but not at the end of the text.
        const closed = at;
        while (at < end && text.charCodeAt(at) !== between && text.charCodeAt(at) !== LINE_END) {
          if (!isSpace(text.charCodeAt(at))) throw new CsvFault("quotes", begins);
          at += 1;
        }
        if (at >= end && closed < end) throw new CsvFault("quotes", begins);
      } else
        for (; at < end; at += 1) {
          const code = text.charCodeAt(at);
          if (code === between || code === LINE_END) break;
          if (isBlank && !isSpace(code)) isBlank = false;
        }
      isRow = at < end && text.charCodeAt(at) === between;
      at += 1;
    }
    line += 1;
    if (!isBlank) rows += 1;
    if (rows > most.rows) throw new CsvFault("long", begins);
  }
}

/**
 * Calls `onRow` with each row that is not blank, and the line on which it begins, from 1. `text` has `normalLines`. Throws `CsvFault` for what
 * is no such file or beyond the bounds, mostly before the first row is given.
 */
export async function eachRow(
  text: string,
  delimiter: Delimiter,
  most: CsvBounds,
  onRow: (cells: readonly string[], line: number) => void,
): Promise<void> {
  if (text.includes("\0")) throw new CsvFault("binary");
  checkText(text, delimiter, most);
  const { default: Papa } = await import("papaparse");
  let line = 1;
  let rows = 0;
  let fault: CsvFault | undefined;
  Papa.parse(text, {
    delimiter,
    newline: "\n",
    // Otherwise a text without quotes is split into all of its lines at once.
    fastMode: false,
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
