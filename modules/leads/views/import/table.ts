// Reads a pasted list or a CSV file, and guesses what its columns are.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { FIELD_NAMES, type FieldName } from "../fields.ts";

/** Bytes of a file, and rows of it, that are imported at once. */
export const MAX_BYTES = 5_000_000;
export const MOST_ROWS = 5000;
const MOST_COLUMNS = 60;

export interface Table {
  /** Names of the columns; empty texts if the first row names none. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** By column; undefined for one that is left out. */
  readonly mapping: readonly (FieldName | undefined)[];
}
/** What is wrong with a list, in a sentence. */
export class ListProblem extends Error {}

const NAMES: Readonly<Record<FieldName, RegExp>> = {
  email: /^(e-?mail( ?address)?|address|mail|courriel|correo)$/i,
  name: /^(full ?name|name|contact( ?name)?|person|nom|nombre)$/i,
  company: /^(company( ?name)?|organi[sz]ation|account( ?name)?|firma|unternehmen|société|empresa)$/i,
  domain: /^(domain|website|web ?site|url|site|homepage)$/i,
  role: /^(role|job ?title|title|position|funktion)$/i,
};
const named = (column: string): FieldName | undefined => FIELD_NAMES.find((field) => NAMES[field].test(column.trim().replaceAll("_", " ")));
/** No address is longer; a longer cell would take the expression a while. */
const ADDRESS_LENGTH = 254;
const isAddress = (cell: string): boolean => cell.length <= ADDRESS_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim());
const isHost = (cell: string): boolean => cell.length <= 300 && /^(https?:\/\/)?[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(cell.trim());

const DELIMITERS = [",", ";", "\t", "|"];
/** Characters by which the delimiter is guessed: the parser would go through the whole text for each. */
const GUESSED_BY = 50_000;
/** By the names of columns; where there are none, by the first rows. */
function delimiterOf(source: string, guess: (start: string) => string): string {
  const start = source.slice(0, GUESSED_BY);
  const [line = ""] = start.split("\n", 1);
  const names = (delimiter: string): number => line.split(delimiter).filter((cell) => named(cell.replaceAll('"', "")) !== undefined).length;
  const [best = ""] = DELIMITERS.toSorted((x, y) => names(y) - names(x));
  return names(best) > 1 ? best : guess(start);
}
/** Rows that are parsed at most, empty ones included: of a longer list nothing is imported. */
const LOOKED_THROUGH = 2 * MOST_ROWS;
/** More quotes than any list has that could be imported; each takes the parser a while. */
const isQuotesAlone = (source: string): boolean => {
  let left = 2 * MOST_COLUMNS * MOST_ROWS;
  for (let at = source.indexOf('"'); at >= 0 && left > 0; at = source.indexOf('"', at + 1)) left -= 1;
  return left === 0;
};

/** Throws `ListProblem` for what is no list, or too long. */
export async function readTable(text: string): Promise<Table> {
  const { default: Papa } = await import("papaparse");
  // A file that several programs have written has several kinds of line ends; within a cell they become spaces anyway.
  const source = text
    .replace(/^\uFEFF+/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n{2,}/g, "\n");
  if (source.includes("\0")) throw new ListProblem(m.leads_import_binary());
  if (isQuotesAlone(source)) throw new ListProblem(m.leads_import_unreadable());
  const common = { skipEmptyLines: "greedy", newline: "\n" } as const;
  const delimiter = delimiterOf(source, (start) => Papa.parse(start, { ...common, delimitersToGuess: DELIMITERS }).meta.delimiter);
  const parsed = Papa.parse(source, { ...common, delimiter, preview: LOOKED_THROUGH });
  const unclosed = parsed.errors.find(({ type }) => type === "Quotes");
  if (unclosed) throw new ListProblem(m.leads_import_quotes({ row: (unclosed.row ?? 0) + 1 }));
  const all = parsed.data;
  if (all.length === 0) throw new ListProblem(m.leads_import_empty());
  if (all.length > MOST_ROWS + 1 || parsed.meta.truncated)
    throw new ListProblem(m.leads_import_long({ max: MOST_ROWS.toLocaleString(locale) }));
  const width = Math.max(...all.map((row) => row.length));
  if (width > MOST_COLUMNS) throw new ListProblem(m.leads_import_wide({ max: MOST_COLUMNS }));
  const [first = []] = all;
  const hasNames = first.some((cell) => named(cell) !== undefined) && !first.some(isAddress);
  const rows = hasNames ? all.slice(1) : all;
  if (rows.length === 0) throw new ListProblem(m.leads_import_empty());
  if (rows.length > MOST_ROWS) throw new ListProblem(m.leads_import_long({ max: MOST_ROWS.toLocaleString(locale) }));
  const columns = Array.from({ length: width }, (_, at) => (hasNames ? (first[at] ?? "").trim() : ""));
  return { columns, rows, mapping: guess(columns, rows) };
}
/** By the columns' names, else by what their cells look like. A field is found once. */
function guess(columns: readonly string[], rows: readonly (readonly string[])[]): (FieldName | undefined)[] {
  const found = new Set<FieldName>();
  const once = (field: FieldName | undefined): FieldName | undefined => {
    if (field === undefined || found.has(field)) return undefined;
    found.add(field);
    return field;
  };
  const mapping = columns.map((column) => once(named(column)));
  const some = rows.slice(0, 20);
  const most = (at: number, is: (cell: string) => boolean): boolean => {
    const cells = some.map((row) => row[at] ?? "").filter((cell) => cell.trim() !== "");
    return cells.length > 0 && cells.filter(is).length * 2 > cells.length;
  };
  const looks = (at: number): FieldName | undefined => (most(at, isAddress) ? "email" : most(at, isHost) ? "domain" : undefined);
  const guessed = mapping.map((field, at) => field ?? (columns[at] === "" ? once(looks(at)) : undefined));
  // Without names of columns, the first one that is neither an address nor a host is most likely a person's name.
  const person = columns.every((column) => column === "")
    ? guessed.findIndex((field, at) => field === undefined && looks(at) === undefined && most(at, () => true))
    : -1;
  return guessed.map((field, at) => (at === person ? once("name") : field));
}

/** The fields of a row, trimmed to one line each; empty ones are left out. */
export function fieldsOf(row: readonly string[], mapping: Table["mapping"]): Partial<Record<FieldName, string>> {
  const cells = mapping.flatMap((field, at) => {
    const text = (row[at] ?? "").replace(/\s+/g, " ").trim();
    return field === undefined || text === "" ? [] : [[field, text] as const];
  });
  return Object.fromEntries(cells);
}
