// Evaluation: starts runs, and lists them.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ClipboardCheck } from "lucide-react";
import { call, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { type EvaluationRun, listEvaluationRuns, readEvaluation, runPath } from "../contract.ts";
import { StartForm } from "./start-form.tsx";
import { STATES } from "./words.ts";

export default function RunsPage() {
  const { id } = useProject();
  return (
    <Page
      title={m.evaluation_title()}
      lead={m.evaluation_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.evaluation_title()} />}
    >
      <Content key={id} projectId={id} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readEvaluation, { params: { projectId } as never });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      <Section title={m.evaluation_start()}>
        {data.obstacle !== null && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">{m.evaluation_obstacle({ why: data.obstacle })}</p>
        )}
        {mayI("admin") ? (
          data.obstacle === null && <StartForm projectId={projectId} setup={data} />
        ) : (
          <p className="text-muted">{m.evaluation_members()}</p>
        )}
      </Section>
      <Runs projectId={projectId} />
    </>
  );
}

function Runs({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listEvaluationRuns.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listEvaluationRuns>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listEvaluationRuns, {
        params: { projectId } as never,
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
  });
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SectionsPending />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState icon={ClipboardCheck} title={m.evaluation_none()} body={m.evaluation_none_body()} />;
  return (
    <Section title={m.evaluation_runs()}>
      <ul className="grid grid-cols-1">
        {items.map((run) => (
          <Item key={run.id} projectId={projectId} run={run} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.evaluation_more()}
          </Button>
        </div>
      )}
    </Section>
  );
}

const Item = ({ projectId, run }: { projectId: string; run: EvaluationRun }) => (
  <li className="grid grid-cols-1 gap-1 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Link to={runPath(projectId, run.id)} dir="auto" className="min-w-0 rounded-xs font-medium wrap-anywhere hover:underline">
        {run.setName}
      </Link>
      <Chip tone={STATES[run.state].tone}>{STATES[run.state].label()}</Chip>
      <RelativeTime at={run.startedAt} short className="ms-auto text-xs text-faint" />
    </div>
    <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
      <span>{m.evaluation_passed_of({ passed: run.passed, asked: run.passed + run.failed })}</span>
      <span className="wrap-anywhere">{run.model}</span>
      <span>{m.evaluation_of_set({ version: run.setVersion })}</span>
      <span>{formatUsd(run.costUsd)}</span>
    </div>
  </li>
);
