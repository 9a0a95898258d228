// One run: how far it is and why it stands, how many passed by what questions say, and each question with what came of it.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, Download } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { call, queryClient, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import type { Expected } from "#modules/question-sets/contract";
import { EXPECTED_WORDS } from "#modules/question-sets/views";
import {
  changeEvaluationRun,
  type EvaluationItem,
  type EvaluationRun,
  type Group,
  listEvaluationItems,
  readEvaluationRun,
  runsPath,
} from "../contract.ts";
import { CompareWith } from "./compare-with.tsx";
import { ItemView } from "./item-view.tsx";
import { evaluatedRun } from "./slots.ts";
import { configurationOf, ITEMS, REASONS, STATES } from "./words.ts";

const WHILE_RUNNING = 1500;

export default function RunPage() {
  const { id: projectId } = useProject();
  const { runId = "" } = useParams({ strict: false }) as { runId?: string };
  return <Content key={runId} projectId={projectId} runId={runId} />;
}

function Content({ projectId, runId }: { projectId: string; runId: string }) {
  const { mayI } = useProject();
  const [isRunning, setRunning] = useState(false);
  const { data, error, refetch } = useRouteQuery(
    readEvaluationRun,
    { params: { projectId, evaluationRunId: runId } as never },
    isRunning ? { every: WHILE_RUNNING } : {},
  );
  const run = data?.run;
  const progress = run && `${run.passed} ${run.failed} ${run.needsReview} ${run.state}`;
  useEffect(() => {
    setRunning(run?.state === "running");
    if (progress) void queryClient.invalidateQueries({ queryKey: [listEvaluationItems.name] });
  }, [progress, run?.state]);
  return (
    <Page
      title={run ? m.evaluation_run_title({ name: run.setName }) : m.evaluation_tab()}
      lead={
        <Link to={runsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.evaluation_back()}
        </Link>
      }
      width="wide"
      actions={
        run &&
        mayI("admin") && (
          <>
            {(
              [
                ["results.csv", m.evaluation_export],
                ["results.jsonl", m.evaluation_export_lines],
                ["fine-tuning.jsonl", m.evaluation_export_tuning],
              ] as const
            ).map(([file, label]) => (
              <a
                key={file}
                className={buttonLink}
                href={`/api/management/projects/${projectId}/evaluation-runs/${runId}/${file}`}
                download
                title={file.startsWith("fine") ? m.evaluation_export_tuning_hint() : undefined}
              >
                <Download className="size-4" aria-hidden />
                {label()}
              </a>
            ))}
          </>
        )
      }
    >
      {data && run ? (
        <>
          <RunState projectId={projectId} run={run} admin={mayI("admin")} />
          <Facts run={run} />
          <Groups title={m.evaluation_groups_topic()} groups={data.byTopic} nameOf={(value) => value || m.evaluation_group_none()} />
          <Groups title={m.evaluation_groups_locale()} groups={data.byLocale} nameOf={languageName} />
          <Groups title={m.evaluation_groups_expected()} groups={data.byExpected} nameOf={(value) => EXPECTED_WORDS[value as Expected]()} />
          {run.passed + run.failed > 0 && <CompareWith projectId={projectId} run={run} />}
          {run.endedAt !== null && run.passed + run.failed > 0 && (
            <Suspense>
              <Slot of={evaluatedRun} projectId={projectId} run={run} />
            </Suspense>
          )}
          <Results projectId={projectId} runId={runId} />
        </>
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

function RunState({ projectId, run, admin }: { projectId: string; run: EvaluationRun; admin: boolean }) {
  const change = useRouteMutation(changeEvaluationRun, { invalidates: [readEvaluationRun] });
  const to = (state: "paused" | "running" | "cancelled"): void =>
    change.mutate({ params: { projectId, evaluationRunId: run.id } as never, body: { state } });
  const { state, reason, detail } = run;
  const box = { running: "bg-accent-soft", paused: "bg-warn-soft", failed: "bg-bad-soft", done: "bg-subtle", cancelled: "bg-subtle" }[
    state
  ];
  const open = state === "running" || state === "paused";
  return (
    <div className={`mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2 ${box}`}>
      {state === "running" && <Spinner />}
      <p role="status" className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-medium">{STATES[state].label()}.</strong>{" "}
        {m.evaluation_progress({ done: run.passed + run.failed + run.needsReview, wanted: run.wanted })}.{" "}
        {reason !== null && REASONS[reason]()} {detail !== null && plain(detail)}
      </p>
      {open && admin && (
        <div className="flex flex-wrap gap-2">
          {state === "running" ? (
            <Button size="sm" busy={change.isPending} onClick={() => to("paused")}>
              {m.evaluation_pause()}
            </Button>
          ) : (
            <Button size="sm" busy={change.isPending} onClick={() => to("running")}>
              {m.evaluation_resume()}
            </Button>
          )}
          <Button size="sm" disabled={change.isPending} onClick={() => to("cancelled")}>
            {m.evaluation_cancel()}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Who started it. */
function starterOf({ origin, startedBy }: EvaluationRun): string {
  if (origin === "schedule") return m.evaluation_by_schedule();
  return origin === "knowledge" ? m.evaluation_by_knowledge() : (startedBy ?? m.evaluation_by_former());
}
function Facts({ run }: { run: EvaluationRun }) {
  const facts = [
    { label: m.evaluation_passed(), value: m.evaluation_passed_of({ passed: run.passed, asked: run.passed + run.failed }) },
    { label: m.evaluation_needs_review(), value: String(run.needsReview) },
    { label: m.evaluation_cost(), value: m.evaluation_of_budget({ cost: formatUsd(run.costUsd), budget: formatUsd(run.budgetUsd) }) },
    { label: m.evaluation_configuration(), value: configurationOf(run) },
    { label: m.evaluation_set(), value: m.evaluation_of_set({ version: run.setVersion }) },
    { label: m.evaluation_started(), value: starterOf(run) },
  ];
  return (
    <div className="mb-5 grid gap-3 rounded-lg border border-line bg-surface p-5">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {run.needsReview > 0 && <p className="text-xs text-muted">{m.evaluation_needs_review_body()}</p>}
    </div>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly Group[];
  nameOf(value: string): string;
}
/** Only where there is something to compare. */
function Groups({ title, groups, nameOf }: GroupsProps) {
  if (groups.length < 2) return null;
  return (
    <Section title={title}>
      <ul className="grid grid-cols-1 gap-2">
        {groups.map(({ value, asked, passed }) => (
          <li key={value} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="min-w-0 flex-1 basis-40 wrap-anywhere">{nameOf(value)}</bdi>
            <span className="text-muted">{m.evaluation_passed_of({ passed, asked })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Shown = "all" | "failed" | "needs_review" | "passed";
function Results({ projectId, runId }: { projectId: string; runId: string }) {
  const [shown, setShown] = useState<Shown>("all");
  const list = useInfiniteQuery({
    queryKey: [listEvaluationItems.name, projectId, runId, shown],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listEvaluationItems>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listEvaluationItems, {
        params: { projectId, evaluationRunId: runId } as never,
        query: { ...(shown === "all" ? {} : { state: shown }), ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
  });
  const items: readonly EvaluationItem[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title={m.evaluation_results()}>
      <Tabs<Shown>
        label={m.evaluation_show()}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: "all", label: m.evaluation_show_all() },
          ...(["failed", "needs_review", "passed"] as const).map((value) => ({ value, label: ITEMS[value].label() })),
        ]}
      />
      {list.error && !list.data && <ProblemState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && <p className="text-muted">{m.evaluation_no_results()}</p>}
      <ul className="grid grid-cols-1">
        {items.map((item) => (
          <li key={item.place} className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
            <ItemView item={item} chip={<Chip tone={ITEMS[item.state].tone}>{ITEMS[item.state].label()}</Chip>} />
          </li>
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
