// Proposals to change knowledge: those that wait for a decision, and those that were decided.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Lightbulb } from "lucide-react";
import { useState } from "react";
import { call } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton, useSettled } from "#dashboard/ui/skeleton.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { listProposals, type Proposal, proposalsPath, STATES } from "../contract.ts";
import { aimOf, CAUSE_LABELS, STATE_LABELS } from "./labels.ts";

type State = (typeof STATES)[number];
const NONE: Readonly<Record<State, () => string>> = {
  open: m.assistant_learning_none_open,
  accepted: m.assistant_learning_none_accepted,
  rejected: m.assistant_learning_none_rejected,
};

export default function ProposalsPage() {
  const { id: projectId } = useProject();
  const [state, setState] = useState<State>("open");
  const list = useInfiniteQuery({
    queryKey: [listProposals.name, projectId, state],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listProposals>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listProposals, { params: { projectId }, query: { state, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal }),
  });
  const settled = useSettled(list.isPending);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      title={m.assistant_learning_title()}
      lead={m.assistant_learning_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.assistant_learning_title()} />}
    >
      <div className="mb-4">
        <Tabs<State>
          label={m.assistant_learning_show()}
          value={state}
          onChange={setState}
          tabs={STATES.map((value) => ({ value, label: STATE_LABELS[value]() }))}
        />
      </div>
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : !settled || list.isPending ? (
        <Pending />
      ) : items.length === 0 ? (
        <EmptyState icon={Lightbulb} title={NONE[state]()} body={state === "open" ? m.assistant_learning_none_open_body() : undefined} />
      ) : (
        <>
          <ul className="grid grid-cols-1 rounded-lg border border-line bg-surface px-5">
            {items.map((proposal) => (
              <Item key={proposal.id} projectId={projectId} proposal={proposal} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.assistant_learning_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function Item({ projectId, proposal }: { projectId: string; proposal: Proposal }) {
  const { label, tone } = CAUSE_LABELS[proposal.cause];
  return (
    <li className="grid grid-cols-1 gap-1 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={`${proposalsPath(projectId)}/${proposal.id}`}
          dir="auto"
          className="min-w-0 rounded-xs font-medium wrap-anywhere hover:underline"
        >
          {aimOf(proposal)}
        </Link>
        <Chip tone={tone}>{label()}</Chip>
        <RelativeTime at={proposal.createdAt} short className="ms-auto text-xs text-faint" />
      </div>
      <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
        {proposal.question === "" ? m.assistant_learning_no_question() : proposal.question}
      </p>
      {proposal.decidedByName !== null && proposal.state !== "open" && proposal.state !== "erased" && (
        <p className="text-xs text-muted">
          {m.assistant_learning_decided_by({ state: STATE_LABELS[proposal.state](), name: proposal.decidedByName })}
        </p>
      )}
    </li>
  );
}

const Pending = () => (
  <Skeleton>
    <div className="grid gap-5 py-2">
      <Bar className="h-12 w-full" />
      <Bar className="h-12 w-full" />
      <Bar className="h-12 w-full" />
    </div>
  </Skeleton>
);
