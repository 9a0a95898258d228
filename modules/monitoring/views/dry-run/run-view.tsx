// A dry run: how far it is, what it has cost, and what would have matched.
import { Link } from "@tanstack/react-router";
import { Pause, Play, X } from "lucide-react";
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { type DryRun, type Finding, listDryRuns, readDryRun, steerDryRun } from "../../contract.ts";
import { contactLabel, formatPrice, WHY_STOPPED } from "../labels.ts";

/** While it runs it is read again so often, in milliseconds. */
const EVERY = 3000;
const STATES: Readonly<Record<DryRun["state"], () => string>> = {
  running: m.monitoring_run_running,
  paused: m.monitoring_run_paused,
  done: m.monitoring_run_done,
  cancelled: m.monitoring_run_cancelled,
};

export function RunView({ projectId, runId }: { projectId: string; runId: string }) {
  const params = { projectId, runId } as never;
  const known = queryClient.getQueryData<{ run: DryRun }>(reading(readDryRun, { params }).queryKey);
  const runs = known === undefined || known.run.state === "running";
  const { data, error, refetch } = useRouteQuery(readDryRun, { params }, runs ? { every: EVERY } : {});
  if (!data)
    return error ? (
      <ProblemState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton>
        <Bar className="h-16 w-full" />
      </Skeleton>
    );
  const { run, findings } = data;
  return (
    <div className="grid grid-cols-1 gap-4 rounded-md border border-line p-4">
      <Progress projectId={projectId} run={run} />
      <Findings projectId={projectId} run={run} findings={findings} />
    </div>
  );
}

function Progress({ projectId, run }: { projectId: string; run: DryRun }) {
  const steer = useRouteMutation(steerDryRun, { invalidates: [listDryRuns, readDryRun] });
  const set = (state: "running" | "paused" | "cancelled"): void =>
    steer.mutate({ params: { projectId, runId: run.id } as never, body: { state } });
  const ended = run.judged + run.failed;
  const canGoOn = run.state === "running" || run.state === "paused";
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{m.monitoring_run_of({ day: formatDay(run.createdAt) })}</h3>
        <Chip tone={run.state === "done" ? "ok" : run.state === "running" ? "accent" : "neutral"}>{STATES[run.state]()}</Chip>
        <span className="flex-1" />
        {run.state === "running" && (
          <Button size="sm" icon={Pause} busy={steer.isPending} onClick={() => set("paused")}>
            {m.monitoring_run_pause()}
          </Button>
        )}
        {run.state === "paused" && (
          <Button size="sm" icon={Play} busy={steer.isPending} onClick={() => set("running")}>
            {m.monitoring_run_resume()}
          </Button>
        )}
        {canGoOn && (
          <Button size="sm" icon={X} variant="ghost" onClick={() => set("cancelled")}>
            {m.monitoring_run_cancel()}
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={m.monitoring_run_progress()}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={ended}
        className="h-2 overflow-hidden rounded-full bg-subtle forced-colors:border"
      >
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${(100 * ended) / Math.max(1, run.total)}%` }} />
      </div>
      <p className="text-xs text-muted tabular-nums">
        {[
          m.monitoring_run_judged({ judged: run.judged, count: run.total }),
          ...(run.failed > 0 ? [m.monitoring_run_failed({ count: run.failed })] : []),
          m.monitoring_run_cost({ cost: formatPrice(run.costUsd), most: formatPrice(run.atMostUsd) }),
        ].join(" ")}
      </p>
      {run.why && <p className="text-warn-text">{WHY_STOPPED[run.why]()}</p>}
    </div>
  );
}

function Findings({ projectId, run, findings }: { projectId: string; run: DryRun; findings: readonly Finding[] }) {
  if (findings.length === 0)
    return run.state === "done" ? (
      <p className="text-muted">{run.judged === 0 ? m.monitoring_run_none_judged() : m.monitoring_run_nothing()}</p>
    ) : null;
  const nameOf = (id: string): string => run.rules.find((rule) => rule.id === id)?.name ?? "";
  return (
    <div className="grid grid-cols-1 gap-1">
      <h4 className="text-sm font-medium">{m.monitoring_run_found({ count: findings.length })}</h4>
      <ul className="grid grid-cols-1">
        {findings.map(({ conversationId, found, ...contact }) => (
          <li key={conversationId} className="grid grid-cols-1 gap-2 border-b border-line py-3 last:border-b-0 last:pb-0">
            <Link
              to={threadPath(projectId, conversationId)}
              dir="auto"
              className="justify-self-start truncate rounded-xs font-medium hover:underline"
            >
              {contactLabel(contact)}
            </Link>
            {found.map(({ ruleId, quote, reason }) => (
              <div key={ruleId} className="grid grid-cols-1 gap-1">
                <span dir="auto" className="text-xs text-muted">
                  {nameOf(ruleId)}
                </span>
                <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 wrap-anywhere">
                  {quote}
                </blockquote>
                <p dir="auto" className="text-xs text-muted wrap-anywhere">
                  {reason}
                </p>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
