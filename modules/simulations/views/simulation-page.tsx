// One run: how far it is and why it stands, and each scenario with its whole conversation.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { call, queryClient, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import {
  changeSimulationRun,
  listSimulationItems,
  readSimulationRun,
  type SimulatedTurn,
  type SimulationItem,
  type SimulationRun,
  simulationsPath,
} from "../contract.ts";
import { ENDING_WORDS, EXPECTED_WORDS, ITEMS, REASONS, STATES } from "./words.ts";

const WHILE_RUNNING = 1500;

export default function SimulationPage() {
  const { id: projectId } = useProject();
  const { runId = "" } = useParams({ strict: false }) as { runId?: string };
  return <Content key={runId} projectId={projectId} runId={runId} />;
}

function Content({ projectId, runId }: { projectId: string; runId: string }) {
  const { mayI } = useProject();
  const [isRunning, setRunning] = useState(false);
  const { data, error, refetch } = useRouteQuery(
    readSimulationRun,
    { params: { projectId, simulationRunId: runId } as never },
    isRunning ? { every: WHILE_RUNNING } : {},
  );
  const run = data?.run;
  const progress = run && `${run.costUsd} ${run.passed} ${run.failed} ${run.needsReview} ${run.state}`;
  useEffect(() => {
    setRunning(run?.state === "running");
    if (progress) void queryClient.invalidateQueries({ queryKey: [listSimulationItems.name] });
  }, [progress, run?.state]);
  return (
    <Page
      title={m.simulations_run_title()}
      lead={
        <Link to={simulationsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.simulations_back()}
        </Link>
      }
      width="wide"
    >
      {run ? (
        <>
          <RunState projectId={projectId} run={run} admin={mayI("admin")} />
          <Facts run={run} />
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

function RunState({ projectId, run, admin }: { projectId: string; run: SimulationRun; admin: boolean }) {
  const change = useRouteMutation(changeSimulationRun, { invalidates: [readSimulationRun] });
  const to = (state: "paused" | "running" | "cancelled"): void =>
    change.mutate({ params: { projectId, simulationRunId: run.id } as never, body: { state } });
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
        {m.simulations_progress({ done: run.passed + run.failed + run.needsReview, wanted: run.wanted })}.{" "}
        {reason !== null && REASONS[reason]()} {detail !== null && plain(detail)}
      </p>
      {open && admin && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={change.isPending} onClick={() => to(state === "running" ? "paused" : "running")}>
            {state === "running" ? m.simulations_pause() : m.simulations_resume()}
          </Button>
          <Button size="sm" disabled={change.isPending} onClick={() => to("cancelled")}>
            {m.simulations_cancel()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Facts({ run }: { run: SimulationRun }) {
  const facts = [
    { label: m.simulations_passed(), value: m.simulations_passed_of({ passed: run.passed, played: run.passed + run.failed }) },
    { label: m.simulations_cost(), value: m.simulations_of_budget({ cost: formatUsd(run.costUsd), budget: formatUsd(run.budgetUsd) }) },
    { label: m.simulations_customer_model(), value: run.customerModel },
    { label: m.simulations_model(), value: run.model },
    { label: m.simulations_guidance(), value: m.simulations_guidance_version({ version: run.guidanceVersion }) },
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
      {run.needsReview > 0 && <p className="text-xs text-muted">{m.simulations_needs_review_body()}</p>}
    </div>
  );
}

function Results({ projectId, runId }: { projectId: string; runId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listSimulationItems.name, projectId, runId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listSimulationItems>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listSimulationItems, {
        params: { projectId, simulationRunId: runId } as never,
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
  });
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SectionsPending />;
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <Section title={m.simulations_conversations()}>
      <ul className="grid grid-cols-1">
        {items.map((item) => (
          <li key={item.place} className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
            <Result item={item} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.simulations_more()}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Result({ item }: { item: SimulationItem }) {
  const { scenario, state, ending, missing, turns, costUsd, took } = item;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
        <h3 dir="auto" className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere">
          {scenario.name}
        </h3>
        <Chip tone={ITEMS[state].tone}>{ITEMS[state].label()}</Chip>
      </div>
      {ending !== null && <p className={state === "passed" ? "text-muted" : "text-bad-text"}>{ENDING_WORDS[ending]()}</p>}
      <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
        <span>{m.simulations_good_end({ what: EXPECTED_WORDS[scenario.expected]() })}</span>
        {costUsd > 0 && <span>{formatUsd(costUsd)}</span>}
        {took > 0 && <span>{m.simulations_took({ seconds: (took / 1000).toFixed(1) })}</span>}
      </div>
      {missing.length > 0 && state !== "waiting" && (
        <p className="text-bad-text wrap-anywhere">{m.simulations_missing({ words: missing.join(" · ") })}</p>
      )}
      {turns.length > 0 && (
        <details className="min-w-0">
          <summary className="cursor-pointer rounded-xs text-accent-text pointer-coarse:min-h-11">
            {m.simulations_transcript({ count: turns.length })}
          </summary>
          <ol className="mt-2 grid min-w-0 gap-3 rounded-md bg-subtle p-3">
            {turns.map((turn, at) => (
              <li key={at}>
                <Turn turn={turn} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
const Turn = ({ turn: { by, text, cites, refused } }: { turn: SimulatedTurn }) => (
  <div className="grid min-w-0 gap-0.5">
    <p className="text-xs text-muted">{by === "customer" ? m.simulations_by_customer() : m.simulations_by_assistant()}</p>
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text === "" ? m.simulations_said_nothing() : text}
    </p>
    {cites.length > 0 && <p className="text-xs text-muted wrap-anywhere">{m.simulations_cites({ titles: cites.join(", ") })}</p>}
    {refused.map((one, at) => (
      <p key={at} className="text-xs text-bad-text wrap-anywhere">
        {m.simulations_refused({
          text: plain(one.text),
          faults: one.faults.map(({ fault, detail }) => `${fault} ${detail}`.trim()).join(", "),
        })}
      </p>
    ))}
  </div>
);
