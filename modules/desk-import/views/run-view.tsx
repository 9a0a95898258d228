// One run: progress, result, actions, and the report below.
import { queryClient, reading, refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button } from "#dashboard/ui/button.tsx";
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
import { useState } from "react";
import {
  abortDeskImport,
  type From,
  type DeskImportRun,
  listDeskImportRows,
  listDeskImports,
  outcomeLabel,
  readDeskImport,
  resumeDeskImport,
  startDeskImport,
  undoDeskImport,
} from "../contract.ts";
import { RunReport } from "./run-report.tsx";
import { ERROR_LABELS, importsPath, isMoving, sourceName, stateLabel } from "./labels.ts";

const REFRESH_EVERY = 2000;

export function RunView({ projectId, deskImportId }: { projectId: string; deskImportId: string }) {
  const args = { params: { projectId, deskImportId } };
  const [moving, setMoving] = useState(true);
  const { data, error, refetch } = useRouteQuery(readDeskImport, args, { staleTime: 0, ...(moving ? { every: REFRESH_EVERY } : {}) });
  const run = data?.run;
  if (run && isMoving(run) !== moving) setMoving(isMoving(run));
  if (!run) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const show = (answer: { run: DeskImportRun }): void => void queryClient.setQueryData(reading(readDeskImport, args).queryKey, answer);
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
  readonly run: DeskImportRun;
  onChange(answer: { run: DeskImportRun }): void;
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
          {ERROR_LABELS[run.error]()} {run.resumeAt !== null && m.desk_import_goes_on({ time: formatTime(run.resumeAt) })}
        </p>
      )}
      <RunCounts run={run} />
      <Actions projectId={projectId} run={run} onChange={onChange} />
    </Section>
  );
}

const processedCount = ({ counts }: DeskImportRun): number =>
  counts.created + counts.updated + counts.unchanged + counts.kept + counts.skipped;
/** The share that is done, if the help desk reported a total. */
const progressOf = (run: DeskImportRun): number | undefined =>
  run.phase === "tickets" && run.total !== null && run.total > 0 ? Math.min(1, processedCount(run) / run.total) : undefined;

function progressLabel(run: DeskImportRun): string {
  const { removed, spared } = run.counts;
  if (run.state === "undoing") return m.desk_import_progress_undo({ count: removed + spared });
  if (run.state !== "running") return stateLabel(run).label;
  return run.total === null
    ? m.desk_import_progress({ count: processedCount(run) })
    : m.desk_import_progress_of({ count: processedCount(run), total: run.total });
}

function RunCounts({ run }: { run: DeskImportRun }) {
  const { created, updated, unchanged, kept, skipped, messages, replies, companies, ratings, removed, spared } = run.counts;
  const facts: readonly (readonly [string, number])[] = [
    [outcomeLabel("created", run.dry), created],
    [outcomeLabel("updated", run.dry), updated],
    [outcomeLabel("unchanged", run.dry), unchanged],
    [outcomeLabel("kept", run.dry), kept],
    [outcomeLabel("skipped", run.dry), skipped],
    ...(run.dry ? [] : [[m.desk_import_count_messages(), messages] as const]),
    ...(run.dry || run.options.companies !== true ? [] : [[m.desk_import_companies(), companies] as const]),
    ...(run.dry || run.options.ratings !== true ? [] : [[m.desk_import_ratings(), ratings] as const]),
    ...(run.dry || !run.options.replies ? [] : [[m.desk_import_replies(), replies] as const]),
    ...(run.state === "undoing" || run.state === "undone"
      ? ([
          [m.desk_import_undone_removed(), removed],
          [m.desk_import_undone_left(), spared],
        ] as const)
      : []),
  ];
  return <Counts all={facts} columns="sm:grid-cols-3 md:grid-cols-6" />;
}

function Actions({ projectId, run, onChange }: SummaryProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const params = { projectId, deskImportId: run.id };
  const options = { done: onChange, invalidates: [listDeskImportRows, listDeskImports] };
  const abort = useRouteMutation(abortDeskImport, options);
  const resume = useRouteMutation(resumeDeskImport, options);
  const undo = useRouteMutation(undoDeskImport, {
    suppressToast: true,
    invalidates: [listDeskImportRows, listDeskImports],
    done: (answer) => {
      setAsking(false);
      onChange(answer);
    },
  });
  const [clientId] = useState(() => crypto.randomUUID());
  const start = useRouteMutation(startDeskImport, {
    invalidates: [listDeskImports],
    done: ({ run: next }) => void navigate({ to: `${importsPath(projectId)}/${next.id}` }),
  });
  const stopped = run.state === "failed" || run.state === "aborted";
  const undoable = !run.dry && (run.state === "done" || (stopped && run.phase === "tickets"));
  return (
    <div className="flex flex-wrap gap-2">
      {run.state === "running" && (
        <Button busy={abort.isPending} onClick={() => abort.mutate({ params, body: {} })}>
          {m.desk_import_stop()}
        </Button>
      )}
      {stopped && (
        <Button variant="primary" busy={resume.isPending} onClick={() => resume.mutate({ params, body: {} })}>
          {m.desk_import_go_on()}
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
                from: { platform: run.platform, place: run.place, ...(run.exportId === null ? {} : { exportId: run.exportId }) } as From,
                options: run.options,
                dry: false,
              },
            })
          }
        >
          {m.desk_import_start()}
        </Button>
      )}
      {undoable && <Button onClick={() => setAsking(true)}>{m.desk_import_undo()}</Button>}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => undo.mutate({ params, body: { confirm: run.name } })}
        title={m.desk_import_undo_title()}
        body={m.desk_import_undo_body()}
        action={m.desk_import_undo()}
        typed={run.name}
        busy={undo.isPending}
        error={refusalOf(undo.error)}
      />
    </div>
  );
}
