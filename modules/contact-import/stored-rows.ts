// The stored form of a file: a line of JSON for each row, with the line of the file on which it began, and where each block of rows begins.
import { type CsvBounds, CsvFault, type Delimiter, delimiterOf, eachRow, normalLines } from "#kernel/csv/read-csv.ts";
import { decoded, type Encoding } from "#kernel/csv/text-of-file.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { MAX_COLUMNS, MAX_ROWS } from "./contract.ts";
import type { Blocks, StoredFile } from "./queries.ts";

/** Rows and bytes of a block at most; one row may be larger. */
const BLOCK_ROWS = 100;
const BLOCK_BYTES = 128 * 1024;
/** Characters of a cell that are kept: one more than any field takes, so that it still counts as too long. */
const CELL = 5001;
const HEADING = 100;
/** What stands in a cell of a heading. */
const heading = (cell: string): string =>
  cell
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, HEADING)
    .toWellFormed();
const isAddress = (cell: string): boolean => cell.length <= 254 && /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(cell);

/** What is wrong with a whole file, in a sentence. */
export class FileProblem extends Error {}
const SENTENCES: Readonly<Record<CsvFault["code"], (line: number) => string>> = {
  binary: () => m.contact_import_file_binary(),
  quotes: (line) => m.contact_import_file_quotes({ line }),
  wide: (line) => m.contact_import_file_wide({ line, max: MAX_COLUMNS }),
  long: () => m.contact_import_file_long({ max: MAX_ROWS }),
};
/** First bytes of what is no text: zip (and so xlsx, ods, numbers), the older Excel, PDF, gzip, PNG. */
const OTHERS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
];

export interface Prepared extends StoredFile {
  readonly chunks: readonly Uint8Array[];
  readonly size: number;
}
/** Reads a file and writes its rows in the stored form. Throws `FileProblem`. */
export async function prepare(
  bytes: Uint8Array,
  chosen: { readonly encoding?: Encoding | undefined; readonly delimiter?: Delimiter | undefined },
): Promise<Prepared> {
  if (OTHERS.some((magic) => magic.every((byte, at) => bytes[at] === byte))) throw new FileProblem(m.contact_import_file_spreadsheet());
  const { text: read, encoding } = decoded(bytes, chosen.encoding);
  const text = normalLines(read);
  if (text.trim() === "") throw new FileProblem(m.contact_import_file_empty());
  const delimiter = chosen.delimiter ?? delimiterOf(text);
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  const blocks: (readonly [number, number])[] = [];
  let headings: string[] | undefined;
  let width = 0;
  let total = 0;
  let size = 0;
  let pending: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (pending.length === 0) return;
    const chunk = encoder.encode(pending.join(""));
    blocks.push([total - pending.length, size]);
    chunks.push(chunk);
    size += chunk.byteLength;
    pending = [];
    length = 0;
  };
  const most: CsvBounds = { rows: MAX_ROWS + 1, columns: MAX_COLUMNS };
  try {
    await eachRow(text, delimiter, most, (cells, line) => {
      if (headings === undefined) {
        // Without a row of names the first row is one of the contacts.
        const isNames = !cells.some(isAddress);
        headings = isNames ? cells.map(heading) : cells.map(() => "");
        width = headings.length;
        if (isNames) return;
      }
      if (total >= MAX_ROWS) throw new CsvFault("long", line);
      // Empty cells at the end say nothing.
      const kept = cells.slice(0, Math.max(width, lastFilled(cells) + 1));
      const written = `${JSON.stringify([line, ...kept.map((cell) => cell.slice(0, CELL).toWellFormed())])}\n`;
      if (pending.length >= BLOCK_ROWS || (pending.length > 0 && length + written.length > BLOCK_BYTES)) flush();
      pending.push(written);
      length += written.length;
      total += 1;
    });
  } catch (error) {
    if (error instanceof CsvFault) throw new FileProblem(SENTENCES[error.code](error.line));
    throw error;
  }
  flush();
  if (headings === undefined || headings.length === 0) throw new FileProblem(m.contact_import_file_empty());
  if (total === 0) throw new FileProblem(m.contact_import_file_no_rows());
  return { headings, blocks: [...blocks, [total, size]], total, encoding, delimiter, chunks, size };
}
const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== "");

export interface StoredRow {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly string[];
}
/** The rows of the block that has row `n`. Undefined if the object is gone. */
export async function readBlock({ env }: Pick<Ctx, "env">, objectKey: string, blocks: Blocks, n: number): Promise<StoredRow[] | undefined> {
  const at = blocks.findLastIndex(([row]) => row <= n);
  const [first, offset] = blocks[at] ?? [0, 0];
  const end = blocks[at + 1]?.[1];
  if (end === undefined) return [];
  const object = await env.FILES.get(objectKey, { range: { offset, length: end - offset } });
  if (object === null) return undefined;
  const text = await object.text();
  return text
    .split("\n")
    .filter((one) => one !== "")
    .map((one, index) => {
      const [line, ...cells] = JSON.parse(one) as [number, ...string[]];
      return { n: first + index, line, cells };
    });
}
