// Writes one table of a report as CSV.
import { csvLine } from "#kernel/http/csv.ts";
import { m } from "#messages";
import type { AskedTable, Figures, Report } from "../contract.ts";
import { FORMER, readReport } from "./read-report.ts";

type Ctx = Parameters<typeof readReport>[0];
type Row = readonly (string | number)[];

/** Names of columns are for programs too, so they are not translated. Lengths are in seconds. */
const COLUMNS = [
  ...["conversations", "outbound", "customer_messages", "replies"],
  ...["first_response", "wait", "resolution"].flatMap((name) => [name, `${name}_mean`, `${name}_median`, `${name}_p90`]),
  ...["reopened", "assistant_replies", "assistant_conversations", "assistant_resolutions"],
  ...["first", "next", "resolution"].flatMap((target) => [`target_${target}_met`, `target_${target}_missed`]),
  ...[1, 2, 3, 4, 5].map((score) => `rated_${score}`),
];
const cellsOf = (f: Figures): Row => [
  ...[f.conversations, f.outbound, f.customerMessages, f.replies],
  ...[f.firstResponse, f.wait, f.resolution].flatMap(({ count, mean, median, p90 }) => [count, mean ?? "", median ?? "", p90 ?? ""]),
  ...[f.reopened, f.assistantReplies, f.assistantConversations, f.assistantResolutions],
  ...f.targets.flatMap(({ met, missed }) => [met, missed]),
  ...f.ratings,
];
/** Throws `forbidden` as `readReport` does. */
export async function exportReport(ctx: Ctx, { table, ...asked }: AskedTable): Promise<Response> {
  const report = await readReport(ctx, asked);
  const rows = rowsOf(report, table);
  const name = `report-${table}-${report.from}-${report.until}.csv`;
  return new Response(`\ufeff${rows.map(csvLine).join("")}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
function rowsOf(report: Report, table: AskedTable["table"]): readonly Row[] {
  if (table === "days") return [["day", ...COLUMNS], ...report.days.map(({ day, ...figures }) => [day, ...cellsOf(figures)])];
  if (table === "groups")
    return [
      ["key", "name", ...COLUMNS],
      ...report.groups.map(({ key, name, ...figures }) => [key, key === FORMER ? m.reports_former() : (name ?? ""), ...cellsOf(figures)]),
    ];
  const hours = report.hours ?? [];
  return [
    ["weekday", ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`)],
    // 1 for Monday (ISO 8601).
    ...hours.map((counts, weekday) => [weekday + 1, ...counts]),
  ];
}
