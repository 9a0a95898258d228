// The report of a run, article by article.
import { locale } from "#dashboard/locale.ts";
import { call } from "#dashboard/api.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { PagedList } from "#dashboard/ui/paged-list.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { articlePath } from "#modules/articles/contract";
import { type ImportRow, type ImportRun, listImportRows, type Outcome, OUTCOMES } from "../contract.ts";
import { isMoving, noteLabels, OUTCOME_LABELS, reasonLabels, UNDONE_LABELS } from "./labels.ts";

interface RunReportProps {
  readonly projectId: string;
  readonly run: ImportRun;
  /** Changes with every article, which refetches the list. */
  readonly seen: number;
}
export function RunReport({ projectId, run, seen }: RunReportProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const list = useInfiniteQuery({
    queryKey: [listImportRows.name, run.id, outcome ?? null, isMoving(run) ? seen : run.state],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listImportRows>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listImportRows, { params: { projectId, importId: run.id }, query: { cursor: pageParam, outcome }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <section aria-labelledby="import-report" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="import-report" className="text-md font-semibold">
          {m.help_import_report()}
        </h2>
        <Field label={m.help_import_filter()} hideLabel className="w-48">
          <Select
            value={outcome ?? ""}
            onChange={(value) => setOutcome(OUTCOMES.find((one) => one === value))}
            options={[
              { value: "", label: m.help_import_filter_all() },
              ...OUTCOMES.map((value) => ({
                value,
                label: `${OUTCOME_LABELS[value].label(run.dry)} (${run.counts[value].toLocaleString(locale)})`,
              })),
            ]}
          />
        </Field>
      </div>
      {!isMoving(run) && (list.data?.pages[0]?.items.length ?? 0) > 0 && <p className="text-xs text-muted">{m.help_import_not_kept()}</p>}
      <PagedList
        list={list}
        none={
          outcome === undefined
            ? isMoving(run)
              ? m.help_import_report_soon()
              : m.help_import_report_none()
            : m.help_import_report_no_such()
        }
        more={m.help_import_more()}
      >
        {(row) => <Row key={`${row.sourceId}/${row.locale}`} projectId={projectId} row={row} dry={run.dry} />}
      </PagedList>
    </section>
  );
}

function Row({ projectId, row, dry }: { projectId: string; row: ImportRow; dry: boolean }) {
  const { label, tone } = OUTCOME_LABELS[row.outcome];
  const reason = reasonLabels(row.reason);
  const here = row.articleId !== null && !dry && row.undone !== "removed" && row.reason !== "removed_here";
  const title = row.title === "" ? m.help_import_untitled() : row.title;
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-50 font-medium wrap-anywhere" dir="auto">
          {here && row.articleId !== null ? (
            <Link to={articlePath(projectId, row.articleId)} className="underline-offset-2 hover:underline pointer-coarse:py-2">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <span className="flex items-center gap-3">
          <span className="text-xs text-muted">{languageName(row.locale)}</span>
          <Chip tone={tone}>{label(dry)}</Chip>
          {row.undone !== null && <Chip tone={row.undone === "left" ? "warn" : "neutral"}>{UNDONE_LABELS[row.undone]()}</Chip>}
          {row.url !== null && /^https?:\/\//.test(row.url) && (
            <a
              href={row.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={m.help_import_original({ title })}
              className="grid size-6 place-items-center rounded-xs text-muted hover:text-text pointer-coarse:size-11"
            >
              <ExternalLink className="size-4" aria-hidden />
            </a>
          )}
        </span>
      </div>
      {reason !== undefined && row.reason !== "same" && <p className="text-muted">{reason}</p>}
      {row.notes.length > 0 && (
        <ul className="grid gap-0.5 text-xs text-muted">
          {row.notes.map((note) => (
            <li key={`${note.code} ${note.detail}`} className="wrap-anywhere">
              {noteLabels(note)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
