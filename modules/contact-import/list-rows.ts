// The report of an import: what became of each row, on a screen and as CSV.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { type CsvPart, csvFile } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactImportId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { type ContactImportRow, type Outcome, outcomeLabel, reasonLabel } from "./contract.ts";
import { readBlock, type StoredRow } from "./stored-rows.ts";
import { readRun } from "./queries.ts";
import { readRows } from "./row-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;
const EXPORTED = 200;

export async function listRows(
  ctx: Ctx,
  id: ContactImportId,
  { cursor, outcome }: { cursor?: string | undefined; outcome?: Outcome | undefined },
): Promise<{ items: ContactImportRow[]; next: string | null }> {
  const [run] = await ctx.db.read(readRun(ctx.caller.projectId, id));
  if (!run) throw notFound();
  const [rows] = await ctx.db.read(readRows(run, outcome, decodeCursor(cursor)?.at ?? -1, PAGE + 1));
  const last = rows[PAGE - 1];
  return { items: rows.slice(0, PAGE), next: rows.length > PAGE && last !== undefined ? encodeCursor([last.n, id]) : null };
}
/** With the cells of the rows while the file is there. */
export async function exportRows(ctx: Ctx, id: ContactImportId, { outcome }: { outcome?: Outcome | undefined }): Promise<Response> {
  const [run] = await ctx.db.read(readRun(ctx.caller.projectId, id));
  if (!run) throw notFound();
  const { objectKey, headings, blocks } = run;
  let block: readonly StoredRow[] = [];
  const cellsOf = async (n: number): Promise<readonly string[]> => {
    if (objectKey === null) return [];
    if (!block.some((row) => row.n === n)) block = (await readBlock(ctx, objectKey, blocks, n)) ?? [];
    return block.find((row) => row.n === n)?.cells ?? [];
  };
  const names = headings.map((name, at) => name || m.contact_import_column({ number: at + 1 }));
  const read = async (after: number): Promise<CsvPart<number>> => {
    const [rows] = await ctx.db.read(readRows(run, outcome, after, EXPORTED));
    const lines: (string | number)[][] = [];
    for (const row of rows) {
      const cells = await cellsOf(row.n);
      const place = row.place === null ? "" : (names[row.place] ?? "");
      const known = [row.line, outcomeLabel(row.outcome, run.dry), row.reason === null ? "" : reasonLabel(row.reason), place];
      lines.push([...known, ...names.map((_, at) => cells[at] ?? "")]);
    }
    const last = rows.at(-1);
    return { rows: lines, next: rows.length < EXPORTED || last === undefined ? undefined : last.n };
  };
  const first = await read(-1);
  const head = [
    m.contact_import_csv_line(),
    m.contact_import_csv_outcome(),
    m.contact_import_csv_reason(),
    m.contact_import_csv_column(),
    ...names,
  ];
  return csvFile(`contact-import-${id}.csv`, { ...first, rows: [head, ...first.rows] }, read);
}
