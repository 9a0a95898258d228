// Unanswered questions: wording, frequency, and the actions on each group.
import { call, queryClient, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton, useSettled } from "#dashboard/ui/skeleton.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useRef, useState } from "react";
import { type Gap, GAP_STATES, type GapState, listGaps, settleGap } from "../contract.ts";
import { GapCard } from "./gap-card.tsx";
import { PickArticle } from "./pick-article.tsx";
import { WriteArticle } from "./write-article.tsx";

const LABELS: Readonly<Record<GapState, () => string>> = {
  open: m.help_gaps_open,
  written: m.help_gaps_written,
  ignored: m.help_gaps_ignored,
};
const DONE: Readonly<Record<GapState, () => string>> = {
  open: m.help_gaps_done_open,
  written: m.help_gaps_done_written,
  ignored: m.help_gaps_done_ignored,
};
const NONE: Readonly<Record<GapState, () => string>> = {
  open: m.help_gaps_none_open,
  written: m.help_gaps_none_written,
  ignored: m.help_gaps_none_ignored,
};

export function Gaps({ projectId }: { projectId: string }) {
  const [state, setState] = useState<GapState>("open");
  const [naming, setNaming] = useState<Gap>();
  const [writing, setWriting] = useState<Gap>();
  const box = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery({
    queryKey: [listGaps.name, projectId, state],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listGaps>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listGaps, { params: { projectId }, query: { state, cursor: pageParam }, signal }),
  });
  const settled = useSettled(list.isPending);
  const gaps = list.data?.pages.flatMap((page) => page.items) ?? [];
  const changed = () => void queryClient.invalidateQueries({ queryKey: [listGaps.name] });
  const settle = useRouteMutation(settleGap, {
    done: (gap) => {
      setNaming(undefined);
      toast({ tone: "ok", title: DONE[gap.state]() });
      changed();
      // The focus moves on, because the card disappears with its buttons.
      requestAnimationFrame(() => box.current?.focus());
    },
  });
  return (
    <Section
      title={m.help_gaps_title()}
      lead={m.help_gaps_lead()}
      actions={
        <Tabs<GapState>
          label={m.help_gaps_states()}
          value={state}
          onChange={setState}
          tabs={GAP_STATES.map((value) => ({ value, label: LABELS[value]() }))}
        />
      }
    >
      <div ref={box} tabIndex={-1} className="outline-none">
        {list.error && !list.data ? (
          <ProblemState error={list.error} onRetry={() => void list.refetch()} />
        ) : !settled || list.isPending ? (
          <Skeleton>
            <div className="grid gap-4">
              <Bar className="h-4 w-72 max-w-full" />
              <Bar className="h-4 w-60 max-w-full" />
              <Bar className="h-4 w-80 max-w-full" />
            </div>
          </Skeleton>
        ) : gaps.length === 0 ? (
          <EmptyState
            icon={MessageCircleQuestion}
            title={NONE[state]()}
            body={state === "open" ? m.help_gaps_none_open_body() : undefined}
          />
        ) : (
          <>
            <ul>
              {gaps.map((gap) => (
                <GapCard
                  key={gap.id}
                  projectId={projectId}
                  gap={gap}
                  busy={settle.isPending}
                  onWrite={() => setWriting(gap)}
                  onName={() => setNaming(gap)}
                  onState={(to) => settle.mutate({ params: { projectId, gapId: gap.id }, body: { state: to } })}
                />
              ))}
            </ul>
            {list.hasNextPage && (
              <div className="mt-3 grid justify-items-center">
                <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {m.help_insights_more()}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      {writing && <WriteArticle projectId={projectId} gap={writing} onWritten={changed} onClose={() => setWriting(undefined)} />}
      {naming && (
        <PickArticle
          projectId={projectId}
          question={naming.question}
          onClose={() => setNaming(undefined)}
          onPick={(articleId) => settle.mutate({ params: { projectId, gapId: naming.id }, body: { state: "written", articleId } })}
        />
      )}
    </Section>
  );
}
