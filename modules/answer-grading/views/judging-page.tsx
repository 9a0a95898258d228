// One judging: how far it is and why it stands, what it cost, and each answer with its scores and reasons.
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
import { Tabs } from "#dashboard/ui/tabs.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { ItemView, ITEMS, REASONS, STATES } from "#modules/evaluation/views";
import { changeJudging, gradingPath, type Judgement, type Judging, listJudgements, readAgreement, readJudging } from "../contract.ts";
import { reviewText } from "./words.ts";

const WHILE_RUNNING = 1500;

export default function JudgingPage() {
  const { id: projectId } = useProject();
  const { runId = "", judgingId = "" } = useParams({ strict: false }) as { runId?: string; judgingId?: string };
  return (
    <Page
      title={m.answer_grading_judging()}
      lead={
        <Link to={gradingPath(projectId, runId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.answer_grading_title()}
        </Link>
      }
      width="wide"
    >
      <Content key={judgingId} projectId={projectId} judgingId={judgingId} />
    </Page>
  );
}

function Content({ projectId, judgingId }: { projectId: string; judgingId: string }) {
  const { mayI } = useProject();
  const [isRunning, setRunning] = useState(false);
  const { data, error, refetch } = useRouteQuery(
    readJudging,
    { params: { projectId, judgingId } as never },
    isRunning ? { every: WHILE_RUNNING } : {},
  );
  const judging = data?.judging;
  const progress = judging && `${judging.passed} ${judging.failed} ${judging.needsReview} ${judging.state}`;
  useEffect(() => {
    setRunning(judging?.state === "running");
    if (!progress) return;
    for (const { name } of [listJudgements, readAgreement]) void queryClient.invalidateQueries({ queryKey: [name] });
  }, [progress, judging?.state]);
  if (!judging) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      <State projectId={projectId} judging={judging} admin={mayI("admin")} />
      <Facts judging={judging} />
      <Judgements projectId={projectId} judgingId={judgingId} />
    </>
  );
}

const BOXES = { running: "bg-accent-soft", paused: "bg-warn-soft", failed: "bg-bad-soft", done: "bg-subtle", cancelled: "bg-subtle" };
function State({ projectId, judging, admin }: { projectId: string; judging: Judging; admin: boolean }) {
  const change = useRouteMutation(changeJudging, { invalidates: [readJudging] });
  const to = (state: "paused" | "running" | "cancelled"): void =>
    change.mutate({ params: { projectId, judgingId: judging.id } as never, body: { state } });
  const { state, reason, detail, passed, failed, needsReview, wanted } = judging;
  return (
    <div className={`mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3 py-2 ${BOXES[state]}`}>
      {state === "running" && <Spinner />}
      <p role="status" className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-medium">{STATES[state].label()}.</strong>{" "}
        {m.answer_grading_judged_of({ done: passed + failed + needsReview, wanted })} {reason !== null && REASONS[reason]()}{" "}
        {detail !== null && plain(detail)}
      </p>
      {(state === "running" || state === "paused") && admin && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={change.isPending} onClick={() => to(state === "running" ? "paused" : "running")}>
            {state === "running" ? m.answer_grading_pause() : m.answer_grading_resume()}
          </Button>
          <Button size="sm" disabled={change.isPending} onClick={() => to("cancelled")}>
            {m.answer_grading_cancel()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Facts({ judging }: { judging: Judging }) {
  const facts = [
    { label: m.answer_grading_model(), value: judging.model },
    {
      label: m.answer_grading_passed(),
      value: m.answer_grading_of({ part: judging.passed, whole: judging.passed + judging.failed }),
    },
    { label: m.answer_grading_needs_review(), value: String(judging.needsReview) },
    {
      label: m.answer_grading_cost(),
      value: m.answer_grading_of_budget({ cost: formatUsd(judging.costUsd), budget: formatUsd(judging.budgetUsd) }),
    },
  ];
  return (
    <div className="mb-5 grid gap-3 rounded-lg border border-line bg-surface p-5">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="cursor-pointer rounded-xs text-accent-text pointer-coarse:min-h-11">{m.answer_grading_rubric()}</summary>
        <ul className="mt-2 list-disc ps-5">
          {judging.rubric.map(({ name, description, scale }) => (
            <li key={name} className="wrap-anywhere">
              <bdi>{name}</bdi> ({m.answer_grading_one_to({ scale })}): <bdi>{description}</bdi>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

type Shown = "all" | "failed" | "needs_review" | "passed";
function Judgements({ projectId, judgingId }: { projectId: string; judgingId: string }) {
  const [shown, setShown] = useState<Shown>("all");
  const list = useInfiniteQuery({
    queryKey: [listJudgements.name, projectId, judgingId, shown],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listJudgements>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listJudgements, {
        params: { projectId, judgingId } as never,
        query: { ...(shown === "all" ? {} : { state: shown }), ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        signal,
      }),
  });
  const items: readonly Judgement[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title={m.answer_grading_judgements()}>
      <Tabs<Shown>
        label={m.answer_grading_show()}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: "all", label: m.answer_grading_show_all() },
          ...(["failed", "needs_review", "passed"] as const).map((value) => ({ value, label: ITEMS[value].label() })),
        ]}
      />
      {list.error && !list.data && <ProblemState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && <p className="text-muted">{m.answer_grading_nothing_here()}</p>}
      <ul className="grid grid-cols-1">
        {items.map((one) => (
          <li key={one.item.place} className="grid grid-cols-1 gap-2 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
            <ItemView item={one.item} chip={<Chip tone={ITEMS[one.state].tone}>{ITEMS[one.state].label()}</Chip>} />
            {one.state === "needs_review" && <p className="text-warn-text">{reviewText(one.reason)}</p>}
            {one.scores.length > 0 && (
              <dl className="grid grid-cols-1 gap-1 ps-3">
                {one.scores.map(({ name, score, scale, reason }) => (
                  <div key={name} className="min-w-0">
                    <dt className="inline font-medium">
                      <bdi>{name}</bdi> {m.answer_grading_of({ part: score, whole: scale })}:
                    </dt>{" "}
                    <dd dir="auto" className="inline text-muted wrap-anywhere">
                      {reason}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.answer_grading_more()}
          </Button>
        </div>
      )}
    </Section>
  );
}
