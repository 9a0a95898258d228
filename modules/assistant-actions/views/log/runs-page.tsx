// The log of runs: what was called, for which conversation, and how it ended.
import { call, reading } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronLeft, ScrollText } from "lucide-react";
import { listRuns, type Run } from "../../contract.ts";
import { actionPath, actionsPath } from "../../contract.ts";
import { outcomeText, stateName, stateTone } from "../labels.ts";

export default function RunsPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page
      title={m.assistant_actions_log()}
      width="wide"
      lead={
        <Link to={actionsPath(projectId)} className="inline-flex min-h-6 items-center gap-1 hover:text-text pointer-coarse:min-h-11">
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.assistant_actions_title()}
        </Link>
      }
    >
      {mayI("admin") ? <Runs key={projectId} projectId={projectId} /> : <Forbidden message={m.assistant_actions_forbidden()} />}
    </Page>
  );
}

function Runs({ projectId }: { projectId: string }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...reading(listRuns, { params: { projectId }, query: {} }).queryKey, "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listRuns, { params: { projectId }, query: pageParam === "" ? {} : { cursor: pageParam }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const runs = data.pages.flatMap(({ items }) => items);
  if (runs.length === 0)
    return <EmptyState icon={ScrollText} title={m.assistant_actions_log_empty()} body={m.assistant_actions_log_empty_body()} />;
  return (
    <>
      <p className="mb-3 text-muted">{m.assistant_actions_log_lead()}</p>
      <ul className="rounded-lg border border-line bg-surface">
        {runs.map((run) => (
          <RunRow key={run.id} projectId={projectId} run={run} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4 self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.assistant_actions_log_older()}
        </Button>
      )}
    </>
  );
}

const STARTED_BY = {
  assistant: m.assistant_actions_by_assistant,
  visitor: m.assistant_actions_by_visitor,
  console: m.assistant_actions_by_console,
} as const;

function RunRow({ projectId, run }: { projectId: string; run: Run }) {
  const inputs = Object.entries(run.inputs);
  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link to={actionPath(projectId, run.actionId)} dir="auto" className="min-w-0 font-medium wrap-anywhere hover:underline">
          {run.actionName}
        </Link>
        <Chip tone={stateTone(run.state)}>{stateName(run.state)}</Chip>
        <span className="ms-auto text-xs text-muted">{formatTime(run.startedAt)}</span>
      </div>
      <p className="text-xs text-muted">
        {STARTED_BY[run.startedBy]()}
        {run.conversationId !== null && (
          <>
            {" · "}
            <Link to={threadPath(projectId, run.conversationId)} className="text-accent-text underline underline-offset-2">
              {m.assistant_actions_conversation()}
            </Link>
          </>
        )}
        {run.status !== null && ` · ${m.assistant_actions_status({ status: run.status })}`}
        {run.took !== null && ` · ${m.assistant_actions_took({ ms: run.took })}`}
      </p>
      {run.outcome !== null && run.state !== "done" && <p className="text-sm">{outcomeText(run.outcome)}</p>}
      {(inputs.length > 0 || run.told.length > 0) && (
        <dl className="grid gap-x-4 gap-y-0.5 text-xs sm:grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)]">
          {inputs.map(([name, value]) => (
            <Pair key={`input ${name}`} label={name} text={String(value)} />
          ))}
          {run.told.map(({ label, text }) => (
            <Pair key={`told ${label}`} label={label} text={text} told />
          ))}
        </dl>
      )}
    </li>
  );
}
const Pair = ({ label, text, told = false }: { label: string; text: string; told?: boolean }) => (
  <>
    <dt dir="auto" className={told ? "text-ai-text" : "font-mono text-muted"}>
      {label}
    </dt>
    <dd dir="auto" className="wrap-anywhere">
      {text}
    </dd>
  </>
);
