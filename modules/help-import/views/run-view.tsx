// One run: progress, result, actions, and the report below.
import { queryClient, reading, refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Counts } from "#dashboard/ui/counts.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Facts } from "#dashboard/ui/facts.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { ProgressBar } from "#dashboard/ui/progress-bar.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import {
  abortImport,
  type From,
  type ImportRun,
  listImportRows,
  listImports,
  readImport,
  resumeImport,
  startImport,
  undoImport,
} from "../contract.ts";
import { importsPath } from "#modules/articles/contract";
import { RunReport } from "./run-report.tsx";
import { ERROR_LABELS, isMoving, sourceName, stateLabel } from "./labels.ts";

const REFRESH_EVERY = 2000;

export function RunView({ projectId, importId }: { projectId: string; importId: string }) {
  const args = { params: { projectId, importId } };
  const [moving, setMoving] = useState(true);
  const { data, error, refetch } = useRouteQuery(readImport, args, { staleTime: 0, ...(moving ? { every: REFRESH_EVERY } : {}) });
  const run = data?.run;
  if (run && isMoving(run) !== moving) setMoving(isMoving(run));
  if (!run) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const show = (answer: { run: ImportRun }): void => void queryClient.setQueryData(reading(readImport, args).queryKey, answer);
  const seen = Object.values(run.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Summary projectId={projectId} run={run} onChange={show} />
      <RunReport projectId={projectId} run={run} seen={seen} />
    </>
  );
}

interface SummaryProps {
  readonly projectId: string;
  readonly run: ImportRun;
  onChange(answer: { run: ImportRun }): void;
}
function Summary({ projectId, run, onChange }: SummaryProps) {
  const { label, tone } = stateLabel(run);
  return (
    <Section
      title={<span dir="auto">{run.name}</span>}
      lead={<Facts all={[sourceName(run), formatTime(run.createdAt), ...(run.createdBy === null ? [] : [run.createdBy])]} />}
      actions={<Chip tone={tone}>{label}</Chip>}
    >
      <p role="status" className={isMoving(run) ? "text-muted" : "sr-only"}>
        {progressLabel(run)}
      </p>
      {isMoving(run) && run.resumeAt === null && <ProgressBar part={progressOf(run)} />}
      {run.error !== null && run.state !== "aborted" && (
        <p
          role={run.state === "failed" ? "alert" : undefined}
          className={`rounded-md px-3 py-2 ${run.state === "failed" ? "bg-bad-soft text-bad-text" : "bg-warn-soft text-warn-text"}`}
        >
          {ERROR_LABELS[run.error]()} {run.resumeAt !== null && m.help_import_goes_on({ time: formatTime(run.resumeAt) })}
        </p>
      )}
      <RunCounts run={run} />
      <Actions projectId={projectId} run={run} onChange={onChange} />
    </Section>
  );
}

const processedCount = ({ counts }: ImportRun): number => counts.created + counts.updated + counts.unchanged + counts.kept + counts.skipped;
/** The share that is done, if the help desk reported a total. */
const progressOf = (run: ImportRun): number | undefined =>
  run.phase === "articles" && run.total !== null && run.total > 0 ? Math.min(1, processedCount(run) / run.total) : undefined;

function progressLabel(run: ImportRun): string {
  const { published, removed, restored, spared } = run.counts;
  if (run.state === "undoing") return m.help_import_progress_undo({ count: removed + restored + spared });
  if (run.state !== "running") return stateLabel(run).label;
  if (run.phase === "outline") return m.help_import_progress_outline();
  if (run.phase === "articles")
    return run.total === null
      ? m.help_import_progress_articles({ count: processedCount(run) })
      : m.help_import_progress_of({ count: processedCount(run), total: run.total });
  return m.help_import_progress_finish({ count: published });
}

function RunCounts({ run }: { run: ImportRun }) {
  const { created, updated, unchanged, kept, skipped, published, removed, restored, spared, narrowed } = run.counts;
  const facts: readonly (readonly [string, number])[] = [
    [run.dry ? m.help_import_would_create() : m.help_import_created(), created],
    [run.dry ? m.help_import_would_update() : m.help_import_updated(), updated],
    [m.help_import_unchanged(), unchanged],
    [m.help_import_kept(), kept],
    [m.help_import_skipped(), skipped],
    ...(run.dry ? [] : [[m.help_import_count_published(), published] as const]),
    ...(narrowed === 0 ? [] : [[run.dry ? m.help_import_would_narrow() : m.help_import_count_narrowed(), narrowed] as const]),
    ...(run.state === "undoing" || run.state === "undone"
      ? ([
          [m.help_import_undone_removed(), removed],
          [m.help_import_undone_restored(), restored],
          [m.help_import_undone_left(), spared],
        ] as const)
      : []),
  ];
  return <Counts all={facts} columns="sm:grid-cols-3 md:grid-cols-6" />;
}

function Actions({ projectId, run, onChange }: SummaryProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const params = { projectId, importId: run.id };
  const options = { done: onChange, invalidates: [listImportRows, listImports] };
  const abort = useRouteMutation(abortImport, options);
  const resume = useRouteMutation(resumeImport, options);
  const undo = useRouteMutation(undoImport, {
    suppressToast: true,
    invalidates: [listImportRows, listImports],
    done: (answer) => {
      setAsking(false);
      onChange(answer);
    },
  });
  const [clientId] = useState(() => crypto.randomUUID());
  const start = useRouteMutation(startImport, {
    invalidates: [listImports],
    done: ({ run: next }) => void navigate({ to: `${importsPath(projectId)}/${next.id}` }),
  });
  const stopped = run.state === "failed" || run.state === "aborted";
  const undoable = !run.dry && (run.state === "done" || (stopped && run.phase !== "undo"));
  return (
    <div className="flex flex-wrap gap-2">
      {run.state === "running" && (
        <Button busy={abort.isPending} onClick={() => abort.mutate({ params, body: {} })}>
          {m.help_import_stop()}
        </Button>
      )}
      {stopped && (
        <Button variant="primary" busy={resume.isPending} onClick={() => resume.mutate({ params, body: {} })}>
          {m.help_import_go_on()}
        </Button>
      )}
      {run.dry && run.state === "done" && (
        <Button
          variant="primary"
          busy={start.isPending}
          onClick={() =>
            start.mutate({
              params: { projectId },
              body: {
                clientId,
                name: run.name,
                from: { platform: run.platform, place: run.place } as From,
                options: run.options,
                dry: false,
              },
            })
          }
        >
          {m.help_import_start()}
        </Button>
      )}
      {undoable && <Button onClick={() => setAsking(true)}>{m.help_import_undo()}</Button>}
      <a href={`/api/management/projects/${projectId}/help/imports/${run.id}/report.csv`} download className={buttonClasses()}>
        <Download className="size-4" aria-hidden />
        {m.help_import_csv()}
      </a>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => undo.mutate({ params, body: { confirm: run.name } })}
        title={m.help_import_undo_title()}
        body={m.help_import_undo_body()}
        action={m.help_import_undo()}
        typed={run.name}
        busy={undo.isPending}
        error={refusalOf(undo.error)}
      />
    </div>
  );
}
