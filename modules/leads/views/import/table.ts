// Reads a pasted list or a CSV file, and guesses what its columns are.
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

/** The text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, which accepts everything. */
export function textOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

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

/** Throws `ListProblem` for what is no list, or too long. */
export async function readTable(text: string): Promise<Table> {
  const { default: Papa } = await import("papaparse");
  const source = text.replace(/^\uFEFF/, "");
  if (source.includes("\0")) throw new ListProblem(m.leads_import_binary());
  const parsed = Papa.parse(source, { skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t", "|"] });
  const unclosed = parsed.errors.find(({ type }) => type === "Quotes");
  if (unclosed) throw new ListProblem(m.leads_import_quotes({ row: (unclosed.row ?? 0) + 1 }));
  const all = parsed.data;
  if (all.length === 0) throw new ListProblem(m.leads_import_empty());
  if (all.length > MOST_ROWS + 1) throw new ListProblem(m.leads_import_long({ max: MOST_ROWS.toLocaleString() }));
  const width = Math.max(...all.map((row) => row.length));
  if (width > MOST_COLUMNS) throw new ListProblem(m.leads_import_wide({ max: MOST_COLUMNS }));
  const [first = []] = all;
  const hasNames = first.some((cell) => named(cell) !== undefined) && !first.some(isAddress);
  const rows = hasNames ? all.slice(1) : all;
  if (rows.length === 0) throw new ListProblem(m.leads_import_empty());
  if (rows.length > MOST_ROWS) throw new ListProblem(m.leads_import_long({ max: MOST_ROWS.toLocaleString() }));
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
