// The conversations behind a number of the report.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { call } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton, useSettled } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd, formatUtcDay } from "#modules/ai/views";
import { roundPath } from "#modules/assistant/contract";
import { threadPath } from "#modules/conversations/contract";
import { listOutcomes, type OutcomeItem, OUTCOMES, reportPath } from "../../contract.ts";
import { contactLabel, OUTCOME_LABELS, reasonLabel } from "../labels.ts";
import type { Narrowed } from "./list-link.tsx";
import { periodIn } from "./report-page.tsx";

const NAMES = ["day", "outcome", "locale", "topic", "source", "reason"] as const;

export default function ListPage() {
  const { id: projectId } = useProject();
  const search = useSearch({ strict: false }) as Narrowed;
  const days = periodIn(search);
  const narrowed: Narrowed = Object.fromEntries(
    NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
  );
  const list = useInfiniteQuery({
    queryKey: [listOutcomes.name, projectId, days, narrowed],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listOutcomes>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listOutcomes, {
        params: { projectId },
        query: { days, ...narrowed, ...(pageParam === undefined ? {} : { cursor: pageParam }) } as never,
        signal,
      }),
  });
  const settled = useSettled(list.isPending);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      title={m.assistant_outcomes_list_title()}
      lead={wordsOf(days, narrowed)}
      width="wide"
      actions={
        <Link to={reportPath(projectId)} search={{ days } as never} className={buttonLink}>
          {m.assistant_outcomes_back()}
        </Link>
      }
    >
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : !settled || list.isPending ? (
        <Pending />
      ) : items.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={m.assistant_outcomes_list_none()} body={m.assistant_outcomes_list_none_body()} />
      ) : (
        <>
          <ul className="grid grid-cols-1 rounded-lg border border-line bg-surface px-5">
            {items.map((item) => (
              <Item key={item.conversationId} projectId={projectId} item={item} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.assistant_outcomes_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

/** What the list is narrowed to, in words. */
function wordsOf(days: string, { day, outcome, locale, topic, source, reason }: Narrowed): string {
  const known = OUTCOMES.find((one) => one === outcome);
  return [
    day === undefined ? m.assistant_outcomes_list_days({ days }) : formatUtcDay(day),
    ...(outcome === "resolved" ? [m.assistant_outcomes_resolved()] : known === undefined ? [] : [OUTCOME_LABELS[known].label()]),
    ...(locale === undefined ? [] : [locale === "" ? m.assistant_outcomes_no_language() : languageName(locale)]),
    ...(topic === undefined ? [] : [topic === "" ? m.assistant_outcomes_no_topic() : m.assistant_outcomes_by_topic()]),
    ...(source === undefined ? [] : [m.assistant_outcomes_by_source()]),
    ...(reason === undefined ? [] : [reasonLabel(reason)]),
  ].join(" · ");
}

function Item({ projectId, item }: { projectId: string; item: OutcomeItem }) {
  const name = contactLabel(item);
  const { label, tone } = OUTCOME_LABELS[item.outcome];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 last:border-b-0">
      <Link to={threadPath(projectId, item.conversationId)} dir="auto" className="min-w-0 truncate rounded-xs font-medium hover:underline">
        {name}
      </Link>
      <Chip tone={tone}>{label()}</Chip>
      {item.reason !== null && <span className="min-w-0 text-sm text-muted">{reasonLabel(item.reason)}</span>}
      {!item.final && item.outcome !== "open" && <span className="text-xs text-muted">{m.assistant_outcomes_can_change()}</span>}
      <span className="ms-auto flex flex-wrap items-center gap-x-3 text-xs text-muted tabular-nums">
        <RelativeTime at={item.beganAt} short />
        <span>{formatUsd(item.costUsd)}</span>
        {item.roundId !== null && (
          <Link
            to={roundPath(projectId, item.roundId)}
            aria-label={m.assistant_outcomes_trace_of({ name })}
            className="rounded-xs font-medium text-text underline decoration-line-strong underline-offset-2"
          >
            {m.assistant_outcomes_trace()}
          </Link>
        )}
      </span>
    </li>
  );
}

const Pending = () => (
  <Skeleton>
    <div className="grid gap-5 py-2">
      <Bar className="h-10 w-full" />
      <Bar className="h-10 w-full" />
      <Bar className="h-10 w-full" />
    </div>
  </Skeleton>
);
