// The report of a run, ticket by ticket.
import { locale } from "#dashboard/locale.ts";
import { call } from "#dashboard/api.ts";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { PagedList } from "#dashboard/ui/paged-list.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { threadPath } from "#modules/conversations/contract";
import {
  type DeskImportRow,
  type DeskImportRun,
  listDeskImportRows,
  kindLabel,
  noteLabel,
  outcomeLabel,
  OUTCOMES,
  reasonLabel,
  ROW_KINDS,
} from "../contract.ts";
import { isMoving, OUTCOME_TONES, UNDONE_LABELS } from "./labels.ts";

const OTHERS = ["company", "rating", "reply"] as const;
const OPTION_OF = { company: "companies", rating: "ratings", reply: "replies" } as const;
const OTHER_LABELS = { company: m.desk_import_companies, rating: m.desk_import_ratings, reply: m.desk_import_replies };

interface RunReportProps {
  readonly projectId: string;
  readonly run: DeskImportRun;
  /** Changes with every ticket, which refetches the list. */
  readonly seen: number;
}
export function RunReport({ projectId, run, seen }: RunReportProps) {
  const [shown, setShown] = useState("");
  const outcome = OUTCOMES.find((one) => one === shown);
  const kind = ROW_KINDS.find((one) => one === shown);
  const only = { kind, outcome };
  const others = OTHERS.filter((one) => run.options[OPTION_OF[one]] === true);
  const list = useInfiniteQuery({
    queryKey: [listDeskImportRows.name, run.id, shown, isMoving(run) ? seen : run.state],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listDeskImportRows>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listDeskImportRows, { params: { projectId, deskImportId: run.id }, query: { cursor: pageParam, ...only }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <section aria-labelledby="import-report" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="import-report" className="text-md font-semibold">
          {m.desk_import_report()}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <a
            className={buttonLink}
            href={`/api/management/projects/${projectId}/desk-imports/${run.id}/report.csv${shown === "" ? "" : `?${kind === undefined ? "outcome" : "kind"}=${shown}`}`}
            download
          >
            <Download className="size-4" aria-hidden />
            {m.desk_import_download()}
          </a>
          <Field label={m.desk_import_filter()} hideLabel className="w-48">
            <Select
              value={shown}
              onChange={setShown}
              options={[
                ...(others.length > 0
                  ? [
                      { value: "", label: m.desk_import_filter_everything() },
                      { value: "conversation", label: m.desk_import_filter_all() },
                    ]
                  : [{ value: "", label: m.desk_import_filter_all() }]),
                ...OUTCOMES.map((value) => ({
                  value,
                  label: `${outcomeLabel(value, run.dry)} (${run.counts[value].toLocaleString(locale)})`,
                })),
                ...others.map((value) => ({ value, label: OTHER_LABELS[value]() })),
              ]}
            />
          </Field>
        </div>
      </div>
      <PagedList
        list={list}
        none={shown === "" ? (isMoving(run) ? m.desk_import_report_soon() : m.desk_import_report_none()) : m.desk_import_report_no_such()}
        more={m.desk_import_more()}
      >
        {(row) => <Row key={`${row.kind} ${row.sourceId}`} projectId={projectId} row={row} dry={run.dry} />}
      </PagedList>
    </section>
  );
}

function Row({ projectId, row, dry }: { projectId: string; row: DeskImportRow; dry: boolean }) {
  const reason = reasonLabel(row.reason);
  // What was only added to is still there.
  const here = row.conversationId !== null && !dry && (row.undone !== "removed" || row.outcome === "updated");
  const title =
    row.title !== "" ? row.title : row.kind === "conversation" ? m.desk_import_untitled({ number: row.sourceId }) : kindLabel(row.kind);
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-50 font-medium wrap-anywhere" dir="auto">
          {here && row.conversationId !== null ? (
            <Link to={threadPath(projectId, row.conversationId)} className="underline-offset-2 hover:underline pointer-coarse:py-2">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <span className="flex items-center gap-3">
          {row.title !== "" && (
            <span className="text-xs text-muted">{row.kind === "conversation" ? `#${row.sourceId}` : kindLabel(row.kind)}</span>
          )}
          <Chip tone={OUTCOME_TONES[row.outcome]}>{outcomeLabel(row.outcome, dry)}</Chip>
          {row.undone !== null && <Chip tone={row.undone === "left" ? "warn" : "neutral"}>{UNDONE_LABELS[row.undone]()}</Chip>}
        </span>
      </div>
      {reason !== undefined && <p className="text-muted">{reason}</p>}
      {row.notes.length > 0 && (
        <ul className="grid gap-0.5 text-xs text-muted">
          {row.notes.map((note) => (
            <li key={`${note.code} ${note.detail}`} className="wrap-anywhere">
              {noteLabel(note)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
