// One import: what its columns are, the dry run, progress, result, and the report below.
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
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
import { useState } from "react";
import {
  type ContactImport,
  deleteContactImportFile,
  listContactImportRows,
  listContactImports,
  outcomeLabel,
  OUTCOMES,
  readContactImport,
  resumeContactImport,
  stopContactImport,
  undoContactImport,
} from "../contract.ts";
import { ERRORS, isMoving, isOpen, stateLabel, UNDONE } from "./labels.ts";
import { FileReading } from "./file-reading.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { RunReport } from "./run-report.tsx";

const REFRESH_EVERY = 1500;

export function RunView({ projectId, contactImportId }: { projectId: string; contactImportId: string }) {
  const args = { params: { projectId, contactImportId } };
  const [moving, setMoving] = useState(true);
  const [wanted, setWanted] = useState<string>();
  const { data, error, refetch } = useRouteQuery(readContactImport, args, { staleTime: 0, ...(moving ? { every: REFRESH_EVERY } : {}) });
  const run = data?.import;
  if (run && isMoving(run) !== moving) setMoving(isMoving(run));
  if (!run) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const show = (answer: { import: ContactImport }): void =>
    void queryClient.setQueryData(reading(readContactImport, args).queryKey, answer);
  const isRead = run.state !== "ready" && run.state !== "waiting";
  return (
    <>
      <Summary projectId={projectId} run={run} onChange={show} />
      {isOpen(run) && run.hasFile && <FileReading projectId={projectId} run={run} wanted={wanted} onWanted={setWanted} />}
      {isOpen(run) && run.hasFile && (
        <MappingForm
          key={JSON.stringify([run.encoding, run.delimiter, run.headings])}
          projectId={projectId}
          run={run}
          reading={wanted !== undefined}
          onChange={show}
        />
      )}
      {isRead && <RunReport projectId={projectId} run={run} />}
    </>
  );
}

interface SummaryProps {
  readonly projectId: string;
  readonly run: ContactImport;
  onChange(answer: { import: ContactImport }): void;
}
function Summary({ projectId, run, onChange }: SummaryProps) {
  const { label, tone } = stateLabel(run);
  const done = run.total === 0 ? 0 : Math.min(1, run.at / run.total);
  return (
    <Section
      title={<span dir="auto">{run.name}</span>}
      lead={
        <Facts
          all={[m.contact_import_rows({ count: run.total }), formatTime(run.createdAt), ...(run.createdBy === null ? [] : [run.createdBy])]}
        />
      }
      actions={<Chip tone={tone}>{label}</Chip>}
    >
      <p role="status" className={isMoving(run) ? "text-muted" : "sr-only"}>
        {isMoving(run) ? m.contact_import_progress({ done: run.at, total: run.total }) : label}
      </p>
      {isMoving(run) && <ProgressBar part={done} />}
      {run.error !== null && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {ERRORS[run.error]()}
        </p>
      )}
      {run.state !== "ready" && run.state !== "waiting" && <RunCounts run={run} />}
      <Actions projectId={projectId} run={run} onChange={onChange} />
    </Section>
  );
}
function RunCounts({ run }: { run: ContactImport }) {
  const facts: readonly (readonly [string, number])[] = [
    ...OUTCOMES.map((outcome) => [outcomeLabel(outcome, run.dry), run.counts[outcome]] as const),
    ...(run.state === "undoing" || run.state === "undone"
      ? (["removed", "restored", "kept"] as const).map((undone) => [UNDONE[undone](), run.counts[undone]] as const)
      : []),
  ];
  return <Counts all={facts} columns="sm:grid-cols-4" />;
}
function Actions({ projectId, run, onChange }: SummaryProps) {
  const [asking, setAsking] = useState<"undo" | "file">();
  const params = { projectId, contactImportId: run.id };
  const options = { done: onChange, invalidates: [listContactImportRows, listContactImports] };
  const stop = useRouteMutation(stopContactImport, options);
  const resume = useRouteMutation(resumeContactImport, options);
  const undo = useRouteMutation(undoContactImport, {
    ...options,
    done: (answer) => {
      setAsking(undefined);
      onChange(answer);
    },
  });
  const remove = useRouteMutation(deleteContactImportFile, {
    invalidates: [readContactImport, listContactImports],
    done: () => setAsking(undefined),
  });
  const stopped = run.state === "failed" || run.state === "stopped";
  return (
    <div className="flex flex-wrap gap-2">
      {(run.state === "running" || run.state === "checking") && (
        <Button busy={stop.isPending} onClick={() => stop.mutate({ params, body: {} })}>
          {m.contact_import_stop()}
        </Button>
      )}
      {stopped && !run.dry && run.hasFile && (
        <Button variant="primary" busy={resume.isPending} onClick={() => resume.mutate({ params, body: {} })}>
          {m.contact_import_resume()}
        </Button>
      )}
      {!run.dry && (run.state === "done" || stopped) && <Button onClick={() => setAsking("undo")}>{m.contact_import_undo()}</Button>}
      {run.hasFile && !isMoving(run) && (
        <Button variant="ghost" onClick={() => setAsking("file")}>
          {m.contact_import_remove_file()}
        </Button>
      )}
      <ConfirmDialog
        open={asking === "undo"}
        onClose={() => setAsking(undefined)}
        onConfirm={() => undo.mutate({ params, body: {} })}
        title={m.contact_import_undo_title()}
        body={m.contact_import_undo_body()}
        action={m.contact_import_undo()}
        busy={undo.isPending}
      />
      <ConfirmDialog
        open={asking === "file"}
        onClose={() => setAsking(undefined)}
        onConfirm={() => remove.mutate({ params })}
        title={m.contact_import_remove_file_title()}
        body={m.contact_import_remove_file_body()}
        action={m.contact_import_remove_file()}
        busy={remove.isPending}
      />
    </div>
  );
}
