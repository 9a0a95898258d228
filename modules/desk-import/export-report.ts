// The report of a run as a file: what became of each ticket, and why.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { type CsvPart, csvFile } from "#kernel/http/csv.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DeskImportId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { type DeskImportRow, kindLabel, noteLabel, type Outcome, outcomeLabel, reasonLabel, type RowKind } from "./contract.ts";
import { readRows, readRun, rowKey } from "./queries.ts";

/** Rows of one part, which is one read. */
const ROWS = 500;

/** `outcome`: only tickets of this outcome. `kind`: only what is of this kind. */
export async function exportDeskImportRows(
  ctx: RequestCtx<MemberPrincipal>,
  id: DeskImportId,
  only: { outcome?: Outcome | undefined; kind?: RowKind | undefined },
): Promise<Response> {
  const { projectId } = ctx.caller;
  const [run, first] = await ctx.db.read(readRun(projectId, id), readRows(projectId, id, only, "", ROWS));
  if (!run) throw notFound();
  const partOf = (found: readonly DeskImportRow[]): CsvPart<string> => {
    const last = found.at(-1);
    return {
      rows: found.map((row) => cellsOf(row, run.dry)),
      next: last === undefined || found.length < ROWS ? undefined : rowKey(last),
    };
  };
  const head = [
    m.desk_import_csv_kind(),
    m.desk_import_csv_number(),
    m.desk_import_csv_title(),
    m.desk_import_csv_outcome(),
    m.desk_import_csv_reason(),
    m.desk_import_csv_notes(),
  ];
  const begin = partOf(first);
  return csvFile(`import-${id}.csv`, { ...begin, rows: [head, ...begin.rows] }, async (after) => {
    const [found] = await ctx.db.read(readRows(projectId, id, only, after, ROWS));
    return partOf(found);
  });
}
const cellsOf = (row: DeskImportRow, dry: boolean): string[] => [
  kindLabel(row.kind),
  row.sourceId,
  row.title,
  outcomeLabel(row.outcome, dry),
  reasonLabel(row.reason) ?? "",
  row.notes.map(noteLabel).join(" "),
];
